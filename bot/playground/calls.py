"""What passes between the HTTP server and the routes: a call, its answer, and the site the routes work on.

Owns these shapes and the look-ups every route shares. It knows no single route.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.playground.api_errors import fail
from bot.playground.commands import CommandStore
from bot.playground.message_rules import Upload
from bot.playground.world import Channel, Guild, Message, World

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Call:
    """One request of the bot: `route` is the path template, `path` its values, `body` the JSON part."""

    method: str
    route: str
    path: Mapping[str, str]
    query: Mapping[str, str]
    body: Any
    files: Sequence[Upload] = ()

    def id(self, name: str) -> int:
        """Give a path value as a number; 0 (which nothing has) when it is none."""
        value = self.path[name]
        return int(value) if value.isdigit() else 0

    @property
    def form(self) -> Json:
        """The body as an object; an absent one is empty."""
        return self.body if isinstance(self.body, dict) else {}


@dataclass(frozen=True, slots=True)
class Answer:
    """What the bot gets: an HTTP status and a JSON payload, or none."""

    status: int = 200
    payload: Any = None


NOTHING = Answer(204)


@dataclass(frozen=True, slots=True)
class Site:
    """What the routes work on."""

    world: World
    commands: CommandStore
    shards: int = 1

    def channel(self, call: Call) -> Channel:
        """Find the channel of a call; raises 10003."""
        channel = self.world.channels.get(call.id("channel_id"))
        if channel is None or channel.deleted:
            fail(10003)
        return channel

    def message(self, call: Call) -> Message:
        """Find the public message of a call; raises 10003 or 10008."""
        message = self.channel(call).message(call.id("message_id"))
        if message is None:
            fail(10008)
        return message

    def guild(self, call: Call) -> Guild:
        """Find the guild of a call; raises 10004."""
        guild = self.world.guilds.get(call.id("guild_id"))
        if guild is None:
            fail(10004)
        return guild


Handler = Callable[[Site, Call], Answer]
Routes = list[tuple[str, str, Handler]]
