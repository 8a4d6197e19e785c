"""One process per database: a file beside it that the system locks for us as long as we live.

Owns taking and giving back that lock. Refuses to know what it protects. The file stays when the lock goes: removing it would let
two processes hold "the" lock on two different files.
"""

import os
import sys
import weakref
from pathlib import Path
from types import TracebackType
from typing import BinaryIO

from bot.errors import StoreFault

if sys.platform == "win32":  # pragma: no cover - only one of the two can run here
    import msvcrt

    # Locked bytes cannot be read on Windows: the lock lies far behind the written pid.
    _FAR = 1 << 30

    def _lock(file: BinaryIO) -> None:
        file.seek(_FAR)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(file: BinaryIO) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


class LockFile:
    """The lock of a database path, held between `with` and its end; a second holder raises StoreFault naming the first."""

    def __init__(self, database: Path) -> None:
        self._database = database
        self._path = database.with_name(f"{database.name}.lock")
        self._file: BinaryIO | None = None

    def __enter__(self) -> "LockFile":
        try:
            file = self._path.open("a+b")
        except OSError as error:
            raise StoreFault(f"{self._database}: its lock file {self._path.name} cannot be written: {error.strerror}") from error
        try:
            _lock(file)
        except OSError as error:
            file.seek(0)
            pid = file.read(20).decode("ascii", "replace").strip()
            file.close()
            holder = f"process {pid}" if pid else "another process"
            raise StoreFault(f"{self._database} is already in use by {holder}; one process at a time may open it") from error
        file.truncate(0)
        file.write(f"{os.getpid()}\n".encode("ascii"))
        file.flush()
        self._file = file
        _held.add(self)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Give the lock back; a second time does nothing."""
        if self._file is not None:
            self._file.close()
            self._file = None


_held: "weakref.WeakSet[LockFile]" = weakref.WeakSet()


def _let_go_in_child() -> None:
    # A forked child shares the lock and would keep it after our death; closing its copy leaves ours locked.
    for lock in list(_held):
        lock.close()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_let_go_in_child)
