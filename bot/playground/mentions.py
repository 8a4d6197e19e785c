"""Who a text mentions and whose device rings.

Owns the reading of mentions in a text under `allowed_mentions`. Only a new message rings; the callers say what is new.
"""

import re
from dataclasses import dataclass, field
from typing import Any

from bot.playground import permissions
from bot.playground.world import DM, SUPPRESS_NOTIFICATIONS, Channel, Message, Notification, User

Json = dict[str, Any]

_CODE = re.compile(r"```.*?```|``.*?``|`[^`]*`", re.DOTALL)
_USER = re.compile(r"<@!?(\d+)>")
_ROLE = re.compile(r"<@&(\d+)>")
_EVERYONE = re.compile(r"@(everyone|here)\b")


@dataclass(slots=True)
class Mentions:
    """What a text mentions, after what is allowed."""

    users: list[User] = field(default_factory=list)
    roles: list[int] = field(default_factory=list)
    everyone: bool = False


def read_mentions(channel: Channel, author: User, content: str, allowed: Json | None) -> Mentions:
    """Read a text: code is no mention; `allowed` None allows all; @everyone needs the author's permission."""
    text = _CODE.sub(" ", content)
    found = Mentions()
    for identity in dict.fromkeys(_USER.findall(text)):
        who = channel.world.users.get(int(identity))
        if who is not None and _allows(allowed, "users", identity):
            found.users.append(who)
    guild = channel.guild
    if guild is None:
        return found
    may_all = bool(permissions.in_channel(guild.members.get(author.id), channel) & permissions.MENTION_EVERYONE)
    for identity in dict.fromkeys(_ROLE.findall(text)):
        role = guild.roles.get(int(identity))
        if role is not None and (role.mentionable or may_all) and _allows(allowed, "roles", identity):
            found.roles.append(role.id)
    found.everyone = may_all and bool(_EVERYONE.search(text)) and _allows(allowed, "everyone", "")
    return found


def _allows(allowed: Json | None, kind: str, identity: str) -> bool:
    if allowed is None or kind in (allowed.get("parse") or []):
        return True
    return identity in [str(item) for item in allowed.get(kind) or []] if kind != "everyone" else False


def mentions_replied(message: Message, allowed: Json | None) -> bool:
    """Say whether a reply also mentions the author it replies to."""
    return message.refers_to is not None and (allowed is None or bool(allowed.get("replied_user")))


def ring(message: Message, *, replied: bool) -> None:
    """Record whom a new message notifies: those who can see the channel, once each, never its author."""
    world, guild = message.channel.world, message.channel.guild
    if message.flags & SUPPRESS_NOTIFICATIONS or message.ephemeral:
        return
    reasons: dict[int, str] = {}
    if message.channel.type == DM and message.channel.recipient is not None:
        reasons[message.channel.recipient.id] = "dm"
    for who in message.mentions:
        reasons.setdefault(who.id, "mention")
    if replied and message.refers_to is not None:
        reasons.setdefault(message.refers_to.author.id, "reply")
    for member in guild.members.values() if guild is not None else ():
        if set(member.roles) & set(message.mention_roles):
            reasons.setdefault(member.user.id, "role")
        if message.mention_everyone:
            reasons.setdefault(member.user.id, "everyone")
    for user_id, reason in reasons.items():
        who = world.users[user_id]
        sees = guild is None or permissions.in_channel(guild.members.get(user_id), message.channel) & permissions.VIEW_CHANNEL
        if sees and who is not message.author and not who.bot:
            notification = Notification(who, message, reason)
            world.notifications.append(notification)
            world.log.happened("notification", notification=notification, user=who, message=message)
