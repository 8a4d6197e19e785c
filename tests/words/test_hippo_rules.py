"""Hippo's rules pages: the same sections in every language, short enough, every anchor that is cited, every notation typeable."""

import re

import pytest

from bot import rules
from bot.engine.core import Seat
from bot.engine.games.hippo import legality
from bot.engine.games.hippo.game import HIPPO
from bot.engine.games.hippo.notation import read_action
from bot.engine.games.hippo.position import HippoOptions
from bot.i18n import LANGS, Lang
from bot.ui import rulebook
from tests.render.circuses import match

ANCHORS = [
    "team",
    "rumours",
    "gate",
    "laps",
    "overtaking",
    "wrecks",
    "fatigue",
    "cards",
    "orders",
    "end",
    "options",
    "notation",
    "credits",
]
CITED = {*legality.RULES.values(), "cards"}


@pytest.mark.parametrize("lang", LANGS)
def test_the_sections_stand_in_order_and_fit_a_message(lang: Lang) -> None:
    assert [anchor for anchor, _ in rules.topics("hippo", lang)] == ANCHORS
    pages = [rules.page("hippo", lang, topic) for topic in [None, *ANCHORS]]
    assert max(map(len, pages)) <= rules.SECTION_LENGTH
    assert min(map(len, pages)) > 100
    assert all(len(section.pages()) == 1 for section in rulebook.sections("hippo", lang))


def test_refusals_cite_sections_that_exist() -> None:
    assert set(ANCHORS) >= CITED


@pytest.mark.parametrize("lang", LANGS)
def test_what_is_said_of_notations_can_be_typed(lang: Lang) -> None:
    page = rules.page("hippo", lang, "notation")
    shown = [text for text in re.findall(r"`([^`]+)`", page) if text.split()[0] in ("keep", "rumour", "start", "lap")]
    assert len(shown) == 6
    assert [text for text in shown if read_action(text) is None] == []


@pytest.mark.parametrize("lang", LANGS)
def test_every_option_and_card_is_explained(lang: Lang) -> None:
    assert [name for name in HippoOptions.model_fields if f"`{name}`" not in rules.page("hippo", lang, "options")] == []
    assert "Lloyd Krassner" in rules.page("hippo", lang, "credits")


def test_the_example_of_orders_is_read_as_meant() -> None:
    circus = next(circus for circus in match(1) if circus.state.stage == "L1.E")
    action = HIPPO.parse(circus.state, Seat(0), "lap H/+ A+@BY/- A!/+ A/- save:rt lock:lt")
    assert HIPPO.write(circus.state, action) == "lap H/+ A+@BY/- A!/+ A/- save:rt lock:lt"
