"""`/profile`: what a user chooses for what is private and how they are called."""

from typing import TYPE_CHECKING, Any, TypeAlias

import discord
from discord import app_commands
from discord.ext import commands

from bot.engine.core import Text
from bot.i18n import LANGS
from bot.match.people import VACATION_DAYS
from bot.ui import profile
from bot.ui.translator import choice, describe

if TYPE_CHECKING:
    from bot.client import TavoliereClient

Asked: TypeAlias = discord.Interaction[Any]


class ProfileCog(commands.GroupCog, group_name="profile", group_description=describe("people.command.profile")):
    """A user's own choices."""

    def __init__(self, client: "TavoliereClient") -> None:
        self.flow = client.flow

    @app_commands.command(name="show", description=describe("people.command.profile.show"))
    async def show(self, interaction: Asked) -> None:
        """Show all of them."""
        await self.flow.command(interaction, profile.show)

    @app_commands.command(name="language", description=describe("people.command.profile.language"))
    @app_commands.describe(language=describe("people.command.profile.language"))
    @app_commands.choices(
        language=[
            choice(Text("people.choice.discord"), profile.DISCORD),
            *(choice(profile.name_of(lang), lang) for lang in LANGS),
        ]
    )
    async def language(self, interaction: Asked, language: str) -> None:
        """Choose the language of private answers."""
        await self.flow.command(interaction, lambda ask: profile.language(ask, language))

    @app_commands.command(name="display", description=describe("people.command.profile.display"))
    @app_commands.describe(board=describe("people.command.profile.display"))
    @app_commands.choices(board=[choice(Text(f"people.display.{one}"), one) for one in profile.DISPLAYS])
    async def display(self, interaction: Asked, board: str) -> None:
        """Choose pictures or text."""
        await self.flow.command(interaction, lambda ask: profile.display(ask, board))

    @app_commands.command(name="palette", description=describe("people.command.profile.palette"))
    @app_commands.describe(colours=describe("people.command.profile.palette"))
    @app_commands.choices(colours=[choice(Text(f"people.palette.{one}"), one) for one in profile.PALETTES])
    async def palette(self, interaction: Asked, colours: str) -> None:
        """Choose the colours of private pictures."""
        await self.flow.command(interaction, lambda ask: profile.palette(ask, colours))

    @app_commands.command(name="notifications", description=describe("people.command.profile.notifications"))
    @app_commands.describe(where=describe("people.command.profile.notifications"))
    @app_commands.choices(where=[choice(Text(f"people.notify.{one}"), one) for one in profile.NOTICES])
    async def notifications(self, interaction: Asked, where: str) -> None:
        """Choose how one is called."""
        await self.flow.command(interaction, lambda ask: profile.notifications(ask, where))

    @app_commands.command(name="quiet", description=describe("people.command.profile.quiet"))
    @app_commands.describe(
        start=describe("people.command.profile.quiet.start"),
        end=describe("people.command.profile.quiet.end"),
        zone=describe("people.command.profile.quiet.zone"),
    )
    async def quiet(self, interaction: Asked, start: str | None = None, end: str | None = None, zone: str | None = None) -> None:
        """Choose quiet hours."""
        await self.flow.command(interaction, lambda ask: profile.quiet(ask, start, end, zone))

    @app_commands.command(name="vacation", description=describe("people.command.profile.vacation"))
    @app_commands.describe(days=describe("people.command.profile.vacation.days"))
    async def vacation(self, interaction: Asked, days: app_commands.Range[int, 0, VACATION_DAYS] | None = None) -> None:
        """Begin, end or look at a vacation."""
        await self.flow.command(interaction, lambda ask: profile.vacation(ask, days))


async def setup(client: "TavoliereClient") -> None:
    """Add the cog."""
    await client.add_cog(ProfileCog(client))
