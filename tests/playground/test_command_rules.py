"""Command trees that Discord refuses, and what a registration keeps."""

from typing import Any

import pytest

from bot.playground import LocalDiscord
from bot.playground.command_rules import total_size
from tests.playground.raw import RawBot
from tests.playground.test_message_rules import first_error

pytestmark = pytest.mark.asyncio

Json = dict[str, Any]


def command(name: str = "c", **more: Any) -> Json:
    return {"name": name, "description": "d", "type": 1, **more}


def option(name: str = "o", kind: int = 3, **more: Any) -> Json:
    return {"name": name, "description": "d", "type": kind, **more}


def huge() -> Json:
    return command(options=[option(f"o{n}", description="d" * 100, choices=_choices(4)) for n in range(20)])


def _choices(count: int) -> list[Json]:
    return [{"name": f"{n}" * 50, "value": f"{n}" * 50} for n in range(count)]


WRONG: list[tuple[list[Json], str, str]] = [
    ([command(f"c{n}") for n in range(101)], "", "BASE_TYPE_BAD_LENGTH"),
    ([command("Upper")], "0.name", "APPLICATION_COMMAND_INVALID_NAME"),
    ([command("two words")], "0.name", "APPLICATION_COMMAND_INVALID_NAME"),
    ([command("n" * 33)], "0.name", "BASE_TYPE_BAD_LENGTH"),
    ([command(), command()], "1.name", "APPLICATION_COMMANDS_DUPLICATE_NAME"),
    ([command(description="")], "0.description", "BASE_TYPE_BAD_LENGTH"),
    ([command(description="d" * 101)], "0.description", "BASE_TYPE_BAD_LENGTH"),
    ([command(description_localizations={"it": "d" * 101})], "0.description_localizations.it", "BASE_TYPE_BAD_LENGTH"),
    ([command(description_localizations={"pt": "d"})], "0.description_localizations.pt", "ENUM_TYPE_COERCE"),
    ([command(name_localizations={"it": "Due Parole"})], "0.name_localizations.it", "APPLICATION_COMMAND_INVALID_NAME"),
    ([command(options=[option(f"o{n}") for n in range(26)])], "0.options", "BASE_TYPE_BAD_LENGTH"),
    ([command(options=[option(), option()])], "0.options.1.name", "APPLICATION_COMMAND_OPTIONS_NAME_INVALID"),
    (
        [command(options=[option("a"), option("b", required=True)])],
        "0.options.1",
        "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
    ),
    ([command(options=[option(kind=12)])], "0.options.0.type", "BASE_TYPE_CHOICES"),
    ([command(options=[option("a", 1), option("b")])], "0.options", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID"),
    (
        [command(options=[option("g", 2, options=[option("s", 2)])])],
        "0.options.0.options",
        "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
    ),
    ([command(options=[option(choices=_choices(10) * 3)])], "0.options.0.choices", "BASE_TYPE_BAD_LENGTH"),
    ([command(options=[option(choices=[{"name": "", "value": "v"}])])], "0.options.0.choices.0.name", "BASE_TYPE_BAD_LENGTH"),
    (
        [command(options=[option(choices=[{"name": "n", "value": "v" * 101}])])],
        "0.options.0.choices.0.value",
        "BASE_TYPE_BAD_LENGTH",
    ),
    (
        [command(options=[option(kind=4, choices=[{"name": "n", "value": "v"}])])],
        "0.options.0.choices.0.value",
        "NUMBER_TYPE_COERCE",
    ),
    (
        [command(options=[option(autocomplete=True, choices=_choices(1))])],
        "0.options.0.autocomplete",
        "APPLICATION_COMMAND_AUTOCOMPLETE_INVALID",
    ),
    (
        [command(options=[option(kind=6, autocomplete=True)])],
        "0.options.0.autocomplete",
        "APPLICATION_COMMAND_AUTOCOMPLETE_INVALID",
    ),
    ([huge()], "0", "APPLICATION_COMMAND_TOO_LARGE"),
]


@pytest.mark.parametrize(("tree", "path", "code"), WRONG, ids=[f"{number}-{code}" for number, (_, _, code) in enumerate(WRONG)])
async def test_a_wrong_tree_changes_nothing(timed: LocalDiscord, raw: RawBot, tree: list[Json], path: str, code: str) -> None:
    url = f"/applications/{timed.world.application_id}/commands"
    await raw.ask("PUT", url, [command("before")])
    status, refused = await raw.ask("PUT", url, tree)
    assert (status, refused["code"]) == (400, 50035)
    assert first_error(refused["errors"]) == (path, code)
    assert [c["name"] for c in (await raw.ask("GET", url))[1]] == ["before"]
    assert timed.commands.syncs == 1


async def test_a_registration_keeps_ids_and_hides_localisations_unless_asked(timed: LocalDiscord, raw: RawBot) -> None:
    url = f"/applications/{timed.world.application_id}/commands"
    tree = [command("a", description_localizations={"it": "ciao", "pt-BR": "oi"}, default_member_permissions=32), command("è")]
    _, first = await raw.ask("PUT", url, tree)
    _, second = await raw.ask("PUT", url, tree[:1])
    assert second[0]["id"] == first[0]["id"]
    assert second[0]["version"] != first[0]["version"]
    assert second[0]["default_member_permissions"] == "32"
    assert "description_localizations" not in (await raw.ask("GET", url))[1][0]
    assert (await raw.ask("GET", f"{url}?with_localizations=true"))[1][0]["description_localizations"]["it"] == "ciao"
    assert timed.commands.syncs == 2


async def test_a_guild_has_commands_of_its_own(timed: LocalDiscord, raw: RawBot) -> None:
    app = timed.world.application_id
    await raw.ask("PUT", f"/applications/{app}/commands", [command("both"), command("everywhere")])
    await raw.ask("PUT", f"/applications/{app}/guilds/{timed.guild.id}/commands", [command("both", description="here")])
    available = timed.commands.available(timed.guild.id)
    assert [(c["name"], c["description"]) for c in available] == [("both", "here"), ("everywhere", "d")]
    assert await raw.code("PUT", f"/applications/{app}/guilds/5/commands", []) == 10004
    assert await raw.code("PUT", "/applications/5/commands", []) == 10002


async def test_the_size_counts_the_longest_localisation_and_choice_values() -> None:
    tree = command("ab", description="xyz", description_localizations={"it": "12345", "de": "1"})
    tree["options"] = [option("o", choices=[{"name": "n", "value": "vv"}])]
    assert total_size(tree) == 2 + 5 + (1 + 1) + (1 + 0 + 2)
