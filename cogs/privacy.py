"""`/privacy`: what is stored about oneself."""

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.ui import privacy
from bot.ui.translator import describe

if TYPE_CHECKING:
    from bot.client import TavoliereClient


class PrivacyCog(commands.GroupCog, group_name="privacy", group_description=describe("people.command.privacy")):
    """A user's own data."""

    def __init__(self, client: "TavoliereClient") -> None:
        self.flow = client.flow

    @app_commands.command(name="export", description=describe("people.command.privacy.export"))
    async def export(self, interaction: discord.Interaction[Any]) -> None:
        """Hand it out."""
        await self.flow.command(interaction, privacy.export)

    @app_commands.command(name="delete", description=describe("people.command.privacy.delete"))
    async def delete(self, interaction: discord.Interaction[Any]) -> None:
        """Forget it, once confirmed."""
        await self.flow.command(interaction, privacy.delete)


async def setup(client: "TavoliereClient") -> None:
    """Add the cog."""
    await client.add_cog(PrivacyCog(client))
