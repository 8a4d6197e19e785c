"""What the tests do to files: what is in a folder, a migration folder of their own, and losing root's rights."""

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from bot.store.migrate import FOLDER

NOBODY = 65534


def contents(path: Path) -> bytes | None:
    """Read a file, if it is there."""
    return path.read_bytes() if path.exists() else None


def query(path: Path, sql: str) -> list[tuple[object, ...]]:
    """Ask a database that nobody uses."""
    with closing(sqlite3.connect(path)) as connection:
        found = connection.execute(sql).fetchall()
        connection.commit()
    return found


def migrations(folder: Path, body: str) -> Path:
    """Copy the project's migrations and add one, 9999, whose upgrade does `body`."""
    target = folder / "migrations"
    shutil.copytree(FOLDER, target, ignore=shutil.ignore_patterns("__pycache__"))
    (target / "versions" / "9999_next.py").write_text(
        "import sqlalchemy as sa\nfrom alembic import op\n"
        f'revision = "9999"\ndown_revision = "{newest_here()}"\n\n\ndef upgrade():\n{body}',
        encoding="utf-8",
    )
    return target


def newest_here() -> str:
    """Name the project's newest revision by its file."""
    return max(file.name[:4] for file in (FOLDER / "versions").glob("[0-9]*.py"))


@contextmanager
def without_rights() -> Iterator[None]:
    """Be somebody to whom file rights apply: root may write everywhere."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)
