"""Splut! by the book: worked examples, events, labels, elimination, repetition, cap, resignation, options."""

from typing import Any

import pytest

from bot.engine.chance import NoChance
from bot.engine.core import Code, Seat, Text, Who
from bot.engine.games.splut import events
from bot.engine.games.splut.events import Carried, SplutEvent, Standing
from bot.engine.games.splut.game import SPLUT
from bot.engine.games.splut.position import SplutOptions, State
from bot.errors import IllegalAction, NotYourTurn, Refusal
from tests.engine.tables import table

STARTS = {
    2: "o/GtGdGs/5/7/o7o/7/5/RsRdRt/o R 1 1 - -",
    3: "o/GtGdGs/5/Ys6/oYd6o/Yt6/5/RsRdRt/o R 1 1 - -",
    4: "o/GtGdGs/5/Ys5Bt/oYd5Bdo/Yt5Bs/5/RsRdRt/o B 1 1 - -",
}


def load(text: str, **given: Any) -> State:
    """Read a position under options."""
    return SPLUT.load(text, SplutOptions.model_validate(given))


def start(seats: int, **given: Any) -> State:
    """Set a match up."""
    return SPLUT.setup(SplutOptions.model_validate(given), seats, NoChance()).state


def mover(state: State) -> Seat:
    """Give the seat to move."""
    assert state.to_move is not None
    return state.to_move


def play(state: State, *turns: str) -> tuple[State, list[SplutEvent]]:
    """Play whole turns and give the state and what the last one told."""
    told: tuple[SplutEvent, ...] = ()
    for text in turns:
        seat = mover(state)
        step = SPLUT.apply(state, seat, SPLUT.parse(state, seat, text), NoChance())
        state, told = step.state, step.events
        assert not step.reveals
    return state, list(told)


def walk(state: State, steps: list[str]) -> tuple[State, str]:
    """Follow steps through turns; gives the match's state and the prefix of the turn begun."""
    prefix = ""
    for step in steps:
        offered = {choice.text.rstrip(","): choice for choice in SPLUT.choices(state, mover(state), prefix)}
        choice = offered[prefix + step]
        prefix = choice.text
        if choice.complete:
            state, _ = play(state, prefix)
            prefix = ""
    return state, prefix


def check_illegal(state: State, prefix: str, step: str) -> None:
    """Check that a step is neither offered nor accepted, whatever follows it."""
    offered = {choice.text.rstrip(",") for choice in SPLUT.choices(state, mover(state), prefix)}
    assert prefix + step not in offered
    with pytest.raises(IllegalAction):
        play(state, prefix + step)


def check_example(line: str, **given: Any) -> None:
    """Check an example as the rules write it."""
    parts = [part.strip() for part in line.split(">")]
    steps = parts[1].split(",") if len(parts) == 3 or not parts[1].startswith("!") else []
    state, prefix = walk(load(parts[0], **given), steps)
    if parts[-1].startswith("!"):
        for step in parts[-1].split():
            check_illegal(state, prefix, step.removeprefix("!"))
        return
    after = SPLUT.preview(state, prefix).state if prefix else state
    assert SPLUT.dump(after) == parts[-1]


EXAMPLES = dict(table("splut_worked"))


@pytest.mark.parametrize("name", EXAMPLES)
def test_worked_example(name: str) -> None:
    check_example(EXAMPLES[name], **({"lev_adjacent": "rigid"} if name == "XL2" else {}))


def test_every_worked_example_is_there() -> None:
    groups = {"T": 22, "D": 5, "L": 14, "E": 8}
    assert set(EXAMPLES) == {f"X{group}{number}" for group, most in groups.items() for number in range(1, most + 1)}


@pytest.mark.parametrize(
    ("name", "step", "given"),
    [
        ("XL2", "Se~d5", {}),
        ("XL2", "Se~d5", {"lev_adjacent": "strict"}),
        ("XL3", "Se~c5", {"lev_adjacent": "strict"}),
        ("XT20", "Te+*n", {"pull_throw": False}),
    ],
)
def test_an_example_that_an_option_forbids(name: str, step: str, given: dict[str, Any]) -> None:
    check_illegal(load(EXAMPLES[name].split(" > ")[0], **given), "", step)


def test_rigid_allows_what_behind_does() -> None:
    for name in EXAMPLES:
        if name != "XL2":
            check_example(EXAMPLES[name], lev_adjacent="rigid")


# Setup and order


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_setup(seats: int) -> None:
    state = start(seats)
    assert SPLUT.dump(state) == STARTS[seats]
    assert SPLUT.to_act(state) == {state.letters.index(STARTS[seats].split()[1])}
    firsts = "Sw Tw Dw" if seats == 4 else "Sn Tn Dn"
    assert [choice.text for choice in SPLUT.choices(state, mover(state), "")] == firsts.split()
    assert all(choice.complete for choice in SPLUT.choices(state, mover(state), ""))


@pytest.mark.parametrize("seats", [1, 5])
def test_there_are_two_to_four_seats(seats: int) -> None:
    with pytest.raises(Refusal) as refused:
        start(seats)
    assert refused.value.code == "engine.wrong_seats"


@pytest.mark.parametrize(
    ("seats", "first", "expected"),
    [
        (2, "G", "G"),
        (2, "Y", "G"),
        (2, "B", "R"),
        (3, "Y", "Y"),
        (3, "B", "R"),
        (3, "auto", "R"),
        (4, "Y", "Y"),
        (4, "auto", "B"),
    ],
)
def test_who_starts(seats: int, first: str, expected: str) -> None:
    assert SPLUT.dump(start(seats, first=first)).split()[1] == expected


def test_play_goes_round_and_the_allowance_grows() -> None:
    state, seen = start(4), []
    for turn in ("Dw", "Dn,Sn", "De,Se,Te", "Ds,Ss,Ts", "Dw,Sw,Tw"):
        seen.append((state.letters[mover(state)], state.position.left))
        state, _ = play(state, turn)
    assert seen == [("B", 1), ("R", 2), ("Y", 3), ("G", 3), ("B", 3)]


def test_a_seat_out_of_turn() -> None:
    state = start(2)
    assert SPLUT.choices(state, Seat(1), "") == []
    assert list(SPLUT.legal(state, Seat(1))) == []
    with pytest.raises(NotYourTurn):
        SPLUT.apply(state, Seat(1), SPLUT.parse(state, Seat(1), "Ds"), NoChance())


# Whole turns, step by step


def test_choices_lead_through_a_turn() -> None:
    state, _ = play(start(2), "Dn", "Ds,Dn")
    texts = [choice.text for choice in SPLUT.choices(state, mover(state), "Dn,")]
    assert texts[0] == "Dn,Sn,"
    assert not any(choice.complete for choice in SPLUT.choices(state, mover(state), "Dn,"))
    assert all(choice.complete for choice in SPLUT.choices(state, mover(state), "Dn,Sn,"))
    for nowhere in ("Dn", "Dn,Sn", "Xx,", ",", "Dn,,", "Tn,Tn,Tn,", "Sw,Sw,"):
        assert SPLUT.choices(state, mover(state), nowhere) == []


def test_a_throw_completes_a_turn_at_once() -> None:
    state = load(EXAMPLES["XT9"].split(" > ")[0])
    choices = {choice.text: choice.complete for choice in SPLUT.choices(state, mover(state), "")}
    assert choices["Te*w"]
    assert not choices["Tn,"]
    assert SPLUT.choices(state, mover(state), "Te*w,") == []


def test_choices_are_grouped_by_piece_way_pull_rock_throw() -> None:
    state = load("1/2Gs/5/7/ooRto2Rd1o/7/5/Rs2/1 R 9 3 - -")
    texts = [choice.text.rstrip(",") for choice in SPLUT.choices(state, mover(state), "")]
    assert " ".join(texts) == (
        "Sn Sn~b5 Sn~d5 Se Se~d5 Tn Ts Te*n Te*s Te*e Te*w Te+*n Te+*s Te+*e Tw*n Tw*s Tw*e Tw+*n Tw+*s Dn Ds De Dw"
    )


def test_forced_passes() -> None:
    state = load(EXAMPLES["XE2"].split(" > ")[0])
    forced = SPLUT.forced(state)
    assert forced is not None
    assert (forced[0], SPLUT.write(state, forced[1])) == (0, "--")
    assert list(SPLUT.legal(state, mover(state))) == [forced[1]]
    assert [(choice.text, choice.complete) for choice in SPLUT.choices(state, mover(state), "")] == [("--", True)]
    after, told = play(state, "--")
    assert told == [events.Passed(Seat(0), 0)]
    assert SPLUT.forced(after) is None
    assert SPLUT.forced(play(after, "Sw,Se,Sw")[0]) is not None


def test_a_pass_in_the_middle_of_a_turn() -> None:
    """The rock that follows the sorcerer onto the tip shuts him in; the pass keeps the step, which locks the rock."""
    state = load("o/2Gs/5/7/o7o/7/2o2/1Rs1/1 R 9 3 - -")
    assert [choice.text for choice in SPLUT.choices(state, mover(state), "Ss~e3,")] == ["Ss~e3,--"]
    assert SPLUT.forced(state) is None
    after, told = play(state, "Ss~e3,--")
    assert SPLUT.dump(after) == "o/2Gs/5/7/o7o/7/5/1x1/Rs G 10 3 - -"
    assert told == [
        events.Stepped(Seat(0), "Ss~e3", "sorcerer", "e2", "e1", levitated=Carried("rock", None, "e3", "e2")),
        events.Passed(Seat(0), 1),
    ]


# Labels


@pytest.mark.parametrize(
    ("name", "step", "label"),
    [
        ("XT1", "Tn,", Text("splut.choice.troll", {"way": Text("splut.way.n"), "to": Code("d6")})),
        ("XT1", "Te+,", Text("splut.choice.pull", {"way": Text("splut.way.e"), "to": Code("e5"), "rock": Code("c5")})),
        ("XL1", "Se,", Text("splut.choice.sorcerer", {"way": Text("splut.way.e"), "to": Code("e3")})),
        (
            "XL1",
            "Se~d5,",
            Text(
                "splut.choice.levitate", {"way": Text("splut.way.e"), "to": Code("e3"), "rock": Code("d5"), "lands": Code("e5")}
            ),
        ),
        ("XD1", "De,", Text("splut.choice.dwarf", {"way": Text("splut.way.e"), "to": Code("d5")})),
        (
            "XD3",
            "De,",
            Text(
                "splut.choice.push",
                {
                    "way": Text("splut.way.e"),
                    "to": Code("d5"),
                    "pushed": (
                        Text("splut.piece.rock"),
                        Text("splut.piece.troll", {"who": Who(Seat(1))}),
                        Text("splut.piece.sorcerer", {"who": Who(Seat(1))}),
                    ),
                },
            ),
        ),
        ("XE2", "--", Text("splut.choice.pass")),
    ],
)
def test_labels(name: str, step: str, label: Text) -> None:
    state = load(EXAMPLES[name].split(" > ")[0])
    assert {choice.text: choice.label for choice in SPLUT.choices(state, mover(state), "")}[step] == label


@pytest.mark.parametrize(
    ("name", "step", "kind", "lands", "who"),
    [
        ("XT5", "Te*e", "throw", "i5", None),
        ("XT9", "Te*w", "throw", "a5", None),
        ("XT20", "Te+*n", "pull_throw", "d8", None),
        ("XT10", "Te*e", "throw_slay", "e5", 1),
        ("XT18", "Te*e", "throw_slay", "g5", 0),
        ("XT13", "Te*e", "throw_crush", "g5", 1),
        ("XT15", "Te*e", "throw_crush", "h6", 0),
    ],
)
def test_labels_of_throws(name: str, step: str, kind: str, lands: str, who: int | None) -> None:
    state = load(EXAMPLES[name].split(" > ")[0])
    label = {choice.text: choice.label for choice in SPLUT.choices(state, mover(state), "")}[step]
    assert (label.id, label.params["lands"]) == (f"splut.choice.{kind}", Code(lands))
    assert label.params.get("who") == (None if who is None else Who(Seat(who)))
    assert label.params["aim"] == Text(f"splut.way.{step[-1]}")


@pytest.mark.parametrize(
    "before", ["1/2Gs/5/3Gd3/ooRto4o/7/5/Rs2/1 R 9 3 - -", "1/2Gs/5/7/oo1o4o/2Rt4/5/Rs2/1 R 9 3 - -", EXAMPLES["XT16"]]
)
def test_labels_agree_with_what_happens(before: str) -> None:
    state = load(before.split(" >")[0])
    throws = [choice for choice in SPLUT.choices(state, mover(state), "") if choice.complete]
    assert throws
    for choice in throws:
        _, told = play(state, choice.text)
        threw = next(event for event in told if isinstance(event, events.Threw))
        assert choice.label.params["lands"] == Code(threw.end)
        assert choice.label.id.endswith("_crush") == any(isinstance(event, events.Crushed) for event in told)


# Events


@pytest.mark.parametrize(
    ("name", "turn", "told"),
    [
        (
            "XT13",
            "Te*e",
            [
                events.Stepped(Seat(0), "Te*e", "troll", "c5", "d5"),
                events.Threw(Seat(0), "d5", "e", ("e5", "f5"), "g5"),
                events.Crushed(Seat(0), Seat(1), "g5"),
            ],
        ),
        (
            "XT20",
            "Te+*n",
            [
                events.Stepped(Seat(0), "Te+*n", "troll", "c5", "d5", pulled=Carried("rock", None, "b5", "c5")),
                events.Threw(Seat(0), "d5", "n", ("d6", "d7"), "d8"),
            ],
        ),
        (
            "XT9",
            "Te*w",
            [
                events.Stepped(Seat(0), "Te*w", "troll", "c5", "d5"),
                events.Threw(Seat(0), "d5", "w", ("c5", "b5"), "a5"),
            ],
        ),
        (
            "XT10",
            "Te*e",
            [
                events.Stepped(Seat(0), "Te*e", "troll", "c5", "d5"),
                events.Threw(Seat(0), "d5", "e", (), "e5"),
                events.Slain(Seat(0), Seat(1), "e5", (Standing("troll", Seat(1), "g5"), Standing("dwarf", Seat(1), "g6"))),
                events.Over("won", (Seat(0),), (1, 2)),
            ],
        ),
        (
            "XT19",
            "Te*e",
            [
                events.Stepped(Seat(0), "Te*e", "troll", "c5", "d5"),
                events.Threw(Seat(0), "d5", "e", ("e5", "f5"), "g5"),
                events.Slain(Seat(0), Seat(0), "g5", (Standing("troll", Seat(0), "d5"), Standing("dwarf", Seat(0), "d6"))),
            ],
        ),
    ],
)
def test_events(name: str, turn: str, told: list[SplutEvent]) -> None:
    _, happened = play(load(EXAMPLES[name].split(" > ")[0]), turn)
    assert happened == told
    assert all(event.audience is None for event in happened)
