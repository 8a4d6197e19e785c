"""Copies: whole while writing goes on, never over anything; putting one back beside the log of a killed process."""

import asyncio
import shutil
from pathlib import Path

import pytest

from bot.errors import StoreFault
from bot.store import dialect
from bot.store.backup import backup, restore
from bot.store.database import Database
from bot.store.store import SqliteStore
from tests.store import samples
from tests.store.damage import contents, query
from tests.store.samples import StillClock


async def play(store: SqliteStore, first: int, last: int) -> None:
    """Commit versions first to last of the sample match."""
    if first == 1:
        await store.commit(samples.first())
    for version in range(max(first, 2), last + 1):
        await store.commit(samples.after(samples.header(version=version - 1)))


def played(path: Path, last: int) -> None:
    async def run() -> None:
        async with Database.open(path) as database:
            await play(SqliteStore(database, clock=StillClock()), 1, last)

    asyncio.run(run())


def versions(path: Path) -> tuple[int, int]:
    """Give the version of the match and that of its last record, which are one in a whole copy."""
    dialect.check_integrity(path)
    ((version, last),) = query(path, "SELECT version, (SELECT max(version) FROM records) FROM matches")
    assert isinstance(version, int)
    assert isinstance(last, int)
    return version, last


@pytest.mark.asyncio
async def test_copies_taken_while_writing_are_whole(store: SqliteStore, path: Path) -> None:
    await play(store, 1, 2)
    writing = asyncio.create_task(play(store, 3, 200))
    copies = [path.with_name(f"copy{number}.db") for number in range(5)]
    for copy in copies:
        await asyncio.to_thread(backup, path, copy)
    done_meanwhile = writing.done()
    await writing
    assert not done_meanwhile
    found = [versions(copy) for copy in copies]
    assert all(version == last for version, last in found)
    assert found == sorted(found)
    assert [contents(copy.with_name(f"{copy.name}-wal")) for copy in copies] == [None] * 5


def test_a_copy_goes_over_nothing(path: Path) -> None:
    played(path, 2)
    target = path.with_name("copy.db")
    target.write_text("kept", encoding="utf-8")
    with pytest.raises(StoreFault, match=r"copy\.db: making room for a copy failed: .*exists"):
        backup(path, target)
    assert target.read_text(encoding="utf-8") == "kept"


def test_what_is_not_there_is_not_copied(path: Path) -> None:
    with pytest.raises(StoreFault, match="is not there to be copied"):
        backup(path, path.with_name("copy.db"))
    with pytest.raises(StoreFault, match="is not there to be restored"):
        restore(path.with_name("copy.db"), path)
    assert list(path.parent.iterdir()) == []


def test_a_copy_of_what_is_corrupt_is_not_left_lying(path: Path) -> None:
    played(path, 2)
    whole = path.read_bytes()
    path.write_bytes(whole[:8192] + b"\xa5" * 4096 + whole[12288:])
    with pytest.raises(StoreFault):
        backup(path, path.with_name("copy.db"))
    assert not path.with_name("copy.db").exists()


def killed(path: Path, scene: Path, last: int) -> None:
    """Leave files as a killed process does: versions up to the last are in the log alone."""

    async def run() -> None:
        async with Database.open(path) as database:
            await play(SqliteStore(database, clock=StillClock()), 1, last)
            for file in (path, *dialect.beside(path)):
                await asyncio.to_thread(shutil.copy, file, scene)

    scene.mkdir()
    asyncio.run(run())


def test_the_log_of_a_killed_process_is_played_in(path: Path, tmp_path: Path) -> None:
    killed(path, tmp_path / "scene", 9)
    left = tmp_path / "scene" / path.name
    log, _ = dialect.beside(left)
    assert log.stat().st_size

    async def run() -> None:
        async with Database.open(left) as database:
            await play(SqliteStore(database, clock=StillClock()), 10, 12)

    asyncio.run(run())
    assert versions(left) == (12, 12)


def test_the_restore_drill(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    played(path, 3)
    backup(path, copy)
    killed(tmp_path / "later.db", tmp_path / "scene", 30)
    left = tmp_path / "scene" / "later.db"
    log, index = dialect.beside(left)
    stale = contents(log)
    assert stale
    aside = restore(copy, left)
    assert aside == left.with_name("later.db.replaced-1")
    assert not log.exists()
    assert not index.exists()
    assert versions(left) == (3, 3)
    assert contents(dialect.beside(aside)[0]) == stale
    assert versions(aside) == (30, 30)
    assert restore(copy, left) == left.with_name("later.db.replaced-2")
    assert versions(copy) == (3, 3)


def test_a_copy_into_an_empty_place(path: Path, tmp_path: Path) -> None:
    played(path, 3)
    backup(path, tmp_path / "copy.db")
    assert restore(tmp_path / "copy.db", tmp_path / "new.db") is None
    assert versions(tmp_path / "new.db") == (3, 3)


@pytest.mark.asyncio
async def test_a_database_in_use_is_not_replaced(store: SqliteStore, path: Path) -> None:
    await play(store, 1, 2)
    await asyncio.to_thread(backup, path, path.with_name("copy.db"))
    with pytest.raises(StoreFault, match="already in use"):
        await asyncio.to_thread(restore, path.with_name("copy.db"), path)
    await play(store, 3, 3)


def test_what_is_no_copy_replaces_nothing(path: Path, tmp_path: Path) -> None:
    played(path, 2)
    bad = tmp_path / "bad.db"
    bad.write_bytes(b"no database" * 1000)
    before = contents(path)
    with pytest.raises(StoreFault):
        restore(bad, path)
    assert contents(path) == before
    assert versions(path) == (2, 2)
