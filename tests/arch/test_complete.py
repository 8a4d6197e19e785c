"""A game is whole: every file that a game needs exists, found by its key alone."""

from collections.abc import Iterator

import pytest

from bot.engine.registry import games
from tests.arch.tree import ROOT, exists

LANGUAGES = ("en", "it", "pt_BR")
MODULES = {
    "rules of the engine": "bot.engine.games.{}",
    "renderer": "bot.render.{}",
    "words": "bot.words.{}",
    "controls": "bot.ui.games.{}",
    "commands": "cogs.{}",
    "house bot": "bot.players.{}",
}


def missing(game: str) -> Iterator[str]:
    """Name what the game lacks."""
    for what, pattern in MODULES.items():
        module = pattern.format(game)
        if not exists(module):
            yield f"{what}: {module}"
    for language in LANGUAGES:
        rules = f"bot/rules/{game}.{language}.md"
        catalog = f"bot/locales/{language}/LC_MESSAGES/{game}.po"
        yield from (file for file in (rules, catalog) if not (ROOT / file).is_file())
    tests = ROOT / "tests/engine"
    if not any(tests.glob(f"test_{game}*.py")) and not any((tests / game).glob("test_*.py")):
        yield f"tests: tests/engine/test_{game}*.py or tests/engine/{game}/test_*.py"


@pytest.mark.parametrize("game", games())
def test_a_game_has_all_its_files(game: str) -> None:
    assert list(missing(game)) == []


def test_a_game_without_files_lacks_everything() -> None:
    assert len(list(missing("ludo"))) == len(MODULES) + 2 * len(LANGUAGES) + 1


def test_there_are_games() -> None:
    assert games()
