"""The last movements of Splash & Bash, read out of events, as boards mark them.

Owns which piece went from where to where, and how. Refuses to draw.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from bot.engine.core import Event
from bot.engine.games.splash.events import (
    Bounced,
    LaneChanged,
    Moved,
    Pushed,
    Splash,
    Swapped,
    Turn,
)

Way = Literal["walk", "cross", "push", "splash"]
FINISH: Final = "F"
TURNS: Final = 2  # turns whose movements are marked at most


@dataclass(frozen=True, slots=True)
class Leg:
    """One movement: `start` and `end` as `2C11`, `end` F at the finish."""

    piece: str
    way: Way
    start: str
    end: str


def legs(events: Sequence[Event]) -> tuple[Leg, ...]:
    """List the movements of the last turns in which something moved."""
    turns: list[list[Leg]] = [[]]
    for event in events:
        if isinstance(event, Turn):
            turns.append([])
        turns[-1] += _leg(event)
    moving = [turn for turn in turns if turn]
    return tuple(leg for turn in moving[-TURNS:] for leg in turn)


def _leg(event: Event) -> Iterator[Leg]:
    match event:
        case LaneChanged(piece, start, end):
            yield Leg(piece, "cross", start, end)
        case Moved(piece, start, end, _):
            yield Leg(piece, "walk", start, end)
        case Pushed(piece, start, end):
            yield Leg(piece, "push", start, end)
        case Splash(piece, start, end):
            yield Leg(piece, "splash", start, end)
        case Bounced(piece, end):
            yield Leg(piece, "push", FINISH, end)
        case Swapped(piece, at, other, there):
            yield Leg(piece, "push", there, at)
            yield Leg(other, "push", at, there)


def journeys(trail: Sequence[Leg]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Join each piece's movements: where it was, and every place after it, in the order in which pieces began to move."""
    found: dict[str, list[str]] = {}
    for leg in trail:
        stops = found.setdefault(leg.piece, [leg.start])
        stops.append(leg.end)
    return tuple((piece, tuple(stops)) for piece, stops in found.items())
