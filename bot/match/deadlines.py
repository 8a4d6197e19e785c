"""What falls due by the clocks: reminders, missed deadlines, claims and nudges, and time given back.

Owns which records a passed moment leads to. Refuses to know the arithmetic (`clock`) and how people are told.

A missed deadline is a TimedOut. Under the policy `bot` the table then plays that decision; after two in a row the house bot keeps
the seat until its player is back, but never plays on when no person is left at the table: then the match rests. Under `claim` the
seat may still act until somebody claims against it. Who is on vacation loses no time: at the deadline the days away are credited.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Final, Literal

from bot.engine.core import Seat, Text, When, Who
from bot.engine.records import Resigned
from bot.errors import Refusal, StoreFault
from bot.match.clock import SPANS, SeatClock
from bot.match.folded import Match
from bot.match.model import (
    Actor,
    Claimed,
    Commit,
    Credited,
    Human,
    Late,
    Nudged,
    Pace,
    Receipt,
    Record,
    Reminded,
    Returned,
    Status,
    TimedOut,
    Timer,
)
from bot.match.ports import People
from bot.match.sequel import Saying, dues, sequel
from bot.match.table import Plan, Table, demand_seat

NUDGE_PAUSE: Final = timedelta(hours=12)  # between two nudges in a match
NUDGE_PAUSE_LIVE: Final = timedelta(minutes=2)
HEARTBEAT: Final = "heartbeat"  # the fact under which the last sign of life is kept
BEAT: Final = timedelta(minutes=1)
OUTAGE: Final = timedelta(minutes=5)  # a shorter one is nobody's loss


class Nobody:
    """`bot.match.ports.People` where nobody has said anything."""

    async def away(self, user_id: int, now: datetime) -> tuple[datetime, datetime] | None:
        """Tell of no vacation."""
        return None

    async def quiet_until(self, user_id: int, now: datetime) -> datetime | None:
        """Tell of no quiet hours."""
        return None


class _Void(Exception):
    """What a timer was set for has gone away."""


class _Later(Exception):
    """All who would be told are not to be disturbed until then."""

    def __init__(self, until: datetime) -> None:
        super().__init__(until)
        self.until = until


class Deadlines:
    """Acts on matches by the clocks, through the table."""

    def __init__(self, table: Table, people: People) -> None:
        self._table = table
        self._people = people
        self._beaten: datetime | None = None

    # What falls due ---------------------------------------------------------------------------------------------------

    async def expire(self, timer: Timer) -> None:
        """Note whose time and reserve are gone; a void timer is dropped."""

        async def plan(match: Match) -> Commit:
            now = self._table.clock.now()
            records = [await self._missed(match, seat, now) for seat in _overdue(match, now)]
            if not records:
                raise _Void
            after = match.extended(records, at=now, actor=None)
            saying = Saying(Text("clock.receipt.noted"), notice=not after.works, redraw=True)
            return sequel(after, now=now, saying=saying)

        await self._fall_due(timer, plan)

    async def remind(self, timer: Timer) -> None:
        """Remind those who are due and have not been: at half time, or near the end; never in quiet hours unless it is live."""

        async def plan(match: Match) -> Commit:
            now = self._table.clock.now()
            wanted = _unreminded(match, timer, now)
            if not wanted:
                raise _Void
            quiet = {seat: until for seat in wanted if (until := await self._quiet(match, seat, now)) is not None}
            seats = tuple(seat for seat in wanted if seat not in quiet)
            if not seats:
                raise _Later(min(quiet.values()))
            near = timer.kind == "near" or all(_is_near(match, seat, now) for seat in seats)
            after = match.extended([Reminded(seats=seats, near=near)], at=now, actor=None)
            return sequel(after, now=now, saying=Saying(Text("clock.receipt.noted"), before=("remind",)))

        await self._fall_due(timer, plan)

    async def _fall_due(self, timer: Timer, plan: Plan) -> None:
        match = await self._table.load(timer.code)
        if match.header.status is not Status.PLAYING or timer.kind not in dues(match):
            await self._table.store.timers.drop(timer)
            return
        try:
            await self._table.change(timer.code, None, plan)
        except _Void:
            due = dues(await self._table.load(timer.code)).get(timer.kind)
            timers = self._table.store.timers
            await (timers.drop(timer) if due is None else timers.postpone(timer, due))
        except _Later as later:
            await self._table.store.timers.postpone(timer, later.until)

    async def _missed(self, match: Match, seat: Seat, now: datetime) -> Record:
        user, clock = _user(match, seat), _clock(match, seat)
        away = None if user is None else await self._people.away(user, now)
        if away is None or away[1] <= now:
            return TimedOut(seat=seat)
        # The first time all days away count since the clock runs, later only those by which the vacation has become longer.
        since = now if clock.vacated or clock.since is None else max(away[0], clock.since)
        return Credited(reason="vacation", seconds=_seconds(away[1] - since), seats=(seat,))

    async def _quiet(self, match: Match, seat: Seat, now: datetime) -> datetime | None:
        """Tell until when a seat's player is not to be disturbed."""
        user = _user(match, seat)
        if user is None or match.header.pace is Pace.LIVE:
            return None
        away = await self._people.away(user, now)
        quiet = away[1] if away is not None else await self._people.quiet_until(user, now)
        return quiet if quiet is not None and quiet > now else None

    # What people do ---------------------------------------------------------------------------------------------------

    async def nudge(self, code: str, actor: Actor, *, request: str | None) -> Receipt:
        """Call those who are due once more. Raises what `demand_seat` raises, and Refusal for nobody to call or too soon."""

        def plan(match: Match) -> Commit:
            seat, now = demand_seat(match, actor), self._table.clock.now()
            seats = tuple(sorted(match.awaited - {seat}))
            if not seats:
                raise Refusal("clock.nudge_nobody")
            pause = NUDGE_PAUSE_LIVE if match.header.pace is Pace.LIVE else NUDGE_PAUSE
            last = match.clocks.nudged
            if last is not None and now < last + pause:
                raise Refusal("clock.nudge_soon", when=When(int((last + pause).timestamp())))
            after = match.extended([Nudged(seat=seat, seats=seats)], at=now, actor=actor.user_id)
            said = Text("clock.receipt.nudged", {"who": tuple(Who(other) for other in seats)})
            return sequel(after, now=now, saying=Saying(said, request, before=("remind",)))

        return await self._table.change(code, request, plan)

    async def claim(self, code: str, actor: Actor, *, request: str | None) -> Receipt:
        """Take the seats that are late out of the game. Raises Refusal where nobody is, or the match has no claims."""

        def plan(match: Match) -> Commit:
            seat, now = demand_seat(match, actor), self._table.clock.now()
            if match.header.late is not Late.CLAIM:
                raise Refusal("clock.claim_never")
            late = [other for other in sorted(match.awaited - {seat}) if _clock(match, other).late]
            if not late:
                raise Refusal("clock.claim_nobody")
            records: list[Record] = []
            for other in late:
                records += [Claimed(seat=seat, late=other), Resigned(seat=other)]
                after = match.extended(records, at=now, actor=actor.user_id)
                if after.outcome is not None:
                    break
            said = Text("clock.receipt.claimed", {"who": tuple(Who(other) for other in late)})
            return sequel(after, now=now, saying=Saying(said, request, notice=True))

        return await self._table.change(code, request, plan)

    async def back(self, code: str, actor: Actor, *, request: str | None) -> Receipt:
        """Take the own seat back from the house bot that keeps it. Raises Refusal where none does."""

        def plan(match: Match) -> Commit:
            seat, now = demand_seat(match, actor), self._table.clock.now()
            clock = match.clocks.of(seat)
            if clock is None or not clock.kept:
                raise Refusal("clock.back_here")
            after = match.extended([Returned(seat=seat)], at=now, actor=actor.user_id)
            return sequel(after, now=now, saying=Saying(Text("clock.receipt.back"), request, notice=True, redraw=True))

        return await self._table.change(code, request, plan)

    # When the bot was not running -------------------------------------------------------------------------------------

    async def beat(self) -> None:
        """Leave a sign of life, once a minute."""
        now = self._table.clock.now()
        if self._beaten is None or now - self._beaten >= BEAT:
            await self._table.store.notes.remember(HEARTBEAT, now.isoformat())
            self._beaten = now

    async def credit(self) -> None:
        """Give back the time for which the bot was not running; one notice a person, in one of their matches.

        Begun again after a crash it gives no match the same time twice. Raises StoreFault.
        """
        kept = await self._table.store.notes.recall(HEARTBEAT)
        since = None if kept is None else datetime.fromisoformat(kept)
        if since is None or self._table.clock.now() - since >= OUTAGE:
            told: set[int] = set()
            for code, work in [(c, w) for w in (self._told_before, self._credit) for c in await self._table.store.playing()]:
                try:
                    await work(code, since, told)
                except StoreFault:
                    raise
                except Exception as error:  # noqa: BLE001 - one bad match must not keep the clocks of all others
                    await self._table.store.notes.incident(
                        where="credit", error=f"{type(error).__name__}: {error}", code=code, at=self._table.clock.now()
                    )
        await self.beat()

    async def _told_before(self, code: str, since: datetime | None, told: set[int]) -> None:
        """Find who has heard of this outage already, from a start that was broken off."""
        match = await self._table.load(code)
        for stored in match.records:
            if isinstance(stored.record, Credited) and since is not None and stored.at > since:
                told.update(_users(match, map(Seat, stored.record.tell)))

    async def _credit(self, code: str, since: datetime | None, told: set[int]) -> None:
        match, now = await self._table.load(code), self._table.clock.now()
        start = max(moment for moment in (since, match.clocks.credited, match.records[0].at) if moment is not None)
        if SPANS[match.header.pace] is None or (since is not None and now - start < OUTAGE):
            return
        quiet = {seat for seat in match.awaited if await self._quiet(match, seat, now) is not None}
        asked = [] if since is None else sorted(match.awaited - quiet)
        tell = tuple(seat for seat in asked if (user := _user(match, seat)) is not None and user not in told)
        reason: Literal["begun", "downtime"] = "begun" if since is None else "downtime"

        def plan(match: Match) -> Commit:
            after = match.extended([Credited(reason=reason, seconds=_seconds(now - start), tell=tell)], at=now, actor=None)
            saying = Saying(Text("clock.receipt.noted"), before=("remind",) if tell else (), redraw=True)
            return sequel(after, now=now, saying=saying)

        await self._table.change(code, None, plan)
        told.update(_users(match, tell))


def _seconds(span: timedelta) -> int:
    return max(0, int(span.total_seconds()))


def _user(match: Match, seat: Seat) -> int | None:
    holder = match.holder(seat).holder
    return holder.user_id if isinstance(holder, Human) else None


def _users(match: Match, seats: Iterable[Seat]) -> set[int]:
    return {user for seat in seats if (user := _user(match, seat)) is not None}


def _clock(match: Match, seat: Seat) -> SeatClock:
    return match.clocks.seats[seat]


def _counting(match: Match) -> Sequence[Seat]:
    return [seat for seat in sorted(match.awaited) if _clock(match, seat).counts]


def _overdue(match: Match, now: datetime) -> list[Seat]:
    span = SPANS[match.header.pace]
    return [seat for seat in _counting(match) if span is not None and _clock(match, seat).left(now, span) <= timedelta(0)]


def _unreminded(match: Match, timer: Timer, now: datetime) -> list[Seat]:
    """List who has this reminder to come: its moment has passed, the deadline itself has not."""
    return [seat for seat in _counting(match) if _is_due(_clock(match, seat), timer, SPANS[match.header.pace], now)]


def _is_due(clock: SeatClock, timer: Timer, span: timedelta | None, now: datetime) -> bool:
    half = timer.kind == "half"
    moment = None if span is None else clock.half(span) if half else clock.close(span)
    return moment is not None and moment <= now and not (clock.halfway if half else clock.near)


def _is_near(match: Match, seat: Seat, now: datetime) -> bool:
    span = SPANS[match.header.pace]
    moment = None if span is None else _clock(match, seat).close(span)
    return moment is not None and moment <= now
