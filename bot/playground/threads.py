"""Threads: opening, archiving, locking, renaming, and the archive that comes by itself.

Owns the state of threads and its events. Who may do it is asked before, except the rules about archived and locked ones.
"""

import asyncio
from typing import Any

from bot.playground import objects, permissions
from bot.playground.api_errors import fail
from bot.playground.system_messages import write_system
from bot.playground.world import HAS_THREAD, PUBLIC_THREAD, Channel, Message, ThreadState, User, World

Json = dict[str, Any]


def open_thread(parent: Channel, owner: User, name: str, *, starter: Message | None, minutes: int) -> Channel:
    """Open a public thread, from a message (then it gets the message's id) or alone.

    Raises 160004 when the message has one already, 160006 when the guild has no room for another active thread.
    """
    world, guild = parent.world, parent.guild
    if guild is None:
        fail(50024)
    if starter is not None and (starter.thread is not None or starter.id in world.channels):
        fail(160004)
    if len(guild.active_threads) >= world.max_active_threads:
        fail(160006)
    now = world.clock.now()
    state = ThreadState(owner.id, minutes, now, now, world.clock.monotonic(), members={owner.id: now})
    identity = starter.id if starter is not None else world.new_id()
    thread = Channel(identity, world, PUBLIC_THREAD, name, guild, parent, thread=state)
    guild.channels[thread.id] = world.channels[thread.id] = thread
    world.dispatch("THREAD_CREATE", {**objects.channel(thread), "newly_created": True}, thread)
    if starter is not None:
        starter.thread = thread
        starter.flags |= HAS_THREAD
        world.dispatch("MESSAGE_UPDATE", objects.message_event(starter), parent)
        write_system(thread, owner, 21, refers_to=starter)
    else:
        write_system(parent, owner, 18, name)
    world.log.happened("thread_create", thread=thread)
    return thread


def change(thread: Channel, by: User | None = None, **changes: Any) -> None:
    """Set `archived`, `locked`, `name` or `auto_archive_minutes`, with one THREAD_UPDATE and the rename message."""
    state = thread.thread
    if state is None:
        raise ValueError(f"{thread.name} is not a thread")
    world = thread.world
    if "name" in changes and changes["name"] != thread.name:
        thread.name = changes["name"]
        if by is not None:
            write_system(thread, by, 4, thread.name)
    state.auto_archive_minutes = changes.get("auto_archive_minutes", state.auto_archive_minutes)
    state.locked = changes.get("locked", state.locked)
    if changes.get("archived", state.archived) != state.archived:
        state.archived = changes["archived"]
        state.archive_changed = world.clock.now()
        state.active_at = world.clock.monotonic()
    world.dispatch("THREAD_UPDATE", objects.channel(thread), thread)
    world.log.happened("thread_update", thread=thread)


def wake_for_message(channel: Channel, author: User) -> None:
    """Prepare a channel for a new message: an archived thread opens again.

    A locked one needs Manage Threads: without it 50083 when archived, 160005 when not.
    """
    state = channel.thread
    if state is None:
        return
    member = channel.guild.members.get(author.id) if channel.guild is not None else None
    may_manage = bool(permissions.in_channel(member, channel) & permissions.MANAGE_THREADS)
    if state.locked and not may_manage:
        fail(50083 if state.archived else 160005)
    if state.archived:
        change(channel, archived=False)


def refuse_archived(channel: Channel) -> None:
    """Raise 50083 in an archived thread: nothing there may be changed but the thread itself."""
    if channel.thread is not None and channel.thread.archived:
        fail(50083)


def note_message(channel: Channel, author: User) -> None:
    """Count a message in a thread; its author joins, and the archive clock starts anew."""
    state = channel.thread
    if state is None:
        return
    state.total_sent += 1
    state.active_at = channel.world.clock.monotonic()
    join(channel, author)


def join(channel: Channel, who: User) -> None:
    """Make somebody a member of a thread; the bot hears of its own joining."""
    state = channel.thread
    if state is None or who.id in state.members:
        return
    state.members[who.id] = channel.world.clock.now()
    if who is channel.world.bot and channel.guild is not None:
        added = {
            **objects.thread_member(channel, who.id),
            "member": objects.member(channel.guild.members[who.id]),
            "presence": None,
        }
        data = {
            "id": str(channel.id),
            "guild_id": str(channel.guild.id),
            "member_count": min(50, len(state.members)),
            "added_members": [added],
        }
        channel.world.dispatch("THREAD_MEMBERS_UPDATE", data, channel)


async def archive_when_due(world: World) -> None:
    """Archive threads for ever as their time of silence passes, on the world's clock."""
    while True:
        now = world.clock.monotonic()
        due: list[float] = []
        for guild in list(world.guilds.values()):
            for thread in guild.active_threads:
                state = thread.thread
                if state is None:
                    continue
                at = state.active_at + state.auto_archive_minutes * 60
                if at <= now:
                    change(thread, archived=True)
                else:
                    due.append(at)
        nap = asyncio.ensure_future(world.clock.sleep(min(due, default=now + 3600) - now))
        news = asyncio.ensure_future(world.log.wait(lambda e: e.kind == "thread_create", since=world.log.mark, timeout=86400))
        try:
            await asyncio.wait({nap, news}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            nap.cancel()
            news.cancel()
            await asyncio.gather(nap, news, return_exceptions=True)
