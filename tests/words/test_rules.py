"""The rules pages: the same sections in every language, short enough, complete, and every anchor that a refusal cites."""

import re
from importlib import resources
from itertools import pairwise

import pytest

from bot import rules
from bot.engine.chance import NoChance
from bot.engine.core import Seat
from bot.engine.games.controcorrente import GAME
from bot.engine.games.controcorrente.position import ControcorrenteOptions
from bot.errors import IllegalAction, Refusal
from bot.i18n import LANGS, Lang, MissingWords, words

ANCHORS = [
    "setup",
    "turn",
    "sailing",
    "sandbank",
    "wave",
    "winds",
    "harbour",
    "waterfall",
    "end",
    "options",
    "notation",
    "credits",
]


@pytest.mark.parametrize("lang", LANGS)
class TestControcorrente:
    def test_the_sections_stand_in_order(self, lang: Lang) -> None:
        assert [anchor for anchor, _ in rules.topics("controcorrente", lang)] == ANCHORS

    def test_every_section_fits_a_message(self, lang: Lang) -> None:
        pages = [rules.page("controcorrente", lang, topic) for topic in [None, *ANCHORS]]
        assert max(map(len, pages)) <= rules.SECTION_LENGTH
        assert min(map(len, pages)) > 100

    def test_the_introduction_names_every_section(self, lang: Lang) -> None:
        opening = rules.page("controcorrente", lang)
        assert opening.startswith("# Controcorrente\n")
        for anchor, title in rules.topics("controcorrente", lang):
            assert f"- {title} (`{anchor}`)" in opening

    def test_no_word_is_lost_between_file_and_page(self, lang: Lang) -> None:
        source = (resources.files("bot.rules") / f"controcorrente.{lang}.md").read_text("utf-8")
        wanted = re.sub(r" \{#\w+\}", "", source).split()
        opening = rules.page("controcorrente", lang).split("\n- ")[0].split()
        assert [*opening, *(word for anchor in ANCHORS for word in rules.page("controcorrente", lang, anchor).split())] == wanted

    def test_a_paragraph_is_one_line_and_a_list_keeps_its_items(self, lang: Lang) -> None:
        lines = rules.page("controcorrente", lang, "waterfall").splitlines()
        assert [line[:3] for line in lines if line[:1].isdigit()] == ["1. ", "2. "]
        assert all(line == "" or before == "" or line[:3] == "2. " for before, line in pairwise(lines))

    def test_every_option_is_explained(self, lang: Lang) -> None:
        page = rules.page("controcorrente", lang, "options")
        assert [name for name in ControcorrenteOptions.model_fields if f"`{name}`" not in page] == []

    def test_an_unknown_topic_names_near_ones(self, lang: Lang) -> None:
        with pytest.raises(Refusal) as refused:
            rules.page("controcorrente", lang, "Wind")
        assert [code.code for code in refused.value.params["near"]][:1] == ["winds"]
        assert "{near}" in words(lang).template(refused.value.code)

    def test_a_topic_like_no_other_names_them_all(self, lang: Lang) -> None:
        with pytest.raises(Refusal) as refused:
            rules.page("controcorrente", lang, "%" * 300)
        assert [code.code for code in refused.value.params["near"]] == ANCHORS
        assert len(refused.value.params["topic"]) == 40


def test_a_game_without_a_page_is_a_fault() -> None:
    with pytest.raises(MissingWords, match="no rules of 'ludo'"):
        rules.topics("ludo", "en")


def test_what_the_rules_say_of_notations_can_be_typed() -> None:
    state = GAME.load("3;A;S9W2;A3,5,8;B4,4,7;-", ControcorrenteOptions())
    for lang in LANGS:
        notations = re.findall(r"^- `(\w+)`", rules.page("controcorrente", lang, "notation"), re.MULTILINE)
        assert [GAME.write(state, GAME.parse(state, Seat(0), text)) for text in notations] == ["R", "M5", "F5", "CB7", "P"]


def test_refusals_cite_sections_that_exist() -> None:
    cited = set()
    for position in ("3;A;S9W2;A3,5,8;B4,4,7;-", "3;A;S9W2;A3,5,8;B4,4,7;4", "3;A;S9W2;A3,5,8;B4,4,7;*"):
        state = GAME.load(position, ControcorrenteOptions())
        for text in ("R", "M5", "M10", "F3", "F8", "F10", "CA3", "CB4", "CB7", "CB10", "P"):
            action = GAME.parse(state, Seat(0), text)
            if action in list(GAME.legal(state, Seat(0))):
                continue
            with pytest.raises(IllegalAction) as refused:
                GAME.apply(state, Seat(0), action, NoChance())
            cited.add(refused.value.rule)
    assert cited
    assert cited <= set(ANCHORS)
