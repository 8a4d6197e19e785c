"""How long a decision may take, and how much of that is gone: pure arithmetic over moments.

Owns the spans of each pace, each seat's clock and how the records move it. Refuses to read the time, to know who holds a seat,
and to decide what a missed deadline leads to (`deadlines`).

A decision's time runs from the record that opened it; the reserve is used after that, and what was used of it is gone for the
match. A clock stands still while the match is paused. What a seat has left grows by nothing but a grant (`Credited`, `Returned`),
a new decision and a new holder: an undo gives back the same decision with the time already taken from it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import Final, TypeAlias

from bot.engine.core import Seat
from bot.engine.records import Played, TookBack
from bot.match.model import (
    Credited,
    Late,
    Nudged,
    Pace,
    Paused,
    Record,
    Reminded,
    Returned,
    SeatChanged,
    StoredRecord,
    TimedOut,
)

NOTHING: Final = timedelta(0)
SPANS: Final[Mapping[Pace, timedelta | None]] = MappingProxyType(
    {
        Pace.LIVE: timedelta(minutes=10),
        Pace.DAY: timedelta(days=1),
        Pace.THREE_DAYS: timedelta(days=3),
        Pace.WEEK: timedelta(days=7),
        Pace.NONE: None,
    }
)
RESERVE: Final = timedelta(hours=48)
NEAR: Final = 6  # the second reminder comes when a sixth of the time is left
ENOUGH: Final = 2  # deadlines missed in a row after which a house bot keeps the seat

Decision: TypeAlias = tuple[int, int]  # the record that opened it, and the version at which it (last) opened


def reserve_of(pace: Pace) -> timedelta:
    """Give the reserve a seat begins with: none in a live match."""
    return NOTHING if pace is Pace.LIVE else RESERVE


@dataclass(frozen=True, slots=True)
class SeatClock:
    """One seat's time.

    reserve: left before the present decision took any of it. decision: the one that is open; None for none. since: from when it
    runs; None while it stands still. spent: taken before `since`. granted: added to the pace's span. halfway, near: the reminders
    it has had. late: its deadline and reserve have passed. vacated: a vacation was credited to it. missed: deadlines missed in a
    row.
    """

    reserve: timedelta
    decision: Decision | None = None
    since: datetime | None = None
    spent: timedelta = NOTHING
    granted: timedelta = NOTHING
    halfway: bool = False
    near: bool = False
    late: bool = False
    vacated: bool = False
    missed: int = 0

    @property
    def kept(self) -> bool:
        """Whether so many deadlines were missed in a row that a house bot keeps the seat."""
        return self.missed >= ENOUGH

    @property
    def counts(self) -> bool:
        """Whether something will still fall due: it runs, and neither is late nor is the seat kept."""
        return self.since is not None and not self.late and not self.kept

    def spent_by(self, now: datetime) -> timedelta:
        """Give the time taken of the decision until now."""
        return self.spent if self.since is None else self.spent + max(NOTHING, now - self.since)

    def half(self, span: timedelta) -> datetime | None:
        """Tell when half of the time is gone; None while it stands still."""
        return self._at((span + self.granted) / 2)

    def close(self, span: timedelta) -> datetime | None:
        """Tell when the time is nearly gone."""
        return self._at(self.granted + span - span / NEAR)

    def deadline(self, span: timedelta) -> datetime | None:
        """Tell when the time is gone and the reserve begins."""
        return self._at(span + self.granted)

    def flag(self, span: timedelta) -> datetime | None:
        """Tell when the reserve is gone too."""
        return self._at(span + self.granted + self.reserve)

    def _at(self, taken: timedelta) -> datetime | None:
        return None if self.since is None else self.since + taken - self.spent

    def left(self, now: datetime, span: timedelta) -> timedelta:
        """Give what is left of time and reserve together; negative once it is late."""
        return span + self.granted + self.reserve - self.spent_by(now)

    def stopped(self, now: datetime) -> "SeatClock":
        """Let it stand still."""
        return replace(self, spent=self.spent_by(now), since=None)

    def closed(self, now: datetime, span: timedelta | None) -> "SeatClock":
        """End the decision, and take from the reserve what it took beyond its time."""
        over = NOTHING if span is None else max(NOTHING, self.spent_by(now) - span - self.granted)
        return SeatClock(max(NOTHING, self.reserve - over), missed=self.missed)

    def credited(self, grant: timedelta, now: datetime, *, whole: bool) -> "SeatClock":
        """Grant time; unless `whole`, no more than it has been running since it last stood still."""
        ran = NOTHING if self.since is None else max(NOTHING, now - self.since)
        return replace(self, granted=self.granted + (grant if whole else min(grant, ran)))


@dataclass(frozen=True, slots=True)
class Clocks:
    """All seats' clocks as of a record, whose moment is `at`.

    credited: the end of the last outage that was made good. nudged: the last nudge.
    """

    at: datetime
    seats: Mapping[Seat, SeatClock] = field(default_factory=dict)
    paused: bool = False
    credited: datetime | None = None
    nudged: datetime | None = None

    def of(self, seat: Seat) -> SeatClock | None:
        """Give a seat's clock; None for one that never had a decision."""
        return self.seats.get(seat)

    def stood_in(self, policy: Late) -> frozenset[Seat]:
        """Name the seats whose decision a house bot takes for them."""
        if policy is not Late.BOT:
            return frozenset()
        return frozenset(seat for seat, clock in self.seats.items() if clock.kept or (clock.late and clock.decision is not None))


def moved(history: Sequence[Clocks], stored: StoredRecord, decisions: Mapping[Seat, Decision], pace: Pace) -> Clocks:
    """Give the clocks after a record: `history` holds those after each record before it, `decisions` what is open now."""
    last = history[-1] if history else Clocks(stored.at)
    now = max(last.at, stored.at)  # a machine's clock that was put back gives nobody time
    span, record = SPANS[pace], stored.record
    paused = record.on if isinstance(record, Paused) else last.paused
    seats = _recorded(last.seats, record, now, pace)
    for seat in seats.keys() | decisions.keys():
        clock = seats.get(seat) or SeatClock(reserve_of(pace))
        wanted = decisions.get(seat)
        if clock.decision != wanted:
            clock = clock if clock.decision is None else clock.closed(now, span)
            if wanted is not None:
                clock = (
                    _opened(clock, wanted, history, now, seat)
                    if isinstance(record, TookBack)
                    else replace(clock, decision=wanted)
                )
        if clock.decision is not None:
            if paused:
                clock = clock.stopped(now)
            elif clock.since is None:
                clock = replace(clock, since=now)
        seats[seat] = clock
    outage = isinstance(record, Credited) and record.reason in ("downtime", "begun")
    return Clocks(
        now,
        MappingProxyType(seats),
        paused,
        now if outage else last.credited,
        now if isinstance(record, Nudged) else last.nudged,
    )


def _opened(clock: SeatClock, wanted: Decision, history: Sequence[Clocks], now: datetime, seat: Seat) -> SeatClock:
    """Open a decision again after an undo: with the time it took, which the reserve is not charged for twice."""
    for index in range(len(history) - 1, -1, -1):
        before = history[index].of(seat)
        if before is not None and before.decision is not None and before.decision[0] == wanted[0]:
            last = index + 1 == len(history)
            after = clock if last else history[index + 1].seats[seat]
            ended = now if last else history[index + 1].at
            charged = max(NOTHING, before.reserve - after.reserve)
            reserve = min(before.reserve, clock.reserve + charged)
            return replace(before.stopped(ended), decision=wanted, reserve=reserve, missed=clock.missed)
    return replace(clock, decision=wanted)


def _recorded(seats: Mapping[Seat, SeatClock], record: Record, now: datetime, pace: Pace) -> dict[Seat, SeatClock]:
    """Do what a record says about the clocks themselves."""
    found = dict(seats)
    match record:
        case Played(seat=seat, by="player") if seat in found:
            found[Seat(seat)] = replace(found[Seat(seat)], missed=0)
        case TimedOut(seat=seat) if seat in found:
            clock = found[Seat(seat)]
            found[Seat(seat)] = replace(clock, late=True, missed=clock.missed + 1)
        case Reminded(seats=named, near=near):
            for seat in map(Seat, named):
                found[seat] = replace(found[seat], halfway=True, near=near or found[seat].near)
        case Returned(seat=seat):
            found[Seat(seat)] = replace(found[Seat(seat)].closed(now, SPANS[pace]), missed=0)
        case SeatChanged(seat=seat):
            found[Seat(seat)] = SeatClock(reserve_of(pace))
        case Credited(reason="begun"):
            found = {seat: SeatClock(reserve_of(pace)) for seat in found}
        case Credited(reason=reason, seconds=seconds, seats=named):
            for seat, clock in seats.items():
                if clock.decision is not None and (seat in named or not named):
                    granted = clock.credited(timedelta(seconds=seconds), now, whole=reason != "downtime")
                    found[seat] = replace(granted, vacated=clock.vacated or reason == "vacation")
        case _:
            pass
    return found
