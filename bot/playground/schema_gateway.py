"""What the gateway sends, said in the document's own components.

Owns one schema for each event the local Discord dispatches. The document describes REST objects only, so an event is put together
from them: the whole object where it is one, its parts where the event is an envelope. Refuses to know how a schema is checked.

Checked: that the named objects have everything the document requires (except where the gateway leaves it out: a member
inside a message has no `user`; a resolved member no `user`, `deaf`, `mute`; a channel inside its guild no `guild_id`), and
the keys of each envelope. Not checked: keys beyond those (the gateway sends more); of GUILD_CREATE all but channels,
threads, members, roles and a few basics; a command's options against its definition; of resolved channels all but id, name,
type and permissions; of READY what no client needs; and the events of `UNCHECKED`. An event in neither table is a problem:
it has to be described here first.
"""

from typing import Any

from bot.playground.schema_rewrite import WITHOUT, Schema


def _ref(name: str, *without: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}", **({WITHOUT: list(without)} if without else {})}


def _object(required: str, **properties: Schema) -> Schema:
    return {"type": "object", "required": required.split(), "properties": properties}


def _all(*parts: Schema) -> Schema:
    return {"allOf": list(parts)}


def _many(item: Schema) -> Schema:
    return {"type": "array", "items": item}


def _by_id(item: Schema) -> Schema:
    return {"type": "object", "additionalProperties": item}


_ID = _ref("SnowflakeType")
_TEXT: Schema = {"type": "string"}
_COUNT: Schema = {"type": "integer", "minimum": 0}
_FLAG: Schema = {"type": "boolean"}
_USER = _ref("UserResponse")
_MEMBER = _ref("GuildMemberResponse")
_IN_GUILD = _object("guild_id", guild_id=_ID)
_CHANNEL: Schema = {"oneOf": [_ref("GuildChannelResponse"), _ref("PrivateChannelResponse")]}
_EMOJI = _object("name", id={"oneOf": [{"type": "null"}, _ID]}, name={"type": ["string", "null"]})
_MESSAGE = _all(
    _ref("MessageResponse"),
    _object(
        "",
        guild_id=_ID,
        member=_ref("GuildMemberResponse", "user"),
        mentions=_many(_object("", member=_ref("GuildMemberResponse", "user"))),
    ),
)
_ROLE = _object("guild_id role", guild_id=_ID, role=_ref("GuildRoleResponse"))
_REACTION = _object(
    "user_id channel_id message_id emoji", user_id=_ID, channel_id=_ID, message_id=_ID, guild_id=_ID, emoji=_EMOJI
)
_RESOLVED = _object(
    "",
    users=_by_id(_USER),
    members=_by_id(_ref("GuildMemberResponse", "user", "deaf", "mute")),
    roles=_by_id(_ref("GuildRoleResponse")),
    messages=_by_id(_ref("MessageResponse")),
    attachments=_by_id(_ref("AttachmentResponse")),
    channels=_by_id(_object("id name type permissions", id=_ID, name=_TEXT, type=_ref("ChannelTypes"), permissions=_TEXT)),
)
_COMMAND = _object(
    "id name type", id=_ID, name=_TEXT, type=_ref("ApplicationCommandType"), resolved=_RESOLVED, options=_many(_ref("x-option"))
)
_PRESS = _object(
    "custom_id component_type",
    custom_id={"type": "string", "minLength": 1, "maxLength": 100},
    component_type=_ref("MessageComponentTypes"),
    values=_many(_TEXT),
    resolved=_RESOLVED,
)
_SUBMIT = _object("custom_id components", custom_id=_TEXT, components=_many({"type": "object"}))


def _interaction(kinds: list[int], required: str = "", **parts: Schema) -> Schema:
    return {"if": _object("type", type={"enum": kinds}), "then": _object(required, **parts)}


_INTERACTION = {
    "allOf": [
        _object(
            "id application_id type token version",
            id=_ID,
            application_id=_ID,
            type=_ref("InteractionTypes"),
            token={"type": "string", "minLength": 1},
            version={"const": 1},
            guild_id=_ID,
            channel_id=_ID,
            channel=_object("id type", id=_ID, type=_ref("ChannelTypes")),
            member=_all(_MEMBER, _object("permissions", permissions=_TEXT)),
            user=_USER,
            message=_ref("MessageResponse"),
            locale=_TEXT,
            guild_locale=_TEXT,
            app_permissions=_TEXT,
            entitlements=_many({"type": "object"}),
            context=_ref("InteractionContextType"),
        ),
        _interaction([2, 4], "data channel_id", data=_COMMAND),
        _interaction([3], "data channel_id message", data=_PRESS),
        _interaction([5], "data", data=_SUBMIT),
        # Who did it: in a server the member, which holds the user; in a direct message the user alone.
        {"if": _object("guild_id"), "then": _object("member"), "else": _object("user")},
    ]
}
_GUILD = _object(
    "id name owner_id roles channels threads members member_count",
    id=_ID,
    name=_TEXT,
    owner_id=_ID,
    roles=_many(_ref("GuildRoleResponse")),
    channels=_many(_ref("GuildChannelResponse", "guild_id")),
    threads=_many(_ref("ThreadResponse")),
    members=_many(_MEMBER),
    member_count=_COUNT,
)
_READY = _object(
    "v user guilds session_id resume_gateway_url application",
    v={"const": 10},
    user=_ref("UserResponse", "public_flags", "primary_guild"),
    guilds=_many(_object("id unavailable", id=_ID, unavailable=_FLAG)),
    session_id=_TEXT,
    resume_gateway_url={"type": "string", "format": "uri"},
    application=_object("id flags", id=_ID, flags=_COUNT),
)

EXTRA: dict[str, Schema] = {
    "x-option": _object(
        "name type", name=_TEXT, type=_ref("ApplicationCommandOptionType"), options=_many(_ref("x-option")), focused=_FLAG
    ),
}
"""Components of our own that the events refer to."""

EVENTS: dict[str, Schema] = {
    "READY": _READY,
    "GUILD_CREATE": _GUILD,
    "GUILD_UPDATE": _ref("GuildResponse"),
    "GUILD_DELETE": _object("id", id=_ID, unavailable=_FLAG),
    "GUILD_ROLE_CREATE": _ROLE,
    "GUILD_ROLE_UPDATE": _ROLE,
    "GUILD_ROLE_DELETE": _object("guild_id role_id", guild_id=_ID, role_id=_ID),
    "GUILD_MEMBER_ADD": _all(_MEMBER, _IN_GUILD),
    "GUILD_MEMBER_UPDATE": _all(_ref("GuildMemberResponse", "deaf", "mute"), _IN_GUILD),
    "GUILD_MEMBER_REMOVE": _object("guild_id user", guild_id=_ID, user=_USER),
    "GUILD_MEMBERS_CHUNK": _object(
        "guild_id members chunk_index chunk_count", guild_id=_ID, members=_many(_MEMBER), chunk_index=_COUNT, chunk_count=_COUNT
    ),
    "CHANNEL_CREATE": _CHANNEL,
    "CHANNEL_UPDATE": _CHANNEL,
    "CHANNEL_DELETE": _CHANNEL,
    "CHANNEL_PINS_UPDATE": _object("channel_id", channel_id=_ID, guild_id=_ID),
    "THREAD_CREATE": _all(_ref("ThreadResponse"), _object("", newly_created=_FLAG)),
    "THREAD_UPDATE": _ref("ThreadResponse"),
    "THREAD_DELETE": _object("id guild_id parent_id type", id=_ID, guild_id=_ID, parent_id=_ID, type=_ref("ChannelTypes")),
    "THREAD_LIST_SYNC": _object(
        "guild_id threads members",
        guild_id=_ID,
        channel_ids=_many(_ID),
        threads=_many(_ref("ThreadResponse")),
        members=_many(_ref("ThreadMemberResponse")),
    ),
    "THREAD_MEMBER_UPDATE": _all(_ref("ThreadMemberResponse"), _IN_GUILD),
    "THREAD_MEMBERS_UPDATE": _object(
        "id guild_id member_count",
        id=_ID,
        guild_id=_ID,
        member_count=_COUNT,
        added_members=_many(_ref("ThreadMemberResponse")),
        removed_member_ids=_many(_ID),
    ),
    "MESSAGE_CREATE": _MESSAGE,
    "MESSAGE_UPDATE": _MESSAGE,
    "MESSAGE_DELETE": _object("id channel_id", id=_ID, channel_id=_ID, guild_id=_ID),
    "MESSAGE_DELETE_BULK": _object("ids channel_id", ids=_many(_ID), channel_id=_ID, guild_id=_ID),
    "MESSAGE_REACTION_ADD": _REACTION,
    "MESSAGE_REACTION_REMOVE": _REACTION,
    "TYPING_START": _object("channel_id user_id timestamp", channel_id=_ID, user_id=_ID, timestamp=_COUNT),
    "USER_UPDATE": _USER,
    "INTERACTION_CREATE": _INTERACTION,
}
"""The schema of each event's data, in the document's vocabulary."""

UNCHECKED: dict[str, str] = {
    "RESUMED": "carries nothing that a client reads",
    "PRESENCE_UPDATE": "the bot asks for no presences and the document does not describe them",
    "VOICE_STATE_UPDATE": "the bot has no voice",
}
"""Events that pass unlooked at, and why."""


def gateway_components(components: dict[str, Any]) -> dict[str, Any]:
    """Join the document's components with ours."""
    return {**components, **EXTRA}
