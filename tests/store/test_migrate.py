"""Migrations: one transaction, a copy first, nothing half done, and the tables the code describes at the end."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, inspect

from bot.errors import StoreFault
from bot.store.database import Database
from bot.store.migrate import FOLDER, Migrated, migrate, newest, scripts
from bot.store.schema import metadata
from bot.store.store import SqliteStore
from tests.store import samples
from tests.store.damage import contents, migrations, newest_here, query
from tests.store.samples import StillClock

# A table that others refer to is rebuilt: with foreign keys on, SQLite would count that as deleting all its rows.
REBUILD = """
    with op.batch_alter_table("matches", recreate="always") as batch:
        batch.add_column(sa.Column("extra", sa.Text(), nullable=False, server_default="x"))
    op.create_table("more", sa.Column("id", sa.Integer(), primary_key=True))
"""
NOWHERE = "    op.execute('INSERT INTO nowhere VALUES (1)')\n"
FAILS = REBUILD + NOWHERE
DANGLES = "    op.execute(\"INSERT INTO boards (code, channel_id) VALUES ('NOBODY', 1)\")\n"


def made(path: Path) -> None:
    """Make a database at the newest schema with a match in it."""

    async def run() -> None:
        async with Database.open(path) as database:
            await SqliteStore(database, clock=StillClock()).commit(samples.first())

    asyncio.run(run())


def migrated(path: Path, folder: Path = FOLDER) -> Migrated:
    return asyncio.run(migrate(path, busy_seconds=0.1, folder=folder))


def schema(path: Path) -> list[tuple[Any, ...]]:
    return sorted(query(path, "SELECT type, name, sql FROM sqlite_master"), key=str)


def test_the_migrations_lead_to_the_tables_of_the_code(path: Path, tmp_path: Path) -> None:
    assert migrated(path) == Migrated(None, newest_here())
    plain = create_engine("sqlite://")
    engine = create_engine(f"sqlite:///{path}")
    with engine.connect() as connection, plain.connect() as other:
        assert compare_metadata(MigrationContext.configure(connection, opts={"compare_type": True}), metadata) == []
        metadata.create_all(other)
        here, there = inspect(connection), inspect(other)
        for name in metadata.tables:
            assert here.get_check_constraints(name) == there.get_check_constraints(name)
            assert here.get_table_options(name) == there.get_table_options(name) == {"sqlite_strict": True}
    engine.dispose()
    plain.dispose()


def test_the_comparison_would_see_a_difference(path: Path) -> None:
    migrated(path)
    query(path, "ALTER TABLE meta ADD COLUMN extra TEXT")
    engine = create_engine(f"sqlite:///{path}")
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) != []
    engine.dispose()


def test_every_migration_goes_forward_only_in_one_line() -> None:
    directory = ScriptDirectory.from_config(scripts())
    assert len(directory.get_heads()) == 1
    for script in directory.walk_revisions():
        assert not hasattr(script.module, "downgrade")
        assert script.doc


def test_a_second_time_does_nothing(path: Path) -> None:
    made(path)
    before = contents(path)
    assert migrated(path) == Migrated(newest_here(), newest_here())
    assert contents(path) == before


def test_an_older_file_is_copied_first_and_keeps_its_rows(path: Path, tmp_path: Path) -> None:
    made(path)
    before = schema(path)
    folder = migrations(tmp_path, REBUILD)
    done = migrated(path, folder)
    assert done == Migrated(newest_here(), "9999", path.with_name("tavoliere.db.before-9999-1"))
    assert done.backup is not None
    assert schema(done.backup) == before
    assert query(done.backup, "SELECT code FROM seats") == query(path, "SELECT code FROM seats") != []
    assert query(path, "SELECT code, extra FROM matches") == [("K7M2QX", "x")]
    assert query(path, "PRAGMA foreign_key_check") == []


def test_a_copy_is_never_put_over_an_older_one(path: Path, tmp_path: Path) -> None:
    made(path)
    path.with_name("tavoliere.db.before-9999-1").write_text("kept", encoding="utf-8")
    assert migrated(path, migrations(tmp_path, REBUILD)).backup == path.with_name("tavoliere.db.before-9999-2")
    assert path.with_name("tavoliere.db.before-9999-1").read_text(encoding="utf-8") == "kept"


@pytest.mark.parametrize(("body", "reason"), [(FAILS, "no such table: nowhere"), (DANGLES, "refer to nothing in boards")])
def test_a_migration_that_fails_half_way_leaves_the_old_file_wholly(path: Path, tmp_path: Path, body: str, reason: str) -> None:
    made(path)
    before, rows = schema(path), query(path, "SELECT * FROM matches")
    with pytest.raises(StoreFault, match=rf"tavoliere\.db: migrating it failed: .*{reason}"):
        migrated(path, migrations(tmp_path, body))
    assert schema(path) == before
    assert query(path, "SELECT * FROM matches") == rows
    assert query(path, "SELECT version_num FROM alembic_version") == [(newest_here(),)]
    assert query(path, "SELECT code FROM boards") == []
    assert sorted(file.name for file in tmp_path.glob("tavoliere*")) == ["tavoliere.db", "tavoliere.db.lock"]


def test_a_first_migration_that_fails_leaves_no_tables(path: Path, tmp_path: Path) -> None:
    with pytest.raises(StoreFault, match="nowhere"):
        migrated(path, migrations(tmp_path, FAILS))
    assert schema(path) == []
    made(path)


def test_a_folder_without_migrations_is_a_fault(tmp_path: Path) -> None:
    (tmp_path / "empty" / "versions").mkdir(parents=True)
    with pytest.raises(StoreFault, match="no migrations"):
        newest(scripts(tmp_path / "empty"))
