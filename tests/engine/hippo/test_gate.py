"""The starting gate: sprints, collisions, Caesar's favourite, safe starters (rules, section 6)."""

import pytest

from bot.engine.games.hippo import events
from bot.engine.games.hippo.actions import LETTERS
from bot.engine.games.hippo.game import HIPPO
from bot.engine.games.hippo.log import log
from tests.engine.hippo.races import Dice, G, R, answer, gate, told
from tests.engine.tables import table


@pytest.mark.parametrize("row", table("hippo_gate"), ids=lambda row: row[0])
def test_a_worked_gate(row: list[str]) -> None:
    _, boxes, sums, rumours, sprinters, faces, lines, order = row
    dice = Dice([int(face) for face in faces.split()])
    state = gate(boxes=boxes, sums=sums, rumours=rumours)
    after, happened = answer(state, {one: f"start {'sprint' if one in sprinters else 'safe'}" for one in LETTERS}, dice)
    assert dice.done
    assert lines in " ; ".join(log(happened))
    if order == "restart":
        assert (after.stage, after.order, after.out, after.answers) == ("G", (), (), (None,) * 4)
        assert [rumour.used for rumour in after.rumours] == [True]
        assert (after.boxes, after.sums) == (state.boxes, state.sums)
        assert "fate" not in dice.asked
    else:
        assert "".join(LETTERS[seat] for seat in after.order) == order.replace("-", "")
        assert after.stage == ("L1.E" if len(after.order) > 1 else "F")
        assert sorted(out.seat for out in after.out) == sorted(set(range(4)) - set(after.order))
        assert {(out.where, out.number) for out in after.out} <= {("G", 1)}
        assert dice.asked.count("fate") == 10 * len(after.out)


def test_no_debris_and_no_cards_at_the_gate() -> None:
    after, happened = answer(
        gate(), {"R": "start sprint", "B": "start sprint", "Y": "start safe", "G": "start safe"}, Dice([1, 2, 1, 2, 1, 2, 3, 4])
    )
    assert [saved.stat for saved in told(happened, events.Saved)] == ["r", "r"]
    assert "".join(LETTERS[seat] for seat in after.order) == "GY"
    assert [len(hand) for hand in after.hands] == [0, 0, 2, 2]


def test_one_left_wins_at_once_and_rolls_the_purse() -> None:
    state = gate()
    after, happened = answer(
        state,
        {"R": "start sprint", "B": "start sprint", "Y": "start sprint", "G": "start safe"},
        Dice([1, 2, 3, 1, 2, 1, 2, 1, 2], purse=4),
    )
    (end,) = told(happened, events.Finished)
    assert (end.winner, end.purse, end.order, end.places, end.reason) == (G, 4000, (G,), (2, 2, 2, 1), "hippo.over.alone")
    outcome = HIPPO.outcome(after)
    assert outcome is not None
    assert (outcome.places, outcome.scores) == ((2, 2, 2, 1), (0, 0, 0, 4000))


def test_nobody_wins_when_all_are_wrecked() -> None:
    after, happened = answer(gate(), dict.fromkeys("RBYG", "start sprint"), Dice([1, 2, 3, 4, *[1, 2] * 4]))
    outcome = HIPPO.outcome(after)
    assert outcome is not None
    assert (outcome.places, outcome.scores, outcome.reason) == ((2, 2, 2, 2), (0, 0, 0, 0), "hippo.over.nobody")
    assert told(happened, events.Finished)[0].winner is None


def test_a_save_is_thrown_against_another_of_the_collision() -> None:
    _, happened = answer(
        gate(boxes="R4B3Y2G1"),
        {"R": "start sprint", "B": "start sprint", "Y": "start sprint", "G": "start safe"},
        Dice([1, 2, 3, 6, 1, 6, 1, 6, 1]),
    )
    assert [(saved.roll.seat, saved.thrower) for saved in told(happened, events.Saved)] == [(2, 1), (1, 2), (R, 2)]
