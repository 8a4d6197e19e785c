"""Copies of a database: taking one while the bot plays on, and putting one back.

Owns the order of steps that keeps a copy whole. Refuses to know when to copy and how many to keep.
"""

import os
from itertools import count
from pathlib import Path

from bot.errors import StoreFault
from bot.store import dialect
from bot.store.lockfile import LockFile


def backup(path: Path, target: Path) -> None:
    """Copy a database, in use or not, and check the copy; blocking, so the bot runs it in a thread.

    The copy is one file that needs nothing beside it. Raises StoreFault when the target exists, or anything fails.
    """
    if not path.is_file():
        raise StoreFault(f"{path} is not there to be copied")
    dialect.copy(path, target)


def restore(copy: Path, path: Path) -> Path | None:
    """Put a copy in a database's place; what was there, with its log, is moved aside and its new name returned.

    Raises StoreFault while a bot uses the database, or when the copy is none. A log left beside a restored file would be played
    into it and ruin it: that is why it moves along with the file it belongs to.
    """
    if not copy.is_file():
        raise StoreFault(f"{copy} is not there to be restored")
    path = path.resolve()
    with LockFile(path):
        fresh = dialect.half_restored(path)
        with dialect.faults(path, "restoring it"):
            fresh.unlink(missing_ok=True)
            dialect.copy(copy, fresh)
            aside = _move_aside(path)
            os.replace(fresh, path)
    return aside


def _move_aside(path: Path) -> Path | None:
    # The database goes first: if we die here, a start finds it missing beside its log or the copy, and says so.
    old = (path, *dialect.beside(path))
    if not any(one.exists() for one in old):
        return None
    for number in count(1):
        aside = path.with_name(f"{path.name}.replaced-{number}")
        new = (aside, *dialect.beside(aside))
        if not any(one.exists() for one in new):
            break
    for source, target in zip(old, new, strict=True):
        if source.exists():
            os.replace(source, target)
    return aside
