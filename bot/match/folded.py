"""A match as the table sees it: what the store gave back, folded through the engine.

Owns the questions everybody asks of a match: whose decision it is, since when, what was told, what an offer waits for. Refuses to
change anything: the next match is made by `extended`, and becomes true only by a commit.
"""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from bot.engine.chance import commitment
from bot.engine.core import AnyGame, Options, Outcome, Seat
from bot.engine.records import By, Played, Resigned
from bot.engine.replay import Frame
from bot.errors import Fault
from bot.match.clock import Clocks
from bot.match.model import Header, HouseBot, Human, Record, SeatHolder, Status, Stored, StoredRecord
from bot.match.trace import Offer, Trace, fold_on

_DRAWN = 2  # the place of all seats that agree to a draw: nobody has won


@dataclass(frozen=True, slots=True)
class Work:
    """What the table itself has to play next: an automatic or forced `action`, or a house bot's decision at its `level`.

    level: "" for the game's default, which stands in for a person who is late.
    """

    seat: Seat
    by: By
    action: Any = None
    level: str = ""


@dataclass(frozen=True, slots=True)
class Match:
    """One match at one version; in a lobby there are no records and so no position."""

    header: Header
    holders: tuple[SeatHolder, ...]
    records: tuple[StoredRecord, ...]
    game: AnyGame
    options: Options
    trace: Trace

    @classmethod
    def fold(cls, stored: Stored, find_game: Callable[[str], AnyGame]) -> "Match":
        """Fold a whole match; raises ReplayDiverged, or Refusal for a game that is no longer here."""
        game = find_game(stored.header.game)
        options: Options = game.options.model_validate_json(stored.header.options)
        trace = fold_on(Trace(), game, options, stored.header.capacity, stored.records, pace=stored.header.pace)
        return cls(stored.header, stored.holders, stored.records, game, options, trace)

    def updated(self, stored: Stored) -> "Match":
        """Fold what the store gave beyond the records already here; raises ReplayDiverged."""
        trace = self.trace
        if stored.records:
            trace = fold_on(trace, self.game, self.options, stored.header.capacity, stored.records, pace=stored.header.pace)
        return replace(self, header=stored.header, holders=stored.holders, records=self.records + stored.records, trace=trace)

    def extended(
        self,
        records: Sequence[Record],
        *,
        at: datetime,
        actor: int | None,
        header: Header | None = None,
        holders: tuple[SeatHolder, ...] | None = None,
    ) -> "Match":
        """Give the match one version later with records added; raises ReplayDiverged."""
        header = replace(header or self.header, version=self.header.version + 1)
        first = len(self.records) + 1
        added = tuple(StoredRecord(seq, header.version, at, record, actor) for seq, record in enumerate(records, first))
        return self.updated(Stored(header, self.holders if holders is None else holders, added))

    # Position ---------------------------------------------------------------------------------------------------------

    @property
    def code(self) -> str:
        """The match's code."""
        return self.header.code

    @property
    def version(self) -> int:
        """The number of the last commit."""
        return self.header.version

    @property
    def frames(self) -> tuple[Frame, ...]:
        """What each record led to; `frames[i].seq == i + 1`."""
        return self.trace.frames

    @property
    def started(self) -> bool:
        """Whether the match has left the lobby."""
        return bool(self.frames)

    @property
    def state(self) -> Any:
        """The present position; raises Fault in a lobby."""
        if not self.frames:
            raise Fault(f"match {self.code} has no position before its start")
        return self.frames[-1].state

    @property
    def to_act(self) -> frozenset[Seat]:
        """The seats whose decision the rules await; empty unless the match is playing."""
        return self.game.to_act(self.state) if self.header.status is Status.PLAYING else frozenset()

    @property
    def outcome(self) -> Outcome | None:
        """The result, if the game is over: by the rules, or by agreement on a draw.

        Then all seats still in the game share the second place, and those who had left it the third.
        """
        if self.trace.drawn:
            return Outcome(tuple(_DRAWN + (seat in self.resigned) for seat in range(self.header.capacity)), None, "clock.drawn")
        return self.game.outcome(self.state) if self.frames else None

    @property
    def commitment(self) -> str:
        """The SHA-256 of the secret seed in hex, shown from the start."""
        return commitment(self.header.seed)

    # Seats ------------------------------------------------------------------------------------------------------------

    def place_of(self, user_id: int) -> SeatHolder | None:
        """Find a user's place, in the lobby or at the table."""
        return next((taken for taken in self.holders if _is_user(taken, user_id)), None)

    def seat_of(self, user_id: int) -> Seat | None:
        """Find the seat a user holds; None for a stranger and in a lobby, where nobody is seated yet."""
        taken = self.place_of(user_id)
        return Seat(taken.place) if taken is not None and self.started else None

    def holder(self, seat: Seat) -> SeatHolder:
        """Give who holds a seat; raises Fault for a seat nobody holds."""
        for taken in self.holders:
            if taken.place == seat:
                return taken
        raise Fault(f"match {self.code} has no seat {seat}")

    @property
    def resigned(self) -> frozenset[Seat]:
        """The seats that have left the game."""
        return frozenset(Seat(frame.record.seat) for frame in self.trace.line() if isinstance(frame.record, Resigned))

    @property
    def live_humans(self) -> frozenset[Seat]:
        """The seats held by people who have not resigned; empty in a lobby."""
        seats = frozenset(Seat(taken.place) for taken in self.holders if isinstance(taken.holder, Human))
        return seats - self.resigned if self.started else frozenset()

    @property
    def present(self) -> frozenset[Seat]:
        """Those of them whose seat no house bot keeps: who can be asked for consent."""
        return frozenset(seat for seat in self.live_humans if (clock := self.clocks.of(seat)) is None or not clock.kept)

    # Decisions --------------------------------------------------------------------------------------------------------

    def since(self, seat: Seat) -> int:
        """Give the version at which the seat's present decision opened (its last one while it has none; 0: never any).

        A press made for an earlier version is stale. Records that change the position set it, except another seat's answer in the
        same simultaneous window and standing actions; offers, notices and pauses never do.
        """
        opened = self.trace.opened.get(seat)
        return 0 if opened is None else opened.version

    @property
    def works(self) -> tuple[Work, ...]:
        """What the table has to play now, the most urgent first: automatic, forced, then the house bots by seat."""
        return _works(self.game, self.state, self.holders, self.stood_in) if self.to_act else ()

    @property
    def awaited(self) -> frozenset[Seat]:
        """The seats of people a decision is awaited from: those to act without the ones the table plays for."""
        return self.to_act - {work.seat for work in self.works}

    def awaited_at(self, version: int) -> frozenset[Seat]:
        """The same as it stood at an earlier version, by today's holders; empty before the start."""
        frame = self.frame_at(version)
        if frame is None:
            return frozenset()
        works = _works(self.game, frame.state, self.holders, self._stood_in(self.trace.clocks[frame.seq - 1]))
        return self.game.to_act(frame.state) - {work.seat for work in works}

    # Time -------------------------------------------------------------------------------------------------------------

    @property
    def clocks(self) -> Clocks:
        """Everybody's time as of the last record; raises Fault in a lobby."""
        if not self.trace.clocks:
            raise Fault(f"match {self.code} has no clocks before its start")
        return self.trace.clocks[-1]

    def clocks_at(self, version: int) -> Clocks | None:
        """The same as of an earlier version; None before the start."""
        frame = self.frame_at(version)
        return None if frame is None else self.trace.clocks[frame.seq - 1]

    @property
    def stood_in(self) -> frozenset[Seat]:
        """The seats that a house bot plays for a person who is late; none once all people are away, for nobody is played on."""
        return self._stood_in(self.clocks) if self.started else frozenset()

    def _stood_in(self, clocks: Clocks) -> frozenset[Seat]:
        people = self.live_humans
        here = [seat for seat in people if (clock := clocks.of(seat)) is None or not clock.kept]
        return clocks.stood_in(self.header.late) & people if here else frozenset()

    @property
    def offer(self) -> Offer | None:
        """The offer nobody has closed."""
        return self.trace.offer

    # History ----------------------------------------------------------------------------------------------------------

    def frame_at(self, version: int) -> Frame | None:
        """Give the last frame of a version; None before the start."""
        count = bisect_right(self.records, version, key=lambda stored: stored.version)
        return self.frames[count - 1] if count else None

    def records_between(self, after: int, version: int) -> tuple[StoredRecord, ...]:
        """Give the records of versions after < v <= version, in order."""
        first = bisect_right(self.records, after, key=lambda stored: stored.version)
        return self.records[first : bisect_right(self.records, version, key=lambda stored: stored.version)]

    def frames_between(self, after: int, version: int) -> tuple[Frame, ...]:
        """Give the frames of the same records."""
        return tuple(self.frames[stored.seq - 1] for stored in self.records_between(after, version))

    def is_standing(self, stored: StoredRecord) -> bool:
        """Tell whether a record is a standing action."""
        return stored.seq in self.trace.standing

    def last_own(self, seat: Seat) -> Frame | None:
        """Find the seat's last own action on the present line: what an undo by this seat takes back."""
        for frame in self.trace.line():
            if isinstance(frame.record, Played) and frame.record.seat == seat and frame.record.by == "player":
                return frame
        return None


def _is_user(taken: SeatHolder, user_id: int) -> bool:
    return isinstance(taken.holder, Human) and taken.holder.user_id == user_id


def _works(game: AnyGame, state: Any, holders: tuple[SeatHolder, ...], stood_in: frozenset[Seat]) -> tuple[Work, ...]:
    due = game.to_act(state)
    if not due:
        return ()
    found: list[Work] = []
    if (unasked := game.automatic(state)) is not None:
        found.append(Work(unasked[0], "automatic", unasked[1]))
    elif (unasked := game.forced(state)) is not None:
        found.append(Work(unasked[0], "forced", unasked[1]))
    bots = {Seat(taken.place): taken.holder.level for taken in holders if isinstance(taken.holder, HouseBot)}
    bots |= dict.fromkeys(stood_in, "")
    asked = sorted(due - {work.seat for work in found})
    return (*found, *(Work(seat, "bot", level=bots[seat]) for seat in asked if seat in bots))
