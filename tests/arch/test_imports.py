"""Who imports whom: the contracts of `.importlinter`, and what they cannot say."""

import configparser
import json
import subprocess
import sys
from collections.abc import Iterator

import pytest

from tests.arch.tree import ROOT, exists, imported, sources

HEAVY = ("PIL", "aiosqlite", "asyncio", "discord", "sqlalchemy")
OUTSIDE = {"pydantic", "pydantic_core"}  # all that the engine may use beyond the standard library
IMPURE = {
    "asyncio",
    "concurrent",
    "datetime",
    "multiprocessing",
    "os",
    "random",
    "secrets",
    "socket",
    "sqlite3",
    "subprocess",
    "threading",
    "time",
}
DISCORD = {"aiohttp", "discord"}
WITHOUT_DISCORD = ("bot/engine", "bot/jobs", "bot/match", "bot/players", "bot/render", "bot/store", "bot/words")
SQL = {"aiosqlite", "alembic", "bot.store", "sqlalchemy", "sqlite3"}
WITHOUT_SQL = ("bot/jobs", "bot/match", "bot/players", "bot/render", "bot/ui", "bot/words", "cogs")
CHANCE_ONLY = {"hashlib", "hmac"}

LOAD_ENGINE = """
import importlib, json, pkgutil, sys
import bot.engine
for module in pkgutil.walk_packages(bot.engine.__path__, "bot.engine."):
    importlib.import_module(module.name)
from bot.engine.registry import games
json.dump([sorted(games()), sorted(sys.modules)], sys.stdout)
"""


def run(code: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code, *arguments], cwd=ROOT, capture_output=True, text=True, timeout=120, check=False
    )


def test_the_engine_with_all_its_games_loads_nothing_heavy() -> None:
    done = run(LOAD_ENGINE)
    assert done.returncode == 0, done.stderr
    games, modules = json.loads(done.stdout)
    assert games
    assert [name for name in HEAVY if name in modules] == []


def engine_imports() -> Iterator[tuple[str, str, str]]:
    for path, tree in sources("bot/engine"):
        for line, module in imported(tree):
            yield f"{path}:{line} imports {module}", path.name, module


def test_the_engine_imports_only_itself_the_errors_pydantic_and_pure_standard_modules() -> None:
    wrong = []
    for told, _, module in engine_imports():
        top = module.partition(".")[0]
        inside = module == "bot.errors" or module == "bot.engine" or module.startswith("bot.engine.")
        standard = top in sys.stdlib_module_names and top not in IMPURE
        if not (inside or standard or top in OUTSIDE):
            wrong.append(told)
    assert wrong == []


@pytest.mark.parametrize("room", sorted({*WITHOUT_DISCORD, *WITHOUT_SQL}))
def test_a_room_does_not_even_name_the_types_of_what_it_may_not_import(room: str) -> None:
    banned = (DISCORD if room in WITHOUT_DISCORD else set()) | (SQL if room in WITHOUT_SQL else set())
    files = sources(room)
    assert files
    wrong = [
        f"{path}:{line} imports {module}" for path, tree in files for line, module in imported(tree) if within(module, banned)
    ]
    assert wrong == []


def within(module: str, packages: set[str]) -> bool:
    return any(module == package or module.startswith(f"{package}.") for package in packages)


def test_only_chance_computes_hashes() -> None:
    assert [told for told, file, module in engine_imports() if module in CHANCE_ONLY and file != "chance.py"] == []


def test_the_playground_knows_nothing_of_the_bot() -> None:
    wrong = [
        f"{path}:{line} imports {module}"
        for path, tree in sources("bot/playground")
        for line, module in imported(tree)
        if module.partition(".")[0] in {"bot", "cogs"} and not module.startswith(("bot.playground", "bot.errors"))
    ]
    assert [line for line in wrong if not line.endswith("imports bot")] == []


def test_the_contracts_hold() -> None:
    done = run("from importlinter.cli import lint_imports_command; lint_imports_command()", "--no-cache", "--no-logo")
    assert done.returncode == 0, done.stdout + done.stderr
    assert " 0 broken" in done.stdout


def named_modules() -> list[str]:
    """What the contracts name of this project, wildcards aside."""
    contracts = configparser.ConfigParser()
    contracts.read(ROOT / ".importlinter", encoding="utf-8")
    names: set[str] = set()
    for section in contracts.sections():
        for key in ("layers", "source_modules", "forbidden_modules", "ignore_imports"):
            text = contracts.get(section, key, fallback="")
            prefix = "bot." if key == "layers" else ""
            words = (word.strip("()") for line in text.splitlines() for word in line.replace("->", " ").split())
            names.update(prefix + word for word in words if word not in {":", "|"} and "*" not in word)
    return sorted(name for name in names if name.partition(".")[0] in {"bot", "cogs"})


@pytest.mark.parametrize("module", named_modules())
def test_a_module_named_in_a_contract_exists(module: str) -> None:
    assert exists(module)
