"""A database from before there were clocks: its rows stay, its matches get the usual policy, the new kinds fit in."""

import asyncio
import shutil
from pathlib import Path

from bot.match.model import Late
from bot.store.database import Database
from bot.store.migrate import FOLDER, migrate
from bot.store.store import SqliteStore
from tests.store.damage import newest_here, query
from tests.store.samples import StillClock

MATCH = """INSERT INTO matches VALUES ('K7M2QX', 'splut', 1, '{}', 2, 'playing', 3, '3days', 'en', 1, 2, NULL, x'00', 0, 0, NULL,
    ',0,', 2, 1, NULL, NULL, 1)"""


def old(path: Path, tmp_path: Path) -> None:
    """Make a database at revision 0002 with rows in every table that changes."""
    folder = tmp_path / "old"
    shutil.copytree(FOLDER, folder, ignore=shutil.ignore_patterns("__pycache__"))
    for file in (folder / "versions").glob("[0-9]*.py"):
        if file.name[:4] > "0002":
            file.unlink()
    asyncio.run(migrate(path, busy_seconds=0.1, folder=folder))
    query(path, MATCH)
    query(path, "INSERT INTO timers VALUES ('K7M2QX', 'next', 5, 3, 'parked', 'why')")
    query(path, "INSERT INTO outbox VALUES (7, 'K7M2QX', 3, 'board', 2, 'sent', 1, 1, 2, 0, NULL)")


def test_a_match_that_began_before_goes_on(path: Path, tmp_path: Path) -> None:
    old(path, tmp_path)
    done = asyncio.run(migrate(path, busy_seconds=0.1))
    assert (done.before, done.after) == ("0002", newest_here())
    assert query(path, "SELECT * FROM timers") == [("K7M2QX", "next", 5, 3, "parked", "why")]
    assert query(path, "SELECT id, code, version, kind, state FROM outbox") == [(7, "K7M2QX", 3, "board", "sent")]
    assert query(path, "SELECT code, changed, late FROM matches") == [("K7M2QX", 1, "bot")]

    async def look() -> None:
        async with Database.open(path) as database:
            store = SqliteStore(database, clock=StillClock())
            stored = await store.load("K7M2QX")
            assert stored is not None
            assert stored.header.late is Late.BOT
            assert await store.playing() == ["K7M2QX"]

    asyncio.run(look())
    query(path, "INSERT INTO timers VALUES ('K7M2QX', 'deadline', 5, 3, 'set', NULL)")
