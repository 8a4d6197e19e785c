"""The house bot `steady`: legal everywhere, the same each time, sensible in pinned positions, and stronger than chance."""

from itertools import product
from random import Random

import pytest

from bot.engine.chance import NoChance, Seeded
from bot.engine.core import Seat
from bot.engine.games.controcorrente.position import ControcorrenteOptions, State
from bot.engine.registry import game
from bot.players.base import Budget, player, players
from bot.players.controcorrente.steady import Outlook, Spot, Steady
from bot.players.uniform import Uniform
from tests.players.strength import Pairing, play, rate

GAME = game("controcorrente")
STEADY = Steady()

OPTIONS = [
    ControcorrenteOptions(start=start, wave=wave, finished_players_roll=finished, wind_optional=optional, tie_break=ties)
    for (start, wave), (finished, optional, ties) in zip(
        [(3, 4), (3, 4), (4, 5), (2, 10), (9, 2), (5, 6), (3, 7), (2, 3), (6, 9), (4, 8)],
        [*product((False, True), repeat=3), (False, False, False), (True, True, True)],
        strict=True,
    )
]


def positions(options: ControcorrenteOptions, seats: int, seed: int) -> list[State]:
    """Play a random game and give its positions; now and then a seat resigns."""
    chance, random = Seeded(f"steady {seed}".encode()), Random(seed)
    state: State = GAME.setup(options, seats, chance).state
    found: list[State] = []
    while state.to_move is not None:
        found.append(state)
        seat = state.to_move
        if random.random() < 0.01:
            state = GAME.resign(state, seat).state
        else:
            notation = Uniform().choose(GAME, state, seat, random=random, budget=Budget())
            state = GAME.apply(state, seat, GAME.parse(state, seat, notation), chance).state
    return found


def choose(state: State) -> str:
    """Let the bot choose for whoever is to move."""
    assert state.to_move is not None
    return STEADY.choose(GAME, state, state.to_move, random=Random(0), budget=Budget())


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: str(OPTIONS.index(options)))
def test_every_choice_is_legal_and_the_same_again(options: ControcorrenteOptions, seats: int) -> None:
    for state in positions(options, seats, seed=seats):
        assert state.to_move is not None
        offered = [choice.text for choice in GAME.choices(state, state.to_move, "")]
        notation = choose(state)
        assert notation in offered
        assert choose(GAME.load(GAME.dump(state), options)) == notation


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: str(OPTIONS.index(options)))
def test_the_look_ahead_follows_the_rules(options: ControcorrenteOptions, seats: int) -> None:
    """Its actions are the game's, in the game's order, and each leads where the game leads."""
    for state in positions(options, seats, seed=10 + seats):
        seat = state.to_move
        if seat is None or state.die is None:
            continue
        outlook = Outlook(GAME.view(state, seat))
        ends = outlook.actions(outlook.now(seat), seat, state.die)
        assert [notation for notation, _ in ends] == [choice.text for choice in GAME.choices(state, seat, "")]
        for notation, spot in ends:
            after: State = GAME.apply(state, seat, GAME.parse(state, seat, notation), NoChance()).state
            if any(spot.fleets):
                spot = outlook.next_turn(spot)
            assert spot.fleets == tuple(fleet.afloat for fleet in after.fleets)
            assert spot.bollards == tuple(fleet.bollards for fleet in after.fleets)
            assert (spot.next_bollard, spot.sand) == (after.next_bollard, after.sand)
            if after.to_move is not None:
                assert spot.seat == after.to_move


@pytest.mark.parametrize(
    ("dump", "expected"),
    [
        ("1;A;S1W4;A3,3,3;B3,3,3;-", "R"),
        ("1;A;S1W4;A3,3,3;B3,3,3;*", "P"),
        ("4;B;S8W1;A5,8,8;B2,10,10;1", "M10"),  # twelve points at once, and two boats behind
        ("7;A;S5W8;A2,7,9;B3,3,6;1", "M7"),  # the surge docks
        ("14;B;S8W1;Ah12,x,x;B2,10,h11;1", "M10"),  # 11 + 10 beats 12 whatever follows
        ("7;B;S5W8;A1,6,h12;B4,h11,x;*", "CA6"),  # down to the waterfall at the round's end
    ],
)
def test_pinned_decisions(dump: str, expected: str) -> None:
    assert choose(GAME.load(dump, ControcorrenteOptions())) == expected


def test_shares_add_up_and_know_the_end() -> None:
    view = GAME.view(GAME.load("14;A;S8W1;A10,h12,x;Bh11,h10,x;1", ControcorrenteOptions()), Seat(0))
    outlook = Outlook(view)
    ((notation, spot),) = outlook.actions(outlook.now(0), 0, 1)
    assert notation == "M10"
    assert outlook.shares(spot, 2) == [0.5, 0.5]
    assert sum(outlook.shares(outlook.now(0), 2)) == pytest.approx(1.0)


def test_who_had_its_turn_waits_for_the_round_to_end() -> None:
    """A boat on tile 1 is lost to a seat that has moved, and not yet to one that has not."""
    outlook = Outlook(GAME.view(GAME.load("4;A;S8W1;A5,8,8;B2,10,10;1", ControcorrenteOptions()), Seat(0)))
    doomed, lost, saved = (
        outlook.shares(Spot((fleet, (9,)), ((), ()), 12, 7, seat), 0)[0] for fleet, seat in [((1,), 0), ((), 0), ((1,), -1)]
    )
    assert doomed == lost < saved


def test_tie_break_and_resignation_decide_a_result() -> None:
    ties = ControcorrenteOptions(tie_break=True)
    for options, dump, expected in [
        (ties, "14;A;S8W1;A10,h12,x;Bh11,h10,x;1", [1.0, 0.0]),
        (ControcorrenteOptions(), "14;A;S8W1;A10,h12,x;Bh11,h10,x!;1", [1.0, 0.0]),
        (ControcorrenteOptions(), "14;A;S8W1;A10,x,x;Bh12,h11,x!;1", [1.0, 0.0]),
    ]:
        outlook = Outlook(GAME.view(GAME.load(dump, options), Seat(0)))
        ((_, spot),) = outlook.actions(outlook.now(0), 0, 1)
        assert outlook.shares(spot, 2) == expected


def test_it_is_the_default_and_draws_nothing() -> None:
    levels = players("controcorrente")
    assert list(levels) == ["steady", "random"]
    assert player("controcorrente", "steady") is levels["steady"]
    assert (STEADY.draws, STEADY.heavy) == (False, False)
    random = Random(5)
    before = random.getstate()
    STEADY.choose(GAME, GAME.load("3;A;S9W2;A3,5,8;B4,4,6;4", ControcorrenteOptions()), Seat(0), random=random, budget=Budget())
    assert random.getstate() == before


@pytest.mark.parametrize(("seats", "games", "bound"), [(2, 300, 0.66), (3, 300, 0.45), (4, 300, 0.35)])
def test_it_beats_chance(seats: int, games: int, bound: float) -> None:
    """The seed is fixed; the bounds lie three and more standard deviations under what thousands of games give."""
    found = rate(play(Pairing("controcorrente", seats, "steady", "random"), number) for number in range(games))
    assert found.share > bound


def test_the_interval_is_wilsons() -> None:
    found = rate([1.0] * 70 + [0.0] * 30)
    assert (found.games, found.share) == (100, 0.7)
    assert found.low == pytest.approx(0.6042, abs=1e-4)
    assert found.high == pytest.approx(0.7811, abs=1e-4)
