"""What holds in every game of Splut!: conformance, invariants, and the symmetries of the arena."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.engine.chance import NoChance
from bot.engine.conform import Limits, conform
from bot.engine.core import Seat, Text
from bot.engine.games.splut import events
from bot.engine.games.splut.arena import AROUND, BACK, BEYOND, NUMBER, SQUARES, TIPS
from bot.engine.games.splut.game import SPLUT
from bot.engine.games.splut.moves import Turn
from bot.engine.games.splut.position import SplutOptions, State
from bot.i18n import LANGS, words

FLAGS: list[dict[str, Any]] = [
    {},
    {"lev_adjacent": "rigid"},
    {"lev_adjacent": "strict", "pull_throw": False},
    {"repetition": 0, "turn_cap": 40},
    {"first": "G"},
]
NEXT_WAY = {"s": "w", "w": "n", "n": "e", "e": "s"}  # by a quarter turn clockwise
NEXT_TEAM = dict(zip("RYGB", "YGBR", strict=True))
MIRRORED = {"e": "w", "w": "e", "n": "n", "s": "s"}


def has_words(text: Text) -> None:
    """Find a label's words in every language."""
    for lang in LANGS:
        words(lang).template(text.id, n=1)


@pytest.mark.parametrize("flags", FLAGS, ids=str)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_it_conforms(seats: int, flags: dict[str, Any]) -> None:
    options = SplutOptions.model_validate({"turn_cap": 25, **flags})
    outcome = conform(SPLUT, options, seats, bytes([seats]), limits=Limits(legal=60, remembered=60, every=9), say=has_words)
    assert outcome.places.count(1) >= 1


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_whole_games_conform(seats: int, seed: int) -> None:
    conform(SPLUT, SplutOptions(), seats, bytes([seed]), say=has_words)


def positions(seats: int, seed: int, **flags: Any) -> list[State]:
    """Play a random game of uniform steps; gives its states."""
    state = SPLUT.setup(SplutOptions.model_validate(flags), seats, NoChance()).state
    found, random = [state], Random(seed)
    while (seat := state.to_move) is not None:
        state = SPLUT.apply(state, seat, random_turn(state, random), NoChance()).state
        found.append(state)
    return found


def random_turn(state: State, random: Random) -> Turn:
    """Walk uniformly over parts."""
    text = ""
    while True:
        choice = random.choice(SPLUT.choices(state, Seat(state.to_move or 0), text))
        text = choice.text
        if choice.complete:
            return SPLUT.parse(state, Seat(state.to_move or 0), text)


@settings(max_examples=40)
@given(seats=st.sampled_from([2, 3, 4]), seed=st.integers(0, 10**6), flags=st.sampled_from(FLAGS))
def test_invariants(seats: int, seed: int, flags: dict[str, Any]) -> None:
    """Always four rocks; only a throw changes the number of pieces; nobody moves twice; the notation holds everything."""
    random = Random(seed)
    state = SPLUT.setup(SplutOptions.model_validate({"turn_cap": 30, **flags}), seats, NoChance()).state
    while (seat := state.to_move) is not None:
        turn = random_turn(state, random)
        step = SPLUT.apply(state, seat, turn, NoChance())
        before, after = SPLUT.view(state, None), SPLUT.view(step.state, None)
        assert len(after.rocks) == 4
        squares = [piece.square for piece in after.pieces] + [rock.square for rock in after.rocks]
        assert len(set(squares)) == len(squares)
        thrown = any(isinstance(event, events.Threw) for event in step.events)
        assert len(after.pieces) == len(before.pieces) or (thrown and len(after.pieces) < len(before.pieces))
        assert thrown or len(turn.moves) == before.allowance or turn.moves[-1].text == "--"
        loaded = SPLUT.load(SPLUT.dump(step.state), step.state.options)
        assert SPLUT.dump(loaded) == SPLUT.dump(step.state)
        assert loaded.position == step.state.position or step.state.over
        state = step.state


def turned(square: str) -> str:
    """Turn a square's name by a quarter, clockwise."""
    x, y = ord(square[0]) - ord("e"), int(square[1]) - 5
    return f"{chr(ord('e') + y)}{5 - x}"


def mirrored(square: str) -> str:
    """Mirror a square's name on the e file."""
    return f"{chr(2 * ord('e') - ord(square[0]))}{square[1]}"


def map_turn(text: str, squares: Any, ways: dict[str, str]) -> str:
    """Write a turn with its ways and squares mapped."""
    found = []
    for step in text.split(","):
        head, _, rock = step.partition("~")
        mapped = head if head == "--" else head[0] + "".join(ways.get(letter, letter) for letter in head[1:])
        found.append(f"{mapped}~{squares(rock)}" if rock else mapped)
    return ",".join(found)


def map_position(text: str, squares: Any, teams: dict[str, str]) -> str:
    """Write a position of six fields with its squares and teams mapped."""
    placement, side, *rest = text.split()[:6]
    board: dict[str, str] = {}
    for rank, row in zip(range(9, 0, -1), placement.split("/"), strict=True):
        names = [name for name in sorted(SQUARES) if name[1] == str(rank)]
        tokens: list[str] = []
        at = 0
        while at < len(row):
            size = 2 if row[at] in "RYGB" else 1
            tokens += ["."] * int(row[at]) if row[at].isdecimal() else [row[at : at + size]]
            at += size
        board |= {squares(name): token for name, token in zip(names, tokens, strict=True)}
    rows = []
    for rank in range(9, 0, -1):
        row = "".join(
            token if token in "ox." else teams[token[0]] + token[1]
            for token in (board[name] for name in sorted(SQUARES) if name[1] == str(rank))
        )
        for gap in range(9, 0, -1):
            row = row.replace("." * gap, str(gap))
        rows.append(row)
    return " ".join(["/".join(rows), teams.get(side, side), *[teams.get(field, field) for field in rest]])


@settings(max_examples=25)
@given(seats=st.sampled_from([2, 3, 4]), seed=st.integers(0, 10**6), flags=st.sampled_from(FLAGS[:3]))
def test_a_quarter_turn_commutes_with_play(seats: int, seed: int, flags: dict[str, Any]) -> None:
    random = Random(seed)
    state = random.choice(positions(seats, seed, **flags, turn_cap=30, repetition=0)[:-1])
    there = SPLUT.load(map_position(SPLUT.dump(state), turned, NEXT_TEAM), state.options)
    check_symmetry(state, there, random, turned, NEXT_WAY, NEXT_TEAM)


@settings(max_examples=25)
@given(seed=st.integers(0, 10**6), flags=st.sampled_from(FLAGS[:3]))
def test_a_mirror_commutes_with_play_of_two(seed: int, flags: dict[str, Any]) -> None:
    random = Random(seed)
    same = {team: team for team in "RYGB"}
    state = random.choice(positions(2, seed, **flags, turn_cap=60, repetition=0)[:-1])
    there = SPLUT.load(map_position(SPLUT.dump(state), mirrored, same), state.options)
    check_symmetry(state, there, random, mirrored, MIRRORED, same)


def check_symmetry(here: State, there: State, random: Random, squares: Any, ways: dict[str, str], teams: dict[str, str]) -> None:
    """Check that the same turns are legal and lead to the same positions, mapped."""
    (mine,), (other,) = SPLUT.to_act(here), SPLUT.to_act(there)
    legal = {map_turn(SPLUT.write(here, turn), squares, ways) for turn in SPLUT.legal(here, mine)}
    assert legal == {SPLUT.write(there, turn) for turn in SPLUT.legal(there, other)}
    turn = random_turn(here, random)
    after = SPLUT.apply(here, mine, turn, NoChance()).state
    mapped = map_turn(SPLUT.write(here, turn), squares, ways)
    mapped_after = SPLUT.apply(there, other, SPLUT.parse(there, other, mapped), NoChance()).state
    if after.over is None:
        assert SPLUT.dump(mapped_after).split()[:6] == map_position(SPLUT.dump(after), squares, teams).split()
    else:
        assert mapped_after.over or after.over == "turn_cap"


# The arena


def test_the_diamond() -> None:
    degrees = [sum(there != BEYOND for there in AROUND[square]) for square in range(BEYOND)]
    assert (len(SQUARES), sum(degrees) // 2) == (41, 64)
    assert [degrees.count(number) for number in (1, 2, 4)] == [4, 12, 25]
    assert {SQUARES[square] for square in range(BEYOND) if degrees[square] == 1} == set(TIPS)
    assert list(SQUARES) == sorted(SQUARES)
    for square in range(BEYOND):
        for way, there in enumerate(AROUND[square]):
            assert there == BEYOND or AROUND[there][BACK[way]] == square
    assert SQUARES[AROUND[NUMBER["e5"]][0]] == "e6"
    assert SQUARES[AROUND[NUMBER["e5"]][2]] == "f5"
