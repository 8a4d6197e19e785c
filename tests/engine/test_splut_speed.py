"""How fast random play is, beside another rules engine in pure Python: at least twice as many steps a second as `chess` moves.

Slow, and only where the package `chess` is installed beside the project's own; both take turns within one run.
"""

from collections.abc import Callable
from random import Random
from statistics import median
from time import process_time
from typing import Any

import pytest

from bot.engine.chance import NoChance
from bot.engine.core import Seat
from bot.engine.games.splut.game import SPLUT
from bot.engine.games.splut.moves import Turn, find_moves
from bot.engine.games.splut.play import goes_on, take

RANDOM = Random(1)


def whole_game() -> int:
    """Play a random game, every turn through `apply` with all its checks and events; gives the number of steps."""
    state = SPLUT.setup(SPLUT.options(), 2, NoChance()).state
    steps = 0
    while (seat := state.to_move) is not None:
        position, moves = state.position, []
        while goes_on(state.position, position):
            moves.append(RANDOM.choice(find_moves(position, state.options.rules)))
            position, _ = take(position, moves[-1])
        steps += len(moves)
        state = SPLUT.apply(state, seat, Turn(tuple(moves)), NoChance()).state
    return steps


def game_of_choices() -> int:
    """Play a random game by the labelled choices alone, as the random house bot does."""
    state = SPLUT.setup(SPLUT.options(), 2, NoChance()).state
    steps, text = 0, ""
    while (seat := state.to_move) is not None:
        choice = RANDOM.choice(SPLUT.choices(state, Seat(seat), text))
        steps, text = steps + 1, choice.text
        if choice.complete:
            state, text = SPLUT.apply(state, seat, SPLUT.parse(state, seat, text), NoChance()).state, ""
    return steps


def chess_game(chess: Any) -> int:
    """Play a random game of chess, asking before each move whether it is over."""
    board = chess.Board()
    while not board.is_game_over():
        board.push(RANDOM.choice(list(board.legal_moves)))
    return len(board.move_stack)


def speed(game: Callable[[], int]) -> float:
    """Measure steps per second of processor time over half a second."""
    began, steps = process_time(), 0
    while process_time() - began < 0.5:
        steps += game()
    return steps / (process_time() - began)


@pytest.mark.slow
def test_random_play_is_twice_as_fast_as_chess() -> None:
    chess = pytest.importorskip("chess")
    rounds = [(speed(lambda: chess_game(chess)), speed(whole_game), speed(game_of_choices)) for _ in range(7)]
    theirs, ours, by_choices = (median(column) for column in zip(*rounds, strict=True))
    print(f"chess {theirs:.0f}/s, Splut! {ours:.0f}/s ({ours / theirs:.2f}), by choices {by_choices:.0f}/s")  # noqa: T201
    assert ours >= 2 * theirs
    assert by_choices >= theirs
