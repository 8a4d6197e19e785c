"""Splash & Bash's text board and description: golden in three languages, narrow, short, complete, and safe."""

from itertools import chain, pairwise
from pathlib import Path

import pytest

from bot.engine.games.splash import events as ev
from bot.engine.games.splash.course import courses
from bot.engine.games.splash.position import PIECES
from bot.i18n import LANGS, Lang
from bot.render.base import ALT_LENGTH, TEXT_COLUMNS, renderer_of
from bot.render.splash import RENDERER
from bot.render.splash.trail import Leg, journeys, legs
from bot.render.splash.words import upcoming
from bot.render.text import width
from tests.golden import compare
from tests.render.pools import BACK, CHAIN, LONG, POOLS, SHORT, SWAP, WET, Pool, match, sayer
from tests.render.rivers import shouting, silent

GOLDEN = Path(__file__).parent / "golden"
BY_NAME = {pool.name: pool for pool in POOLS}


def played() -> list[Pool]:
    options = (SHORT, LONG, None)
    return list(chain(POOLS, *(match(seed, 2 + seed % 3, options[seed % 3]) for seed in range(6))))


@pytest.mark.parametrize("lang", LANGS)
def test_boards_and_descriptions(lang: Lang) -> None:
    say = sayer(lang)
    parts = [
        f"# {pool.name}\n{RENDERER.text(pool.view, pool.last, say=say)}\n\n{RENDERER.alt(pool.view, pool.last, say=say)}\n"
        for pool in POOLS
    ]
    compare(GOLDEN / f"splash.{lang}.txt", "\n".join(parts))


@pytest.mark.parametrize("lang", LANGS)
def test_random_matches_stay_within_the_limits(lang: Lang) -> None:
    say = sayer(lang)
    for pool in played():
        lines = RENDERER.text(pool.view, pool.last, say=say).split("\n")
        assert max(map(width, lines)) <= TEXT_COLUMNS
        assert len("\n".join(lines)) <= 1_400  # the sentences of a message have room beside it
        assert "…" not in "".join(lines), pool  # the catalogs' own words need no cutting
        description = RENDERER.alt(pool.view, pool.last, say=say)
        assert len(description) <= ALT_LENGTH
        assert description.endswith((".", "…"))


def test_the_text_board_is_complete() -> None:
    for pool in played():
        view = pool.view
        text = RENDERER.text(view, pool.last, say=sayer("en"))
        for team in view.teams:
            row = next(line for line in text.splitlines() if line.startswith(f"{team.letter} ")).split()
            crew = [piece for piece in view.pieces if piece.seat == team.seat]
            assert row == [team.letter, *(piece.at + "!" * piece.anchored for piece in crew), str(team.cards)]
        words = text.replace("\n", " ").split()
        assert all(square in words for square in view.obstacles)
        assert f"Round {view.round}" in text
        assert f"Low {view.low_left}, High {view.high_left}" in text
        if view.die:
            assert f"Die {view.die}, {view.movement} square" in text
        for lane, length in zip("ECA", courses()[view.options.course].lengths, strict=True):
            assert f"{lane} {length}" in text
        for card in set(view.high_spent):
            count = view.high_spent.count(card)
            assert (card if count == 1 else f"{card}×{count}") in words


def test_the_longest_description_keeps_every_piece() -> None:
    for lang in LANGS:
        description = RENDERER.alt(BY_NAME["all sixteen"].view, (), say=sayer(lang))
        for piece in BY_NAME["all sixteen"].view.pieces:
            assert piece.status != "on" or piece.at in description
        assert "…" not in description


@pytest.mark.parametrize("say", [shouting, silent])
def test_no_saying_breaks_a_board(say: object) -> None:
    assert callable(say)
    for pool in POOLS:
        text = RENDERER.text(pool.view, pool.last, say=say)
        assert "`" not in text
        assert "\u202e" not in text
        assert max(map(width, text.split("\n"))) <= TEXT_COLUMNS
        assert len(text.split("\n")) < 60
        assert len(RENDERER.alt(pool.view, pool.last, say=say)) <= ALT_LENGTH


def test_who_is_next_comes_true() -> None:
    """The first announced piece has the next turn, unless a push has changed who is left in the race."""
    right = wrong = 0
    for seed in range(3):
        pools = list(match(seed, 2 + seed))
        for before, after in pairwise(pools):
            turns = [event.piece for event in after.last if isinstance(event, ev.Turn)]
            foretold = upcoming(before.view)
            if turns and foretold:
                right += turns[0] == foretold[0]
                wrong += turns[0] != foretold[0]
    assert right > 200
    assert wrong < right / 30


def test_nobody_is_next_before_the_start_and_after_the_end() -> None:
    pools = list(match(1, 2, SHORT))
    assert upcoming(pools[0].view) == upcoming(pools[-1].view) == ()
    assert upcoming(BY_NAME["start"].view) == ("B1", "G1", "Y1", "B2")
    assert set(upcoming(BY_NAME["finish"].view)) <= set(PIECES)


def test_legs_follow_every_movement_of_the_last_turns() -> None:
    assert legs(CHAIN) == (
        Leg("R1", "walk", "1C3", "1C6"),
        Leg("B1", "push", "1C6", "1C8"),
        Leg("R2", "push", "1C8", "1C10"),
    )
    assert legs(WET) == (Leg("R1", "cross", "1C7", "1A6"), Leg("B1", "splash", "1A6", "1C5"))
    assert legs(SWAP) == (Leg("R1", "push", "1E8", "1A7"), Leg("B1", "push", "1A7", "1E8"))
    assert legs(BACK) == (Leg("RH", "walk", "2C16", "F"), Leg("RH", "push", "F", "2C15"))
    assert legs((ev.Turn(1, "R1", "1C0"), ev.Rolled("R1", 2, 0, 2, anchored=False, again=False))) == ()


def test_only_the_last_two_turns_that_moved_something_are_marked() -> None:
    turns = [(ev.Turn(1, f"R{n}", "1C0"), ev.Moved(f"R{n}", "1C0", f"1C{n}", 0)) for n in (1, 2, 3)]
    assert [leg.piece for leg in legs([event for turn in turns for event in turn])] == ["R2", "R3"]


def test_a_journey_joins_what_one_piece_went_through() -> None:
    trail = (Leg("R1", "cross", "1C1", "1E1"), Leg("R1", "walk", "1E1", "1E3"), Leg("B1", "push", "1E3", "1E5"))
    assert journeys(trail) == (("R1", ("1C1", "1E1", "1E3")), ("B1", ("1E3", "1E5")))


def test_the_renderer_is_found_by_the_games_key() -> None:
    assert renderer_of("splash") is RENDERER
