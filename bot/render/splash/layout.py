"""Where things are on the picture of Splash & Bash, in px: the ring of three lanes, the pool within, the teams' cards below.

Owns the measures and the shape of every square, for any course of four sides. The race runs clockwise from the upper left, where
the Start/Finish line is; the first squares are long, since any number of pieces may stand there.
"""

import math
from dataclasses import dataclass
from functools import cache
from importlib import resources
from itertools import accumulate, pairwise
from typing import Final

from bot.engine.games.splash.course import LANES, CourseFile
from bot.errors import RenderFault
from bot.render.base import PICTURE_WIDTH
from bot.render.sprites import Point

WIDTH: Final = PICTURE_WIDTH
HEIGHT: Final = 628
LANE: Final = 50  # a lane's width
INNERMOST: Final = 31  # the pool corners' radius
OUTERMOST: Final = INNERMOST + LANE * len(LANES)
LEFT: Final = 10
TOP: Final = 8
ACROSS: Final = WIDTH - 2 * LEFT - 2 * OUTERMOST  # the length of the upper and the lower straight
DOWN: Final = 124  # that of the others
RIGHT: Final = LEFT + 2 * OUTERMOST + ACROSS
BOTTOM: Final = TOP + 2 * OUTERMOST + DOWN
START_LENGTH: Final = 104
TOKEN: Final = 34
OUTWARD: Final = 7  # how far a piece stands from its square's middle, to leave its number free
NUMBER_IN: Final = 15  # how far the number is from it, on the pool's side
POOL: Final = (LEFT + 3 * LANE, TOP + 3 * LANE, RIGHT - 3 * LANE, BOTTOM - 3 * LANE)
CARDS_TOP: Final = BOTTOM + 8
CARD: Final = (150, 114)  # a team's card
_SIDES: Final = 4
_ARC_STEPS: Final = 8


@dataclass(frozen=True, slots=True)
class Square:
    """A square: its outline, where a piece and the number stand, its entering edge (from the pool's side out), its heading.

    heading: the direction of the race in degrees, 0 to the right, clockwise.
    """

    outline: tuple[Point, ...]
    middle: Point
    piece: Point
    number: Point
    edge: tuple[Point, Point]
    heading: float


@dataclass(frozen=True, slots=True)
class Ring:
    """All squares by lane letter, and the line squares of each lane."""

    squares: dict[str, tuple[Square, ...]]
    lines: dict[str, tuple[int, ...]]


@cache
def ring(course: str) -> Ring:
    """Lay a course out; raises RenderFault for one that has not four sides."""
    file = resources.files("bot.engine.games.splash") / "data" / "courses" / f"{course}.json"
    sides = CourseFile.model_validate_json(file.read_bytes()).sides
    if len(sides) != _SIDES:
        raise RenderFault(f"a ring has {_SIDES} sides, course {course} has {len(sides)}")
    squares: dict[str, tuple[Square, ...]] = {}
    lines: dict[str, tuple[int, ...]] = {}
    for lane in LANES:
        found: list[Square] = []
        starts: list[int] = []
        for side, shape in enumerate(sides):
            starts.append(len(found))
            found += _straight(side, shape.straight, lane)
            found += _corner(side, getattr(shape.corner, lane), lane)
        squares[lane] = tuple(found)
        lines[lane] = tuple(starts)
    return Ring(squares, lines)


def inner(lane: str) -> int:
    """Give the radius of a lane's edge on the pool's side."""
    return INNERMOST + LANE * (len(LANES) - 1 - LANES.index(lane))


def _number_in(lane: str) -> int:
    """Give how far a number is from its square's middle; beside the pool a little less."""
    return NUMBER_IN - 2 * (lane == LANES[-1])


def _centre(side: int) -> Point:
    """Find the middle of the corner after a side."""
    x = RIGHT - OUTERMOST if side in (0, 1) else LEFT + OUTERMOST
    y = TOP + OUTERMOST if side in (0, 3) else BOTTOM - OUTERMOST
    return x, y


def _at(centre: Point, angle: float, radius: float) -> Point:
    return centre[0] + radius * math.cos(math.radians(angle)), centre[1] + radius * math.sin(math.radians(angle))


def _straight(side: int, count: int, lane: str) -> list[Square]:
    """Cut a straight: the first side's first square is longer than the rest."""
    whole = ACROSS if side % 2 == 0 else DOWN
    first = START_LENGTH if side == 0 and count > 1 else whole / count
    parts = [first, *[(whole - first) / (count - 1)] * (count - 1)] if count > 1 else [whole]
    ends = list(accumulate(parts, initial=0.0))
    low, angle = inner(lane), -90 + 90 * side
    origin = _centre((side - 1) % _SIDES)

    def spot(along: float, radius: float) -> Point:
        x, y = _at(origin, angle, radius)
        return x + along * math.cos(math.radians(90 * side)), y + along * math.sin(math.radians(90 * side))

    return [
        Square(
            outline=(spot(begin, low), spot(begin, low + LANE), spot(end, low + LANE), spot(end, low)),
            middle=spot((begin + end) / 2, low + LANE / 2),
            piece=spot((begin + end) / 2, low + LANE / 2 + OUTWARD),
            number=spot((begin + end) / 2, low + LANE / 2 - _number_in(lane)),
            edge=(spot(begin, low), spot(begin, low + LANE)),
            heading=90 * side,
        )
        for begin, end in pairwise(ends)
    ]


def _corner(side: int, count: int, lane: str) -> list[Square]:
    """Cut a corner into equal parts."""
    centre, low, start, turn = _centre(side), inner(lane), -90 + 90 * side, 90 / count
    squares = []
    for index in range(count):
        begin, end = start + index * turn, start + (index + 1) * turn
        angles = [begin + (end - begin) * step / _ARC_STEPS for step in range(_ARC_STEPS + 1)]
        half = (begin + end) / 2
        squares.append(
            Square(
                outline=(
                    *(_at(centre, angle, low + LANE) for angle in angles),
                    *(_at(centre, angle, low) for angle in reversed(angles)),
                ),
                middle=_at(centre, half, low + LANE / 2),
                piece=_at(centre, half, low + LANE / 2 + OUTWARD),
                number=_at(centre, half, low + LANE / 2 - _number_in(lane)),
                edge=(_at(centre, begin, low), _at(centre, begin, low + LANE)),
                heading=half + 90,
            )
        )
    return squares


def outline(radius: float, *, steps: int = 24) -> list[Point]:
    """Give the ring's outline at a distance from the corners' middles, clockwise from the upper left."""
    points: list[Point] = []
    for side in range(_SIDES):
        start = -90 + 90 * side
        points += [_at(_centre(side), start + 90 * step / steps, radius) for step in range(steps + 1)]
    return points


def card_left(index: int, teams: int) -> int:
    """Find a team's card: all of them in the middle."""
    width, gap = CARD[0], 8
    return round(WIDTH / 2 - (teams * width + (teams - 1) * gap) / 2) + index * (width + gap)
