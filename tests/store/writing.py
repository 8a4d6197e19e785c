"""A process that commits without end and says each version once it is committed: `python -m tests.store.writing PATH`."""

import asyncio
import sys
from pathlib import Path

from bot.store.database import Database
from bot.store.store import SqliteStore
from tests.store import samples
from tests.store.samples import StillClock


async def write(path: Path) -> None:
    """Commit on and on from where the file stands."""
    async with Database.open(path) as database:
        store = SqliteStore(database, clock=StillClock())
        loaded = await store.load("K7M2QX")
        if loaded is None:
            await store.commit(samples.first())
        header = samples.header() if loaded is None else loaded.header
        while True:
            commit = samples.after(header, request=f"r{header.version + 1}")
            await store.commit(commit)
            header = commit.header
            sys.stdout.write(f"{header.version}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    asyncio.run(write(Path(sys.argv[1])))
