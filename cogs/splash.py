"""Splash & Bash's commands: lineup, obstacle, discard, cards, the die, the lane, and standing orders."""

from typing import TYPE_CHECKING, Any, TypeAlias

import discord
from discord import app_commands

from bot.ui import access, completions
from bot.ui.ask import Ask
from bot.ui.game_cog import MATCH, GameCog
from bot.ui.games.splash import orders
from bot.ui.options import MatchOption
from bot.ui.translator import describe

if TYPE_CHECKING:
    from bot.client import TavoliereClient

Asked: TypeAlias = discord.Interaction[Any]
Code = app_commands.Transform[str, MatchOption]
Choices: TypeAlias = list[app_commands.Choice[str]]


class SplashCog(GameCog, group_name="splash", group_description=describe("splash.command.group")):
    """The race around the pool."""

    @app_commands.command(name="lineup", description=describe("splash.command.lineup"))
    @app_commands.describe(lanes=describe("splash.command.lineup.lanes"), match=MATCH)
    async def lineup(self, interaction: Asked, lanes: str, match: Code | None = None) -> None:
        """Choose the starting lanes."""
        await self._play(interaction, "lineup", lanes, match)

    @app_commands.command(name="obs", description=describe("splash.command.obs"))
    @app_commands.describe(square=describe("splash.command.obs.square"), match=MATCH)
    async def obs(self, interaction: Asked, square: str, match: Code | None = None) -> None:
        """Put the obstacle."""
        await self._play(interaction, "obs", square, match)

    @app_commands.command(name="disc", description=describe("splash.command.disc"))
    @app_commands.describe(card=describe("splash.command.disc.card"), match=MATCH)
    async def disc(self, interaction: Asked, card: str, match: Code | None = None) -> None:
        """Discard an old card."""
        await self._play(interaction, "disc", card, match)

    @app_commands.command(name="play", description=describe("splash.command.play"))
    @app_commands.describe(card=describe("splash.command.play.card"), match=MATCH)
    async def play(self, interaction: Asked, card: str, match: Code | None = None) -> None:
        """Play a card."""
        await self._play(interaction, "play", card, match)

    @app_commands.command(name="roll", description=describe("splash.command.roll"))
    @app_commands.describe(match=MATCH)
    async def roll(self, interaction: Asked, match: Code | None = None) -> None:
        """Roll the die."""
        await self._play(interaction, "roll", "", match)

    @app_commands.command(name="go", description=describe("splash.command.go"))
    @app_commands.describe(lane=describe("splash.command.go.lane"), match=MATCH)
    async def go(self, interaction: Asked, lane: str, match: Code | None = None) -> None:
        """Move."""
        await self._play(interaction, "go", lane, match)

    @app_commands.command(name="pass", description=describe("splash.command.pass"))
    @app_commands.describe(match=MATCH)
    async def let_be(self, interaction: Asked, match: Code | None = None) -> None:
        """Play no card."""
        await self._play(interaction, "pass", "", match)

    @app_commands.command(name="order", description=describe("splash.command.order"))
    @app_commands.describe(what=describe("splash.command.order.what"), match=MATCH)
    async def order(self, interaction: Asked, what: str, match: Code | None = None) -> None:
        """Change a standing order."""
        word, _, rest = " ".join(what.split()).partition(" ")
        if word.casefold() == "hand":
            await self._play(interaction, "hand", completions.led(rest, "order"), match)
        else:
            await self._play(interaction, "order", what, match)

    @lineup.autocomplete("lanes")
    async def complete_lanes(self, interaction: Asked, typed: str) -> Choices:
        """Offer lane after lane."""
        return await self._offer(interaction, typed, "lineup")

    @obs.autocomplete("square")
    async def complete_square(self, interaction: Asked, typed: str) -> Choices:
        """Offer the legal squares."""
        return await self._offer(interaction, typed, "obs")

    @disc.autocomplete("card")
    async def complete_discard(self, interaction: Asked, typed: str) -> Choices:
        """Offer the two old cards."""
        return await self._offer(interaction, typed, "disc")

    @play.autocomplete("card")
    async def complete_card(self, interaction: Asked, typed: str) -> Choices:
        """Offer the cards that may be played, then their targets."""
        return await self._offer(interaction, typed, "play")

    @go.autocomplete("lane")
    async def complete_lane(self, interaction: Asked, typed: str) -> Choices:
        """Offer the lanes and where each leads."""
        return await self._offer(interaction, typed, "go")

    @order.autocomplete("what")
    async def complete_order(self, interaction: Asked, typed: str) -> Choices:
        """Offer what the own seat may order."""
        match = interaction.namespace.match

        async def work(ask: Ask) -> list[completions.Completion]:
            code = await access.which(ask, match, self.key)
            if not isinstance(code, str):
                return []
            played = await access.load(ask, code)
            seat = played.seat_of(ask.actor.user_id)
            if seat is None or not played.started:
                return []
            wanted = typed.strip().casefold()
            return [(text, label) for text, label in orders(played.game.view(played.state, seat)) if wanted in text.casefold()]

        await self.flow.complete(interaction, work)
        return []

    async def _play(self, interaction: Asked, verb: str, rest: str, match: str | None) -> None:
        """Play a notation whose first word is the command's own, typed again or not."""
        text = completions.led(rest, verb) if rest else verb
        await self.flow.on_match(interaction, "play", text, match=match, game=self.key)

    async def _offer(self, interaction: Asked, typed: str, lead: str) -> Choices:
        match = interaction.namespace.match
        await self.flow.complete(interaction, lambda ask: completions.actions(ask, typed, match=match, game=self.key, lead=lead))
        return []


async def setup(client: "TavoliereClient") -> None:
    """Add the cog."""
    await client.add_cog(SplashCog(client))
