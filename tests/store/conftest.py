"""A store on a real file, a clock that stands still, and matches to put in."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.store.database import Database
from bot.store.store import SqliteStore
from tests.store.samples import StillClock


@pytest.fixture
def clock() -> StillClock:
    """A clock that only moves when told."""
    return StillClock()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the database of a test is."""
    return tmp_path / "tavoliere.db"


@pytest_asyncio.fixture
async def database(path: Path) -> AsyncIterator[Database]:
    """An open, empty database."""
    async with Database.open(path) as database:
        yield database


@pytest_asyncio.fixture
async def store(database: Database, clock: StillClock) -> SqliteStore:
    """The store on it."""
    return SqliteStore(database, clock=clock)
