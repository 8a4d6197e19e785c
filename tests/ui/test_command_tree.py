"""The commands as Discord gets them, every localisation included, against Discord's limits."""

import re
from collections.abc import AsyncIterator, Iterator
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

import discord
import pytest
import pytest_asyncio
from discord import app_commands

import cogs
from bot.client import TavoliereClient, tree_payload
from bot.engine.registry import games
from bot.settings import Settings
from bot.ui import limits
from bot.ui.ask import Services
from bot.ui.translator import CatalogTranslator, describe

pytestmark = pytest.mark.asyncio

NAME = re.compile(r"[a-z0-9_-]{1,32}")
Json = dict[str, Any]


@pytest_asyncio.fixture
async def tree() -> AsyncIterator[list[Json]]:
    """The commands of all cogs; nothing behind them is needed to describe them."""
    nothing: Any = None
    settings = Settings(_env_file=None)
    services = Services(settings, *[nothing] * 9)
    async with TavoliereClient(services) as client:
        await client.tree.set_translator(CatalogTranslator())
        for module in iter_modules(cogs.__path__, "cogs."):
            await import_module(module.name).setup(client)
        yield await tree_payload(client.tree)


def walk(entry: Json) -> Iterator[Json]:
    yield entry
    for option in entry.get("options", []):
        yield from walk(option)


def spoken(entry: Json, field: str) -> list[str]:
    """Give a field in every language."""
    return [entry[field], *entry.get(f"{field}_localizations", {}).values()]


async def test_every_level_is_within_the_limits(tree: list[Json]) -> None:
    assert len(tree) <= limits.GLOBAL_COMMANDS
    for entry in (found for command in tree for found in walk(command)):
        assert NAME.fullmatch(entry["name"])
        assert len(entry.get("options", [])) <= limits.COMMAND_OPTIONS
        assert all(1 <= len(text) <= limits.COMMAND_DESCRIPTION for text in spoken(entry, "description")), entry
        names = [option["name"] for option in entry.get("options", [])]
        assert len(names) == len(set(names))
        needed = [bool(option.get("required")) for option in entry.get("options", [])]
        assert needed == sorted(needed, reverse=True)


async def test_choices_are_within_the_limits(tree: list[Json]) -> None:
    for entry in (found for command in tree for found in walk(command)):
        choices = entry.get("choices", [])
        assert len(choices) <= limits.COMMAND_CHOICES
        for choice in choices:
            assert all(1 <= len(name) <= limits.CHOICE_TEXT for name in spoken(choice, "name")), choice
            assert 1 <= len(str(choice["value"])) <= limits.CHOICE_TEXT


async def test_no_command_says_too_much(tree: list[Json]) -> None:
    for command in tree:
        total = 0
        for entry in walk(command):
            total += len(entry["name"]) + max(map(len, spoken(entry, "description")))
            total += sum(max(map(len, spoken(c, "name"))) + len(str(c["value"])) for c in entry.get("choices", []))
        assert total <= limits.COMMAND_TOTAL, command["name"]


async def test_names_stay_english_and_descriptions_speak_three_languages(tree: list[Json]) -> None:
    for entry in (found for command in tree for found in walk(command)):
        assert not entry.get("name_localizations")
        assert set(entry["description_localizations"]) == {"it", "pt-BR"}
        assert entry["description"] != "…"


async def test_every_command_is_for_servers(tree: list[Json]) -> None:
    for command in tree:
        assert (command["contexts"], command["integration_types"]) == ([0], [0])


async def test_every_game_has_its_group(tree: list[Json]) -> None:
    groups = {command["name"]: {option["name"] for option in command["options"]} for command in tree}
    for key in games():
        assert {"new", "move", "rules"} <= groups[key]


async def test_the_games_own_options_become_typed_options(tree: list[Json]) -> None:
    (group,) = (command for command in tree if command["name"] == "controcorrente")
    (new,) = (option for option in group["options"] if option["name"] == "new")
    options = {option["name"]: option for option in new["options"]}
    assert (options["start"]["type"], options["start"]["min_value"], options["start"]["max_value"]) == (4, 2, 9)
    assert options["auto_roll"]["type"] == 5
    assert [choice["value"] for choice in options["players"]["choices"]] == [2, 3, 4]
    assert [choice["value"] for choice in options["pace"]["choices"]] == ["live", "day", "3days", "week", "none"]
    assert not any(option.get("required") for option in new["options"])


async def test_the_translator_leaves_other_locales_alone() -> None:
    translator = CatalogTranslator()
    nowhere: Any = app_commands.TranslationContext(app_commands.TranslationContextLocation.other, None)
    asked = {locale: await translator.translate(describe("command.help"), locale, nowhere) for locale in discord.Locale}
    assert {locale.value for locale, text in asked.items() if text is not None} == {"it", "pt-BR"}
    assert await translator.translate(app_commands.locale_str("join"), discord.Locale.italian, nowhere) is None
