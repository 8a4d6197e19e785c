"""What a team may not see never reaches it: views, choices, refusals, events (rules, sections 1.3, 8.1; product promise 4)."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

import pytest

from bot.engine.core import Choice, Seat
from bot.engine.games.splash.actions import Action, Play
from bot.engine.games.splash.cards import AT_ONCE
from bot.engine.games.splash.events import Discarded, Played, Reacted, SplashEvent, StolenCard, Took
from bot.engine.games.splash.game import SPLASH
from bot.engine.games.splash.position import SplashOptions, State
from bot.errors import Refusal
from tests.engine.pool_policies import Dice, uniformly

MATCHES = 300
SHOWING = (Played, Discarded, Reacted, StolenCard, Took)
"""What shows a seat which card another team held, or one of its own."""
JUNK = (
    "play TB B1", "play RI R1", "play GA B", "play SA", "play MO", "disc SA", "disc MO", "obs A7", "obs -", "go A", "roll",
    "pass", "lineup EEE", "hand order SA AL", "nonsense",
)  # fmt: skip


def twin(state: State, seat: Seat | None) -> State:
    """Deal anew what a seat (None: a spectator) may not know: other hands and the order of the decks; other standing orders."""
    random = Random(f"{state.round} {state.piece} {seat}")
    hands = list(state.hands)
    pool = [card for owner, hand in enumerate(hands) if owner != seat for card in hand] + list(state.high)
    hidden = state.drawn if state.drawn and seat != state.mover else ""
    if hidden:
        pool.append(hidden)
    keepable = [card for card in pool if card not in ("PB", "OR")]
    random.shuffle(keepable)
    for owner, hand in enumerate(hands):
        if owner != seat:
            hands[owner] = tuple(keepable.pop() for _ in hand)
    drawn = keepable.pop() if hidden else state.drawn
    rest = [*keepable, *(card for card in pool if card in ("PB", "OR"))]
    random.shuffle(rest)
    low = list(state.low)
    random.shuffle(low)
    standing = tuple(orders if owner == seat else (not orders[0], not orders[1]) for owner, orders in enumerate(state.standing))
    lineups = tuple(lineup if owner == seat or lineup is None else "AAA" for owner, lineup in enumerate(state.lineups))
    return replace(state, hands=tuple(hands), high=tuple(rest), low=tuple(low), drawn=drawn, standing=standing, lineups=lineups)


def parts(state: State, seat: Seat) -> list[Choice]:
    """List every part a seat is offered."""
    found: list[Choice] = []
    pending = SPLASH.choices(state, seat, "")
    while pending:
        choice = pending.pop()
        found.append(choice)
        if not choice.complete:
            pending += SPLASH.choices(state, seat, choice.text)
    return found


def answers(state: State, seat: Seat) -> list[tuple[str, Any]]:
    """Give how a seat's wrong and right notations are answered; who is let through counts as an answer."""
    found: list[tuple[str, Any]] = []
    legal = set(SPLASH.legal(state, seat))
    for text in JUNK:
        try:
            action = SPLASH.parse(state, seat, text)
            if SPLASH.is_standing(action) or action not in legal:
                SPLASH.apply(state, seat, action, Dice(Random(0)))
            found.append((text, "let through"))
        except Refusal as refused:
            found.append((text, (type(refused), refused.code, refused.params, getattr(refused, "near", ()))))
    return found


def seen(happened: Iterable[SplashEvent], seat: Seat | None) -> list[SplashEvent]:
    """Give the events that a seat learns of."""
    return [event for event in happened if event.audience is None or (seat is not None and seat in event.audience)]


@pytest.mark.parametrize("teams", [2, 3, 4])
def test_views_choices_and_refusals_tell_nothing_of_other_hands(teams: int) -> None:
    random = Random(f"secrets {teams}")
    policy, dice = uniformly(random), Dice(random)
    differed = checked = 0
    for number in range(2):
        state = SPLASH.setup(SplashOptions(autoroll=bool(number % 2)), teams, dice).state
        while due := SPLASH.to_act(state):
            checked += 1
            watchers: list[Seat | None] = [None, *map(Seat, range(teams))]
            for watcher in watchers:
                other = twin(state, watcher)
                differed += other.hands != state.hands
                assert SPLASH.view(other, watcher) == SPLASH.view(state, watcher)
                if watcher is not None and (watcher in due or not checked % 5):
                    assert parts(other, watcher) == parts(state, watcher)
                    assert answers(other, watcher) == answers(state, watcher)
            seat = min(due)
            action = policy(state, seat, list(SPLASH.legal(state, seat)))
            state = SPLASH.apply(state, seat, action, dice).state
    assert differed > 50


# Two runs of a match


@dataclass
class Run:
    """One of the two versions: its position, and what the watching seat has learnt since the runs were last compared."""

    state: State
    dice: Dice
    learnt: list[SplashEvent] = field(default_factory=list)

    def play(self, seat: Seat, action: Action, watcher: Seat) -> None:
        """Play an action."""
        step = SPLASH.apply(self.state, seat, action, self.dice)
        self.state = step.state
        self.learnt += seen(step.events, watcher)


def swapped(state: State, random: Random) -> State:
    """Exchange two different cards of the deck that go into hands: which of the two a team holds is that team's alone."""
    high = list(state.high)
    keepable = [place for place, card in enumerate(high) if card not in AT_ONCE]
    one, other = random.sample(keepable, 2)
    high[one], high[other] = high[other], high[one]
    return replace(state, high=tuple(high))


def quiet(state: State) -> Action:
    """Give the action that leaves things as if nobody had been asked."""
    actions = [action for action in SPLASH.legal(state, state.acting) if not isinstance(action, Play)]
    assert len(actions) == 1 or state.decision == "D2"
    return actions[0]


def here(state: State) -> tuple[int, int, str]:
    """Name the decision that is due."""
    return state.round, state.piece, state.decision


def test_three_hundred_matches_run_twice() -> None:
    """A seat learns the same in both runs until a card that differs is shown to it, and of that it learns by an event."""
    compared: Counter[str] = Counter()
    for number in range(MATCHES):
        compared += run_twice(number)
    assert compared["steps"] > 20 * MATCHES
    assert compared["while hands differ"] > 2 * MATCHES
    assert compared["shown"] > MATCHES // 3


def run_twice(number: int) -> Counter[str]:
    """Play one match in two versions and compare what a seat learns; gives what was compared."""
    random = Random(f"twice {number}")
    teams, watcher = 2 + number % 3, Seat(number % 2)
    options = SplashOptions(course="corta", order=("misto", "alternato")[number % 2])
    start = SPLASH.setup(options, teams, Dice(Random(number))).state
    runs = Run(start, Dice(Random(number))), Run(swapped(start, random), Dice(Random(number)))
    policy = uniformly(random)
    compared: Counter[str] = Counter()
    while due := SPLASH.to_act(runs[0].state):
        seat = min(due)
        shared = _shared(runs, seat)
        if not shared:  # a third card that differs: which ones may be dropped differs too
            return compared
        action = policy(runs[0].state, seat, shared)
        for run in runs:
            run.play(seat, action, watcher)
        if not level(runs, watcher):
            compared["shown"] += 1
            return compared
        assert SPLASH.view(runs[0].state, watcher) == SPLASH.view(runs[1].state, watcher)
        if watcher in SPLASH.to_act(runs[0].state):
            assert parts(runs[0].state, watcher) == parts(runs[1].state, watcher)
        compared["steps"] += 1
        compared["while hands differ"] += runs[0].state.hands != runs[1].state.hands
    return compared


def _shared(runs: tuple[Run, Run], seat: Seat) -> list[Action]:
    other = set(SPLASH.legal(runs[1].state, seat))
    return [action for action in SPLASH.legal(runs[0].state, seat) if action in other]


def level(runs: tuple[Run, Run], watcher: Seat) -> bool:
    """Compare what was learnt, and bring the runs to the same decision; False once a card that differs was shown.

    Where but one of the two asks another team, because of the card it holds there, that team does the quiet thing.
    """
    one, two = runs
    while True:
        both = list(zip(one.learnt, two.learnt, strict=False))
        for first, second in both:
            if first != second:
                assert isinstance(first, SHOWING) or isinstance(second, SHOWING), (first, second)
                return False
        short = len(one.learnt) - len(two.learnt)
        if not short and here(one.state) == here(two.state):
            one.learnt.clear()
            two.learnt.clear()
            return True
        run = two if short > 0 else one
        assert run.state.decision in ("D2", "D3", "D4", "D6")
        assert run.state.mover != watcher
        run.play(run.state.mover, quiet(run.state), watcher)
