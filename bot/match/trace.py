"""What a match's records say besides its positions: the line they form, when decisions opened, the clocks, the open offer.

Owns folding records one by one, positions included (by the engine's replay). Refuses to know seats' holders, storage and time.

The line: an undo deletes nothing, it continues from an earlier record. `heads[i]` names the last record of the present line as
of record i + 1, `parents[i]` the one before record i + 1 on its line (0: none); both count from 1. Records that leave the
position alone are on no line.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from bot.engine.core import AnyGame, Options, Seat
from bot.engine.records import Played, Resigned, Started, TookBack
from bot.engine.replay import Frame, advance, begin
from bot.errors import Refusal, ReplayDiverged
from bot.match.clock import Clocks, moved
from bot.match.model import Aborted, Answered, Drawn, Offered, OfferKind, Pace, Paused, StoredRecord


@dataclass(frozen=True, slots=True)
class Offer:
    """An offer nobody has closed: `to` is the record an undo goes back to, `yes` the seats that have agreed so far."""

    what: OfferKind
    seat: Seat
    to: int | None
    version: int
    yes: frozenset[Seat] = frozenset()


@dataclass(frozen=True, slots=True)
class Opened:
    """The record on the line that opened a seat's present (or, while it has none, its last) decision.

    version: of that record, or of the undo that opened the decision again.
    """

    seq: int
    version: int


@dataclass(frozen=True, slots=True)
class Trace:
    """The fold of all records.

    openings: by record, which decision is each seat's as of it. clocks: by record, everybody's time as of it. turned: the last
    record that changed the position. counts: all draws ever made, by label.
    """

    frames: tuple[Frame, ...] = ()
    heads: tuple[int, ...] = ()
    parents: tuple[int, ...] = ()
    standing: frozenset[int] = frozenset()
    openings: tuple[dict[Seat, Opened], ...] = ()
    offer: Offer | None = None
    aborted: Aborted | None = None
    drawn: bool = False
    clocks: tuple[Clocks, ...] = ()
    turned: int = 0
    counts: Mapping[str, int] = field(default_factory=dict)

    @property
    def opened(self) -> Mapping[Seat, Opened]:
        """Each seat's decision as of the last record."""
        return self.openings[-1] if self.openings else {}

    def line(self) -> Iterator[Frame]:
        """Walk the present line from the last record that counts back to the start."""
        seq = self.heads[-1] if self.heads else 0
        while seq:
            yield self.frames[seq - 1]
            seq = self.parents[seq - 1]


def fold_on(trace: Trace, game: AnyGame, options: Options, seats: int, records: Iterable[StoredRecord], *, pace: Pace) -> Trace:
    """Fold further records onto a trace; raises ReplayDiverged for one that is missing or no longer fits."""
    folding = _Folding(trace, game, options, seats, pace)
    for record in records:
        folding.add(record)
    return folding.done()


class _Folding:
    """The working copy of a trace while records are added."""

    def __init__(self, trace: Trace, game: AnyGame, options: Options, seats: int, pace: Pace) -> None:
        self._game = game
        self._options = options
        self._seats = seats
        self._pace = pace
        self._frames = list(trace.frames)
        self._heads = list(trace.heads)
        self._parents = list(trace.parents)
        self._standing = set(trace.standing)
        self._openings = list(trace.openings)
        self._offer = trace.offer
        self._aborted = trace.aborted
        self._drawn = trace.drawn
        self._clocks = list(trace.clocks)
        self._turned = trace.turned
        self._counts = dict(trace.counts)

    def add(self, stored: StoredRecord) -> None:
        """Fold one record."""
        seq = len(self._frames) + 1
        if stored.seq != seq:
            raise ReplayDiverged(f"record {seq} is missing, the next is {stored.seq}", version=seq)
        due = self._due()
        self._frames.append(self._frame(stored))
        for draw in getattr(stored.record, "draws", ()):
            self._counts[draw.label] = self._counts.get(draw.label, 0) + 1
        self._extend_line(stored)
        self._open(stored, due)
        self._consider_offer(stored)
        self._let_run(stored)

    def done(self) -> Trace:
        """Freeze the result."""
        return Trace(
            frames=tuple(self._frames),
            heads=tuple(self._heads),
            parents=tuple(self._parents),
            standing=frozenset(self._standing),
            openings=tuple(self._openings),
            offer=self._offer,
            aborted=self._aborted,
            drawn=self._drawn,
            clocks=tuple(self._clocks),
            turned=self._turned,
            counts=dict(self._counts),
        )

    def _due(self) -> frozenset[Seat]:
        return self._game.to_act(self._frames[-1].state) if self._frames else frozenset()

    def _frame(self, stored: StoredRecord) -> Frame:
        record = stored.record
        if self._frames:
            if isinstance(record, Played) and self._is_standing(record):
                self._standing.add(stored.seq)
            return advance(self._game, self._frames, record)
        if not isinstance(record, Started):
            raise ReplayDiverged("the first record is not the start", version=1)
        return begin(self._game, self._options, self._seats, record)

    def _is_standing(self, record: Played) -> bool:
        try:
            action = self._game.parse(self._frames[-1].state, Seat(record.seat), record.action)
        except Refusal:
            return False  # the replay that follows says what is wrong with it
        return self._game.is_standing(action)

    def _extend_line(self, stored: StoredRecord) -> None:
        head = self._heads[-1] if self._heads else 0
        self._parents.append(head)
        match stored.record:
            case Started() | Played() | Resigned():
                head = stored.seq
            case TookBack(to=to):
                head = self._heads[to - 1]
            case _:
                self._heads.append(head)
                return
        self._heads.append(head)
        self._turned = stored.seq

    def _open(self, stored: StoredRecord, before: frozenset[Seat]) -> None:
        """Note for which seats a decision opened: never by a standing action or by another seat's answer in the same window."""
        due = self._due()
        now = self._openings[-1] if self._openings else {}
        match stored.record:
            case Played(seat=seat) if stored.seq not in self._standing:
                fresh = {other for other in due if other == seat or other not in before}
            case Started() | Resigned():
                fresh = set(due)
            case TookBack(seat=seat, to=to):
                self._openings.append(now | self._reopened(due, Seat(seat), to, stored.version))
                return
            case _:
                fresh = set()
        self._openings.append(now | dict.fromkeys(fresh, Opened(stored.seq, stored.version)) if fresh else now)

    def _reopened(self, due: frozenset[Seat], seat: Seat, to: int, version: int) -> dict[Seat, Opened]:
        """Open again what was open as of record `to`, but for other seats whose same decision was open all the time."""
        now, then = self._openings[-1], self._openings[to - 1]
        return {other: Opened(then[other].seq, version) for other in due if other == seat or now[other] != then[other]}

    def _let_run(self, stored: StoredRecord) -> None:
        opened = self._openings[-1]
        decisions = {seat: (opened[seat].seq, opened[seat].version) for seat in self._due()}
        self._clocks.append(moved(self._clocks, stored, decisions, self._pace))

    def _consider_offer(self, stored: StoredRecord) -> None:
        match stored.record:
            case Offered(seat=seat, what=what, to=to):
                self._offer = Offer(what, Seat(seat), to, stored.version)
            case Answered(seat=seat, yes=yes) if self._offer is not None:
                agreed = Offer(
                    self._offer.what, self._offer.seat, self._offer.to, self._offer.version, self._offer.yes | {Seat(seat)}
                )
                self._offer = agreed if yes and seat != self._offer.seat else None
            case Aborted():
                self._offer = None
                self._aborted = stored.record
            case Paused(on=True) if self._offer is not None and self._offer.what == "pause":
                self._offer = None
            case Drawn():
                self._offer = None
                self._drawn = True
            case _ if self._turned == stored.seq:
                self._offer = self._aborted = None
