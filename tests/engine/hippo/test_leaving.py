"""Answers replaced, seats that leave, and windows closed without them (rules, 9.2, 9.3 and D40)."""

from collections.abc import Callable
from random import Random

import pytest

from bot.engine.chance import NoChance
from bot.engine.core import Seat
from bot.engine.games.hippo import driver, events
from bot.engine.games.hippo.actions import Go, Keep, Start
from bot.engine.games.hippo.game import HIPPO
from bot.engine.games.hippo.position import ALONE, State
from bot.engine.games.hippo.view import view_of
from bot.engine.records import Played, Resigned, Started
from bot.engine.replay import fold
from bot.errors import IllegalAction, MatchOver, NotYourTurn, Refusal
from tests.engine.hippo.policies import Dicer, decide
from tests.engine.hippo.races import HOLD, LAP, B, Dice, G, R, Y, answer, gate, play, race, seeded, team, told


def leave(state: State, *seats: Seat) -> State:
    """Let seats leave."""
    for seat in seats:
        state = HIPPO.resign(state, seat).state
    return state


# Replacing an answer


def test_an_answer_may_be_replaced_while_the_window_is_open() -> None:
    state = play(team(), "R", "keep c1").state
    action = HIPPO.parse(state, R, "keep d1")
    assert action == Keep(("d1",), again=True)
    assert HIPPO.is_standing(action)
    assert not HIPPO.is_standing(Keep(("d1",)))
    assert HIPPO.write(state, action) == "keep d1"
    step = HIPPO.apply(state, R, action, NoChance())
    assert step.state.answers[R] == Keep(("d1",))
    assert HIPPO.to_act(step.state) == HIPPO.to_act(state) == {B, Y, G}
    assert [(type(event), event.audience) for event in step.events] == [(events.Sealed, ALONE[R])]
    assert not step.reveals
    assert HIPPO.choices(state, R, "") == []
    assert list(HIPPO.legal(state, R)) == []


@pytest.mark.parametrize(
    ("state", "first", "second"),
    [(gate(), "start sprint", "start safe"), (race("L3.E", "RBY"), f"lap {HOLD}", "lap A+/+ H/- H/- H/- save:rta lock:lt")],
)
def test_the_last_answer_counts(state: State, first: str, second: str) -> None:
    once = play(play(state, "R", first).state, "R", second).state
    assert once == play(state, "R", second).state


def test_what_is_wrong_is_refused_in_a_replacement_too() -> None:
    state = play(team(), "R", "keep c1").state
    with pytest.raises(IllegalAction):
        play(state, "R", "keep c2")
    with pytest.raises(IllegalAction):
        play(state, "R", "start safe")


def test_nothing_is_replaced_before_and_after() -> None:
    with pytest.raises(NotYourTurn):
        HIPPO.apply(play(team(), "R", "keep").state, R, Keep(()), NoChance())
    state, _ = answer(team(), {"B": "keep", "Y": "keep", "G": "keep"}, Dice())
    assert HIPPO.apply(state, R, Keep((), again=True), Dice()).state.stage == "G"  # a first answer, whatever it calls itself
    over, _ = answer(gate(), dict.fromkeys("RBYG", "start sprint"), Dice([1, 2, 3, 4, *[1, 2] * 4]))
    with pytest.raises(MatchOver):
        HIPPO.apply(over, R, Start(sprint=True, again=True), NoChance())


# Leaving


def test_a_seat_that_leaves_is_driven_by_the_house() -> None:
    state = leave(team(), R)
    assert HIPPO.to_act(state) == {B, Y, G}
    after, happened = answer(state, {"B": "keep", "Y": "keep", "G": "keep"}, Dice())
    assert after.teams[R] == driver.keep(view_of(team(), R).own).cards  # type: ignore[arg-type]  # a seat's view shows its own
    assert not [event for event in told(happened, events.Answered) if event.seat == R]


def test_an_answer_given_before_leaving_stands() -> None:
    state = leave(play(team(), "R", "keep c1").state, R)
    after, _ = answer(state, {"B": "keep", "Y": "keep", "G": "keep"}, Dice())
    assert after.teams[R] == ("c1",)
    with pytest.raises(NotYourTurn):
        HIPPO.apply(state, R, Keep((), again=True), NoChance())


def test_the_last_one_asked_leaves_and_the_first_present_goes_on() -> None:
    state = gate()
    for letter in "BYG":
        state = play(state, letter, "start safe").state
    state = leave(state, R)
    assert HIPPO.to_act(state) == {B}
    assert HIPPO.forced(state) == (B, Go())
    assert [choice.text for choice in HIPPO.choices(state, B, "")] == ["go"]
    assert HIPPO.choices(state, B, "go") == HIPPO.choices(state, Y, "") == []
    assert list(HIPPO.legal(state, B)) == [Go()]
    assert HIPPO.view(state, None).closing
    assert HIPPO.load(HIPPO.dump(state), LAP) == state
    with pytest.raises(IllegalAction) as refused:
        HIPPO.apply(state, B, Start(sprint=True), NoChance())
    assert refused.value.code == "hippo.illegal.other_window"
    assert HIPPO.apply(state, B, Start(sprint=True, again=True), NoChance()).state.answers[B] == Start(sprint=True)
    step = HIPPO.apply(state, B, Go(), Dice([1, 2, 3, 4, 5, 6]))
    assert step.state.stage == "L1.E"
    assert step.reveals


@pytest.mark.parametrize("leaver", [R, Y])
def test_a_rumour_of_a_seat_that_left_is_aimed_by_the_house(leaver: Seat) -> None:
    state = leave(team(), leaver)
    keeps = {"R": "keep u1", "B": "keep", "Y": "keep u3", "G": "keep h10"}
    state, _ = answer(state, {letter: text for letter, text in keeps.items() if letter != "RBYG"[leaver]}, Dice())
    letter = "Y" if leaver == R else "R"
    if leaver == R:
        assert state.rumours[0].target is not None
    state = play(state, letter, f"rumour u{'3' if leaver == R else '1'}>G").state
    assert state.stage == "G"
    assert all(rumour.target is not None for rumour in state.rumours)


def test_leaving_while_asked_for_a_rumour() -> None:
    state, _ = answer(team(), {"R": "keep u1", "B": "keep c2 d2", "Y": "keep", "G": "keep"}, Dice())
    state = leave(state, R)
    assert HIPPO.forced(state) == (B, Go())
    state = play(state, "B", "go").state
    assert state.rumours[0].target == B
    assert state.stage == "G"


def test_everybody_leaves() -> None:
    for start in (team(), gate(), race("L3.E", "RBG")):
        step = HIPPO.resign(leave(start, R, B, Y), G)
        outcome = HIPPO.outcome(step.state)
        assert outcome is not None
        assert outcome.reason == "hippo.over.abandoned"
        assert min(outcome.places) == 2
        assert outcome.scores == (0, 0, 0, 0)
        assert HIPPO.to_act(step.state) == frozenset()
        assert HIPPO.forced(step.state) is None
        assert [type(event) for event in step.events] == [events.Left, events.Finished]
        assert HIPPO.dump(HIPPO.load(HIPPO.dump(step.state), LAP)) == HIPPO.dump(step.state)
        with pytest.raises(MatchOver):
            HIPPO.resign(step.state, R)


def test_leaving_twice_or_from_nowhere() -> None:
    with pytest.raises(IllegalAction) as refused:
        leave(gate(), R, R)
    assert (refused.value.code, refused.value.rule) == ("engine.already_resigned", "orders")
    with pytest.raises(Refusal):
        HIPPO.resign(gate(), Seat(4))


def test_wrecked_seats_keep_the_race_of_the_house_going() -> None:
    """Only wrecked seats are still at the table: one window after the other is closed in their name, to the end."""
    state = leave(race("L3.E", "RB"), R, B)
    assert HIPPO.forced(state) == (Y, Go())
    after = play(state, "Y", "go", Dicer(Random(3))).state
    assert after.stage == "F"
    assert after.winner in (R, B)


def test_a_match_with_a_replaced_answer_folds() -> None:
    chance = seeded(6)
    state = HIPPO.setup(LAP, 4, chance).state
    records: list[Started | Played | Resigned] = [Started(draws=tuple(chance.draws))]
    first = state.deals[R][0]
    for letter, text in (("R", "keep"), ("B", "keep"), ("R", f"keep {first}"), ("Y", "keep"), ("R", "keep")):
        state = play(state, letter, text).state
        records.append(Played(seat="RBYG".index(letter), action=text))
    assert fold(HIPPO, LAP, 4, records)[-1].state == state
    assert HIPPO.to_act(state) == {G}


def test_a_match_with_a_resignation_folds() -> None:
    chance, random = seeded(5), Random(5)
    state = HIPPO.setup(LAP, 4, chance).state
    records: list[Started | Played | Resigned] = [Started(draws=tuple(chance.draws))]
    while HIPPO.to_act(state):
        if state.stage == "L2.E" and Y not in state.left:
            state = leave(state, Y)
            records.append(Resigned(seat=Y))
            continue
        seat = min(HIPPO.to_act(state))
        action = Go() if HIPPO.forced(state) else decide("coin", state, seat, random)
        before = len(chance.draws)
        step = HIPPO.apply(state, seat, action, chance)
        records.append(Played(seat=seat, action=HIPPO.write(state, action), draws=tuple(chance.draws[before:])))
        state = step.state
        assert HIPPO.load(HIPPO.dump(state), LAP) == state
    assert fold(HIPPO, LAP, 4, records)[-1].state == state
    assert state.left == {Y}


CLOSED: list[Callable[[], State]] = [lambda: play(gate(), "R", "start safe").state, lambda: race("L2.E", "RB")]


@pytest.mark.parametrize("make", CLOSED)
def test_going_on_is_refused_while_answers_are_awaited(make: Callable[[], State]) -> None:
    state = make()
    with pytest.raises(IllegalAction) as refused:
        HIPPO.apply(state, min(HIPPO.to_act(state)), Go(), NoChance())
    assert (refused.value.code, refused.value.rule) == ("hippo.illegal.not_closing", "orders")
