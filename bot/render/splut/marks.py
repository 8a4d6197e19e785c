"""The marks of a turn on Splut!'s picture: numbered steps, what they moved along, a rock's flight, whom it hit.

Owns how they look and where they lie; every mark is a small sprite, drawn once. Refuses to know events (`trail`).
"""

from functools import cache
from typing import Final

from PIL import Image

from bot.render.splut.layout import CELL, WAYS, middle, way_between
from bot.render.sprites import Canvas, Point, disc
from bot.render.theme import GOLD, INK, WHITE, Rgb, mix

FIRE: Final[Rgb] = (232, 92, 32)
FLIGHT: Final[Rgb] = (255, 250, 232)
BANNER: Final[Rgb] = (178, 30, 36)
_CHIP: Final = 30  # px, a step's number in its arrow
_LANE: Final = 9  # px by which an arrow keeps to the right of the line between two squares
_BURST: Final = 112


def lay(image: Image.Image, sprite: Image.Image, at: Point) -> None:
    """Lay a sprite with its middle on a point."""
    image.paste(sprite, (round(at[0] - sprite.width / 2), round(at[1] - sprite.height / 2)), sprite)


def _right(way: str) -> Point:
    """Give the lane's shift: to the right of who goes that way."""
    across, down = WAYS[way]
    return -down * _LANE, across * _LANE


def draw_line(image: Image.Image, start: str, end: str) -> None:
    """Draw the line of a step under the pieces."""
    way = way_between(start, end)
    (ax, ay), (bx, by), (dx, dy) = middle(start), middle(end), _right(way)
    lay(image, _line(way in "ns"), ((ax + bx) / 2 + dx, (ay + by) / 2 + dy))


@cache
def _line(upright: bool) -> Image.Image:
    long, wide = CELL + 6, 10
    canvas = Canvas(wide if upright else long, long if upright else wide)
    ends: list[Point] = [(5, 5), (5, long - 5)] if upright else [(5, 5), (long - 5, 5)]
    canvas.line(ends, INK, 8)
    canvas.line(ends, GOLD, 4.4)
    return canvas.image()


def draw_number(image: Image.Image, start: str, end: str, number: int, taken: int) -> None:
    """Draw a step's number between its squares; `taken` others lie there already, on the same lane."""
    way = way_between(start, end)
    (ax, ay), (bx, by), (dx, dy) = middle(start), middle(end), _right(way)
    along = 0.38 + 0.34 * taken
    lay(image, _number(way, number), (ax + (bx - ax) * along + dx, ay + (by - ay) * along + dy))


@cache
def _number(way: str, number: int) -> Image.Image:
    canvas = Canvas(_CHIP + 2, _CHIP + 2)
    _pointer(canvas, way, INK, 0)
    _pointer(canvas, way, GOLD, 1.8)
    across, down = WAYS[way]
    canvas.text((_CHIP / 2 + 1 - across * 3, _CHIP / 2 + 1 - down * 3), str(number), 15, INK)
    return canvas.image()


def _pointer(canvas: Canvas, way: str, tone: Rgb, shrink: float) -> None:
    """Draw a house-shaped arrow head that fills the chip."""
    across, down = WAYS[way]
    at, half = _CHIP / 2 + 1, _CHIP / 2 - shrink
    points = [
        (half, 0.0),
        (0.2 * half, -0.78 * half),
        (-0.82 * half, -0.78 * half),
        (-0.82 * half, 0.78 * half),
        (0.2 * half, 0.78 * half),
    ]
    canvas.polygon([(at + along * across - side * down, at + along * down + side * across) for along, side in points], tone)


def draw_carried(image: Image.Image, start: str, end: str) -> None:
    """Draw a small arrow head for what a step moved along."""
    way = way_between(start, end)
    (ax, ay), (bx, by) = middle(start), middle(end)
    lay(image, _head(way, WHITE), ((ax + bx) / 2, (ay + by) / 2))


@cache
def _head(way: str, tone: Rgb) -> Image.Image:
    canvas = Canvas(24, 24)
    across, down = WAYS[way]
    for size, colour in ((10.5, INK), (7.6, tone)):
        points = [(size, 0.0), (-0.7 * size, -size), (-0.25 * size, 0.0), (-0.7 * size, size)]
        canvas.polygon([(12 + along * across - side * down, 12 + along * down + side * across) for along, side in points], colour)
    return canvas.image()


def draw_flight(image: Image.Image, start: str, way: str, end: str) -> None:
    """Draw a thrown rock's flight from the troll to where it landed, under the pieces it flew over."""
    across, down = WAYS[way]
    (ax, ay), (bx, by) = middle(start), middle(end)
    length = abs(bx - ax) + abs(by - ay)
    for at in range(34, length - 20, 18):
        lay(image, _dash(upright=way in "ns"), (ax + across * at, ay + down * at))


def draw_landing(image: Image.Image, way: str, end: str) -> None:
    """Draw the head of a flight, before the square where the rock landed."""
    across, down = WAYS[way]
    x, y = middle(end)
    lay(image, _head(way, FIRE), (x - across * 31, y - down * 31))


@cache
def _dash(*, upright: bool) -> Image.Image:
    canvas = Canvas(20, 20)
    ends: list[Point] = [(10, 6), (10, 14)] if upright else [(6, 10), (14, 10)]
    canvas.line(ends, INK, 7)
    canvas.line(ends, FLIGHT, 4)
    return canvas.image()


@cache
def burst(size: int = _BURST) -> Image.Image:
    """Draw where a rock struck: a star of fire."""
    canvas = Canvas(size, size)
    at = (size / 2, size / 2)
    for radius, tone in ((0.5, mix(FIRE, INK, 0.55)), (0.47, FIRE), (0.36, GOLD), (0.24, (255, 244, 190))):
        outer, inner = disc(at, size * radius, steps=28), disc(at, size * radius * 0.66, steps=28)
        canvas.polygon([outer[index] if index % 2 else inner[index] for index in range(28)], tone)
    return canvas.image()


@cache
def banner() -> Image.Image:
    """Draw the word that the game is named for."""
    canvas = Canvas(96, 34)
    for shrink, tone in ((0, INK), (1.8, BANNER)):
        canvas.polygon(
            [(1 + shrink, 8 + shrink), (95 - shrink, 1 + shrink), (94 - shrink, 26 - shrink), (2 + shrink, 33 - shrink)], tone
        )
    canvas.text((48, 17), "SPLUT", 22, WHITE)
    return canvas.image()


@cache
def chosen() -> Image.Image:
    """Draw the ring about the piece or the rock that a plan is about."""
    canvas = Canvas(CELL, CELL)
    canvas.rounded((1, 1, CELL - 1, CELL - 1), 9, outline=INK, width=5.4)
    canvas.rounded((2.4, 2.4, CELL - 2.4, CELL - 2.4), 8, outline=GOLD, width=2.8)
    return canvas.image()


@cache
def reachable() -> Image.Image:
    """Draw the dot on a square that the next step may reach."""
    canvas = Canvas(30, 30)
    canvas.polygon(disc((15, 15), 12.5), INK)
    canvas.polygon(disc((15, 15), 10.5), WHITE)
    canvas.polygon(disc((15, 15), 7.5), GOLD)
    return canvas.image()


def draw_aim(image: Image.Image, at: Point, way: str) -> None:
    """Draw a way in which the rock on a square may be thrown."""
    across, down = WAYS[way]
    lay(image, _head(way, FIRE), (at[0] + across * 32, at[1] + down * 32))
