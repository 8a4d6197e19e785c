"""Refusals in words: what is wrong, what would be right, which rule says so.

Owns the wording of a refusal and of discord.py's own errors as refusals. Refuses to decide whether something is refused.
"""

from collections.abc import Sequence
from typing import Final

from discord import app_commands

from bot.engine.core import Code, Text
from bot.errors import IllegalAction, NotAllowed, ParseError, Refusal, UnknownMatch
from bot.match.folded import Match
from bot.ui import rulebook
from bot.ui.ask import Ask, Page, page

NEAR: Final = 5  # notations named at most


async def page_for(ask: Ask, refusal: Refusal, code: str | None) -> Page:
    """Say a refusal to who asked; raises Fault when the match it is about cannot be read."""
    known = code is not None and not isinstance(refusal, UnknownMatch)
    match = await ask.services.table.load(code) if known and code is not None else None
    return page("\n".join(sentences(ask, refusal, match)), fresh=True)


def sentences(ask: Ask, refusal: Refusal, match: Match | None) -> list[str]:
    """Give the sentences: the refusal's own, the near notations, the rule."""
    told = [ask.say(Text(refusal.code, dict(refusal.params)), match)]
    near = refusal.near[:NEAR] if isinstance(refusal, ParseError | IllegalAction) else ()
    if near:
        told.append(ask.say(Text("ui.refusal.near", {"near": tuple(map(Code, near)), "n": len(near)})))
    if isinstance(refusal, IllegalAction) and match is not None:
        found = rulebook.section(match.header.game, ask.lang, refusal.rule)
        if found is not None:
            command = Code(f"/{match.header.game} rules topic:{found.anchor}")
            told.append(ask.say(Text("ui.refusal.rule", {"section": found.title, "command": command})))
    return told


def from_library(error: app_commands.AppCommandError) -> Exception:
    """Turn an error of discord.py into what it means here: a Refusal, or the exception that a command let through."""
    match error:
        case app_commands.CommandInvokeError():
            return error.original
        case app_commands.TransformerError():
            return Refusal("ui.bad_option", value=str(error.value))
        case app_commands.CommandNotFound() | app_commands.CommandSignatureMismatch():
            return Refusal("ui.command_changed")
        case app_commands.MissingPermissions(missing_permissions=missing):
            return NotAllowed("ui.user_lacks", permissions=permission_names(missing))
        case app_commands.BotMissingPermissions(missing_permissions=missing):
            return NotAllowed("ui.bot_lacks", permissions=permission_names(missing))
        case app_commands.CheckFailure():
            return NotAllowed("ui.not_here")
        case _:
            return error


def permission_names(names: Sequence[str]) -> tuple[Text | str, ...]:
    """Name permissions as Discord's settings do; one that this bot never needs keeps discord.py's name."""
    return tuple(Text(f"ui.permission.{name}") if name in NAMED else name.replace("_", " ") for name in names)


NAMED: Final = frozenset(
    {
        "attach_files",
        "create_public_threads",
        "manage_guild",
        "read_message_history",
        "send_messages",
        "send_messages_in_threads",
        "view_channel",
    }
)
