"""Hippo's commands: the team, the rumour, the start, the sealed orders of a lap, and those that stand."""

from typing import TYPE_CHECKING, Any, TypeAlias

import discord
from discord import app_commands

from bot.engine.core import Text
from bot.ui import completions
from bot.ui.game_cog import MATCH, GameCog
from bot.ui.options import MatchOption
from bot.ui.translator import choice, describe

if TYPE_CHECKING:
    from bot.client import TavoliereClient

Asked: TypeAlias = discord.Interaction[Any]
Code = app_commands.Transform[str, MatchOption]


class HippoCog(GameCog, group_name="hippo", group_description=describe("hippo.command.group")):
    """The chariot race."""

    @app_commands.command(name="keep", description=describe("hippo.command.keep"))
    @app_commands.describe(cards=describe("hippo.command.keep.cards"), match=MATCH)
    async def keep(self, interaction: Asked, cards: str | None = None, match: Code | None = None) -> None:
        """Keep team cards."""
        await self._play(interaction, cards or "", "keep", match)

    @app_commands.command(name="rumour", description=describe("hippo.command.rumour"))
    @app_commands.describe(aim=describe("hippo.command.rumour.aim"), match=MATCH)
    async def rumour(self, interaction: Asked, aim: str, match: Code | None = None) -> None:
        """Aim a rumour."""
        await self._play(interaction, aim, "rumour", match)

    @app_commands.command(name="start", description=describe("hippo.command.start"))
    @app_commands.describe(how=describe("hippo.command.start.how"), match=MATCH)
    @app_commands.choices(
        how=[choice(Text("hippo.button.sprint"), "start sprint"), choice(Text("hippo.button.safe"), "start safe")]
    )
    async def start(self, interaction: Asked, how: str, match: Code | None = None) -> None:
        """Sprint or start safely."""
        await self._play(interaction, how, "start", match)

    @app_commands.command(name="lap", description=describe("hippo.command.lap"))
    @app_commands.describe(orders=describe("hippo.command.lap.orders"), match=MATCH)
    async def lap(self, interaction: Asked, orders: str, match: Code | None = None) -> None:
        """Seal the orders of a lap."""
        await self._play(interaction, orders, "lap", match)

    @app_commands.command(name="standing", description=describe("hippo.command.standing"))
    @app_commands.describe(orders=describe("hippo.command.standing.orders"), match=MATCH)
    async def standing(self, interaction: Asked, orders: str | None = None, match: Code | None = None) -> None:
        """Keep, show or take away standing orders."""
        await self.flow.on_match(interaction, "standing", orders or "", match=match, game=self.key)

    @keep.autocomplete("cards")
    async def complete_keep(self, interaction: Asked, typed: str) -> list[app_commands.Choice[str]]:
        """Offer the dealt cards one after another."""
        return await self._complete(interaction, typed, "keep")

    @rumour.autocomplete("aim")
    async def complete_rumour(self, interaction: Asked, typed: str) -> list[app_commands.Choice[str]]:
        """Offer the opponents."""
        return await self._complete(interaction, typed, "rumour")

    @lap.autocomplete("orders")
    async def complete_lap(self, interaction: Asked, typed: str) -> list[app_commands.Choice[str]]:
        """Offer the orders part by part."""
        return await self._complete(interaction, typed, "lap")

    @standing.autocomplete("orders")
    async def complete_standing(self, interaction: Asked, typed: str) -> list[app_commands.Choice[str]]:
        """Offer the orders part by part."""
        return await self._complete(interaction, typed, "lap")

    async def _play(self, interaction: Asked, typed: str, verb: str, match: str | None) -> None:
        await self.flow.on_match(interaction, "play", completions.led(typed, verb).strip(), match=match, game=self.key)

    async def _complete(self, interaction: Asked, typed: str, verb: str) -> list[app_commands.Choice[str]]:
        match = interaction.namespace.match
        await self.flow.complete(interaction, lambda ask: completions.actions(ask, typed, match=match, game=self.key, lead=verb))
        return []


async def setup(client: "TavoliereClient") -> None:
    """Add the cog."""
    await client.add_cog(HippoCog(client))
