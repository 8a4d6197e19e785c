"""Where one fleet can go: the tables behind the fleets' worth and the look-ahead.

Owns fleets as sorted tuples of the tiles of the boats afloat, and their moves, remembered. Refuses to know how a boat moves: it
asks the rules (`bot.engine.games.controcorrente.river`) once for each case.
"""

from functools import cache
from itertools import combinations_with_replacement
from typing import NamedTuple, TypeAlias

from bot.engine.core import Seat
from bot.engine.games.controcorrente import river
from bot.engine.games.controcorrente.position import BOATS, HARBOUR, TILES, ControcorrenteOptions, State
from bot.engine.games.controcorrente.position import Fleet as Boats

Fleet: TypeAlias = tuple[int, ...]

FLEETS: tuple[Fleet, ...] = tuple(
    fleet for boats in range(BOATS + 1) for fleet in combinations_with_replacement(range(1, TILES + 1), boats)
)
"""Every fleet, those with fewer boats first; the empty one is number 0."""


class Sailed(NamedTuple):
    """A boat left `tile` on a number: the fleet after it, and whether the boat docked."""

    tile: int
    fleet: Fleet
    docked: bool


class Blown(NamedTuple):
    """A wind took a boat from `tile`: the fleet after it."""

    tile: int
    fleet: Fleet


@cache
def sailed(fleet: Fleet, pips: int, sand: int, wave: int) -> tuple[Sailed, ...]:
    """List what a fleet can do with 1..5 pips, by ascending tile."""
    state = _alone(fleet, sand, wave)
    found: list[Sailed] = []
    for tile in river.tiles(state, Seat(0)):
        end = river.sail(state, tile, pips).end
        found.append(
            Sailed(tile, _without(fleet, tile), True) if end == HARBOUR else Sailed(tile, _moved(fleet, tile, end), False)
        )
    return tuple(found)


@cache
def fair(fleet: Fleet, sand: int, wave: int) -> tuple[Blown, ...]:
    """List what a fair wind can do for a fleet, by ascending tile."""
    state = _alone(fleet, sand, wave)
    ends = ((tile, river.fair_wind(state, Seat(0), tile)) for tile in river.tiles(state, Seat(0)))
    return tuple(Blown(tile, _moved(fleet, tile, end)) for tile, end in ends if end is not None)


@cache
def contrary(fleet: Fleet) -> tuple[Blown, ...]:
    """List what a contrary wind can do to a fleet, by ascending tile; the sand plays no part in it."""
    state = _alone(fleet, 1, 2)
    ends = ((tile, river.contrary_wind(state, Seat(0), tile)) for tile in river.tiles(state, Seat(0)))
    return tuple(Blown(tile, _moved(fleet, tile, end)) for tile, end in ends if end is not None)


@cache
def drifted(fleet: Fleet) -> Fleet:
    """Let a round end for a fleet: boats on tile 1 fall, the others drop by one tile (section 2.4)."""
    return tuple(tile - 1 for tile in fleet if tile > 1)


def drifted_tile(tile: int) -> int:
    """Let a round end for a tile: the first becomes the last."""
    return tile - 1 or TILES


def wave_of(sand: int, distance: int) -> int:
    """Find the wave, `distance` (1..9) tiles upstream of the sand, counted round the river's end (F1)."""
    return (sand + distance - 1) % TILES + 1


def _alone(fleet: Fleet, sand: int, wave: int) -> State:
    return State(ControcorrenteOptions(), 1, Seat(0), sand, wave, (Boats(fleet),))


def _without(fleet: Fleet, tile: int) -> Fleet:
    at = fleet.index(tile)
    return fleet[:at] + fleet[at + 1 :]


def _moved(fleet: Fleet, tile: int, end: int) -> Fleet:
    return tuple(sorted((*_without(fleet, tile), end)))
