"""What every game's commands have in common: `new`, `move` and `rules`.

Owns the base a game's cog derives from. Refuses to know a game: everything comes from its facts, choices and rules pages.
"""

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.engine.registry import game as game_of
from bot.ui import completions, pages
from bot.ui.components import NO_MATCH
from bot.ui.ids import Press
from bot.ui.new_command import new_command
from bot.ui.options import MatchOption
from bot.ui.translator import describe

if TYPE_CHECKING:
    from bot.client import TavoliereClient

MATCH = describe("command.match_option")


class GameCog(commands.GroupCog):
    """One game's group of commands; a subclass gives `group_name` (the game's key) and `group_description`."""

    def __init__(self, client: "TavoliereClient") -> None:
        self.flow = client.flow
        self.key = str(self.__cog_group_name__)
        assert self.app_command is not None  # noqa: S101 - a GroupCog always has its group
        self.app_command.add_command(new_command(game_of(self.key)))

    @app_commands.command(name="move", description=describe("command.move"))
    @app_commands.describe(action=describe("command.move.action"), match=MATCH)
    async def move(
        self,
        interaction: discord.Interaction[Any],
        action: str,
        match: app_commands.Transform[str, MatchOption] | None = None,
    ) -> None:
        """Play a notation."""
        await self.flow.on_match(interaction, "play", action, match=match, game=self.key)

    @move.autocomplete("action")
    async def complete_action(self, interaction: discord.Interaction[Any], typed: str) -> list[app_commands.Choice[str]]:
        """Offer the notation's next parts."""
        match = interaction.namespace.match
        await self.flow.complete(interaction, lambda ask: completions.actions(ask, typed, match=match, game=self.key))
        return []

    @app_commands.command(name="rules", description=describe("command.rules"))
    @app_commands.describe(topic=describe("command.rules.topic"))
    async def rules(self, interaction: discord.Interaction[Any], topic: str | None = None) -> None:
        """Show the rules."""
        press = Press(NO_MATCH, 0, "rules", f"{self.key}:{topic or ''}")
        await self.flow.command(interaction, lambda ask: pages.rules(ask, press))

    @rules.autocomplete("topic")
    async def complete_topic(self, interaction: discord.Interaction[Any], typed: str) -> list[app_commands.Choice[str]]:
        """Offer the sections."""
        await self.flow.complete(interaction, lambda ask: completions.topics(ask, typed, game=self.key))
        return []
