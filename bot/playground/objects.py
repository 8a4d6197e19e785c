"""The JSON objects the API and the gateway send, complete as Discord's schema wants them.

Owns the translation of world entities to JSON. It decides nothing and changes nothing.
"""

from datetime import datetime
from typing import Any

from bot.playground import permissions
from bot.playground.world import DM, Attachment, Channel, Guild, Interaction, Member, Message, Role, User

Json = dict[str, Any]

UPLOAD_LIMIT = 10 * 1024 * 1024  # bytes


def stamp(moment: datetime) -> str:
    """Write a time as Discord does."""
    return moment.isoformat()


def user(who: User) -> Json:
    """Write an account."""
    return {
        "id": str(who.id),
        "username": who.name,
        "global_name": who.global_name,
        "avatar": None,
        "avatar_decoration_data": None,
        "collectibles": None,
        "discriminator": "0",
        "public_flags": 0,
        "flags": 0,
        "bot": who.bot,
        "banner": None,
        "accent_color": None,
        "primary_guild": None,
    }


def own_user(who: User) -> Json:
    """Write the account of the one who asks."""
    return {**user(who), "mfa_enabled": False, "locale": "en-US", "verified": True, "email": None, "premium_type": 0}


def member(who: Member, *, with_user: bool = True, permissions_in: Channel | None = None) -> Json:
    """Write a member; with `permissions_in`, also what it may do there."""
    data: Json = {
        "avatar": None,
        "avatar_decoration_data": None,
        "banner": None,
        "collectibles": None,
        "communication_disabled_until": None,
        "flags": 0,
        "joined_at": stamp(who.joined_at),
        "nick": who.nick,
        "pending": False,
        "premium_since": None,
        "roles": [str(role_id) for role_id in who.roles],
        "mute": False,
        "deaf": False,
    }
    if with_user:
        data["user"] = user(who.user)
    if permissions_in is not None:
        data["permissions"] = str(permissions.in_channel(who, permissions_in))
    return data


def role(what: Role) -> Json:
    """Write a role."""
    data: Json = {
        "id": str(what.id),
        "name": what.name,
        "permissions": str(what.permissions),
        "position": what.position,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": what.bot_id is not None,
        "mentionable": what.mentionable,
        "icon": None,
        "unicode_emoji": None,
        "flags": 0,
    }
    if what.bot_id is not None:
        data["tags"] = {"bot_id": str(what.bot_id)}
    return data


def _last_message_id(where: Channel) -> str | None:
    return next((str(m.id) for m in reversed(where.all_messages.values()) if m.ephemeral_for is None), None)


def channel(where: Channel) -> Json:
    """Write a text channel, a thread or a DM."""
    base: Json = {
        "id": str(where.id),
        "type": where.type,
        "flags": 0,
        "last_message_id": _last_message_id(where),
        "last_pin_timestamp": None,
    }
    if where.type == DM:
        return {**base, "recipients": [user(where.recipient)] if where.recipient is not None else []}
    base |= {"guild_id": str(where.guild.id) if where.guild else "0", "name": where.name, "rate_limit_per_user": 0}
    if where.thread is not None:
        return {**base, **_thread_part(where)}
    return {
        **base,
        "parent_id": None,
        "topic": None,
        "position": where.position,
        "nsfw": False,
        "default_auto_archive_duration": 4320,
        "permission_overwrites": [
            {"id": str(o.id), "type": o.type, "allow": str(o.allow), "deny": str(o.deny)} for o in where.overwrites.values()
        ],
    }


def _thread_part(where: Channel) -> Json:
    state = where.thread
    if state is None or where.parent is None:
        raise ValueError(f"{where.name} is not a thread")
    data: Json = {
        "parent_id": str(where.parent.id),
        "owner_id": str(state.owner_id),
        "message_count": len(where.messages),
        "member_count": min(50, len(state.members)),
        "total_message_sent": state.total_sent,
        "thread_metadata": {
            "archived": state.archived,
            "archive_timestamp": stamp(state.archive_changed),
            "auto_archive_duration": state.auto_archive_minutes,
            "locked": state.locked,
            "create_timestamp": stamp(state.created),
        },
    }
    bot_id = where.world.bot.id
    if bot_id in state.members:
        data["member"] = thread_member(where, bot_id)
    return data


def thread_member(where: Channel, user_id: int) -> Json:
    """Write that somebody has joined a thread."""
    if where.thread is None:
        raise ValueError(f"{where.name} is not a thread")
    return {
        "id": str(where.id),
        "user_id": str(user_id),
        "join_timestamp": stamp(where.thread.members[user_id]),
        "flags": 0,
    }


def attachment(what: Attachment, *, ephemeral: bool = False) -> Json:
    """Write a file."""
    data: Json = {
        "id": str(what.id),
        "filename": what.filename,
        "size": len(what.content),
        "url": what.url,
        "proxy_url": what.url,
        "content_type": what.content_type,
        "flags": 0,
    }
    if what.description is not None:
        data["description"] = what.description
    if what.width is not None and what.height is not None:
        data |= {"width": what.width, "height": what.height}
    if ephemeral:
        data["ephemeral"] = True
    return data


def message(what: Message, *, with_reference: bool = True) -> Json:
    """Write a message."""
    data: Json = {
        "id": str(what.id),
        "type": what.type,
        "channel_id": str(what.channel.id),
        "author": user(what.author),
        "content": what.content,
        "timestamp": stamp(what.created),
        "edited_timestamp": None if what.edited is None else stamp(what.edited),
        "tts": False,
        "mention_everyone": what.mention_everyone,
        "mentions": [user(who) for who in what.mentions],
        "mention_roles": [str(role_id) for role_id in what.mention_roles],
        "attachments": [attachment(a, ephemeral=what.ephemeral) for a in what.attachments if not a.shown_in_embed],
        "embeds": what.embeds,
        "components": what.components,
        "pinned": False,
        "flags": what.flags,
    }
    if what.nonce is not None:
        data["nonce"] = what.nonce
    if what.webhook:
        data["webhook_id"] = data["application_id"] = str(what.channel.world.application_id)
    if what.interaction is not None:
        data |= _interaction_part(what.interaction)
    if what.thread is not None:
        data["thread"] = channel(what.thread)
    if what.refers_to is not None:
        data["message_reference"] = _reference(what.refers_to)
        if with_reference:
            data["referenced_message"] = None if what.refers_to.deleted else message(what.refers_to, with_reference=False)
    return data


def _reference(target: Message) -> Json:
    data: Json = {"type": 0, "channel_id": str(target.channel.id), "message_id": str(target.id)}
    if target.channel.guild is not None:
        data["guild_id"] = str(target.channel.guild.id)
    return data


def owners(interaction: Interaction) -> dict[str, str]:
    """Write for whom the application is installed where the interaction came from."""
    return {"0": str(interaction.guild.id)} if interaction.guild is not None else {"0": "0"}


def _interaction_part(interaction: Interaction) -> Json:
    metadata: Json = {
        "id": str(interaction.id),
        "type": interaction.type,
        "user": user(interaction.user),
        "authorizing_integration_owners": owners(interaction),
    }
    if interaction.message is not None:
        metadata["interacted_message_id"] = str(interaction.message.id)
        return {"interaction_metadata": metadata}
    brief = {"id": str(interaction.id), "type": interaction.type, "name": interaction.name, "user": user(interaction.user)}
    return {"interaction_metadata": metadata, "interaction": brief}


def message_event(what: Message) -> Json:
    """Write a message as the gateway sends it: with its guild and the author's member."""
    data = message(what)
    guild = what.channel.guild
    if guild is not None:
        data["guild_id"] = str(guild.id)
        author = guild.members.get(what.author.id)
        if author is not None:
            data["member"] = member(author, with_user=False)
        data["mentions"] = [
            {**user(who), "member": member(guild.members[who.id], with_user=False)} if who.id in guild.members else user(who)
            for who in what.mentions
        ]
    return data


_PLAIN_GUILD: Json = {
    "icon": None,
    "description": None,
    "home_header": None,
    "splash": None,
    "discovery_splash": None,
    "features": [],
    "banner": None,
    "application_id": None,
    "region": "deprecated",
    "afk_channel_id": None,
    "afk_timeout": 300,
    "system_channel_id": None,
    "system_channel_flags": 0,
    "widget_enabled": False,
    "widget_channel_id": None,
    "verification_level": 0,
    "default_message_notifications": 1,
    "mfa_level": 0,
    "explicit_content_filter": 0,
    "max_presences": None,
    "max_members": 500000,
    "max_stage_video_channel_users": 50,
    "max_video_channel_users": 25,
    "vanity_url_code": None,
    "premium_tier": 0,
    "premium_subscription_count": 0,
    "rules_channel_id": None,
    "safety_alerts_channel_id": None,
    "public_updates_channel_id": None,
    "premium_progress_bar_enabled": False,
    "nsfw": False,
    "nsfw_level": 0,
    "emojis": [],
    "stickers": [],
    "incidents_data": None,
}  # what no guild here has, or all have alike


def guild(what: Guild) -> Json:
    """Write a guild as REST answers it."""
    return {
        **_PLAIN_GUILD,
        "id": str(what.id),
        "name": what.name,
        "owner_id": str(what.owner_id),
        "roles": [role(r) for r in what.roles.values()],
        "preferred_locale": what.locale,
    }


def guild_create(what: Guild) -> Json:
    """Write a guild as the gateway announces it; without the members intent only the bot's own member is in it."""
    me = permissions.bot_member(what)
    visible = [c for c in what.channels.values() if permissions.of_bot(c) & permissions.VIEW_CHANNEL]
    return {
        **guild(what),
        "joined_at": stamp(what.joined_at),
        "large": False,
        "unavailable": False,
        "member_count": len(what.members),
        "voice_states": [],
        "members": [] if me is None else [member(me)],
        "channels": [channel(c) for c in visible if c.thread is None],
        "threads": [channel(c) for c in visible if c.thread is not None and not c.thread.archived],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }


def interaction_create(what: Interaction) -> Json:
    """Write an interaction as the gateway delivers it."""
    world = what.channel.world
    data: Json = {
        "id": str(what.id),
        "application_id": str(world.application_id),
        "type": what.type,
        "token": what.token,
        "version": 1,
        "data": what.data,
        "channel_id": str(what.channel.id),
        "channel": channel(what.channel),
        "locale": what.user.locale,
        "app_permissions": str(permissions.of_bot(what.channel)),
        "entitlements": [],
        "authorizing_integration_owners": owners(what),
        "context": 0 if what.guild is not None else 1,
        "attachment_size_limit": UPLOAD_LIMIT,
    }
    if what.message is not None:
        data["message"] = message(what.message)
    if what.guild is None:
        return {**data, "user": user(what.user)}
    data["channel"]["permissions"] = str(permissions.in_channel(what.guild.members.get(what.user.id), what.channel))
    data["guild_id"] = str(what.guild.id)
    data["guild"] = {"id": str(what.guild.id), "locale": what.guild.locale, "features": []}
    data["guild_locale"] = what.guild.locale
    data["member"] = member(what.guild.members[what.user.id], permissions_in=what.channel)
    return data


def application(world_bot: User, name: str, owner: User, guild_count: int) -> Json:
    """Write the bot's application."""
    return {
        "id": str(world_bot.id),
        "name": name,
        "icon": None,
        "description": "",
        "type": None,
        "bot": user(world_bot),
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "flags": 0,
        "flags_new": "0",
        "tags": [],
        "redirect_uris": [],
        "interactions_endpoint_url": None,
        "role_connections_verification_url": None,
        "owner": user(owner),
        "approximate_guild_count": guild_count,
        "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0,
        "explicit_content_filter": 0,
        "team": None,
        "eligible_oauth2_scopes": [],
    }
