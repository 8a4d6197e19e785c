"""Controcorrente by the book: worked examples, legal lists, golden games, events, refusals, options, resignation."""

from collections.abc import Iterator
from typing import Any

import pytest
from pydantic import ValidationError

from bot.engine.chance import NoChance, Scripted
from bot.engine.core import Code, Outcome, Seat, Text, Who
from bot.engine.games.controcorrente import GAME, events
from bot.engine.games.controcorrente.position import ControcorrenteOptions, Fleet, State, View
from bot.engine.games.controcorrente.river import Action, Contrary, Fair, Pass, Roll, Sail
from bot.errors import IllegalAction, MatchOver, NotYourTurn, Refusal
from tests.engine.river import FACES, STANDARD, after, play_out, position, start
from tests.engine.tables import table

A, B, C, D = map(Seat, range(4))


@pytest.mark.parametrize(("number", "case", "before", "die", "action", "expected"), table("controcorrente_worked"))
def test_worked_example(number: str, case: str, before: str, die: str, action: str, expected: str) -> None:
    lenient = number == "14"
    rolled, _ = after(position(before, lenient=lenient), "R", (FACES.index(die),))
    assert GAME.dump(rolled) == f"{before};{die}"
    moved, _ = after(rolled, action)
    assert GAME.dump(moved) == f"{expected};-", case


@pytest.mark.parametrize(("before", "die", "actions"), table("controcorrente_legal"))
def test_legal_list(before: str, die: str, actions: str) -> None:
    state = position(before, die)
    assert state.to_move is not None
    assert [GAME.write(state, action) for action in GAME.legal(state, state.to_move)] == actions.split()
    assert [choice.text for choice in GAME.choices(state, state.to_move, "")] == actions.split()


def congruential(seed: int) -> Iterator[int]:
    """Roll the golden games' dice (section 7.1)."""
    x = seed
    while True:
        x = (1103515245 * x + 12345) % 2**31
        yield x // 65536 % 6


@pytest.mark.parametrize(("players", "seed", "policy", "turns", "final", "scores", "log"), table("controcorrente_games"))
def test_golden_game(players: str, seed: str, policy: str, turns: str, final: str, scores: str, log: str) -> None:
    index = 0 if policy == "FIRST" else -1
    told = play_out(start(int(players)), congruential(int(seed)), lambda _state, _seat, actions: actions[index])
    assert len(told.log) == int(turns)
    assert GAME.dump(told.state) == final
    outcome = GAME.outcome(told.state)
    assert outcome is not None
    assert outcome.scores == tuple(map(int, scores.split()))
    assert log in ("", " ".join(told.log))


def test_the_three_maxima_of_actions_occur() -> None:
    for fleets, most in (("A1,5,9;B2,4,8", 4), ("A1,5,9;B2,4,8;C3,5,9", 6), ("A1,5,9;B2,4,8;C3,5,9;D2,4,8", 8)):
        assert len(list(GAME.legal(position(f"4;A;S8W1;{fleets.replace('A1', 'A2')}", "*"), A))) == most
    assert len(list(GAME.legal(position("4;A;S8W1;A2,5,9;B2,4,8", "3"), A))) == 3


# Events


@pytest.mark.parametrize(
    ("before", "die", "action", "happened"),
    [
        ("1;A;S1W4;A3,3,3;B3,3,3", "2", "M3", [events.Moved(A, 3, (4, 5))]),
        ("1;A;S1W4;A3,3,3;B3,3,3", "1", "M3", [events.Moved(A, 3, (4, 5, 6, 7)), events.Surged(A, 4, 7)]),
        ("5;A;S7W10;A2,5,8;B4,4,6", "5", "M5", [events.Moved(A, 5, (6, 7)), events.Aground(A, 7)]),
        ("4;A;S8W1;A2,5,10;B4,4,6", "5", "M10", [events.Moved(A, 10, (11,)), events.Docked(A, 12)]),
        (
            "7;A;S5W8;A2,7,9;B3,3,6",
            "1",
            "M7",
            [events.Moved(A, 7, (8, 9, 10, 11)), events.Surged(A, 8, 11), events.Docked(A, 12)],
        ),
        (
            "1;A;S6W4;A3,3,3;B3,3,3",
            "1",
            "M3",
            [events.Moved(A, 3, (4, 5, 6)), events.Surged(A, 4, 6), events.Aground(A, 6)],
        ),
        ("3;A;S9W2;A3,5,8;B4,4,6", "*", "F3", [events.Fair(A, 3, 5, cut=False)]),
        ("7;A;S5W8;A3,6,h12;B2,2,6", "*", "F3", [events.Fair(A, 3, 5, cut=True)]),
        ("7;A;S5W8;A3,5,9;B2,2,6", "*", "F3", [events.Fair(A, 3, 5, cut=False)]),
        ("7;A;S5W8;A4,4,4;B2,7,9", "*", "CB7", [events.Contrary(A, B, 7, 2)]),
        ("1;A;S1W4;A3,3,3;B3,3,3", "*", "P", [events.Passed(A, 6)]),
        (
            "3;B;S9W2;A1,1,6;B1,4,5",
            "3",
            "M4",
            [events.Moved(B, 4, (5, 6, 7)), events.Fell(((A, 2), (B, 1))), events.Rotated(8, 1, 4)],
        ),
        (
            "9;C;S3W6;A4,h12,x;B5,h9,x;C2,h11,x;Dh10,x,x",
            "5",
            "M2",
            [events.Moved(C, 2, (3,)), events.Aground(C, 3), events.Skipped(D), events.Rotated(2, 5, 10)],
        ),
        (
            "9;C;S3W6;Ah12,x,x;B5,h10,x;C2,h11,x",
            "*",
            "P",
            [events.Passed(C, 6), events.Rotated(2, 5, 10), events.Skipped(A)],
        ),
        (
            "14;A;S8W1;A9,h12,x;Bh11,h10,x",
            "2",
            "M9",
            [events.Moved(A, 9, (10, 11)), events.Docked(A, 9), events.Over((21, 21), (1, 1))],
        ),
        (
            "3;B;S9W2;A1,1,1;B1,1,1",
            "*",
            "P",
            [events.Passed(B, 6), events.Fell(((A, 3), (B, 3))), events.Rotated(8, 1, 4), events.Over((0, 0), (1, 1))],
        ),
    ],
)
def test_events(before: str, die: str, action: str, happened: list[events.RiverEvent]) -> None:
    _, told = after(position(before, die, lenient=True), action)
    assert list(told) == happened
    assert all(event.audience is None for event in told)


def test_a_roll_is_told_and_reveals() -> None:
    chance = Scripted([5])
    step = GAME.apply(start(2), A, Roll(), chance)
    assert (step.events, step.reveals, step.state.die) == ((events.Rolled(A, 6),), True, 6)
    assert [(draw.label, draw.n, draw.bound, draw.value) for draw in chance.draws] == [("die", 0, 6, 5)]
    assert not GAME.apply(step.state, A, Pass(), NoChance()).reveals


def test_a_voyages_end() -> None:
    assert events.Moved(A, 9, (10, 11)).end == 11


# Choices


@pytest.mark.parametrize(
    ("before", "die", "labels"),
    [
        ("1;A;S1W4;A3,3,3;B3,3,3", "-", [Text("controcorrente.choice.roll")]),
        ("1;A;S1W4;A3,3,3;B3,3,3", "2", [Text("controcorrente.choice.sail", {"from": 3, "to": 5})]),
        ("1;A;S1W4;A3,3,3;B3,3,3", "1", [Text("controcorrente.choice.sail_surge", {"from": 3, "to": 7})]),
        (
            "5;A;S7W10;A2,5,8;B4,4,h12",
            "3",
            [
                Text("controcorrente.choice.sail", {"from": 2, "to": 5}),
                Text("controcorrente.choice.sail_aground", {"from": 5, "to": 7}),
                Text("controcorrente.choice.sail_dock", {"from": 8, "bollard": 11}),
            ],
        ),
        ("7;A;S5W8;A7,h12,x;B3,3,6", "1", [Text("controcorrente.choice.sail_surge_dock", {"from": 7, "bollard": 11})]),
        ("1;A;S6W4;A3,3,3;B3,3,3", "1", [Text("controcorrente.choice.sail_surge_aground", {"from": 3, "to": 6})]),
        (
            "7;A;S5W8;A3,6,7;B2,7,7",
            "*",
            [
                Text("controcorrente.choice.fair_sand", {"from": 3, "to": 5}),
                Text("controcorrente.choice.fair", {"from": 6, "to": 7}),
                Text("controcorrente.choice.contrary", {"who": Who(B), "from": 7, "to": 2}),
            ],
        ),
        ("1;A;S1W4;A3,3,3;B3,3,3", "*", [Text("controcorrente.choice.pass")]),
    ],
)
def test_labels_say_where_a_boat_would_land(before: str, die: str, labels: list[Text]) -> None:
    state = position(before, die, lenient=True)
    found = GAME.choices(state, A, "")
    assert [choice.label for choice in found] == labels
    assert all(choice.complete for choice in found)
    assert not GAME.choices(state, A, "M")
    assert not GAME.choices(state, B, "")
    assert not list(GAME.legal(state, B))


def test_what_the_table_plays_unasked() -> None:
    rolled = position("1;A;S1W4;A3,3,3;B3,3,3", "*")
    assert GAME.forced(rolled) == (A, Pass())
    assert GAME.forced(start(2)) is None
    assert GAME.forced(position("1;A;S1W4;A3,3,3;B3,3,3", "3")) is None, "a lone boat is still moved by its player"
    assert GAME.automatic(start(2)) is None
    automatic = ControcorrenteOptions(auto_roll=True)
    assert GAME.automatic(start(2, automatic)) == (A, Roll())
    assert GAME.automatic(position("1;A;S1W4;A3,3,3;B3,3,3", "3", automatic)) is None
    over = position("4;-;S8W1;Ax,x,x;Bx,x,x", options=automatic)
    assert (GAME.forced(over), GAME.automatic(over)) == (None, None)
    assert not GAME.is_standing(Roll())


# Refusals

MIXED = "7;A;S5W8;A3,6,h12;B2,7,7"


@pytest.mark.parametrize(
    ("before", "die", "action", "code", "rule", "params", "near"),
    [
        (MIXED, "-", Sail(3), "roll_first", "turn", {}, ("R",)),
        (MIXED, "-", Pass(), "roll_first", "turn", {}, ("R",)),
        (MIXED, "4", Roll(), "already_rolled", "turn", {"die": Code("4")}, ("M3", "M6")),
        (MIXED, "*", Roll(), "already_rolled", "turn", {"die": Code("*")}, ("F3", "CB7")),
        (MIXED, "4", Sail(5), "no_boat_there", "sailing", {"tile": 5}, ("M3", "M6")),
        (MIXED, "4", Pass(), "number_is_compulsory", "sailing", {}, ("M3", "M6")),
        (MIXED, "4", Fair(3), "no_wind_on_a_number", "winds", {"die": Code("4")}, ("M3", "M6")),
        (MIXED, "4", Contrary(B, 7), "no_wind_on_a_number", "winds", {"die": Code("4")}, ("M3", "M6")),
        (MIXED, "*", Sail(3), "arrows_move_no_boat_by_number", "winds", {}, ("F3", "CB7")),
        (MIXED, "*", Pass(), "wind_is_compulsory", "winds", {}, ("F3", "CB7")),
        (MIXED, "*", Fair(6), "no_boat_ahead", "winds", {"tile": 6}, ("F3", "CB7")),
        (MIXED, "*", Fair(4), "no_boat_there", "winds", {"tile": 4}, ("F3", "CB7")),
        (MIXED, "*", Contrary(A, 6), "contrary_on_own_boat", "winds", {}, ("CB7", "F3")),
        (MIXED, "*", Contrary(B, 3), "no_opponents_boat_there", "winds", {"letter": "B", "tile": 3}, ("CB7", "F3")),
        (MIXED, "*", Contrary(D, 3), "no_opponents_boat_there", "winds", {"letter": "D", "tile": 3}, ("F3", "CB7")),
        (MIXED, "*", Contrary(B, 2), "no_boat_behind", "winds", {"who": Who(B), "tile": 2}, ("CB7", "F3")),
    ],
)
def test_illegal_actions_name_the_rule(
    before: str, die: str, action: Action, code: str, rule: str, params: dict[str, Any], near: tuple[str, ...]
) -> None:
    with pytest.raises(IllegalAction) as refused:
        GAME.apply(position(before, die), A, action, NoChance())
    found = refused.value
    assert (found.code, found.rule, found.params) == (f"controcorrente.illegal.{code}", rule, params)
    assert set(found.near) == set(near)


def test_acting_out_of_turn_and_after_the_end() -> None:
    with pytest.raises(NotYourTurn) as early:
        GAME.apply(start(2), B, Roll(), Scripted([0]))
    assert early.value.params == {"due": (Who(A),)}
    over = position("4;-;S8W1;Ax,x,x;Bx,x,x")
    with pytest.raises(MatchOver):
        GAME.apply(over, A, Roll(), Scripted([0]))
    with pytest.raises(MatchOver):
        GAME.resign(over, A)
    assert not list(GAME.legal(over, A))


@pytest.mark.parametrize("seats", [0, 5, -1])
def test_other_numbers_of_seats_are_refused(seats: int) -> None:
    with pytest.raises(Refusal) as refused:
        GAME.setup(STANDARD, seats, NoChance())
    assert refused.value.code == "engine.wrong_seats"
    assert refused.value.params == {"game": "Controcorrente", "seats": seats, "allowed": (2, 3, 4)}


def test_setup() -> None:
    step = GAME.setup(STANDARD, 2, NoChance())
    assert (GAME.dump(step.state), step.events, step.reveals) == ("1;A;S1W4;A3,3,3;B3,3,3;-", (), False)
    assert GAME.dump(start(4, ControcorrenteOptions(start=9, wave=10))) == "1;A;S1W10;A9,9,9;B9,9,9;C9,9,9;D9,9,9;-"
    assert GAME.dump(start(1)) == "1;A;S1W4;A3,3,3;-"
    assert GAME.info.seats == (2, 3, 4)


# Options


@pytest.mark.parametrize(
    ("given", "code", "context"),
    [
        ({"start": 1}, "controcorrente.options.start", {"low": 2, "high": 9}),
        ({"start": 10}, "controcorrente.options.start", {"low": 2, "high": 9}),
        ({"wave": 1}, "controcorrente.options.wave", {"low": 2, "high": 10}),
        ({"wave": 11}, "controcorrente.options.wave", {"low": 2, "high": 10}),
        ({"wave": 3}, "controcorrente.options.wave_on_start", {"tile": 3}),
        ({"start": 4}, "controcorrente.options.wave_on_start", {"tile": 4}),
        ({"start": 5, "wave": 5}, "controcorrente.options.wave_on_start", {"tile": 5}),
    ],
)
def test_wrong_options(given: dict[str, int], code: str, context: dict[str, int]) -> None:
    with pytest.raises(ValidationError) as refused:
        ControcorrenteOptions.model_validate(given)
    (error,) = refused.value.errors()
    assert (error["type"], error["ctx"]) == (code, context)


def test_options_are_closed() -> None:
    with pytest.raises(ValidationError, match="extra_forbidden"):
        ControcorrenteOptions.model_validate({"sand": 2})


def test_finished_players_roll() -> None:
    options = ControcorrenteOptions(finished_players_roll=True)
    before = "12;A;S10W3;Ah12,h11,x;B4,7,h10"
    assert GAME.forced(position(before, "4", options)) == (A, Pass())
    assert [GAME.write(start(2), action) for action in GAME.legal(position(before, "*", options), A)] == ["CB7"]
    assert GAME.forced(position("12;A;S10W3;Ah12,h11,x;B4,4,h10", "*", options)) == (A, Pass())
    moved, happened = after(position("12;B;S10W3;Ah12,h11,x;B4,7,h10", "3", options), "M4")
    assert GAME.dump(moved) == "13;A;S9W2;Ah12,h11,x;B6,6,h10;-"
    assert events.Skipped(A) not in happened
    with pytest.raises(IllegalAction) as refused:
        GAME.apply(position(before, "4", options), A, Sail(4), NoChance())
    assert refused.value.code == "controcorrente.illegal.no_boat_there"


def test_wind_optional() -> None:
    options = ControcorrenteOptions(wind_optional=True)
    state = position("3;B;S9W2;A3,5,8;B4,4,6;C1,7,7", "*", options)
    assert [GAME.write(state, action) for action in GAME.legal(state, B)] == ["F4", "CC7", "CA5", "CA8", "P"]
    assert GAME.forced(state) is None
    assert GAME.dump(after(state, "P")[0]) == "3;C;S9W2;A3,5,8;B4,4,6;C1,7,7;-"
    assert [GAME.write(state, action) for action in GAME.legal(start(2, options), A)] == ["R"]
    assert GAME.forced(position("1;A;S1W4;A3,3,3;B3,3,3", "*", options)) == (A, Pass())
    with pytest.raises(IllegalAction):
        GAME.apply(position("1;A;S1W4;A3,3,3;B3,3,3", "3", options), A, Pass(), NoChance())


@pytest.mark.parametrize(
    ("fleets", "shared", "broken"),
    [
        ("Ah12,h9,x;Bh11,h10,x", (1, 1), (1, 2)),  # 21-21, two each: the higher best bollard
        ("Ah11,h10,x;Bh12,h9,x", (1, 1), (2, 1)),
        ("Ax,x,x;Bx,x,x", (1, 1), (1, 1)),  # 0-0 stays shared
        ("Ah12,h6,x;Bh10,h8,x;Ch11,h7,x;Dh9,x,x", (1, 1, 1, 4), (1, 3, 2, 4)),
        ("Ah12,h5,x;Bh11,h6,x;Ch10,h7,x;Dh9,h8,x", (1, 1, 1, 1), (1, 2, 3, 4)),
        ("Ah12,h6,h5;Bh11,h8,h4;Ch10,h7,h3;Dh9,x,x", (1, 1, 3, 4), (1, 2, 3, 4)),
        ("Ah12,x,x;Bh11,x,x;Ch10,h2,x;Dh9,h8,h7", (2, 4, 2, 1), (3, 4, 2, 1)),  # more boats docked beats the higher bollard
    ],
)
def test_ties(fleets: str, shared: tuple[int, ...], broken: tuple[int, ...]) -> None:
    for tie_break, expected in ((False, shared), (True, broken)):
        state = finished(fleets, ControcorrenteOptions(tie_break=tie_break))
        outcome = GAME.outcome(state)
        assert outcome is not None
        assert outcome.places == expected


def finished(fleets: str, options: ControcorrenteOptions) -> State:
    """Build a finished position whose bollards need not be the highest."""
    read = []
    for fleet in fleets.split(";"):
        items = fleet[1:].split(",")
        bollards = tuple(int(item[1:]) for item in items if item != "x")
        read.append(Fleet((), bollards, items.count("x")))
    return State(options, 20, None, 2, 5, tuple(read))


def test_outcomes() -> None:
    assert GAME.outcome(start(2)) is None
    assert GAME.outcome(position("18;-;S4W7;Ah12,h11,x;Bh10,h9,x")) == Outcome(
        (1, 2), (23, 19), "controcorrente.over.river_empty"
    )
    assert GAME.outcome(position("4;-;S8W1;Ax,x,x;Bx,x,x")) == Outcome((1, 1), (0, 0), "controcorrente.over.all_lost")


# Resignation


def test_resigning_out_of_turn() -> None:
    step = GAME.resign(position("5;A;S7W10;A2,5,8;B4,6,h12", "3"), B)
    assert GAME.dump(step.state) == "5;A;S7W10;A2,5,8;Bh12,x,x!;3"
    assert step.events == (events.Resigned(B, (4, 6)),)
    assert not step.reveals


def test_resigning_in_turn_passes_the_turn() -> None:
    step = GAME.resign(position("5;A;S7W10;A2,5,8;B4,6,h12", "3"), A)
    assert GAME.dump(step.state) == "5;B;S7W10;Ax,x,x!;B4,6,h12;-"
    last = GAME.resign(position("5;B;S7W10;A2,5,8;B4,6,h12"), B)
    assert GAME.dump(last.state) == "6;A;S6W9;A1,4,7;Bh12,x,x!;-"
    assert last.events == (events.Resigned(B, (4, 6)), events.Rotated(6, 9, 6))


def test_who_resigned_ranks_last_and_never_rolls_again() -> None:
    options = ControcorrenteOptions(finished_players_roll=True)
    step = GAME.resign(position("14;A;S8W1;A9,h12,h11;B9,h10,x", options=options), A)
    assert step.state.to_move == B
    done, happened = after(after(step.state, "R", (1,))[0], "M9")
    assert events.Over((23, 19), (2, 1)) in happened
    assert GAME.outcome(done) == Outcome((2, 1), (23, 19), "controcorrente.over.river_empty")
    on, skipped = after(after(step.state, "R", (0,))[0], "M9")
    assert skipped[-1] == events.Skipped(A)
    assert on.to_move == B


def test_resigning_with_the_last_boats_ends_the_game() -> None:
    step = GAME.resign(position("14;A;S8W1;A9,h12,x;Bh11,h10,x", "2"), A)
    assert GAME.dump(step.state) == "14;-;S8W1;Ah12,x,x!;Bh11,h10,x;-"
    assert step.events == (events.Resigned(A, (9,)), events.Over((12, 21), (2, 1)))
    spite = position("14;B;S8W1;A9,h12,x;Bh11,h10,x", "2", ControcorrenteOptions(finished_players_roll=True))
    assert GAME.dump(GAME.resign(spite, A).state) == "14;-;S8W1;Ah12,x,x!;Bh11,h10,x;-"


def test_when_everybody_resigns_nobody_wins() -> None:
    gone = GAME.resign(GAME.resign(start(2), A).state, B).state
    assert GAME.outcome(gone) == Outcome((2, 2), (0, 0), "controcorrente.over.resigned")


def test_nobody_resigns_twice() -> None:
    gone = GAME.resign(start(3), B).state
    with pytest.raises(IllegalAction) as refused:
        GAME.resign(gone, B)
    assert (refused.value.code, refused.value.rule) == ("engine.already_resigned", "end")


# Views


def test_everybody_sees_the_same() -> None:
    state = position("9;C;S3W6;A4,h12,x;B5,h9,x;C2,h11,x;Dh10,x,x", "5")
    views = [GAME.view(state, seat) for seat in (None, A, B, C, D)]
    assert all(view == views[0] for view in views)
    view = views[0]
    assert isinstance(view, View)
    assert (view.round, view.to_move, view.die, view.sand, view.wave, view.next_bollard, view.places) == (9, C, 5, 3, 6, 8, None)
    assert [(seat.letter, seat.afloat, seat.bollards, seat.lost, seat.score) for seat in view.seats] == [
        ("A", (4,), (12,), 1, 12),
        ("B", (5,), (9,), 1, 9),
        ("C", (2,), (11,), 1, 11),
        ("D", (), (10,), 2, 10),
    ]
    assert view.options == STANDARD


def test_the_view_of_a_finished_game() -> None:
    full = position("18;-;S4W7;Ah12,h11,h10;Bh9,h8,h7;Ch6,h5,h4;Dh3,h2,h1")
    view = GAME.view(full, None)
    assert (view.to_move, view.next_bollard, view.places) == (None, 0, (1, 2, 3, 4))
    assert [seat.resigned for seat in view.seats] == [False] * 4
