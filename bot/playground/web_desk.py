"""The developer's desk around the players' panes: who can play, the clock, what went over the wire.

Owns its routes and its socket. The desk alone hands out the players' sessions; it shows no channel.
"""

import asyncio
import contextlib
import re
from typing import Any

from aiohttp import WSMsgType, web

from bot.playground.events import Event
from bot.playground.web_live import NO_SESSION, ended, first_token
from bot.playground.web_site import PageSite, answer, body_of, refuse

Json = dict[str, Any]

LONGEST_TURN = 31 * 24 * 3600.0  # seconds the clock may be turned at once
NAME = re.compile(r"[a-z0-9_.]{2,32}")
MOST_PLAYERS = 12

_CHANGES = frozenset(
    {
        "notification",
        "read",
        "member_join",
        "clock_turned",
        "ready",
        "resumed",
        "gateway_closed",
        "message_delete",
        "channel_delete",
        "language",
    }
)


class Desk:
    """The desk's routes and sockets."""

    def __init__(self, site: PageSite) -> None:
        self._site = site
        self._sockets: set[web.WebSocketResponse] = set()

    def attach(self, app: web.Application) -> None:
        """Add the routes."""
        app.router.add_post("/desk/open", self._open)
        app.router.add_post("/desk/clock", self._clock)
        app.router.add_post("/desk/player", self._player)
        app.router.add_get("/desk/live", self.handle)

    async def _open(self, request: web.Request) -> web.Response:
        """Hand out the desk's token; only our own page gets here, for the guard has seen its origin."""
        return answer({"token": self._site.sessions.desk_token(), "words": self._site.words})

    async def _clock(self, request: web.Request) -> web.Response:
        self._site.require_desk(request)
        seconds = (await body_of(request)).get("seconds")
        if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 < seconds <= LONGEST_TURN:
            refuse(422, "cannot")
        self._site.clock.advance(seconds)
        self._site.local.world.log.happened("clock_turned", shift=self._site.clock.shift)
        return answer({})

    async def _player(self, request: web.Request) -> web.Response:
        self._site.require_desk(request)
        name = str((await body_of(request)).get("name", "")).strip().lower()
        known = {who.name.lower() for who in self._site.local.world.users.values()}
        if not NAME.fullmatch(name) or name in known or len(self._site.players()) >= MOST_PLAYERS:
            refuse(422, "cannot")
        return answer({"id": str(self._site.add_player(name).id)})

    def _state(self) -> Json:
        site = self._site
        players = [
            {
                "id": str(who.id),
                "name": who.global_name or who.name,
                "token": site.sessions.token(who.id),
                "locale": who.locale,
                "mentions": site.marks.all_mentions(who),
            }
            for who in site.players()
        ]
        now = site.clock.now().timestamp() * 1000
        bot = {"name": site.local.world.bot.name, "online": bool(site.local.gateway.live)}
        return {
            "kind": "state",
            "players": players,
            "now": now,
            "shift": site.clock.shift,
            "bot": bot,
            "checks": site.wire.checks,
        }

    async def handle(self, request: web.Request) -> web.WebSocketResponse:
        """Serve the desk's socket; `{"wire": true}` on it asks for what went over the wire."""
        socket = web.WebSocketResponse(heartbeat=20, timeout=1.0)
        await socket.prepare(request)
        if not self._site.sessions.is_desk(await first_token(socket)):
            await socket.close(code=NO_SESSION)
            return socket
        self._sockets.add(socket)
        waiting: asyncio.Queue[Json | None] = asyncio.Queue()

        def hear(event: Event) -> None:
            if event.kind in _CHANGES:
                waiting.put_nowait(None)

        def hear_wire(entry: Json) -> None:
            waiting.put_nowait({"kind": "wire", "entries": [entry]})

        writer = asyncio.create_task(self._write(socket, waiting), name="desk")
        log, wire = self._site.local.world.log, self._site.wire
        log.heard_by.append(hear)
        try:
            async for message in socket:
                listens = hear_wire in wire.heard_by
                wants = message.type is WSMsgType.TEXT and '"wire":true' in message.data.replace(" ", "")
                if wants and not listens:
                    waiting.put_nowait({"kind": "wire", "entries": list(wire.entries)})
                    wire.heard_by.append(hear_wire)
                elif listens and not wants:
                    wire.heard_by.remove(hear_wire)
        finally:
            log.heard_by.remove(hear)
            if hear_wire in wire.heard_by:
                wire.heard_by.remove(hear_wire)
            self._sockets.discard(socket)
            await ended(writer)
        return socket

    async def _write(self, socket: web.WebSocketResponse, waiting: "asyncio.Queue[Json | None]") -> None:
        with contextlib.suppress(ConnectionError):
            await socket.send_json(self._state())
            while True:
                news = await waiting.get()
                await socket.send_json(self._state() if news is None else news)

    async def close(self) -> None:
        """Close every socket."""
        await asyncio.gather(*(socket.close(code=1001) for socket in list(self._sockets)))
