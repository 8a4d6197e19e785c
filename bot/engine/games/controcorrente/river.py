"""How boats move on the river of Controcorrente: sailing, sandbank, wave, winds (sections 2.1 and 2.2).

Owns where a boat would end and which actions exist. Refuses to know turns, rounds and notations.
"""

from dataclasses import dataclass
from typing import TypeAlias

from bot.engine.core import Seat
from bot.engine.games.controcorrente.position import ARROWS, HARBOUR, SURGE, State


@dataclass(frozen=True, slots=True)
class Roll:
    """Roll the die."""


@dataclass(frozen=True, slots=True)
class Sail:
    """Sail an own boat from a tile by the number rolled."""

    tile: int


@dataclass(frozen=True, slots=True)
class Fair:
    """Let the fair wind take an own boat from a tile to the nearest own boat ahead."""

    tile: int


@dataclass(frozen=True, slots=True)
class Contrary:
    """Let the contrary wind take an opponent's boat from a tile back to its owner's nearest boat behind."""

    owner: Seat
    tile: int


@dataclass(frozen=True, slots=True)
class Pass:
    """Move nothing."""


Action: TypeAlias = Roll | Sail | Fair | Contrary | Pass


@dataclass(frozen=True, slots=True)
class Voyage:
    """Where sailing leads: every tile entered, 11 being the harbour, and the wave's tile if it carried the boat on."""

    path: tuple[int, ...]
    surged_at: int | None
    aground: bool

    @property
    def end(self) -> int:
        """The last tile."""
        return self.path[-1]


def sail(state: State, tile: int, pips: int) -> Voyage:
    """Sail from a tile by 1..5 pips (section 2.1): sand and harbour stop the boat, the wave is tested once, on the last tile."""
    path = _course(tile, pips, state.sand)
    surged_at = path[-1] if path[-1] == state.wave else None
    if surged_at is not None:
        path += _course(surged_at, SURGE, state.sand)
    return Voyage(path, surged_at, aground=path[-1] == state.sand)


def _course(tile: int, pips: int, sand: int) -> tuple[int, ...]:
    path: list[int] = []
    for here in range(tile + 1, min(tile + pips, HARBOUR) + 1):
        path.append(here)
        if here == sand:
            break
    return tuple(path)


def fair_wind(state: State, seat: Seat, tile: int) -> int | None:
    """Find where the fair wind takes a seat's boat on a tile: its next boat ahead or the sand strictly between, if any."""
    ahead = [other for other in state.fleets[seat].afloat if other > tile]
    if not ahead:
        return None
    return state.sand if tile < state.sand < ahead[0] else ahead[0]


def contrary_wind(state: State, owner: Seat, tile: int) -> int | None:
    """Find where the contrary wind takes an owner's boat on a tile: its next boat behind, over any sand; None without one."""
    behind = [other for other in state.fleets[owner].afloat if other < tile]
    return behind[-1] if behind else None


def winds(state: State, seat: Seat) -> list[Action]:
    """List the wind actions of a seat: own boats ascending, then opponents in seat order after it, their boats ascending."""
    found: list[Action] = [Fair(tile) for tile in tiles(state, seat) if fair_wind(state, seat, tile) is not None]
    count = len(state.fleets)
    for step in range(1, count):
        owner = Seat((seat + step) % count)
        found += [Contrary(owner, tile) for tile in tiles(state, owner) if contrary_wind(state, owner, tile) is not None]
    return found


def tiles(state: State, seat: Seat) -> list[int]:
    """List the distinct tiles a seat's boats are on, ascending."""
    return sorted(set(state.fleets[seat].afloat))


def actions(state: State) -> list[Action]:
    """List the actions of the seat to move in canonical order (section 2.2); [] once the game is over."""
    seat = state.to_move
    if seat is None:
        return []
    if state.die is None:
        return [Roll()]
    if state.die == ARROWS:
        found = winds(state, seat)
        return [*found, Pass()] if state.options.wind_optional or not found else found
    return [Sail(tile) for tile in tiles(state, seat)] or [Pass()]
