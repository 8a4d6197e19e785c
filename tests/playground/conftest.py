"""The local Discord, alone and with the small bot in it, for the tests of this folder."""

from collections.abc import AsyncIterator

import pytest_asyncio

from bot.playground import LocalDiscord, ManualClock
from tests.playground.fixtures import local_discord, running_bot
from tests.playground.raw import RawBot
from tests.playground.table_bot import TableBot


@pytest_asyncio.fixture
async def local() -> AsyncIterator[LocalDiscord]:
    async with local_discord() as local:
        yield local


@pytest_asyncio.fixture
async def bot(local: LocalDiscord) -> AsyncIterator[TableBot]:
    async with running_bot(TableBot(), local) as bot:
        yield bot


@pytest_asyncio.fixture
async def raw(local: LocalDiscord) -> AsyncIterator[RawBot]:
    async with RawBot(local) as raw:
        yield raw


@pytest_asyncio.fixture
async def clock() -> ManualClock:
    return ManualClock()


@pytest_asyncio.fixture
async def timed(clock: ManualClock) -> AsyncIterator[LocalDiscord]:
    """A local Discord whose clock stands still."""
    async with local_discord(clock=clock) as local:
        yield local
