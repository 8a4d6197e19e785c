"""How the things of a world are written down: one JSON body each, by kind and id.

Owns the form of the bodies; `keep_world` reads it. It knows no database. Addresses of files are written without the server's own,
which is another one after every start. Ephemeral messages and interaction tokens are never written: they end with the server.
"""

from datetime import datetime
from typing import Any

from bot.playground.world import Attachment, Channel, Guild, Message, ThreadState, User, World

Json = dict[str, Any]

HERE = "local:"  # stands for the server's own address


def user(who: User) -> Json:
    """Write an account."""
    return {"name": who.name, "shown": who.global_name, "bot": who.bot, "locale": who.locale, "dms": who.dms_open}


def guild(what: Guild) -> Json:
    """Write a server with its roles and members; its channels stand for themselves."""
    return {
        "name": what.name,
        "locale": what.locale,
        "owner": what.owner_id,
        "joined": moment(what.joined_at),
        "roles": [[r.id, r.name, r.permissions, r.position, r.bot_id, r.mentionable] for r in what.roles.values()],
        "members": [[m.user.id, moment(m.joined_at), m.nick, m.roles] for m in what.members.values()],
    }


def channel(where: Channel) -> Json:
    """Write a channel, thread or DM without its messages."""
    return {
        "type": where.type,
        "name": where.name,
        "guild": where.guild.id if where.guild is not None else None,
        "parent": where.parent.id if where.parent is not None else None,
        "recipient": where.recipient.id if where.recipient is not None else None,
        "position": where.position,
        "overwrites": [[o.id, o.type, o.allow, o.deny] for o in where.overwrites.values()],
        "thread": None if where.thread is None else _thread(where.thread, where.world),
    }


def _thread(state: ThreadState, world: World) -> Json:
    return {
        "owner": state.owner_id,
        "minutes": state.auto_archive_minutes,
        "created": moment(state.created),
        "changed": moment(state.archive_changed),
        "silent": moment(world.clock.now()) - (world.clock.monotonic() - state.active_at),
        "archived": state.archived,
        "locked": state.locked,
        "members": [[user_id, moment(at)] for user_id, at in state.members.items()],
        "sent": state.total_sent,
    }


def message(what: Message) -> Json:
    """Write a message, with the names of its files but not their content."""
    base = what.channel.world.base_url
    return {
        "channel": what.channel.id,
        "author": what.author.id,
        "content": what.content,
        "created": moment(what.created),
        "edited": None if what.edited is None else moment(what.edited),
        "type": what.type,
        "flags": what.flags,
        "embeds": [_embed(embed, base) for embed in what.embeds],
        "components": what.components,
        "files": [_file(file, base) for file in what.attachments],
        "mentions": [who.id for who in what.mentions],
        "roles": what.mention_roles,
        "everyone": what.mention_everyone,
        "nonce": what.nonce,
        "refers": what.refers_to.id if what.refers_to is not None else None,
        "thread": what.thread.id if what.thread is not None else None,
        "webhook": what.webhook,
        "interaction": _interaction(what),
        "rang": [[n.user.id, n.reason] for n in what.channel.world.notifications if n.message is what],
    }


def _file(file: Attachment, base: str) -> Json:
    return {
        "id": file.id,
        "name": file.filename,
        "type": file.content_type,
        "url": placed(file.url, base, HERE),
        "alt": file.description,
        "width": file.width,
        "height": file.height,
        "shown": file.shown_in_embed,
    }


def _embed(embed: Json, base: str) -> Json:
    return {key: replaced(value, base, HERE) if key in ("image", "thumbnail") else value for key, value in embed.items()}


def replaced(picture: Json, before: str, after: str) -> Json:
    """Give an embed's picture with the server's address exchanged."""
    return {key: placed(value, before, after) if isinstance(value, str) else value for key, value in picture.items()}


def placed(url: str, before: str, after: str) -> str:
    """Exchange the server's address at the start of a url, if it is there."""
    return after + url.removeprefix(before) if before and url.startswith(before) else url


def _interaction(what: Message) -> Json | None:
    cause = what.interaction
    if cause is None:
        return None
    source = cause.message.id if cause.message is not None else None
    return {"id": cause.id, "type": cause.type, "user": cause.user.id, "data": _names(cause.data), "message": source}


def _names(data: Json) -> Json:
    """Keep of an interaction's data what its name is made of, and nothing that was typed."""
    short: Json = {key: data[key] for key in ("name", "custom_id") if key in data}
    ways = [option for option in data.get("options") or [] if option.get("type") in (1, 2)]
    if ways:
        short["options"] = [{"type": ways[0]["type"], **_names(ways[0])}]
    return short


def moment(at: datetime) -> float:
    """Write a time as seconds since 1970."""
    return at.timestamp()
