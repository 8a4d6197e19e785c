"""Rules pages: sections by their anchors, paragraphs a line each, pages that fit a message."""

import pytest

from bot.engine.registry import games
from bot.i18n import LANGS, Lang
from bot.ui import limits, rulebook


@pytest.mark.parametrize("lang", LANGS)
def test_every_game_has_the_same_sections_in_every_language(lang: Lang) -> None:
    for key in games():
        found = [section.anchor for section in rulebook.sections(key, lang)]
        assert found == [section.anchor for section in rulebook.sections(key, "en")]
        assert found[0] == rulebook.ABOUT
        assert len(found) == len(set(found)) <= limits.SELECT_OPTIONS


@pytest.mark.parametrize("lang", LANGS)
def test_pages_fit_a_message_and_lose_nothing(lang: Lang) -> None:
    for key in games():
        for section in rulebook.sections(key, lang):
            pages = section.pages()
            assert all(len(page) <= rulebook.ROOM for page in pages)
            assert "".join("".join(pages).split()) == "".join(section.body.split())


def test_a_paragraph_is_one_line_and_items_stay_apart() -> None:
    section = rulebook.section("controcorrente", "en", "turn")
    assert section is not None
    items = [line for line in section.body.splitlines() if line.startswith("- ")]
    assert len(items) == 2
    assert all(line.endswith(".") for line in section.body.splitlines() if line)


def test_an_unknown_game_or_section_is_nothing() -> None:
    assert rulebook.sections("nothing", "en") == ()
    assert rulebook.section("controcorrente", "en", "nowhere") is None
