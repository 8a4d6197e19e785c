"""Discord's permissions: the bits used here, and what a member may do in a channel.

Owns the arithmetic of roles and overwrites. It answers questions and raises 50001 or 50013; it changes nothing.
"""

from bot.playground.api_errors import fail
from bot.playground.world import Channel, Guild, Member

ADMINISTRATOR = 1 << 3
MANAGE_CHANNELS = 1 << 4
MANAGE_GUILD = 1 << 5
VIEW_CHANNEL = 1 << 10
SEND_MESSAGES = 1 << 11
MANAGE_MESSAGES = 1 << 13
EMBED_LINKS = 1 << 14
ATTACH_FILES = 1 << 15
READ_MESSAGE_HISTORY = 1 << 16
MENTION_EVERYONE = 1 << 17
USE_APPLICATION_COMMANDS = 1 << 31
MANAGE_THREADS = 1 << 34
CREATE_PUBLIC_THREADS = 1 << 35
SEND_MESSAGES_IN_THREADS = 1 << 38

ALL = (1 << 50) - 1
MEMBER_DEFAULT = (
    VIEW_CHANNEL
    | SEND_MESSAGES
    | EMBED_LINKS
    | ATTACH_FILES
    | READ_MESSAGE_HISTORY
    | USE_APPLICATION_COMMANDS
    | CREATE_PUBLIC_THREADS
    | SEND_MESSAGES_IN_THREADS
)
BOT_DEFAULT = MANAGE_THREADS | MENTION_EVERYONE | MANAGE_MESSAGES
DM = VIEW_CHANNEL | SEND_MESSAGES | EMBED_LINKS | ATTACH_FILES | READ_MESSAGE_HISTORY

NAMES: dict[str, int] = {
    "administrator": ADMINISTRATOR,
    "manage_channels": MANAGE_CHANNELS,
    "manage_guild": MANAGE_GUILD,
    "view_channel": VIEW_CHANNEL,
    "send_messages": SEND_MESSAGES,
    "manage_messages": MANAGE_MESSAGES,
    "embed_links": EMBED_LINKS,
    "attach_files": ATTACH_FILES,
    "read_message_history": READ_MESSAGE_HISTORY,
    "mention_everyone": MENTION_EVERYONE,
    "use_application_commands": USE_APPLICATION_COMMANDS,
    "manage_threads": MANAGE_THREADS,
    "create_public_threads": CREATE_PUBLIC_THREADS,
    "send_messages_in_threads": SEND_MESSAGES_IN_THREADS,
}


def bits(*names: str) -> int:
    """Give the bits of permissions named as discord.py names them; KeyError for an unknown name."""
    value = 0
    for name in names:
        value |= NAMES[name]
    return value


def in_guild(member: Member) -> int:
    """Give a member's permissions from roles alone."""
    guild = member.guild
    if guild.owner_id == member.user.id:
        return ALL
    value = guild.roles[guild.id].permissions
    for role_id in member.roles:
        value |= guild.roles[role_id].permissions
    return ALL if value & ADMINISTRATOR else value


def in_channel(member: Member | None, channel: Channel) -> int:
    """Give what a member may do in a channel; a thread asks its parent. A DM allows the plain things."""
    if channel.guild is None:
        return DM
    if member is None:
        return 0
    value = in_guild(member)
    if value == ALL:
        return ALL
    place = channel.parent if channel.parent is not None else channel
    everyone = place.overwrites.get(channel.guild.id)
    if everyone is not None:
        value = value & ~everyone.deny | everyone.allow
    allow = deny = 0
    for role_id in member.roles:
        overwrite = place.overwrites.get(role_id)
        if overwrite is not None:
            allow |= overwrite.allow
            deny |= overwrite.deny
    value = value & ~deny | allow
    own = place.overwrites.get(member.user.id)
    if own is not None:
        value = value & ~own.deny | own.allow
    return value if value & VIEW_CHANNEL else 0


def of_bot(channel: Channel) -> int:
    """Give what the bot may do in a channel."""
    return in_channel(bot_member(channel.guild), channel)


def bot_member(guild: Guild | None) -> Member | None:
    """Give the bot's member of a guild, if it is there."""
    return None if guild is None else guild.members.get(guild.world.bot.id)


def require(channel: Channel, needed: int) -> None:
    """Raise 50001 when the bot does not see the channel, 50013 when it lacks one of the needed bits."""
    have = of_bot(channel)
    if not have & VIEW_CHANNEL:
        fail(50001)
    if needed & ~have:
        fail(50013)


def send_bit(channel: Channel) -> int:
    """Give the bit that sending needs here: threads have their own."""
    return SEND_MESSAGES_IN_THREADS if channel.thread is not None else SEND_MESSAGES
