"""Policies of the rules' statistics (section 7.3), and the solo optimum they use; by the engine's own moves."""

from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations_with_replacement
from random import Random

from bot.engine.chance import NoChance
from bot.engine.core import Seat
from bot.engine.games.controcorrente import GAME
from bot.engine.games.controcorrente.position import HARBOUR, TILES, Fleet, State
from bot.engine.games.controcorrente.river import Action, Contrary, Fair, Sail, contrary_wind, fair_wind, sail
from tests.engine.river import STANDARD, Policy

WORTH = (0, 1, 5, 8, 10, 11, 12, 13, 14, 15, 16)
HARBOUR_WORTH = 14

SoloKey = tuple[int, tuple[int, ...]]


def uniformly(random: Random) -> Policy:
    """Choose any legal action with equal chances."""
    return lambda _state, _seat, actions: random.choice(actions)


def greedily(state: State, seat: Seat, actions: list[Action]) -> Action:
    """Choose the first of the actions that gain most."""

    def gain(action: Action) -> float:
        match action:
            case Sail(tile):
                end = sail(state, tile, state.die or 0).end
                return (HARBOUR_WORTH + state.next_bollard if end == HARBOUR else WORTH[end]) - WORTH[tile]
            case Fair(tile):
                return WORTH[fair_wind(state, seat, tile) or 0] - WORTH[tile]
            case Contrary(owner, tile):
                return (WORTH[tile] - WORTH[contrary_wind(state, owner, tile) or 0]) * (1.0 if len(state.fleets) == 2 else 0.8)
            case _:
                return 0

    return max(actions, key=gain)


def drift(sand: int, afloat: tuple[int, ...]) -> SoloKey:
    """Let a round end for one fleet."""
    return sand - 1 or TILES, tuple(tile - 1 for tile in afloat if tile > 1)


@dataclass(frozen=True, slots=True)
class Reach:
    """Where one die leads a lone fleet: per action whether a boat docked, and the fleet after the round's end."""

    actions: tuple[tuple[bool, SoloKey], ...]


@cache
def solo_moves() -> dict[SoloKey, tuple[Reach, ...]]:
    """List what each of the six faces allows a lone fleet, for every fleet of 1 to 3 boats and place of the sand."""
    table = {}
    for sand in range(1, TILES + 1):
        wave = (sand + 2) % TILES + 1
        for boats in (1, 2, 3):
            for afloat in combinations_with_replacement([tile for tile in range(1, TILES + 1) if tile != wave], boats):
                state = State(STANDARD, 1, Seat(0), sand, wave, (Fleet(afloat),))
                table[sand, afloat] = tuple(_reach(replace(state, die=die)) for die in range(1, 7))
    return table


def _reach(state: State) -> Reach:
    found = []
    for action in GAME.legal(state, Seat(0)):
        after = GAME.apply(state, Seat(0), action, NoChance()).state
        docked = bool(after.fleets[0].bollards)
        afloat = after.fleets[0].afloat
        found.append((docked, (after.sand, afloat) if afloat else (0, ())))
    return Reach(tuple(found))


class Solo:
    """Expected points of a lone fleet by value iteration over `solo_moves`, of best or of uniform random play."""

    def __init__(self, *, best: bool = True, boats: int = 3) -> None:
        self._best = best
        self._boats = boats
        self._values: dict[int, dict[SoloKey, float]] = {0: {}}

    def values(self, bollard: int) -> dict[SoloKey, float]:
        """Give the values of all fleets when the next boat home takes this bollard; fleets gone from the river are worth 0."""
        if bollard not in self._values:
            self._values[bollard] = self._iterate(bollard)
        return self._values[bollard]

    def _iterate(self, bollard: int) -> dict[SoloKey, float]:
        below = self.values(bollard - 1) if bollard > 1 else {}
        rows = [
            (key, self._options(reaches, bollard, below)) for key, reaches in solo_moves().items() if len(key[1]) <= self._boats
        ]
        values = dict.fromkeys((key for key, _ in rows), 0.0)
        values[0, ()] = 0.0
        change = 1.0
        while change > 1e-12:
            change = 0.0
            for key, faces in rows:
                total = 0.0
                for options in faces:
                    results = [points if at is None else values.get(at, 0.0) for points, at in options]
                    total += max(results) if self._best else sum(results) / len(results)
                change = max(change, abs(values[key] - total / 6))
                values[key] = total / 6
        return values

    def _options(
        self, reaches: tuple[Reach, ...], bollard: int, below: dict[SoloKey, float]
    ) -> list[list[tuple[float, SoloKey | None]]]:
        return [
            [(bollard + below.get(key, 0.0), None) if docked else (0.0, key) for docked, key in reach.actions]
            for reach in reaches
        ]


def by_solo_values(solo: Solo) -> Policy:
    """Choose by points docked now, plus the own fleet's solo optimum, minus the opponents' mean one."""

    def choose(state: State, seat: Seat, actions: list[Action]) -> Action:
        return max(actions, key=lambda action: _prospect(solo, state, seat, action))

    return choose


def _prospect(solo: Solo, state: State, seat: Seat, action: Action) -> float:
    fleets = list(state.fleets)
    sand, bollard, points = state.sand, state.next_bollard, 0
    match action:
        case Sail(tile):
            end = sail(state, tile, state.die or 0).end
            if end == HARBOUR:
                fleets[seat] = fleets[seat].docked(tile, bollard)
                points, bollard = bollard, bollard - 1
            else:
                fleets[seat] = fleets[seat].moved(tile, end)
        case Fair(tile):
            fleets[seat] = fleets[seat].moved(tile, fair_wind(state, seat, tile) or 0)
        case Contrary(owner, tile):
            fleets[owner] = fleets[owner].moved(tile, contrary_wind(state, owner, tile) or 0)
    values = solo.values(bollard) if bollard else {}

    def worth(other: int) -> float:
        key = drift(sand, fleets[other].afloat) if other <= seat else (sand, fleets[other].afloat)
        return values.get(key, 0.0)

    others = [worth(other) for other in range(len(fleets)) if other != seat]
    return points + worth(seat) - (sum(others) / len(others) if others else 0.0)
