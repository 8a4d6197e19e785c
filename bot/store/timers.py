"""What falls due: listing timers, taking one away, putting one aside.

Owns the queries of the table `timers`. Refuses to know setting them: that is part of a commit.
"""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import and_, delete, select, update
from sqlalchemy.sql import ColumnElement

from bot.match.model import Timer
from bot.store.database import Database
from bot.store.schema import timers

_columns = (timers.c.code, timers.c.kind, timers.c.due, timers.c.version)
_is_set = timers.c.state == "set"


class SqliteTimers:
    """`bot.match.ports.Timers` on a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def due(self, now: datetime, *, limit: int = 100) -> Sequence[Timer]:
        """List timers due by now, the longest due first."""
        query = select(*_columns).where(_is_set, timers.c.due <= now).order_by(timers.c.due, timers.c.code, timers.c.kind)
        return await self._database.read(
            lambda connection: [Timer(*row) for row in connection.execute(query.limit(limit))], doing="finding due timers"
        )

    async def next_due(self) -> datetime | None:
        """Tell when the nearest timer is due."""
        query = select(timers.c.due).where(_is_set).order_by(timers.c.due).limit(1)
        return await self._database.read(lambda connection: connection.execute(query).scalar(), doing="finding the next timer")

    async def drop(self, timer: Timer) -> None:
        """Take a timer away if it still stands as given."""
        statement = delete(timers).where(_stands(timer))
        await self._database.write(lambda connection: connection.execute(statement) and None, doing="dropping a timer")

    async def postpone(self, timer: Timer, until: datetime) -> None:
        """Let a timer fall due later if it still stands as given."""
        statement = update(timers).where(_stands(timer)).values(due=until)
        await self._database.write(lambda connection: connection.execute(statement) and None, doing="postponing a timer")

    async def park(self, timer: Timer, error: str) -> None:
        """Put a timer aside if it still stands as given; a later one of its kind replaces it."""
        statement = update(timers).where(_stands(timer)).values(state="parked", error=error)
        await self._database.write(lambda connection: connection.execute(statement) and None, doing="parking a timer")

    async def parked(self, code: str) -> Sequence[tuple[Timer, str]]:
        """List a match's timers that were put aside, with the reason."""
        query = select(*_columns, timers.c.error).where(timers.c.code == code, timers.c.state == "parked").order_by(timers.c.kind)
        return await self._database.read(
            lambda connection: [(Timer(*row[:-1]), row.error) for row in connection.execute(query)], doing="finding parked timers"
        )


def _stands(timer: Timer) -> ColumnElement[bool]:
    return and_(
        timers.c.code == timer.code, timers.c.kind == timer.kind, timers.c.due == timer.due, timers.c.version == timer.version
    )
