"""Opening a database: what cannot be used is refused with its path and the reason, and left as it was."""

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from bot.errors import StoreFault
from bot.store.database import Database
from bot.store.lockfile import LockFile
from bot.store.store import SqliteStore
from tests.store import samples
from tests.store.damage import contents, query, without_rights
from tests.store.samples import StillClock


def opened(path: Path) -> None:
    """Open and close a path as a program does."""

    async def run() -> None:
        async with Database.open(path, busy_seconds=0.05):
            pass

    asyncio.run(run())


def refusal(path: Path) -> str:
    """Give the reason for which a path is refused, having checked that it is untouched and nothing else stands in for it."""
    before = contents(path) if path.is_file() else None
    names = sorted(path.parent.iterdir()) if path.parent.is_dir() else []
    with pytest.raises(StoreFault) as caught:
        opened(path)
    assert str(path) in str(caught.value)
    if path.is_file() or before is not None:
        assert contents(path) == before
    lock = path.with_name(f"{path.name}.lock")
    assert sorted(path.parent.iterdir() if path.parent.is_dir() else []) in (names, sorted({*names, lock}))
    return str(caught.value)


def made(path: Path) -> None:
    """Make a database with a match in it."""

    async def run() -> None:
        async with Database.open(path) as database:
            await SqliteStore(database, clock=StillClock()).commit(samples.first())

    asyncio.run(run())


@pytest.mark.asyncio
async def test_a_new_file_is_made_with_every_safety_on(database: Database, path: Path) -> None:
    def pragmas(connection: object) -> list[object]:
        names = ("journal_mode", "synchronous", "foreign_keys", "secure_delete", "busy_timeout")
        return [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in names]  # type: ignore[attr-defined]  # an SQLAlchemy one

    assert await database.read(pragmas) == await database.write(pragmas) == ["wal", 2, 1, 1, 5000]
    assert database.path == path
    assert database.migrated.before is None


def test_what_was_written_is_there_after_reopening(path: Path) -> None:
    made(path)
    assert query(path, "SELECT code, version FROM matches") == [("K7M2QX", 1)]
    opened(path)
    assert query(path, "SELECT code, version FROM matches") == [("K7M2QX", 1)]
    assert sorted(file.name for file in path.parent.iterdir()) == ["tavoliere.db", "tavoliere.db.lock"]


def test_an_empty_file_is_a_new_database(path: Path) -> None:
    path.touch()
    made(path)


def test_a_folder_is_no_database(tmp_path: Path) -> None:
    folder = tmp_path / "folder.db"
    folder.mkdir()
    assert "is a folder" in refusal(folder)


def test_a_missing_folder_is_not_made(tmp_path: Path) -> None:
    assert "folder does not exist" in refusal(tmp_path / "none" / "tavoliere.db")
    assert not (tmp_path / "none").exists()


def test_a_file_that_is_no_database(path: Path) -> None:
    path.write_text("a shopping list that is long enough to be taken for a page" * 100, encoding="utf-8")
    assert "does not begin like an SQLite file" in refusal(path)


def test_a_corrupt_database(path: Path) -> None:
    made(path)
    whole = path.read_bytes()
    path.write_bytes(whole[:4096] + b"\xa5" * 8192 + whole[12288:])
    assert "corrupt" in refusal(path) or "malformed" in refusal(path)


def test_a_truncated_database(path: Path) -> None:
    made(path)
    path.write_bytes(path.read_bytes()[:5000])
    assert "tavoliere.db" in refusal(path)


def test_a_database_of_another_program(path: Path) -> None:
    query(path, "CREATE TABLE recipes (name TEXT)")
    assert "another program" in refusal(path)


def test_a_database_of_a_newer_version(path: Path) -> None:
    made(path)
    query(path, "UPDATE alembic_version SET version_num = '8888'")
    reason = refusal(path)
    assert "newer version" in reason
    assert "8888" in reason


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs a folder where nobody can make a file")
def test_a_folder_where_nothing_can_be_made() -> None:
    assert "lock file" in refusal(Path("/proc/tavoliere.db"))


@pytest.mark.skipif(sys.platform == "win32", reason="rights work otherwise there")
def test_files_without_the_right_to_read_or_write() -> None:
    # Not in tmp_path: a user without rights cannot reach that.
    with TemporaryDirectory() as name:
        folder = Path(name).resolve()
        folder.chmod(0o777)
        path = folder / "tavoliere.db"
        made(path)
        (folder / "tavoliere.db.lock").unlink()
        path.chmod(0o444)
        with without_rights():
            assert "Permission denied" in refusal(path)
        (folder / "tavoliere.db.lock").unlink()
        path.chmod(0o200)
        with (
            without_rights(),
            pytest.raises(StoreFault, match=r"tavoliere\.db: opening it for reading and writing failed: .*Permission denied"),
        ):
            opened(path)
        (folder / "tavoliere.db.lock").unlink()
        folder.chmod(0o555)
        with without_rights(), pytest.raises(StoreFault, match=r"lock file tavoliere\.db\.lock cannot be written: Permission"):
            opened(path)
        folder.chmod(0o777)


@pytest.mark.parametrize("rest", ["tavoliere.db-wal", "tavoliere.db.restoring"])
def test_a_missing_database_whose_rest_is_there_is_not_replaced_by_an_empty_one(path: Path, rest: str) -> None:
    path.with_name(rest).write_bytes(b"rest")
    reason = refusal(path)
    assert "is missing" in reason
    assert rest in reason
    assert not path.exists()


def test_a_file_system_without_a_write_ahead_log(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Such a file system cannot be had here; SQLite says so by answering with the journal it kept.
    made(path)
    real = sqlite3.connect

    class Stubborn(sqlite3.Connection):
        def execute(self, sql: str, /, parameters: object = ()) -> sqlite3.Cursor:
            return super().execute("SELECT 'delete'" if "journal_mode = WAL" in sql else sql, parameters)  # type: ignore[arg-type]  # passed on

    monkeypatch.setattr(sqlite3, "connect", lambda *given, **named: real(*given, **named, factory=Stubborn))
    with pytest.raises(StoreFault, match="the journal stays delete"):
        opened(path)


@pytest.mark.asyncio
async def test_a_lock_of_another_program_is_waited_for_and_then_a_fault(path: Path) -> None:
    async with Database.open(path, busy_seconds=0.05) as database:
        store = SqliteStore(database, clock=StillClock())
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(StoreFault, match=r"committing version 1 of K7M2QX failed: database is locked"):
                await store.commit(samples.first())
            assert await store.load("K7M2QX") is None
            other.execute("ROLLBACK")
        await store.commit(samples.first())


@pytest.mark.asyncio
async def test_after_closing_nothing_is_done(path: Path) -> None:
    async with Database.open(path) as database:
        store = SqliteStore(database, clock=StillClock())
    with pytest.raises(StoreFault, match="after it was closed"):
        await store.load("K7M2QX")


@pytest.mark.asyncio
async def test_a_second_opening_is_refused_and_names_the_holder(path: Path) -> None:
    async with Database.open(path) as database:
        path.with_name("other-name.db").symlink_to(path)
        for name in (path, path.with_name("other-name.db")):
            with pytest.raises(StoreFault, match=rf"tavoliere\.db is already in use by process {os.getpid()}"):
                await asyncio.to_thread(opened, name)
        assert await SqliteStore(database, clock=StillClock()).load("K7M2QX") is None
    await asyncio.to_thread(made, path)


HOLD = """
import sys, time
from pathlib import Path
from bot.store.lockfile import LockFile
with LockFile(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


def test_the_lock_of_a_killed_process_is_free(path: Path) -> None:
    holder = subprocess.Popen([sys.executable, "-c", HOLD, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    try:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        with pytest.raises(StoreFault, match=f"already in use by process {holder.pid}"):
            LockFile(path).__enter__()
    finally:
        holder.send_signal(signal.SIGKILL)
        holder.communicate()
    made(path)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork to share the lock with")
def test_a_forked_child_does_not_keep_the_lock(path: Path) -> None:
    told, tell = os.pipe()
    stay, leave = os.pipe()
    lock = LockFile(path)
    lock.__enter__()
    child = os.fork()
    if child == 0:
        os.close(leave)
        os.write(tell, b"x")
        os.read(stay, 1)
        os._exit(0)
    try:
        os.close(stay)
        os.read(told, 1)
        with pytest.raises(StoreFault, match="in use"):
            LockFile(path).__enter__()
        lock.close()
        lock.close()
        with LockFile(path):
            pass
    finally:
        os.close(leave)
        os.waitpid(child, 0)
        os.close(told)
        os.close(tell)


def test_a_lock_file_that_names_nobody(path: Path) -> None:
    with LockFile(path):
        path.with_name("tavoliere.db.lock").write_text("", encoding="ascii")
        with pytest.raises(StoreFault, match="in use by another process"):
            LockFile(path).__enter__()
