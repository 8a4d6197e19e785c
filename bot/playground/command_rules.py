"""What Discord accepts as application commands.

Owns the check of a bulk overwrite: names, uniqueness, order of options, sizes with localisations. It stores nothing.
"""

from collections.abc import Iterator
from typing import Any

from bot.playground.api_errors import Form

Json = dict[str, Any]

COMMANDS, CHILDREN, NAME, DESCRIPTION, CHOICE, TOTAL = 100, 25, 32, 100, 100, 8000
SUBCOMMAND, GROUP, STRING, INTEGER, NUMBER = 1, 2, 3, 4, 10
LOCALES = frozenset(
    [
        "id",
        "da",
        "de",
        "en-GB",
        "en-US",
        "es-ES",
        "es-419",
        "fr",
        "hr",
        "it",
        "lt",
        "hu",
        "nl",
        "no",
        "pl",
        "pt-BR",
        "ro",
        "fi",
        "sv-SE",
        "vi",
        "tr",
        "cs",
        "el",
        "bg",
        "ru",
        "uk",
        "hi",
        "th",
        "zh-CN",
        "ja",
        "zh-TW",
        "ko",
    ]
)


def check_commands(commands: list[Json]) -> None:
    """Raise 50035 with everything Discord would refuse in a list of chat-input, user and message commands."""
    form = Form()
    form.count("", commands, most=COMMANDS)
    seen: set[tuple[int, str]] = set()
    for number, command in enumerate(commands):
        path = str(number)
        kind = command.get("type") or 1
        _check_name(form, f"{path}.name", command.get("name"), plain=kind == 1)
        _check_localizations(form, path, command, plain=kind == 1)
        if kind == 1:
            form.length(f"{path}.description", command.get("description"), least=1, most=DESCRIPTION)
        _check_options(form, f"{path}.options", command.get("options") or [], depth=0)
        key = (kind, str(command.get("name")))
        if key in seen:
            form.add(f"{path}.name", "APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique")
        seen.add(key)
        size = total_size(command)
        if size > TOTAL:
            form.add(path, "APPLICATION_COMMAND_TOO_LARGE", f"Command exceeds maximum size ({TOTAL})")
    form.check()


def _check_name(form: Form, path: str, name: Any, *, plain: bool = True) -> None:
    form.length(path, name, least=1, most=NAME)
    if plain and isinstance(name, str) and (name != name.lower() or not all(c.isalnum() or c in "-_'" for c in name)):
        form.add(path, "APPLICATION_COMMAND_INVALID_NAME", f"Command name is invalid: {name!r}")


def _check_localizations(form: Form, path: str, item: Json, *, plain: bool = True) -> None:
    for key, most in (("name_localizations", NAME), ("description_localizations", DESCRIPTION)):
        for locale, text in (item.get(key) or {}).items():
            if locale not in LOCALES:
                form.add(f"{path}.{key}.{locale}", "ENUM_TYPE_COERCE", f"Value {locale!r} is not a valid locale.")
            elif key == "name_localizations":
                _check_name(form, f"{path}.{key}.{locale}", text, plain=plain)
            else:
                form.length(f"{path}.{key}.{locale}", text, least=1, most=most)


def _check_options(form: Form, path: str, options: list[Json], *, depth: int) -> None:
    form.count(path, options, most=CHILDREN)
    names: set[str] = set()
    optional_seen = False
    for number, option in enumerate(options):
        where = f"{path}.{number}"
        _check_name(form, f"{where}.name", option.get("name"))
        form.length(f"{where}.description", option.get("description"), least=1, most=DESCRIPTION)
        _check_localizations(form, where, option)
        if option.get("name") in names:
            form.add(f"{where}.name", "APPLICATION_COMMAND_OPTIONS_NAME_INVALID", "Option names must be unique")
        names.add(str(option.get("name")))
        if option.get("required") and optional_seen:
            form.add(
                where,
                "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
                "Required options must be placed before non-required options",
            )
        optional_seen = optional_seen or not option.get("required")
        _check_option_type(form, where, option, depth=depth)
    kinds = {option.get("type") in (SUBCOMMAND, GROUP) for option in options}
    if len(kinds) > 1:
        form.add(
            path,
            "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
            "Sub-command and sub-command group option types are mutually exclusive to all other types",
        )


def _check_option_type(form: Form, path: str, option: Json, *, depth: int) -> None:
    kind = option.get("type")
    if kind not in range(1, 12):
        form.add(f"{path}.type", "BASE_TYPE_CHOICES", "Value must be one of {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}.")
    if (kind == GROUP and depth > 0) or (kind == SUBCOMMAND and depth > 1):
        form.add(f"{path}.type", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Groups and subcommands nest only one level")
    if kind in (SUBCOMMAND, GROUP):
        children = option.get("options") or []
        if kind == GROUP and any(child.get("type") != SUBCOMMAND for child in children):
            form.add(f"{path}.options", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "A group holds subcommands only")
        _check_options(form, f"{path}.options", children, depth=2 if kind == SUBCOMMAND else depth + 1)
    choices = option.get("choices") or []
    if option.get("autocomplete") and (choices or kind not in (STRING, INTEGER, NUMBER)):
        form.add(
            f"{path}.autocomplete",
            "APPLICATION_COMMAND_AUTOCOMPLETE_INVALID",
            "Autocomplete excludes choices and needs a string or number option",
        )
    _check_choices(form, f"{path}.choices", choices, kind)


def _check_choices(form: Form, path: str, choices: list[Json], kind: Any) -> None:
    form.count(path, choices, most=CHILDREN)
    names: set[object] = set()
    for number, choice in enumerate(choices):
        form.length(f"{path}.{number}.name", choice.get("name"), least=1, most=CHOICE)
        for locale, text in (choice.get("name_localizations") or {}).items():
            form.length(f"{path}.{number}.name_localizations.{locale}", text, least=1, most=CHOICE)
        if kind == STRING:
            form.length(f"{path}.{number}.value", choice.get("value"), least=1, most=CHOICE)
        elif not isinstance(choice.get("value"), int | float):
            form.add(f"{path}.{number}.value", "NUMBER_TYPE_COERCE", f"Value {choice.get('value')!r} is not a number.")
        if choice.get("name") in names:
            form.add(
                f"{path}.{number}.name", "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS", "Choice names must be unique"
            )
        names.add(choice.get("name"))


def total_size(command: Json) -> int:
    """Count a command's characters as Discord does: of every text the longest of its localisations, and choice values."""
    return sum(_texts(command))


def _texts(item: Json) -> Iterator[int]:
    for key in ("name", "description"):
        variants = [item.get(key) or "", *(item.get(f"{key}_localizations") or {}).values()]
        yield max(len(text) for text in variants)
    if "value" in item:
        yield len(str(item["value"]))
    for child in [*(item.get("options") or []), *(item.get("choices") or [])]:
        yield from _texts(child)
