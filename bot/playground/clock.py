"""Time as the local Discord sees it: the system's, or a hand-turned one for tests.

Owns the two clocks and nothing else; it knows no deadline by name. Every limit of the local Discord (3 s, 15 min, archive,
nonce memory) is measured on one of these.
"""

import asyncio
import time
from datetime import UTC, datetime, timedelta
from typing import Protocol


class Clock(Protocol):
    """What the local Discord asks of time: the date, a monotonic count in seconds, and a sleep on that count."""

    def now(self) -> datetime: ...

    def monotonic(self) -> float: ...

    async def sleep(self, seconds: float) -> None: ...


class SystemClock:
    """The real time."""

    def now(self) -> datetime:
        return datetime.now(UTC)

    def monotonic(self) -> float:
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(max(0.0, seconds))


class ManualClock:
    """A clock that stands still until `advance`; starts at the real date unless given one."""

    def __init__(self, start: datetime | None = None) -> None:
        self._now = start or datetime.now(UTC)
        self._elapsed = 0.0
        self._sleepers: list[tuple[float, asyncio.Future[None]]] = []

    def now(self) -> datetime:
        return self._now

    def monotonic(self) -> float:
        return self._elapsed

    async def sleep(self, seconds: float) -> None:
        if seconds <= 0:
            return
        waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        entry = (self._elapsed + seconds, waiter)
        self._sleepers.append(entry)
        try:
            await waiter
        finally:
            if entry in self._sleepers:
                self._sleepers.remove(entry)

    def advance(self, seconds: float) -> None:
        """Move time on by `seconds` >= 0 and wake every sleeper whose moment has come, earliest first."""
        if seconds < 0:
            raise ValueError(f"time does not go back: {seconds}")
        self._elapsed += seconds
        self._now += timedelta(seconds=seconds)
        due = sorted((entry for entry in self._sleepers if entry[0] <= self._elapsed), key=lambda entry: entry[0])
        for entry in due:
            self._sleepers.remove(entry)
            if not entry[1].done():
                entry[1].set_result(None)
