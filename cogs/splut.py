"""Splut!'s commands: a turn is one text, so those of every game are all."""

from typing import TYPE_CHECKING

from bot.ui.game_cog import GameCog
from bot.ui.translator import describe

if TYPE_CHECKING:
    from bot.client import TavoliereClient


class SplutCog(GameCog, group_name="splut", group_description=describe("splut.command")):
    """The sorcerers' arena."""


async def setup(client: "TavoliereClient") -> None:
    """Add the cog."""
    await client.add_cog(SplutCog(client))
