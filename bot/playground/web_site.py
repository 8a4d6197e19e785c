"""What the page's routes work on, and how they find out who asks.

Owns the look-ups every route shares and the form of a refusal.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

from aiohttp import web

from bot.playground.people import Player
from bot.playground.server import LocalDiscord
from bot.playground.web_clock import ShiftedClock
from bot.playground.web_marks import Marks
from bot.playground.web_sessions import Sessions
from bot.playground.web_view import Eyes
from bot.playground.web_wire import Wire
from bot.playground.world import Channel, Message, User

Json = dict[str, Any]

LOCALES = ("en-US", "it", "pt-BR")  # as Discord names what the catalogs call en, it and pt_BR


@dataclass(frozen=True, slots=True)
class PageSite:
    """A local Discord with its sessions, marks, clock and wire; `words` are the page's sentences by locale, then by id."""

    local: LocalDiscord
    sessions: Sessions
    marks: Marks
    clock: ShiftedClock
    wire: Wire
    words: Mapping[str, Mapping[str, str]]
    add_player: Callable[[str], User]

    def eyes(self, user: User) -> Eyes:
        """Give a player's sight."""
        return Eyes(self.local, self.sessions, self.marks, user)

    def players(self) -> list[User]:
        """Give the people one can play as: every account but the bot and the servers' owner."""
        world = self.local.world
        return [who for who in world.users.values() if not who.bot and who is not world.owner]

    def user_of(self, token: str) -> User | None:
        """Find the player of a token."""
        identity = self.sessions.user_of(token)
        who = self.local.world.users.get(identity) if identity is not None else None
        return who if who in self.players() else None

    def player(self, request: web.Request) -> Player:
        """Find the player who asks; 401 without a session."""
        who = self.user_of(bearer(request))
        if who is None:
            refuse(401, "no_session")
        return Player(self.local, who)

    def require_desk(self, request: web.Request) -> None:
        """Let only the developer's desk go on; 401 otherwise."""
        if not self.sessions.is_desk(bearer(request)):
            refuse(401, "no_session")

    def channel(self, player: Player, value: object) -> Channel:
        """Find a channel the player sees, by its id as text; 404 for every other."""
        channel = self.local.world.channels.get(number(value))
        if channel is None or not self.eyes(player.user).sees_channel(channel):
            refuse(404, "not_there")
        return channel

    def message(self, player: Player, body: Json) -> Message:
        """Find the message a body names by `channel` and `message`, if the player sees it; 404 otherwise."""
        message = self.channel(player, body.get("channel")).all_messages.get(number(body.get("message")))
        if message is None or not self.eyes(player.user).sees_message(message):
            refuse(404, "not_there")
        return message


def bearer(request: web.Request) -> str:
    """Give the token a request carries, empty for none."""
    return request.headers.get("Authorization", "").removeprefix("Bearer ")


def number(value: object) -> int:
    """Read an id; 0, which nothing has, for what is none."""
    text = str(value)
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 20 else 0


async def body_of(request: web.Request) -> Json:
    """Read a request's JSON object; 400 for anything else."""
    try:
        body = json.loads(await request.read())
    except ValueError:
        refuse(400, "not_json")
    if not isinstance(body, dict):
        refuse(400, "not_json")
    return body


def answer(payload: Json, status: int = 200) -> web.Response:
    """Answer with JSON."""
    return web.json_response(payload, status=status)


def refuse(status: int, code: str, detail: str = "") -> NoReturn:
    """End a request with a code for the page and, for a developer, a sentence."""
    kinds: dict[int, type[web.HTTPException]] = {
        400: web.HTTPBadRequest,
        401: web.HTTPUnauthorized,
        404: web.HTTPNotFound,
        422: web.HTTPUnprocessableEntity,
    }
    raise kinds[status](text=json.dumps({"error": code, "detail": detail}), content_type="application/json")
