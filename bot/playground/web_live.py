"""What happens, told to each open page as it happens.

Owns the players' sockets. A page says who it is with its first message, gets everything it may see, and then every change that
its player may see, in order. A page that lost its socket comes back and begins anew.
"""

import asyncio
import contextlib
import json
from collections.abc import Iterator
from typing import Any

from aiohttp import WSMsgType, web

from bot.playground.events import Event
from bot.playground.system_messages import THREAD_OPENED
from bot.playground.web_site import PageSite
from bot.playground.web_view import Eyes
from bot.playground.world import SYSTEM_TYPES, Channel, User

Json = dict[str, Any]

HELLO_SECONDS = 5.0  # a socket that does not say who it is within these is closed
NO_SESSION = 4401  # the code of that close

_ANEW = frozenset(
    {"guild_delete", "member_remove", "member_join", "permissions_changed", "commands_synced", "language", "clock_turned"}
)


class Live:
    """All open pages of players."""

    def __init__(self, site: PageSite) -> None:
        self._site = site
        self._sockets: set[web.WebSocketResponse] = set()

    async def handle(self, request: web.Request) -> web.WebSocketResponse:
        """Serve one page's socket to its end."""
        socket = web.WebSocketResponse(heartbeat=20, timeout=1.0)
        await socket.prepare(request)
        who = self._site.user_of(await first_token(socket))
        if who is None:
            await socket.close(code=NO_SESSION)
            return socket
        self._sockets.add(socket)
        events: asyncio.Queue[Event] = asyncio.Queue()
        hear = events.put_nowait
        writer = asyncio.create_task(self._write(socket, who, events), name=f"page of {who.name}")
        heard_by = self._site.local.world.log.heard_by
        heard_by.append(hear)
        try:
            await until_closed(socket)
        finally:
            heard_by.remove(hear)
            self._sockets.discard(socket)
            await ended(writer)
        return socket

    async def _write(self, socket: web.WebSocketResponse, who: User, events: asyncio.Queue[Event]) -> None:
        eyes = self._site.eyes(who)
        with contextlib.suppress(ConnectionError):
            await socket.send_json(self._welcome(eyes))
            while True:
                for news in self._news(eyes, await events.get()):
                    await socket.send_json(news)

    def _welcome(self, eyes: Eyes) -> Json:
        return {"kind": "welcome", **eyes.places(), "words": self._site.words[eyes.user.locale]}

    def _news(self, eyes: Eyes, event: Event) -> Iterator[Json]:
        """Give what one event means for one player's page: nothing, unless the player may see it."""
        if event.kind in ("message_create", "message_edit"):
            if eyes.sees_message(event.message):
                yield {"kind": "message", "message": eyes.message(event.message)}
                yield self._marks(eyes, event.channel)
                yield from self._origin(eyes, event.channel)
        elif event.kind == "message_delete":
            if eyes.sees_channel(event.channel) and event.message.ephemeral_for in (None, eyes.user.id):
                yield {"kind": "gone", "channel": str(event.channel.id), "message": str(event.message.id)}
                yield self._marks(eyes, event.channel)
        elif event.kind in ("thread_create", "thread_update"):
            if eyes.sees_channel(event.thread):
                yield from self._thread(eyes, event.thread)
        elif event.kind == "channel_delete":
            yield {"kind": "channel_gone", "channel": str(event.channel.id)}
        elif event.kind in ("notification", "read"):
            if event.user is eyes.user:
                yield self._marks(eyes, event.message.channel if event.kind == "notification" else event.channel)
        elif event.kind in ("ready", "resumed", "gateway_closed"):
            yield {"kind": "bot", "online": bool(self._site.local.gateway.live)}
        elif event.kind in _ANEW:
            yield self._welcome(eyes)

    def _marks(self, eyes: Eyes, channel: Channel) -> Json:
        return {"kind": "marks", "channel": str(channel.id), **eyes.news(channel)}

    def _origin(self, eyes: Eyes, channel: Channel) -> Iterator[Json]:
        """The message a thread was opened from counts the thread's messages."""
        origin = channel.parent.all_messages.get(channel.id) if channel.parent is not None else None
        if origin is not None and eyes.sees_message(origin):
            yield {"kind": "message", "message": eyes.message(origin)}

    def _thread(self, eyes: Eyes, thread: Channel) -> Iterator[Json]:
        """A thread changed: itself, what Discord wrote about it, and the message it hangs on."""
        yield {"kind": "channel", "channel": eyes.channel(thread)}
        told = [m for m in thread.all_messages.values() if m.type in SYSTEM_TYPES]
        if thread.parent is not None:
            about = [m for m in thread.parent.all_messages.values() if m.thread is thread or m.type == THREAD_OPENED]
            told += about[-2:]
        yield from ({"kind": "message", "message": eyes.message(m)} for m in told if eyes.sees_message(m))

    async def close(self) -> None:
        """Close every socket; pages come back by themselves."""
        await asyncio.gather(*(socket.close(code=1001) for socket in list(self._sockets)))


async def first_token(socket: web.WebSocketResponse) -> str:
    """Read the token a page opens with, empty when it sends none in time."""
    try:
        hello = json.loads(await socket.receive_str(timeout=HELLO_SECONDS))
    except (TypeError, ValueError, TimeoutError):
        return ""
    return str(hello.get("token", "")) if isinstance(hello, dict) else ""


async def until_closed(socket: web.WebSocketResponse) -> None:
    """Read a socket whose page only listens, until it goes."""
    async for message in socket:
        if message.type is WSMsgType.ERROR:
            return


async def ended(task: "asyncio.Task[None]") -> None:
    """Cancel a task and wait for its end; raises what it raised."""
    task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await task
