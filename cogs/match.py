"""Commands on a match: to look at it, to take back, to leave it."""

from typing import TYPE_CHECKING, Any, TypeAlias

import discord
from discord import app_commands
from discord.ext import commands

from bot.engine.core import Text
from bot.ui import record_pages
from bot.ui.components import NO_MATCH
from bot.ui.game_cog import MATCH
from bot.ui.ids import Press
from bot.ui.options import MatchOption
from bot.ui.translator import choice, describe

if TYPE_CHECKING:
    from bot.client import TavoliereClient

Asked: TypeAlias = discord.Interaction[Any]
Code = app_commands.Transform[str, MatchOption]


class MatchCog(commands.GroupCog, group_name="match", group_description=describe("command.match")):
    """What one may do with any match; without a code, the match of this thread or channel is meant."""

    def __init__(self, client: "TavoliereClient") -> None:
        self.flow = client.flow

    @app_commands.command(name="board", description=describe("command.match.board"))
    @app_commands.describe(form=describe("command.match.board.form"), match=MATCH)
    @app_commands.choices(form=[choice(Text("command.form.image"), "image"), choice(Text("command.form.text"), "text")])
    async def board(self, interaction: Asked, form: str | None = None, match: Code | None = None) -> None:
        """Show the board privately, with the controls of the own decision."""
        await self.flow.on_match(interaction, "board", form or "", match=match)

    @app_commands.command(name="hand", description=describe("command.match.hand"))
    @app_commands.describe(match=MATCH)
    async def hand(self, interaction: Asked, match: Code | None = None) -> None:
        """Show what the own seat alone sees."""
        await self.flow.on_match(interaction, "hand", match=match)

    @app_commands.command(name="info", description=describe("command.match.info"))
    @app_commands.describe(match=MATCH)
    async def info(self, interaction: Asked, match: Code | None = None) -> None:
        """Show players, options, status and seed."""
        await self.flow.on_match(interaction, "info", match=match)

    @app_commands.command(name="list", description=describe("command.match.list"))
    async def list_matches(self, interaction: Asked) -> None:
        """List the own matches."""
        await self.flow.command(interaction, lambda ask: record_pages.matches(ask, Press(NO_MATCH, 0, "list")))

    @app_commands.command(name="log", description=describe("command.match.log"))
    @app_commands.describe(page=describe("command.match.log.page"), match=MATCH)
    async def log(
        self, interaction: Asked, page: app_commands.Range[int, 1, 10_000] | None = None, match: Code | None = None
    ) -> None:
        """Tell what happened."""
        await self.flow.on_match(interaction, "log", "" if page is None else str(page - 1), match=match)

    @app_commands.command(name="undo", description=describe("command.match.undo"))
    @app_commands.describe(match=MATCH)
    async def undo(self, interaction: Asked, match: Code | None = None) -> None:
        """Take back the own last action."""
        await self.flow.on_match(interaction, "undo", match=match)

    @app_commands.command(name="abort", description=describe("command.match.abort"))
    @app_commands.describe(match=MATCH)
    async def abort(self, interaction: Asked, match: Code | None = None) -> None:
        """Propose to end without a result."""
        await self.flow.on_match(interaction, "abort", match=match)

    @app_commands.command(name="draw", description=describe("clock.command.draw"))
    @app_commands.describe(match=MATCH)
    async def draw(self, interaction: Asked, match: Code | None = None) -> None:
        """Offer a draw."""
        await self.flow.on_match(interaction, "draw", match=match)

    @app_commands.command(name="pause", description=describe("clock.command.pause"))
    @app_commands.describe(match=MATCH)
    async def pause(self, interaction: Asked, match: Code | None = None) -> None:
        """Propose to let the clocks stand still."""
        await self.flow.on_match(interaction, "pause", match=match)

    @app_commands.command(name="resume", description=describe("clock.command.resume"))
    @app_commands.describe(match=MATCH)
    async def resume(self, interaction: Asked, match: Code | None = None) -> None:
        """Let the clocks go on."""
        await self.flow.on_match(interaction, "resume", match=match)

    @app_commands.command(name="nudge", description=describe("clock.command.nudge"))
    @app_commands.describe(match=MATCH)
    async def nudge(self, interaction: Asked, match: Code | None = None) -> None:
        """Call those who are due once more."""
        await self.flow.on_match(interaction, "nudge", match=match)

    @app_commands.command(name="claim", description=describe("clock.command.claim"))
    @app_commands.describe(match=MATCH)
    async def claim(self, interaction: Asked, match: Code | None = None) -> None:
        """Take those who are late out of the game."""
        await self.flow.on_match(interaction, "claim", match=match)

    @app_commands.command(name="back", description=describe("clock.command.back"))
    @app_commands.describe(match=MATCH)
    async def back(self, interaction: Asked, match: Code | None = None) -> None:
        """Take the own seat back from the house bot."""
        await self.flow.on_match(interaction, "back", match=match)

    @app_commands.command(name="answer", description=describe("command.match.answer"))
    @app_commands.describe(agree=describe("command.match.answer.agree"), match=MATCH)
    async def answer(self, interaction: Asked, agree: bool, match: Code | None = None) -> None:
        """Answer the open offer."""
        await self.flow.on_match(interaction, "accept" if agree else "refuse", match=match)

    @app_commands.command(name="resign", description=describe("command.match.resign"))
    @app_commands.describe(sure=describe("command.match.resign.sure"), match=MATCH)
    async def resign(self, interaction: Asked, sure: bool = False, match: Code | None = None) -> None:
        """Resign."""
        await self.flow.on_match(interaction, "resign", "sure" if sure else "", match=match)

    @app_commands.command(name="take", description=describe("people.command.take"))
    @app_commands.describe(match=MATCH)
    async def take(self, interaction: Asked, match: Code | None = None) -> None:
        """Take over the seat one was invited to."""
        await self.flow.on_match(interaction, "take", match=match)

    @app_commands.command(name="leave", description=describe("command.match.leave"))
    @app_commands.describe(match=MATCH)
    async def leave(self, interaction: Asked, match: Code | None = None) -> None:
        """Leave, from any state."""
        await self.flow.on_match(interaction, "leave", match=match)

    @app_commands.command(name="rematch", description=describe("command.match.rematch"))
    @app_commands.describe(match=MATCH)
    async def rematch(self, interaction: Asked, match: Code | None = None) -> None:
        """Play again with the same people."""
        await self.flow.on_match(interaction, "rematch", match=match)

    @app_commands.command(name="export", description=describe("command.match.export"))
    @app_commands.describe(match=MATCH)
    async def export(self, interaction: Asked, match: Code | None = None) -> None:
        """Hand out the portable record."""
        await self.flow.on_match(interaction, "export", match=match)


async def setup(client: "TavoliereClient") -> None:
    """Add the cog."""
    await client.add_cog(MatchCog(client))
