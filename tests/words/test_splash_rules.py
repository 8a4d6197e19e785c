"""The rules pages of Splash & Bash: the same sections in every language, short enough, complete, every cited anchor there."""

import re
from importlib import resources

import pytest

from bot import rules
from bot.engine.core import Seat
from bot.engine.games.splash import refusals
from bot.engine.games.splash.cards import CARDS, HIGH
from bot.engine.games.splash.game import SPLASH
from bot.engine.games.splash.position import SplashOptions
from bot.i18n import LANGS, Lang, words
from tests.arch.tree import ROOT

ANCHORS = [
    "course", "lineup", "turn", "movement", "bumps", "falls", "obstacles", "low", "cards", "hand", "helmsman", "end", "options",
    "notation", "credits",
]  # fmt: skip


@pytest.mark.parametrize("lang", LANGS)
class TestPages:
    def test_the_sections_stand_in_order(self, lang: Lang) -> None:
        assert [anchor for anchor, _ in rules.topics("splash", lang)] == ANCHORS

    def test_every_section_fits_a_message(self, lang: Lang) -> None:
        pages = [rules.page("splash", lang, topic) for topic in [None, *ANCHORS]]
        assert max(map(len, pages)) <= rules.SECTION_LENGTH
        assert min(map(len, pages)) > 100

    def test_no_word_is_lost_between_file_and_page(self, lang: Lang) -> None:
        source = (resources.files("bot.rules") / f"splash.{lang}.md").read_text("utf-8")
        wanted = re.sub(r" \{#\w+\}", "", source).split()
        opening = rules.page("splash", lang).split("\n- ")[0].split()
        assert [*opening, *(word for anchor in ANCHORS for word in rules.page("splash", lang, anchor).split())] == wanted

    def test_every_option_is_explained(self, lang: Lang) -> None:
        page = rules.page("splash", lang, "options")
        assert [name for name in SplashOptions.model_fields if f"`{name}`" not in page] == []

    def test_every_card_is_explained_by_its_name_with_its_copies(self, lang: Lang) -> None:
        both = rules.page("splash", lang, "low") + rules.page("splash", lang, "cards")
        for code, card in CARDS.items():
            name = words(lang).template(f"splash.card.{code}")
            assert f"**{name}** ({card.copies})" in both
            assert (f"`{code}` **{name}**" in both) == (code in HIGH)


@pytest.mark.parametrize("lang", LANGS)
def test_what_the_rules_say_of_notations_can_be_typed(lang: Lang) -> None:
    state = SPLASH.load("SB1 classica 2 r3 >R1 | R 1C3 1C1 1C2 - | B 1C8 1C12 1C13 -", SplashOptions())
    texts = [text for text in re.findall(r"`([^`]+)`", rules.page("splash", lang, "notation")) if not text.startswith("/")]
    assert len(texts) == 13
    assert [SPLASH.write(state, SPLASH.parse(state, Seat(0), text)) for text in texts] == texts


def test_refusals_cite_sections_that_exist() -> None:
    source = (ROOT / "bot/engine/games/splash/refusals.py").read_text("utf-8")
    cited = {rule for _, rule in refusals.MISPLACED.values()} | set(re.findall(r'", "(\w+)", (?:params|\{)', source))
    assert len(cited) >= 5
    assert cited <= set(ANCHORS)
