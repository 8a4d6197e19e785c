"""The local Discord as one thing: a world, its API and gateway on a loopback port, its players, and ways to wait.

Owns the assembly and the lifetime. `async with LocalDiscord() as local` serves at `local.url`.
"""

import asyncio
import re
from collections.abc import Callable, Sequence
from itertools import takewhile
from types import TracebackType
from typing import Any, Self

from aiohttp import web
from aiohttp.typedefs import Middleware

from bot.playground import interactions, objects, permissions, threads
from bot.playground.calls import Site
from bot.playground.clock import Clock, SystemClock
from bot.playground.commands import CommandStore
from bot.playground.events import Event
from bot.playground.faults import Faults
from bot.playground.gateway import Gateway
from bot.playground.people import Player
from bot.playground.rest import Refused, Rest
from bot.playground.transcript import Transcript
from bot.playground.verify import Verifier
from bot.playground.world import TEXT, Channel, Guild, Interaction, Member, Role, World

Json = dict[str, Any]

BACKLOG = 2048  # connections waiting to be accepted: hundreds of players press at once
_HANDLER_TASKS = ("CommandTree-invoker", "discord-ui-", "discord.py: on_", "discord.py: ")


class LocalDiscord:
    """A Discord of one's own with one guild "Casa" and one channel "tavolo", unless told otherwise.

    A `world` that was kept comes with its guilds and its clock: then `guild` is None and `clock` the same. `guards` see every
    request first. Problems (unknown routes, what the verifier found) fail the exit of the context; `expect` names those
    that are meant.
    """

    def __init__(
        self,
        *,
        clock: Clock | None = None,
        verifier: Verifier | None = None,
        token: str = "local-token",  # noqa: S107 - made up, for loopback only
        guild: str | None = "Casa",
        guild_locale: str = "en-US",
        port: int = 0,
        world: World | None = None,
        guards: Sequence[Middleware] = (),
    ) -> None:
        self.clock: Clock = clock or SystemClock()
        self.token = token
        self.problems: list[str] = []
        self._expected: list[str] = []
        self._port = port
        self._verifier = verifier
        self._guards = guards
        self._runner: web.AppRunner | None = None
        self._archiver: asyncio.Task[None] | None = None
        self.transcript = Transcript(self.clock)
        self.world = world or World(self.clock)
        self.commands = CommandStore(self.world.application_id, self.world.new_id)
        self.faults = Faults()
        self.gateway = Gateway(self.world, self.transcript, token=token, note_problem=self.problems.append, inspect=self._inspect)
        self.rest = Rest(
            Site(self.world, self.commands),
            self.faults,
            self.transcript,
            token=token,
            verifier=verifier,
            note_problem=self.problems.append,
        )
        self._dispatch = self.gateway.dispatch
        self.world.listen(self._dispatch, self.describe)
        self._players: dict[str, Player] = {}
        if guild is not None:
            self.add_channel("tavolo", guild=self.add_guild(guild, locale=guild_locale))

    @property
    def url(self) -> str:
        """Where it serves; empty before it does."""
        return self.world.base_url

    async def __aenter__(self) -> Self:
        app = web.Application(client_max_size=64 * 1024 * 1024, middlewares=self._guards)
        app.router.add_get("/gateway", self.gateway.handle)
        app.router.add_get("/attachments/{channel_id}/{attachment_id}/{filename}", self._attachment)
        self.rest.attach(app)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", self._port, backlog=BACKLOG)
        await site.start()
        port = self._runner.addresses[0][1]
        self.world.base_url = f"http://127.0.0.1:{port}"
        self._archiver = asyncio.create_task(threads.archive_when_due(self.world), name="local-discord-archiver")
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.faults.clear()
        if self._archiver is not None:
            self._archiver.cancel()
            await asyncio.gather(self._archiver, return_exceptions=True)
        await self.gateway.close()
        if self._runner is not None:
            await self._runner.cleanup()
        left = self.unexpected_problems()
        if not left:
            return
        text = "the local Discord noticed problems:\n- " + "\n- ".join(left)
        if error is not None:
            error.add_note(text)
            return
        raise AssertionError(f"{text}\n{self.describe()}")

    @property
    def rejected(self) -> list[Refused]:
        """The requests whose body the API rejected with 400, oldest first; `rest.refused` has every refusal."""
        return [refused for refused in self.rest.refused if refused.status == 400]

    def unexpected_problems(self) -> list[str]:
        """Give the problems that no `expect` named."""
        return [p for p in self.problems if not any(re.search(pattern, p) for pattern in self._expected)]

    def expect(self, pattern: str) -> None:
        """Accept problems in which this regular expression is found."""
        self._expected.append(pattern)

    def describe(self, last: int = 40) -> str:
        """Give the last lines of traffic as text."""
        return f"the last {last} lines of traffic:\n{self.transcript.text(last)}"

    def _inspect(self, event: str, data: Json) -> None:
        if self._verifier is not None:
            self.problems += [f"dispatch {event}: {problem}" for problem in self._verifier.dispatch(event, data)]

    def redeliver(self, interaction: Interaction) -> None:
        """Send an interaction to the bot once more, as Discord does now and then."""
        interactions.deliver(interaction)

    async def _attachment(self, request: web.Request) -> web.Response:
        identity = request.match_info["attachment_id"]
        file = self.world.attachments.get(int(identity)) if identity.isdigit() else None
        if file is None or file.filename != request.match_info["filename"]:
            return web.Response(status=404, text="This content is no longer available.")
        return web.Response(body=file.content, content_type=file.content_type)

    # people and places

    def add_guild(self, name: str, *, locale: str = "en-US") -> Guild:
        """Create a guild with the bot in it; a bot that is logged in is told."""
        world = self.world
        now = world.clock.now()
        guild = Guild(world.new_id(), world, name, locale, world.owner.id, now)
        everyone = Role(guild.id, "@everyone", permissions.MEMBER_DEFAULT)
        own = Role(world.new_id(), world.application_name, permissions.MEMBER_DEFAULT | permissions.BOT_DEFAULT, 1, world.bot.id)
        guild.roles = {everyone.id: everyone, own.id: own}
        guild.members[world.owner.id] = Member(world.owner, guild, now)
        guild.members[world.bot.id] = Member(world.bot, guild, now, roles=[own.id])
        world.guilds[guild.id] = guild
        self._dispatch("GUILD_CREATE", objects.guild_create(guild), None)
        return guild

    def add_channel(self, name: str, *, guild: Guild | None = None) -> Channel:
        """Create a text channel, in the first guild unless told otherwise."""
        where = guild or self.guild
        channel = Channel(self.world.new_id(), self.world, TEXT, name, where, position=len(where.channels))
        where.channels[channel.id] = self.world.channels[channel.id] = channel
        self._dispatch("CHANNEL_CREATE", objects.channel(channel), channel)
        return channel

    @property
    def guild(self) -> Guild:
        """The first guild."""
        return next(iter(self.world.guilds.values()))

    def channel(self, name: str = "tavolo") -> Channel:
        """Find a channel or thread by name; LookupError when there is none."""
        for channel in self.world.channels.values():
            if channel.name == name:
                return channel
        raise LookupError(f"no channel {name!r} among {[c.name for c in self.world.channels.values()]}")

    async def opened(self, name: str, *, timeout: float = 5.0) -> Channel:
        """Wait until a channel or thread of that name exists."""
        await self.until(
            lambda: any(c.name == name for c in self.world.channels.values()), timeout=timeout, what=f"channel {name!r}"
        )
        return self.channel(name)

    def player(
        self,
        name: str,
        *,
        locale: str = "en-US",
        nick: str | None = None,
        guild: Guild | None = None,
        grants: tuple[str, ...] = (),
    ) -> Player:
        """Give the player of that name, new ones as members of every guild (or of the one given).

        `grants` are permissions, by discord.py's names, of a role of their own, such as `manage_guild`.
        """
        if name in self._players:
            return self._players[name]
        user = self.world.add_user(name, global_name=name.capitalize(), locale=locale)
        for where in [guild] if guild is not None else list(self.world.guilds.values()):
            self.join(user, where, nick=nick, grants=grants)
        player = self._players[name] = Player(self, user)
        return player

    def join(self, user: Any, guild: Guild, *, nick: str | None = None, grants: tuple[str, ...] = ()) -> Member:
        """Make a user a member of a guild."""
        member = Member(user, guild, self.clock.now(), nick)
        guild.members[user.id] = member
        if grants:
            role = Role(self.world.new_id(), f"{user.name}'s", permissions.bits(*grants), 2)
            guild.roles[role.id] = role
            member.roles.append(role.id)
            self._dispatch("GUILD_ROLE_CREATE", {"guild_id": str(guild.id), "role": objects.role(role)}, None)
        self._dispatch("GUILD_MEMBER_ADD", {**objects.member(member), "guild_id": str(guild.id)}, None)
        self.world.log.happened("member_join", guild=guild, user=user)
        return member

    # waiting

    @property
    def mark(self) -> int:
        """A moment to give to `wait_for` as `since`."""
        return self.world.log.mark

    async def wait_for(self, predicate: Callable[[Event], bool], *, since: int | None = None, timeout: float = 5.0) -> Event:
        """Give the first world event that fits, from now on or since a `mark`.

        Kinds: message_create message_edit message_delete notification interaction interaction_acknowledged
        interaction_filled interaction_followup thread_create thread_update channel_delete guild_delete member_join member_remove
        permissions_changed commands_synced nonce_repeated typing ready resumed gateway_closed request served.
        Raises AssertionError with the transcript after `timeout` real seconds.
        """
        try:
            return await self.world.log.wait(predicate, since=self.mark if since is None else since, timeout=timeout)
        except TimeoutError:
            raise AssertionError(f"waited {timeout} s in vain for an event\n{self.describe()}") from None

    async def until(self, condition: Callable[[], bool], *, timeout: float = 5.0, what: str = "a condition") -> None:
        """Wait until a condition on the world holds; it is looked at now and after every event."""
        await self.world.wait_until(condition, timeout=timeout, what=what)

    async def quiet(self, *, settle: float = 0.02, timeout: float = 10.0) -> None:
        """Wait until the bot has nothing more to do with what happened so far.

        Quiet means, all at once: every client has read all dispatches (it answers a ping in its turn), no request is in
        the server, no interaction waits for its first answer, no handler task of discord.py runs in this event loop, and
        then no request came for `settle` seconds. Any of these going wrong starts the look anew.
        """
        try:
            async with asyncio.timeout(timeout):
                while True:
                    await self.gateway.round_trip()
                    await self.world.log.until(lambda: self.rest.in_flight == 0 and not self._waiting(), timeout=timeout)
                    await _handlers_done()
                    before = self.rest.served + self.rest.in_flight
                    mark = self.mark
                    try:
                        await self.world.log.wait(lambda e: e.kind == "request", since=mark, timeout=settle)
                    except TimeoutError:
                        if self.rest.served == before and self.rest.in_flight == 0 and not self._waiting():
                            return
        except TimeoutError:
            raise AssertionError(f"the bot was not quiet within {timeout} s\n{self.describe()}") from None

    def _waiting(self) -> bool:
        """Say whether an interaction waits for its first answer; the newest are at the end."""
        now = self.clock.monotonic()
        recent = takewhile(lambda i: now - i.created <= interactions.ACK_SECONDS, reversed(self.world.interactions.values()))
        return any(i.delivered and i.acknowledged_at is None for i in recent)


async def _handlers_done() -> None:
    """Wait for the tasks in which discord.py runs commands, components and listeners, if the bot lives in this loop."""
    mine = asyncio.current_task()
    running = [t for t in asyncio.all_tasks() if t is not mine and t.get_name().startswith(_HANDLER_TASKS)]
    if running:
        await asyncio.wait(running)
