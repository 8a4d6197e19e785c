"""The lobby's buttons as commands, for those who rather type."""

from typing import TYPE_CHECKING, Any, TypeAlias

import discord
from discord import app_commands
from discord.ext import commands

from bot.ui import completions
from bot.ui.game_cog import MATCH
from bot.ui.options import MatchOption
from bot.ui.translator import describe

if TYPE_CHECKING:
    from bot.client import TavoliereClient

Asked: TypeAlias = discord.Interaction[Any]
Code = app_commands.Transform[str, MatchOption]


class LobbyCog(commands.GroupCog, group_name="lobby", group_description=describe("command.lobby")):
    """What one may do with a lobby; without a code, the lobby of this channel is meant."""

    def __init__(self, client: "TavoliereClient") -> None:
        self.flow = client.flow

    @app_commands.command(name="join", description=describe("command.lobby.join"))
    @app_commands.describe(seat=describe("command.lobby.seat_option"), match=MATCH)
    async def join(self, interaction: Asked, seat: str = "", match: Code | None = None) -> None:
        """Take a place."""
        await self.flow.on_match(interaction, "join", seat, match=match)

    @app_commands.command(name="leave", description=describe("command.lobby.leave"))
    @app_commands.describe(match=MATCH)
    async def leave(self, interaction: Asked, match: Code | None = None) -> None:
        """Give the place up, or turn the invitation down."""
        await self.flow.on_match(interaction, "leave", match=match)

    @app_commands.command(name="seat", description=describe("command.lobby.seat"))
    @app_commands.describe(seat=describe("command.lobby.seat_option"), match=MATCH)
    async def seat(self, interaction: Asked, seat: str = "", match: Code | None = None) -> None:
        """Ask for a seat."""
        await self.flow.on_match(interaction, "seat", seat, match=match)

    @app_commands.command(name="addbot", description=describe("command.lobby.addbot"))
    @app_commands.describe(level=describe("command.lobby.addbot.level"), match=MATCH)
    async def addbot(self, interaction: Asked, level: str = "", match: Code | None = None) -> None:
        """Add a house bot."""
        await self.flow.on_match(interaction, "addbot", level.strip().lower(), match=match)

    @addbot.autocomplete("level")
    async def complete_level(self, interaction: Asked, typed: str) -> list[app_commands.Choice[str]]:
        """Offer the levels."""
        match = interaction.namespace.match
        await self.flow.complete(interaction, lambda ask: completions.levels(ask, typed, match=match))
        return []

    @app_commands.command(name="dropbot", description=describe("command.lobby.dropbot"))
    @app_commands.describe(match=MATCH)
    async def dropbot(self, interaction: Asked, match: Code | None = None) -> None:
        """Send a house bot away."""
        await self.flow.on_match(interaction, "dropbot", match=match)

    @app_commands.command(name="start", description=describe("command.lobby.start"))
    @app_commands.describe(match=MATCH)
    async def start(self, interaction: Asked, match: Code | None = None) -> None:
        """Start with those who are here."""
        await self.flow.on_match(interaction, "start", match=match)

    @app_commands.command(name="cancel", description=describe("command.lobby.cancel"))
    @app_commands.describe(match=MATCH)
    async def cancel(self, interaction: Asked, match: Code | None = None) -> None:
        """Close the lobby."""
        await self.flow.on_match(interaction, "cancel", match=match)


async def setup(client: "TavoliereClient") -> None:
    """Add the cog."""
    await client.add_cog(LobbyCog(client))
