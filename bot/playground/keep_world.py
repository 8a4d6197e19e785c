"""A world made again from what was written down.

Owns the reading of `keep_rows`' bodies, in an order in which everything a thing names is there before it.
"""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

from bot.playground.clock import Clock
from bot.playground.keep_rows import HERE, placed, replaced
from bot.playground.world import (
    Attachment,
    Channel,
    Guild,
    Interaction,
    Member,
    Message,
    Notification,
    Overwrite,
    Role,
    ThreadState,
    User,
    World,
)

Json = dict[str, Any]
Bodies = Mapping[int, Json]  # one kind's bodies by id, in the order of the ids


def restore(
    clock: Clock, about: Json, users: Bodies, guilds: Bodies, channels: Bodies, messages: Bodies, content: Callable[[int], bytes]
) -> World:
    """Make the world that was kept; `about` names its bot, owner and last id, `content` gives a file's bytes."""
    world = World(clock)
    world.users = {identity: _user(identity, body) for identity, body in users.items()}
    world.bot, world.owner = world.users[about["bot"]], world.users[about["owner"]]
    world.application_id = world.bot.id
    world.continue_ids(about["last_id"])
    for identity, body in guilds.items():
        world.guilds[identity] = _guild(world, identity, body)
    # A thread opened from a message has the message's id, which may be lower than its parent's: parents first.
    for identity, body in sorted(channels.items(), key=lambda item: item[1]["parent"] is not None):
        _place(world, identity, body)
    for identity, body in messages.items():
        if body["channel"] in world.channels:
            _message(world, identity, body, content)
    for identity, body in messages.items():
        if body["channel"] in world.channels:
            _link(world, identity, body, messages)
    return world


def settle(world: World) -> None:
    """Give every file its address at the server that now runs."""
    for file in world.attachments.values():
        file.url = placed(file.url, HERE, world.base_url)
    for channel in world.channels.values():
        for message in channel.all_messages.values():
            message.embeds = [
                {k: replaced(v, HERE, world.base_url) if k in ("image", "thumbnail") else v for k, v in embed.items()}
                for embed in message.embeds
            ]


def _user(identity: int, body: Json) -> User:
    return User(identity, body["name"], body["shown"], body["bot"], body["locale"], body["dms"])


def _guild(world: World, identity: int, body: Json) -> Guild:
    guild = Guild(identity, world, body["name"], body["locale"], body["owner"], _moment(body["joined"]))
    for role_id, name, permissions, position, bot_id, mentionable in body["roles"]:
        guild.roles[role_id] = Role(role_id, name, permissions, position, bot_id, mentionable)
    for user_id, joined, nick, roles in body["members"]:
        guild.members[user_id] = Member(world.users[user_id], guild, _moment(joined), nick, roles)
    return guild


def _place(world: World, identity: int, body: Json) -> None:
    guild = world.guilds.get(body["guild"])
    parent = world.channels.get(body["parent"])
    recipient = world.users.get(body["recipient"])
    channel = Channel(identity, world, body["type"], body["name"], guild, parent, recipient, position=body["position"])
    channel.overwrites = {o[0]: Overwrite(*o) for o in body["overwrites"]}
    if body["thread"] is not None:
        channel.thread = _thread(world, body["thread"])
    world.channels[identity] = channel
    if guild is not None:
        guild.channels[identity] = channel


def _thread(world: World, body: Json) -> ThreadState:
    silent_for = world.clock.now().timestamp() - body["silent"]
    state = ThreadState(
        body["owner"],
        body["minutes"],
        _moment(body["created"]),
        _moment(body["changed"]),
        world.clock.monotonic() - silent_for,
        body["archived"],
        body["locked"],
        total_sent=body["sent"],
    )
    state.members = {user_id: _moment(at) for user_id, at in body["members"]}
    return state


def _message(world: World, identity: int, body: Json, content: Callable[[int], bytes]) -> None:
    channel = world.channels[body["channel"]]
    made = Message(identity, channel, world.users[body["author"]], body["content"], _moment(body["created"]))
    made.type, made.flags, made.nonce, made.webhook = body["type"], body["flags"], body["nonce"], body["webhook"]
    made.edited = None if body["edited"] is None else _moment(body["edited"])
    made.embeds, made.components = body["embeds"], body["components"]
    made.mentions = [world.users[who] for who in body["mentions"]]
    made.mention_roles, made.mention_everyone = body["roles"], body["everyone"]
    for file in body["files"]:
        restored = Attachment(file["id"], file["name"], content(file["id"]), file["type"], file["url"], file["alt"])
        restored.width, restored.height, restored.shown_in_embed = file["width"], file["height"], file["shown"]
        made.attachments.append(restored)
        world.attachments[restored.id] = restored
    channel.all_messages[identity] = made
    world.notifications += [Notification(world.users[who], made, reason) for who, reason in body["rang"]]
    if made.nonce is not None:
        age = (world.clock.now() - made.created).total_seconds()
        world.nonces[channel.id, made.nonce] = (world.clock.monotonic() - age, made)


def _link(world: World, identity: int, body: Json, messages: Bodies) -> None:
    """Join a message to those it answers, to its thread and to the interaction it came from."""
    message = world.channels[body["channel"]].all_messages[identity]
    message.refers_to = _find(world, body["refers"], messages)
    message.thread = world.channels.get(body["thread"])
    cause = body["interaction"]
    if cause is not None:
        source = _find(world, cause["message"], messages)
        user = world.users[cause["user"]]
        # Its token has died with the server that gave it: the interaction is a memory, and answers to it find nothing.
        message.interaction = Interaction(cause["id"], "", cause["type"], user, message.channel, cause["data"], 0.0, source)


def _find(world: World, identity: int | None, messages: Bodies) -> Message | None:
    body = messages.get(identity) if identity is not None else None
    channel = world.channels.get(body["channel"]) if body is not None else None
    return channel.all_messages.get(identity) if channel is not None and identity is not None else None


def _moment(seconds: float) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)
