"""Values of Controcorrente known exactly (rules, section 7.2), computed through the engine's own moves."""

from collections import defaultdict
from dataclasses import replace
from fractions import Fraction
from functools import cache

import pytest

from bot.engine.chance import NoChance, Scripted
from bot.engine.games.controcorrente import GAME
from bot.engine.games.controcorrente.position import Fleet, State
from bot.engine.games.controcorrente.river import Roll
from tests.engine.policies import Solo
from tests.engine.river import start

SIXTH = Fraction(1, 6)


def lone_boats(seats: int) -> State:
    """Set up with one boat a seat."""
    return replace(start(seats), fleets=(Fleet((3,)),) * seats)


def turns_of(state: State) -> list[State]:
    """Take the six equally likely turns of a position in which nothing is ever to choose."""
    assert state.to_move is not None
    ends = []
    for value in range(6):
        rolled = GAME.apply(state, state.to_move, Roll(), Scripted([value])).state
        (action,) = GAME.legal(rolled, state.to_move)
        ends.append(GAME.apply(rolled, state.to_move, action, NoChance()).state)
    return ends


def test_one_boat_round_by_round() -> None:
    afloat: dict[State, Fraction] = {lone_boats(1): Fraction(1)}
    docked: dict[int, Fraction] = defaultdict(Fraction)
    fallen: dict[int, Fraction] = defaultdict(Fraction)
    for round_number in range(1, 13):
        following: dict[State, Fraction] = defaultdict(Fraction)
        for state, chance in afloat.items():
            for end in turns_of(state):
                if end.to_move is not None:
                    following[end] += chance * SIXTH
                else:
                    (docked if end.fleets[0].bollards else fallen)[round_number] += chance * SIXTH
        afloat = following
    assert [docked[number] for number in (1, 2, 3, 4, 5, 6, 12)] == [
        0,
        0,
        Fraction(4, 27),
        Fraction(145, 648),
        Fraction(677, 2592),
        Fraction(2107, 15552),
        0,
    ]
    assert [fallen[number] for number in (1, 2, 3, 4, 5, 6)] == [0, 0, Fraction(1, 216), 0, Fraction(1, 2592), Fraction(1, 3888)]


@cache
def remembered(state: State) -> list[State]:
    """Keep the turns of a position."""
    return turns_of(state)


def settle(state: State, least: float = 1e-16) -> tuple[list[tuple[State, float, int]], float]:
    """Follow every turn until what is undecided is below `least`; gives (end, probability, turns) and the mean turns."""
    ends: list[tuple[State, float, int]] = []
    present, turns, expected = {state: 1.0}, 0, 0.0
    while sum(present.values()) > least:
        turns += 1
        expected += sum(present.values())
        following: dict[State, float] = defaultdict(float)
        for here, chance in present.items():
            for there in remembered(replace(here, round=(here.round - 1) % 10 + 1)):
                if there.to_move is None:
                    ends.append((there, chance / 6, turns))
                else:
                    following[there] += chance / 6  # rounds ten apart are the same river: see `remembered`
        present = following
    return ends, expected


def test_one_boat_alone() -> None:
    ends, _ = settle(lone_boats(1))
    home = [(chance, turns) for end, chance, turns in ends if end.fleets[0].bollards]
    docks = sum(chance for chance, _ in home)
    assert docks == pytest.approx(0.9942127631, abs=1e-10)
    assert sum(chance * turns for chance, turns in home) / docks == pytest.approx(5.491222, abs=1e-6)


def test_two_players_with_one_boat_each() -> None:
    ends, turns = settle(lone_boats(2))
    scores = [(end.fleets[0].score, end.fleets[1].score, chance) for end, chance, _ in ends]
    assert sum(chance for a, b, chance in scores if a > b) == pytest.approx(0.5848199698, abs=1e-10)
    assert sum(chance for a, b, chance in scores if a == b == 0) == pytest.approx(0.0000334921, abs=1e-10)
    assert sum(chance * a for a, _, chance in scores) == pytest.approx(11.5211603644, abs=1e-10)
    assert sum(chance * b for _, b, chance in scores) == pytest.approx(11.3514869327, abs=1e-10)
    assert turns == pytest.approx(10.9629604295, abs=1e-10)


@pytest.mark.parametrize(("boats", "score"), [(1, 11.9305531578), (2, 22.4327077)])
def test_best_solo_play_with_few_boats(boats: int, score: float) -> None:
    assert Solo(boats=boats).values(12)[1, (3,) * boats] == pytest.approx(score, abs=5e-8)


@pytest.mark.slow
def test_best_solo_play_with_three_boats() -> None:
    solo = Solo()
    expected = {12: 24.6466741, 9: 18.1235493, 6: 11.6007599, 3: 5.0809307}
    assert {bollard: solo.values(bollard)[1, (3, 3, 3)] for bollard in expected} == pytest.approx(expected, abs=5e-8)


@pytest.mark.slow
def test_random_solo_play() -> None:
    assert Solo(best=False).values(12)[1, (3, 3, 3)] == pytest.approx(18.39554465, abs=1e-8)
