"""The last move of Controcorrente, read out of its events, as boards mark it.

Owns which tiles a boat passed, in the numbers of then and of now. Refuses to draw.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.engine.core import Event, Seat
from bot.engine.games.controcorrente.events import Aground, Contrary, Docked, Fair, Moved, Passed, Rotated, Surged
from bot.engine.games.controcorrente.position import HARBOUR


@dataclass(frozen=True, slots=True)
class Trail:
    """The way of one boat: `tiles` from the start on, numbered as they were then, 11 for the harbour.

    seat: whose boat. wave: the tile from which the wave carried it. sand: whether it ended on the sandbank. by: who sent the
    contrary wind. wind: whether a wind moved it. drift: how many rounds have ended since.
    """

    seat: Seat
    tiles: tuple[int, ...]
    wave: int | None = None
    sand: bool = False
    bollard: int | None = None
    wind: bool = False
    by: Seat | None = None
    drift: int = 0

    @property
    def stops(self) -> tuple[int, ...]:
        """Start, wave if it carried the boat on, and end, in the numbers of then."""
        return (self.tiles[0], *([] if self.wave is None else [self.wave]), self.tiles[-1])

    @property
    def now(self) -> int:
        """Where the boat is now: its tile, below 1 when it fell, 11 in the harbour."""
        return self.tiles[-1] if self.bollard is not None else self.tiles[-1] - self.drift

    @property
    def lost(self) -> bool:
        """Whether the boat went over the waterfall since."""
        return self.now < 1

    def place(self, tile: int) -> int:
        """Where a tile of the way is drawn now; 0 where it has left the river below the waterfall."""
        return tile if tile == HARBOUR else max(tile - self.drift, 0)


def trail_of(events: Sequence[Event]) -> Trail | None:
    """Find the last boat moved; None when none was."""
    trail: Trail | None = None
    for event in events:
        match event:
            case Moved(seat, start, path):
                trail = Trail(seat, (start, *path))
            case Fair(seat, start, end, cut):
                trail = Trail(seat, tuple(range(start, end + 1)), sand=cut, wind=True)
            case Contrary(seat, owner, start, end):
                trail = Trail(owner, tuple(range(start, end - 1, -1)), wind=True, by=seat)
            case _ if trail is not None:
                trail = _followed(trail, event)
            case _:
                continue
    return trail


def _followed(trail: Trail, event: Event) -> Trail:
    match event:
        case Surged(_, tile, _):
            return replace(trail, wave=tile)
        case Aground():
            return replace(trail, sand=True)
        case Docked(_, bollard):
            return replace(trail, bollard=bollard)
        case Rotated():
            return replace(trail, drift=trail.drift + 1)
        case _:
            return trail


def passed(events: Sequence[Event]) -> Seat | None:
    """Name the seat that passed, if a pass was the last deed."""
    deeds = [event for event in events if isinstance(event, Moved | Fair | Contrary | Passed)]
    return deeds[-1].seat if deeds and isinstance(deeds[-1], Passed) else None
