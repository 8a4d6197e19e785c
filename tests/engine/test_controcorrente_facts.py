"""What always holds on the river: the facts of section 5, after every action of random games."""

from collections.abc import Callable
from itertools import cycle, repeat
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.chance import NoChance, Scripted
from bot.engine.core import Step
from bot.engine.games.controcorrente import GAME, events
from bot.engine.games.controcorrente.events import RiverEvent
from bot.engine.games.controcorrente.position import ControcorrenteOptions, State, special_tiles
from bot.engine.games.controcorrente.river import Action, Contrary, Fair, Pass, Roll, Sail
from bot.engine.replay import branches
from tests.engine import naive
from tests.engine.river import STANDARD, Told, after, play_out, position, start, with_die
from tests.engine.tables import table

OPTIONS = st.builds(
    ControcorrenteOptions.model_validate,
    st.fixed_dictionaries(
        {},
        optional={
            "finished_players_roll": st.booleans(),
            "wind_optional": st.booleans(),
            "tie_break": st.booleans(),
            "start": st.just(9) | st.just(2),
            "wave": st.sampled_from([5, 7, 10]),
        },
    ),
)
Seen = Callable[[State, Action, Step[State, RiverEvent]], None]


def random_game(seed: int, seats: int, options: ControcorrenteOptions, look: Seen) -> Told:
    """Play uniformly at random, showing every action with the position before it and what it led to."""
    random = Random(seed)
    state = start(seats, options)
    told = Told(state)
    while state.to_move is not None:
        action = random.choice(list(GAME.legal(state, state.to_move)))
        chance = Scripted([random.randrange(6)]) if action == Roll() else NoChance()
        step = GAME.apply(state, state.to_move, action, chance)
        look(state, action, step)
        told.events += step.events
        state = told.state = step.state
    return told


@given(st.integers(0, 2**32), st.integers(1, 4), OPTIONS)
def test_facts_hold_after_every_action(seed: int, seats: int, options: ControcorrenteOptions) -> None:
    def look(before: State, action: Action, step: Step[State, RiverEvent]) -> None:
        state = step.state
        assert (state.sand, state.wave) == special_tiles(state.round, options)  # F1
        assert (state.wave - state.sand) % 10 == (options.wave - 1) % 10
        assert all(state.wave not in fleet.afloat for fleet in state.fleets)  # F2
        docked = sorted(bollard for fleet in state.fleets for bollard in fleet.bollards)
        assert docked == list(range(13 - len(docked), 13))  # F7
        assert sum(docked) == len(docked) * (25 - len(docked)) // 2
        assert all(fleet.score <= 33 for fleet in state.fleets)
        assert before.to_move is not None
        if before.die is not None:
            kinds = {type(other) for other in GAME.legal(before, before.to_move)}
            on_number = before.die < 6 and bool(before.fleets[before.to_move].afloat)
            assert kinds == {Sail} if on_number else Sail not in kinds  # F9
        for fleet in state.fleets:  # F10
            assert len(fleet.afloat) + len(fleet.bollards) + fleet.lost == 3
            assert all(1 <= tile <= 10 for tile in fleet.afloat)
        if any(isinstance(event, events.Rotated) for event in step.events):
            assert all(tile <= 9 for fleet in state.fleets for tile in fleet.afloat)
        assert GAME.load(GAME.dump(state), options) == state

    random_game(seed, seats, options, look)


@given(st.integers(0, 2**32), st.integers(2, 4))
def test_facts_of_the_standard_setup(seed: int, seats: int) -> None:
    def look(before: State, action: Action, step: Step[State, RiverEvent]) -> None:
        kinds = {type(event): event for event in step.events}
        if events.Surged in kinds:  # F3, F4
            assert events.Aground not in kinds
            assert before.die in (1, 2, 3)
            assert before.die < 3 or action == Sail(before.sand)
            assert (events.Docked in kinds) == (before.wave >= 8) == (before.round % 10 in (5, 6, 7))
        if events.Docked in kinds:  # F5
            assert before.round % 10 != 2
            assert before.round >= 3
        if events.Fell in kinds:
            assert before.round >= 3
        if isinstance(action, Fair | Contrary):  # F9
            owner = before.to_move if isinstance(action, Fair) else action.owner
            assert owner is not None
            (event,) = (event for event in step.events if isinstance(event, events.Fair | events.Contrary))
            others = list(before.fleets[owner].afloat)
            others.remove(event.start)
            assert event.end in others or (isinstance(event, events.Fair) and event.end == before.sand)

    told = random_game(seed, seats, STANDARD, look)
    turns = sum(isinstance(event, events.Rolled) for event in told.events)
    assert turns >= 3 * seats  # F5
    if seats == 2:  # F8
        scores = [fleet.score for fleet in told.state.fleets]
        docked = sum(len(fleet.bollards) for fleet in told.state.fleets)
        assert scores[0] != scores[1] or (scores[0], docked) in ((21, 4), (0, 0))


def test_the_first_turn_is_a_forced_pass_on_one_face_of_six() -> None:  # F6
    rolled = [with_die(start(2), value) for value in range(6)]
    assert [GAME.forced(state) is not None for state in rolled] == [False] * 5 + [True]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_nothing_but_passes(seats: int) -> None:  # F6
    told = play_out(start(seats), repeat(5), lambda _state, _seat, actions: actions[0])
    assert told.log == ["*P"] * 3 * seats
    assert GAME.outcome(told.state) is not None
    assert all(fleet.lost == 3 for fleet in told.state.fleets)


def test_a_game_can_go_on_long() -> None:  # D29
    told = play_out(start(4), cycle([0, 0, 0, 0, 4]), lambda _state, _seat, actions: actions[0])
    assert told.state.to_move is None


# Against the second reading of the rules


@given(st.integers(0, 2**32), st.integers(1, 4), st.booleans(), st.booleans(), st.sampled_from([(3, 4), (9, 10), (2, 9), (5, 2)]))
def test_a_second_reading_of_the_rules_agrees(seed: int, seats: int, spite: bool, optional: bool, tiles: tuple[int, int]) -> None:
    random = Random(seed)
    first, wave = tiles
    options = ControcorrenteOptions(start=first, wave=wave, finished_players_roll=spite, wind_optional=optional)
    state = start(seats, options)
    other = naive.begin(seats, first, wave, spite=spite, optional=optional)
    while state.to_move is not None:
        moves = naive.moves(other)
        assert [GAME.write(state, action) for action in GAME.legal(state, state.to_move)] == [
            naive.write_move(move) for move in moves
        ]
        index = random.randrange(len(moves))
        face = random.randrange(1, 7) if moves[index][0] == "R" else None
        other = naive.make(other, moves[index], face)
        state, _ = after(state, naive.write_move(moves[index]), () if face is None else (face - 1,))
        assert GAME.dump(state) == naive.write(other)
    assert other["turn"] is None


def test_every_face_is_a_branch() -> None:
    state = position("7;A;S5W8;A4,6,6;B2,2,6")
    faces = [step.state.die for step in branches(lambda chance: GAME.apply(state, state.seats[0], Roll(), chance))]
    assert faces == [1, 2, 3, 4, 5, 6]
    passes = list(branches(lambda chance: GAME.apply(with_die(start(2), 5), state.seats[0], Pass(), chance)))
    assert len(passes) == 1


def test_the_tables_are_not_empty() -> None:
    assert [len(table(f"controcorrente_{name}")) for name in ("worked", "legal", "games", "statistics", "perft")] == [
        34,
        5,
        4,
        9,
        12,
    ]
