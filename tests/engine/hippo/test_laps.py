"""Laps: order of turns, attacks, locks, wrecks, debris, cards, fatigue (rules, sections 7 to 9), and drawing."""

import pytest

from bot.engine.games.hippo import events, lap
from bot.engine.games.hippo.cards import EVENTS, auto_drop
from bot.engine.games.hippo.game import HIPPO
from bot.engine.games.hippo.position import fatigue
from tests.engine.hippo import races
from tests.engine.hippo.races import HOLD, LAP, PHASE, B, Dice, G, R, Y, answer, attacks, race, told
from tests.engine.tables import table


@pytest.mark.parametrize("row", table("hippo_worked"), ids=lambda row: row[0])
def test_a_worked_case(row: list[str]) -> None:
    _, stage, order, sums, hands, orders, dice, log, after, *rumours = row
    state = race(stage, order, sums=sums, hands=hands, rumours=rumours[0] if rumours else "-")
    after_lap, lines = races.lap(state, orders, [int(face) for face in dice.split()])
    # ` ; ` joins both the parts of a line and, before a stage, whole lines.
    assert " ; ".join(attacks(lines)) == log
    assert "".join(HIPPO.info.letters[4][seat] for seat in after_lap.order) == after.replace("-", "")
    if len(after_lap.order) < 2:
        outcome = HIPPO.outcome(after_lap)
        assert outcome is not None
        assert outcome.places.count(1) == len(after_lap.order)


def test_turns_go_round_the_ring() -> None:
    for order, straight, curve in [
        ([R, B, Y, G], (G, R, B, Y), (G, Y, B, R)),
        ([Y, R, G], (G, Y, R), (G, R, Y)),
        ([B, R], (R, B), (R, B)),
    ]:
        assert lap.sequence(order, "S1") == lap.sequence(order, "S2") == straight
        assert lap.sequence(order, "C1") == lap.sequence(order, "C2") == curve


@pytest.mark.parametrize(
    ("endurance", "by_lap"),
    [(-1, (0, 0, 0, -2, -2, -3, -3)), (0, (0, 0, 0, -1, -1, -2, -2)), (1, (0, 0, 0, 0, 0, -1, -1)), (2, (0,) * 7), (5, (0,) * 7)],
)
def test_fatigue(endurance: int, by_lap: tuple[int, ...]) -> None:
    assert tuple(fatigue(number, endurance) for number in range(1, 8)) == by_lap


def test_debris_kills_by_its_own_dice_and_the_pile_is_hit_again() -> None:
    """Fate dice of 1 against 1 with Cool 0 spare everybody; with Cool -1 nobody lives."""
    for cool, living in ((0, 5), (-1, 0)):
        state = race("L1.E", "RBY", sums=f"R:0,0,0,0,{cool},0")
        dice = Dice([3, 3, 5, 4, 1, 2, 1, 2, 6, 2], fate=1)
        happened = answer(state, {"R": f"lap {HOLD}", "B": "lap A/- H/- H/- H/-", "Y": f"lap {HOLD}"}, dice)[1]
        first, *again = told(happened, events.Fates)
        assert [len(first.figures), sum(fate.lives for fate in first.figures), first.trampled] == [5, living, False]
        assert [(fate.figure, fate.horse) for fate in first.figures] == [(None, False), *[(None, True)] * 4]
        assert [(len(other.figures), other.trampled) for other in again] == ([(5, True)] if living else [])


def test_a_wrecked_hand_goes_to_the_discards() -> None:
    state = race("L1.E", "RBY", hands="R:v1,t3;B:a1;Y:r1")
    after, _ = answer(state, {"R": f"lap {HOLD}", "B": "lap A/- H/- H/- H/-", "Y": f"lap {HOLD}"}, Dice([3, 3, 5, 4, 1, 2, 6, 1]))
    assert after.hands[R] == ()
    assert after.discard == ("v1", "t3")


def test_the_last_place_draws_first_and_two_at_a_time() -> None:
    deck = [card for card in EVENTS if card[0] != "v"]
    state = race("L1.E", "RBYG", deck=",".join(deck))
    after, happened = answer(state, dict.fromkeys("RBYG", f"lap {HOLD}"), Dice())
    assert [after.hands[seat] for seat in (G, Y, B, R)] == [tuple(deck[at : at + 2]) for at in (0, 2, 4, 6)]
    assert after.stage == "L2.E"
    assert [(drew.seat, drew.audience) for drew in told(happened, events.Drew)] == [(seat, {seat}) for seat in (G, Y, B, R)]


def test_an_empty_deck_is_renewed_in_the_middle_of_a_draw() -> None:
    state = race("L1.E", "RB", deck="v6", hands="R:t1")
    dice = Dice(other=0)
    after, happened = answer(state, {"R": f"lap {HOLD}", "B": f"lap {HOLD}"}, dice)
    assert after.hands[B][0] == "v6"
    assert len(after.hands[B]) == 2
    assert len(after.hands[R]) == 3
    assert (len(after.deck), after.discard) == (25, ())
    assert [grew.reshuffles for grew in told(happened, events.HandsGrew)] == [1]
    assert set(dice.asked) == {"events"}


def test_dropping_by_choice_and_by_itself() -> None:
    state = race("L2.E", "RB", hands="R:v1,v2,t1,t2,l1,a1,b1;B:v3,a2,a3,r1,r2,r3")
    after, happened = answer(state, {"R": f"lap {HOLD} drop:a1,t1", "B": f"lap {HOLD}"}, Dice())
    dropped = [(event.seat, event.cards, event.auto) for event in told(happened, events.Dropped)]
    assert dropped == [(B, ("r1",), True), (R, ("t1", "a1"), False)]
    assert after.discard == ("r1", "t1", "a1")
    assert after.hands[R][:5] == ("v1", "v2", "t2", "l1", "b1")


@pytest.mark.parametrize(
    ("hand", "dropped"),
    [
        ("v1 v2 t1 t2 a1 b1 l1", "v1 t1"),  # v and t have two each and v goes first; then t alone has two
        ("t1 t2 t3 a1 a2 r1", "t1"),
        ("l1 b1 v1 a1 t1 r1", "l1"),
        ("b1 v1 a1 t1 r1 r2 v2", "v1 r1"),
        ("v1 a1 t1 r1 b1", ""),
    ],
)
def test_auto_drop(hand: str, dropped: str) -> None:
    assert " ".join(auto_drop(hand.split())) == dropped


def test_phase_by_phase_is_the_same_race() -> None:
    """The tempo changes when orders are given, never what they lead to (9.2)."""
    orders = {"R": ["A+/+", "A!/-", "H/-", "A@B/-"], "B": ["A/-", "H/+", "A+/+", "A/-"], "Y": ["H/-", "A/-", "A/+", "A+/+"]}
    hands = "R:v1,a1,b1;B:v2,t1;Y:a3,t2,r1"
    ends = []
    for options in (LAP, PHASE):
        state = race("L2.E", "RBY", hands=hands, options=options)
        dice = Dice([3, 3, 4, 4, 5, 1] * 9)
        if options is LAP:
            whole = {letter: f"lap {' '.join(parts)} save:rta lock:lt" for letter, parts in orders.items()}
            state, _ = answer(state, whole, dice)
        else:
            for index in range(4):
                state, _ = answer(state, {one: f"lap {parts[index]} save:rta lock:lt" for one, parts in orders.items()}, dice)
        ends.append((state.stage, state.order, state.out, state.hands, state.discard, state.deck, dice.asked))
    assert ends[0] == ends[1]


def test_between_phases_permissions_stand_unless_given_again() -> None:
    state = race("L2.E", "RB", options=PHASE)
    state, _ = answer(state, {"R": "lap H/- save:rt lock:l", "B": "lap H/-"}, Dice())
    assert state.stage == "L2.C1"
    assert state.last == (("rt", "l"), ("-", "-"), None, None)
    assert HIPPO.write(state, HIPPO.parse(state, R, "lap A/+")) == "lap A/+ save:rt lock:l"
    assert HIPPO.write(state, HIPPO.parse(state, R, "lap A/+ lock:t")) == "lap A/+ save:rt lock:t"
    assert HIPPO.load(HIPPO.dump(state), PHASE) == state
    for _ in range(3):
        state, _ = answer(state, {"R": "lap H/-", "B": "lap H/-"}, Dice())
    assert (state.stage, state.last) == ("L3.E", (None,) * 4)
