"""Brings a database to the newest schema: forward only, in one transaction, with a copy beside it first.

Owns when a migration runs and what is refused. Refuses to know what one changes: that is in `migrations/versions`.
"""

import asyncio
from dataclasses import dataclass
from functools import partial
from itertools import count
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from bot.errors import StoreFault
from bot.store import dialect

FOLDER = Path(__file__).parent / "migrations"


@dataclass(frozen=True, slots=True)
class Migrated:
    """What was done: the revisions before (None: a new file) and after, and the copy of the old file, if there was one."""

    before: str | None
    after: str
    backup: Path | None = None


def scripts(folder: Path = FOLDER) -> Config:
    """Give Alembic its configuration without a file."""
    config = Config()
    config.set_main_option("script_location", str(folder).replace("%", "%%"))
    config.set_main_option("path_separator", "newline")
    return config


def newest(config: Config) -> tuple[str, frozenset[str]]:
    """Name the newest revision and all that this code knows."""
    directory = ScriptDirectory.from_config(config)
    head = directory.get_current_head()
    if head is None:
        raise StoreFault(f"no migrations in {FOLDER}")
    return head, frozenset(script.revision for script in directory.walk_revisions())


async def migrate(path: Path, *, busy_seconds: float, folder: Path = FOLDER) -> Migrated:
    """Bring the file to the newest revision; raises StoreFault, and then leaves it as it was.

    The caller holds the path's lock. Refused: what is no database of this program, is corrupt, or was written by a newer one.
    """
    tables, before = await asyncio.to_thread(look, path)
    config = scripts(folder)
    head, known = newest(config)
    if before is not None and before not in known:
        raise StoreFault(f"{path} was written by a newer version of this program (its schema is {before}, this one knows {head})")
    if tables and before is None:
        raise StoreFault(f"{path} is a database of another program: it has tables, but no schema revision")
    if before == head:
        return Migrated(before, head)
    backup = await asyncio.to_thread(copy_beside, path, head) if tables else None
    try:
        await _upgrade(path, config, busy_seconds=busy_seconds)
    except BaseException:
        if backup is not None:
            # The transaction was rolled back: the file is what the copy is, and a restart loop must not fill the disk.
            backup.unlink()
        raise
    return Migrated(before, head, backup)


def look(path: Path) -> tuple[frozenset[str], str | None]:
    """Examine the file, which may not exist yet; raises StoreFault for what cannot become this program's database."""
    if path.is_dir():
        raise StoreFault(f"{path} is a folder, not a database file")
    if path.exists():
        return dialect.examine(path)
    log, _index = dialect.beside(path)
    for rest in (log, dialect.half_restored(path)):
        if rest.exists() and rest.stat().st_size:
            raise StoreFault(f"{path} is missing, but {rest.name} is there: put the database back, or move that file away")
    return frozenset(), None


def copy_beside(path: Path, head: str) -> Path:
    """Copy the file beside itself under a free name."""
    for number in count(1):
        target = path.with_name(f"{path.name}.before-{head}-{number}")
        if not target.exists():
            dialect.copy(path, target)
            return target
    raise AssertionError("count() ended")


async def _upgrade(path: Path, config: Config, *, busy_seconds: float) -> None:
    engine = dialect.engine(path, "migrate", busy_seconds=busy_seconds)
    try:
        with dialect.faults(path, "migrating it"):
            async with engine.begin() as connection:
                await connection.run_sync(partial(_run, config=config))
    finally:
        await engine.dispose()


def _run(connection: Connection, *, config: Config) -> None:
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
    broken = dialect.broken_references(connection)
    if broken:
        raise ValueError(f"rows that refer to nothing in {', '.join(broken)}")
