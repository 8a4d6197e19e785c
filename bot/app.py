"""The composition root: makes every part once, in order, and closes them again.

Owns who gets what. Refuses to decide anything else: settings come in, a running bot comes out.
"""

import asyncio
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime

import aiohttp
import discord
import structlog

from bot.client import Services, TavoliereClient, redirect_to
from bot.errors import Fault
from bot.jobs.housekeeping import Housekeeping
from bot.jobs.pump import Pump, Work
from bot.match.deadlines import Deadlines
from bot.match.lobby import Lobby
from bot.match.meta import Meta
from bot.match.model import TimerKind
from bot.match.ports import Clock
from bot.match.table import Table
from bot.players.base import Budget
from bot.players.pool import Pool
from bot.settings import Settings
from bot.store.database import Database
from bot.store.store import SqliteStore
from bot.ui.board import Boards
from bot.ui.deliver import Delivery

WRONG_TOKEN = "Discord refuses the token in DISCORD_TOKEN: copy it again from the developer portal"  # noqa: S105 - a sentence
WRONG_TOKEN_CODE = 4004  # of the gateway, when a token is renewed under a running bot
LAST_ANSWERS_SECONDS = 5.0  # how long an end waits for answers under way

log = structlog.get_logger(__name__)


class SystemClock:
    """The machine's clock."""

    def now(self) -> datetime:
        """Give the present moment in UTC."""
        return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class App:
    """Everything that runs, for those who run it."""

    settings: Settings
    store: SqliteStore
    services: Services
    client: TavoliereClient
    pump: Pump
    housekeeping: Housekeeping


@asynccontextmanager
async def opened(settings: Settings, *, clock: Clock | None = None, guild_ready_timeout: float = 2.0) -> AsyncIterator[App]:
    """Open the database, make the parts and start the pump; raises StoreFault where the database cannot be used."""
    clock = clock or SystemClock()
    async with Database.open(settings.database) as database, Pool(workers=settings.bot_workers) as pool:
        store = SqliteStore(database, clock=clock)
        table = Table(store, clock=clock, thinker=pool, budget=Budget(settings.bot_seconds))
        lobby, meta, boards = Lobby(table), Meta(table), Boards()
        deadlines = Deadlines(table, store.people)
        works: dict[TimerKind, Work] = {
            "next": table.tick,
            "lobby": lobby.expire,
            "offer": meta.expire_offer,
            "half": deadlines.remind,
            "near": deadlines.remind,
            "deadline": deadlines.expire,
        }
        try:
            delivery = Delivery(
                client=lambda: client,
                table=table,
                store=store,
                people=store.people,
                boards=boards,
                clock=clock,
                wake=lambda: pump.wake(),
            )
            pump = Pump(store=store, deliver=delivery, clock=clock, works=works, first=deadlines.credit, each=deadlines.beat)
            services = Services(settings, store, table, lobby, meta, delivery, boards, clock, deadlines, store.people)
            client = TavoliereClient(services, guild_ready_timeout=guild_ready_timeout)
            yield App(settings, store, services, client, pump, Housekeeping(store=store, clock=clock))
        finally:
            boards.close()


async def connected(app: App, token: str) -> None:
    """Log in and play until the client is closed or this is cancelled; raises Fault when Discord cannot be reached or says no."""
    client = app.client

    async def pumping() -> None:
        await client.wait_until_ready()
        await app.pump.run()

    async with client:
        try:
            await client.login(token)
        except discord.LoginFailure as error:
            raise Fault(WRONG_TOKEN) from error
        except (aiohttp.ClientError, OSError, discord.HTTPException) as error:
            raise Fault(f"Discord cannot be reached: {error}") from error
        gateway, pump = asyncio.create_task(_gateway(client), name="gateway"), asyncio.create_task(pumping(), name="pump")
        cleaning = asyncio.create_task(app.housekeeping.run(), name="housekeeping")
        try:
            done, _ = await asyncio.wait({gateway, pump, cleaning}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            try:
                pump.cancel()
                cleaning.cancel()
                await client.flow.settled(timeout=LAST_ANSWERS_SECONDS)  # who has just pressed something still gets an answer
            finally:
                gateway.cancel()
                await asyncio.gather(gateway, pump, cleaning, return_exceptions=True)
        for task in done:
            task.result()


async def _gateway(client: TavoliereClient) -> None:
    """Stay connected; raises Fault when Discord says no for good."""
    try:
        await client.connect()
    except (discord.ConnectionClosed, discord.PrivilegedIntentsRequired) as error:
        if isinstance(error, discord.ConnectionClosed) and error.code == WRONG_TOKEN_CODE:
            raise Fault(WRONG_TOKEN) from error
        raise Fault(f"Discord closed the connection for good: {error}") from error


async def run(settings: Settings) -> None:
    """Connect to Discord and play until stopped (Ctrl-C, SIGTERM); raises Fault when there is no way to."""
    if settings.discord_token is None:
        raise Fault("DISCORD_TOKEN is not set")
    if settings.local_discord is not None:
        redirect_to(str(settings.local_discord))
    here = asyncio.current_task()
    if here is not None and sys.platform != "win32":
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, here.cancel)
    try:
        async with opened(settings) as app:
            await connected(app, settings.discord_token.get_secret_value())
    except asyncio.CancelledError:
        log.info("stopped")
