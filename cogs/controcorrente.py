"""Controcorrente's commands: the die, a boat, a wind."""

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot.ui import completions
from bot.ui.game_cog import MATCH, GameCog
from bot.ui.options import MatchOption
from bot.ui.translator import describe

if TYPE_CHECKING:
    from bot.client import TavoliereClient


class ControcorrenteCog(GameCog, group_name="controcorrente", group_description=describe("command.controcorrente")):
    """The river race."""

    @app_commands.command(name="roll", description=describe("command.controcorrente.roll"))
    @app_commands.describe(match=MATCH)
    async def roll(
        self, interaction: discord.Interaction[Any], match: app_commands.Transform[str, MatchOption] | None = None
    ) -> None:
        """Roll the die."""
        await self.flow.on_match(interaction, "play", "R", match=match, game=self.key)

    @app_commands.command(name="boat", description=describe("command.controcorrente.boat"))
    @app_commands.describe(tile=describe("command.controcorrente.boat.tile"), match=MATCH)
    async def boat(
        self,
        interaction: discord.Interaction[Any],
        tile: app_commands.Range[int, 1, 10],
        match: app_commands.Transform[str, MatchOption] | None = None,
    ) -> None:
        """Sail a boat by the number rolled."""
        await self.flow.on_match(interaction, "play", f"M{tile}", match=match, game=self.key)

    @boat.autocomplete("tile")
    async def complete_tile(self, interaction: discord.Interaction[Any], typed: str) -> list[app_commands.Choice[int]]:
        """Offer the tiles of the own boats and where each would land."""
        match = interaction.namespace.match
        await self.flow.complete(interaction, lambda ask: completions.tiles(ask, typed, match=match, game=self.key, letter="M"))
        return []

    @app_commands.command(name="wind", description=describe("command.controcorrente.wind"))
    @app_commands.describe(action=describe("command.controcorrente.wind.action"), match=MATCH)
    async def wind(
        self,
        interaction: discord.Interaction[Any],
        action: str,
        match: app_commands.Transform[str, MatchOption] | None = None,
    ) -> None:
        """Use the double arrow."""
        await self.flow.on_match(interaction, "play", action, match=match, game=self.key)

    @wind.autocomplete("action")
    async def complete_wind(self, interaction: discord.Interaction[Any], typed: str) -> list[app_commands.Choice[str]]:
        """Offer the winds and the pass."""
        match = interaction.namespace.match
        await self.flow.complete(
            interaction, lambda ask: completions.actions(ask, typed, match=match, game=self.key, starts="F C P")
        )
        return []


async def setup(client: "TavoliereClient") -> None:
    """Add the cog."""
    await client.add_cog(ControcorrenteCog(client))
