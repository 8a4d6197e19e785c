"""Policies of the rules' statistics (section 13.2) and races played by them, counted."""

from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import TypeAlias

from bot.engine.core import Event, Seat
from bot.engine.games.hippo import driver, events
from bot.engine.games.hippo.actions import LOCKS, PARTS, Action, Aim, Keep, Lap, Part, Start
from bot.engine.games.hippo.cards import LIMITS, in_order
from bot.engine.games.hippo.game import HIPPO
from bot.engine.games.hippo.notation import allowed
from bot.engine.games.hippo.position import GATE, RUMOURS, SEATS, TEAM, HippoOptions, State, next_rumour, over_hand, phases_due
from bot.engine.games.hippo.view import view_of

Table: TypeAlias = tuple[str, str, str, str]  # one policy a seat
ALL_ON = ("rta", "lt")


class Dicer:
    """A plain source of chance, fast enough for many races; counts dice and reshuffles."""

    def __init__(self, random: Random) -> None:
        self._random = random.random
        self.drawn: Counter[str] = Counter()

    def draw(self, label: str, bound: int) -> int:
        """Draw 0 <= value < bound."""
        self.drawn[label] += 1
        return int(self._random() * bound)


def decide(policy: str, state: State, seat: Seat, random: Random) -> Action:
    """Decide by a policy what the open window asks of a seat."""
    if state.stage == RUMOURS:
        rumour = next_rumour(state)
        assert rumour is not None
        others = [other for other in SEATS if other != seat]
        return Aim(rumour.card, random.choice(others) if policy == "random" else driver.target(view_of(state, seat)))
    if policy == "bot" or (state.stage == TEAM and policy != "random"):
        return driver.decide(view_of(state, seat))
    if state.stage == TEAM:
        return _random_keep(state.deals[seat], random)
    if state.stage == GATE:
        return Start({"reckless": True, "prudent": False}.get(policy, random.random() < 0.5))
    return _random_lap(state, seat, random) if policy == "random" else _plain_lap(policy, state, random)


def _random_keep(deal: tuple[str, ...], random: Random) -> Keep:
    kept: list[str] = []
    for kind, limit in LIMITS.items():
        held = [card for card in deal if card[0] == kind]
        most = min(limit, len(held))
        count = most if random.random() < 0.8 else random.randint(0, most)
        kept += random.sample(held, count)
    return Keep(in_order(kept))


def _plain_lap(policy: str, state: State, random: Random) -> Lap:
    phases = phases_due(state)
    if policy == "coin":
        attacks = [random.random() < 0.5 for _ in phases]
    else:
        attacks = [policy == "reckless" or int(state.stage[1]) >= 6] * len(phases)
    return Lap(tuple([PARTS["a+/+" if attack else "h/+"] for attack in attacks]), *ALL_ON)


def _random_part(rivals: frozenset[Seat], random: Random) -> Part:
    attack = "h" if random.random() < 0.25 else random.choice(("h", "a", "a+", "a!"))
    defence = random.choice("+-")
    if attack != "h" and random.random() < 0.2 and len(rivals) > 1:
        filtered = [text for text in sorted(allowed(rivals)) if text.casefold().startswith(f"{attack}@") and text[-1] == defence]
        return PARTS[random.choice(filtered).casefold()]
    return PARTS[f"{attack}/{defence}"]


def _random_lap(state: State, seat: Seat, random: Random) -> Lap:
    rivals = frozenset(state.order) - {seat}
    parts = tuple([_random_part(rivals, random) for _ in phases_due(state)])
    save = "".join([kind for kind in "rta" if random.random() < 0.7]) or "-"
    over = over_hand(state, seat)
    dropped = set(random.sample(state.hands[seat], over))
    drop = tuple([card for card in state.hands[seat] if card in dropped]) if over else None
    return Lap(parts, save, random.choice(LOCKS), drop)


@dataclass
class Told:
    """One whole race: its last position, what happened, dice by label, how often each seat decided and the table waited."""

    state: State
    events: list[Event]
    drawn: Counter[str]
    decisions: list[int]
    rounds: int


def play(table: Table, random: Random, options: HippoOptions | None = None) -> Told:
    """Play one race."""
    chance = Dicer(random)
    step = HIPPO.setup(options or HippoOptions(), 4, chance)
    told = Told(step.state, list(step.events), chance.drawn, [0, 0, 0, 0], 0)
    opened = True
    while due := HIPPO.to_act(told.state):
        told.rounds += opened
        seat = min(due)
        told.decisions[seat] += 1
        step = HIPPO.apply(told.state, seat, decide(table[seat], told.state, seat, random), chance)
        told.state = step.state
        told.events += step.events
        opened = step.reveals
    return told


@dataclass
class Sample:
    """What a number of races came to."""

    races: int = 0
    counts: Counter[str] = field(default_factory=Counter)

    def add(self, told: Told) -> None:
        """Count one race in."""
        self.races += 1
        counts = self.counts
        state = told.state
        counts["dice"] += told.drawn["die"] + told.drawn["purse"]
        counts["rounds"] += told.rounds
        counts["decisions"] += sum(told.decisions)
        counts[f"running {len(state.order)}"] += 1
        counts["no winner"] += state.winner is None
        if state.winner is not None:
            counts[f"colour {state.winner}"] += 1
            counts[f"box {state.boxes[state.winner]}"] += 1
        for event in told.events:
            self._count(event, state)

    def _count(self, event: Event, state: State) -> None:
        counts = self.counts
        match event:
            case events.Attempted(result=result, attack=attack, defence=defence):
                counts["attempts"] += 1
                counts[result] += 1
                counts["played"] += (attack.card is not None) + (defence.card is not None)
            case events.Unlocked(attack=attack, defence=defence):
                counts["played"] += (attack.card is not None) + (defence.card is not None)
            case events.Saved(stat=stat, why=why, passed=passed, roll=roll):
                counts["saves"] += 1
                counts["saved"] += passed
                counts["played"] += roll.card is not None
                counts["checks"] += stat == "t"
                counts["hits"] += stat == "t" and not passed
            case events.Wrecked(why=why, seats=seats):
                counts[f"wrecked by {why}"] += len(seats)
            case events.Gated():
                counts["gates"] += 1
                counts["gate pending"] = 1
            case events.Collided():
                counts["collisions"] += counts["gate pending"]
                counts["gate pending"] = 0
            case events.Restarted():
                counts["restarts"] += 1
            case events.Lined(order=order):
                if state.winner is not None:
                    counts[f"grid {order.index(state.winner) + 1}"] += 1
            case events.Dropped(cards=cards):
                counts["dropped"] += len(cards)
            case events.HandsGrew(reshuffles=reshuffles):
                counts["reshuffles"] += reshuffles

    def mean(self, what: str, per: str | None = None) -> float:
        """Give a mean per race, or per something else counted."""
        return self.counts[what] / (self.races if per is None else self.counts[per])

    def share(self, what: str, per: str | None = None) -> float:
        """Give the same in percent."""
        return 100 * self.mean(what, per)


def sample(table: Table, races: int, random: Random) -> Sample:
    """Play and count races."""
    found = Sample()
    for _ in range(races):
        found.add(play(table, random))
    return found
