"""Housekeeping: what nobody needs any more is deleted from time to time.

Owns when and how old. Refuses to know what is deleted (the store's `purge`). A sweep that fails is logged and
tried again at the next turn.
"""

import asyncio
from datetime import datetime, timedelta
from typing import Final, Protocol

import structlog

from bot.errors import Fault
from bot.match.ports import Clock

KEPT: Final = timedelta(days=30)  # receipts, sent messages, incidents: longer than Discord repeats anything
EVERY: Final = 6 * 3_600.0  # seconds between two sweeps

log = structlog.get_logger(__name__)


class Purges(Protocol):
    """Who deletes."""

    async def purge(self, before: datetime) -> int:
        """Delete what is from before a moment; returns how many rows."""
        ...


class Housekeeping:
    """Sweeps at the start and then every few hours."""

    def __init__(self, *, store: Purges, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    async def run(self, *, every: float = EVERY) -> None:
        """Sweep for ever; ends only by cancellation."""
        while True:
            await self.sweep()
            await asyncio.sleep(every)

    async def sweep(self) -> None:
        """Delete what is too old; a fault is logged."""
        try:
            count = await self._store.purge(self._clock.now() - KEPT)
        except Fault as fault:
            log.error("purge_failed", error=str(fault))
            return
        log.info("purged", rows=count)
