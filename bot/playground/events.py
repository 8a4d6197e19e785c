"""What has happened, in order, and the ways to wait for it without sleeping.

Owns the log of world events and its waiters. It does not know who causes events nor what they mean.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

KEPT = 20_000


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened: a kind such as `message_create`, and its facts by name."""

    number: int
    kind: str
    facts: dict[str, Any] = field(default_factory=dict)

    def __getattr__(self, name: str) -> Any:
        try:
            return self.facts[name]
        except KeyError:
            raise AttributeError(f"{self.kind} has no fact {name!r}, only {sorted(self.facts)}") from None


class EventLog:
    """The last `KEPT` events at least; `wait` finds the first that fits, past or future."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self._forgotten = 0
        self.heard_by: list[Callable[[Event], None]] = []  # told at once, before whoever caused the event goes on
        self._waiters: set[asyncio.Future[None]] = set()

    @property
    def mark(self) -> int:
        """The number the next event will have."""
        return self._forgotten + len(self.events)

    def happened(self, kind: str, **facts: Any) -> Event:
        """Add an event and wake everyone who waits."""
        event = Event(self.mark, kind, facts)
        self.events.append(event)
        if len(self.events) > 2 * KEPT:
            del self.events[:KEPT]
            self._forgotten += KEPT
        for hear in self.heard_by:
            hear(event)
        waiters, self._waiters = self._waiters, set()
        for waiter in waiters:
            if not waiter.done():
                waiter.set_result(None)
        return event

    async def next(self) -> None:
        """Wait until anything at all happens."""
        waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiters.add(waiter)
        try:
            await waiter
        finally:
            self._waiters.discard(waiter)

    async def wait(self, predicate: Callable[[Event], bool], *, since: int, timeout: float) -> Event:
        """Give the first event numbered `since` or later for which the predicate holds; TimeoutError after `timeout` s."""
        position = since
        async with asyncio.timeout(timeout):
            while True:
                while position < self.mark:
                    position = max(position, self._forgotten)
                    event = self.events[position - self._forgotten]
                    position += 1
                    if predicate(event):
                        return event
                await self.next()

    async def until(self, condition: Callable[[], bool], *, timeout: float) -> None:
        """Wait until the condition holds, looking again after every event; TimeoutError after `timeout` seconds."""
        async with asyncio.timeout(timeout):
            while not condition():
                await self.next()
