"""The chariots of Hippo from above: four horses, a car in the seat's colour, the seat's shield with its letter.

Owns how they look, at any heading, running or wrecked. Refuses to know where they are.
"""

import math
from functools import cache
from typing import Final

from PIL import Image

from bot.engine.games.hippo.position import LETTERS
from bot.render.base import PaletteName
from bot.render.sprites import SCALE, Canvas, Point, curve, disc, halo
from bot.render.theme import COLOURS, GOLD, INK, WHITE, Paint, Rgb, Shape, mix, paint

BOX: Final = 104  # px, the square a chariot turns in
_CAR: Final = -24.0  # px from the square's middle to the charioteer's, backwards
_COATS: Final[tuple[Rgb, ...]] = ((112, 70, 42), (150, 102, 64), (84, 56, 40), (206, 196, 182))
SHIELD: Final = 34


def seat_paint(palette: PaletteName, seat: int) -> Paint:
    """Give a seat's look: R red, B blue, Y yellow, G green, each with its shape."""
    return paint(palette, COLOURS[seat])


def _team(look: Paint) -> Canvas:
    """Draw horses and car, heading right, without the shield."""
    canvas = Canvas(BOX, BOX)
    x, y = BOX / 2, BOX / 2
    canvas.line([(x - 20, y), (x + 22, y)], (88, 60, 38), 2.4)
    for side in (-1, 1):
        canvas.rounded((x - 33, y + side * 18 - 3, x - 13, y + side * 18 + 3), 3, (64, 46, 34))
        canvas.line([(x - 24, y - side * 2), (x - 24, y + side * 17)], (88, 60, 38), 2.4)
    canvas.rounded((x - 41, y - 15, x - 8, y + 15), 9, look.dark)
    canvas.rounded((x - 39, y - 13, x - 10, y + 13), 7, look.fill)
    for number, offset in enumerate((-16.5, -5.5, 5.5, 16.5)):
        ahead = 3 if number in (1, 2) else 0
        canvas.line([(x - 16, y + offset * 0.3), (x + 20, y + offset)], (70, 50, 36), 1)
        _horse(canvas, x + 18 + ahead, y + offset, _COATS[number])
    return canvas


def _horse(canvas: Canvas, x: float, y: float, coat: Rgb) -> None:
    """Draw a horse from above, its middle at a point."""
    dark = mix(coat, (30, 20, 14), 0.45)
    canvas.line([(x - 14, y), (x - 20, y + 1.2)], dark, 2.2)
    body = curve([(x - 15, y), (x - 10, y - 4.6), (x, y - 3.9), (x + 9, y - 4.3), (x + 12, y), (x + 9, y + 4.3), (x, y + 3.9),
                  (x - 10, y + 4.6)], closed=True, steps=4)  # fmt: skip
    canvas.polygon(body, dark)
    canvas.polygon([(px, (py - y) * 0.72 + y) for px, py in body], coat)
    canvas.polygon([(x + 9, y - 2.8), (x + 22, y - 2), (x + 25, y), (x + 22, y + 2), (x + 9, y + 2.8)], dark)
    canvas.polygon([(x + 10, y - 1.7), (x + 21.5, y - 1.2), (x + 23.5, y), (x + 21.5, y + 1.2), (x + 10, y + 1.7)], coat)
    canvas.line([(x + 4, y), (x + 15, y)], dark, 1.8)


def _shape(shape: Shape, shrink: float) -> list[Point]:
    x = y = SHIELD / 2
    s = shrink
    match shape:
        case "triangle":
            return [(x, 1 + 2 * s), (SHIELD - 1 - 1.7 * s, SHIELD - 4 - s), (1 + 1.7 * s, SHIELD - 4 - s)]
        case "square":
            return [(4 + s, 4 + s), (SHIELD - 4 - s, 4 + s), (SHIELD - 4 - s, SHIELD - 4 - s), (4 + s, SHIELD - 4 - s)]
        case "circle":
            return disc((x, y), SHIELD / 2 - 2.5 - s)
        case "diamond":
            return [(x, 0.5 + 1.4 * s), (SHIELD - 0.5 - 1.4 * s, y), (x, SHIELD - 0.5 - 1.4 * s), (0.5 + 1.4 * s, y)]


def _shield(look: Paint, letter: str) -> Canvas:
    canvas = Canvas(SHIELD, SHIELD)
    canvas.polygon(_shape(look.shape, 0), WHITE)
    canvas.polygon(_shape(look.shape, 1.4), look.dark)
    canvas.polygon(_shape(look.shape, 2.9), look.fill)
    canvas.text((SHIELD / 2, SHIELD / 2 + (4 if look.shape == "triangle" else 0.5)), letter, 15, look.ink)
    return canvas


@cache
def shield(palette: PaletteName, seat: int) -> Image.Image:
    """Draw a seat's shield, SHIELD x SHIELD, in its colour and shape with its letter."""
    large = _shield(seat_paint(palette, seat), LETTERS[seat]).large()
    return halo(large, (70, 50, 24), grow=0, blur=3, strength=0.5, shift=(2, 3)).reduce(SCALE)


def car_at(heading: float) -> tuple[float, float]:
    """Find the charioteer's place from the middle of the square, for a heading in degrees against the clock."""
    turn = math.radians(heading)
    return _CAR * math.cos(turn), -_CAR * math.sin(turn)


@cache
def chariot(palette: PaletteName, seat: int, heading: int, *, moved: bool = False) -> Image.Image:
    """Draw a chariot at a heading, BOX x BOX, its shield upright; one that has moved up shines."""
    look = seat_paint(palette, seat)
    turned = _team(look).large().rotate(heading, resample=Image.Resampling.BICUBIC)
    edged = halo(turned, WHITE, grow=2, blur=1)
    if moved:
        edged = halo(edged, GOLD, grow=9, blur=3)
    canvas = Canvas(BOX, BOX)
    canvas.lay(halo(edged, (84, 58, 24), grow=0, blur=4, strength=0.55, shift=(4, 6)))
    dx, dy = car_at(heading)
    canvas.lay(_shield(look, LETTERS[seat]).large(), (BOX / 2 + dx - SHIELD / 2, BOX / 2 + dy - SHIELD / 2))
    return canvas.image()


@cache
def wreck(palette: PaletteName, seat: int) -> Image.Image:
    """Draw what is left of a chariot, BOX x BOX: boards and a loose wheel in smoke, its shield crossed out."""
    look = seat_paint(palette, seat)
    canvas = Canvas(BOX, BOX)
    x = y = BOX / 2
    for angle, reach, tone in ((20, 26, look.dark), (75, 20, (96, 66, 42)), (140, 27, look.fill), (200, 22, (96, 66, 42)),
                               (255, 26, look.dark), (320, 24, (96, 66, 42))):  # fmt: skip
        turn = math.radians(angle)
        tip = (x + reach * math.cos(turn), y + reach * math.sin(turn))
        canvas.line([(x + 8 * math.cos(turn), y + 8 * math.sin(turn)), tip], (46, 32, 22), 7)
        canvas.line([(x + 8 * math.cos(turn), y + 8 * math.sin(turn)), tip], tone, 4.6)
    canvas.ellipse((x + 14, y + 8, x + 34, y + 28), outline=(52, 38, 28), width=3.4)
    canvas.line([(x + 24, y + 10), (x + 24, y + 26)], (52, 38, 28), 2)
    canvas.line([(x + 16, y + 18), (x + 32, y + 18)], (52, 38, 28), 2)
    edged = halo(canvas.large(), WHITE, grow=2, blur=1)
    laid = Canvas(BOX, BOX)
    for cx, cy, radius in ((x - 16, y - 14, 15), (x + 14, y - 18, 12), (x - 4, y - 28, 11), (x + 20, y + 2, 10)):
        laid.ellipse((cx - radius, cy - radius, cx + radius, cy + radius), (120, 110, 98, 110))
    laid.lay(edged)
    laid.lay(_shield(look, LETTERS[seat]).large(), (x - SHIELD / 2, y - SHIELD / 2))
    for tone, width in ((WHITE, 6.5), (INK, 3.6)):
        laid.line([(x - 15, y - 15), (x + 15, y + 15)], tone, width)
        laid.line([(x + 15, y - 15), (x - 15, y + 15)], tone, width)
    return laid.image()
