"""The Discord client: what it is told at the start, and nothing it decides by itself.

Owns start-up (dynamic items, translator, cogs, the command tree) and where errors of discord.py go. Refuses to know games and
matches: every interaction goes to `bot.ui.flow`.
"""

import hashlib
import ipaddress
import json
from collections.abc import Callable
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

import aiohttp
import discord
import discord.asset
import discord.gateway
import discord.http
import structlog
import yarl
from discord import app_commands
from discord.ext import commands

import cogs
from bot.errors import StoreFault
from bot.ui.ask import Services
from bot.ui.components import DYNAMIC_ITEMS, is_dispatched, press_of
from bot.ui.flow import Flow
from bot.ui.translator import CatalogTranslator

__all__ = ["Services", "TavoliereClient", "redirect_to"]

log = structlog.get_logger(__name__)

TREE_KEY = "command-tree"
RATE_LIMIT_SECONDS = 30.0  # a call that would have to wait longer fails, and is tried again by the outbox


class Tree(app_commands.CommandTree["TavoliereClient"]):
    """The command tree; what goes wrong before a cog is reached is answered by the flow."""

    async def on_error(self, interaction: "discord.Interaction[TavoliereClient]", error: app_commands.AppCommandError, /) -> None:
        """Answer the user instead of only logging."""
        await self.client.flow.error(interaction, error)


class TavoliereClient(commands.Bot):
    """The bot as discord.py runs it; it has slash commands and components only."""

    def __init__(self, services: Services, *, guild_ready_timeout: float = 2.0) -> None:
        discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # no voice here, so nothing to warn of
        super().__init__(
            command_prefix=commands.when_mentioned,  # never looked at: on_message does nothing
            help_command=None,
            tree_cls=Tree,
            allowed_contexts=app_commands.AppCommandContext(guild=True),
            allowed_installs=app_commands.AppInstallationType(guild=True),
            intents=discord.Intents(guilds=True),  # channels and threads; no privileged intent
            allowed_mentions=discord.AllowedMentions.none(),
            max_ratelimit_timeout=RATE_LIMIT_SECONDS,
            max_messages=None,
            chunk_guilds_at_startup=False,
            member_cache_flags=discord.MemberCacheFlags.none(),
            guild_ready_timeout=guild_ready_timeout,
        )
        self.services = services
        self.flow = Flow(services)

    async def setup_hook(self) -> None:
        """Register what must be there before the first interaction; once, for on_ready may come again."""
        self.add_dynamic_items(*DYNAMIC_ITEMS)
        await self.tree.set_translator(CatalogTranslator())
        for module in iter_modules(cogs.__path__, f"{cogs.__name__}."):
            if not module.name.rpartition(".")[2].startswith("_"):
                await import_module(module.name).setup(self)
        await self._sync()

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Answer the presses that discord.py would drop in silence: of controls it no longer finds, or that nobody knows."""
        if interaction.type is discord.InteractionType.component and not is_dispatched(interaction):
            await self.flow.press(interaction, press_of(interaction))

    async def on_message(self, message: discord.Message, /) -> None:
        """Leave messages alone: nothing is read from them."""

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:
        """Log what a listener raised, without its arguments: they quote people."""
        log.exception("listener_failed", listener=event_method)

    async def _sync(self) -> None:
        """Tell Discord the commands if they have changed since the last time; a failure changes nothing else."""
        try:
            digest = await self._digest()
            if await self.services.store.notes.recall(TREE_KEY) == digest:
                log.info("commands_unchanged")
                return
            synced = await self.tree.sync()
            await self.services.store.notes.remember(TREE_KEY, digest)
            log.info("commands_synced", count=len(synced))
        except (discord.DiscordException, aiohttp.ClientError, OSError, StoreFault) as error:
            log.error("commands_not_synced", error=str(error))

    async def _digest(self) -> str:
        """Hash the commands as Discord would get them, with the application they belong to."""
        payload = await tree_payload(self.tree)
        text = json.dumps([self.application_id, payload], sort_keys=True, ensure_ascii=False)
        return hashlib.sha256(text.encode()).hexdigest()


async def tree_payload(tree: app_commands.CommandTree[Any]) -> list[dict[str, Any]]:
    """Give the commands with every localisation, as they are sent to Discord."""
    translator = tree.translator
    assert translator is not None  # noqa: S101 - set in setup_hook, before anything asks
    return [await command.get_translated_payload(tree, translator) for command in tree.get_commands()]


def redirect_to(url: str) -> Callable[[], None]:
    """Send every client of this process to a local Discord at `url` (such as `http://127.0.0.1:8080`).

    Gives a function that undoes it. Raises ValueError unless the url is plain http to this machine, with a port.
    """
    base = yarl.URL(url)
    if base.scheme != "http" or not _is_loopback(base.host) or base.explicit_port is None or base.path not in ("", "/"):
        raise ValueError(f"a local Discord has an address like http://127.0.0.1:8080, not {url!r}")
    http, gateway, asset = discord.http.Route, discord.gateway.DiscordWebSocket, discord.asset.Asset
    before = http.BASE, gateway.DEFAULT_GATEWAY, asset.BASE
    root = str(base.origin())
    http.BASE, gateway.DEFAULT_GATEWAY, asset.BASE = f"{root}/api/v10", base.origin().with_scheme("ws") / "gateway", root

    def undo() -> None:
        http.BASE, gateway.DEFAULT_GATEWAY, asset.BASE = before

    return undo


def _is_loopback(host: str | None) -> bool:
    if host == "localhost":
        return True
    try:
        return host is not None and ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
