"""The test policies of Splash & Bash (rules, section 15): random play, and runners that keep to a lane.

Owns how they choose and playing whole games with them. Refuses to know the house bot (`bot.players.splash`).
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from bot.engine.chance import NoChance
from bot.engine.core import Seat
from bot.engine.games.splash import events
from bot.engine.games.splash.actions import Action, Disc, Go, Lineup, Obs, Play
from bot.engine.games.splash.course import LANES
from bot.engine.games.splash.game import SPLASH
from bot.engine.games.splash.position import CREW, HELM, LETTERS, SplashOptions, State
from bot.engine.games.splash.race import Race

Policy = Callable[[State, Seat, list[Action]], Action]
BY_HAND = SplashOptions(autoroll=False)
CARD_CHANCE = 0.35


class Dice:
    """Chance from a pseudo-random generator."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def draw(self, label: str, bound: int) -> int:
        """Draw 0 <= value < bound."""
        return self._random.randrange(bound)


@dataclass
class Told:
    """What a game came to: its last position, and how often the things of the table happened."""

    state: State
    counts: Counter[str] = field(default_factory=Counter)

    def add(self, happened: tuple[events.SplashEvent, ...]) -> None:
        """Count events in."""
        for event in happened:
            match event:
                case events.Turn():
                    self.counts["turns"] += 1
                case events.Bumped(kind):
                    self.counts["bumps"] += 1
                    self.counts["outer rule"] += kind == "outer"
                case events.Splash():
                    self.counts["splashes"] += 1
                case events.Slipped(obstacle=True):
                    self.counts["slips"] += 1
                case events.Drew(_, "high"):
                    self.counts["High Tide draws"] += 1
                case events.Played() | events.Reacted():
                    self.counts["cards used"] += 1


def uniformly(random: Random) -> Policy:
    """Play at random, a card in 35 of 100 windows where one could be played."""

    def choose(state: State, seat: Seat, actions: list[Action]) -> Action:
        cards = [action for action in actions if isinstance(action, Play)]
        others = [action for action in actions if not isinstance(action, Play)]
        if cards and random.random() < CARD_CHANCE:
            return random.choice(cards)
        squares = [action for action in others if isinstance(action, Obs) and action.square]
        return random.choice(squares or others)

    return choose


def runner(lane: str) -> Policy:
    """Keep as near to a lane as the movement allows; no card, no obstacle, the Helmsman for the exact number."""
    wanted = LANES.index(lane)

    def choose(state: State, seat: Seat, actions: list[Action]) -> Action:
        if state.decision == "D0":
            return Lineup(lane * HELM)
        if state.decision == "D4":
            lanes = [action.lane for action in actions if isinstance(action, Go)]
            if state.piece % CREW == HELM:
                return Go(_exact(state, lanes))
            return Go(min(lanes, key=lambda other: abs(LANES.index(other) - wanted)))
        if state.decision == "D2":
            return Disc(state.hands[seat][0])
        return Obs("") if state.decision == "D1" else next(other for other in actions if not isinstance(other, Play))

    return choose


def _exact(state: State, lanes: list[str]) -> str:
    """Choose the lane in which the number is exact, fewest lanes crossed first, else stay."""
    from bot.engine.games.splash.movement import cost, movement

    race = Race(state, NoChance())
    course, own = state.course, state.course.lane[state.at[state.piece]]
    for lane in sorted(lanes, key=lambda other: (abs(LANES.index(other) - own), LANES.index(other))):
        number = LANES.index(lane)
        place, here = state.at[state.piece], own
        while here != number:
            place = course.inward[place] if number > here else course.outward[place]
            here += 1 if number > here else -1
        left = movement(race) - cost(race, number)
        left += 1 if left and lane == "E" and state.wind else 0
        if place + left == course.finish[place]:
            return lane
    return LANES[own]


def play_out(
    policies: list[Policy],
    random: Random,
    options: SplashOptions = BY_HAND,
    *,
    reactions: bool = True,
    look: Callable[[State, Action, State, tuple[events.SplashEvent, ...]], None] | None = None,
) -> Told:
    """Play a whole game; `look` is shown every action with the positions before and after it."""
    dice = Dice(random)
    state = SPLASH.setup(options, len(policies), dice).state
    if not reactions:
        for seat in range(len(policies)):
            for name in ("salvagente", "alt"):
                text = f"order {name} off"
                state = SPLASH.apply(state, Seat(seat), SPLASH.parse(state, Seat(seat), text), dice).state
    told = Told(state)
    while due := SPLASH.to_act(told.state):
        seat = min(due)
        action = policies[seat](told.state, seat, list(SPLASH.legal(told.state, seat)))
        step = SPLASH.apply(told.state, seat, action, dice)
        told.add(step.events)
        if look is not None:
            look(told.state, action, step.state, step.events)
        told.state = step.state
    return told


def letters(teams: int) -> str:
    """Give the letters of so many teams."""
    return LETTERS[:teams]
