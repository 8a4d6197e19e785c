"""The whole store on one database, as the composition root sees it, and what only the owner of the data asks of it.

Owns putting the parts together, forgetting a user and purging what is old. Refuses to know when either is due.
"""

import asyncio
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, delete, func, or_, select, tuple_, update

from bot.match.ports import Clock, Drafts, Notes, Outbox, Timers
from bot.store import dialect
from bot.store.database import Database
from bot.store.drafts import SqliteDrafts
from bot.store.matches import SqliteMatches
from bot.store.notes import SqliteNotes
from bot.store.outbox import SqliteOutbox
from bot.store.schema import drafts, incidents, invited, matches, outbox, records, requests, seats, timers
from bot.store.timers import SqliteTimers


class SqliteStore(SqliteMatches):
    """`bot.match.ports.Store` on an open database."""

    timers: Timers
    outbox: Outbox
    notes: Notes
    drafts: Drafts

    def __init__(self, database: Database, *, clock: Clock) -> None:
        super().__init__(database, clock=clock)
        self.timers = SqliteTimers(database)
        self.outbox = SqliteOutbox(database, clock=clock)
        self.notes = SqliteNotes(database)
        self.drafts = SqliteDrafts(database)

    async def forget(self, user_id: int) -> None:
        """Take a user's id and name out of every table: seats become Gone and lose their drafts, what they did names nobody.

        Every match of theirs steps to a next version, so that a commit made from what was loaded before loses and cannot bring
        the id back. Records stay: every replay still works.
        """
        await self._database.write(lambda connection: _forget(connection, user_id), doing="forgetting a user")
        await asyncio.to_thread(dialect.shrink_log, self._database.path)

    async def purge(self, before: datetime) -> int:
        """Delete receipts, sent messages and incidents from before a moment; returns how many.

        A request whose receipt is gone would be taken for a new one: keep them longer than Discord repeats anything.
        """
        statements = (
            delete(requests).where(requests.c.at < before),
            delete(outbox).where(outbox.c.state == "sent", outbox.c.sent_at < before),
            delete(incidents).where(incidents.c.at < before),
        )
        return await self._database.write(
            lambda connection: sum(connection.execute(statement).rowcount for statement in statements),
            doing="purging what is old",
        )


def _forget(connection: Connection, user_id: int) -> None:
    touched = or_(
        matches.c.host == user_id,
        *(matches.c.code.in_(select(table.c.code).where(column == user_id)) for table, column in _named()),
    )
    newer = select(func.max(matches.c.changed) + 1).scalar_subquery()
    statements: tuple[Any, ...] = (
        update(matches).where(touched).values(version=matches.c.version + 1, changed=newer),
        update(matches).where(matches.c.host == user_id).values(host=None),
        delete(drafts).where(
            tuple_(drafts.c.code, drafts.c.place).in_(select(seats.c.code, seats.c.place).where(seats.c.user_id == user_id))
        ),
        update(seats).where(seats.c.user_id == user_id).values(kind="gone", user_id=None, name=None, level=None),
        update(records).where(records.c.actor == user_id).values(actor=None),
        delete(invited).where(invited.c.user_id == user_id),
        *(
            update(column.table).where(column.contains(str(user_id))).values({column: func.replace(column, str(user_id), "-")})
            for column in (timers.c.error, outbox.c.error, incidents.c.error)
        ),
    )
    for statement in statements:
        connection.execute(statement)


def _named() -> tuple[tuple[Any, Any], ...]:
    return (seats, seats.c.user_id), (invited, invited.c.user_id), (records, records.c.actor)
