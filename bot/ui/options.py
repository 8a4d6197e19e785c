"""Options that several commands share."""

from typing import Any

import discord
from discord import app_commands

from bot.ui import access


class MatchOption(app_commands.Transformer):
    """The `match:` option: a code, completed from the asker's own matches."""

    async def transform(self, interaction: discord.Interaction[Any], value: str, /) -> str:
        """Take the text as it is: the flow reads it and says what is wrong with it."""
        return value

    async def autocomplete(
        self, interaction: discord.Interaction[Any], value: int | float | str, /
    ) -> list[app_commands.Choice[int | float | str]]:
        """Offer the asker's matches, the most urgent first."""
        await interaction.client.flow.complete(interaction, lambda ask: access.code_choices(ask, str(value)))
        return []
