"""The state of the local Discord: who exists, where, and what has been said.

Owns the entities and their registry. It knows nothing of JSON, HTTP or the gateway: whoever changes the world calls
`dispatch` with a ready event, and `log.happened` for those who wait.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from bot.playground.clock import Clock
from bot.playground.events import EventLog

Json = dict[str, Any]

DISCORD_EPOCH_MS = 1_420_070_400_000
TEXT, DM, PUBLIC_THREAD = 0, 1, 11
EPHEMERAL, HAS_THREAD, LOADING, SUPPRESS_NOTIFICATIONS = 1 << 6, 1 << 5, 1 << 7, 1 << 12
SYSTEM_TYPES = frozenset({4, 18, 21})


@dataclass(slots=True, eq=False, repr=False)
class User:
    """An account; `locale` is its client's language, `dms_open` whether the bot may write to it."""

    id: int
    name: str
    global_name: str | None = None
    bot: bool = False
    locale: str = "en-US"
    dms_open: bool = True

    def __repr__(self) -> str:
        return f"<User {self.name} {self.id}>"


@dataclass(slots=True, eq=False, repr=False)
class Role:
    """A role of a guild; the one whose id is the guild's is @everyone."""

    id: int
    name: str
    permissions: int
    position: int = 0
    bot_id: int | None = None
    mentionable: bool = False


@dataclass(slots=True, eq=False, repr=False)
class Member:
    """A user in a guild."""

    user: User
    guild: Guild
    joined_at: datetime
    nick: str | None = None
    roles: list[int] = field(default_factory=list)

    def __repr__(self) -> str:
        return f"<Member {self.display_name} of {self.guild.name}>"

    @property
    def display_name(self) -> str:
        return self.nick or self.user.global_name or self.user.name


@dataclass(slots=True, eq=False, repr=False)
class Overwrite:
    """A channel's exception for a role (type 0) or a member (type 1)."""

    id: int
    type: int
    allow: int = 0
    deny: int = 0


@dataclass(slots=True, eq=False, repr=False)
class ThreadState:
    """What a thread has beyond a channel; `active_at` is on the monotonic clock, for auto-archiving."""

    owner_id: int
    auto_archive_minutes: int
    created: datetime
    archive_changed: datetime
    active_at: float
    archived: bool = False
    locked: bool = False
    members: dict[int, datetime] = field(default_factory=dict)
    total_sent: int = 0


@dataclass(slots=True, eq=False, repr=False)
class Channel:
    """A text channel, a public thread (then `thread` and `parent` are set), or a DM (then `recipient` is set)."""

    id: int
    world: World
    type: int
    name: str
    guild: Guild | None = None
    parent: Channel | None = None
    recipient: User | None = None
    thread: ThreadState | None = None
    position: int = 0
    overwrites: dict[int, Overwrite] = field(default_factory=dict)
    all_messages: dict[int, Message] = field(default_factory=dict)
    renames: list[float] = field(default_factory=list)
    deleted: bool = False
    _handed_out: int = 0

    def __repr__(self) -> str:
        return f"<Channel #{self.name} {self.id}>"

    @property
    def messages(self) -> list[Message]:
        """Everyone's messages, oldest first: no ephemeral ones and none that Discord itself writes."""
        return [m for m in self.all_messages.values() if m.ephemeral_for is None and m.type not in SYSTEM_TYPES]

    @property
    def last_message(self) -> Message:
        """The newest of `messages`; AssertionError when there is none."""
        messages = self.messages
        if not messages:
            raise AssertionError(f"nothing was said in {self.name}")
        return messages[-1]

    def message(self, message_id: int) -> Message | None:
        """Give a message that everyone may see, by id."""
        found = self.all_messages.get(message_id)
        return found if found is not None and found.ephemeral_for is None else None

    async def next_message(self, containing: str = "", *, timeout: float = 5.0) -> Message:
        """Wait for the next public message of the bot here that was not given out by this before.

        Messages sent between two calls are not missed. With `containing`, others are passed over. Raises AssertionError
        with the transcript after `timeout` seconds.
        """

        def fresh() -> Message | None:
            for message in self.messages:
                if message.id > self._handed_out and message.author.bot and containing in message.content:
                    return message
            return None

        await self.world.wait_until(
            lambda: fresh() is not None, timeout=timeout, what=f"a message {containing!r} in #{self.name}"
        )
        found = fresh()
        if found is None:
            raise AssertionError("a message seen by the wait is gone")
        self._handed_out = found.id
        return found


@dataclass(slots=True, eq=False, repr=False)
class Attachment:
    """A file that belongs to a message; `shown_in_embed` hides it from the message's list, as Discord does."""

    id: int
    filename: str
    content: bytes
    content_type: str
    url: str
    description: str | None = None
    width: int | None = None
    height: int | None = None
    shown_in_embed: bool = False


@dataclass(slots=True, eq=False, repr=False)
class Message:
    """One message. `ephemeral_for` is the only user who sees it; `deferred` says it is a thinking one."""

    id: int
    channel: Channel
    author: User
    content: str
    created: datetime
    type: int = 0
    flags: int = 0
    edited: datetime | None = None
    embeds: list[Json] = field(default_factory=list)
    components: list[Json] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    mentions: list[User] = field(default_factory=list)
    mention_roles: list[int] = field(default_factory=list)
    mention_everyone: bool = False
    nonce: str | None = None
    refers_to: Message | None = None
    interaction: Interaction | None = None
    thread: Channel | None = None
    webhook: bool = False
    ephemeral_for: int | None = None
    deleted: bool = False
    versions: list[str] = field(default_factory=list)

    def __repr__(self) -> str:
        return f"<Message {self.id} in #{self.channel.name}: {self.content[:80]!r}>"

    @property
    def deferred(self) -> bool:
        return bool(self.flags & LOADING)

    @property
    def ephemeral(self) -> bool:
        return self.ephemeral_for is not None

    @property
    def controls(self) -> list[Json]:
        """All buttons and selects, row after row."""
        return [item for row in self.components for item in row["components"]]

    @property
    def labels(self) -> list[str]:
        """The labels of all buttons."""
        return [item.get("label", "") for item in self.controls if item["type"] == 2]


@dataclass(slots=True, eq=False, repr=False)
class Guild:
    """A server with its roles, members and channels (threads too)."""

    id: int
    world: World
    name: str
    locale: str
    owner_id: int
    joined_at: datetime
    roles: dict[int, Role] = field(default_factory=dict)
    members: dict[int, Member] = field(default_factory=dict)
    channels: dict[int, Channel] = field(default_factory=dict)

    def __repr__(self) -> str:
        return f"<Guild {self.name} {self.id}>"

    @property
    def active_threads(self) -> list[Channel]:
        return [c for c in self.channels.values() if c.thread is not None and not c.thread.archived]


@dataclass(slots=True, eq=False, repr=False)
class Interaction:
    """One interaction and how far its answer has come. `created` and `acknowledged_at` are monotonic seconds."""

    id: int
    token: str
    type: int
    user: User
    channel: Channel
    data: Json
    created: float
    message: Message | None = None
    callback_type: int | None = None
    acknowledged_at: float | None = None
    ephemeral: bool = False
    response: Message | None = None
    choices: list[Json] | None = None
    followups: list[Message] = field(default_factory=list)
    delivered: int = 0
    acknowledged: asyncio.Event = field(default_factory=asyncio.Event)

    def __repr__(self) -> str:
        return f"<Interaction {self.name} of {self.user.name}>"

    @property
    def guild(self) -> Guild | None:
        return self.channel.guild

    @property
    def name(self) -> str:
        """What the player did, in a few words."""
        words = [str(self.data.get("name") or self.data.get("custom_id"))]
        options = self.data.get("options") or []
        while options and options[0].get("type") in (1, 2):
            words.append(options[0]["name"])
            options = options[0].get("options") or []
        return " ".join(words)


@dataclass(frozen=True, slots=True)
class Notification:
    """Somebody's device really rang: by a `mention`, `role`, `everyone`, `reply` or `dm`."""

    user: User
    message: Message
    reason: str


@dataclass(slots=True, eq=False, repr=False)
class World:
    """Everything that is, with its clock, its ids and its log."""

    clock: Clock
    max_active_threads: int = 1000
    base_url: str = ""
    users: dict[int, User] = field(default_factory=dict)
    guilds: dict[int, Guild] = field(default_factory=dict)
    channels: dict[int, Channel] = field(default_factory=dict)
    interactions: dict[str, Interaction] = field(default_factory=dict)
    attachments: dict[int, Attachment] = field(default_factory=dict)
    notifications: list[Notification] = field(default_factory=list)
    nonces: dict[tuple[int, str], tuple[float, Message]] = field(default_factory=dict)
    log: EventLog = field(default_factory=EventLog)
    application_name: str = "Tavoliere"
    bot: User = field(init=False)
    application_id: int = field(init=False)
    owner: User = field(init=False)
    _last_id: int = 0
    _listener: Callable[[str, Json, Channel | None], None] | None = None
    _describe: Callable[[], str] | None = None

    def __post_init__(self) -> None:
        self.bot = self.add_user(self.application_name, bot=True)
        self.application_id = self.bot.id
        self.owner = self.add_user("owner")

    def new_id(self) -> int:
        """Give a snowflake of the present moment, larger than every one before."""
        moment = (int(self.clock.now().timestamp() * 1000) - DISCORD_EPOCH_MS) << 22
        self._last_id = max(moment, self._last_id + 1)
        return self._last_id

    @property
    def last_id(self) -> int:
        """The newest id given."""
        return self._last_id

    def continue_ids(self, last: int) -> None:
        """Give only ids larger than `last` from now on."""
        self._last_id = max(self._last_id, last)

    def add_user(self, name: str, *, global_name: str | None = None, bot: bool = False, locale: str = "en-US") -> User:
        """Create an account."""
        user = User(self.new_id(), name, global_name, bot, locale)
        self.users[user.id] = user
        return user

    def listen(self, listener: Callable[[str, Json, Channel | None], None], describe: Callable[[], str]) -> None:
        """Name who takes the dispatches (event, data, channel it is about) and who describes the past for messages."""
        self._listener, self._describe = listener, describe

    def dispatch(self, event: str, data: Json, channel: Channel | None = None) -> None:
        """Hand a gateway event to whoever listens; one about a channel the bot can not see goes nowhere."""
        if self._listener is not None:
            self._listener(event, data, channel)

    async def wait_until(self, condition: Callable[[], bool], *, timeout: float, what: str) -> None:
        """Wait for a condition on the world; AssertionError with the transcript after `timeout` real seconds."""
        try:
            await self.log.until(condition, timeout=timeout)
        except TimeoutError:
            story = self._describe() if self._describe is not None else ""
            raise AssertionError(f"waited {timeout} s in vain for {what}\n{story}") from None
