"""How people are called when it is their turn: by a mention in the thread, by a direct message, or not at all, as they chose.

Owns direct messages. Refuses to make anything wait for one: a message that does not get through is remembered, and its user is
mentioned in the match's home instead.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

import aiohttp
import discord
import structlog

from bot.engine.core import Code, Text
from bot.i18n import words
from bot.match.folded import Match
from bot.match.people import People, Profile
from bot.ui import speech

CLOSED: Final = (50007, 50001, 10013)  # closed to the bot, no server in common, no such user any more

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Called:
    """Who is mentioned, and whom a direct message goes to."""

    pinged: tuple[int, ...]
    written: tuple[Profile, ...]


class Summons:
    """Calls people; one for the whole delivery."""

    def __init__(self, *, client: Callable[[], discord.Client], people: People) -> None:
        self._client = client
        self._people = people

    async def sorted(self, users: Iterable[int]) -> Called:
        """Sort people by how they want to be called; raises StoreFault."""
        profiles = [await self._people.profile(user) for user in users]
        pinged = tuple(one.user_id for one in profiles if one.notify == "thread" or (one.notify == "dm" and one.dm_failed))
        return Called(pinged, tuple(one for one in profiles if one.notify == "dm" and not one.dm_failed))

    async def write(self, called: Called, match: Match, channel_id: int, message_id: int) -> None:
        """Send the direct messages about a board message; never raises for what Discord does."""
        for profile in called.written:
            try:
                await self._write(profile, match, channel_id, message_id)
            except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
                log.warning("call_lost", match=match.code, error=str(error))

    async def _write(self, profile: Profile, match: Match, channel_id: int, message_id: int) -> None:
        client, user = self._client(), discord.Object(profile.user_id)
        said = words(profile.lang or match.header.lang)
        style = speech.style(match.header.game, match.header.capacity, match.holders, said.lang)
        text = said.say(Text("people.call.turn", {"game": match.game.info.title, "code": Code(match.code)}), style)
        link = f"https://discord.com/channels/{match.header.guild_id or '@me'}/{channel_id}/{message_id}"
        try:
            door = await client.create_dm(user)
            await door.send(f"{text} {link}", allowed_mentions=discord.AllowedMentions.none())
            return
        except discord.HTTPException as error:
            if error.code not in CLOSED:
                raise
        await self._people.dm_failed(profile.user_id)
        told = words(match.header.lang).say(Text("people.call.closed"), style)
        mentions = discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=[user])
        home = client.get_partial_messageable(channel_id, guild_id=match.header.guild_id)
        await home.send(f"<@{profile.user_id}> {told}", allowed_mentions=mentions)
