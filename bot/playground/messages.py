"""Writing, editing and deleting messages in the world, with the events Discord sends about it.

Owns what a message becomes once its body was accepted. Permissions, nonces and interaction rules are asked before.
"""

import mimetypes
import struct
from typing import Any

from bot.playground import objects, threads
from bot.playground.api_errors import Form, fail
from bot.playground.component_rules import normal_components
from bot.playground.mentions import mentions_replied, read_mentions, ring
from bot.playground.message_rules import Draft, Upload
from bot.playground.world import EPHEMERAL, LOADING, SUPPRESS_NOTIFICATIONS, Attachment, Channel, Interaction, Message, User

Json = dict[str, Any]

_KEPT_FLAGS = SUPPRESS_NOTIFICATIONS | EPHEMERAL | LOADING | 1 << 2


def create(
    channel: Channel,
    author: User,
    draft: Draft,
    *,
    interaction: Interaction | None = None,
    kind: int = 0,
    thinking: bool = False,
) -> Message:
    """Put a new message into a channel; ephemeral when the draft's flags say so and an interaction owns it.

    Raises 50006 when it would be empty, unless it is a thinking one.
    """
    if draft.is_empty and not thinking:
        fail(50006)
    world = channel.world
    message = Message(world.new_id(), channel, author, draft.content, world.clock.now(), type=kind)
    message.flags = (draft.flags & _KEPT_FLAGS) | (LOADING if thinking else 0)
    if interaction is None:
        message.flags &= ~EPHEMERAL
    message.nonce = draft.nonce
    message.interaction = interaction
    message.webhook = interaction is not None
    if interaction is not None and draft.flags & EPHEMERAL:
        message.ephemeral_for = interaction.user.id
    if draft.refers_to is not None:
        message.refers_to = channel.message(draft.refers_to)
    message.attachments = [_store_file(channel, upload, description) for upload, description in draft.new_files]
    _set_looks(message, draft.embeds, draft.components)
    _set_mentions(message, draft.allowed_mentions)
    channel.all_messages[message.id] = message
    if not message.ephemeral:
        threads.note_message(channel, author)
        world.dispatch("MESSAGE_CREATE", objects.message_event(message), channel)
    world.log.happened("message_create", message=message, channel=channel)
    if not thinking:
        ring(message, replied=mentions_replied(message, draft.allowed_mentions))
    return message


def edit(message: Message, draft: Draft) -> Message:
    """Change what the draft gives; ends thinking. Never notifies. Raises 50006 when nothing would be left to show."""
    given = draft.given
    content = draft.content if "content" in given else message.content
    embeds = draft.embeds if "embeds" in given else message.embeds
    components = draft.components if "components" in given else message.components
    files = list(message.attachments)
    if draft.kept is not None:
        files = [a for a in files if a.id in draft.kept or (a.shown_in_embed and "embeds" not in given)]
    if not (content or embeds or files or draft.new_files):
        fail(50006)
    _check_names(embeds, {a.filename for a in files} | {upload.filename for upload, _ in draft.new_files})
    files += [_store_file(message.channel, upload, description) for upload, description in draft.new_files]
    message.versions.append(message.content)
    message.content, message.attachments = content, files
    message.flags &= ~LOADING
    message.edited = message.channel.world.clock.now()
    _set_looks(message, embeds, components)
    if "content" in given:
        _set_mentions(message, draft.allowed_mentions)
    _announce_edit(message)
    return message


def fill(message: Message, draft: Draft) -> Message:
    """Turn a thinking message into what the draft says, as the first followup does; it does not notify."""
    message.flags |= draft.flags & SUPPRESS_NOTIFICATIONS
    return edit(message, draft)


def _announce_edit(message: Message) -> None:
    world = message.channel.world
    if not message.ephemeral:
        world.dispatch("MESSAGE_UPDATE", objects.message_event(message), message.channel)
    world.log.happened("message_edit", message=message, channel=message.channel)


def delete(message: Message) -> None:
    """Take a message away; its thread, if any, stays."""
    channel = message.channel
    message.deleted = True
    del channel.all_messages[message.id]
    if not message.ephemeral:
        data = {"id": str(message.id), "channel_id": str(channel.id)}
        if channel.guild is not None:
            data["guild_id"] = str(channel.guild.id)
        channel.world.dispatch("MESSAGE_DELETE", data, channel)
    channel.world.log.happened("message_delete", message=message, channel=channel)


def _set_looks(message: Message, embeds: list[Json], components: list[Json]) -> None:
    by_name = {a.filename: a for a in message.attachments}
    resolved = []
    for embed in embeds:
        clean = dict(embed)
        for place in ("image", "thumbnail"):
            url = (clean.get(place) or {}).get("url", "")
            if url.startswith("attachment://"):
                file = by_name[url.removeprefix("attachment://")]
                file.shown_in_embed = True
                clean[place] = {"url": file.url, "proxy_url": file.url, "width": file.width or 0, "height": file.height or 0}
        resolved.append(clean)
    message.embeds = resolved
    message.components = normal_components(components)


def _check_names(embeds: list[Json], names: set[str]) -> None:
    form = Form()
    for number, embed in enumerate(embeds):
        for place in ("image", "thumbnail"):
            url = (embed.get(place) or {}).get("url", "")
            if url.startswith("attachment://") and url.removeprefix("attachment://") not in names:
                form.add(
                    f"embeds.{number}.{place}.url", "ATTACHMENT_NOT_FOUND", f"No file of the message is called {url[13:]!r}."
                )
    form.check()


def _set_mentions(message: Message, allowed: Json | None) -> None:
    found = read_mentions(message.channel, message.author, message.content, allowed)
    message.mentions, message.mention_roles, message.mention_everyone = found.users, found.roles, found.everyone
    if mentions_replied(message, allowed) and message.refers_to is not None and message.refers_to.author not in found.users:
        message.mentions = [*found.users, message.refers_to.author]


def _store_file(channel: Channel, upload: Upload, description: str | None) -> Attachment:
    world = channel.world
    identity = world.new_id()
    url = f"{world.base_url}/attachments/{channel.id}/{identity}/{upload.filename}"
    kind = mimetypes.guess_type(upload.filename)[0] or "application/octet-stream"
    file = Attachment(identity, upload.filename, upload.content, kind, url, description)
    if upload.content.startswith(b"\x89PNG\r\n\x1a\n") and len(upload.content) >= 24:
        file.width, file.height = struct.unpack(">II", upload.content[16:24])
    world.attachments[identity] = file
    return file
