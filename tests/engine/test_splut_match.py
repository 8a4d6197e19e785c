"""Splut! as a match: elimination and places, repetition, the turn cap, resignation, refusals, options, what a position holds."""

from itertools import pairwise
from typing import Any

import pytest
from pydantic import ValidationError

from bot.engine.chance import NoChance
from bot.engine.core import Code, Outcome, Seat, Text, Who
from bot.engine.games.splut import events
from bot.engine.games.splut.events import Standing
from bot.engine.games.splut.game import SPLUT
from bot.engine.games.splut.position import SplutOptions, State, key_of
from bot.errors import IllegalAction, MatchOver, ParseError, Refusal
from tests.engine.test_splut_rules import EXAMPLES, load, mover, play, start

TURNABOUT = "o/2Gs/5/7/o1RdRt4o/3GdGt2/5/Rs2/o R 9 3 - -"  # each side can leave everything where it was (XE8)
NULL = ("De,Dw,Tw", "De,Dw,Tw")


# Elimination and places


def test_the_last_team_wins_and_later_deaths_rank_better() -> None:
    state = load("o/1GtGs/5/Ys6/oYt1Rto3o/7/5/1Rs1/1 R 9 3 - -")
    # Red kills nobody; Yellow falls by resignation, then Green.
    state = SPLUT.resign(state, Seat(1)).state
    assert SPLUT.outcome(state) is None
    step = SPLUT.resign(state, Seat(2))
    assert SPLUT.outcome(step.state) == Outcome((1, 3, 2), None, "splut.over.won")
    assert step.events[-1] == events.Over("won", (Seat(0),), (1, 3, 2))
    assert SPLUT.dump(step.state) == "o/3/5/7/o2Rto3o/7/5/1Rs1/1 # R"
    assert SPLUT.to_act(step.state) == frozenset()


def test_a_draw_is_shared_by_the_living() -> None:
    state = SPLUT.resign(start(4, turn_cap=1), Seat(2)).state
    state, told = play(state, "Dw")
    assert SPLUT.outcome(state) == Outcome((1, 1, 4, 1), None, "splut.over.drawn")
    assert told[-2:] == [events.Capped(1), events.Over("drawn", (Seat(0), Seat(1), Seat(3)), (1, 1, 4, 1))]


# Repetition (H1)


def test_the_third_occurrence_is_a_draw() -> None:
    state = load(TURNABOUT)
    seen = []
    while SPLUT.outcome(state) is None:
        state, told = play(state, NULL[0])
        seen += [event.times for event in told if isinstance(event, events.Repeated)]
    assert seen == [2, 2, 3]
    assert SPLUT.outcome(state) == Outcome((1, 1), None, "splut.over.drawn")
    assert SPLUT.dump(state) == "o/2Gs/5/7/o1RdRt4o/3GdGt2/5/Rs2/o # ="
    assert state.over == "repetition"


def test_a_position_says_what_has_occurred_twice() -> None:
    state = load(TURNABOUT)
    assert SPLUT.view(state, None).times == 1
    state, _ = play(state, *NULL)
    assert SPLUT.view(state, None).times == 2
    text = SPLUT.dump(state)
    assert text == "o/2Gs/5/7/o1RdRt4o/3GdGt2/5/Rs2/o R 11 3 - - - o/2Gs/5/7/o1RdRt4o/3GdGt2/5/Rs2/oR"
    again = load(text)
    assert SPLUT.dump(again) == text
    assert SPLUT.view(again, None).times == 2
    state, _ = play(again, "De,Dw,Tw", "De,Dw,Tw")
    assert state.over == "repetition"


def test_without_repetition_the_game_goes_on() -> None:
    state = load(TURNABOUT, repetition=0)
    assert SPLUT.view(state, None).times == 0
    for _ in range(10):
        state, told = play(state, "De,Dw,Tw")
        assert not any(isinstance(event, events.Repeated) for event in told)
    assert SPLUT.outcome(state) is None


def test_locks_and_seat_tell_positions_apart() -> None:
    texts = [TURNABOUT, TURNABOUT.replace(" R 9", " G 9"), TURNABOUT.replace("/o R", "/x R")]
    assert len({key_of(load(text).position) for text in texts}) == len(texts)
    assert key_of(load(TURNABOUT.replace("R 9", "R 3")).position) == key_of(load(TURNABOUT).position)


def test_what_cannot_come_back_is_forgotten() -> None:
    state, _ = play(load(TURNABOUT), *NULL)
    assert state.twice
    gone = load(EXAMPLES["XT13"].split(" > ")[0])
    crushed, _ = play(gone, "Te*e")
    assert (len(crushed.once), crushed.twice) == (1, ())


# Turn cap (H2)


@pytest.mark.parametrize(
    ("seats", "given", "cap"), [(2, {}, 200), (3, {}, 300), (4, {}, 400), (2, {"turn_cap": 5}, 5), (2, {"turn_cap": 0}, 0)]
)
def test_caps(seats: int, given: dict[str, Any], cap: int) -> None:
    assert SPLUT.view(start(seats, **given), None).cap == cap


def test_the_cap_draws_after_its_turn() -> None:
    state = load("o/2Gs/5/7/o1RdRt4o/3GdGt2/5/Rs2/o R 199 3 - -", repetition=0)
    state, _ = play(state, "De,Dw,Tw")
    assert SPLUT.outcome(state) is None
    state, told = play(state, "De,Dw,Tw")
    assert told[-2] == events.Capped(200)
    assert state.over == "turn_cap"
    with pytest.raises(MatchOver):
        SPLUT.apply(state, Seat(0), SPLUT.parse(state, Seat(0), "De"), NoChance())


def test_a_win_on_the_last_turn_is_a_win() -> None:
    state, _ = play(load(EXAMPLES["XT10"].split(" > ")[0].replace("R 9", "R 200")), "Te*e")
    assert state.over == "won"


# Resignation (H3)


def test_a_seat_not_to_move_leaves_everything_else_as_it_is() -> None:
    state = load("o/Gt1Gs/5/Yd6/o1Rto2Ys1x/Yt6/5/1Rs1/1 R 9 2 ~d5 d5")
    step = SPLUT.resign(state, Seat(1))
    assert SPLUT.dump(step.state) == "o/Gt1Gs/5/7/o1Rto4x/7/5/1Rs1/1 R 9 2 ~d5 d5"
    assert step.events == (
        events.Resigned(
            Seat(1), (Standing("sorcerer", Seat(1), "g5"), Standing("troll", Seat(1), "b4"), Standing("dwarf", Seat(1), "b6"))
        ),
    )


def test_the_seat_to_move_ends_its_turn_and_locks_what_it_moved() -> None:
    state = load("o/Gt1Gs/5/Yd6/o1Rto2Ys1x/Yt6/5/1Rs1/1 R 9 2 ~d5 d5")
    assert SPLUT.dump(SPLUT.resign(state, Seat(0)).state) == "o/Gt1Gs/5/Yd6/o2x2Ys1o/Yt6/5/3/1 Y 10 3 - -"


def test_a_seat_leaves_once() -> None:
    state = SPLUT.resign(start(3), Seat(0)).state
    assert SPLUT.dump(state) == "o/GtGdGs/5/Ys6/oYd6o/Yt6/5/3/o Y 2 2 - -"
    with pytest.raises(IllegalAction) as refused:
        SPLUT.resign(state, Seat(0))
    assert refused.value.code == "engine.already_resigned"
    over = SPLUT.resign(state, Seat(1)).state
    with pytest.raises(MatchOver):
        SPLUT.resign(over, Seat(2))
    with pytest.raises(Refusal):
        SPLUT.resign(state, Seat(3))


# Refusals


CASES = [
    (
        "XT4",
        "Te,Se,Se",
        "troll_blocked",
        "troll",
        {"square": Code("e5"), "what": Text("splut.piece.dwarf", {"who": Who(Seat(1))})},
    ),
    ("XT3", "Te+,Se,Se", "no_pull", "troll", {"way": Text("splut.way.w")}),
    ("XT5", "Te,Se,Se", "must_throw", "throw", {"square": Code("d5")}),
    ("XT1", "Te*e", "no_throw", "throw", {"square": Code("e5")}),
    ("XT8", "Te*e", "throw_blocked", "throw", {"square": Code("e5"), "what": Text("splut.piece.rock")}),
    ("XT21", "Te+*w", "throw_blocked", "throw", {"square": Code("c5"), "what": Text("splut.piece.rock")}),
    ("XD4", "De,Sn,Sn", "push_edge", "dwarf", {"way": Text("splut.way.e")}),
    ("XL2", "Se~d5,Sn,Sn", "sorcerer_blocked", "sorcerer", {"square": Code("d5"), "what": Text("splut.piece.rock")}),
    (
        "XL4",
        "Se~d5,Sn,Sn",
        "rock_blocked",
        "sorcerer",
        {"square": Code("e5"), "what": Text("splut.piece.sorcerer", {"who": Who(Seat(1))})},
    ),
    ("XL4", "Se~i5,Sn,Sn", "rock_edge", "sorcerer", {"square": Code("i5"), "way": Text("splut.way.e")}),
    ("XL5", "Se~d5,Sn,Sn", "locked", "sorcerer", {"square": Code("d5")}),
    ("XL1", "Se~f5,Sn,Sn", "no_rock", "sorcerer", {"square": Code("f5")}),
    ("XL9", "Se~d5,Sw~f5,Sn", "other_rock", "sorcerer", {"square": Code("e5")}),
    ("XL10", "Se~d5,De,Sw~e5", "levitation_over", "sorcerer", {}),
    ("XL1", "Ds,Sn,Sn", "no_dwarf", "setup", {}),
    ("XL1", "Tn,Sn,Sn", "no_troll", "setup", {}),
    ("XT5", "Se,Se,Se", "edge", "turn", {"from": Code("f2"), "way": Text("splut.way.e")}),
    ("XE2", "Se", "must_pass", "turn", {}),
    ("XT5", "--", "pass", "turn", {}),
]


@pytest.mark.parametrize(("name", "turn", "code", "rule", "params"), CASES)
def test_an_illegal_step(name: str, turn: str, code: str, rule: str, params: dict[str, Any]) -> None:
    state = load(EXAMPLES[name].split(" > ")[0])
    with pytest.raises(IllegalAction) as refused:
        play(state, turn)
    error = refused.value
    assert (error.code, error.rule) == (f"splut.illegal.{code}", rule)
    assert error.params.items() >= params.items()
    number = error.params["number"]
    assert error.params["step"] == Code(turn.split(",")[number - 1])
    assert 1 <= len(error.near) <= 5
    for notation in error.near:
        play(state, notation)


def test_a_throw_off_the_board() -> None:
    with pytest.raises(IllegalAction) as refused:
        play(load("1/1Rto/4Gs/7/o7o/7/5/Rs2/o R 9 3 - -"), "Te*n")
    assert (refused.value.code, refused.value.params["aim"]) == ("splut.illegal.throw_edge", Text("splut.way.n"))


def test_no_pull_with_a_throw() -> None:
    state = load(EXAMPLES["XT20"].split(" > ")[0], pull_throw=False)
    for turn, code in (("Te+*n", "no_pull_throw"), ("Te+*w", "no_pull_throw")):
        with pytest.raises(IllegalAction) as refused:
            play(state, turn)
        assert (refused.value.code, refused.value.rule) == (f"splut.illegal.{code}", "options")


@pytest.mark.parametrize(
    ("name", "turn", "code", "params"),
    [
        ("XE5", "Dn,Sn", "long", {"steps": 2, "n": 1}),
        ("XT1", "Te,Se", "short", {"steps": 2, "n": 3}),
        ("XT5", "Te*e,Sn", "after_throw", {"step": Code("Te*e")}),
        ("XE2", "--,Sn", "after_pass", {}),
    ],
)
def test_a_turn_of_the_wrong_length(name: str, turn: str, code: str, params: dict[str, Any]) -> None:
    state = load(EXAMPLES[name].split(" > ")[0])
    with pytest.raises(IllegalAction) as refused:
        play(state, turn)
    assert (refused.value.code, refused.value.rule, refused.value.params) == (f"splut.illegal.{code}", "turn", params)
    for notation in refused.value.near:
        play(state, notation)


# Options


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"repetition": 2}, "splut.options.repetition"),
        ({"turn_cap": -1}, "splut.options.turn_cap"),
        ({"turn_cap": 10_001}, "splut.options.turn_cap"),
        ({"first": "A"}, "literal_error"),
        ({"lev_adjacent": "never"}, "literal_error"),
        ({"bump": True}, "extra_forbidden"),
    ],
)
def test_wrong_options(given: dict[str, Any], code: str) -> None:
    with pytest.raises(ValidationError) as refused:
        SplutOptions.model_validate(given)
    assert [error["type"] for error in refused.value.errors()] == [code]


def test_the_schema_of_every_option_is_one_that_commands_have() -> None:
    for schema in SplutOptions.model_json_schema()["properties"].values():
        ranged = schema.get("type") == "integer" and {"minimum", "maximum"} <= set(schema)
        assert ranged or schema.get("type") == "boolean" or "enum" in schema


# The view


def test_the_view() -> None:
    state = load("o/Gt1Gs/5/Yd6/o1Rto2Ys1x/Yt6/5/1Rs1/1 R 9 2 ~d5 d5")
    view = SPLUT.view(state, None)
    assert view == SPLUT.view(state, Seat(2))
    assert (view.letters, view.turn, view.to_move, view.allowance, view.left) == ("RYG", 9, 0, 3, 2)
    assert [(piece.owner, piece.what, piece.square) for piece in view.pieces] == [
        (0, "sorcerer", "e2"),
        (0, "troll", "c5"),
        (1, "sorcerer", "g5"),
        (1, "troll", "b4"),
        (1, "dwarf", "b6"),
        (2, "sorcerer", "f8"),
        (2, "troll", "d8"),
    ]
    rocks = [(rock.square, rock.locked, rock.moved, rock.levitated) for rock in view.rocks]
    assert rocks == [
        ("a5", False, False, False),
        ("d5", False, True, True),
        ("e9", False, False, False),
        ("i5", True, False, False),
    ]
    assert (view.fallen, view.over, view.places, view.line) == ((), None, None, SPLUT.dump(state))


def test_the_view_of_the_end() -> None:
    state, _ = play(load(EXAMPLES["XT10"].split(" > ")[0]), "Te*e")
    view = SPLUT.view(state, None)
    assert (view.to_move, view.over, view.places, view.fallen) == (None, "won", (1, 2), (1,))


def test_previews() -> None:
    state = load(EXAMPLES["XL8"].split(" > ")[0])
    step = SPLUT.preview(state, "Se~d5,Se~e5,")
    assert SPLUT.dump(step.state) == "o/2Gs/5/7/o4o2o/7/3Rs1/3/1 R 9 1 ~f5 f5"
    assert [event.text for event in step.events if isinstance(event, events.Stepped)] == ["Se~d5", "Se~e5"]
    assert SPLUT.preview(state, "").state == state
    for wrong in ("Se~d5", "Tn,"):
        with pytest.raises(ParseError):
            SPLUT.preview(state, wrong)


def test_pairs_of_turns_alternate() -> None:
    state = start(2)
    seats = []
    for turn in ("Dn", "Ds,Dn", "Dn,Ds,Dn", "Ds,Dn,Ds"):
        seats.append(mover(state))
        state, _ = play(state, turn)
    assert all(one != other for one, other in pairwise(seats))


def test_a_team_that_falls_in_a_match_of_four_is_remembered() -> None:
    state: State = SPLUT.resign(start(4), Seat(3)).state
    assert SPLUT.dump(state) == "o/GtGdGs/5/Ys6/oYd6o/Yt6/5/RsRdRt/o R 2 2 - - B"
    assert load(SPLUT.dump(state)) == state
