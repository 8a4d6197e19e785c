"""A store in memory that keeps the contract of `bot.match.ports` to the letter, for the table's tests.

Owns compare-and-set, request ids, timers and the outbox as the ports describe them. Refuses to be fast or to last.
"""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

from bot.engine.core import Seat
from bot.match.model import (
    RECORD,
    Commit,
    DraftKind,
    Header,
    Human,
    OutboxRow,
    Outgoing,
    Places,
    Receipt,
    SeatHolder,
    Status,
    Stored,
    StoredRecord,
    Timer,
    TimerKind,
)
from bot.match.ports import Clock, Drafts, Notes, Outbox, Timers, VersionConflict


class FixedClock:
    """A clock that only a test moves."""

    def __init__(self) -> None:
        self._now = datetime(2030, 1, 1, 12, tzinfo=UTC)

    def now(self) -> datetime:
        """Give the moment the test has set."""
        return self._now

    def pass_(self, span: timedelta) -> None:
        """Let time pass."""
        self._now += span


@dataclass
class Row:
    """One match."""

    header: Header
    holders: tuple[SeatHolder, ...]
    records: list[StoredRecord] = field(default_factory=list)


class MemoryTimers:
    """What falls due."""

    def __init__(self) -> None:
        self.rows: dict[tuple[str, TimerKind], Timer] = {}
        self.parked: dict[tuple[str, TimerKind], str] = {}

    async def due(self, now: datetime, *, limit: int = 100) -> Sequence[Timer]:
        """List timers due by now, the longest due first."""
        found = [timer for key, timer in self.rows.items() if timer.due <= now and key not in self.parked]
        return sorted(found, key=lambda timer: timer.due)[:limit]

    async def next_due(self) -> datetime | None:
        """Tell when the nearest timer is due."""
        return min((timer.due for key, timer in self.rows.items() if key not in self.parked), default=None)

    async def drop(self, timer: Timer) -> None:
        """Take a timer away if it still stands as given."""
        if self.rows.get((timer.code, timer.kind)) == timer:
            del self.rows[timer.code, timer.kind]

    async def postpone(self, timer: Timer, until: datetime) -> None:
        """Let a timer fall due later if it still stands as given."""
        if self.rows.get((timer.code, timer.kind)) == timer:
            self.rows[timer.code, timer.kind] = replace(timer, due=until)

    async def park(self, timer: Timer, error: str) -> None:
        """Put a timer aside."""
        self.parked[timer.code, timer.kind] = error


class MemoryOutbox:
    """What is to be sent; deliveries themselves are no matter of the table."""

    def __init__(self) -> None:
        self.rows: list[OutboxRow] = []
        self.homes: dict[str, int] = {}

    async def pending(self, code: str) -> Sequence[OutboxRow]:
        """List a match's rows in order."""
        return [row for row in self.rows if row.outgoing.code == code]

    async def waiting(self, now: datetime, *, limit: int = 100) -> Sequence[str]:
        """List the codes of matches with rows."""
        return list(dict.fromkeys(row.outgoing.code for row in self.rows))[:limit]

    async def next_try(self) -> datetime | None:
        """Tell nothing: no row has been tried."""
        return None

    async def sent(self, row: OutboxRow, places: Places) -> None:
        """Forget a delivered row."""
        self.rows.remove(row)

    async def postpone(self, row: OutboxRow, *, error: str, until: datetime) -> None:
        """Note a failed try."""
        self.rows[self.rows.index(row)] = replace(row, attempts=row.attempts + 1, error=error)

    async def park(self, row: OutboxRow, *, error: str) -> None:
        """Put a row aside."""
        self.rows[self.rows.index(row)] = replace(row, parked=True, error=error)

    async def rehome(self, code: str, channel_id: int) -> None:
        """Try again what was put aside."""
        self.homes[code] = channel_id
        self.rows = [replace(row, parked=False, error=None) if row.outgoing.code == code else row for row in self.rows]

    async def parked(self, code: str) -> Sequence[OutboxRow]:
        """List a match's rows put aside."""
        return [row for row in self.rows if row.outgoing.code == code and row.parked]


class MemoryDrafts:
    """What seats prepare; `versions` tells the match's present one."""

    def __init__(self, versions: Callable[[str], int]) -> None:
        self.texts: dict[tuple[str, Seat, DraftKind], str] = {}
        self._versions = versions

    async def find(self, code: str, seat: Seat, kind: DraftKind) -> str | None:
        """Find a seat's text."""
        await asyncio.sleep(0)
        return self.texts.get((code, seat, kind))

    async def swap(self, code: str, seat: Seat, kind: DraftKind, *, version: int, old: str | None, new: str | None) -> bool:
        """Put a text in another's place, if both are what was thought."""
        await asyncio.sleep(0)
        if self._versions(code) != version or self.texts.get((code, seat, kind)) != old:
            return False
        self.texts.pop((code, seat, kind), None)
        if new is not None:
            self.texts[code, seat, kind] = new
        return True


class MemoryNotes:
    """Small facts."""

    def __init__(self) -> None:
        self.facts: dict[str, str] = {}

    async def incident(self, *, where: str, error: str, code: str | None, at: datetime) -> str:
        """Note a fault."""
        return "23456789"

    async def remember(self, key: str, value: str) -> None:
        """Keep a fact."""
        self.facts[key] = value

    async def recall(self, key: str) -> str | None:
        """Find a fact."""
        return self.facts.get(key)


class MemoryStore:
    """`bot.match.ports.Store` in memory."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.rows: dict[str, Row] = {}
        self.requests: dict[str, Receipt] = {}
        self._timers = MemoryTimers()
        self._outbox = MemoryOutbox()
        self.timers: Timers = self._timers
        self.outbox: Outbox = self._outbox
        self.notes: Notes = MemoryNotes()
        self._drafts = MemoryDrafts(lambda code: self.rows[code].header.version)
        self.drafts: Drafts = self._drafts

    async def commit(self, commit: Commit) -> Receipt:
        """Write a commit or nothing: request first, then the version."""
        await asyncio.sleep(0)  # gives way to other tasks, as a database does
        if commit.request is not None and commit.request in self.requests:
            return self.requests[commit.request]
        header, row = commit.header, self.rows.get(commit.header.code)
        if (row.header.version if row else 0) != commit.expected:
            raise VersionConflict(header.code)
        self._check(commit, row)
        if row is None:
            row = self.rows[header.code] = Row(header, ())
        row.header = header
        row.holders = row.holders if commit.holders is None else commit.holders
        row.records += [replace(one, record=RECORD.validate_json(RECORD.dump_json(one.record))) for one in commit.records]
        for kind in commit.drop:
            self._timers.rows.pop((header.code, kind), None)
        for timer in commit.timers:
            self._timers.rows[timer.code, timer.kind] = timer
            self._timers.parked.pop((timer.code, timer.kind), None)
        for seat, what in commit.undrafted:
            self._drafts.texts.pop((header.code, seat, what), None)
        for outgoing in commit.outbox:
            self._outbox.rows.append(OutboxRow(len(self._outbox.rows) + 1, outgoing, self.clock.now()))
        if commit.request is not None:
            self.requests[commit.request] = commit.receipt
        return commit.receipt

    def _check(self, commit: Commit, row: Row | None) -> None:
        """Hold the commit to the contract: one version on, records without a gap, unique messages, one timer a kind."""
        header = commit.header
        assert header.version == commit.expected + 1
        assert commit.receipt.code == header.code
        assert commit.receipt.version == header.version
        first = len(row.records) + 1 if row else 1
        assert [one.seq for one in commit.records] == list(range(first, first + len(commit.records)))
        assert {one.version for one in commit.records} <= {header.version}
        keys = [(one.code, one.version, one.kind) for one in commit.outbox]
        assert len(keys) == len(set(keys))
        assert not set(keys) & {_key(one.outgoing) for one in self._outbox.rows}
        assert {(one.code, one.version) for one in commit.outbox} <= {(header.code, header.version)}
        assert len({one.kind for one in commit.timers}) == len(commit.timers)
        if commit.holders is not None:
            assert len({one.place for one in commit.holders}) == len(commit.holders)

    async def load(self, code: str, *, have: int = 0) -> Stored | None:
        """Load a match with the records after the first `have`."""
        await asyncio.sleep(0)
        row = self.rows.get(code)
        return None if row is None else Stored(row.header, row.holders, tuple(row.records[have:]))

    async def receipt(self, request: str) -> Receipt | None:
        """Find a first receipt."""
        await asyncio.sleep(0)
        return self.requests.get(request)

    async def places(self, code: str) -> Places | None:
        """Tell nothing: nothing is delivered."""
        return None

    async def at_home(self, channel_id: int) -> Sequence[str]:
        """List the unended matches of a channel."""
        unended = (Status.LOBBY, Status.PLAYING)
        return [code for code, row in self.rows.items() if row.header.channel_id == channel_id and row.header.status in unended]

    async def playing(self) -> Sequence[str]:
        """List the matches being played."""
        return [code for code, row in self.rows.items() if row.header.status is Status.PLAYING]

    async def of_user(self, user_id: int, *, statuses: frozenset[Status], limit: int = 200) -> Sequence[Header]:
        """List the matches in which a user holds a place or is invited."""
        found = []
        for row in self.rows.values():
            users = {taken.holder.user_id for taken in row.holders if isinstance(taken.holder, Human)}
            if user_id in users | set(row.header.invited) and row.header.status in statuses:
                found.append(row.header)
        return found[:limit]


def _key(outgoing: Outgoing) -> tuple[str, int, str]:
    return outgoing.code, outgoing.version, outgoing.kind
