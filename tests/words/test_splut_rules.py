"""Splut!'s rules pages: the same sections in every language, whole and short, with the designer named, and every anchor cited."""

import re
from importlib import resources

import pytest

from bot import rules
from bot.engine.chance import NoChance
from bot.engine.core import Seat
from bot.engine.games.splut.game import SPLUT
from bot.engine.games.splut.position import SplutOptions
from bot.errors import IllegalAction
from bot.i18n import LANGS, Lang

ANCHORS = ["setup", "turn", "troll", "throw", "dwarf", "sorcerer", "end", "options", "notation", "credits"]
BEFORE = "o/2Gs/5/7/o1Rto5/7/1Rs3/1Rd1/o R 9 3 - -"


@pytest.mark.parametrize("lang", LANGS)
class TestPages:
    def test_the_sections_stand_in_order(self, lang: Lang) -> None:
        assert [anchor for anchor, _ in rules.topics("splut", lang)] == ANCHORS

    def test_every_section_fits_a_message(self, lang: Lang) -> None:
        pages = [rules.page("splut", lang, topic) for topic in [None, *ANCHORS]]
        assert max(map(len, pages)) <= rules.SECTION_LENGTH
        assert min(map(len, pages)) > 100

    def test_no_word_is_lost_between_file_and_page(self, lang: Lang) -> None:
        source = (resources.files("bot.rules") / f"splut.{lang}.md").read_text("utf-8")
        opening = rules.page("splut", lang).split("\n- ")[0].split()
        read = [*opening, *(word for anchor in ANCHORS for word in rules.page("splut", lang, anchor).split())]
        assert read == re.sub(r" \{#\w+\}", "", source).split()

    def test_every_option_is_explained(self, lang: Lang) -> None:
        page = rules.page("splut", lang, "options")
        assert [name for name in SplutOptions.model_fields if f"`{name}`" not in page] == []

    def test_the_designer_is_credited_and_commerce_excluded(self, lang: Lang) -> None:
        page = rules.page("splut", lang, "credits")
        assert "Tommy De Coninck" in page
        assert {"en": "commercially", "it": "commerciale", "pt_BR": "comercialmente"}[lang] in page

    def test_the_notations_shown_can_be_typed(self, lang: Lang) -> None:
        state = SPLUT.load(BEFORE, SplutOptions())
        shown = re.findall(r"`([STD-][^`]*)`", rules.page("splut", lang, "notation"))
        assert len(shown) == 9
        for text in shown:
            assert SPLUT.write(state, SPLUT.parse(state, Seat(0), text)) == text


def test_refusals_cite_sections_that_exist() -> None:
    cited = set()
    state = SPLUT.load(BEFORE, SplutOptions())
    for text in ("Sn", "Te*e,Sn", "Tn+,Sn,Sn", "Te,Sn,Sn", "Ds,Ds,Ds", "Sn~e5,Sn,Sn", "Tw*n,Sn,Sn", "Sw,Sw,Sw", "--"):
        with pytest.raises(IllegalAction) as refused:
            SPLUT.apply(state, Seat(0), SPLUT.parse(state, Seat(0), text), NoChance())
        cited.add(refused.value.rule)
    assert len(cited) > 3
    assert cited <= set(ANCHORS)
