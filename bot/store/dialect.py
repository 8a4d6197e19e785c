"""What is said to SQLite alone: pragmas, the two ways to begin, looking at a file before trusting it, and its backup.

Owns every line that another database would want otherwise. Refuses to know tables, and when any of this is done.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Literal

from sqlalchemy import URL, Connection, event
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from bot.errors import StoreFault
from bot.store.driver import OneTripConnection

Mode = Literal["read", "write", "migrate"]

MAGIC = b"SQLite format 3\x00"
READERS = 4
# Waiting for a pooled connection is waiting for our own writers in front of us: longer than for a lock of somebody else's.
POOL_SECONDS = 30.0


@contextmanager
def faults(path: Path, doing: str) -> Iterator[None]:
    """Turn what the database or the disk raises inside into a StoreFault that names the path and the reason."""
    try:
        yield
    except SQLAlchemyError as error:
        cause = getattr(error, "orig", None) or error
        raise StoreFault(f"{path}: {doing} failed: {cause}") from error
    except (sqlite3.Error, OSError, ValueError, OverflowError) as error:
        raise StoreFault(f"{path}: {doing} failed: {error}") from error


def engine(path: Path, mode: Mode, *, busy_seconds: float) -> AsyncEngine:
    """Make an engine on a file: `read` begins deferred, `write` takes the write lock at once, `migrate` has no foreign keys.

    A table that a migration rebuilds is dropped on the way, which SQLite would count as deleting all its rows.
    """
    made = create_async_engine(
        URL.create("sqlite+aiosqlite", database=str(path)),
        pool_size=READERS if mode == "read" else 1,
        max_overflow=0,
        pool_timeout=POOL_SECONDS,
        connect_args={"isolation_level": None, "timeout": busy_seconds, "async_creator_fn": OneTripConnection},
        # An error must not carry names and ids into a log.
        hide_parameters=True,
    )
    begin = "BEGIN" if mode == "read" else "BEGIN IMMEDIATE"

    def prepare(connection: Any, _record: Any) -> None:
        cursor = connection.cursor()
        cursor.execute("PRAGMA journal_mode = WAL")
        (journal,) = cursor.fetchone()
        if journal != "wal":
            raise sqlite3.OperationalError(f"the journal stays {journal}, not wal")
        cursor.execute("PRAGMA synchronous = FULL")
        cursor.execute(f"PRAGMA foreign_keys = {'OFF' if mode == 'migrate' else 'ON'}")
        cursor.execute("PRAGMA secure_delete = ON")
        if mode == "read":
            cursor.execute("PRAGMA query_only = ON")
        cursor.close()

    def start(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    event.listen(made.sync_engine, "connect", prepare)
    event.listen(made.sync_engine, "begin", start)
    return made


def broken_references(connection: Connection) -> list[str]:
    """List the tables with rows whose foreign keys lead nowhere."""
    return sorted({row[0] for row in connection.exec_driver_sql("PRAGMA foreign_key_check")})


def beside(path: Path) -> tuple[Path, Path]:
    """Name the files SQLite keeps beside a database while it is in use: the log and its index."""
    return path.with_name(f"{path.name}-wal"), path.with_name(f"{path.name}-shm")


def half_restored(path: Path) -> Path:
    """Name the copy that is on its way to a database's place."""
    return path.with_name(f"{path.name}.restoring")


def still(path: Path) -> closing[sqlite3.Connection]:
    """Open a file that nobody else uses, without changing it."""
    log, _index = beside(path)
    # Without a log to read, `immutable` keeps SQLite from leaving an empty one behind.
    how = "mode=ro" if log.exists() and log.stat().st_size else "mode=ro&immutable=1"
    return closing(sqlite3.connect(f"{path.absolute().as_uri()}?{how}", uri=True, isolation_level=None))


def in_use(path: Path) -> closing[sqlite3.Connection]:
    """Open an existing file that others may be using."""
    return closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True, isolation_level=None))


def check_integrity(path: Path) -> None:
    """Read the whole file; raises StoreFault with SQLite's first complaint."""
    with faults(path, "checking its integrity"), still(path) as connection:
        (verdict,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    if verdict != "ok":
        raise StoreFault(f"{path} is corrupt: {verdict}")


def examine(path: Path) -> tuple[frozenset[str], str | None]:
    """Look at an existing file without changing it; gives its tables and its schema revision.

    Raises StoreFault for what is no database, cannot be read, or is corrupt.
    """
    with faults(path, "opening it for reading and writing"):
        # For writing too: SQLite would open a file that may only be read, and fail at the first move.
        with path.open("r+b") as file:
            head = file.read(len(MAGIC))
        if head and head != MAGIC:
            raise StoreFault(f"{path} is not a database of this program: it does not begin like an SQLite file")
    if not head:
        return frozenset(), None
    check_integrity(path)
    with faults(path, "reading its schema"), still(path) as connection:
        rows = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
        tables = frozenset(name for (name,) in rows)
        if "alembic_version" not in tables:
            return tables, None
        row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    return tables, row and row[0]


def copy(source: Path, target: Path) -> None:
    """Copy a database that may be in use, in one read transaction, and check the copy; never over an existing file.

    Raises StoreFault, and then leaves nothing at the target.
    """
    with faults(target, "making room for a copy"):
        target.open("xb").close()
    try:
        with faults(target, f"copying {source}"), in_use(source) as old, closing(sqlite3.connect(target)) as new:
            old.backup(new)
            new.execute("PRAGMA journal_mode = DELETE")
        check_integrity(target)
    except BaseException:
        target.unlink(missing_ok=True)
        raise


def shrink_log(path: Path) -> None:
    """Write the log back into the file and empty it, as far as readers let it, so that forgotten values do not linger there."""
    with faults(path, "emptying its log"), in_use(path) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
