"""`/moderate`: what those who manage a server do about its matches."""

from typing import TYPE_CHECKING, Any, TypeAlias

import discord
from discord import app_commands
from discord.ext import commands

from bot.ui import moderation
from bot.ui.game_cog import MATCH
from bot.ui.options import MatchOption
from bot.ui.translator import describe

if TYPE_CHECKING:
    from bot.client import TavoliereClient

Asked: TypeAlias = discord.Interaction[Any]
Code = app_commands.Transform[str, MatchOption]
Reason = app_commands.Range[str, 1, moderation.REASON]
WHY = describe("people.command.moderate.reason")
SEAT = describe("people.command.moderate.seat")


@app_commands.default_permissions(manage_guild=True)
class ModerateCog(commands.GroupCog, group_name="moderate", group_description=describe("people.command.moderate")):
    """Over the players' heads; the permission is checked again where it is used."""

    def __init__(self, client: "TavoliereClient") -> None:
        self.flow = client.flow

    @app_commands.command(name="cancel", description=describe("people.command.moderate.cancel"))
    @app_commands.describe(reason=WHY, match=MATCH)
    async def cancel(self, interaction: Asked, reason: Reason | None = None, match: Code | None = None) -> None:
        """End a match without a result."""
        await self.flow.on_found(interaction, match, lambda ask, code: moderation.cancel(ask, code, reason))

    @app_commands.command(name="force", description=describe("people.command.moderate.force"))
    @app_commands.describe(seat=SEAT, action=describe("people.command.moderate.force.action"), reason=WHY, match=MATCH)
    async def force(
        self, interaction: Asked, seat: str, action: str, reason: Reason | None = None, match: Code | None = None
    ) -> None:
        """Play for a seat."""
        await self.flow.on_found(interaction, match, lambda ask, code: moderation.force(ask, code, seat, action, reason))

    @app_commands.command(name="replace", description=describe("people.command.moderate.replace"))
    @app_commands.describe(seat=SEAT, player=describe("people.command.moderate.replace.player"), reason=WHY, match=MATCH)
    async def replace(
        self,
        interaction: Asked,
        seat: str,
        player: discord.User | None = None,
        reason: Reason | None = None,
        match: Code | None = None,
    ) -> None:
        """Put a house bot, or by invitation somebody else, on a seat."""
        user_id = None if player is None or player.bot else player.id
        await self.flow.on_found(interaction, match, lambda ask, code: moderation.replace(ask, code, seat, user_id, reason))

    @app_commands.command(name="rewind", description=describe("people.command.moderate.rewind"))
    @app_commands.describe(to=describe("people.command.moderate.rewind.to"), reason=WHY, match=MATCH)
    async def rewind(
        self,
        interaction: Asked,
        to: app_commands.Range[int, 1, 100_000],
        reason: Reason | None = None,
        match: Code | None = None,
    ) -> None:
        """Go back in the log."""
        await self.flow.on_found(interaction, match, lambda ask, code: moderation.rewind(ask, code, to, reason))

    @app_commands.command(name="extend", description=describe("people.command.moderate.extend"))
    @app_commands.describe(hours=describe("people.command.moderate.extend.hours"), reason=WHY, match=MATCH)
    async def extend(
        self,
        interaction: Asked,
        hours: app_commands.Range[int, 1, moderation.LONGEST_EXTENSION],
        reason: Reason | None = None,
        match: Code | None = None,
    ) -> None:
        """Give time to everybody who is due."""
        await self.flow.on_found(interaction, match, lambda ask, code: moderation.extend(ask, code, hours, reason))

    @app_commands.command(name="rehome", description=describe("people.command.moderate.rehome"))
    @app_commands.describe(reason=WHY, match=MATCH)
    async def rehome(self, interaction: Asked, reason: Reason | None = None, match: Code | None = None) -> None:
        """Move a match here."""
        await self.flow.on_found(interaction, match, lambda ask, code: moderation.rehome(ask, code, reason))


async def setup(client: "TavoliereClient") -> None:
    """Add the cog."""
    await client.add_cog(ModerateCog(client))
