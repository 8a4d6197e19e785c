"""The notations of Splut!: turns as people type them, notes, near suggestions, and positions read strictly."""

import copy
import pickle
from typing import Any

import pytest

from bot.engine.core import Seat
from bot.engine.games.splut.game import SPLUT
from bot.engine.games.splut.moves import MOVES, Turn
from bot.engine.games.splut.position import SplutOptions
from bot.errors import IllegalAction, ParseError
from tests.engine.test_splut_rules import EXAMPLES, STARTS, load, mover, play, start

STANDARD = SplutOptions()


def test_there_is_one_object_for_each_step() -> None:
    assert len(MOVES) == 4 + 4 * 41 + 4 * 2 + 4 * 2 * 4 + 4 + 1
    for text, move in MOVES.items():
        assert move.text == text
        assert copy.deepcopy(move) is move
        assert pickle.loads(pickle.dumps(move)) is move  # noqa: S301 - its own bytes


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("Sn,Te+*n", "Sn,Te+*n"),
        (" sn , TE + * N ", "Sn,Te+*n"),
        ("SE~D5,dw,--", "Se~d5,Dw,--"),
        ("te*e", "Te*e"),
        ("Se~d5,Se~e5,Sn~f5", "Se~d5,Se~e5,Sn~f5"),
    ],
)
def test_turns_are_read_leniently(typed: str, written: str) -> None:
    state = start(2)
    action = SPLUT.parse(state, Seat(0), typed)
    assert SPLUT.write(state, action) == written
    assert SPLUT.parse(state, Seat(1), written) == action == Turn(tuple(MOVES[step] for step in written.split(",")))


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "S",
        "Sx",
        "Sn,",
        ",Sn",
        "Sn;Tn",
        "Sn~",
        "Sn~j5",
        "Sn~a1",
        "Sn+",
        "Tn~d5",
        "Tn*+",
        "Dn*n",
        "-",
        "Sn#",
        "Sn#R#R",
        "S" * 999,
    ],
)
def test_what_is_no_turn(typed: str) -> None:
    state = start(2)
    with pytest.raises(ParseError) as refused:
        SPLUT.parse(state, Seat(0), typed)
    assert refused.value.code == "splut.parse.turn"
    assert len(refused.value.params["text"]) <= 40
    assert set(refused.value.near) <= {"Sn", "Tn", "Dn"}
    assert refused.value.near
    with pytest.raises(ParseError) as other:
        SPLUT.parse(state, Seat(1), typed)
    assert other.value.near == ()


def test_near_turns_keep_what_is_right() -> None:
    state, _ = play(start(2), "Dn", "Ds,Dn", "Dn,Ds,Dn")
    with pytest.raises(ParseError) as refused:
        SPLUT.parse(state, mover(state), "Ss,Sx,Sn")
    assert len(refused.value.near) == 5
    assert all(notation.startswith("Ss,") for notation in refused.value.near)
    assert any(notation.endswith(",Sn") for notation in refused.value.near)
    for notation in refused.value.near:
        play(state, notation)


@pytest.mark.parametrize(
    ("name", "turn", "annotated"),
    [
        ("XT10", "Te*e", "Te*e#G"),
        ("XT18", "Te*e", "Te*e#R"),
        ("XT13", "Te*e", "Te*e!G"),
        ("XT15", "Te*e", "Te*e!R"),
        ("XT5", "Te*e", "Te*e"),
        ("XE2", "--", "--"),
        ("XE8", "De,Dw,Tw", "De,Dw,Tw"),
    ],
)
def test_notes(name: str, turn: str, annotated: str) -> None:
    state = load(EXAMPLES[name].split(" > ")[0])
    action = SPLUT.parse(state, mover(state), turn)
    assert SPLUT.annotate(state, action) == annotated
    assert SPLUT.parse(state, mover(state), annotated) == action
    assert SPLUT.write(state, action) == turn
    for wrong in {f"{turn}#G", f"{turn}#Y", f"{turn}!G", f"{turn}!R", f"{turn}#R"} - {annotated}:
        with pytest.raises(ParseError) as refused:
            SPLUT.parse(state, mover(state), wrong)
        assert (refused.value.code, refused.value.near) == ("splut.parse.note", (annotated,))


def test_the_note_of_an_illegal_turn_is_let_pass() -> None:
    """What the turn itself is told for matters more."""
    state = load(EXAMPLES["XT8"].split(" > ")[0])
    with pytest.raises(IllegalAction):
        play(state, "Te*e#G")


@pytest.mark.parametrize("text", [line.split(" > ")[0] for line in EXAMPLES.values()] + list(STARTS.values()))
def test_positions_are_read_as_they_are_written(text: str) -> None:
    assert SPLUT.dump(load(text)) == text


GOOD = [
    "o/2Gs/5/7/o2oRt3o/7/5/Rs2/1 R 9 2 - d5",
    "o/2Gs/5/7/o2o4o/7/5/Rs2/1 R 9 1 . d5",
    "o/2Gs/5/7/o2x4o/7/5/Rs2/1 R 9 2 ~e9 e9",
    "o/2Gs/5/7/o2x4o/7/5/Rs2/1 R 9 2 - d5",
    "o/2Gs/5/Ys6/o2x4o/7/5/Rs2/1 R 9 3 - - B",
    "o/2Gs/5/7/o2x4o/7/5/Rs2/1 R 9 3 - - BY",
    "o/2Gs/5/7/o2x4o/7/5/Rs2/1 R 9 3 - - Y",
    "o/2Gs/5/7/o2o4o/7/5/Rs2/1 R 9 3 - - Y o/2Gs/5/7/o2o4o/7/5/Rs2/1R;o/2Gs/5/7/o2x4o/7/5/Rs2/1G",
    "o/3/5/7/o2o4o/7/5/Rs2/1 # R",
    "o/3/5/7/o2o4o/7/5/Rs2/1 # R YG",
    "o/3/5/7/o2o4o/7/5/Rs2/1 # R GY",
    "o/3/5/7/o2o4o/7/5/Rs2/1 # R GBY",
    "o/2Gs/5/7/o2o4o/7/5/Rs2/1 # =",
    "o/2Gs/5/7/o2o4o/7/5/Rs2/1 # = Y",
]


@pytest.mark.parametrize("text", GOOD)
def test_what_a_position_may_hold(text: str) -> None:
    state = load(text)
    assert SPLUT.dump(state) == text
    assert (SPLUT.outcome(state) is not None) == ("#" in text)


def test_fallen_teams_keep_their_order() -> None:
    outcome = SPLUT.outcome(load("o/3/5/7/o2o4o/7/5/Rs2/1 # R GBY"))
    assert outcome is not None
    assert outcome.places == (1, 2, 4, 3)


PLACED = "o/2Gs/5/7/o2o4o/7/5/Rs2/1"

BAD: list[tuple[str, str, dict[str, Any]]] = [
    ("", "fields", {}),
    (PLACED, "fields", {}),
    (f"{PLACED} R 0 3 - -", "fields", {}),
    (f"{PLACED} R 9 4 - -", "fields", {}),
    (f"{PLACED} R 9 3 - - Y  x", "fields", {}),
    (f" {PLACED} R 9 3 - -", "fields", {}),
    (f"{PLACED} # ==", "fields", {}),
    ("o/2Gs/5/7/o2o4o/7/5/Rs2 R 9 3 - -", "placement", {}),
    ("o/2Gs/5/7/o2o5o/7/5/Rs2/1 R 9 3 - -", "placement", {"text": "o2o5o"}),
    ("o/2Gs/5/7/o2o31o/7/5/Rs2/1 R 9 3 - -", "placement", {"text": "o2o31o"}),
    ("o/2Gs/5/7/o2o4?/7/5/Rs2/1 R 9 3 - -", "placement", {"text": "o2o4?"}),
    ("o/2Gs/5/7/o2o4o/7/5/Rs2/Rs R 9 3 - -", "pieces", {"rocks": 4}),
    ("o/2Gs/5/7/o2o4o/7/5/Rs2/o R 9 3 - -", "pieces", {"rocks": 4}),
    ("o/2Gs/5/7/o2o4o/7/5/Rs2/Yt R 9 3 - -", "sorcerer", {}),
    ("o/3/5/7/o2o4o/7/5/Rs2/1 R 9 3 - -", "teams", {}),
    (f"{PLACED} Y 9 3 - -", "mover", {"side": "Y"}),
    (f"{PLACED} R 2 3 - -", "left", {"turn": 2, "n": 2}),
    (f"{PLACED} R 9 3 - d5", "marks", {}),
    (f"{PLACED} R 9 3 . -", "marks", {}),
    (f"{PLACED} R 9 2 - e5", "marks", {}),
    (f"{PLACED} R 9 2 - a1", "marks", {}),
    (f"{PLACED} R 9 2 - i5d5", "marks", {}),
    (f"{PLACED} R 9 2 - d5d5", "marks", {}),
    (f"{PLACED} R 9 2 ~a1 d5", "marks", {}),
    (f"{PLACED} R 9 2 ~d5 -", "marks", {}),
    (f"{PLACED} R 9 2 ~e5 d5", "marks", {}),
    ("o/2Gs/5/7/o2x4o/7/5/Rs2/1 R 9 2 ~d5 d5", "marks", {}),
    (f"{PLACED} R 9 3 - - R", "fallen", {"text": "R"}),
    (f"{PLACED} R 9 3 - - B", "fallen", {"text": "B"}),
    (f"{PLACED} R 9 3 - - YY", "fallen", {"text": "YY"}),
    ("o/3/5/7/o2o4o/7/5/Rs2/1 # R G", "fallen", {"text": "G"}),
    (f"{PLACED} R 9 3 - - - {PLACED}R;{PLACED}R", "twice", {}),
    (f"{PLACED} R 9 3 - - - {PLACED}", "twice", {}),
    (f"{PLACED} R 9 3 - - - ;", "twice", {}),
    (f"{PLACED} R 9 3 - - - 9R", "placement", {}),
    (f"{PLACED} # R", "over", {}),
    (f"{PLACED} # G", "over", {}),
    ("o/3/5/7/o2o4o/7/5/Rs2/1 # =", "over", {}),
    ("o/3/5/7/o2x4o/7/5/Rs2/1 # R", "over", {}),
]


@pytest.mark.parametrize(("text", "code", "params"), BAD)
def test_what_is_no_position(text: str, code: str, params: dict[str, Any]) -> None:
    with pytest.raises(ParseError) as refused:
        load(text)
    assert refused.value.code == f"splut.load.{code}"
    assert refused.value.params.items() >= params.items()


def test_positions_that_occurred_twice_need_the_rule() -> None:
    with pytest.raises(ParseError) as refused:
        load(f"{PLACED} R 9 3 - - - {PLACED}R", repetition=0)
    assert refused.value.code == "splut.load.twice"
