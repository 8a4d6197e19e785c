"""The playground's clock: the machine's time plus what the developer has turned it on.

Owns the shift and who sleeps on it. The local Discord and the bot share one, so reminders and deadlines come as if time had
passed.
"""

import asyncio
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta


class ShiftedClock:
    """A clock that runs by itself and can be turned on; `shift` is how far, in seconds. `heard_by` is told of every turn."""

    def __init__(self, shift: float = 0.0) -> None:
        self.shift = shift
        self.heard_by: list[Callable[[], None]] = []
        self._turned = asyncio.Event()

    def now(self) -> datetime:
        """Give the present moment in UTC."""
        return datetime.now(UTC) + timedelta(seconds=self.shift)

    def monotonic(self) -> float:
        """Count seconds, those turned on included."""
        return time.monotonic() + self.shift

    async def sleep(self, seconds: float) -> None:
        """Sleep until the clock shows `seconds` more, by passing or by turning."""
        until = self.monotonic() + seconds
        while (left := until - self.monotonic()) > 0:
            turned = self._turned
            try:
                async with asyncio.timeout(left):
                    await turned.wait()
            except TimeoutError:
                continue

    def advance(self, seconds: float) -> None:
        """Turn the clock on by `seconds` >= 0 and wake every sleeper to look again; raises ValueError for going back."""
        if seconds < 0:
            raise ValueError(f"time does not go back: {seconds}")
        self.shift += seconds
        turned, self._turned = self._turned, asyncio.Event()
        turned.set()
        for hear in self.heard_by:
            hear()
