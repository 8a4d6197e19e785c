"""Which match is meant, who may look at it, and what the bot itself may do in a channel.

Owns the finding of matches for commands and the bot's needed permissions. Refuses to know what is then done with them.
"""

from collections.abc import Iterable
from typing import Any, Final

import discord
from structlog.contextvars import bind_contextvars

from bot.engine.core import Code, Text
from bot.engine.registry import game as game_of
from bot.errors import NotAllowed, UnknownMatch
from bot.match.codes import read_code
from bot.match.folded import Match
from bot.match.model import Header, Status
from bot.ui import limits
from bot.ui.ask import Ask
from bot.ui.refusals import permission_names

ON: Final = frozenset({Status.LOBBY, Status.PLAYING})
ENDED: Final = frozenset({Status.OVER, Status.ABORTED})
_THREADED: Final = (discord.ChannelType.text, discord.ChannelType.news)
_THREADS: Final = (discord.ChannelType.public_thread, discord.ChannelType.private_thread, discord.ChannelType.news_thread)


async def load(ask: Ask, code: str) -> Match:
    """Load a match that the asker may look at: one of this server, or an own one; raises UnknownMatch."""
    match = await ask.services.table.load(code)
    bind_contextvars(match=match.code, seat=match.seat_of(ask.actor.user_id))  # for the log, should this go wrong
    here = match.header.guild_id is not None and match.header.guild_id == ask.guild_id
    if not here and match.place_of(ask.actor.user_id) is None and ask.actor.user_id not in match.header.invited:
        raise UnknownMatch("ui.unknown_match", code=Code(code))
    return match


async def which(ask: Ask, typed: str | None, game: str | None = None) -> str | tuple[str, ...]:
    """Find the code of the match that is meant, or the several that may be; raises UnknownMatch.

    A typed code wins; else the match of this thread or channel; of several, the asker's own. With a game's key only its matches
    are meant.
    """
    found = await _meant(ask, typed)
    if game is None:
        return found
    codes = (found,) if isinstance(found, str) else found
    fitting = tuple([code for code in codes if (await ask.services.table.load(code)).header.game == game])
    if not fitting:
        raise UnknownMatch("ui.other_game", game=game_of(game).info.title)
    return fitting[0] if len(fitting) == 1 else fitting


async def _meant(ask: Ask, typed: str | None) -> str | tuple[str, ...]:
    if typed:
        code = read_code(typed.split()[0]) if typed.strip() else None
        if code is None:
            raise UnknownMatch("ui.no_code", text=limits.clip(typed, 40), example=Code("K7QH3D"))
        return code
    here = tuple(await ask.services.store.at_home(ask.channel_id))
    if not here:
        raise UnknownMatch("ui.no_match_here", option=Code("match:"))
    if len(here) > 1:
        mine = {header.code for header in await matches_of(ask, ON)}
        here = tuple(code for code in here if code in mine) or here
    return here[0] if len(here) == 1 else here[: limits.SELECT_OPTIONS]


async def matches_of(ask: Ask, statuses: frozenset[Status], limit: int = 200) -> list[Header]:
    """List the asker's matches, those that wait for the asker first."""
    return list(await ask.services.store.of_user(ask.actor.user_id, statuses=statuses, limit=limit))


async def code_choices(ask: Ask, typed: str) -> list[tuple[str, Text]]:
    """Offer the asker's matches for a `match:` option, the most urgent first, as codes and labels."""
    wanted = "".join(typed.split()).upper()
    headers = await matches_of(ask, ON)
    if len(headers) < limits.COMMAND_CHOICES:
        headers += await matches_of(ask, ENDED, limits.COMMAND_CHOICES)
    fitting = [h for h in headers if wanted in h.code or wanted in h.game.upper()]
    return [(header.code, label_of(header)) for header in fitting[: limits.COMMAND_CHOICES]]


def label_of(header: Header) -> Text:
    """Name a match in a list or a choice."""
    status = Text(f"ui.status.{header.status.value}")
    return Text("ui.match_label", {"code": Code(header.code), "game": game_of(header.game).info.title, "status": status})


def demand_permissions(interaction: discord.Interaction[Any]) -> None:
    """Check that the bot may do what a match in this channel needs; raises NotAllowed naming every missing permission."""
    missing = missing_permissions(interaction.app_permissions, None if interaction.channel is None else interaction.channel.type)
    if missing:
        raise NotAllowed("ui.bot_lacks", permissions=permission_names(missing))


def missing_permissions(granted: discord.Permissions, channel: discord.ChannelType | None) -> tuple[str, ...]:
    """List what is missing of what a match needs: to read, to write with pictures, and a thread of its own where one can be."""
    return tuple(name for name in _needed(channel) if not getattr(granted, name))


def invitation() -> discord.Permissions:
    """Give what the bot asks for when it is invited: what a match needs in a text channel."""
    return discord.Permissions(**dict.fromkeys(_needed(discord.ChannelType.text), True))


def _needed(channel: discord.ChannelType | None) -> Iterable[str]:
    yield "view_channel"
    if channel not in _THREADS:
        yield "send_messages"
    if channel in _THREADED:
        yield "create_public_threads"
    if channel in _THREADED or channel in _THREADS:
        yield "send_messages_in_threads"
    yield "attach_files"
    yield "read_message_history"
