"""A small real bot on discord.py that uses everything the product uses: the subject of the local Discord's own tests."""

from __future__ import annotations

import io
import re
from typing import Any, Self

import discord
from discord import app_commands
from discord.ext import commands

PNG = (
    b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"
    + (640).to_bytes(4, "big")
    + (480).to_bytes(4, "big")
    + b"\x08\x02\x00\x00\x00"
    + b"\0" * 40
)
NOBODY = discord.AllowedMentions.none()


class Counter(discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"n:(?P<n>\d+)"):
    """A button that counts its presses in its own id."""

    def __init__(self, n: int) -> None:
        super().__init__(discord.ui.Button(label=f"Count {n}", custom_id=f"n:{n}"))
        self.n = n

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        return cls(int(match["n"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.edit_message(content=f"pressed {self.n + 1}", view=counter_view(self.n + 1))


class Colour(discord.ui.DynamicItem[discord.ui.Select[Any]], template=r"colour"):
    """A select that answers privately."""

    def __init__(self) -> None:
        options = [discord.SelectOption(label="Red", value="r"), discord.SelectOption(label="Blue", value="b")]
        super().__init__(discord.ui.Select(custom_id="colour", placeholder="Choose a colour", options=options, max_values=2))

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        return cls()

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        values = dict(interaction.data or {})["values"]
        await interaction.response.send_message(f"chosen {values}", ephemeral=True)


class Guests(discord.ui.DynamicItem[discord.ui.UserSelect[Any]], template=r"guests"):
    """A select of users."""

    def __init__(self) -> None:
        super().__init__(discord.ui.UserSelect(custom_id="guests", placeholder="Invite", max_values=3))

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        return cls()

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        names = [user.display_name for user in self.item.values]
        await interaction.response.send_message(f"invited {names}", ephemeral=True)


class Defer(discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"defer"):
    """A button that defers its update and edits its message afterwards."""

    def __init__(self) -> None:
        super().__init__(discord.ui.Button(label="Slowly", custom_id="defer"))

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        return cls()

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.defer()
        await interaction.edit_original_response(content="slowly done", attachments=[picture("after.png")])
        await interaction.followup.send("a word in private", ephemeral=True)


def counter_view(n: int) -> discord.ui.View:
    """Give a fresh view with all three controls."""
    view = discord.ui.View(timeout=None)
    view.add_item(Counter(n))
    view.add_item(Defer())
    view.add_item(Colour())
    return view


def picture(name: str = "board.png") -> discord.File:
    """Give a picture to upload."""
    return discord.File(io.BytesIO(PNG), name, description="an empty board")


class TableBot(commands.Bot):
    """The bot; `syncs` says whether it registers its commands, `seen` notes what reached its handlers."""

    def __init__(self, *, syncs: bool = True, intents: discord.Intents | None = None) -> None:
        super().__init__(
            "!", intents=intents or plain_intents(), guild_ready_timeout=0.01, allowed_mentions=NOBODY, max_ratelimit_timeout=30
        )
        self.syncs = syncs
        self.seen: list[str] = []

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Counter, Colour, Defer, Guests)
        self.tree.add_command(table)
        self.tree.add_command(echo)
        if self.syncs:
            await self.tree.sync()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Log in anew at once; discord.py would wait 5 seconds."""

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        self.seen.append(f"interaction {interaction.user.name} {interaction.locale}")

    async def on_message(self, message: discord.Message, /) -> None:
        self.seen.append(f"message {message.content}")

    async def on_raw_message_delete(self, payload: discord.RawMessageDeleteEvent) -> None:
        self.seen.append("message deleted")

    async def on_resumed(self) -> None:
        self.seen.append("resumed")

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        self.seen.append(f"left {guild.name}")

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        self.seen.append(f"channel {channel.name} deleted")

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        self.seen.append("thread deleted")


def plain_intents() -> discord.Intents:
    """Give the default intents, which are none of the privileged ones; without voice."""
    intents = discord.Intents.default()
    intents.voice_states = False
    return intents


@app_commands.command(description="Says a word")
async def echo(interaction: discord.Interaction[Any], word: str) -> None:
    await interaction.response.send_message(word)


table = app_commands.Group(name="table", description="All about tables")
deep = app_commands.Group(name="deep", description="A group within", parent=table)


@table.command(name="open", description="Opens a table with a thread")
@app_commands.choices(pace=[app_commands.Choice(name="Live", value="live"), app_commands.Choice(name="One day", value="day")])
async def open_table(
    interaction: discord.Interaction[Any],
    guest: discord.User,
    seats: app_commands.Range[int, 2, 4] = 2,
    pace: app_commands.Choice[str] | None = None,
    public: bool = True,
) -> None:
    chosen = pace.value if pace is not None else "none"
    await interaction.response.send_message(
        f"{guest.display_name} {seats} {chosen} {public}", view=counter_view(0), ephemeral=not public
    )


@table.command(name="slow", description="Thinks before it answers")
async def slow(interaction: discord.Interaction[Any], private: bool = False) -> None:
    await interaction.response.defer(ephemeral=private, thinking=True)
    await interaction.followup.send("thought", file=picture())
    await interaction.followup.send("and more", ephemeral=True)


@table.command(name="thread", description="Posts a message and opens a thread from it")
async def thread(interaction: discord.Interaction[Any], name: str) -> None:
    await interaction.response.send_message("on its way", ephemeral=True)
    channel = interaction.channel
    if not isinstance(channel, discord.TextChannel):
        raise TypeError(f"not a text channel: {channel!r}")
    starter = await channel.send("the lobby")
    home = await starter.create_thread(name=name)
    await home.send(
        f"{interaction.user.mention} is due",
        file=picture(),
        view=counter_view(0),
        allowed_mentions=discord.AllowedMentions(users=[interaction.user]),
    )


@table.command(name="about", description="Names a channel, a role and a weight")
async def about(interaction: discord.Interaction[Any], where: discord.TextChannel, who: discord.Role, weight: float) -> None:
    view = discord.ui.View(timeout=None)
    view.add_item(Guests())
    await interaction.response.send_message(f"{where.name} {who.name} {weight}", view=view)


@table.command(name="mute", description="Never answers")
async def mute(interaction: discord.Interaction[Any]) -> None:
    return


@table.command(name="twice", description="Answers twice")
async def twice(interaction: discord.Interaction[Any]) -> None:
    await interaction.response.send_message("once")
    try:
        interaction.response._response_type = None
        await interaction.response.send_message("twice")
    except discord.HTTPException as error:
        await interaction.followup.send(f"refused with {error.code}")


@deep.command(name="move", description="Takes a move by its notation")
async def move(interaction: discord.Interaction[Any], game: str, notation: str) -> None:
    await interaction.response.send_message(f"{game} {notation}", ephemeral=True)


@move.autocomplete("notation")
async def complete(interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
    game = interaction.namespace.game or "?"
    return [app_commands.Choice(name=f"{game}: {current}{step}", value=f"{current}{step}") for step in ("n", "e")]
