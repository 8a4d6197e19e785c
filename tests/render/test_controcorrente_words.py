"""Controcorrente's text board and description: golden in three languages, narrow, short, complete, and safe."""

from itertools import chain
from pathlib import Path

import pytest

from bot.engine.games.controcorrente.events import Contrary, Docked, Fair, Moved, Passed, Rolled, Rotated
from bot.engine.games.controcorrente.position import View
from bot.i18n import LANGS, Lang
from bot.render.base import ALT_LENGTH, TEXT_COLUMNS, renderer_of
from bot.render.controcorrente import RENDERER
from bot.render.controcorrente.trail import passed, trail_of
from bot.render.text import width
from tests.golden import compare
from tests.render.rivers import RIVERS, A, B, River, match, sayer, shouting, silent

GOLDEN = Path(__file__).parent / "golden"
BY_NAME = {river.name: river for river in RIVERS}


def played() -> list[River]:
    return list(chain(RIVERS, *(match(seed, 2 + seed % 3) for seed in range(6))))


@pytest.mark.parametrize("lang", LANGS)
def test_boards_and_descriptions(lang: Lang) -> None:
    say = sayer(lang)
    parts = [
        f"# {river.name}\n{RENDERER.text(river.view, river.last, say=say)}\n\n{RENDERER.alt(river.view, river.last, say=say)}\n"
        for river in RIVERS
    ]
    compare(GOLDEN / f"controcorrente.{lang}.txt", "\n".join(parts))


@pytest.mark.parametrize("lang", LANGS)
def test_random_matches_stay_within_the_limits(lang: Lang) -> None:
    say = sayer(lang)
    for river in played():
        lines = RENDERER.text(river.view, river.last, say=say).split("\n")
        assert max(map(width, lines)) <= TEXT_COLUMNS
        assert "…" not in "".join(lines), river  # the catalogs' own words need no cutting
        description = RENDERER.alt(river.view, river.last, say=say)
        assert len(description) <= ALT_LENGTH
        assert description.endswith(".")


def test_the_text_board_is_complete() -> None:
    for river in played():
        view: View = river.view
        lines = RENDERER.text(view, river.last, say=sayer("en")).splitlines()
        rows = {line[:2].strip(): line.split()[1:] for line in lines if line[:2].strip().isdigit() and line[0] != "Die"[0]}
        for tile in range(1, 11):
            boats = [seat.letter * seat.afloat.count(tile) for seat in view.seats if tile in seat.afloat]
            special = ["sandbank"] * (tile == view.sand) + ["wave"] * (tile == view.wave)
            assert rows[str(tile)] == boats + special
        text = "\n".join(lines)
        for seat in view.seats:
            row = next(line for line in lines if line.startswith(f"{seat.letter} "))
            assert row.split()[:5] == [
                seat.letter,
                str(seat.score),
                str(len(seat.afloat)),
                str(len(seat.bollards)),
                str(seat.lost),
            ]
            assert all(f"{bollard} {seat.letter}" in text for bollard in seat.bollards)
        assert f"Round {view.round}" in text
        assert "Waterfall" in text


@pytest.mark.parametrize("say", [shouting, silent])
def test_no_saying_breaks_a_board(say: object) -> None:
    assert callable(say)
    for river in RIVERS:
        text = RENDERER.text(river.view, river.last, say=say)
        assert "`" not in text
        assert "\u202e" not in text
        assert max(map(width, text.split("\n"))) <= TEXT_COLUMNS
        assert len(text.split("\n")) < 40
        assert len(RENDERER.alt(river.view, river.last, say=say)) <= ALT_LENGTH


def test_the_longest_description_keeps_every_boat() -> None:
    for lang in LANGS:
        for name in ("twelve on the sand", "twelve in the harbour", "twelve at the edge"):
            river = BY_NAME[name]
            description = RENDERER.alt(river.view, river.last, say=sayer(lang))
            assert all(f"{letter}, " in description for letter in "ABCD")
            assert "…" not in description


def test_a_trail_follows_the_last_boat_moved() -> None:
    trail = trail_of((Moved(A, 3, (4, 5)), Rotated(3, 6, 9), Moved(B, 3, (4, 5, 6)), Rotated(2, 5, 10)))
    assert trail is not None
    assert (trail.seat, trail.tiles, trail.stops, trail.drift, trail.now) == (B, (3, 4, 5, 6), (3, 6), 1, 5)
    assert [trail.place(tile) for tile in trail.tiles] == [2, 3, 4, 5]
    assert not trail.lost
    assert trail_of((Rolled(A, 6), Passed(A, 6))) is None


def test_trails_of_the_winds() -> None:
    fair, contrary = trail_of((Fair(A, 3, 5, cut=True),)), trail_of((Contrary(A, B, 7, 5), Rotated(3, 6, 9)))
    assert fair is not None
    assert contrary is not None
    assert (fair.seat, fair.tiles, fair.sand, fair.wind, fair.by) == (A, (3, 4, 5), True, True, None)
    assert (contrary.seat, contrary.tiles, contrary.sand, contrary.by, contrary.now) == (B, (7, 6, 5), False, A, 4)


def test_a_boat_in_the_harbour_does_not_drift() -> None:
    trail = trail_of((Moved(A, 10, (11,)), Docked(A, 9), Rotated(3, 6, 9)))
    assert trail is not None
    assert (trail.now, trail.place(11), trail.lost) == (11, 11, False)


def test_the_last_deed_is_a_pass_only_when_nothing_moved_after_it() -> None:
    assert passed((Passed(A, 6), Rotated(3, 6, 9))) == A
    assert passed((Passed(A, 6), Moved(B, 3, (4,)))) is None
    assert passed(()) is None


def test_the_renderer_is_found_by_the_games_key() -> None:
    assert renderer_of("controcorrente") is RENDERER
