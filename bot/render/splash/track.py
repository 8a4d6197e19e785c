"""The last movements on the picture of Splash & Bash: lines from square to square in the colour of the piece's team.

Owns how walking, lane changes, pushes and falls are drawn. Refuses to know events (`trail`).
"""

import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final

from PIL import Image

from bot.engine.games.splash.course import courses
from bot.engine.games.splash.position import LETTERS
from bot.render.base import PaletteName
from bot.render.splash.layout import POOL, Ring, Square, ring
from bot.render.splash.pieces import team_paint
from bot.render.splash.trail import FINISH, Leg
from bot.render.sprites import Canvas, Point, curve, disc
from bot.render.theme import INK, WHITE, Rgb

_MARGIN: Final = 14  # px around a line, for its head and edges
_SHORT: Final = 17  # px before a piece's middle where a line ends
_KEPT: Final = 512  # drawn legs that are kept
SPRAY: Final[Rgb] = (214, 240, 250)


def draw_trail(image: Image.Image, trail: Sequence[Leg], *, course: str, palette: PaletteName) -> None:
    """Draw every leg on the picture, the latest on top."""
    for leg in trail:
        layer, left, top = _drawn(leg, course, palette)
        image.paste(layer, (left, top), layer)


@lru_cache(_KEPT)
def _drawn(leg: Leg, course: str, palette: PaletteName) -> tuple[Image.Image, int, int]:
    points = _points(leg, course)
    left = math.floor(min(x for x, _ in points)) - _MARGIN
    top = math.floor(min(y for _, y in points)) - _MARGIN
    right = math.ceil(max(x for x, _ in points)) + _MARGIN
    bottom = math.ceil(max(y for _, y in points)) + _MARGIN
    canvas = Canvas(right - left, bottom - top)
    look = team_paint(palette, LETTERS.index(leg.piece[0]))
    _draw(canvas, [(x - left, y - top) for x, y in points], leg, look.fill)
    return canvas.image(), left, top


def _points(leg: Leg, course: str) -> list[Point]:
    laid = ring(course)
    lane = (leg.start if leg.end == FINISH else leg.end)[1]
    start, end = _spot(laid, leg.start, lane), _spot(laid, leg.end, lane)
    match leg.way:
        case "walk":
            return [*_walk(laid, leg, course), end]
        case "cross":
            return [start, end]
        case "push":
            return _arc(start, end, 0.16 if leg.start[1:2] == leg.end[1:2] else 0.0)
        case "splash":
            edge = _shore(laid, leg.start)
            return [start, edge, *_arc(edge, end, -0.3)[1:]]


def _square(laid: Ring, place: str) -> Square:
    squares = laid.squares[place[1]]
    return squares[int(place[2:]) % len(squares)]


def _spot(laid: Ring, place: str, lane: str) -> Point:
    """Find where a piece stands; at the finish, on the line of the lane."""
    if place != FINISH:
        return _square(laid, place).piece
    (ax, ay), (bx, by) = laid.squares[lane][0].edge
    return (ax + bx) / 2 + 6, (ay + by) / 2


def _walk(laid: Ring, leg: Leg, course: str) -> list[Point]:
    """Give the squares walked over, without the last."""
    lane, squares = leg.start[1], laid.squares[leg.start[1]]
    length = len(squares)
    first = (int(leg.start[0]) - 1) * length + int(leg.start[2:])
    last = courses()[course].laps * length if leg.end == FINISH else (int(leg.end[0]) - 1) * length + int(leg.end[2:])
    assert lane in laid.lines  # noqa: S101 - a walk keeps to its lane
    return [squares[place % length].piece for place in range(first, last)]


def _arc(start: Point, end: Point, bend: float) -> list[Point]:
    """Bend a line: a share of its length to its left, away from the pool for who goes forward."""
    (ax, ay), (bx, by) = start, end
    middle = ((ax + bx) / 2 + (by - ay) * bend, (ay + by) / 2 - (bx - ax) * bend)
    return curve([start, middle, end], steps=6) if bend else [start, end]


def _shore(laid: Ring, place: str) -> Point:
    """Find the water's edge before a square of High Tide, or the pool's nearest point for any other."""
    (mx, my), (nx, ny) = _square(laid, place).middle, _square(laid, place).number
    length = math.hypot(nx - mx, ny - my) or 1
    x, y = mx + (nx - mx) / length * 36, my + (ny - my) / length * 36
    left, top, right, bottom = POOL
    return min(max(x, left + 10), right - 10), min(max(y, top + 10), bottom - 10)


def _draw(canvas: Canvas, points: list[Point], leg: Leg, tone: Rgb) -> None:
    tip = _before(points[-2], points[-1])
    line = [*points[:-1], tip]
    dashed = leg.way in ("push", "splash")
    canvas.line(line, WHITE, 7.4)
    canvas.line(line, INK, 5.6)
    for number, (first, second) in enumerate(pairwise(_cut(line) if dashed else line)):
        if not dashed or number % 2 == 0:
            canvas.line([first, second], tone if leg.way != "splash" else SPRAY, 3.8)
    canvas.polygon(disc(points[0], 6.4), WHITE)
    canvas.polygon(disc(points[0], 5.4), INK)
    canvas.polygon(disc(points[0], 3.6), tone)
    if leg.way == "splash":
        _spray(canvas, points[1])
    _head(canvas, line[-2], tip, tone)


def _before(previous: Point, end: Point) -> Point:
    """Shorten the last stretch so that its head shows beside the piece."""
    dx, dy = end[0] - previous[0], end[1] - previous[1]
    length = math.hypot(dx, dy) or 1
    kept = max(length - _SHORT, length * 0.45)
    return previous[0] + dx / length * kept, previous[1] + dy / length * kept


def _cut(line: Sequence[Point], size: float = 7) -> list[Point]:
    """Cut a line into short pieces of equal length."""
    parts: list[Point] = [line[0]]
    for (ax, ay), (bx, by) in pairwise(line):
        steps = max(1, round(math.hypot(bx - ax, by - ay) / size))
        parts += [(ax + (bx - ax) * step / steps, ay + (by - ay) * step / steps) for step in range(1, steps + 1)]
    return parts


def _head(canvas: Canvas, before: Point, tip: Point, tone: Rgb) -> None:
    dx, dy = tip[0] - before[0], tip[1] - before[1]
    length = math.hypot(dx, dy) or 1
    ux, uy = dx / length, dy / length
    for size, colour in ((9.6, WHITE), (8.4, INK), (6, tone)):
        nose = (tip[0] + ux * size * 0.9, tip[1] + uy * size * 0.9)
        wings = [(tip[0] - ux * size * 0.6 - side * uy * size, tip[1] - uy * size * 0.6 + side * ux * size) for side in (1, -1)]
        canvas.polygon([nose, *wings], colour)


def _spray(canvas: Canvas, middle: Point) -> None:
    """Draw the Splash at the water's edge."""
    x, y = middle
    for tone, grow in ((INK, 1.2), (WHITE, 0.0)):
        for spoke in range(8):
            angle = math.radians(45 * spoke + 10)
            reach = 9.5 if spoke % 2 else 12
            drop = (x + reach * math.cos(angle), y + reach * math.sin(angle))
            canvas.line([(x + 4 * math.cos(angle), y + 4 * math.sin(angle)), drop], tone, 2.6 + 2 * grow)
            canvas.polygon(disc(drop, 1.9 + grow), tone)
