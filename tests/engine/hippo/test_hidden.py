"""Hidden information: nothing addressed to a seat, or to everybody, depends on what it may not see (non-interference)."""

from collections.abc import Iterable
from random import Random
from typing import Any

import pytest

from bot.engine.chance import NoChance
from bot.engine.conform import Limits, conform
from bot.engine.core import Event, Seat
from bot.engine.games.hippo import events
from bot.engine.games.hippo.actions import Answer, Keep, Lap, Start
from bot.engine.games.hippo.game import HIPPO
from bot.engine.games.hippo.position import SEATS, HippoOptions, State
from bot.errors import Refusal
from tests.engine.hippo.policies import Dicer, decide
from tests.engine.hippo.races import LAP, PHASE, Dice, R, answer, race, told
from tests.engine.hippo.secrets import another, twin

ATTEMPTS = (
    "keep c1 c2 h01 h02 h03 h04 h05", "keep d9", "keep u1 u2", "rumour u1>R", "rumour u5>G", "start sprint", "start safe", "go",
    "lap H/+ H/+ H/+ H/+", "lap H/+", "lap A@R/- A@B/- A@Y/- A@G/- save:rta lock:lt drop:v1", "lap A!/+ drop:r1,t1",
    "lap H/+ drop:l1", "nonsense", "lap", "",
)  # fmt: skip


def seen(happened: Iterable[Event], viewer: Seat | None) -> list[Event]:
    """Keep what the viewer may learn of."""
    return [event for event in happened if event.audience is None or viewer in event.audience]


def reply(state: State, seat: Seat, text: str) -> object:
    """Try a notation; give the refusal word for word, or what the seat and everybody are told where the window stays open."""
    try:
        action = HIPPO.parse(state, seat, text)
        step = HIPPO.apply(state, seat, action, NoChance())
    except Refusal as refusal:
        if refusal.code == "engine.needs_chance":
            return "the window closes"
        return type(refusal), refusal.code, refusal.params, getattr(refusal, "near", ()), getattr(refusal, "rule", "")
    return "the window closes" if step.reveals else seen(step.events, seat)


def same_to(state: State, other: State, viewer: Seat | None, attempts: Iterable[str] = ATTEMPTS) -> None:
    """Check everything a viewer can ask of two positions, some attempts included."""
    assert HIPPO.view(state, viewer) == HIPPO.view(other, viewer)
    assert HIPPO.to_act(state) == HIPPO.to_act(other)
    assert HIPPO.forced(state) == HIPPO.forced(other)
    assert HIPPO.outcome(state) == HIPPO.outcome(other)
    if viewer is not None:
        prefixes = [
            "",
            "keep ",
            "lap ",
            "lap H/",
            "lap H/+ H/- A+@",
            *(f"lap {'H/+ ' * 4}save:r lock:l{end}" for end in ("", " ")),
        ]
        for prefix in prefixes:
            assert HIPPO.choices(state, viewer, prefix) == HIPPO.choices(other, viewer, prefix)
        for text in attempts:
            assert reply(state, viewer, text) == reply(other, viewer, text), text


def same_answers(state: State, other: State, viewer: Seat | None, random: Random) -> None:
    """Let two seats answer, or answer again, differently in both, while the window stays open: the viewer is told the same."""
    for seat in random.sample(SEATS, 2):
        if seat == viewer or state.stage in "UF" or (HIPPO.to_act(state) == {seat} and state.answers[seat] is None):
            continue
        first = decide("random", state, seat, random) if seat in (state.order or SEATS) else None
        if not isinstance(first, Keep | Start | Lap):
            continue
        answers: list[Answer] = [first, another(other, seat, first, random)]
        texts = [HIPPO.write(here, given) for here, given in zip((state, other), answers, strict=True)]
        steps = [
            HIPPO.apply(here, seat, HIPPO.parse(here, seat, text), NoChance())
            for here, text in zip((state, other), texts, strict=True)
        ]
        assert seen(steps[0].events, viewer) == seen(steps[1].events, viewer)
        assert all(event.audience == frozenset({seat}) or isinstance(event, events.Answered) for event in steps[0].events)
        assert [step.reveals for step in steps] == [False, False]
        assert HIPPO.view(steps[0].state, viewer) == HIPPO.view(steps[1].state, viewer)


def match(number: int, options: HippoOptions) -> None:
    """Play a random match and look at it twice from everybody's seat before each decision."""
    random = Random(number)
    chance = Dicer(random)
    state = HIPPO.setup(options, 4, chance).state
    while due := HIPPO.to_act(state):
        viewer = random.choice((None, *SEATS))
        other = twin(state, viewer, random)
        same_to(state, other, viewer, random.sample(ATTEMPTS, 5))
        same_answers(state, other, viewer, random)
        seat = random.choice(sorted(due))
        step = HIPPO.apply(state, seat, decide("random", state, seat, random), chance)
        nothing_held_is_told(step.state, step.events)
        state = step.state
    same_to(state, twin(state, None, random), None)


def nothing_held_is_told(state: State, happened: Iterable[Event]) -> None:
    """Check that what everybody is told names no card that is still in a hand or in the deck."""
    if any(grew.reshuffles for grew in told(happened, events.HandsGrew)):
        return  # a card told of may have been drawn again
    public = repr([event for event in happened if event.audience is None])
    hidden = [*state.deck, *(card for hand in state.hands for card in hand)]
    assert [card for card in hidden if f"'{card}'" in public] == []


@pytest.mark.parametrize("options", [LAP, PHASE], ids=["lap", "phase"])
def test_nothing_hidden_reaches_anybody(options: HippoOptions) -> None:
    for number in range(240 if options is LAP else 60):
        match(number, options)


def test_twins_differ() -> None:
    """The test above can fail: what a seat may not see does change."""
    random = Random(1)
    state = HIPPO.setup(LAP, 4, Dicer(random)).state
    assert twin(state, R, random).deals != state.deals
    assert twin(state, R, random).deals[R] == state.deals[R]
    assert twin(state, None, random).deals[R] != state.deals[R]
    sealed = HIPPO.apply(state, R, Keep(()), NoChance()).state
    assert twin(sealed, None, random).answers[R] != Keep(())
    running = race("L2.E", "RBY", hands="R:v1,v2;B:t1,t2,t3")
    assert twin(running, R, random).hands[1] != running.hands[1]
    assert HIPPO.dump(twin(running, R, random)) != HIPPO.dump(running)


def test_a_hand_reaches_its_owner_alone() -> None:
    state = race("L2.E", "RB", hands="R:v1,v2;B:t1")
    own = HIPPO.view(state, R).own
    assert own is not None
    assert (own.hand, own.over) == (("v1", "v2"), 0)
    assert HIPPO.view(state, None).own is None
    assert [seat.hand for seat in HIPPO.view(state, None).seats] == [2, 1, 0, 0]
    sealed = HIPPO.apply(state, R, HIPPO.parse(state, R, "lap A+/+ H/- H/- H/- save:r"), NoChance())
    assert [seat.answered for seat in HIPPO.view(sealed.state, None).seats] == [True, False, False, False]
    assert [(type(event), event.audience) for event in sealed.events] == [(events.Sealed, {R}), (events.Answered, None)]


def test_what_was_drawn_is_told_to_its_owner() -> None:
    state = race("L2.E", "RB")
    _, happened = answer(state, {"R": "lap H/- H/- H/- H/-", "B": "lap H/- H/- H/- H/-"}, Dice())
    for drew in told(happened, events.Drew):
        assert drew.audience == {drew.seat}


@pytest.mark.parametrize("options", [LAP, PHASE], ids=["lap", "phase"])
@pytest.mark.parametrize("seed", [b"\x07", b"\x08"])
def test_it_conforms_with_twins(options: HippoOptions, seed: bytes) -> None:
    def other(state: Any, seat: Seat | None) -> Any:
        return twin(state, seat, Random(str(seat)))

    assert len(conform(HIPPO, options, 4, seed, twin=other, limits=Limits(legal=40, every=15)).places) == 4
