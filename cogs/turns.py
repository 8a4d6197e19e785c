"""`/turns`."""

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.ui import turns
from bot.ui.components import NO_MATCH
from bot.ui.ids import Press
from bot.ui.translator import describe

if TYPE_CHECKING:
    from bot.client import TavoliereClient


class TurnsCog(commands.Cog):
    """What waits for somebody."""

    def __init__(self, client: "TavoliereClient") -> None:
        self.flow = client.flow

    @app_commands.command(name="turns", description=describe("clock.command.turns"))
    async def turns(self, interaction: discord.Interaction[Any]) -> None:
        """List what waits for the asker."""
        await self.flow.command(interaction, lambda ask: turns.turns(ask, Press(NO_MATCH, 0, "turns")))


async def setup(client: "TavoliereClient") -> None:
    """Add the cog."""
    await client.add_cog(TurnsCog(client))
