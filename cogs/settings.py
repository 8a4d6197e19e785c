"""`/settings`: what those who manage a server choose for it."""

from typing import TYPE_CHECKING, Any, TypeAlias

import discord
from discord import app_commands
from discord.ext import commands

from bot.engine.core import Text
from bot.i18n import LANGS
from bot.match.model import Pace
from bot.ui import profile, settings
from bot.ui.translator import choice, describe

if TYPE_CHECKING:
    from bot.client import TavoliereClient

Asked: TypeAlias = discord.Interaction[Any]
NO_CHOICE = choice(Text("people.choice.default"), settings.DEFAULT)


@app_commands.default_permissions(manage_guild=True)
class SettingsCog(commands.GroupCog, group_name="settings", group_description=describe("people.command.settings")):
    """A server's rules; the permission is checked again where they are changed."""

    def __init__(self, client: "TavoliereClient") -> None:
        self.flow = client.flow

    @app_commands.command(name="show", description=describe("people.command.settings.show"))
    async def show(self, interaction: Asked) -> None:
        """Show all of them."""
        await self.flow.command(interaction, settings.show)

    @app_commands.command(name="language", description=describe("people.command.settings.language"))
    @app_commands.describe(language=describe("people.command.settings.language"))
    @app_commands.choices(language=[NO_CHOICE, *(choice(profile.name_of(lang), lang) for lang in LANGS)])
    async def language(self, interaction: Asked, language: str) -> None:
        """Choose the language of new matches."""
        await self.flow.command(interaction, lambda ask: settings.language(ask, language))

    @app_commands.command(name="channels", description=describe("people.command.settings.channels"))
    @app_commands.describe(
        action=describe("people.command.settings.channels.action"), where=describe("people.command.settings.channels.channel")
    )
    @app_commands.choices(
        action=[choice(Text(f"people.channels.{one}"), one) for one in ("allow", "forbid", "everywhere")],
    )
    async def channels(self, interaction: Asked, action: str, where: discord.TextChannel | None = None) -> None:
        """Choose where lobbies may be opened."""
        await self.flow.command(interaction, lambda ask: settings.channels(ask, action, None if where is None else where.id))

    @app_commands.command(name="threads", description=describe("people.command.settings.threads"))
    @app_commands.describe(policy=describe("people.command.settings.threads"))
    @app_commands.choices(policy=[choice(Text(f"people.threads.{one}"), one) for one in ("thread", "channel")])
    async def threads(self, interaction: Asked, policy: str) -> None:
        """Choose whether matches get threads."""
        await self.flow.command(interaction, lambda ask: settings.threads(ask, policy))

    @app_commands.command(name="pace", description=describe("people.command.settings.pace"))
    @app_commands.describe(pace=describe("people.command.settings.pace"))
    @app_commands.choices(pace=[NO_CHOICE, *(choice(Text(f"board.pace.{pace.value}"), pace.value) for pace in Pace)])
    async def pace(self, interaction: Asked, pace: str) -> None:
        """Choose the pace of new matches."""
        await self.flow.command(interaction, lambda ask: settings.pace(ask, pace))

    @app_commands.command(name="check", description=describe("people.command.settings.check"))
    async def check(self, interaction: Asked) -> None:
        """Name every missing permission."""
        await self.flow.command(interaction, lambda ask: settings.check(ask, interaction))


async def setup(client: "TavoliereClient") -> None:
    """Add the cog."""
    await client.add_cog(SettingsCog(client))
