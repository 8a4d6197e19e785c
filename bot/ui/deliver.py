"""Sends what the outbox holds: row after row, each at most once as far as Discord lets anybody know.

Owns how a row becomes a message, an edit or a thread, where else it goes when that is refused, and how a message that got through
before a crash is found again. Refuses to decide what is announced (the table), what stands in it (`board`) and what a refusal of
Discord means (`delivery_faults`).

A send carries the nonce `<code>-<version>-<kind>`, which Discord remembers for minutes; a row older than that is first looked for
in the channel, by the ids of its controls or by its words.
"""

import asyncio
import io
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

import aiohttp
import discord
import structlog

from bot.errors import DeliveryFault, ReplayDiverged, StoreFault, UnknownMatch
from bot.match.folded import Match
from bot.match.locks import Locks
from bot.match.model import OutboxRow, Places
from bot.match.people import People
from bot.match.ports import Clock, Store
from bot.match.table import Table
from bot.ui import components, limits
from bot.ui.board import Boards, Payload, home_lost
from bot.ui.delivery_faults import (
    FIRST_PAUSE,
    LOST,
    NOT_EDITABLE,
    PICTURE_REFUSED,
    THREAD_ALREADY_OPEN,
    UNKNOWN_MESSAGE,
    fault_of,
)
from bot.ui.ids import codes_in
from bot.ui.summons import Summons

NONCE_SURE: Final = timedelta(minutes=2)  # younger rows are safe by their nonce alone
SKEW: Final = timedelta(seconds=5)  # by which Discord's clock may be behind ours
LOOKED_AT: Final = 1_000  # messages in which one is searched that may have got through, from the first it may be on
LONGEST_PAUSE: Final = 900.0  # seconds between two tries; after the first failure FIRST_PAUSE, then twice as long each time
STRIP_SECONDS: Final = 0.3  # that a press waits for a delivery under way before it leaves its controls to it
ARCHIVE_MINUTES: Final = 10_080  # a week, the longest a thread may sleep before it is archived

CALLING: Final = ("board", "remind")  # messages that call people, each as they like
NO_PINGS: Final = discord.AllowedMentions.none()

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class _Pause:
    """Until when a match's messages wait after a failure; `named`: it was Discord that said how long."""

    until: datetime
    named: bool


class Delivery:
    """Implements `ports.Deliver` over a discord.py client; `wake` tells the pump that a commit may have left something due.

    client: a way to the client, which is made after this and needs it.
    """

    def __init__(
        self,
        *,
        client: Callable[[], discord.Client],
        table: Table,
        store: Store,
        people: People,
        boards: Boards,
        clock: Clock,
        wake: Callable[[], None],
    ) -> None:
        self._client_now = client
        self._table = table
        self._store = store
        self._people = people
        self._summons = Summons(client=client, people=people)
        self._boards = boards
        self._clock = clock
        self._wake = wake
        self._locks = Locks()
        self._pauses: dict[str, _Pause] = {}

    @property
    def _client(self) -> discord.Client:
        return self._client_now()

    async def deliver(self, code: str, *, fresh: bool = False) -> None:
        """Send a match's pending rows in order; what Discord refuses is written to the outbox.

        After a failure there is a pause before the next try. A fresh change does not wait for its end, unless it was Discord that
        named the time.
        """
        self._wake()
        async with self._locks.hold(code):
            pause = self._pauses.get(code)
            if pause is not None and self._clock.now() < pause.until and (pause.named or not fresh):
                return
            self._pauses.pop(code, None)
            rows = await self._store.outbox.pending(code)
            for row in rows:
                if not await self._attempt(row):
                    return

    @asynccontextmanager
    async def stripping(self, code: str, message_id: int, version: int) -> AsyncIterator[bool]:
        """Hold a match's messages back while a press of that version takes its message's controls away.

        False when they must stay: the message has been drawn anew meanwhile, or may be just now by a delivery under way.
        """
        async with AsyncExitStack() as stack:
            try:
                async with asyncio.timeout(STRIP_SECONDS):
                    await stack.enter_async_context(self._locks.hold(code))
            except TimeoutError:
                yield False
                return
            yield await self._is_shown_yet(code, message_id, version)

    async def _is_shown_yet(self, code: str, message_id: int, version: int) -> bool:
        """Tell whether a message still shows what stood on it at a version; no when that cannot be known."""
        try:
            places = await self._store.places(code)
        except StoreFault as fault:
            log.warning("controls_kept", match=code, error=str(fault))
            return False
        if places is None or places.board_message_id != message_id or places.board_version is None:
            return True
        return places.board_version <= version

    async def _attempt(self, row: OutboxRow) -> bool:
        """Try one row; returns whether the rows behind it may go too."""
        outgoing = row.outgoing
        try:
            match = await self._table.load(outgoing.code)
            places = await self._store.places(outgoing.code) or Places(outgoing.code, match.header.channel_id)
            await self._store.outbox.sent(row, await self._send(row, match, places))
        except (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError, TimeoutError) as error:
            return await self._failed(row, fault_of(error), named=isinstance(error, discord.RateLimited))
        except (DeliveryFault, ReplayDiverged, UnknownMatch) as error:
            return await self._failed(
                row, error if isinstance(error, DeliveryFault) else DeliveryFault(str(error), permanent=True)
            )
        log.info("delivered", match=outgoing.code, version=outgoing.version, kind=outgoing.kind)
        return True

    async def _failed(self, row: OutboxRow, fault: DeliveryFault, *, named: bool = False) -> bool:
        where = {"match": row.outgoing.code, "version": row.outgoing.version, "kind": row.outgoing.kind}
        if fault.permanent:
            log.error("delivery_parked", error=str(fault), **where)
            await self._store.outbox.park(row, error=str(fault))
            return True
        pause = max(fault.retry_after or 0.0, min(LONGEST_PAUSE, FIRST_PAUSE * 2**row.attempts))
        log.warning("delivery_postponed", error=str(fault), seconds=pause, **where)
        until = self._clock.now() + timedelta(seconds=pause)
        await self._store.outbox.postpone(row, error=str(fault), until=until)
        self._pauses[row.outgoing.code] = _Pause(until, named=named)  # only what the store knows too, or the pump would spin
        return False

    async def _send(self, row: OutboxRow, match: Match, places: Places) -> Places:
        """Do what a row says, in the parent channel if the thread is lost; returns where the match's messages are then."""
        try:
            return await self._send_there(row, match, places)
        except discord.HTTPException as error:
            if error.code not in LOST or _home(places) == places.channel_id or row.outgoing.kind in ("lobby", "open"):
                raise
            log.warning("home_lost", match=match.code, error=str(error))
        await self._post(row, home_lost(match), places.channel_id, match, kind="moved")
        return await self._send_there(row, match, replace(places, home_id=places.channel_id, board_message_id=None))

    async def _send_there(self, row: OutboxRow, match: Match, places: Places) -> Places:
        match row.outgoing.kind:
            case "lobby":
                return await self._lobby(row, match, places)
            case "open":
                return replace(places, home_id=await self._open(match, places))
            case "edit":
                return await self._edit(row, match, places)
            case "notice":
                await self._post(row, await self._boards.outgoing(match, row.outgoing, places), _home(places), match)
                return places
            case "remind":
                return await self._remind(row, match, places)
            case "board" | "result":
                return await self._board(row, match, places)

    async def _lobby(self, row: OutboxRow, match: Match, places: Places) -> Places:
        payload = await self._boards.outgoing(match, row.outgoing, places)
        if places.lobby_message_id is None:
            message_id = await self._post(row, payload, places.channel_id, match)
            return replace(places, lobby_message_id=message_id)
        try:
            await self._change(places.channel_id, places.lobby_message_id, payload, match, row)
        except discord.NotFound as error:
            if error.code != UNKNOWN_MESSAGE:
                raise
            return replace(places, lobby_message_id=await self._post(row, payload, places.channel_id, match))
        return places

    async def _remind(self, row: OutboxRow, match: Match, places: Places) -> Places:
        """Post a reminder, unless all it calls have acted meanwhile."""
        payload = await self._boards.outgoing(match, row.outgoing, places)
        if payload.mentions:
            await self._post(row, payload, _home(places), match)
        return places

    async def _open(self, match: Match, places: Places) -> int:
        """Open the thread from the lobby message; where that is not possible the match is played in the channel."""
        if places.lobby_message_id is None or await self._in_channel(match):
            return places.channel_id
        channel = self._client.get_partial_messageable(places.channel_id, guild_id=match.header.guild_id)
        name = limits.clip(f"{match.game.info.title} · {match.header.code}", limits.THREAD_NAME)
        try:
            thread = await channel.get_partial_message(places.lobby_message_id).create_thread(
                name=name, auto_archive_duration=ARCHIVE_MINUTES
            )
        except discord.HTTPException as error:
            if error.code == THREAD_ALREADY_OPEN:
                return places.lobby_message_id
            if not fault_of(error).permanent:
                raise
            log.warning("no_thread", match=match.header.code, error=str(error))
            return places.channel_id
        except ValueError as error:
            # discord.py wants the guild in its cache; without one (a direct message, a guild just gone) there are no threads.
            log.warning("no_thread", match=match.header.code, error=str(error))
            return places.channel_id
        return thread.id

    async def _in_channel(self, match: Match) -> bool:
        """Tell whether the server wants its matches in the channel itself."""
        guild_id = match.header.guild_id
        return guild_id is not None and (await self._people.rules(guild_id)).threads == "channel"

    async def _edit(self, row: OutboxRow, match: Match, places: Places) -> Places:
        if places.board_message_id is None:
            return await self._board(row, match, places)
        payload = await self._boards.outgoing(match, row.outgoing, places)
        try:
            await self._change(_home(places), places.board_message_id, payload, match, row)
        except discord.HTTPException as error:
            if error.code not in NOT_EDITABLE:
                raise
            return await self._board(row, match, replace(places, board_message_id=None))
        return replace(places, board_version=row.outgoing.version)

    async def _board(self, row: OutboxRow, match: Match, places: Places) -> Places:
        # Nobody is told that there is no thread where none is wanted.
        wanted = _home(places) == places.channel_id and await self._in_channel(match)
        payload = await self._boards.outgoing(match, row.outgoing, replace(places, home_id=None) if wanted else places)
        message_id = await self._post(row, payload, _home(places), match, but=places.board_message_id)
        if places.board_message_id not in (None, message_id):
            await self._strip(_home(places), places.board_message_id)
        return replace(places, board_message_id=message_id, board_version=row.outgoing.version)

    async def _strip(self, channel_id: int, message_id: int | None) -> None:
        """Take the controls off the previous board; gone or forbidden is as good: its buttons only ever answer in private."""
        if message_id is None:
            return
        channel = self._client.get_partial_messageable(channel_id)
        try:
            await channel.get_partial_message(message_id).edit(view=None, allowed_mentions=NO_PINGS)
        except discord.HTTPException as error:
            if not fault_of(error).permanent:
                raise
            log.info("controls_left", error=str(error))

    async def _change(self, channel_id: int, message_id: int, payload: Payload, match: Match, row: OutboxRow) -> None:
        message = self._client.get_partial_messageable(channel_id).get_partial_message(message_id)
        try:
            await self._change_now(message, payload, match)
        except discord.HTTPException as error:
            if error.code not in PICTURE_REFUSED or payload.png is None:
                raise
            await self._change_now(message, await self._in_text(match, row, payload, error), match)

    async def _change_now(self, message: discord.PartialMessage, payload: Payload, match: Match) -> None:
        await message.edit(
            content=payload.content,
            attachments=[] if payload.png is None else [file_of(payload)],
            view=_view(payload, match),
            allowed_mentions=NO_PINGS,
        )

    async def _post(
        self,
        row: OutboxRow,
        payload: Payload,
        channel_id: int,
        match: Match,
        *,
        but: int | None = None,
        kind: str | None = None,
    ) -> int:
        """Post a new message, unless the row is old and its message is found to be there already; returns the message's id.

        but: a message that certainly is another one, the board before this. kind: for the nonce, the row's own unless given.
        """
        channel = self._client.get_partial_messageable(channel_id, guild_id=match.header.guild_id)
        if self._clock.now() - row.created_at > NONCE_SURE:
            found = await self._find(channel, row, payload, but=but)
            if found is not None:
                return found
        nonce = f"{payload.code}-{row.outgoing.version}-{kind or row.outgoing.kind}"
        if row.outgoing.kind not in CALLING:
            return await self._post_whole(row, payload, channel, match, nonce)
        called = await self._summons.sorted(payload.mentions)
        message_id = await self._post_whole(row, replace(payload, mentions=called.pinged), channel, match, nonce)
        await self._summons.write(called, match, channel_id, message_id)
        return message_id

    async def _post_whole(
        self, row: OutboxRow, payload: Payload, channel: discord.PartialMessageable, match: Match, nonce: str
    ) -> int:
        """Post a message, in text where its picture is refused."""
        try:
            return await self._post_now(channel, payload, match, nonce)
        except discord.HTTPException as error:
            if error.code not in PICTURE_REFUSED or payload.png is None:
                raise
            return await self._post_now(channel, await self._in_text(match, row, payload, error), match, nonce)

    async def _in_text(self, match: Match, row: OutboxRow, payload: Payload, error: Exception) -> Payload:
        """Give the message with a text board, its picture having been refused."""
        log.warning("picture_refused", match=payload.code, error=str(error))
        return await self._boards.as_text(match, row.outgoing, payload)

    async def _post_now(self, channel: discord.PartialMessageable, payload: Payload, match: Match, nonce: str) -> int:
        view = _view(payload, match)
        message = await channel.send(
            payload.content,
            files=[] if payload.png is None else [file_of(payload)],
            allowed_mentions=discord.AllowedMentions(
                everyone=False, roles=False, replied_user=False, users=[discord.Object(user) for user in payload.mentions]
            ),
            nonce=nonce,
            view=discord.utils.MISSING if view is None else view,
        )
        return message.id

    async def _find(
        self, channel: discord.PartialMessageable, row: OutboxRow, payload: Payload, *, but: int | None
    ) -> int | None:
        """Look for a message of ours whose controls name the row's match and version, or a newer one that says the same.

        The words alone tell a message without controls, or that lost them to a press; an older one may say the same by chance.
        """
        me = self._client.user
        async for message in channel.history(limit=LOOKED_AT, after=row.created_at - NONCE_SURE, oldest_first=True):
            if me is None or message.author.id != me.id or message.id == but:
                continue
            same_words = message.content == payload.content and message.created_at >= row.created_at - SKEW
            if same_words or (payload.rows and _names(message, row)):
                log.info("found_again", match=payload.code, version=row.outgoing.version)
                return message.id
        return None


def _names(message: discord.Message, row: OutboxRow) -> bool:
    """Tell whether a message's controls name a row's match and version; a lobby message is the same one at every version."""
    pairs = codes_in(custom_ids(message))
    if row.outgoing.kind == "lobby":
        return row.outgoing.code in {code for code, _ in pairs}
    return (row.outgoing.code, row.outgoing.version) in pairs


def _view(payload: Payload, match: Match) -> discord.ui.View | None:
    header = match.header
    say = components.labels(header.lang, game_key=header.game, seats=header.capacity, holders=match.holders)
    return components.view(payload.rows, code=payload.code, version=payload.version, say=say)


def custom_ids(message: discord.Message) -> list[str]:
    """Collect the custom ids of a message's controls."""
    items = (child for row in message.components if isinstance(row, discord.ActionRow) for child in row.children)
    return [item.custom_id for item in items if item.custom_id]


def file_of(payload: Payload) -> discord.File:
    """Wrap the picture for one send; a File can be sent once."""
    return discord.File(io.BytesIO(payload.png or b""), filename=payload.filename, description=payload.alt)


def _home(places: Places) -> int:
    return places.channel_id if places.home_id is None else places.home_id
