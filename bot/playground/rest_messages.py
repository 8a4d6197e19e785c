"""Routes about messages in channels: history, send, edit, delete, typing.

Owns the permissions these need and the nonce memory. What a message becomes is for messages.
"""

from bot.playground import messages, objects, permissions, threads
from bot.playground.api_errors import Form, fail
from bot.playground.calls import NOTHING, Answer, Call, Routes, Site
from bot.playground.message_rules import Draft, check_body
from bot.playground.world import DM, SYSTEM_TYPES, Channel, Message

NONCE_SECONDS = 5 * 60.0  # how long a nonce is remembered


def _history(site: Site, call: Call) -> Answer:
    channel = site.channel(call)
    permissions.require(channel, permissions.VIEW_CHANNEL)
    if not permissions.of_bot(channel) & permissions.READ_MESSAGE_HISTORY:
        return Answer(200, [])
    limit = int(call.query.get("limit", "50"))
    if not 1 <= limit <= 100:
        form = Form()
        form.add("limit", "NUMBER_TYPE_MAX", "int value should be between 1 and 100.")
        form.check()
    found = [m for m in channel.all_messages.values() if not m.ephemeral]
    if "after" in call.query:
        found = [m for m in found if m.id > int(call.query["after"])][:limit]
    elif "around" in call.query:
        middle = int(call.query["around"])
        nearest = sorted(found, key=lambda m: abs(m.id - middle))[:limit]
        found = sorted(nearest, key=lambda m: m.id)
    else:
        before = int(call.query.get("before", str(1 << 63)))
        found = [m for m in found if m.id < before][-limit:]
    return Answer(200, [objects.message(m) for m in reversed(found)])


def _one(site: Site, call: Call) -> Answer:
    permissions.require(site.channel(call), permissions.VIEW_CHANNEL | permissions.READ_MESSAGE_HISTORY)
    return Answer(200, objects.message(site.message(call)))


def _needed(channel: Channel, draft: Draft) -> int:
    needed = permissions.send_bit(channel)
    if draft.embeds:
        needed |= permissions.EMBED_LINKS
    if draft.new_files:
        needed |= permissions.ATTACH_FILES
    return needed


def _send(site: Site, call: Call) -> Answer:
    channel, world = site.channel(call), site.world
    permissions.require(channel, permissions.VIEW_CHANNEL | permissions.send_bit(channel))
    if channel.type == DM and channel.recipient is not None and not channel.recipient.dms_open:
        fail(50007)
    draft = check_body(call.form, call.files)
    if draft.is_empty:
        fail(50006)
    permissions.require(channel, _needed(channel, draft))
    _check_reference(channel, draft)
    earlier = _same_nonce(channel, draft)
    if earlier is not None:
        world.log.happened("nonce_repeated", message=earlier)
        return Answer(200, objects.message(earlier))
    threads.wake_for_message(channel, world.bot)
    message = messages.create(channel, world.bot, draft, kind=0 if draft.refers_to is None else 19)
    if draft.nonce is not None:
        world.nonces[channel.id, draft.nonce] = (world.clock.monotonic(), message)
    return Answer(200, objects.message(message))


def _same_nonce(channel: Channel, draft: Draft) -> Message | None:
    if draft.nonce is None or not draft.enforce_nonce:
        return None
    at, message = channel.world.nonces.get((channel.id, draft.nonce), (0.0, None))
    if message is None or message.deleted or channel.world.clock.monotonic() - at > NONCE_SECONDS:
        return None
    return message


def _check_reference(channel: Channel, draft: Draft) -> None:
    if draft.refers_to is not None and channel.message(draft.refers_to) is None:
        form = Form()
        form.add("message_reference", "REPLIES_UNKNOWN_MESSAGE", "Unknown message")
        form.check()


def _edit(site: Site, call: Call) -> Answer:
    message = site.message(call)
    permissions.require(message.channel, permissions.VIEW_CHANNEL)
    if message.author is not site.world.bot:
        fail(50005)
    if message.type in SYSTEM_TYPES:
        fail(50021)
    threads.refuse_archived(message.channel)
    draft = check_body(call.form, call.files, editing=True)
    if draft.new_files:
        permissions.require(message.channel, permissions.ATTACH_FILES)
    return Answer(200, objects.message(messages.edit(message, draft)))


def _delete(site: Site, call: Call) -> Answer:
    message = site.message(call)
    mine = message.author is site.world.bot
    permissions.require(message.channel, permissions.VIEW_CHANNEL | (0 if mine else permissions.MANAGE_MESSAGES))
    if message.type == 21:
        fail(50021)
    threads.refuse_archived(message.channel)
    messages.delete(message)
    return NOTHING


def _typing(site: Site, call: Call) -> Answer:
    channel = site.channel(call)
    permissions.require(channel, permissions.VIEW_CHANNEL | permissions.send_bit(channel))
    site.world.log.happened("typing", channel=channel)
    return NOTHING


ROUTES: Routes = [
    ("GET", "/channels/{channel_id}/messages", _history),
    ("POST", "/channels/{channel_id}/messages", _send),
    ("GET", "/channels/{channel_id}/messages/{message_id}", _one),
    ("PATCH", "/channels/{channel_id}/messages/{message_id}", _edit),
    ("DELETE", "/channels/{channel_id}/messages/{message_id}", _delete),
    ("POST", "/channels/{channel_id}/typing", _typing),
]
