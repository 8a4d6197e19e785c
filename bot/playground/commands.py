"""The application commands the bot has registered, per guild and for all.

Owns their ids, their versions and how often they were synced. command_rules says what is allowed.
"""

from collections.abc import Callable
from typing import Any

from bot.playground.api_errors import Form
from bot.playground.command_rules import GROUP, SUBCOMMAND, check_commands

Json = dict[str, Any]


class CommandStore:
    """Commands by scope: None is global, otherwise a guild id. `syncs` counts accepted overwrites."""

    def __init__(self, application_id: int, new_id: Callable[[], int]) -> None:
        self._application_id = application_id
        self._new_id = new_id
        self._scopes: dict[int | None, list[Json]] = {}
        self.syncs = 0

    def overwrite(self, scope: int | None, body: Any) -> list[Json]:
        """Replace a scope's commands; a command of the same name and kind keeps its id. Raises 50035, then nothing changes."""
        if not isinstance(body, list) or not all(isinstance(item, dict) for item in body):
            form = Form()
            form.add("", "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
            form.check()
        check_commands(body)
        known = {(c["type"], c["name"]): c for c in self._scopes.get(scope, [])}
        self._scopes[scope] = [self._stored(scope, item, known.get((item.get("type") or 1, item["name"]))) for item in body]
        self.syncs += 1
        return self.listed(scope)

    def _stored(self, scope: int | None, item: Json, before: Json | None) -> Json:
        permissions = item.get("default_member_permissions")
        stored = {
            "id": before["id"] if before is not None else str(self._new_id()),
            "application_id": str(self._application_id),
            "version": str(self._new_id()),
            "default_member_permissions": None if permissions is None else str(permissions),
            "type": item.get("type") or 1,
            "name": item["name"],
            "name_localizations": item.get("name_localizations"),
            "description": item.get("description") or "",
            "description_localizations": item.get("description_localizations"),
            "contexts": item.get("contexts"),
            "integration_types": item.get("integration_types") or [0],
            "options": [_stored_option(option) for option in item.get("options") or []],
            "nsfw": bool(item.get("nsfw")),
        }
        if scope is not None:
            stored["guild_id"] = str(scope)
        else:
            stored["dm_permission"] = item.get("dm_permission") is not False
        return stored

    def listed(self, scope: int | None, *, localized: bool = True) -> list[Json]:
        """Give a scope's commands; localisations only when asked for."""
        commands = self._scopes.get(scope, [])
        return list(commands) if localized else [_without_localizations(command) for command in commands]

    @property
    def scopes(self) -> list[int | None]:
        """The scopes that have commands."""
        return list(self._scopes)

    def restore(self, scope: int | None, commands: list[Json]) -> None:
        """Take a scope's commands as `listed` once gave them; this is no sync."""
        self._scopes[scope] = commands

    def available(self, guild_id: int | None) -> list[Json]:
        """Give the commands a player sees: the guild's own hide global ones of the same name."""
        own = self._scopes.get(guild_id, []) if guild_id is not None else []
        names = {command["name"] for command in own}
        return [*own, *(c for c in self._scopes.get(None, []) if c["name"] not in names)]

    def find(self, guild_id: int | None, words: list[str]) -> tuple[Json, list[Json]]:
        """Find what a player typed: the command, and the group and subcommand options on the way to the last word.

        Raises LookupError with the names that exist.
        """
        available = {command["name"]: command for command in self.available(guild_id)}
        if not words or words[0] not in available:
            raise LookupError(f"no command {words[:1]} among {sorted(available)}")
        node = available[words[0]]
        way: list[Json] = []
        for word in words[1:]:
            children = {child["name"]: child for child in node["options"] if child["type"] in (SUBCOMMAND, GROUP)}
            if word not in children:
                raise LookupError(f"/{' '.join(words)}: no {word!r} among {sorted(children)}")
            node = children[word]
            way.append(node)
        if any(child["type"] in (SUBCOMMAND, GROUP) for child in node["options"]):
            raise LookupError(f"/{' '.join(words)} needs one more word of {[child['name'] for child in node['options']]}")
        return available[words[0]], way


def _stored_option(option: Json) -> Json:
    clean = {key: value for key, value in option.items() if value is not None}
    if option["type"] in (SUBCOMMAND, GROUP):
        clean["options"] = [_stored_option(child) for child in option.get("options") or []]
    else:
        clean["required"] = bool(option.get("required"))
        clean.pop("options", None)
    if not clean.get("choices"):
        clean.pop("choices", None)
    return clean


def _without_localizations(item: Json) -> Json:
    clean = {key: value for key, value in item.items() if not key.endswith("_localizations")}
    for key in ("options", "choices"):
        if key in clean:
            clean[key] = [_without_localizations(child) for child in clean[key]]
    return clean
