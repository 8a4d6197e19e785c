"""What people with power do to a world, and Discord tells the bot: delete, remove, forbid, close.

Owns these acts and their gateway events. None of them is a request of the bot; its own deletions use them too.
"""

from bot.playground import messages, objects, permissions, threads
from bot.playground.world import Channel, Guild, Member, Message, Overwrite, User


def delete_message(message: Message) -> None:
    """Delete a message, as a moderator does."""
    messages.delete(message)


def delete_channel(channel: Channel) -> None:
    """Delete a thread, or a channel with all its threads."""
    world, guild = channel.world, channel.guild
    if guild is None:
        raise ValueError("a DM is not deleted")
    for child in [c for c in guild.channels.values() if c.parent is channel]:
        _forget(child)
    data = objects.channel(channel)
    if channel.thread is not None and channel.parent is not None:
        data = {"id": str(channel.id), "guild_id": str(guild.id), "parent_id": str(channel.parent.id), "type": channel.type}
    world.dispatch("CHANNEL_DELETE" if channel.thread is None else "THREAD_DELETE", data, channel)
    _forget(channel)
    world.log.happened("channel_delete", channel=channel)


def _forget(channel: Channel) -> None:
    channel.deleted = True
    channel.world.channels.pop(channel.id, None)
    if channel.guild is not None:
        channel.guild.channels.pop(channel.id, None)


def remove_bot(guild: Guild) -> None:
    """Throw the bot out of a guild (or delete the guild: the bot sees the same)."""
    world = guild.world
    for channel in list(guild.channels.values()):
        _forget(channel)
    world.guilds.pop(guild.id, None)
    guild.members.pop(world.bot.id, None)
    world.dispatch("GUILD_DELETE", {"id": str(guild.id)})
    world.log.happened("guild_delete", guild=guild)


def remove_member(guild: Guild, user: User) -> None:
    """Take a player out of a guild; without the members intent the bot is not told."""
    guild.members.pop(user.id)
    for channel in guild.channels.values():
        if channel.thread is not None:
            channel.thread.members.pop(user.id, None)
    guild.world.dispatch("GUILD_MEMBER_REMOVE", {"guild_id": str(guild.id), "user": objects.user(user)})
    guild.world.log.happened("member_remove", guild=guild, user=user)


def deny(channel: Channel, *names: str, member: Member | None = None) -> None:
    """Forbid permissions (discord.py's names) in a channel to the bot, or to another member."""
    _overwrite(channel, member, deny=permissions.bits(*names))


def allow(channel: Channel, *names: str, member: Member | None = None) -> None:
    """Give permissions back in a channel to the bot, or to another member."""
    _overwrite(channel, member, allow=permissions.bits(*names))


def _overwrite(channel: Channel, member: Member | None, *, allow: int = 0, deny: int = 0) -> None:
    who = member or permissions.bot_member(channel.guild)
    if who is None or channel.thread is not None:
        raise ValueError("overwrites belong to channels of a guild, and to members of it")
    could_view = permissions.of_bot(channel) & permissions.VIEW_CHANNEL
    entry = channel.overwrites.setdefault(who.user.id, Overwrite(who.user.id, 1))
    entry.allow = entry.allow & ~deny | allow
    entry.deny = entry.deny & ~allow | deny
    can_view = permissions.of_bot(channel) & permissions.VIEW_CHANNEL
    if can_view or could_view:  # the bot hears of the change that blinds it, as it does from Discord
        channel.world.dispatch("CHANNEL_UPDATE", objects.channel(channel))
    channel.world.log.happened("permissions_changed", channel=channel)


def set_role(guild: Guild, role_id: int, *, add: int = 0, remove: int = 0) -> None:
    """Change a role's permissions by bits."""
    role = guild.roles[role_id]
    role.permissions = role.permissions & ~remove | add
    guild.world.dispatch("GUILD_ROLE_UPDATE", {"guild_id": str(guild.id), "role": objects.role(role)})
    guild.world.log.happened("permissions_changed", guild=guild)


def revoke(guild: Guild, *names: str) -> None:
    """Take permissions from the bot in a whole guild: from its own role and from @everyone."""
    for role_id in {guild.id, *guild.members[guild.world.bot.id].roles}:
        set_role(guild, role_id, remove=permissions.bits(*names))


def grant(guild: Guild, *names: str) -> None:
    """Give permissions to the bot's own role in a guild."""
    set_role(guild, guild.members[guild.world.bot.id].roles[0], add=permissions.bits(*names))


def archive(thread: Channel, *, locked: bool = False) -> None:
    """Archive a thread, and lock it if asked."""
    threads.change(thread, archived=True, locked=locked)


def lock(thread: Channel) -> None:
    """Lock a thread that stays open."""
    threads.change(thread, locked=True)


def close_dms(user: User) -> None:
    """Let nobody write to a user."""
    user.dms_open = False
