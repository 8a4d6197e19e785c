"""Many at once: fifty writers and a reader, without a locked database, a lost commit or half of one."""

import asyncio
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import aiosqlite
import pytest
from sqlalchemy import Connection

from bot.errors import StoreFault
from bot.match.model import Commit, Stored
from bot.match.ports import VersionConflict
from bot.store.database import Database
from bot.store.store import SqliteStore
from tests.store import samples
from tests.store.damage import query

pytestmark = pytest.mark.asyncio

WRITERS = 50
EACH = 1


async def write(store: SqliteStore, writer: int) -> int:
    """Commit a few times to the one match and once to an own one; gives how often another was first."""
    lost = 0
    await store.commit(samples.first(f"OWN{writer:03}"))
    for turn in range(EACH):
        while True:
            loaded = await store.load("K7M2QX", have=10**6)
            assert loaded is not None
            try:
                await store.commit(samples.after(loaded.header, request=f"{writer}-{turn}"))
            except VersionConflict:
                lost += 1
            else:
                break
    return lost


async def test_fifty_writers_and_a_reader(store: SqliteStore) -> None:
    await store.commit(samples.first())
    stop = asyncio.Event()
    seen: list[Stored] = []

    async def read() -> None:
        while not stop.is_set():
            loaded = await store.load("K7M2QX")
            assert loaded is not None
            # One snapshot: header and records are of the same commit.
            assert [record.version for record in loaded.records] == list(range(2, loaded.header.version + 1))
            seen.append(loaded)

    reader = asyncio.create_task(read())
    lost = await asyncio.gather(*(write(store, writer) for writer in range(WRITERS)))
    stop.set()
    await reader
    last = await store.load("K7M2QX")
    assert last is not None
    assert last.header.version == 1 + WRITERS * EACH
    assert len(await store.outbox.pending("K7M2QX")) == 1 + WRITERS * EACH
    assert sum(lost) > 0
    assert len({stored.header.version for stored in seen}) > 1


async def test_fifty_of_one_version_are_one(store: SqliteStore) -> None:
    await store.commit(samples.first())
    tries = [store.commit(samples.after(samples.header(), request=f"r{number}")) for number in range(50)]
    done = await asyncio.gather(*tries, return_exceptions=True)
    assert sum(isinstance(one, VersionConflict) for one in done) == 49
    assert len(await store.outbox.pending("K7M2QX")) == 2


async def test_fifty_of_one_request_are_one_and_all_hear_the_same(store: SqliteStore) -> None:
    await store.commit(samples.first())
    commit = samples.after(samples.header(), request="same")
    done = await asyncio.gather(*(store.commit(commit) for _ in range(50)))
    assert done == [commit.receipt] * 50
    assert len(await store.outbox.pending("K7M2QX")) == 2


async def test_a_commit_goes_to_the_writers_thread_once_for_each_statement(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    await store.commit(samples.first())
    trips = 0
    real = aiosqlite.Connection._execute

    async def counted(*given: object) -> object:
        nonlocal trips
        trips += 1
        return await real(*given)  # type: ignore[arg-type, no-untyped-call]  # passed on as it came

    monkeypatch.setattr(aiosqlite.Connection, "_execute", counted)
    commit: Commit = replace(samples.after(samples.header(), request="r"), holders=samples.first().holders)
    await store.commit(commit)
    # BEGIN, the receipt, the header, the invited, seats (2), records, timers (2), outbox, request, COMMIT, and a rollback
    # as the connection goes back.
    assert trips <= 13


async def test_closing_waits_for_what_was_begun(path: Path) -> None:
    async with Database.open(path) as database:
        store = SqliteStore(database, clock=samples.StillClock())
        begun = [asyncio.create_task(store.commit(samples.first(f"CODE{number:02}"))) for number in range(10)]
        await asyncio.sleep(0)
        for task in begun:
            task.cancel()
    assert all(task.cancelled() for task in begun)
    assert len(query(path, "SELECT code FROM matches")) == 10


async def test_a_closing_that_is_cancelled_closes_nevertheless(path: Path) -> None:
    ready = asyncio.Event()

    async def hold() -> None:
        async with Database.open(path) as database:
            begun = asyncio.create_task(SqliteStore(database, clock=samples.StillClock()).commit(samples.first()))
            await asyncio.sleep(0)
            ready.set()
        await begun

    holder = asyncio.create_task(hold())
    await ready.wait()
    holder.cancel()
    await asyncio.wait([holder])
    assert holder.cancelled()
    assert asyncio.all_tasks() == {asyncio.current_task()}
    async with Database.open(path) as database:
        assert await SqliteStore(database, clock=samples.StillClock()).load("K7M2QX") is not None


async def test_a_writer_holds_the_lock_from_its_first_read_and_a_reader_holds_none(database: Database, path: Path) -> None:
    def other_writes(connection: Connection) -> str:
        connection.exec_driver_sql("SELECT * FROM meta").all()
        with closing(sqlite3.connect(path, timeout=0, isolation_level=None)) as other:
            try:
                other.execute("BEGIN IMMEDIATE")
            except sqlite3.OperationalError as error:
                return str(error)
        return "may write"

    assert await database.write(other_writes) == "database is locked"
    assert await database.read(other_writes) == "may write"


async def test_a_reader_cannot_write(database: Database) -> None:
    with pytest.raises(StoreFault, match="readonly"):
        await database.read(lambda connection: connection.exec_driver_sql("DELETE FROM meta") and None)


async def test_the_failure_of_a_cancelled_caller_is_logged(
    store: SqliteStore, database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    wrong = replace(samples.first(), header=samples.header(capacity=0))
    for commit in (wrong, samples.first()):
        task = asyncio.create_task(store.commit(commit))
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait([task])
        assert task.cancelled()
        await database.settled()
    assert [record.getMessage().split(": ", 1)[0] for record in caplog.records] == ["the work of a cancelled caller failed"]
    assert "ck_matches_capacity" in caplog.text
    assert await store.load("K7M2QX") is not None
