"""Incidents and the bot's own memory.

Owns the tables `incidents` and `meta`. Refuses to know what is worth noting.
"""

import secrets
from datetime import datetime

from sqlalchemy import Connection, insert, select, update

from bot.store.database import Database
from bot.store.schema import incidents, meta

# Without 0 O 1 I L U: read aloud and typed again by people.
ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
LENGTH = 8


class SqliteNotes:
    """`bot.match.ports.Notes` on a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def incident(self, *, where: str, error: str, code: str | None, at: datetime) -> str:
        """Note a fault; returns the incident id shown to the user (8 unambiguous characters)."""
        incident = "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))

        def work(connection: Connection) -> None:
            connection.execute(insert(incidents).values(id=incident, area=where, error=error, code=code, at=at))

        await self._database.write(work, doing="noting an incident")
        return incident

    async def remember(self, key: str, value: str) -> None:
        """Keep a fact under a key."""

        def work(connection: Connection) -> None:
            if connection.execute(update(meta).where(meta.c.key == key).values(value=value)).rowcount == 0:
                connection.execute(insert(meta).values(key=key, value=value))

        await self._database.write(work, doing="remembering a fact")

    async def recall(self, key: str) -> str | None:
        """Find a kept fact."""
        query = select(meta.c.value).where(meta.c.key == key)
        return await self._database.read(lambda connection: connection.execute(query).scalar(), doing="recalling a fact")
