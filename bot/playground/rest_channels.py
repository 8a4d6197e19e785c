"""Routes about channels and threads.

Owns the permissions and form rules of these. What a thread becomes is for threads.
"""

from bot.playground import objects, permissions, threads
from bot.playground.api_errors import ApiError, Form, fail
from bot.playground.calls import NOTHING, Answer, Call, Routes, Site
from bot.playground.moderation import delete_channel
from bot.playground.world import DM, Channel, Message

ARCHIVE_MINUTES = (60, 1440, 4320, 10080)
RENAMES, RENAME_SECONDS = 2, 600.0


def _show(site: Site, call: Call) -> Answer:
    channel = site.channel(call)
    permissions.require(channel, permissions.VIEW_CHANNEL)
    return Answer(200, objects.channel(channel))


def _change(site: Site, call: Call) -> Answer:
    channel, body = site.channel(call), call.form
    permissions.require(channel, permissions.VIEW_CHANNEL)
    if channel.type == DM:
        fail(50024)
    form = Form()
    if "name" in body:
        form.length("name", body["name"], least=1, most=100)
    if body.get("auto_archive_duration", 60) not in ARCHIVE_MINUTES:
        form.add("auto_archive_duration", "BASE_TYPE_CHOICES", f"Value must be one of {ARCHIVE_MINUTES}.")
    form.check()
    if channel.thread is not None:
        _may_change_thread(channel, call)
    else:
        permissions.require(channel, permissions.MANAGE_CHANNELS)
    if body.get("name", channel.name) != channel.name:
        _count_rename(channel)
    if channel.thread is None:
        channel.name = body.get("name", channel.name)
        site.world.dispatch("CHANNEL_UPDATE", objects.channel(channel), channel)
        return Answer(200, objects.channel(channel))
    wanted = {"name": "name", "archived": "archived", "locked": "locked", "auto_archive_duration": "auto_archive_minutes"}
    threads.change(channel, site.world.bot, **{ours: body[theirs] for theirs, ours in wanted.items() if theirs in body})
    return Answer(200, objects.channel(channel))


def _may_change_thread(channel: Channel, call: Call) -> None:
    """Check a thread's change: an opener may do all but lock, anyone who can send may open again an unlocked one."""
    state, body = channel.thread, call.form
    if state is None:
        return
    may_manage = bool(permissions.of_bot(channel) & permissions.MANAGE_THREADS)
    own = state.owner_id == channel.world.bot.id
    only_opens = body.get("archived") is False and not set(body) - {"archived", "locked"}
    if body.get("locked", state.locked) != state.locked and not may_manage:
        fail(50013)
    if not may_manage and not own and not only_opens:
        fail(50013)
    if not may_manage and state.locked:
        fail(50013)
    if only_opens:
        permissions.require(channel, 0 if may_manage else permissions.SEND_MESSAGES_IN_THREADS)
    elif state.archived and body.get("archived") is not False and body.get("archived") is not True:
        fail(50083)


def _count_rename(channel: Channel) -> None:
    """Raise a 429 with a long wait for the third rename of a channel within ten minutes."""
    now = channel.world.clock.monotonic()
    channel.renames = [at for at in channel.renames if now - at < RENAME_SECONDS]
    if len(channel.renames) >= RENAMES:
        raise ApiError(429, 0, "You are being rate limited.", retry_after=RENAME_SECONDS - (now - channel.renames[0]))
    channel.renames.append(now)


def _delete(site: Site, call: Call) -> Answer:
    channel = site.channel(call)
    if channel.type != DM:
        needed = permissions.MANAGE_THREADS if channel.thread is not None else permissions.MANAGE_CHANNELS
        permissions.require(channel, permissions.VIEW_CHANNEL | needed)
        data = objects.channel(channel)
        delete_channel(channel)
        return Answer(200, data)
    return Answer(200, objects.channel(channel))


def _open(site: Site, call: Call, starter: Message | None) -> Channel:
    channel, body = site.channel(call), call.form
    if channel.thread is not None or channel.type == DM:
        fail(50024)
    permissions.require(channel, permissions.VIEW_CHANNEL | permissions.CREATE_PUBLIC_THREADS)
    form = Form()
    form.length("name", body.get("name"), least=1, most=100)
    minutes = body.get("auto_archive_duration") or 4320
    if minutes not in ARCHIVE_MINUTES:
        form.add("auto_archive_duration", "BASE_TYPE_CHOICES", f"Value must be one of {ARCHIVE_MINUTES}.")
    if starter is None and body.get("type", 11) != 11:
        form.add("type", "LOCAL_DISCORD_UNSUPPORTED", "The local Discord has public threads only (type 11).")
    form.check()
    return threads.open_thread(channel, site.world.bot, body["name"], starter=starter, minutes=minutes)


def _open_from_message(site: Site, call: Call) -> Answer:
    permissions.require(site.channel(call), permissions.VIEW_CHANNEL)
    return Answer(201, objects.channel(_open(site, call, site.message(call))))


def _open_alone(site: Site, call: Call) -> Answer:
    return Answer(201, objects.channel(_open(site, call, None)))


def _archived_threads(site: Site, call: Call) -> Answer:
    channel = site.channel(call)
    permissions.require(channel, permissions.VIEW_CHANNEL | permissions.READ_MESSAGE_HISTORY)
    children = [c for c in site.world.channels.values() if c.parent is channel and c.thread is not None and c.thread.archived]
    children.sort(key=lambda c: c.thread.archive_changed if c.thread is not None else c.world.clock.now(), reverse=True)
    return Answer(200, {"threads": [objects.channel(c) for c in children], "members": [], "has_more": False})


def _join(site: Site, call: Call) -> Answer:
    channel = site.channel(call)
    permissions.require(channel, permissions.VIEW_CHANNEL)
    threads.refuse_archived(channel)
    threads.join(channel, site.world.bot)
    return NOTHING


def _add(site: Site, call: Call) -> Answer:
    channel, guild = site.channel(call), site.channel(call).guild
    permissions.require(channel, permissions.VIEW_CHANNEL | permissions.SEND_MESSAGES_IN_THREADS)
    threads.refuse_archived(channel)
    member = guild.members.get(call.id("user_id")) if guild is not None else None
    if member is None:
        fail(10007)
    threads.join(channel, member.user)
    return NOTHING


ROUTES: Routes = [
    ("GET", "/channels/{channel_id}", _show),
    ("PATCH", "/channels/{channel_id}", _change),
    ("DELETE", "/channels/{channel_id}", _delete),
    ("POST", "/channels/{channel_id}/messages/{message_id}/threads", _open_from_message),
    ("POST", "/channels/{channel_id}/threads", _open_alone),
    ("GET", "/channels/{channel_id}/threads/archived/public", _archived_threads),
    ("PUT", "/channels/{channel_id}/thread-members/@me", _join),
    ("PUT", "/channels/{channel_id}/thread-members/{user_id}", _add),
]
