"""A turn of Splut! read out of its events, as boards mark it: the last one played, or one that is only planned.

Owns which steps, flights and falls a board shows. Refuses to draw.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.engine.core import Event, Seat
from bot.engine.games.splut.events import Carried, Crushed, Passed, Resigned, Slain, Standing, Stepped, Threw


@dataclass(frozen=True, slots=True)
class Trail:
    """What one seat did: its steps in order, the flight of a rock, who was hit; `left` are pieces that left the board.

    seat: None when nobody moved. crushed, slain: whose dwarf or sorcerer.
    """

    seat: Seat | None = None
    steps: tuple[Stepped, ...] = ()
    flight: Threw | None = None
    crushed: Crushed | None = None
    slain: Slain | None = None
    passed: bool = False
    left: tuple[Standing, ...] = ()
    gone: Seat | None = None

    @property
    def notation(self) -> str:
        """The turn as it is written."""
        return ",".join([*(step.text for step in self.steps), *(["--"] if self.passed else [])])


def carried(step: Stepped) -> tuple[Carried, ...]:
    """List what a step moved along."""
    return tuple(one for one in (step.pulled, step.levitated, *step.pushed) if one is not None)


def trail_of(events: Sequence[Event]) -> Trail:
    """Read the last turn, or the last team's leaving, out of events."""
    steps: list[Stepped] = []
    trail = Trail()
    for event in events:
        match event:
            case Stepped(seat):
                if seat != trail.seat or trail.flight is not None or trail.passed:
                    steps, trail = [], Trail(seat)
                steps.append(event)
                trail = replace(trail, steps=tuple(steps))
            case Threw():
                trail = replace(trail, flight=event)
            case Crushed():
                trail = replace(trail, crushed=event)
            case Slain(_, _, _, left):
                trail = replace(trail, slain=event, left=left)
            case Passed(seat):
                trail = replace(trail if trail.seat == seat else Trail(), seat=seat, passed=True)
            case Resigned(seat, left):
                trail = Trail(gone=seat, left=left)
    return trail
