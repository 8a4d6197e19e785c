"""Facts that hold in every race (rules, section 13.3), and a second reading of the rules that must agree with the engine."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.engine.conform import Limits, conform
from bot.engine.core import Step, Text
from bot.engine.games.hippo import events
from bot.engine.games.hippo.actions import LETTERS
from bot.engine.games.hippo.cards import EVENTS, LIMITS
from bot.engine.games.hippo.game import HIPPO
from bot.engine.games.hippo.log import log
from bot.engine.games.hippo.position import LAP_OF, SEATS, HippoOptions, State
from bot.i18n import LANGS, words
from tests.engine.hippo import naive
from tests.engine.hippo.policies import Dicer, decide
from tests.engine.hippo.races import LAP, PHASE, told

POLICIES = st.sampled_from(["random", "coin", "reckless", "prudent", "bot"])


class Recording(Dicer):
    """Keeps the faces of the race's dice; the dice of life and death come from elsewhere."""

    def __init__(self, random: Random, fate: Random | None = None) -> None:
        super().__init__(random)
        self.faces: list[int] = []
        self._fate = fate

    def draw(self, label: str, bound: int) -> int:
        """Draw and keep."""
        value = self._fate.randrange(bound) if self._fate is not None and label == "fate" else super().draw(label, bound)
        if label == "die":
            assert bound == 6
            self.faces.append(value + 1)
        return value


def check_position(state: State) -> None:
    """Facts 1, 2, 3, 4, 10."""
    cards = [*state.deck, *state.discard, *(card for hand in state.hands for card in hand)]
    assert sorted(cards) == sorted(EVENTS)
    assert all(len(hand) <= (7 if state.stage.endswith("E") else 5) for hand in state.hands)
    assert len(set(state.order)) == len(state.order)
    if state.order or state.out:
        assert sorted([*state.order, *(out.seat for out in state.out)]) == list(SEATS)
    if state.boxes:
        assert sorted(state.boxes) == [1, 2, 3, 4]
        assert all(
            rumour.target is not None and state.boxes[rumour.target] == 4 for rumour in state.rumours if rumour.card == "u5"
        )
    for team in state.teams:
        assert all(sum(card[0] == kind for card in team) <= limit for kind, limit in LIMITS.items())
    kept = [card for team in state.teams for card in team]
    assert len(set(kept)) == len(kept)
    if state.stage == "F":
        assert state.winner == (state.order[0] if state.order else None)
        assert state.purse in ({1000, 2000, 3000, 4000, 5000, 6000} if state.order else {0})
    assert HIPPO.dump(HIPPO.load(HIPPO.dump(state), state.options)) == HIPPO.dump(state)


def check_step(before: State, step: Step[State, events.HippoEvent]) -> None:
    """Facts 2, 5, 6, 7, 8."""
    after = step.state
    assert {out.seat for out in before.out} <= {out.seat for out in after.out}
    turns: Counter[tuple[str, int]] = Counter()
    phases: Counter[str] = Counter()
    order = before.order
    for index, event in enumerate(step.events):
        match event:
            case events.Attempted(phase=phase, attack=attack, defence=defence, result=result, order=now):
                turns[phase, attack.seat] += 1
                phases[phase] += 1
                assert order.index(attack.seat) == order.index(defence.seat) + 1
                assert now == order if result != "pass" else now.index(defence.seat) == now.index(attack.seat) + 1
                check_rolls(before, attack, defence)
                order = now
            case events.Wrecked(seats=seats, why=why, order=now):
                for seat in seats:
                    saved = [save for save in told(step.events[:index], events.Saved) if save.roll.seat == seat][-1]
                    assert (saved.passed, saved.why) == (False, why)
                    assert saved.stat == ("a" if why == "debris" else "r")
                order = now
            case events.Saved(roll=roll, difficulty=difficulty, thrower=thrower):
                assert 1 <= difficulty <= 6
                assert thrower != roll.seat
                check_rolls(before, roll)
            case events.Lined(order=now):
                order = now
    assert set(turns.values()) <= {1}
    running = len(before.order)
    assert all(count <= (running if phase[0] == "C" or running == 2 else running - 1) for phase, count in phases.items())
    assert sum(phases.values()) <= 14


def check_rolls(before: State, *rolls: events.Roll) -> None:
    """Fact 6."""
    lap = LAP_OF.get(before.stage, 0)
    for roll in rolls:
        assert 1 <= roll.die <= 6
        assert roll.fatigue <= 0
        assert roll.fatigue == 0 or lap > 3
        assert roll.total == roll.die + roll.modifier + roll.fatigue + 2 * (roll.card is not None)


def check_second_reading(state: State, step: Step[State, events.HippoEvent], orders: dict[str, str], faces: list[int]) -> None:
    """Let the other resolver run the same lap on the same faces."""
    other = naive.of(state, orders, list(faces)).run()
    after = step.state
    assert other.faces == []
    assert [LETTERS[seat] for seat in after.order] == other.order
    wrecks = [(LETTERS[out.seat], out.where[3:]) for out in after.out[len(state.out) :]]
    assert wrecks == other.wrecks
    drawn = {drew.seat: drew.cards for drew in told(step.events, events.Drew)}
    for seat in after.order:
        assert list(after.hands[seat]) == other.hands[LETTERS[seat]] + list(drawn.get(seat, ()))
    if not any(grew.reshuffles for grew in told(step.events, events.HandsGrew)):
        assert list(after.discard) == [*state.discard, *other.played]


def race(seed: int, policies: list[str], options: HippoOptions, *, fate: int | None = None) -> tuple[State, list[str]]:
    """Play a race, checking every step; gives its end and its log."""
    random = Random(seed)
    chance = Recording(Random(f"dice {seed}"), None if fate is None else Random(fate))
    step = HIPPO.setup(options, 4, chance)
    state, happened = step.state, list(step.events)
    orders: dict[str, str] = {}
    restarts = 0
    while due := HIPPO.to_act(state):
        check_position(state)
        seat = random.choice(sorted(due))
        action = decide(policies[seat], state, seat, random)
        orders[LETTERS[seat]] = HIPPO.write(state, action)
        chance.faces.clear()
        step = HIPPO.apply(state, seat, action, chance)
        check_step(state, step)
        if step.reveals and state.stage in LAP_OF and options is LAP:
            check_second_reading(state, step, orders, chance.faces)
        restarts += len(told(step.events, events.Restarted))
        state = step.state
        happened += step.events
    check_position(state)
    assert restarts <= 1
    return state, log(happened)


@settings(max_examples=60)
@given(st.integers(0, 2**32), st.lists(POLICIES, min_size=4, max_size=4), st.sampled_from([LAP, PHASE]))
def test_facts_hold_at_every_step(seed: int, policies: list[str], options: HippoOptions) -> None:
    race(seed, policies, options)


@pytest.mark.slow
def test_many_races() -> None:
    for seed in range(3000):
        race(seed, Random(seed).choices(["random", "coin", "reckless", "prudent", "bot"], k=4), (LAP, PHASE)[seed % 3 == 0])


@settings(max_examples=40)
@given(st.integers(0, 2**32), st.lists(POLICIES, min_size=4, max_size=4))
def test_life_and_death_never_change_a_race(seed: int, policies: list[str]) -> None:
    assert race(seed, policies, LAP, fate=1) == race(seed, policies, LAP, fate=2)


def has_words(text: Text) -> None:
    """Find a label's words in every language."""
    for lang in LANGS:
        words(lang).template(text.id, n=1)
        for param in text.params.values():
            for inner in param if isinstance(param, tuple) else (param,):
                if isinstance(inner, Text):
                    has_words(inner)


@pytest.mark.parametrize("options", [LAP, PHASE], ids=["lap", "phase"])
@pytest.mark.parametrize("seed", [b"\x01", b"\x02"])
def test_it_conforms(options: HippoOptions, seed: bytes) -> None:
    limits = Limits(legal=40, every=15)
    outcome = conform(HIPPO, options, 4, seed, say=has_words, limits=limits)
    assert outcome == conform(HIPPO, options, 4, seed, limits=limits)


def test_every_ending_has_words() -> None:
    for reason in ("finish", "alone", "nobody", "abandoned"):
        has_words(Text(f"hippo.over.{reason}"))


def test_an_end_by_the_seventh_lap() -> None:
    state, lines = race(11, ["prudent"] * 4, LAP)
    assert lines[-1] == f"F win={LETTERS[state.winner or 0]}{state.purse}"
    outcome = HIPPO.outcome(state)
    assert outcome is not None
    assert outcome.scores is not None
    assert sum(outcome.scores) == state.purse
    assert outcome.reason == ("hippo.over.finish" if len(state.order) > 1 else "hippo.over.alone")
