"""The pieces of Splash & Bash as drawn: Pawns and Helmsmen, crowds on the start line, obstacles, cards.

Owns how a piece looks: the shape and the colour of its team, its code on it; a Helmsman in a golden ship's wheel. Refuses to know
where pieces are.
"""

import math
from functools import cache
from typing import Final

from PIL import Image

from bot.engine.games.splash.position import LETTERS, MARKS
from bot.render.base import PaletteName
from bot.render.sprites import SCALE, Canvas, Point, curve, disc, faded, halo
from bot.render.theme import GOLD, GOLD_DARK, INK, WHITE, ColourName, Paint, Shape, paint

COLOURS: Final[tuple[ColourName, ...]] = ("red", "blue", "green", "yellow")
BOX: Final = 48  # px, a token's picture with its glow
PILL: Final = 54  # px, the width of a crowd's
_MIDDLE: Final = BOX / 2
_SIZE: Final = 14
_TEXT_DOWN: Final[dict[Shape, float]] = {"triangle": 4, "square": 0, "circle": 0, "diamond": 0}


def team_paint(palette: PaletteName, seat: int) -> Paint:
    """Give a team's look: R red, B blue, G green, Y yellow."""
    return paint(palette, COLOURS[seat])


def _shape(shape: Shape, middle: Point, size: float) -> list[Point]:
    """Give a team's shape, as tall as `size`, wide enough for a code."""
    x, y = middle
    half = size / 2
    match shape:
        case "triangle":
            corners = [(x, y - half * 1.08), (x + half * 0.72, y), (x + half * 1.08, y + half * 0.82)]
            corners += [(x, y + half * 0.95), (x - half * 1.08, y + half * 0.82), (x - half * 0.72, y)]
            return curve(corners, closed=True, steps=6)
        case "square":
            side = half * 0.9
            corners = [(x - side, y - side), (x + side, y - side), (x + side, y + side), (x - side, y + side)]
            bulge = side * 1.04
            around = [
                corners[0],
                (x, y - bulge),
                corners[1],
                (x + bulge, y),
                corners[2],
                (x, y + bulge),
                corners[3],
                (x - bulge, y),
            ]
            return curve(around, closed=True, steps=3)
        case "circle":
            return disc(middle, half)
        case "diamond":
            reach = half * 1.2
            return [(x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y)]


def _wheel(canvas: Canvas, middle: Point) -> None:
    x, y = middle
    for spoke in range(8):
        angle = math.radians(45 * spoke + 22.5)
        canvas.line([middle, (x + 21 * math.cos(angle), y + 21 * math.sin(angle))], GOLD_DARK, 4.6)
        canvas.line([middle, (x + 20.4 * math.cos(angle), y + 20.4 * math.sin(angle))], GOLD, 2.6)
    canvas.ellipse((x - 18, y - 18, x + 18, y + 18), GOLD_DARK)
    canvas.ellipse((x - 16.8, y - 16.8, x + 16.8, y + 16.8), GOLD)


def _token(palette: PaletteName, seat: int, mark: str) -> Canvas:
    look = team_paint(palette, seat)
    canvas = Canvas(BOX, BOX)
    middle = (_MIDDLE, _MIDDLE)
    size = 29.0 if mark == "H" else 33.0
    if mark == "H":
        _wheel(canvas, middle)
    canvas.polygon(_shape(look.shape, middle, size), look.dark)
    canvas.polygon(_shape(look.shape, middle, size - 3.4), look.fill)
    canvas.text((_MIDDLE, _MIDDLE + _TEXT_DOWN[look.shape]), LETTERS[seat] + mark, _SIZE, look.ink)
    return canvas


@cache
def token(palette: PaletteName, seat: int, mark: str) -> Image.Image:
    """Draw a piece, BOX x BOX, edged in white so that it stands off any lane."""
    edged = halo(_token(palette, seat, mark).large(), WHITE, grow=3, blur=1)
    return halo(edged, (20, 30, 40), grow=0, blur=4, strength=0.6, shift=(3, 5)).reduce(SCALE)


@cache
def shining(palette: PaletteName, seat: int, mark: str) -> Image.Image:
    """Draw the piece on turn in a golden glow."""
    edged = halo(_token(palette, seat, mark).large(), WHITE, grow=3, blur=1)
    ringed = halo(edged, INK, grow=4, blur=0.5)
    return halo(ringed, GOLD, grow=10, blur=2).reduce(SCALE)


@cache
def ghost(palette: PaletteName, seat: int, mark: str) -> Image.Image:
    """Draw a piece that is not on the course."""
    return faded(token(palette, seat, mark), 0.45)


@cache
def pill(palette: PaletteName, seat: int, text: str, height: int, *, turn: bool) -> Image.Image:
    """Draw several pieces of a team on one square of the start line, PILL x height + 6: its letter and their numbers."""
    look = team_paint(palette, seat)
    canvas = Canvas(PILL, height + 6)
    if turn:
        canvas.rounded((0, 0, PILL, height + 6), 9, GOLD_DARK)
        canvas.rounded((1, 1, PILL - 1, height + 5), 8, GOLD)
    canvas.rounded((3, 3, PILL - 3, height + 3), 7, WHITE)
    canvas.rounded((4.2, 4.2, PILL - 4.2, height + 1.8), 6, look.dark)
    canvas.rounded((5.4, 5.4, PILL - 5.4, height + 0.6), 5, look.fill)
    canvas.text((PILL / 2, height / 2 + 3), text, 13, look.ink)
    return canvas.image()


@cache
def lap_badge(lap: int) -> Image.Image:
    """Draw the lap a piece is in, from the second on: 18 x 18 px."""
    canvas = Canvas(18, 18)
    canvas.polygon(disc((9, 9), 8.6), INK)
    canvas.polygon(disc((9, 9), 7.6), GOLD)
    canvas.text((9, 9), str(lap), 13, INK)
    return canvas.image()


@cache
def anchor() -> Image.Image:
    """Draw the mark of an anchored piece: 18 x 18 px."""
    canvas = Canvas(18, 18)
    canvas.polygon(disc((9, 9), 8.6), WHITE)
    canvas.polygon(disc((9, 9), 7.8), (44, 58, 84))
    canvas.ellipse((7.2, 2.6, 10.8, 6.2), outline=WHITE, width=1.3)
    canvas.line([(9, 6.2), (9, 14)], WHITE, 1.6)
    canvas.line([(6.2, 8), (11.8, 8)], WHITE, 1.4)
    canvas.arc((4, 5.4, 14, 14.8), 20, 160, WHITE, 1.7)
    return canvas.image()


@cache
def fish_bone() -> Image.Image:
    """Draw an obstacle, 38 x 26 px: a fish bone in a puddle."""
    canvas = Canvas(38, 26)
    canvas.ellipse((1, 3, 37, 25), (20, 40, 60, 110))
    canvas.ellipse((2, 2, 36, 22), (250, 236, 210))
    canvas.ellipse((2, 2, 36, 22), outline=(176, 60, 44), width=1.8)
    bone = (70, 66, 74)
    canvas.line([(9, 12), (27, 12)], bone, 2)
    for x, reach in ((13, 4), (17, 5), (21, 4.4)):
        canvas.line([(x + 1.4, 12 - reach), (x, 12), (x + 1.4, 12 + reach)], bone, 1.6)
    canvas.polygon([(26, 7.4), (32.5, 12), (26, 16.6)], bone)
    canvas.polygon(disc((28.2, 10.8), 1), WHITE)
    canvas.polygon([(9.6, 12), (5, 7.6), (6.6, 12), (5, 16.4)], bone)
    return canvas.image()


@cache
def card_back() -> Image.Image:
    """Draw a High Tide card face down, 20 x 26 px."""
    canvas = Canvas(20, 26)
    canvas.rounded((1, 1.5, 20, 26), 3, (20, 30, 40, 110))
    canvas.rounded((0, 0, 18, 24.5), 3, WHITE)
    canvas.rounded((1.6, 1.6, 16.4, 22.9), 2, (32, 104, 138))
    for top in (7, 12, 17):
        canvas.line(curve([(4, top), (7, top - 2), (11, top + 1), (14, top - 1)], steps=4), (196, 232, 238), 1.4)
    return canvas.image()


@cache
def flag() -> Image.Image:
    """Draw the chequered flag of a piece at the finish, 20 x 20 px."""
    canvas = Canvas(20, 20)
    canvas.line([(4, 2), (4, 19)], INK, 2)
    for row in range(3):
        for column in range(4):
            tone = INK if (row + column) % 2 else WHITE
            left, top = 5 + column * 3.4, 2 + row * 3.4
            canvas.polygon([(left, top), (left + 3.4, top), (left + 3.4, top + 3.4), (left, top + 3.4)], tone)
    return canvas.image()


EVERY: Final = tuple((seat, mark) for seat in range(len(LETTERS)) for mark in MARKS)
