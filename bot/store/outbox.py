"""Messages to send: what waits, what got through and where it is, what is tried again later, what was put aside.

Owns the queries of the tables `outbox` and `boards`. Refuses to know adding a row: that is part of a commit. The messages of one
match go out in order, so a match waits until its first pending row's next try is due, whatever stands behind that row.
"""

from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime

from sqlalchemy import Connection, Update, and_, func, insert, select, update

from bot.match.model import OutboxRow, Places
from bot.match.ports import Clock
from bot.store import rows
from bot.store.database import Database
from bot.store.schema import boards, outbox

_pending = outbox.c.state == "pending"
_head = select(func.min(outbox.c.id)).where(_pending).group_by(outbox.c.code)
_heads = and_(_pending, outbox.c.id.in_(_head))


class SqliteOutbox:
    """`bot.match.ports.Outbox` on a database."""

    def __init__(self, database: Database, *, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def pending(self, code: str) -> Sequence[OutboxRow]:
        """List a match's undelivered, unparked rows in order."""
        return await self._list(code, "pending")

    async def parked(self, code: str) -> Sequence[OutboxRow]:
        """List a match's parked rows in order."""
        return await self._list(code, "parked")

    async def _list(self, code: str, state: str) -> Sequence[OutboxRow]:
        query = select(outbox).where(outbox.c.state == state, outbox.c.code == code).order_by(outbox.c.id)
        return await self._database.read(
            lambda connection: [rows.outbox_row(row) for row in connection.execute(query)],
            doing=f"finding the {state} messages of {code}",
        )

    async def waiting(self, now: datetime, *, limit: int = 100) -> Sequence[str]:
        """List the codes of matches whose first pending row is due for a try, the longest due first."""
        query = (
            select(outbox.c.code).where(_heads, outbox.c.next_try <= now).order_by(outbox.c.next_try, outbox.c.id).limit(limit)
        )
        return await self._database.read(lambda connection: connection.execute(query).scalars().all(), doing="finding messages")

    async def next_try(self) -> datetime | None:
        """Tell when the nearest first pending row of a match is due for a try."""
        query = select(outbox.c.next_try).where(_heads).order_by(outbox.c.next_try).limit(1)
        return await self._database.read(lambda connection: connection.execute(query).scalar(), doing="finding the next message")

    async def sent(self, row: OutboxRow, places: Places) -> None:
        """Mark a row delivered and note where the match's messages are now, in one transaction."""
        statement = _this(row).values(state="sent", sent_at=self._clock.now(), error=None)

        def work(connection: Connection) -> None:
            connection.execute(statement)
            _put_places(connection, places)

        await self._database.write(work, doing=f"noting a message of {places.code} as sent")

    async def postpone(self, row: OutboxRow, *, error: str, until: datetime) -> None:
        """Note a failed try and when to try again."""
        await self._change(_this(row).values(attempts=outbox.c.attempts + 1, next_try=until, error=error))

    async def park(self, row: OutboxRow, *, error: str) -> None:
        """Put a row aside that can never be delivered; the failed try counts."""
        await self._change(_this(row).values(state="parked", attempts=outbox.c.attempts + 1, error=error))

    async def rehome(self, code: str, channel_id: int) -> None:
        """Let a match's messages go elsewhere, and those that were put aside be tried again, in one transaction."""
        again = update(outbox).where(outbox.c.code == code, outbox.c.state == "parked")
        place = {"code": code, "channel_id": channel_id, "home_id": channel_id, "board_message_id": None}

        def work(connection: Connection) -> None:
            connection.execute(again.values(state="pending", attempts=0, error=None, next_try=self._clock.now()))
            if connection.execute(update(boards).where(boards.c.code == code).values(place)).rowcount == 0:
                connection.execute(insert(boards).values(place))

        await self._database.write(work, doing=f"moving {code}")

    async def _change(self, statement: Update) -> None:
        def work(connection: Connection) -> None:
            connection.execute(statement)

        await self._database.write(work, doing="noting a message that failed")


def _this(row: OutboxRow) -> Update:
    # The id alone may be that of a newer row: SQLite gives the highest one out again once it was purged.
    one = row.outgoing
    return update(outbox).where(
        outbox.c.id == row.id, outbox.c.code == one.code, outbox.c.version == one.version, outbox.c.kind == one.kind, _pending
    )


def _put_places(connection: Connection, places: Places) -> None:
    values = asdict(places)
    if connection.execute(update(boards).where(boards.c.code == places.code).values(values)).rowcount == 0:
        connection.execute(insert(boards).values(values))
