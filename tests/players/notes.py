"""The test's end of the named pipe through which the odd bots say that they have been asked."""

import asyncio
import os
from pathlib import Path
from types import TracebackType
from typing import Self

from tests.players.odd import NOTE


class Notes:
    """Makes the pipe and reads process ids from it; `environment` is what the bots need to find it."""

    def __init__(self, folder: Path) -> None:
        path = folder / "notes"
        os.mkfifo(path)
        self.environment = {NOTE: str(path)}
        self._pipe = os.open(path, os.O_RDWR)  # both ways, so that it never ends while no bot holds it
        self._lines = os.fdopen(self._pipe)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._lines.close()

    def read(self) -> int:
        """Wait for the next process id."""
        return int(self._lines.readline())

    async def next(self) -> int:
        """Wait for the next process id while the loop goes on."""
        loop = asyncio.get_running_loop()
        noted = asyncio.Event()
        loop.add_reader(self._pipe, noted.set)
        try:
            await noted.wait()
        finally:
            loop.remove_reader(self._pipe)
        return self.read()
