"""Locks by key that vanish by themselves.

Owns one fair asyncio lock for each key that somebody holds or waits for. Refuses to promise more than saved work: what is right
rests on the store's compare-and-set.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary


class Locks:
    """Keyed locks; waiters get theirs in the order they asked, and a key nobody uses takes no memory."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def __len__(self) -> int:
        return len(self._locks)

    @asynccontextmanager
    async def hold(self, key: str) -> AsyncIterator[None]:
        """Hold the key's lock; other keys are not delayed."""
        lock = self._locks.get(key)
        if lock is None:
            # The local name keeps the lock alive as long as this caller holds or awaits it; no await lies between get and set.
            self._locks[key] = lock = asyncio.Lock()
        async with lock:
            yield
