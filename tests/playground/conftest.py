"""The local Discord, alone, with a hand-turned clock, and with the small bot in it, for the tests of this folder."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from bot.playground import LocalDiscord, ManualClock
from tests.playground.fixtures import local_discord, running_bot
from tests.playground.raw import RawBot
from tests.playground.table_bot import TableBot


@pytest_asyncio.fixture
async def local() -> AsyncIterator[LocalDiscord]:
    """A local Discord whose requests are checked by Discord's schema."""
    async with local_discord() as local:
        yield local


@pytest_asyncio.fixture
async def bot(local: LocalDiscord) -> AsyncIterator[TableBot]:
    async with running_bot(TableBot(), local) as bot:
        yield bot


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest_asyncio.fixture
async def timed(clock: ManualClock) -> AsyncIterator[LocalDiscord]:
    """A local Discord whose clock stands still, for requests that are wrong on purpose."""
    async with local_discord(clock=clock, check_requests=False) as local:
        yield local


@pytest_asyncio.fixture
async def raw(timed: LocalDiscord) -> AsyncIterator[RawBot]:
    """Plain requests to `timed`."""
    async with RawBot(timed) as raw:
        yield raw
