"""One open database file: its lock, its readers, its one writer, and work that finishes though its caller is cancelled.

Owns opening, closing and running a piece of work in a transaction. Refuses to know what is read or written.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection, delete, false
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.errors import StoreFault
from bot.store import dialect
from bot.store.lockfile import LockFile
from bot.store.migrate import Migrated, migrate
from bot.store.schema import meta

T = TypeVar("T")

BUSY_SECONDS = 5.0

_log = logging.getLogger(__name__)


class Database:
    """A database file opened by `Database.open`; `migrated` tells what that did to its schema."""

    def __init__(self, path: Path, readers: AsyncEngine, writer: AsyncEngine, migrated: Migrated) -> None:
        self.path = path
        self.migrated = migrated
        self._readers = readers
        self._writer = writer
        self._running: set[asyncio.Task[object]] = set()
        self._closed = False

    @classmethod
    @asynccontextmanager
    async def open(cls, path: Path, *, busy_seconds: float = BUSY_SECONDS) -> AsyncIterator["Database"]:
        """Open, migrate and hold a file until the block ends; its folder must exist.

        Raises StoreFault with the path and the reason, and then leaves the file as it was. busy_seconds: how long to wait for a
        lock that a program other than this one holds.
        """
        path = await asyncio.to_thread(_resolved, path)
        async with AsyncExitStack() as stack:
            stack.enter_context(LockFile(path))
            migrated = await migrate(path, busy_seconds=busy_seconds)
            writer = dialect.engine(path, "write", busy_seconds=busy_seconds)
            stack.push_async_callback(writer.dispose)
            readers = dialect.engine(path, "read", busy_seconds=busy_seconds)
            stack.push_async_callback(readers.dispose)
            database = cls(path, readers, writer, migrated)
            stack.push_async_callback(database._drain)
            await database.write(_touch, doing="making ready to write")
            opened = stack.pop_all()
        try:
            yield database
        finally:
            await _finish(opened.aclose())

    async def read(self, work: Callable[[Connection], T], *, doing: str = "reading") -> T:
        """Run work on one snapshot; raises StoreFault."""
        return await self._shielded(self._readers, work, doing)

    async def write(self, work: Callable[[Connection], T], *, doing: str = "writing") -> T:
        """Run work in one transaction behind all earlier writers; raises StoreFault, and whatever work raises after a rollback.

        A cancelled caller stops waiting; the work itself goes on to its end.
        """
        return await self._shielded(self._writer, work, doing)

    async def _shielded(self, engine: AsyncEngine, work: Callable[[Connection], T], doing: str) -> T:
        if self._closed:
            raise StoreFault(f"{self.path}: {doing} after it was closed")
        task = asyncio.create_task(self._run(engine, work, doing))
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            task.add_done_callback(_log_unheard)
            raise

    async def _run(self, engine: AsyncEngine, work: Callable[[Connection], T], doing: str) -> T:
        with dialect.faults(self.path, doing):
            async with engine.begin() as connection:
                return await connection.run_sync(work)

    async def settled(self) -> None:
        """Wait until all work that was begun is done, that of cancelled callers too."""
        await asyncio.gather(*self._running, return_exceptions=True)

    async def _drain(self) -> None:
        self._closed = True
        await self.settled()


def _touch(connection: Connection) -> None:
    """Write nothing, but as a write: what stands in its way is told now, not at the first move."""
    connection.execute(delete(meta).where(false()))


def _resolved(path: Path) -> Path:
    with dialect.faults(path, "finding it"):
        path = path.resolve()
        if not path.parent.is_dir():
            raise StoreFault(f"{path}: its folder does not exist")
    return path


async def _finish(closing: Coroutine[Any, Any, None]) -> None:
    """Close to the end, though we are cancelled meanwhile."""
    task = asyncio.create_task(closing)
    try:
        await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait([task])
        raise


def _log_unheard(task: "asyncio.Task[object]") -> None:
    """Log a failure that nobody waits for any more."""
    if not task.cancelled() and (error := task.exception()) is not None:
        _log.error("the work of a cancelled caller failed: %s", error)
