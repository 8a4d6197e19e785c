"""A local Discord and a bot in it, as context managers for the tests of any folder.

    async with local_discord() as local, running_bot(bot, local):
        ...

The schema of Discord is checked wherever `DISCORD_OPENAPI` names it; a problem fails the end of the context.
"""

import asyncio
import functools
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TypeVar

import discord
from discord.ext import commands

from bot.playground import Clock, LocalDiscord, Verifier, redirect_to
from bot.playground.schema import OpenApiVerifier

B = TypeVar("B", bound=commands.Bot)


@functools.cache
def official_schema() -> OpenApiVerifier | None:
    """Read Discord's document once, if the environment names it."""
    return OpenApiVerifier.from_environment()


class AnswersOnly:
    """Checks what the local Discord sends, and lets through whatever a test sends wrongly on purpose."""

    def __init__(self, full: Verifier) -> None:
        self._full = full
        self.response = full.response
        self.dispatch = full.dispatch

    def request(self, method: str, route: str, query: Mapping[str, str], json_payload: object) -> list[str]:
        return []


@asynccontextmanager
async def local_discord(
    *, clock: Clock | None = None, guild_locale: str = "en-US", check_requests: bool = True
) -> AsyncIterator[LocalDiscord]:
    """Serve a local Discord and point discord.py at it until the end."""
    schema: Verifier | None = official_schema()
    if schema is not None and not check_requests:
        schema = AnswersOnly(schema)
    async with LocalDiscord(clock=clock, verifier=schema, guild_locale=guild_locale) as local:
        undo = redirect_to(local.url)
        try:
            yield local
        finally:
            undo()


@asynccontextmanager
async def running_bot(bot: B, local: LocalDiscord, *, timeout: float = 10.0) -> AsyncIterator[B]:
    """Run a bot from login to logout; inside it is ready. An error of its start is raised here."""
    ready = asyncio.Event()

    async def on_ready() -> None:
        ready.set()

    bot.add_listener(on_ready)
    run = asyncio.create_task(bot.start(local.token), name="bot under test")
    came = asyncio.create_task(ready.wait(), name="bot is ready")
    try:
        await asyncio.wait({run, came}, timeout=timeout, return_when=asyncio.FIRST_COMPLETED)
        if run.done():
            await run
        if not ready.is_set():
            raise AssertionError(f"the bot was not ready within {timeout} s\n{local.describe()}")
        yield bot
    finally:
        came.cancel()
        if not bot.is_closed():
            await bot.close()
        run.cancel()
        await asyncio.gather(run, came, return_exceptions=True)
        await _end_leftovers()


async def _end_leftovers() -> None:
    """End the tasks that discord.py has begun and does not await when it closes."""
    home = str(Path(discord.__file__).parent)
    left = [task for task in asyncio.all_tasks() if home in getattr(getattr(task.get_coro(), "cr_code", None), "co_filename", "")]
    for task in left:
        task.cancel()
    await asyncio.gather(*left, return_exceptions=True)
