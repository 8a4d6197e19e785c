"""Splut!'s house bot: finds every kill, leaves none that it can avoid, repeats nothing for nothing, keeps its time, and wins."""

from dataclasses import replace
from random import Random
from time import perf_counter
from typing import Any

import pytest

from bot.engine.chance import NoChance
from bot.engine.core import Seat
from bot.engine.games.splut.arena import NOWHERE, UNMARKED
from bot.engine.games.splut.game import SPLUT
from bot.engine.games.splut.moves import Position, Rules
from bot.engine.games.splut.play import take, turns
from bot.engine.games.splut.position import SplutOptions, State
from bot.players.base import Budget, player, players
from bot.players.splut.kills import Hunt
from bot.players.splut.steady import End, Steady, Thought, turns_from
from bot.players.uniform import Uniform
from tests.players.killer import Killer, suicide
from tests.players.strength import rate

STEADY = Steady()
UNHURRIED = Budget(60.0)
RULES = [Rules(), Rules(follow=True, lead=True), Rules(follow=False, pull_throw=False)]
FLAGS: list[dict[str, Any]] = [{}, {"lev_adjacent": "rigid"}, {"lev_adjacent": "strict", "pull_throw": False}]


def positions(seats: int, seed: int, **flags: Any) -> list[State]:
    """Play a random game and give its states; now and then a seat resigns."""
    random = Random(seed)
    state = SPLUT.setup(SplutOptions.model_validate(flags), seats, NoChance()).state
    found: list[State] = []
    while (seat := state.to_move) is not None:
        found.append(state)
        if random.random() < 0.01:
            state = SPLUT.resign(state, seat).state
            continue
        text = Uniform().choose(SPLUT, state, seat, random=random, budget=UNHURRIED)
        state = SPLUT.apply(state, seat, SPLUT.parse(state, seat, text), NoChance()).state
    return found


def sample(seats: int, count: int, **flags: Any) -> list[State]:
    """Pick states from random games."""
    random = Random(f"{seats} {flags}")
    states = [state for seed in range(4) for state in positions(seats, seed, **flags)]
    return random.sample(states, min(count, len(states)))


def choose(state: State, seconds: float = 60.0) -> str:
    """Let the bot choose for the seat to move."""
    assert state.to_move is not None
    return STEADY.choose(SPLUT, state, state.to_move, random=Random(0), budget=Budget(seconds))


def after(state: State, text: str) -> State:
    """Play a turn."""
    seat = Seat(state.to_move or 0)
    return SPLUT.apply(state, seat, SPLUT.parse(state, seat, text), NoChance()).state


def sides(state: State) -> list[int]:
    """List the living sides other than the one to move."""
    return [state.side_of(seat) for seat in state.living if seat != state.to_move]


def kills(position: Position, rules: Rules, victims: list[int]) -> bool:
    """Tell by trying every turn whether one kills."""
    for line in turns(position, rules):
        here, flight = position, None
        for move in line:
            here, flight = take(here, move)
        if flight is not None and flight.slain in victims:
            return True
    return False


@pytest.mark.parametrize("rules", RULES, ids=str)
@pytest.mark.parametrize("seats", [2, 4])
def test_the_hunt_finds_a_kill_exactly_where_there_is_one(rules: Rules, seats: int) -> None:
    found = []
    for state in sample(seats, 40):
        victims = sides(state)
        hunt = Hunt(state.position, rules, victims).first()
        assert (hunt is not None) == kills(state.position, rules, victims)
        if hunt is not None:
            position, flight = state.position, None
            for move in hunt:
                position, flight = take(position, move)
            assert flight is not None
            assert flight.slain in victims
        found.append(hunt is not None)
    assert 3 < sum(found) < len(found)


@pytest.mark.parametrize("flags", FLAGS, ids=str)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_choice_is_legal(seats: int, flags: dict[str, Any]) -> None:
    for state in sample(seats, 8, **flags):
        text = choose(state, 0.02)
        assert SPLUT.write(state, SPLUT.parse(state, Seat(state.to_move or 0), text)) == text
        after(state, text)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_it_kills_when_it_can(seats: int) -> None:
    tried = 0
    for state in sample(seats, 60):
        if Hunt(state.position, state.options.rules, sides(state)).first() is not None:
            tried += 1
            assert len(after(state, choose(state, 0.3)).living) == len(state.living) - 1
    assert tried > 3


def test_it_leaves_no_kill_that_it_can_avoid() -> None:
    """In a duel, as far as any turn at all is safe; where none is, it lives on as long as the other errs."""
    tried = 0
    for state in sample(2, 16):
        side, rules = state.position.side, state.options.rules
        if Hunt(state.position, rules, sides(state)).first() is not None:
            continue
        safe = any(
            slain == NOWHERE and Hunt(end, rules, [side]).first() is None for _, end, slain in turns_from(state.position, rules)
        )
        chosen = after(state, choose(state, 1.0))
        if safe:
            tried += 1
            assert Hunt(chosen.position, rules, [side]).first() is None
        assert state.seat_of(side) in chosen.living
    assert tried > 5


def test_it_does_not_leave_everything_as_it_is() -> None:
    """The start of XE8: the one turn that changes nothing, though safe, is not what it plays."""
    state = SPLUT.load("o/2Gs/5/7/o1RdRt4o/7/2Rs2/3/o R 9 3 - -", SplutOptions())
    chosen = after(state, choose(state, 1.0))
    assert chosen.position.board.translate(UNMARKED) != state.position.board.translate(UNMARKED)


def test_what_it_prefers() -> None:
    """Ends from the best to the worst; a glance never makes up for more than itself."""
    state = SPLUT.load("o/2Gs/5/7/o1RdRt4o/7/2Rs2/3/o R 9 3 - -", SplutOptions())
    thought = Thought(state, 0.0, 1.0)
    plain = End((), state.position, NOWHERE, draws=False, idle=False, glance=0.0)
    ends = [
        replace(plain, danger=0, escapes=0.0, glance=-9.0),
        replace(plain, danger=0, escapes=0.2),
        replace(plain, danger=0, escapes=0.9, glance=9.0),
        replace(plain, danger=0, glance=5.0),
        replace(plain, danger=0, glance=4.0),
        replace(plain, danger=0, idle=True, escapes=0.1, glance=9.0),
        replace(plain, danger=0, trap=True, escapes=0.1, glance=9.0),
        replace(plain, danger=0, draws=True, glance=9.0),
        replace(plain, glance=9.0),
        replace(plain, danger=1),
        replace(plain, danger=4, glance=9.0),
        replace(plain, slain=state.position.side, glance=9.0, danger=0),
    ]
    backwards = ends[::-1]
    assert sorted(backwards, key=thought.rank) == ends


def test_it_does_not_draw_for_nothing() -> None:
    """The turn it likes best is refused once it would be the third occurrence."""
    state = SPLUT.load("o/2Gs/5/7/o1RdRt4o/7/2Rs2/3/o R 9 3 - -", SplutOptions())
    liked = after(state, choose(state, 1.0))
    placement = SPLUT.dump(liked).split()[0]
    again = SPLUT.load(f"{SPLUT.dump(state)} - {placement}G", SplutOptions())
    assert after(again, choose(again, 1.0)).over is None


def test_it_draws_rather_than_die() -> None:
    """Whatever it does it can be killed, but one turn makes the game a draw."""
    lost = next(
        state
        for seed in range(40)
        for state in positions(2, seed)
        if state.position.turn > 3
        and Hunt(state.position, Rules(), sides(state)).first() is None
        and all(
            slain != NOWHERE or Hunt(end, Rules(), [state.position.side]).first()
            for _, end, slain in turns_from(state.position, Rules())
        )
    )
    end = next(end for _, end, slain in turns_from(lost.position, Rules()) if slain == NOWHERE)
    line = after(
        lost, next(SPLUT.write(lost, turn) for turn in SPLUT.legal(lost, Seat(lost.to_move or 0)) if _leads(lost, turn, end))
    )
    key = f"{SPLUT.dump(line).split()[0]}{SPLUT.dump(line).split()[1]}"
    saved = SPLUT.load(f"{' '.join(SPLUT.dump(lost).split()[:6])} - {key}", SplutOptions())
    assert after(saved, choose(saved, 2.0)).over == "repetition"
    assert after(lost, choose(lost, 2.0)).over is None


def _leads(state: State, turn: Any, end: Position) -> bool:
    position = state.position
    for move in turn.moves:
        position, _ = take(position, move)
    return position == end


def test_it_plays_the_only_turn_there_is() -> None:
    state = SPLUT.load("o/2Gs/5/5o1/RsGd5GtRt/1o5/5/3/o R 9 3 - -", SplutOptions())
    assert choose(state) == "--"


def test_it_finishes_a_turn_that_has_begun() -> None:
    state = SPLUT.load("o/2Gs/5/7/o4o2o/7/3Rs1/3/1 R 9 1 ~f5 f5", SplutOptions())
    text = choose(state)
    assert "," not in text
    after(state, text)


def test_it_sees_no_more_than_the_position() -> None:
    """What a worker process reads from the text is all it needs."""
    for state in sample(2, 5):
        again = SPLUT.load(SPLUT.dump(state), state.options)
        if Hunt(state.position, Rules(), sides(state)).first() is None:
            assert choose(state, 0.2) is not None
            assert choose(again, 0.2) is not None


@pytest.mark.parametrize("seats", [2, 4])
def test_it_keeps_to_its_time(seats: int) -> None:
    for state in sample(seats, 3):
        began = perf_counter()
        choose(state, 0.5)
        assert perf_counter() - began < 1.5  # twice the time and a second is what a worker is given; this machine may be busy


def test_who_it_is() -> None:
    assert list(players("splut")) == ["steady", "random"]
    bot = player("splut", "steady")
    assert (bot.level, bot.draws, bot.heavy) == ("steady", False, True)


@pytest.mark.parametrize(("other", "least"), [(Uniform(), 0.8), (Killer(), 0.7)], ids=["random", "killer"])
def test_it_is_stronger(other: Uniform | Killer, least: float) -> None:
    """A small form of the measurement: `python -m tests.players.strength splut --games 200 --seconds 0.25 --against killer`."""
    shares = []
    for number in range(8):
        random = Random(number)
        state = SPLUT.setup(SplutOptions(), 2, NoChance()).state
        while (seat := state.to_move) is not None:
            bot = STEADY if seat == number % 2 else other
            state = after(state, bot.choose(SPLUT, state, seat, random=random, budget=Budget(0.1)))
        shares.append(1.0 if state.living == (number % 2,) else 0.5 if len(state.living) == 2 else 0.0)
    assert rate(shares).share >= least


def test_the_killer_kills_and_does_not_kill_itself() -> None:
    for state in sample(2, 30):
        seat = Seat(state.to_move or 0)
        text = Killer().choose(SPLUT, state, seat, random=Random(1), budget=UNHURRIED)
        can = Hunt(state.position, Rules(), sides(state)).first() is not None
        chosen = after(state, text)
        assert (len(chosen.living) < 2 and seat in chosen.living) == can
        assert not suicide(state, SPLUT.parse(state, seat, text))
