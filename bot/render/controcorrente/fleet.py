"""The boats of Controcorrente as drawn pieces: under sail, wrecked, as a ghost, and their emblems.

Owns how a boat looks: hull and sail in the seat's colour, the sail in the seat's shape, the seat's letter on it. Refuses to know
where boats are.
"""

from functools import cache
from typing import Final

from PIL import Image

from bot.engine.games.controcorrente.position import LETTERS
from bot.render.base import PaletteName
from bot.render.controcorrente.layout import BOAT_HEIGHT, BOAT_WIDTH
from bot.render.sprites import SCALE, Canvas, Point, curve, disc, faded, halo
from bot.render.theme import COLOURS, GOLD, Paint, Rgb, Shape, mix, paint

_MIDDLE: Final = BOAT_WIDTH / 2
_DECK: Final = 36.5  # px from the top
_LETTER_HEIGHT: Final[dict[Shape, float]] = {"triangle": 25.5, "square": 20, "circle": 20, "diamond": 20}
_LETTER_SIZE: Final = 15


def seat_paint(palette: PaletteName, seat: int) -> Paint:
    """Give a seat's look: A red, B blue, C yellow, D green."""
    return paint(palette, COLOURS[seat])


def _sail(shape: Shape, shrink: float = 0) -> list[Point]:
    x, s = _MIDDLE, shrink
    match shape:
        case "triangle":
            return [(x, 3.5 + 2 * s), (x + 15.5 - 1.6 * s, 34 - s), (x - 15.5 + 1.6 * s, 34 - s)]
        case "square":
            return curve(
                [
                    (x - 12.5 + s, 7 + s),
                    (x + 12.5 - s, 7 + s),
                    (x + 13.5 - s, 20),
                    (x + 12.5 - s, 33 - s),
                    (x - 12.5 + s, 33 - s),
                    (x - 11.5 + s, 20),
                ],
                closed=True,
                steps=1,
            )
        case "circle":
            return disc((x, 20), 14 - s)
        case "diamond":
            return [(x, 3 + 1.5 * s), (x + 16.5 - 1.5 * s, 20), (x, 36 - 1.5 * s), (x - 16.5 + 1.5 * s, 20)]


def _boat(look: Paint, letter: str) -> Canvas:
    canvas = Canvas(BOAT_WIDTH, BOAT_HEIGHT)
    x = _MIDDLE
    canvas.line([(x, 5), (x, _DECK)], (74, 54, 40), 2.2)
    keel = curve([(x + 17, _DECK - 2), (x + 14.5, 42), (x + 10, 45), (x - 10, 45), (x - 14.5, 42), (x - 17, _DECK - 2)], steps=4)
    hull = [(x - 17, _DECK - 2), *keel]
    canvas.polygon(hull, look.dark)
    canvas.polygon(
        [(x - 17, _DECK - 2), (x + 17, _DECK - 2), (x + 15.3, _DECK + 1.5), (x - 15.3, _DECK + 1.5)],
        mix(look.dark, look.fill, 0.75),
    )
    canvas.polygon(_sail(look.shape), look.dark)
    canvas.polygon(_sail(look.shape, 1.5), look.fill)
    canvas.text((x, _LETTER_HEIGHT[look.shape]), letter, _LETTER_SIZE, look.ink)
    return canvas


@cache
def boat(palette: PaletteName, seat: int) -> Image.Image:
    """Draw a boat, BOAT_WIDTH x BOAT_HEIGHT, edged in white so that it stands off any ground."""
    return _shaded(_boat(seat_paint(palette, seat), LETTERS[seat]).large()).reduce(SCALE)


def _shaded(large: Image.Image) -> Image.Image:
    edged = halo(large, (255, 255, 255), grow=3, blur=1.2)
    return halo(edged, (10, 40, 60), grow=0, blur=4, strength=0.55, shift=(3, 5))


@cache
def shining(palette: PaletteName, seat: int) -> Image.Image:
    """Draw the boat that moved last, 8 px larger on every side, in a golden glow."""
    canvas = Canvas(BOAT_WIDTH + 16, BOAT_HEIGHT + 16)
    canvas.lay(_boat(seat_paint(palette, seat), LETTERS[seat]).large(), (8, 8))
    edged = halo(halo(canvas.large(), (255, 255, 255), grow=3, blur=1), GOLD, grow=9, blur=2.5)
    return halo(edged, (10, 40, 60), grow=0, blur=4, strength=0.5, shift=(3, 5)).reduce(SCALE)


@cache
def ghost(palette: PaletteName, seat: int) -> Image.Image:
    """Draw where a boat was."""
    return faded(boat(palette, seat), 0.42)


@cache
def wreck(palette: PaletteName, seat: int) -> Image.Image:
    """Draw a boat lost in the waterfall, heeled over, half under water, its letter upright; 46 x 46 px."""
    look = seat_paint(palette, seat)
    pale = Paint(dull(look.fill), dull(look.dark), look.ink, look.shape)
    canvas = Canvas(46, 46)
    canvas.lay(_boat(pale, "").large(), (4, 0))
    heeled = canvas.large().rotate(-24 if seat % 2 else 24, resample=Image.Resampling.BICUBIC, center=(23 * SCALE, 26 * SCALE))
    lettered = Canvas(46, 46)
    lettered.lay(halo(heeled, (255, 255, 255), grow=3, blur=1.2))
    lettered.text((23 + (3 if seat % 2 else -3), 22 if look.shape != "triangle" else 25), LETTERS[seat], _LETTER_SIZE, look.ink)
    for left, top, size in ((0, 35, 16), (11, 37, 15), (22, 36, 16), (31, 35, 14)):
        lettered.ellipse((left, top, left + size, top + size * 0.75), (240, 249, 251))
    return lettered.image()


def dull(colour: Rgb) -> Rgb:
    """Mute a lost boat's colour."""
    return mix(colour, (176, 190, 196), 0.3)
