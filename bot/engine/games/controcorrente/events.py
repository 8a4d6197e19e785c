"""The events of Controcorrente: what happened, in the tile numbers of the moment it happened.

Owns the facts that sentences and pictures need. Refuses to know the sentences.
"""

from dataclasses import dataclass
from typing import TypeAlias

from bot.engine.core import Event, Seat


@dataclass(frozen=True, slots=True)
class Rolled(Event):
    """A seat rolled the die: 1..5, or 6 for the double arrow."""

    seat: Seat
    die: int


@dataclass(frozen=True, slots=True)
class Moved(Event):
    """A boat sailed on a number; `path` holds every tile entered, the surge's included, and ends with 11 in the harbour."""

    seat: Seat
    start: int
    path: tuple[int, ...]

    @property
    def end(self) -> int:
        """The last tile, 11 for the harbour."""
        return self.path[-1]


@dataclass(frozen=True, slots=True)
class Surged(Event):
    """The wave on `tile` carried the boat on to `end`, 11 for the harbour."""

    seat: Seat
    tile: int
    end: int


@dataclass(frozen=True, slots=True)
class Aground(Event):
    """A boat sailing on a number ended on the sandbank."""

    seat: Seat
    tile: int


@dataclass(frozen=True, slots=True)
class Docked(Event):
    """A boat reached the harbour and took a bollard."""

    seat: Seat
    bollard: int


@dataclass(frozen=True, slots=True)
class Fair(Event):
    """Fair wind took an own boat to the nearest own boat ahead, or `cut` short on the sandbank between them."""

    seat: Seat
    start: int
    end: int
    cut: bool


@dataclass(frozen=True, slots=True)
class Contrary(Event):
    """Contrary wind took a boat of `owner` back to that owner's nearest boat behind."""

    seat: Seat
    owner: Seat
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Passed(Event):
    """A seat rolled and moved nothing."""

    seat: Seat
    die: int


@dataclass(frozen=True, slots=True)
class Skipped(Event):
    """A seat without boats afloat was passed over."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Fell(Event):
    """Round end: the boats on tile 1 went over the waterfall; (seat, number of boats), seats that lost none left out."""

    boats: tuple[tuple[Seat, int], ...]


@dataclass(frozen=True, slots=True)
class Rotated(Event):
    """Round end: tile 1 moved up to the harbour; where sand and wave are now, and the number of the round that begins."""

    sand: int
    wave: int
    round: int


@dataclass(frozen=True, slots=True)
class Resigned(Event):
    """A seat left the game; `tiles` are those its boats were lost from."""

    seat: Seat
    tiles: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Over(Event):
    """The river is empty."""

    scores: tuple[int, ...]
    places: tuple[int, ...]


RiverEvent: TypeAlias = (
    Rolled | Moved | Surged | Aground | Docked | Fair | Contrary | Passed | Skipped | Fell | Rotated | Resigned | Over
)
