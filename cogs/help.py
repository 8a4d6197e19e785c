"""`/help` and `/about`."""

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from bot import __version__
from bot.engine.core import Code, Text
from bot.engine.registry import games
from bot.ui.ask import Ask, Page, page
from bot.ui.translator import describe

if TYPE_CHECKING:
    from bot.client import TavoliereClient


class HelpCog(commands.Cog):
    """How to begin, and what this is."""

    def __init__(self, client: "TavoliereClient") -> None:
        self.flow = client.flow

    @app_commands.command(name="help", description=describe("command.help"))
    async def help(self, interaction: discord.Interaction[Any]) -> None:
        """Say how to begin."""
        await self.flow.command(interaction, _help)

    @app_commands.command(name="about", description=describe("command.about"))
    async def about(self, interaction: discord.Interaction[Any]) -> None:
        """Say what this is."""
        await self.flow.command(interaction, _about)


async def _help(ask: Ask) -> Page:
    commands_new = tuple(Code(f"/{key} new") for key in games())
    lines = [Text("ui.help.new", {"commands": commands_new, "n": len(commands_new)})]
    lines += [Text("ui.help.lobby"), Text("ui.help.play")]
    first = next(iter(games()))
    lines.append(Text("ui.help.typed", {"move": Code(f"/{first} move")}))
    lines.append(Text("ui.help.look", {"board": Code("/match board"), "list": Code("/match list"), "log": Code("/match log")}))
    lines.append(Text("clock.help", {"turns": Code("/turns"), "pause": Code("/match pause")}))
    lines.append(Text("ui.help.rules", {"rules": Code(f"/{first} rules")}))
    own = {"profile": Code("/profile show"), "privacy": Code("/privacy export")}
    managers = {"settings": Code("/settings show"), "moderate": Code("/moderate")}
    lines.append(Text("people.help.own", {**own, **managers}))
    return page("\n".join(ask.say(line) for line in lines))


async def _about(ask: Ask) -> Page:
    titles = tuple(game.info.title for game in games().values())
    return page(ask.say(Text("ui.about", {"version": __version__, "games": titles})))


async def setup(client: "TavoliereClient") -> None:
    """Add the cog."""
    await client.add_cog(HelpCog(client))
