"""Routes about the bot itself, users, guilds and the gateway's address.

Owns no state and no rule but who may be asked about.
"""

from bot.playground import objects, permissions
from bot.playground.api_errors import fail
from bot.playground.calls import NOTHING, Answer, Call, Routes, Site
from bot.playground.moderation import remove_bot
from bot.playground.world import DM, Channel


def _me(site: Site, call: Call) -> Answer:
    return Answer(200, objects.own_user(site.world.bot))


def _application(site: Site, call: Call) -> Answer:
    world = site.world
    return Answer(200, objects.application(world.bot, world.application_name, world.owner, len(world.guilds)))


def _gateway(site: Site, call: Call) -> Answer:
    return Answer(200, {"url": site.world.base_url.replace("http://", "ws://") + "/gateway"})


def _gateway_bot(site: Site, call: Call) -> Answer:
    limit = {"total": 1000, "remaining": 999, "reset_after": 14_400_000, "max_concurrency": 1}
    return Answer(200, {**_gateway(site, call).payload, "shards": site.shards, "session_start_limit": limit})


def _user(site: Site, call: Call) -> Answer:
    user = site.world.users.get(call.id("user_id"))
    if user is None:
        fail(10013)
    return Answer(200, objects.user(user))


def _open_dm(site: Site, call: Call) -> Answer:
    world = site.world
    recipient = world.users.get(int(call.form.get("recipient_id") or 0))
    if recipient is None:
        fail(10013)
    if recipient.bot:
        fail(50007)
    for channel in world.channels.values():
        if channel.type == DM and channel.recipient is recipient:
            return Answer(200, objects.channel(channel))
    channel = Channel(world.new_id(), world, DM, f"dm-{recipient.name}", recipient=recipient)
    world.channels[channel.id] = channel
    return Answer(200, objects.channel(channel))


def _guild(site: Site, call: Call) -> Answer:
    guild = site.guild(call)
    data = objects.guild(guild)
    if call.query.get("with_counts") in ("1", "true", "True"):
        data |= {"approximate_member_count": len(guild.members), "approximate_presence_count": len(guild.members)}
    return Answer(200, data)


def _guild_channels(site: Site, call: Call) -> Answer:
    guild = site.guild(call)
    return Answer(200, [objects.channel(c) for c in guild.channels.values() if c.thread is None])


def _roles(site: Site, call: Call) -> Answer:
    return Answer(200, [objects.role(role) for role in site.guild(call).roles.values()])


def _member(site: Site, call: Call) -> Answer:
    member = site.guild(call).members.get(call.id("user_id"))
    if member is None:
        fail(10007)
    return Answer(200, objects.member(member))


def _active_threads(site: Site, call: Call) -> Answer:
    guild = site.guild(call)
    threads = [t for t in guild.active_threads if permissions.of_bot(t) & permissions.VIEW_CHANNEL]
    bot_id = site.world.bot.id
    mine = [objects.thread_member(t, bot_id) for t in threads if t.thread is not None and bot_id in t.thread.members]
    return Answer(200, {"threads": [objects.channel(t) for t in threads], "members": mine, "has_more": False})


def _my_guilds(site: Site, call: Call) -> Answer:
    listed: list[dict[str, object]] = []
    for guild in site.world.guilds.values():
        me = permissions.bot_member(guild)
        power = permissions.in_guild(me) if me is not None else 0
        brief = {"id": str(guild.id), "name": guild.name, "icon": None, "banner": None, "owner": False}
        listed.append({**brief, "permissions": str(power), "features": []})
    return Answer(200, listed)


def _leave_guild(site: Site, call: Call) -> Answer:
    remove_bot(site.guild(call))
    return NOTHING


ROUTES: Routes = [
    ("GET", "/users/@me", _me),
    ("GET", "/applications/@me", _application),
    ("GET", "/oauth2/applications/@me", _application),
    ("GET", "/gateway", _gateway),
    ("GET", "/gateway/bot", _gateway_bot),
    ("GET", "/users/@me/guilds", _my_guilds),
    ("DELETE", "/users/@me/guilds/{guild_id}", _leave_guild),
    ("POST", "/users/@me/channels", _open_dm),
    ("GET", "/users/{user_id}", _user),
    ("GET", "/guilds/{guild_id}", _guild),
    ("GET", "/guilds/{guild_id}/channels", _guild_channels),
    ("GET", "/guilds/{guild_id}/roles", _roles),
    ("GET", "/guilds/{guild_id}/members/{user_id}", _member),
    ("GET", "/guilds/{guild_id}/threads/active", _active_threads),
]
