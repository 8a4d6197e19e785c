"""`tavoliere backup` and `restore`: there and back, and what is refused."""

import asyncio
from pathlib import Path

import pytest
from typer.testing import CliRunner

from bot.cli import app
from bot.errors import StoreFault
from bot.store.database import Database
from bot.store.store import SqliteStore
from tests.store import samples
from tests.store.damage import query
from tests.store.samples import StillClock


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A database with one match."""
    path = tmp_path / "tavoliere.db"

    async def made() -> None:
        async with Database.open(path) as opened:
            await SqliteStore(opened, clock=StillClock()).commit(samples.first())

    asyncio.run(made())
    return path


def test_a_copy_is_made_and_put_back(database: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    run = CliRunner().invoke(app, ["backup", str(copy), "--database", str(database)])
    assert (run.exit_code, "was copied to" in run.output) == (0, True)
    query(database, "DELETE FROM seats")
    run = CliRunner().invoke(app, ["restore", str(copy), "--database", str(database)])
    assert (run.exit_code, "is kept as" in run.output) == (0, True)
    assert query(database, "SELECT COUNT(*) FROM seats") == [(2,)]


def test_a_file_that_exists_is_not_overwritten(database: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    copy.write_text("mine", encoding="utf-8")
    run = CliRunner().invoke(app, ["backup", str(copy), "--database", str(database)])
    assert isinstance(run.exception, StoreFault)
    assert copy.read_text(encoding="utf-8") == "mine"


def test_a_copy_is_put_where_nothing_was(database: Path, tmp_path: Path) -> None:
    copy, empty = tmp_path / "copy.db", tmp_path / "new.db"
    assert CliRunner().invoke(app, ["backup", str(copy), "--database", str(database)]).exit_code == 0
    run = CliRunner().invoke(app, ["restore", str(copy), "--database", str(empty)])
    assert (run.exit_code, "is kept as" in run.output) == (0, False)
    assert query(empty, "SELECT COUNT(*) FROM seats") == [(2,)]
