"""The arena of Splut! and the wood around it: flagstones, coordinates, the four tips.

Owns everything on the picture that no turn changes, drawn once for each set of teams and kept. Refuses to know positions.
"""

from functools import cache
from typing import Final

from PIL import Image

from bot.engine.games.splut.arena import SQUARES
from bot.render.base import PaletteName
from bot.render.splut.layout import ARENA_LEFT, ARENA_TOP, CELL, HEADER, HEIGHT, WIDTH, middle
from bot.render.splut.pieces import side_paint
from bot.render.sprites import Canvas, Point, curve, disc, halo, scatter
from bot.render.theme import WHITE, Rgb, mix

MOSS: Final[Rgb] = (66, 88, 66)
SLABS: Final[tuple[Rgb, Rgb]] = ((208, 206, 198), (190, 189, 184))
RIM: Final[Rgb] = (122, 116, 108)
LABEL: Final[Rgb] = (244, 238, 214)
LABEL_SIZE: Final = 17
_TIPS: Final = {"R": "e1", "Y": "a5", "G": "e9", "B": "i5"}
_LEVELS: Final = (1, 3, 5, 7, 9, 7, 5, 3, 1)  # squares of each rank


@cache
def scenery(letters: str, palette: PaletteName) -> Image.Image:
    """Draw the whole ground, WIDTH x HEIGHT, for the teams that began the match."""
    canvas = Canvas(WIDTH, HEIGHT, MOSS)
    _wood(canvas)
    canvas.lay(halo(_platform().large(), (22, 30, 24), grow=0, blur=10, strength=0.75, shift=(6, 12)))
    for number, square in enumerate(SQUARES):
        _slab(canvas, square, number)
    for letter in letters:
        _inlay(canvas, letter, palette)
    _coordinates(canvas)
    _lintel(canvas)
    return canvas.image()


def _wood(canvas: Canvas) -> None:
    for x, y, kind in scatter(110, 1):
        left, foot = x * WIDTH, HEADER + y * (HEIGHT - HEADER)
        tone = mix(MOSS, (40, 58, 44) if kind < 0.55 else (122, 146, 92), 0.6)
        canvas.line([(left, foot), (left + 1.5, foot - 4.5)], tone, 1.2)
        canvas.line([(left + 2.2, foot), (left + 4.4, foot - 3.6)], tone, 1.2)
    for x, y, size in sorted(scatter(40, 3), key=lambda spot: spot[1]):
        at = (x * WIDTH, HEADER + 34 + y * (HEIGHT - HEADER - 40))
        across, down = abs(at[0] - WIDTH / 2), abs(at[1] - (ARENA_TOP + 4.5 * CELL))
        if across + down > 4.5 * CELL + 62:
            _pine(canvas, at[0], at[1], 17 + 12 * size)


def _pine(canvas: Canvas, x: float, foot: float, size: float) -> None:
    canvas.ellipse((x - size * 0.7, foot - size * 0.2, x + size * 1.0, foot + size * 0.28), (24, 34, 28, 110))
    canvas.line([(x, foot), (x, foot - size * 0.5)], (84, 62, 44), size * 0.18)
    for step, tone in enumerate(((38, 66, 50), (50, 82, 58), (66, 100, 68))):
        base, wide = foot - size * (0.3 + 0.5 * step), size * (0.72 - 0.17 * step)
        canvas.polygon([(x - wide, base), (x + wide, base), (x, base - size * 0.85)], tone)
        canvas.polygon([(x - wide, base), (x - wide * 0.2, base), (x, base - size * 0.85)], mix(tone, WHITE, 0.1))


def _outline(grow: float) -> list[Point]:
    """Give the corners of the diamond's staircase, grown by some px."""
    right: list[Point] = []
    left: list[Point] = []
    for row, count in enumerate(_LEVELS):
        half, top = count * CELL / 2 + grow, ARENA_TOP + row * CELL
        above = grow if row == 0 or _LEVELS[row - 1] < count else -grow
        below = grow if row == 8 or _LEVELS[row + 1] < count else -grow
        right += [(WIDTH / 2 + half, top - above), (WIDTH / 2 + half, top + CELL + below)]
        left += [(WIDTH / 2 - half, top - above), (WIDTH / 2 - half, top + CELL + below)]
    return [*right, *reversed(left)]


def _platform() -> Canvas:
    canvas = Canvas(WIDTH, HEIGHT)
    canvas.polygon([(x, y + 6) for x, y in _outline(6)], mix(RIM, (30, 28, 30), 0.55))
    canvas.polygon(_outline(6), RIM)
    canvas.polygon(_outline(3), mix(RIM, (60, 56, 54), 0.45))
    return canvas


def _slab(canvas: Canvas, square: str, number: int) -> None:
    x, y = middle(square)
    left, top = x - CELL / 2, y - CELL / 2
    tone = SLABS[(ord(square[0]) + int(square[1])) % 2]
    canvas.rounded((left + 1, top + 1, left + CELL - 1, top + CELL - 1), 6, mix(tone, (70, 66, 66), 0.42))
    canvas.rounded((left + 1, top + 1, left + CELL - 2, top + CELL - 3), 6, mix(tone, WHITE, 0.4))
    canvas.rounded((left + 2.5, top + 3, left + CELL - 2, top + CELL - 3), 5, tone)
    for along, across, kind in scatter(2, 20 + number):
        spot = (left + 8 + along * (CELL - 20), top + 8 + across * (CELL - 20))
        if kind < 0.35:
            crack = [(spot[0], spot[1]), (spot[0] + 5, spot[1] + 3), (spot[0] + 8, spot[1] + 8)]
            canvas.line(curve(crack), mix(tone, (80, 76, 74), 0.28), 1)
        else:
            canvas.ellipse((spot[0], spot[1], spot[0] + 2.4, spot[1] + 2), mix(tone, (90, 86, 82), 0.22))


def _inlay(canvas: Canvas, letter: str, palette: PaletteName) -> None:
    """Colour the tip of a team: a rim and a dot in each corner of its slab."""
    x, y = middle(_TIPS[letter])
    look = side_paint(palette, letter)
    inner = CELL / 2 - 6
    canvas.rounded((x - inner, y - inner, x + inner, y + inner - 1), 5, mix(look.fill, SLABS[0], 0.35))
    canvas.rounded((x - inner, y - inner, x + inner, y + inner - 1), 5, outline=look.dark, width=1.6)
    canvas.rounded((x - inner + 5, y - inner + 5, x + inner - 5, y + inner - 6), 4, mix(SLABS[0], WHITE, 0.15))


def _coordinates(canvas: Canvas) -> None:
    """Write each file above and below its squares, each rank on both sides of its own."""
    for file in range(9):
        reach = 4 - abs(file - 4)
        x = ARENA_LEFT + file * CELL + CELL / 2
        for y in (ARENA_TOP + (4 - reach) * CELL - 15, ARENA_TOP + (5 + reach) * CELL + 15):
            _label(canvas, (x, y), "abcdefghi"[file])
    for rank in range(1, 10):
        reach = 4 - abs(rank - 5)
        down = ARENA_TOP + (9 - rank) * CELL + CELL / 2
        for across in (ARENA_LEFT + (4 - reach) * CELL - 16, ARENA_LEFT + (5 + reach) * CELL + 16):
            _label(canvas, (across, down), str(rank))


def _label(canvas: Canvas, at: Point, text: str) -> None:
    canvas.polygon(disc(at, 11), (30, 40, 32, 150))
    canvas.text(at, text, LABEL_SIZE, LABEL)


def _lintel(canvas: Canvas) -> None:
    """Lay the beam that carries the header."""
    canvas.rounded((-10, 0, WIDTH + 10, HEADER + 4), 0, (22, 26, 22, 120))
    canvas.polygon([(0, 0), (WIDTH, 0), (WIDTH, HEADER), (0, HEADER)], (94, 72, 52))
    for y, _, kind in scatter(14, 9):
        height = 2 + y * (HEADER - 6)
        canvas.line([(kind * 300, height), (kind * 300 + 340, height + 1.5)], (80, 60, 44), 1.2)
    canvas.line([(0, 1), (WIDTH, 1)], (132, 104, 76), 1.6)
    canvas.line([(0, HEADER - 1), (WIDTH, HEADER - 1)], (58, 44, 34), 2.4)
