"""The whole store on one database, as the composition root sees it, and what only the owner of the data asks of it.

Owns putting the parts together and purging what is old. Refuses to know when either is due.
"""

from datetime import datetime

from sqlalchemy import delete

from bot.match.ports import Clock, Drafts, Notes, Outbox, Timers
from bot.store.database import Database
from bot.store.drafts import SqliteDrafts
from bot.store.matches import SqliteMatches
from bot.store.notes import SqliteNotes
from bot.store.outbox import SqliteOutbox
from bot.store.people import SqlitePeople
from bot.store.schema import incidents, outbox, requests
from bot.store.timers import SqliteTimers


class SqliteStore(SqliteMatches):
    """`bot.match.ports.Store` on an open database."""

    timers: Timers
    outbox: Outbox
    notes: Notes
    drafts: Drafts
    people: SqlitePeople

    def __init__(self, database: Database, *, clock: Clock) -> None:
        super().__init__(database, clock=clock)
        self.timers = SqliteTimers(database)
        self.outbox = SqliteOutbox(database, clock=clock)
        self.notes = SqliteNotes(database)
        self.drafts = SqliteDrafts(database)
        self.people = SqlitePeople(database)

    async def forget(self, user_id: int) -> None:
        """Take a user's id and name out of every table; see `SqlitePeople.forget`."""
        await self.people.forget(user_id)

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
