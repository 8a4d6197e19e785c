"""The pieces of Splut! as drawn figures: sorcerer, troll, dwarf and rock, whole, as ghosts and in small.

Owns how they look: the figure and its letter tell the kind, the colour and the badge's shape and letter tell the team. Refuses
to know where they are.
"""

from functools import cache
from typing import Final

from PIL import Image

from bot.render.base import PaletteName
from bot.render.sprites import SCALE, Canvas, Point, curve, disc, faded, halo
from bot.render.theme import GOLD, GOLD_DARK, INK, WHITE, ColourName, Paint, Rgb, Shape, mix, paint

SIZE: Final = 64  # px, a piece's picture is square
COLOURS: Final[dict[str, ColourName]] = {"R": "red", "Y": "yellow", "G": "green", "B": "blue"}
KINDS: Final = {"sorcerer": "S", "troll": "T", "dwarf": "D"}
SKIN: Final[Rgb] = (240, 208, 172)
BEARD: Final[Rgb] = (248, 244, 232)
STONE: Final[Rgb] = (98, 92, 92)
STEEL: Final[Rgb] = (196, 202, 208)
_X: Final = SIZE / 2


def side_paint(palette: PaletteName, letter: str) -> Paint:
    """Give a team's look."""
    return paint(palette, COLOURS[letter])


def _sorcerer(canvas: Canvas, look: Paint) -> None:
    robe = [(_X - 9, 33), (_X - 15, 44), (_X - 21, 59), (_X + 21, 59), (_X + 15, 44), (_X + 9, 33)]
    canvas.polygon(curve(robe), look.dark)
    canvas.polygon(curve([(x + (1.8 if x < _X else -1.8), y - 1.4) for x, y in robe]), look.fill)
    canvas.ellipse((_X - 9, 23, _X + 9, 41), SKIN)
    canvas.polygon([(_X - 9, 33), (_X + 9, 33), (_X + 5, 41), (_X, 45), (_X - 5, 41)], BEARD)
    for x in (_X - 3.6, _X + 3.6):
        canvas.ellipse((x - 1.4, 29, x + 1.4, 32), INK)
    hat = [(_X - 14, 27), (_X - 7, 14), (_X + 3, 3), (_X + 7, 14), (_X + 14, 27)]
    canvas.polygon(hat, look.dark)
    canvas.polygon([(_X - 11.5, 25.5), (_X - 5.5, 14.5), (_X + 2.6, 5.5), (_X + 5.6, 15), (_X + 11.5, 25.5)], look.fill)
    canvas.ellipse((_X - 21, 22.5, _X + 21, 31), look.dark)
    canvas.ellipse((_X - 19.4, 23.4, _X + 19.4, 29.4), look.fill)
    canvas.polygon(_star((_X + 1, 17), 5.4), GOLD_DARK)
    canvas.polygon(_star((_X + 1, 17), 4.2), GOLD)


def _star(at: Point, radius: float) -> list[Point]:
    outer, inner = disc(at, radius, steps=10), disc(at, radius * 0.45, steps=10)
    return [outer[index] if index % 2 else inner[index] for index in range(10)]


def _troll(canvas: Canvas, look: Paint) -> None:
    body = [
        (_X - 17, 59),
        (_X - 27, 52),
        (_X - 28, 36),
        (_X - 22, 23),
        (_X - 12, 15),
        (_X, 11),
        (_X + 12, 15),
        (_X + 22, 23),
        (_X + 28, 36),
        (_X + 27, 52),
        (_X + 17, 59),
    ]
    canvas.polygon(curve(body, closed=True), look.dark)
    shrunk = [(_X + (x - _X) * 0.92, 36 + (y - 36) * 0.92) for x, y in body]
    canvas.polygon(curve(shrunk, closed=True), look.fill)
    for side in (-1, 1):
        canvas.line(curve([(_X + side * 17, 36), (_X + side * 20, 46), (_X + side * 17, 56)]), look.dark, 2)
        canvas.polygon([(_X + side * 9, 14), (_X + side * 17, 3), (_X + side * 15, 17)], look.dark)
    canvas.ellipse((_X - 13, 10, _X + 13, 34), mix(look.fill, look.dark, 0.3))
    for side in (-1, 1):
        canvas.ellipse((_X + side * 5.5 - 3.4, 16, _X + side * 5.5 + 3.4, 22.8), WHITE)
        canvas.ellipse((_X + side * 5 - 1.6, 18, _X + side * 5 + 1.6, 21.6), INK)
        canvas.polygon([(_X + side * 8.5, 30.5), (_X + side * 3.5, 30.5), (_X + side * 6, 23.8)], WHITE)
    canvas.line([(_X - 9, 30), (_X + 9, 30)], look.dark, 2)


def _dwarf(canvas: Canvas, look: Paint) -> None:
    canvas.line([(_X + 19, 29), (_X + 19, 59)], (110, 78, 48), 3)
    axe = [(_X + 17, 24), (_X + 27, 21), (_X + 30, 30), (_X + 27, 39), (_X + 17, 36)]
    canvas.polygon(curve(axe, closed=True, steps=4), (88, 92, 100))
    canvas.polygon(curve([(x - 0.4, 30 + (y - 30) * 0.8) for x, y in axe], closed=True, steps=4), STEEL)
    body = [(_X - 13, 36), (_X - 19, 46), (_X - 18, 59), (_X + 18, 59), (_X + 19, 46), (_X + 13, 36)]
    canvas.polygon(curve(body), look.dark)
    canvas.polygon(curve([(_X + (x - _X) * 0.9, y - 0.8) for x, y in body]), look.fill)
    canvas.ellipse((_X - 11, 24, _X + 11, 46), SKIN)
    beard = [(_X - 12, 36), (_X - 12, 47), (_X - 6, 56), (_X, 58), (_X + 6, 56), (_X + 12, 47), (_X + 12, 36), (_X, 39)]
    canvas.polygon(curve(beard, closed=True, steps=5), mix(BEARD, (120, 110, 96), 0.35))
    canvas.polygon(curve([(_X + (x - _X) * 0.9, y - 0.6) for x, y in beard], closed=True, steps=5), BEARD)
    for x in (_X - 4.4, _X + 4.4):
        canvas.ellipse((x - 1.5, 32, x + 1.5, 35.2), INK)
    canvas.polygon(curve([(_X - 14, 32), (_X - 12, 22), (_X, 15), (_X + 12, 22), (_X + 14, 32)], steps=6), look.dark)
    canvas.polygon(curve([(_X - 12, 29.5), (_X - 10, 22.5), (_X, 17), (_X + 10, 22.5), (_X + 12, 29.5)], steps=6), look.fill)
    canvas.rounded((_X - 15, 28.5, _X + 15, 33), 2, look.dark)


_FIGURES: Final = {"sorcerer": _sorcerer, "troll": _troll, "dwarf": _dwarf}
_LETTERS: Final = {"sorcerer": (_X, 51), "troll": (_X, 46), "dwarf": (_X, 48)}


def emblem(shape: Shape, at: Point, radius: float) -> list[Point]:
    """Give the outline of a team's shape about a point."""
    x, y = at
    match shape:
        case "triangle":
            return [(x, y - radius * 1.3), (x + radius * 1.28, y + radius * 0.85), (x - radius * 1.28, y + radius * 0.85)]
        case "square":
            side = radius * 0.92
            return [(x - side, y - side), (x + side, y - side), (x + side, y + side), (x - side, y + side)]
        case "circle":
            return disc(at, radius)
        case "diamond":
            return [(x, y - radius * 1.35), (x + radius * 1.35, y), (x, y + radius * 1.35), (x - radius * 1.35, y)]


def badge(canvas: Canvas, look: Paint, letter: str, at: Point, radius: float, size: int) -> None:
    """Draw a team's badge: its shape, edged in white, with its letter."""
    canvas.polygon(emblem(look.shape, at, radius + 3), INK)
    canvas.polygon(emblem(look.shape, at, radius + 1.8), WHITE)
    canvas.polygon(emblem(look.shape, at, radius), look.fill)
    canvas.text((at[0], at[1] + (1.5 if look.shape == "triangle" else 0)), letter, size, look.ink)


@cache
def _figure(palette: PaletteName, letter: str, kind: str) -> Image.Image:
    look = side_paint(palette, letter)
    canvas = Canvas(SIZE, SIZE)
    _FIGURES[kind](canvas, look)
    canvas.text(_LETTERS[kind], KINDS[kind], 17, INK if kind == "dwarf" else look.ink)
    edged = halo(canvas.large(), WHITE, grow=3, blur=1.2)
    shaded = halo(edged, (30, 26, 30), grow=0, blur=5, strength=0.6, shift=(4, 6))
    whole = Canvas(SIZE, SIZE)
    whole.lay(shaded)
    badge(whole, look, letter, (51, 13), 8.5, 13)
    return whole.large()


@cache
def piece(palette: PaletteName, letter: str, kind: str) -> Image.Image:
    """Draw a team's sorcerer, troll or dwarf, SIZE x SIZE."""
    return _figure(palette, letter, kind).reduce(SCALE)


@cache
def ghost(palette: PaletteName, letter: str, kind: str) -> Image.Image:
    """Draw where a piece was."""
    return faded(piece(palette, letter, kind), 0.38)


@cache
def small(palette: PaletteName, letter: str, kind: str, *, lost: bool = False) -> Image.Image:
    """Draw a figure for its team's card, 40 x 40 px, pale and crossed out when it is lost."""
    look = side_paint(palette, letter)
    canvas = Canvas(SIZE, SIZE)
    _FIGURES[kind](canvas, look)
    canvas.text(_LETTERS[kind], KINDS[kind], 20, INK if kind == "dwarf" else look.ink)
    figure = halo(canvas.large(), WHITE, grow=3, blur=1.2).resize((40 * SCALE, 40 * SCALE), Image.Resampling.LANCZOS)
    whole = Canvas(40, 40)
    whole.lay(faded(figure, 0.3) if lost else figure)
    if lost:
        for line in ([(9, 9), (31, 31)], [(31, 9), (9, 31)]):
            whole.line(line, WHITE, 6)
        for line in ([(9, 9), (31, 31)], [(31, 9), (9, 31)]):
            whole.line(line, (150, 34, 34), 3.4)
    return whole.image()


@cache
def rock(*, locked: bool = False) -> Image.Image:
    """Draw a rock, SIZE x SIZE; a locked one lies in chains, with a padlock."""
    canvas = Canvas(SIZE, SIZE)
    outline = [(13, 48), (9, 36), (14, 22), (26, 13), (39, 13), (50, 22), (55, 36), (52, 49), (40, 55), (23, 55)]
    canvas.polygon(curve(outline, closed=True, steps=3), (44, 40, 42))
    canvas.polygon(curve([(_X + (x - _X) * 0.93, 34 + (y - 34) * 0.93) for x, y in outline], closed=True, steps=3), STONE)
    canvas.polygon([(16, 33), (22, 21), (34, 16), (38, 26), (28, 36)], mix(STONE, WHITE, 0.34))
    canvas.polygon([(38, 26), (34, 16), (47, 23), (51, 34)], mix(STONE, WHITE, 0.18))
    canvas.polygon([(28, 36), (38, 26), (51, 34), (48, 47), (36, 52)], mix(STONE, (40, 36, 40), 0.22))
    canvas.line([(28, 36), (33, 45), (31, 52)], (62, 58, 60), 1.4)
    if locked:
        _chains(canvas)
    return halo(canvas.large(), (30, 26, 30), grow=0, blur=5, strength=0.65, shift=(4, 7)).reduce(SCALE)


def _chains(canvas: Canvas) -> None:
    for start, end in (((11, 27), (53, 45)), ((53, 25), (11, 43))):
        canvas.line([start, end], INK, 5.4)
        for step in range(7):
            x, y = (a + (b - a) * (step + 0.5) / 7 for a, b in zip(start, end, strict=True))
            canvas.ellipse((x - 2.3, y - 1.8, x + 2.3, y + 1.8), STEEL)
    canvas.arc((_X - 7, 22, _X + 7, 40), 180, 360, INK, 5.4)
    canvas.arc((_X - 5.6, 23.4, _X + 5.6, 40), 180, 360, STEEL, 2.6)
    canvas.rounded((_X - 11, 31, _X + 11, 48), 3.5, INK)
    canvas.rounded((_X - 9.4, 32.6, _X + 9.4, 46.4), 2.5, GOLD)
    canvas.ellipse((_X - 2.4, 36, _X + 2.4, 40.8), INK)
    canvas.line([(_X, 40), (_X, 43.4)], INK, 2)


@cache
def rock_ghost() -> Image.Image:
    """Draw where a rock was."""
    return faded(rock(), 0.34)
