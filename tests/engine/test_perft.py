"""Perft: pinned numbers, an independent count, divide."""

import pytest

from bot.engine.core import Seat
from bot.engine.games.controcorrente import GAME
from bot.engine.games.controcorrente.position import ControcorrenteOptions
from bot.engine.replay import divide, perft
from tests.engine import naive
from tests.engine.river import STANDARD, position, start
from tests.engine.tables import table
from tests.engine.toy import TOY, ToyState

GATE = 3000  # counts beyond this are left to the slow run


@pytest.mark.parametrize(("text", "options", "counts"), table("controcorrente_perft"))
def test_pinned_numbers(text: str, options: str, counts: str) -> None:
    chosen = ControcorrenteOptions.model_validate(dict(pair.split("=") for pair in options.split()))
    state = GAME.load(text, chosen)
    expected = [int(count) for count in counts.split() if int(count) < GATE]
    assert [perft(GAME, state, depth) for depth in range(1, len(expected) + 1)] == expected


@pytest.mark.slow
@pytest.mark.parametrize(("text", "options", "counts"), table("controcorrente_perft"))
def test_pinned_numbers_in_full(text: str, options: str, counts: str) -> None:
    chosen = ControcorrenteOptions.model_validate(dict(pair.split("=") for pair in options.split()))
    state = GAME.load(text, chosen)
    assert [perft(GAME, state, depth) for depth in range(1, len(counts.split()) + 1)] == [int(count) for count in counts.split()]


@pytest.mark.parametrize(
    ("seats", "given", "flags"),
    [
        (1, {}, {}),
        (2, {}, {}),
        (3, {}, {}),
        (4, {}, {}),
        (2, {"finished_players_roll": True}, {"spite": True}),
        (2, {"wind_optional": True}, {"optional": True}),
        (2, {"start": 9, "wave": 10}, {"start": 9, "wave": 10}),
    ],
)
def test_an_independent_count_agrees(seats: int, given: dict[str, int], flags: dict[str, int]) -> None:
    state = start(seats, ControcorrenteOptions.model_validate(given))
    other = naive.begin(seats, **flags)
    assert [perft(GAME, state, depth) for depth in range(8)] == [naive.count(other, depth) for depth in range(8)]


def test_divide_adds_up() -> None:
    state = position("7;A;S5W8;A3,5,9;B2,2,6", "*")
    split = divide(GAME, state, 4)
    assert list(split) == [choice.text for choice in GAME.choices(state, Seat(0), "")] == ["F3", "F5", "CB6"]
    assert sum(split.values()) == perft(GAME, state, 4) == 186


def test_the_end_has_no_continuation() -> None:
    over = GAME.load("4;-;S8W1;Ax,x,x;Bx,x,x;-", STANDARD)
    assert perft(GAME, over, 0) == 1
    assert perft(GAME, over, 1) == 0
    assert divide(GAME, over, 1) == {}


def test_parts_of_longer_notations_count_one_by_one() -> None:
    state = ToyState(TOY.options(), heap=3, to_move=Seat(0))
    assert divide(TOY, state, 1) == {"take ": 1, "gamble": 2}
    # Both gambles leave stones, so the next part is "take ", or a gamble with two outcomes.
    assert divide(TOY, state, 2) == {"take ": 3, "gamble": 2 * (1 + 2)}
    # Taking all three ends the game; after a gamble two stones or one are left: (2 + 3) and (1 + 0) ways of two parts.
    assert divide(TOY, state, 3) == {"take ": 3 + 3 + 0, "gamble": 5 + 1}
