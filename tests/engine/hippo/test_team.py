"""Team selection, rumours and boxes (rules, sections 2 to 4)."""

from collections import Counter
from itertools import permutations

import pytest

from bot.engine.core import Code, Step
from bot.engine.games.hippo import events
from bot.engine.games.hippo.cards import CARDS, EVENTS, TEAM_DECK, in_order, sums
from bot.engine.games.hippo.deck import EXACT, shuffled
from bot.engine.games.hippo.game import HIPPO
from bot.engine.games.hippo.position import HippoOptions, Rumour
from bot.engine.replay import branches
from bot.errors import IllegalAction, NotYourTurn, Refusal
from tests.engine.hippo.races import LAP, B, Dice, G, R, Y, answer, play, seeded, team, told

KEEPS = {"R": "keep c1 d1 u1", "B": "keep c2 u2", "Y": "keep", "G": "keep h10 h12 u4"}


def test_the_decks() -> None:
    assert Counter(card[0] for card in TEAM_DECK) == {"h": 14, "d": 9, "c": 5, "k": 3, "u": 6}
    assert Counter(card[0] for card in EVENTS) == {"t": 6, "l": 1, "b": 5, "a": 6, "r": 6, "v": 6}
    assert [sum(six[at] for six in CARDS.values()) for at in range(6)] == [6, 4, 6, 11, 10, 4]


def test_the_deal_is_seven_each_and_secret() -> None:
    step = HIPPO.setup(LAP, 4, seeded(1))
    state = step.state
    dealt = [card for deal in state.deals for card in deal]
    assert [len(deal) for deal in state.deals] == [7] * 4
    assert len(set(dealt)) == 28
    assert all(deal == in_order(deal) for deal in state.deals)
    assert [(event.seat, event.cards, event.audience) for event in told(step.events, events.Dealt)] == [
        (seat, state.deals[seat], {seat}) for seat in range(4)
    ]
    assert (sorted(state.deck), state.hands) == (sorted(EVENTS), ((),) * 4)
    assert HIPPO.to_act(state) == {R, B, Y, G}
    with pytest.raises(Refusal):
        HIPPO.setup(LAP, 3, seeded(1))


def test_a_shuffle_takes_every_order_once() -> None:
    found = [step.state for step in branches(lambda chance: Step(shuffled(chance, "x", "abcd"), ()))]
    assert sorted(found) == sorted(permutations("abcd"))
    pairs = [step.state for step in branches(lambda chance: Step(shuffled(chance, "x", "abcd", 2), ()))]
    assert sorted(pairs) == sorted(permutations("abcd", 2))


def test_a_shuffle_takes_few_draws_of_exact_numbers() -> None:
    chance = seeded(3)
    assert sorted(shuffled(chance, "x", range(30))) == list(range(30))
    assert len(chance.draws) == 3
    assert all(draw.bound <= EXACT for draw in chance.draws)
    assert shuffled(chance, "x", ()) == ()


def test_the_reveal_adds_up_and_forgets_the_rest() -> None:
    state, happened = answer(team(), KEEPS, Dice())
    assert state.teams == (("c1", "d1", "u1"), ("c2", "u2"), (), ("h10", "h12", "u4"))
    assert state.sums == ((0, 0, 2, 1, 1, 0), (0, 0, 0, 1, 0, 0), (0,) * 6, (1, 0, 0, 0, 0, 0))
    assert state.rumours == (Rumour("u1", R), Rumour("u2", B), Rumour("u4", G))
    assert (state.stage, state.deals, state.boxes) == ("U", (), ())
    assert [(event.teams, event.sums) for event in told(happened, events.Revealed)] == [(state.teams, state.sums)]


def test_sums_are_plain() -> None:
    assert sums(("h01", "h03", "h05", "h06")) == (4, 0, 0, 2, 2, 1)
    assert sums(("h11", "h12", "h13", "h14")) == (0, 0, 0, 1, -1, 0)


def test_rumours_go_red_yellow_blue_green_and_add_up() -> None:
    keeps = {"R": "keep u1", "B": "keep u2", "Y": "keep u3", "G": "keep u4"}
    state, _ = answer(team(), keeps, Dice())
    asked = []
    for letter, text in (("R", "rumour u1>G"), ("Y", "rumour u3>G"), ("B", "rumour u2>G")):
        asked.append(HIPPO.to_act(state))
        assert [choice.text for choice in HIPPO.choices(state, min(asked[-1]), "")] == [
            f"{text[:-1]}{other}" for other in "RBYG" if other != letter
        ]
        state = play(state, letter, text).state
    assert asked == [{R}, {Y}, {B}]
    assert state.sums[G] == (-2, 0, 0, 0, -1, 0)
    assert (state.stage, sorted(state.boxes)) == ("G", [1, 2, 3, 4])


@pytest.mark.parametrize("target", "RBY")
def test_the_dishonest_choice_puts_its_target_in_box_four(target: str) -> None:
    text = "R:c1,d1,k1,h01,h02,h03,u1;B:c2,d2,k2,h04,h05,h06,u2;Y:c3,d3,k3,h07,h08,h09,u3;G:c4,d4,h10,h11,h12,h13,u5"
    state, _ = answer(team(text), {"R": "keep", "B": "keep", "Y": "keep", "G": "keep u5"}, Dice())
    for other in range(6):
        after = play(state, "G", f"rumour u5>{target}", Dice(other=other)).state
        assert after.boxes["RBYG".index(target)] == 4
        assert sorted(after.boxes) == [1, 2, 3, 4]
        assert after.sums == state.sums


def test_no_rumour_leads_straight_to_the_gate() -> None:
    state, happened = answer(team(), dict.fromkeys("RBYG", "keep"), Dice())
    assert state.stage == "G"
    assert [event.boxes for event in told(happened, events.Boxed)] == [state.boxes]


@pytest.mark.parametrize(
    ("text", "code", "params"),
    [
        ("keep c2", "hippo.illegal.not_dealt", {"cards": (Code("c2"),)}),
        ("keep h04 h05", "hippo.illegal.not_dealt", {"cards": (Code("h04"), Code("h05"))}),
        ("start safe", "hippo.illegal.other_window", None),
        ("rumour u1>B", "hippo.illegal.other_window", None),
        (f"lap {'H/- ' * 4}", "hippo.illegal.other_window", None),
        ("go", "hippo.illegal.not_closing", {}),
    ],
)
def test_what_may_not_be_kept(text: str, code: str, params: dict[str, object] | None) -> None:
    with pytest.raises(IllegalAction) as refused:
        play(team(), "R", text)
    assert refused.value.code == code
    assert params is None or refused.value.params == params


@pytest.mark.parametrize(("kind", "cards"), [("c", "c1 c2"), ("d", "d1 d2"), ("k", "k1 k2"), ("u", "u1 u2")])
def test_at_most_one_of_a_kind(kind: str, cards: str) -> None:
    deals = "R:c1,c2,d1,d2,k1,k2,h01;B:c3,h02,h03,h04,h05,h06,u1;Y:d3,h07,h08,h09,h10,h11,u2;G:d4,h12,h13,h14,u3,u4,u5"
    if kind == "u":
        deals = deals.replace("k1,k2,h01", "u1,u2,h01").replace("h06,u1", "h06,k1").replace("h11,u2", "h11,k2")
    with pytest.raises(IllegalAction) as refused:
        play(team(deals), "R", f"keep {cards}")
    assert (refused.value.code, refused.value.params) == (f"hippo.illegal.too_many.{kind}", {"n": 1})


def test_at_most_four_horses() -> None:
    deals = "R:h01,h02,h03,h04,h05,d1,u1;B:c3,d2,k1,h06,h07,h08,h09;Y:d3,h10,h11,h12,h13,k2,u2;G:d4,h14,c1,c2,u3,u4,u5"
    state = team(deals)
    assert play(state, "R", "keep h01 h02 h03 h04").state.answers[R] is not None
    with pytest.raises(IllegalAction) as refused:
        play(state, "R", "keep h01 h02 h03 h04 h05")
    assert (refused.value.code, refused.value.params) == ("hippo.illegal.too_many.h", {"n": 4})


@pytest.mark.parametrize(
    ("text", "code"),
    [("rumour u2>G", "not_your_rumour"), ("rumour u1>R", "aimed_at_self"), ("keep c1", "other_window")],
)
def test_what_a_rumour_may_not_do(text: str, code: str) -> None:
    state, _ = answer(team(), KEEPS, Dice())
    with pytest.raises(IllegalAction) as refused:
        play(state, "R", text)
    assert refused.value.code == f"hippo.illegal.{code}"
    with pytest.raises(NotYourTurn):
        play(state, "B", "rumour u2>G")


def test_options_are_closed() -> None:
    assert HippoOptions() == LAP
    with pytest.raises(ValueError, match="tempo"):
        HippoOptions.model_validate({"tempo": "turn"})
