"""What those who manage a server choose for it, and what the bot may not do there.

Owns the private answers and the check of permissions, channel by channel. Refuses to keep anything (`bot.match.people`).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, cast

import discord

from bot.engine.core import Code, Text
from bot.errors import NotAllowed, Refusal
from bot.i18n import LANGS
from bot.match.model import Pace
from bot.match.people import GuildRules, Threads
from bot.ui import access, limits, profile
from bot.ui.ask import Ask, Reply, page
from bot.ui.refusals import permission_names

DEFAULT: Final = "default"  # the choice of no choice
ALLOWED_MOST: Final = 50  # channels in a server's list
LINES_ROOM: Final = 1_800  # characters of the check's lines in one answer
TYPES: Final = (discord.ChannelType.text, discord.ChannelType.news)


@dataclass(frozen=True, slots=True)
class Seen:
    """A channel and what the bot lacks there, by discord.py's names."""

    channel_id: int
    missing: tuple[str, ...]


def demand_manager(ask: Ask) -> int:
    """Give the server of somebody who may manage it; raises NotAllowed."""
    if ask.guild_id is None:
        raise NotAllowed("ui.not_here")
    if not ask.manager:
        raise NotAllowed("ui.user_lacks", permissions=permission_names(("manage_guild",)))
    return ask.guild_id


async def show(ask: Ask) -> Reply:
    """Show the server's rules."""
    rules = await ask.services.people.rules(demand_manager(ask))
    lines = [ask.say(Text("people.settings.title")), ask.say(_language_line(rules)), _channels_line(ask, rules)]
    return page("\n".join([*lines, ask.say(_threads_line(rules)), ask.say(_pace_line(rules))]))


async def language(ask: Ask, chosen: str) -> Reply:
    """Choose the language of new matches."""
    lang = next((lang for lang in LANGS if lang == chosen), None)
    return page(ask.say(_language_line(await _changed(ask, lambda rules: replace(rules, lang=lang)))))


async def threads(ask: Ask, chosen: str) -> Reply:
    """Choose whether matches get threads of their own."""
    return page(ask.say(_threads_line(await _changed(ask, lambda rules: replace(rules, threads=cast(Threads, chosen))))))


async def pace(ask: Ask, chosen: str) -> Reply:
    """Choose the pace of new matches."""
    known = next((pace for pace in Pace if pace.value == chosen), None)
    return page(ask.say(_pace_line(await _changed(ask, lambda rules: replace(rules, pace=known)))))


async def channels(ask: Ask, action: str, channel_id: int | None) -> Reply:
    """Allow or forbid a channel, or allow all again; raises Refusal without a channel and for too many."""
    if action == "everywhere":
        return page(_channels_line(ask, await _changed(ask, lambda rules: replace(rules, channels=()))))
    if channel_id is None:
        raise Refusal("people.settings.which_channel")
    chosen = channel_id

    def edit(rules: GuildRules) -> GuildRules:
        kept = tuple(one for one in rules.channels if one != chosen)
        if action == "forbid":
            if kept == rules.channels or not kept:
                raise Refusal("people.settings.not_listed")
            return replace(rules, channels=kept)
        if len(kept) >= ALLOWED_MOST:
            raise Refusal("people.settings.too_many", n=ALLOWED_MOST)
        return replace(rules, channels=(*kept, chosen))

    return page(_channels_line(ask, await _changed(ask, edit)))


async def check(ask: Ask, interaction: discord.Interaction[Any]) -> Reply:
    """Name every missing permission in every channel where matches may be opened."""
    rules = await ask.services.people.rules(demand_manager(ask))
    if interaction.guild is None:
        raise NotAllowed("people.settings.guild_unknown")
    seen = examined(interaction.guild, rules)
    lacking = [one for one in seen if one.missing]
    lines = [_line(ask, one) for one in lacking]
    shown = fitting(lines)
    if len(shown) < len(lines):
        shown.append(ask.say(Text("people.settings.check_more", {"n": len(lines) - len(shown)})))
    gone = [one for one in rules.channels if one not in {one.channel_id for one in seen}]
    head = [ask.say(Text("people.settings.check_good", {"n": len(seen) - len(lacking)}))]
    if gone:
        head.append(ask.say(Text("people.settings.check_gone", {"n": len(gone)})))
    return page("\n".join([*head, *shown]))


def examined(guild: discord.Guild, rules: GuildRules) -> list[Seen]:
    """Look at the channels that matches may be opened in, in the server's order."""
    meant = [one for one in guild.channels if one.type in TYPES and (not rules.channels or one.id in rules.channels)]
    meant.sort(key=lambda channel: (channel.position, channel.id))
    return [Seen(one.id, access.missing_permissions(one.permissions_for(guild.me), one.type)) for one in meant]


def fitting(lines: Sequence[str]) -> list[str]:
    """Keep the first lines that fit one answer."""
    kept: list[str] = []
    room = LINES_ROOM
    for line in lines:
        room -= len(line) + 1
        if room < 0:
            break
        kept.append(line)
    return kept


def _line(ask: Ask, seen: Seen) -> str:
    lacks = ask.say(Text("people.settings.lacks", {"permissions": permission_names(seen.missing)}))
    return f"<#{seen.channel_id}>: {lacks}"


async def demand_channel(ask: Ask, channel_ids: Sequence[int]) -> GuildRules:
    """Give the server's rules where a lobby may be opened: in one of these (a thread and its parent); raises NotAllowed."""
    if ask.guild_id is None:
        return GuildRules(0)
    rules = await ask.services.people.rules(ask.guild_id)
    if rules.channels and not set(rules.channels) & set(channel_ids):
        raise NotAllowed("people.settings.channel_forbidden", command=Code("/settings channels"))
    return rules


async def _changed(ask: Ask, edit: Callable[[GuildRules], GuildRules]) -> GuildRules:
    return await ask.services.people.change_rules(demand_manager(ask), edit)


def _language_line(rules: GuildRules) -> Text:
    if rules.lang is None:
        return Text("people.settings.language_discord")
    return Text("people.settings.language", {"language": profile.name_of(rules.lang)})


def _threads_line(rules: GuildRules) -> Text:
    return Text(f"people.settings.threads.{rules.threads}")


def _pace_line(rules: GuildRules) -> Text:
    if rules.pace is None:
        return Text("people.settings.pace_default", {"pace": Text(f"board.pace.{Pace.THREE_DAYS.value}")})
    return Text("people.settings.pace", {"pace": Text(f"board.pace.{rules.pace.value}")})


def _channels_line(ask: Ask, rules: GuildRules) -> str:
    if not rules.channels:
        return ask.say(Text("people.settings.channels_all"))
    listed = " ".join(f"<#{one}>" for one in rules.channels)
    return limits.clip(f"{ask.say(Text('people.settings.channels'))} {listed}", LINES_ROOM - 400)
