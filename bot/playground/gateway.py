"""The gateway: sessions of the bot, heartbeats, resuming, and the dispatches.

Owns sockets, sequences and replay. It sends what the world hands it and decides nothing about content, but that a session
hears only what its intents ask for.
"""

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from aiohttp import WSMsgType, web

from bot.playground import intents, objects, permissions
from bot.playground.transcript import Transcript
from bot.playground.world import Channel, World

Json = dict[str, Any]

DISPATCH, HEARTBEAT, IDENTIFY, PRESENCE, VOICE, RESUME, RECONNECT, MEMBERS, INVALID, HELLO, ACK = (
    0,
    1,
    2,
    3,
    4,
    6,
    7,
    8,
    9,
    10,
    11,
)
HEARTBEAT_MS = 41_250
REPLAY = 5000  # dispatches a session remembers


@dataclass(slots=True, eq=False)
class Session:
    """One login of the bot: it outlives its socket until another login or an invalidation."""

    id: str
    intents: int
    socket: web.WebSocketResponse | None
    transport: asyncio.Transport | None
    sequence: int = 0
    sent: list[tuple[int, str]] = field(default_factory=list)
    outbox: asyncio.Queue[str | bytes] = field(default_factory=asyncio.Queue)


class Gateway:
    """All sessions; `dispatch` reaches each that wants the event, live or waiting to resume."""

    def __init__(
        self,
        world: World,
        transcript: Transcript,
        *,
        token: str,
        note_problem: Callable[[str], None],
        inspect: Callable[[str, Json], None],
    ) -> None:
        self._world = world
        self._transcript = transcript
        self._token = token
        self._note_problem = note_problem
        self._inspect = inspect
        self._misdeliveries: list[tuple[str, int]] = []
        self.sessions: dict[str, Session] = {}
        self.allowed_privileged = 0
        self.identifies = 0
        self.resumes = 0
        self._pongs: dict[bytes, asyncio.Event] = {}
        self._pings = 0
        self._sockets: set[web.WebSocketResponse] = set()

    @property
    def live(self) -> list[Session]:
        """The sessions with an open socket."""
        return [s for s in self.sessions.values() if s.socket is not None and not s.socket.closed]

    def dispatch(self, event: str, data: Json, channel: Channel | None = None) -> None:
        """Send an event to every session that wants it; one about a channel the bot can not view is not sent."""
        if channel is not None and channel.guild is not None and not permissions.of_bot(channel) & permissions.VIEW_CHANNEL:
            return
        self._inspect(event, data)
        copies = self._copies(event)
        self._transcript.add("⇢", event if copies == 1 else f"{event} delivered {copies} times", data)
        for session in self.sessions.values():
            if intents.wants(session.intents, event, data):
                for _ in range(copies):
                    self._send(session, event, intents.visible_part(session.intents, event, data, self._world.bot.id))

    def misdeliver_next(self, event: str, *, copies: int) -> None:
        """Deliver the next event of this name 0 times (it is lost for good) or several times."""
        self._misdeliveries.append((event, copies))

    def _copies(self, event: str) -> int:
        for entry in self._misdeliveries:
            if entry[0] == event:
                self._misdeliveries.remove(entry)
                return entry[1]
        return 1

    def _send(self, session: Session, event: str, data: Json) -> None:
        session.sequence += 1
        text = json.dumps({"op": DISPATCH, "t": event, "s": session.sequence, "d": data})
        session.sent.append((session.sequence, text))
        del session.sent[:-REPLAY]
        if session.socket is not None:
            session.outbox.put_nowait(text)

    async def handle(self, request: web.Request) -> web.WebSocketResponse:
        """Serve one socket from HELLO to its end."""
        socket = web.WebSocketResponse(autoping=False, max_msg_size=0, timeout=1.0)
        await socket.prepare(request)
        self._sockets.add(socket)
        session: Session | None = None
        writer: asyncio.Task[None] | None = None
        try:
            await socket.send_json({"op": HELLO, "d": {"heartbeat_interval": HEARTBEAT_MS, "_trace": []}, "s": None, "t": None})
            async for message in socket:
                if message.type is WSMsgType.PONG:
                    self._take_pong(bytes(message.data))
                    continue
                if message.type is not WSMsgType.TEXT:
                    continue
                packet = json.loads(message.data)
                if packet["op"] in (IDENTIFY, RESUME) and session is None:
                    session = await self._begin(socket, request.transport, packet)
                    if session is not None:
                        writer = asyncio.create_task(self._write(session, socket), name="local-discord-gateway-writer")
                else:
                    await self._answer(socket, session, packet)
        except ConnectionError:
            pass  # the client went away between two frames: the session waits for it
        finally:
            self._sockets.discard(socket)
            if session is not None and session.socket is socket:
                session.socket = None
                self._world.log.happened("gateway_closed", session=session)
            if writer is not None:
                writer.cancel()
                await asyncio.gather(writer, return_exceptions=True)
        return socket

    async def _write(self, session: Session, socket: web.WebSocketResponse) -> None:
        while session.socket is socket:
            item = await session.outbox.get()
            if session.socket is not socket or socket.closed:
                return
            try:
                await (socket.ping(item) if isinstance(item, bytes) else socket.send_str(item))
            except ConnectionError:
                return

    async def _begin(self, socket: web.WebSocketResponse, transport: asyncio.Transport | None, packet: Json) -> Session | None:
        data = packet["d"]
        if data.get("token", "").removeprefix("Bot ") != self._token:
            self._transcript.add("⇠", "gateway login with a wrong token")
            await socket.close(code=4004, message=b"Authentication failed.")
            return None
        session = await (self._identify(socket, data) if packet["op"] == IDENTIFY else self._resume(socket, data))
        if session is not None:
            session.transport = transport
        return session

    async def _identify(self, socket: web.WebSocketResponse, data: Json) -> Session | None:
        wanted = int(data.get("intents", 0))
        if wanted & intents.PRIVILEGED & ~self.allowed_privileged:
            await socket.close(code=4014, message=b"Disallowed intent(s).")
            return None
        for session in list(self.sessions.values()):
            if session.socket is None or session.socket.closed:
                del self.sessions[session.id]
        self.identifies += 1
        session = Session(f"{self._world.new_id():x}", wanted, socket, None)
        self.sessions[session.id] = session
        self._transcript.add("⇠", f"IDENTIFY as session {session.id}, intents {wanted}")
        for event, data in [
            ("READY", self._ready(session)),
            *(("GUILD_CREATE", objects.guild_create(guild)) for guild in self._world.guilds.values()),
        ]:
            self._inspect(event, data)
            self._send(session, event, data)
        self._world.log.happened("ready", session=session)
        return session

    def _ready(self, session: Session) -> Json:
        world = self._world
        return {
            "v": 10,
            "user": objects.own_user(world.bot),
            "guilds": [{"id": str(guild_id), "unavailable": True} for guild_id in world.guilds],
            "session_id": session.id,
            "session_type": "normal",
            "resume_gateway_url": world.base_url.replace("http://", "ws://") + "/gateway",
            "application": {"id": str(world.application_id), "flags": 0},
            "private_channels": [],
            "relationships": [],
            "user_settings": {},
            "presences": [],
            "guild_join_requests": [],
            "geo_ordered_rtc_regions": [],
            "_trace": [],
        }

    async def _resume(self, socket: web.WebSocketResponse, data: Json) -> Session | None:
        session = self.sessions.get(data.get("session_id", ""))
        sequence = int(data.get("seq") or 0)
        forgotten = session is None or sequence > session.sequence or (session.sent and sequence < session.sent[0][0] - 1)
        self._transcript.add("⇠", f"RESUME of session {data.get('session_id')} at {sequence}")
        if session is None or forgotten:
            await socket.send_json({"op": INVALID, "d": False, "s": None, "t": None})
            return None
        self.resumes += 1
        session.socket = socket
        session.outbox = asyncio.Queue()
        for number, text in session.sent:
            if number > sequence:
                session.outbox.put_nowait(text)
        self._send(session, "RESUMED", {"_trace": []})
        self._world.log.happened("resumed", session=session)
        return session

    async def _answer(self, socket: web.WebSocketResponse, session: Session | None, packet: Json) -> None:
        match packet["op"]:
            case 1:
                await socket.send_json({"op": ACK, "d": None, "s": None, "t": None})
            case 3:
                self._transcript.add("⇠", "presence", packet["d"])
            case 8 if session is not None:
                self._send(session, "GUILD_MEMBERS_CHUNK", self._members_chunk(packet["d"]))
            case other:
                self._note_problem(f"gateway: the local Discord does not know opcode {other} here")

    def _members_chunk(self, data: Json) -> Json:
        guild = self._world.guilds[int(data["guild_id"])]
        wanted = data.get("user_ids") or []
        wanted = {str(item) for item in (wanted if isinstance(wanted, list) else [wanted])}
        query = (data.get("query") or "").lower()
        if not query and not wanted:
            self._note_problem("gateway: asking for all members needs the members intent")
        found = [
            m for m in guild.members.values() if str(m.user.id) in wanted or (query and m.display_name.lower().startswith(query))
        ]
        chunk = {"guild_id": str(guild.id), "members": [objects.member(m) for m in found], "chunk_index": 0, "chunk_count": 1}
        return {**chunk, "not_found": sorted(wanted - {str(m.user.id) for m in found}), "nonce": data.get("nonce")}

    async def round_trip(self) -> None:
        """Wait until every live session's client has read all that was sent before: it answers a ping in its turn."""
        for session in self.live:
            if session.socket is None:
                continue
            self._pings += 1
            key = b"%d" % self._pings
            self._pongs[key] = asyncio.Event()
            session.outbox.put_nowait(key)
            pong = asyncio.ensure_future(self._pongs[key].wait())
            gone = asyncio.ensure_future(self._closed(session))
            await asyncio.wait({pong, gone}, return_when=asyncio.FIRST_COMPLETED)
            for task in (pong, gone):
                task.cancel()
            await asyncio.gather(pong, gone, return_exceptions=True)
            self._pongs.pop(key, None)

    async def _closed(self, session: Session) -> None:
        while session.socket is not None:
            await self._world.log.next()

    def _take_pong(self, key: bytes) -> None:
        if key in self._pongs:
            self._pongs[key].set()

    async def drop(self, *, code: int | None = None) -> None:
        """Cut every socket: as a network failure, or with a close code. Sessions stay and can resume."""
        for session in self.live:
            socket, session.socket = session.socket, None
            if socket is None:
                continue
            self._transcript.add("⇢", f"gateway socket cut, code {code}")
            self._world.log.happened("gateway_closed", session=session)
            if code is not None:
                await socket.close(code=code)
            elif session.transport is not None:
                session.transport.abort()

    async def invalidate(self) -> None:
        """Forget every session and say so: the client must log in anew."""
        for session in self.live:
            if session.socket is not None:
                await session.socket.send_json({"op": INVALID, "d": False, "s": None, "t": None})
        self.sessions.clear()

    async def reconnect(self) -> None:
        """Ask every client to reconnect and resume."""
        for session in self.live:
            if session.socket is not None:
                await session.socket.send_json({"op": RECONNECT, "d": None, "s": None, "t": None})

    async def close(self) -> None:
        """Close every socket for the end of the server."""
        for socket in list(self._sockets):
            await socket.close(code=1001)
