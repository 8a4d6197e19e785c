"""What discord.py raises by itself, as what it means here."""

from typing import Any, cast

import discord
import pytest
from discord import app_commands

from bot.engine.core import Text
from bot.errors import NotAllowed, Refusal
from bot.ui.access import missing_permissions
from bot.ui.refusals import from_library, permission_names

COMMAND = cast(Any, type("Command", (), {"name": "x", "qualified_name": "x"})())


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (app_commands.CommandNotFound("x", []), "ui.command_changed"),
        (app_commands.CommandSignatureMismatch(COMMAND), "ui.command_changed"),
        (app_commands.NoPrivateMessage(), "ui.not_here"),
        (app_commands.MissingPermissions(["manage_guild"]), "ui.user_lacks"),
        (app_commands.BotMissingPermissions(["attach_files"]), "ui.bot_lacks"),
        (
            app_commands.TransformerError("9", discord.AppCommandOptionType.integer, cast(Any, app_commands.Transformer())),
            "ui.bad_option",
        ),
    ],
)
def test_an_error_of_the_library_becomes_a_refusal(error: app_commands.AppCommandError, code: str) -> None:
    refusal = from_library(error)
    assert isinstance(refusal, Refusal)
    assert refusal.code == code


def test_what_a_command_let_through_comes_out_again() -> None:
    inner = NotAllowed("ui.not_here")
    assert from_library(app_commands.CommandInvokeError(COMMAND, inner)) is inner
    strange = app_commands.AppCommandError("strange")
    assert from_library(strange) is strange


def test_permissions_are_named_as_discord_names_them() -> None:
    assert permission_names(["attach_files", "use_soundboard"]) == (Text("ui.permission.attach_files"), "use soundboard")


@pytest.mark.parametrize(
    ("channel", "missing"),
    [
        (
            discord.ChannelType.text,
            {"send_messages", "create_public_threads", "send_messages_in_threads", "attach_files", "read_message_history"},
        ),
        (discord.ChannelType.public_thread, {"send_messages_in_threads", "attach_files", "read_message_history"}),
        (discord.ChannelType.voice, {"send_messages", "attach_files", "read_message_history"}),
        (None, {"send_messages", "attach_files", "read_message_history"}),
    ],
)
def test_a_thread_is_asked_for_only_where_there_can_be_one(channel: discord.ChannelType | None, missing: set[str]) -> None:
    assert set(missing_permissions(discord.Permissions.none(), channel)) == missing | {"view_channel"}
    assert missing_permissions(discord.Permissions.all(), channel) == ()
