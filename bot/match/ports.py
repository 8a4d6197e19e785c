"""What the table needs from the world: a store, a clock, a delivery, a place to think.

Owns the protocols and the one exception that crosses them. Everything async; nothing here knows SQL or Discord.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from bot.engine.core import Seat
from bot.match.model import Commit, DraftKind, Header, OutboxRow, Places, Receipt, Status, Stored, Timer
from bot.players.base import Budget


class VersionConflict(Exception):
    """Another commit came first; reload and try again."""


class Matches(Protocol):
    """The store's side of a match; every method raises StoreFault when the database fails."""

    async def commit(self, commit: Commit) -> Receipt:
        """Write a commit in one transaction; raises VersionConflict when the match is no longer at `expected`.

        A request id that was committed before writes nothing and returns its first receipt, whatever the version. Shielded from
        cancellation: a cancelled caller leaves everything or nothing.
        """
        ...

    async def load(self, code: str, *, have: int = 0) -> Stored | None:
        """Load a match with the records after the first `have` ones; None for an unknown code."""
        ...

    async def receipt(self, request: str) -> Receipt | None:
        """Find the receipt of a request committed before."""
        ...

    async def places(self, code: str) -> Places | None:
        """Find where the match's messages are."""
        ...

    async def at_home(self, channel_id: int) -> Sequence[str]:
        """List the codes of the unended matches whose home (or lobby channel, while a lobby) is this channel, oldest first.

        When none is unended, the latest ended one whose home it is.
        """
        ...

    async def playing(self) -> Sequence[str]:
        """List the codes of all matches that are being played, oldest first."""
        ...

    async def of_user(self, user_id: int, *, statuses: frozenset[Status], limit: int = 200) -> Sequence[Header]:
        """List the matches in which a user holds a place or is invited.

        Those waiting for the user come first, then by latest change.
        """
        ...


class Timers(Protocol):
    """The store's side of what falls due."""

    async def due(self, now: datetime, *, limit: int = 100) -> Sequence[Timer]:
        """List timers due by now, the longest due first."""
        ...

    async def next_due(self) -> datetime | None:
        """Tell when the nearest timer is due."""
        ...

    async def drop(self, timer: Timer) -> None:
        """Take a timer away if it still stands as given (its work turned out void)."""
        ...

    async def postpone(self, timer: Timer, until: datetime) -> None:
        """Let a timer fall due later if it still stands as given; no commit, for nothing is told."""
        ...

    async def park(self, timer: Timer, error: str) -> None:
        """Put a timer aside that cannot be done; it is listed no more and shows in `/match info`."""
        ...


class Outbox(Protocol):
    """The store's side of delivery."""

    async def pending(self, code: str) -> Sequence[OutboxRow]:
        """List a match's undelivered, unparked rows in order."""
        ...

    async def waiting(self, now: datetime, *, limit: int = 100) -> Sequence[str]:
        """List the codes of matches with rows whose next try is due."""
        ...

    async def next_try(self) -> datetime | None:
        """Tell when the nearest next try is due."""
        ...

    async def sent(self, row: OutboxRow, places: Places) -> None:
        """Mark a row delivered and note where the match's messages are now, in one transaction."""
        ...

    async def postpone(self, row: OutboxRow, *, error: str, until: datetime) -> None:
        """Note a failed try and when to try again."""
        ...

    async def park(self, row: OutboxRow, *, error: str) -> None:
        """Put a row aside that can never be delivered."""
        ...

    async def rehome(self, code: str, channel_id: int) -> None:
        """Let a match's messages go to another channel or thread, and those that were put aside be tried again."""
        ...

    async def parked(self, code: str) -> Sequence[OutboxRow]:
        """List a match's parked rows, for `/match info`."""
        ...


class Drafts(Protocol):
    """What seats prepare in private; no part of the records, never shown to anybody but the seat's own holder."""

    async def find(self, code: str, seat: Seat, kind: DraftKind) -> str | None:
        """Find a seat's text."""
        ...

    async def swap(self, code: str, seat: Seat, kind: DraftKind, *, version: int, old: str | None, new: str | None) -> bool:
        """Put `new` (at most 500 characters, None: nothing) in the place of `old`.

        False, and nothing done, where the match is no longer at `version` or the text no longer `old`.
        """
        ...


class Notes(Protocol):
    """Small facts: incidents and the bot's own memory."""

    async def incident(self, *, where: str, error: str, code: str | None, at: datetime) -> str:
        """Note a fault; returns the incident id shown to the user (8 unambiguous characters)."""
        ...

    async def remember(self, key: str, value: str) -> None:
        """Keep a fact under a key."""
        ...

    async def recall(self, key: str) -> str | None:
        """Find a kept fact."""
        ...


class People(Protocol):
    """What people have said about their time."""

    async def away(self, user_id: int, now: datetime) -> tuple[datetime, datetime] | None:
        """Tell from when to when somebody is on vacation, if now is within it."""
        ...

    async def quiet_until(self, user_id: int, now: datetime) -> datetime | None:
        """Tell when somebody's quiet hours end, if now is within them."""
        ...


class Store(Matches, Protocol):
    """All of the store, as the composition root sees it."""

    timers: Timers
    outbox: Outbox
    notes: Notes
    drafts: Drafts


class Clock(Protocol):
    """The time."""

    def now(self) -> datetime:
        """Give the present moment, aware, in UTC."""
        ...


class Deliver(Protocol):
    """Sends what the outbox holds."""

    async def deliver(self, code: str, *, fresh: bool = False) -> None:
        """Send a match's pending rows in order; never raises for what Discord does: a failure is written to the outbox.

        fresh: somebody has just changed the match, so that it is worth a try before the pause after a failure is over.
        """
        ...


class Thinker(Protocol):
    """Runs a house bot's decision off the event loop (`bot.players.pool.Pool`)."""

    async def choose(self, game_key: str, options_json: str, dump: str, seat: Seat, level: str, seed: int, budget: Budget) -> str:
        """Choose a legal action's notation; raises Fault when no decision came."""
        ...
