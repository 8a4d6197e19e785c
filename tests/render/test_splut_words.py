"""Splut!'s text board and description: golden in three languages, complete, within their bounds whatever is said."""

import re
from itertools import chain
from pathlib import Path

import pytest

from bot.engine.chance import NoChance
from bot.engine.games.splut.game import SPLUT
from bot.i18n import LANGS, Lang
from bot.render.base import ALT_LENGTH, TEXT_COLUMNS, PlanRenderer, Say, renderer_of
from bot.render.splut import RENDERER
from bot.render.splut.trail import trail_of
from bot.render.text import width
from tests.golden import compare
from tests.render.arenas import PLAIN, Arena, R, Y, arenas, match, played, sayer, shouting, silent

GOLDEN = Path(__file__).parent / "golden"
PLANNED = "1/GtGd1/1Gs3/Ys6/o1RtooYd2o/Yt6/5/RsRd1/1 R 9 3 - -"


@pytest.mark.parametrize("lang", LANGS)
def test_boards_and_descriptions(lang: Lang) -> None:
    say = sayer(lang)
    lines = []
    for arena in arenas():
        lines += [
            f"# {arena.name}",
            RENDERER.text(arena.view, arena.last, say=say),
            "",
            RENDERER.alt(arena.view, arena.last, say=say),
        ]
    compare(GOLDEN / f"splut.{lang}.txt", "\n".join(lines) + "\n")


def whole(text: str) -> list[list[str]]:
    """Read the arena off a text board: nine ranks of squares, as signs."""
    ranks = [line for line in text.split("\n") if re.match(r"[1-9] ", line)]
    return [line[1:].split() for line in ranks]


def test_the_text_board_shows_every_square_of_random_matches() -> None:
    say = sayer("en")
    for arena in chain(arenas(), match(3, 2), match(4, 4)):
        shown = whole(RENDERER.text(arena.view, arena.last, say=say))
        assert list(map(len, shown)) == [1, 3, 5, 7, 9, 7, 5, 3, 1]
        placement = SPLUT.dump(arena.state).split()[0].split("/")
        for rank, written in zip(shown, placement, strict=True):
            signs = "".join({"oo": "o", "xx": "x", ".": " "}.get(sign, sign) for sign in rank)
            assert signs == re.sub(r"\d", lambda found: " " * int(found[0]), written), arena.name


@pytest.mark.parametrize("say", [shouting, silent])
def test_no_saying_breaks_a_board(say: Say) -> None:
    for arena in arenas():
        text = RENDERER.text(arena.view, arena.last, say=say)
        assert "`" not in text
        assert "\u202e" not in text
        assert max(map(width, text.split("\n"))) <= TEXT_COLUMNS
        assert len(RENDERER.alt(arena.view, arena.last, say=say)) <= ALT_LENGTH


@pytest.mark.parametrize("lang", LANGS)
def test_random_matches_are_described_in_full(lang: Lang) -> None:
    say = sayer(lang)
    for arena in chain(match(5, 4), match(6, 3)):
        description = RENDERER.alt(arena.view, arena.last, say=say)
        assert len(description) <= ALT_LENGTH
        assert "…" not in description
        assert all(f" {one.square}" in description for one in arena.view.pieces)


def test_a_description_of_a_plan_names_its_steps_and_says_that_it_is_one() -> None:
    state = SPLUT.load(PLANNED, PLAIN)
    step = SPLUT.apply(state, R, SPLUT.parse(state, R, "Sn~e5,De,Te*n"), NoChance())
    before, after = SPLUT.view(state, R), SPLUT.view(step.state, R)
    assert isinstance(RENDERER, PlanRenderer)
    told = RENDERER.plan_alt(before, after, step.events, say=sayer("en"))
    assert told.startswith(
        "A plan of R, not played yet. Planned: sorcerer from d2 to d3, rock from e5 to e6, dwarf from e2 to f2"
    )
    assert "It hit the sorcerer of G" in told
    assert "to move" not in told


def test_a_trail_is_the_last_turn_alone() -> None:
    first = played("", 2, "Sn")
    second = played("", 2, "Sn Ts,Dw")
    trail = trail_of((*first.last, *second.last))
    assert (trail.seat, trail.notation) == (Y, "Ts,Dw")


def test_a_trail_of_a_pass_and_of_a_leaving() -> None:
    by_name: dict[str, Arena] = {arena.name: arena for arena in arenas()}
    assert trail_of(by_name["forced to pass"].last).notation == "--"
    left = trail_of(by_name["left"].last)
    assert (left.gone, left.seat, len(left.left)) == (Y, None, 3)
    assert trail_of(()).seat is None


def test_the_renderer_is_found_by_the_games_key() -> None:
    assert renderer_of("splut") is RENDERER
