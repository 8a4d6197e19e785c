"""Turns what a player types into a slash command's options, checked as the Discord client checks them.

Owns conversion and the client-side checks. It sends nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from bot.playground import objects, permissions
from bot.playground.errors import CannotDo
from bot.playground.world import Channel, Guild, Member, Role, User

if TYPE_CHECKING:
    from bot.playground.people import Player
    from bot.playground.server import LocalDiscord

Json = dict[str, Any]
Given: TypeAlias = "str | int | float | bool | Player | User | Member | Channel | Role | None"

SUBCOMMAND, GROUP, STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER = 1, 2, 3, 4, 5, 6, 7, 8, 9, 10


def build_data(
    local: LocalDiscord, channel: Channel, member: Member | None, words: list[str], given: dict[str, Any], *, focused: str | None
) -> Json:
    """Give the `data` of a command (or autocomplete, when an option is `focused`) interaction; raises CannotDo."""
    guild_id = channel.guild.id if channel.guild is not None else None
    try:
        command, way = local.commands.find(guild_id, words)
    except LookupError as error:
        raise CannotDo(f"{error} (is the command tree synced?)") from None
    check_access(command, channel, member)
    definitions = (way[-1] if way else command).get("options") or []
    known = {definition["name"] for definition in definitions}
    unknown = set(given) - known
    if unknown:
        raise CannotDo(f"/{' '.join(words)} has no option {sorted(unknown)}, only {sorted(known)}")
    data: Json = {"id": command["id"], "name": command["name"], "type": command["type"], "resolved": {}}
    options = [
        _option(local, channel, definition, given[definition["name"]], data["resolved"], focused=definition["name"] == focused)
        for definition in definitions
        if given.get(definition["name"]) is not None
    ]
    missing = [d["name"] for d in definitions if d.get("required") and given.get(d["name"]) is None]
    if missing and focused is None:
        raise CannotDo(f"/{' '.join(words)} needs {missing}")
    for step in reversed(way):
        options = [{"name": step["name"], "type": step["type"], "options": options}]
    data["options"] = options
    if guild_id is not None and "guild_id" in command:
        data["guild_id"] = command["guild_id"]
    if not data["resolved"]:
        del data["resolved"]
    return data


def check_access(command: Json, channel: Channel, member: Member | None) -> None:
    """Raise CannotDo for a command that the client does not offer to this member here."""
    if channel.guild is None:
        contexts = command.get("contexts")
        if command.get("dm_permission") is False or (contexts is not None and 1 not in contexts):
            raise CannotDo(f"/{command['name']} is not offered in a DM")
        return
    have = permissions.in_channel(member, channel)
    needed = int(command["default_member_permissions"] or 0)
    hidden = command["default_member_permissions"] == "0" and not have & permissions.ADMINISTRATOR
    if needed & ~have or hidden or not have & permissions.USE_APPLICATION_COMMANDS:
        raise CannotDo(f"/{command['name']} is not offered to {member.user.name if member is not None else 'nobody'} here")


def _option(local: LocalDiscord, channel: Channel, definition: Json, value: Any, resolved: Json, *, focused: bool) -> Json:
    entry: Json = {"name": definition["name"], "type": definition["type"]}
    if focused:
        if not definition.get("autocomplete"):
            raise CannotDo(f"the option {definition['name']!r} has no autocomplete")
        return {**entry, "value": str(value), "focused": True}
    return {**entry, "value": _value(local, channel, definition, value, resolved)}


def _value(local: LocalDiscord, channel: Channel, definition: Json, value: Any, resolved: Json) -> Any:
    kind, name = definition["type"], definition["name"]
    if definition.get("choices"):
        return _choice(definition, value)
    if kind == STRING and isinstance(value, str):
        if not definition.get("min_length", 0) <= len(value) <= definition.get("max_length", 6000):
            raise CannotDo(f"{name!r} does not take {len(value)} characters")
        return value
    if kind == BOOLEAN and isinstance(value, bool):
        return value
    if kind in (INTEGER, NUMBER) and isinstance(value, int | float if kind == NUMBER else int) and not isinstance(value, bool):
        if not definition.get("min_value", -(2**53)) <= value <= definition.get("max_value", 2**53):
            raise CannotDo(f"{name!r} does not take {value}")
        return value
    if kind == USER:
        return _user(local, channel, value, resolved)
    if kind == CHANNEL and isinstance(value, Channel):
        partial = {
            key: item
            for key, item in objects.channel(value).items()
            if key in ("id", "name", "type", "parent_id", "thread_metadata")
        }
        resolved.setdefault("channels", {})[str(value.id)] = {**partial, "permissions": str(permissions.ALL)}
        return str(value.id)
    if kind == ROLE and isinstance(value, Role):
        resolved.setdefault("roles", {})[str(value.id)] = objects.role(value)
        return str(value.id)
    raise CannotDo(f"{name!r} (type {kind}) does not take {value!r}")


def _choice(definition: Json, value: Any) -> Any:
    for choice in definition["choices"]:
        if value == choice["value"] or value == choice["name"] or value in (choice.get("name_localizations") or {}).values():
            return choice["value"]
    raise CannotDo(f"{definition['name']!r} has no choice {value!r}, only {[c['value'] for c in definition['choices']]}")


def _user(local: LocalDiscord, channel: Channel, value: Any, resolved: Json) -> str:
    who = local.world.users.get(value) if isinstance(value, int) else getattr(value, "user", value)
    if not isinstance(who, User):
        raise CannotDo(f"{value!r} is no user")
    for key, entries in resolved_users([who], channel.guild).items():
        resolved.setdefault(key, {}).update(entries)
    return str(who.id)


def resolved_users(users: list[User], guild: Guild | None) -> Json:
    """Give the `resolved` part for users; a member also when the user is in the guild."""
    data: Json = {"users": {str(who.id): objects.user(who) for who in users}}
    members = {}
    for who in users:
        if guild is not None and who.id in guild.members:
            partial = objects.member(guild.members[who.id], with_user=False)
            del partial["mute"], partial["deaf"]
            members[str(who.id)] = {**partial, "permissions": str(permissions.in_guild(guild.members[who.id]))}
    if members:
        data["members"] = members
    return data
