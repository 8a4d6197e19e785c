"""A connection of aiosqlite's whose statements cost one trip to its thread instead of three or four.

Owns nothing but that: SQLAlchemy opens a cursor, executes, fetches and closes, each of which aiosqlite sends to its thread alone;
here all of it travels together and the rest is answered from memory. Refuses to know what is executed.
"""

import sqlite3
from collections.abc import Sequence
from functools import partial
from typing import Any

import aiosqlite

Rows = list[tuple[Any, ...]]


class OneTripCursor:
    """What SQLAlchemy uses of a cursor; the rows are there as soon as the statement was executed."""

    arraysize = 1

    def __init__(self, connection: "OneTripConnection") -> None:
        self._connection = connection
        self._cursor: sqlite3.Cursor | None = None
        self._rows: Rows = []

    async def __aenter__(self) -> "OneTripCursor":
        return self

    @property
    def description(self) -> Any:
        """The columns of the rows; None after a statement that gives none."""
        return self._cursor and self._cursor.description

    @property
    def rowcount(self) -> int:
        """How many rows were changed; -1 where that means nothing."""
        return -1 if self._cursor is None else self._cursor.rowcount

    @property
    def lastrowid(self) -> int | None:
        """The number SQLite gave to the last row put in."""
        return None if self._cursor is None else self._cursor.lastrowid

    async def execute(self, sql: str, parameters: Sequence[Any] = ()) -> None:
        """Execute a statement and fetch its rows."""
        self._cursor, self._rows = await self._connection.trip(sql, parameters, many=False)

    async def executemany(self, sql: str, parameters: Sequence[Sequence[Any]]) -> None:
        """Execute a statement once for each row of parameters."""
        self._cursor, self._rows = await self._connection.trip(sql, parameters, many=True)

    async def fetchall(self) -> Rows:
        """Give the rows, which are here already."""
        return self._rows

    async def close(self) -> None:
        """Do nothing: all rows were fetched, so SQLite holds nothing for us any more."""


class OneTripConnection(aiosqlite.Connection):
    """An aiosqlite connection with one-trip cursors; its thread does not keep a process alive."""

    def __init__(self, database: str, **options: Any) -> None:
        super().__init__(partial(sqlite3.connect, database, **options), iter_chunk_size=1)
        self._thread.daemon = True

    def cursor(self) -> OneTripCursor:  # type: ignore[override]  # SQLAlchemy only enters it and calls what it has
        """Make a cursor, which costs no trip."""
        return OneTripCursor(self)

    async def trip(self, sql: str, parameters: Sequence[Any], *, many: bool) -> tuple[sqlite3.Cursor, Rows]:
        """Execute a statement in the connection's thread; gives the cursor, exhausted, and its rows."""

        def there() -> tuple[sqlite3.Cursor, Rows]:
            run = self._conn.executemany if many else self._conn.execute
            cursor = run(sql, parameters)
            return cursor, cursor.fetchall() if cursor.description else []

        done: tuple[sqlite3.Cursor, Rows] = await self._execute(there)  # type: ignore[no-untyped-call]  # aiosqlite's own way in
        return done
