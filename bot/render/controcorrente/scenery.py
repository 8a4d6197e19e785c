"""The country the boats of Controcorrente sail through: river, banks, harbour, waterfall, and the two tiles that drift.

Owns everything on the picture that no boat changes, drawn once and kept. Refuses to know positions. The light comes from the
upper left; the current grows from still water at the harbour to foam at the waterfall.
"""

import math
from functools import cache
from typing import Final

from PIL import Image

from bot.engine.games.controcorrente.position import SURGE, TILES
from bot.render.controcorrente.layout import (
    BANK_LEFT,
    BANK_RIGHT,
    HEIGHT,
    QUAY,
    RIVER,
    RIVER_BOTTOM,
    RIVER_TOP,
    TILE,
    WIDTH,
    tile_top,
)
from bot.render.sprites import SCALE, Canvas, Point, curve, disc, halo, scatter, streak
from bot.render.theme import WHITE, Rgb, mix

STILL: Final[Rgb] = (44, 122, 156)
FLOWING: Final[Rgb] = (78, 160, 186)
RUSHING: Final[Rgb] = (116, 192, 206)
GRASS: Final[Rgb] = (140, 172, 100)
SHORE: Final[Rgb] = (222, 205, 150)
ROCK: Final[Rgb] = (128, 132, 136)
SAND: Final[Rgb] = (238, 205, 128)
DEEP: Final[Rgb] = (18, 74, 128)
_SPRAY: Final = (  # of a breaking wave: px along it, px up from its foot, radius
    (57, 27, 4.2),
    (52, 31.5, 3.8),
    (56, 21.5, 3),
    (46, 35, 3.6),
    (61, 23.5, 2.3),
    (60, 17, 1.8),
    (39, 34.5, 2.8),
)


def water(share: float) -> Rgb:
    """Give the water's colour, from 0 at the harbour to 1 at the waterfall."""
    return mix(STILL, FLOWING, share * 2) if share < 0.5 else mix(FLOWING, RUSHING, share * 2 - 1)


@cache
def scenery() -> Image.Image:
    """Draw the whole ground, WIDTH x HEIGHT."""
    canvas = Canvas(WIDTH, HEIGHT, GRASS)
    _meadow(canvas)
    _riverbed(canvas)
    for tile in range(1, TILES + 1):
        _plain_tile(canvas, tile)
    _currents(canvas)
    _shores(canvas)
    _waterfall(canvas)
    _quay(canvas)
    return canvas.image()


def _meadow(canvas: Canvas) -> None:
    for x, y, kind in scatter(230, 1):
        _tuft(canvas, x * WIDTH, y * HEIGHT, kind)


def _tuft(canvas: Canvas, left: float, foot: float, kind: float) -> None:
    tone = mix(GRASS, (92, 132, 66) if kind < 0.6 else (188, 208, 130), 0.55)
    canvas.line([(left, foot), (left + 1.5, foot - 4)], tone, 1.1)
    canvas.line([(left + 2, foot), (left + 4, foot - 3.4)], tone, 1.1)


def _riverbed(canvas: Canvas) -> None:
    """Fill the river, a little wider than its tiles, row by row from still to rushing."""
    for row in range(QUAY, RIVER_BOTTOM + 6, 2):
        share = (row - QUAY) / (RIVER_BOTTOM - QUAY)
        canvas.polygon(
            [(BANK_LEFT - 6, row), (BANK_RIGHT + 6, row), (BANK_RIGHT + 6, row + 2.4), (BANK_LEFT - 6, row + 2.4)],
            mix(water(share), (8, 48, 82), 0.3),
        )


def _plain_tile(canvas: Canvas, tile: int) -> None:
    top = tile_top(tile)
    share = (TILES - tile + 0.5) / TILES
    ground = water(share)
    canvas.rounded((BANK_LEFT + 1, top + 2.5, BANK_RIGHT - 1, top + TILE), 9, mix(ground, (8, 48, 82), 0.45))
    canvas.rounded((BANK_LEFT + 1, top + 1, BANK_RIGHT - 1, top + TILE - 2), 9, ground)
    canvas.rounded((BANK_LEFT + 1, top + 1, BANK_RIGHT - 1, top + TILE - 2), 9, outline=(255, 255, 255, 60), width=1)
    _ripples(canvas, top, share, tile)


def _ripples(canvas: Canvas, top: int, share: float, salt: int) -> None:
    """Strew crests that sag downstream: longer, whiter and more of them towards the waterfall."""
    for x, y, kind in scatter(4 + round(5 * share), salt):
        reach = 26 + 26 * kind
        left = BANK_LEFT + 6 + x * (RIVER - 14 - reach)
        height = top + 8 + y * (TILE - 20)
        sag = 2 + 4 * share
        crest = curve(
            [
                (left, height),
                (left + reach * 0.3, height + sag),
                (left + reach * 0.6, height + sag * 0.7),
                (left + reach, height - 0.5),
            ]
        )
        if kind > 0.5:
            canvas.polygon([(px + 2, py + 3) for px, py in streak(crest, 2.6)], (10, 60, 96, 60))
        canvas.polygon(streak(crest, 2 + 1.4 * share), (255, 255, 255, round(60 + 110 * share)))


def _currents(canvas: Canvas) -> None:
    """Draw the threads of the current down the whole river, faint at the harbour, drawn out and white at the waterfall."""
    for thread, (x, start, kind) in enumerate(scatter(24, 12)):
        left = BANK_LEFT + 8 + x * (RIVER - 16)
        top = RIVER_TOP + start * (RIVER_BOTTOM - RIVER_TOP - 40)
        share = (top - RIVER_TOP) / (RIVER_BOTTOM - RIVER_TOP)
        length = min(50 + 110 * kind, RIVER_BOTTOM - top)
        line = curve([(left + 4 * math.sin(thread + part * 1.2), top + length * part / 5) for part in range(6)], steps=5)
        canvas.polygon(streak(line, 1.6 + 1.8 * kind * share), (235, 250, 252, round(40 + 90 * share)))


def _shores(canvas: Canvas) -> None:
    for side, edge in ((-1, BANK_LEFT), (1, BANK_RIGHT)):
        line: list[Point] = [
            (edge + side * (1.5 + 5 * bend), QUAY + 6 + 19.5 * step) for step, (_, bend, _) in enumerate(scatter(31, 3 + side))
        ]
        bank = curve(line)
        rim = [(edge + side * 60, line[0][1]), (edge + side * 60, line[-1][1])]
        canvas.polygon([*[(x - side * 1.5, y + 2) for x, y in bank], rim[1], rim[0]], (12, 60, 88, 90))
        canvas.polygon([*bank, rim[1], rim[0]], SHORE)
        inland = [(x + side * (4 + 2 * math.sin(y / 17)), y) for x, y in bank]
        canvas.polygon([*inland, (edge + side * 300, line[-1][1]), (edge + side * 300, line[0][1])], GRASS)
        for x, y, size in scatter(16, 8 + side):
            at = (edge + side * (5 + 5 * x), QUAY + 14 + y * 560)
            canvas.ellipse(
                (at[0] - 2 - 2 * size, at[1] - 1.6 - size, at[0] + 2 + 2 * size, at[1] + 1.6 + 1.5 * size),
                mix(ROCK, WHITE, 0.2 + 0.3 * size),
            )
    _meadow_again(canvas)
    for x, y, size in (
        (524, 594, 21),
        (560, 606, 15),
        (604, 590, 24),
        (612, 486, 20),
        (526, 470, 15),
        (582, 520, 18),
        (536, 532, 24),
    ):
        _tree(canvas, x, y, size)


def _tree(canvas: Canvas, x: float, y: float, size: float) -> None:
    """Plant a tree seen from above at a slant: its shadow, then three crowns of leaves, lit from the upper left."""
    canvas.ellipse((x - size * 0.7, y + size * 0.1, x + size * 1.25, y + size * 0.95), (40, 66, 36, 90))
    for share, tone in ((1, (72, 116, 62)), (0.8, (96, 142, 76)), (0.5, (132, 174, 98))):
        middle = (x - (1 - share) * size * 0.35, y - (1 - share) * size * 0.45)
        crown = [(px + 1.5 * math.sin(px + py), py + 1.5 * math.cos(px * 2)) for px, py in disc(middle, size * share, steps=14)]
        canvas.polygon(curve(crown, closed=True, steps=4), tone)


def _meadow_again(canvas: Canvas) -> None:
    """Strew the tufts that the banks have covered."""
    for x, y, kind in scatter(90, 5):
        left = x * 30 if kind < 0.25 else BANK_RIGHT + 14 + x * (WIDTH - BANK_RIGHT - 18)
        _tuft(canvas, left, QUAY + 10 + y * (RIVER_BOTTOM - QUAY - 20), kind)


def _waterfall(canvas: Canvas) -> None:
    top = RIVER_BOTTOM
    for row in range(top, HEIGHT, 2):
        share = (row - top) / (HEIGHT - top)
        canvas.polygon([(0, row), (WIDTH, row), (WIDTH, row + 2.4), (0, row + 2.4)], mix((98, 104, 110), (62, 70, 80), share))
        tone = mix((178, 222, 228), (62, 136, 166), min(1.0, share * 1.5))
        canvas.polygon(
            [(BANK_LEFT - 4, row), (BANK_RIGHT + 4, row), (BANK_RIGHT + 4, row + 2.4), (BANK_LEFT - 4, row + 2.4)], tone
        )
    for x, y, kind in scatter(96, 6):
        left = BANK_LEFT + x * RIVER
        start, length = top + 2 + y * 22, 14 + 26 * kind
        canvas.line([(left, start), (left, start + length)], (255, 255, 255, 60 + round(130 * kind)), 1 + 1.8 * kind)
    lip = [(BANK_LEFT - 4 + 14 * step, top + (3 if step % 2 else -1.5)) for step in range(34)]
    canvas.line(curve([(min(x, BANK_RIGHT + 4), y) for x, y in lip]), (255, 255, 255, 235), 3.4)
    for x, y, kind in scatter(64, 7):
        size = 6 + 8 * kind
        middle = (BANK_LEFT + 4 + x * (RIVER - 8), HEIGHT - 8 - 14 * y)
        canvas.polygon(disc(middle, size), mix((238, 248, 250), (176, 218, 228), y))
    _cliff(canvas, 0, BANK_LEFT + 3, 9)
    _cliff(canvas, BANK_RIGHT - 3, WIDTH, 10)


def _cliff(canvas: Canvas, left: float, right: float, salt: int) -> None:
    """Pile rocks beside the waterfall, lit from the upper left."""
    top = RIVER_BOTTOM
    for x, y, kind in sorted(scatter(round((right - left) * 0.5), salt), key=lambda stone: stone[1]):
        size = 8 + 15 * kind * kind
        middle = (left + x * (right - left), top + 2 + y * (HEIGHT - top))
        tone = mix(mix(ROCK, (70, 76, 86), y * 0.75), (150, 140, 120), 0.25 * kind)
        corners = [(px, middle[1] + (py - middle[1]) * 0.72) for px, py in disc(middle, size, steps=7)]
        canvas.polygon([(px + 1.6, py + 2.4) for px, py in corners], (44, 50, 58))
        canvas.polygon(corners, tone)
        canvas.polygon(
            [
                (px - size * 0.18, py - size * 0.16)
                for px, py in ((middle[0] + (cx - middle[0]) * 0.62, middle[1] + (cy - middle[1]) * 0.62) for cx, cy in corners)
            ],
            mix(tone, WHITE, 0.2),
        )
    canvas.line([(left, top - 1), (right, top - 1)], mix(GRASS, (70, 100, 50), 0.5), 4)


def _quay(canvas: Canvas) -> None:
    """Lay the planks of the harbour across the river's upper end."""
    canvas.rounded((-10, QUAY - 2, WIDTH + 10, QUAY + 7), 0, (10, 44, 70, 120))
    for row in range(4):
        tone = mix((186, 142, 92), (158, 114, 70), (row * 0.37) % 1)
        canvas.polygon([(0, row * 11), (WIDTH, row * 11), (WIDTH, row * 11 + 10.4), (0, row * 11 + 10.4)], tone)
        canvas.line([(0, row * 11 + 0.6), (WIDTH, row * 11 + 0.6)], mix(tone, WHITE, 0.25), 1)
        for x, _, kind in scatter(9, 11 + row):
            canvas.line([(x * WIDTH, row * 11), (x * WIDTH, row * 11 + 10.4)], (96, 66, 40), 1.2)
            canvas.line(
                [(x * WIDTH + 9, row * 11 + 3 + 4 * kind), (x * WIDTH + 34, row * 11 + 3 + 4 * kind)], (120, 84, 52, 120), 0.8
            )
    for left in (512, 538):
        _barrel(canvas, left, 8)
    _crate(canvas, 570, 10)
    _crate(canvas, 604, 6)
    canvas.polygon([(0, QUAY - 3), (WIDTH, QUAY - 3), (WIDTH, QUAY + 1.5), (0, QUAY + 1.5)], (104, 72, 44))


def _barrel(canvas: Canvas, left: float, top: float) -> None:
    canvas.ellipse((left, top + 22, left + 27, top + 32), (40, 24, 12, 110))
    canvas.polygon(
        curve(
            [
                (left + 2, top + 4),
                (left, top + 15),
                (left + 3, top + 27),
                (left + 19, top + 27),
                (left + 22, top + 15),
                (left + 20, top + 4),
            ]
        ),
        (112, 70, 38),
    )
    canvas.polygon([(left + 6, top + 4), (left + 11, top + 4), (left + 10, top + 27), (left + 6, top + 27)], (140, 92, 52))
    for height in (10, 21):
        canvas.line([(left + 1, top + height), (left + 21, top + height)], (62, 58, 60), 2)
    canvas.ellipse((left + 2, top, left + 20, top + 8), (86, 54, 30))
    canvas.ellipse((left + 3.5, top + 1.2, left + 18.5, top + 6.8), (158, 110, 66))


def _crate(canvas: Canvas, left: float, top: float) -> None:
    canvas.polygon([(left + 3, top + 26), (left + 29, top + 26), (left + 31, top + 30), (left + 3, top + 30)], (40, 24, 12, 110))
    canvas.rounded((left, top, left + 27, top + 27), 1.5, (122, 80, 44))
    canvas.rounded((left + 2.5, top + 2.5, left + 24.5, top + 24.5), 1, (176, 126, 74))
    canvas.line([(left + 4, top + 4), (left + 23, top + 23)], (122, 80, 44), 3.4)
    canvas.line([(left + 1, top + 1), (left + 26, top + 1)], (206, 158, 104), 1.2)


@cache
def sandbank() -> Image.Image:
    """Draw the sandbank's tile, RIVER x TILE."""
    canvas = Canvas(RIVER, TILE)
    outline = [(2.0, 26.0), (9, 9), (40, 4)]
    outline += [(40 + 23 * step, 3 + 3.5 * (step % 2)) for step in range(1, 16)]
    outline += [(RIVER - 40, 4), (RIVER - 8, 10), (RIVER - 2, 27), (RIVER - 10, 43), (RIVER - 38, 47)]
    outline += [(RIVER - 40 - 23 * step, 48 - 3.5 * (step % 2)) for step in range(1, 16)]
    outline += [(40, 47), (10, 42)]
    shape = curve(outline, closed=True)
    canvas.polygon(shape, (255, 251, 236))
    middle = (RIVER / 2, TILE / 2)

    def inside(share_x: float, share_y: float) -> list[Point]:
        return [(middle[0] + (x - middle[0]) * share_x, middle[1] + (y - middle[1]) * share_y) for x, y in shape]

    canvas.polygon(inside(0.99, 0.92), (206, 164, 92))
    canvas.polygon(inside(0.98, 0.84), SAND)
    canvas.polygon([(x - 2, y - 3) for x, y in inside(0.93, 0.56)], mix(SAND, WHITE, 0.28))
    for x, y, kind in scatter(150, 14):
        at = (14 + x * (RIVER - 28), 9 + y * 33)
        canvas.ellipse((at[0] - 0.9, at[1] - 0.9, at[0] + 0.9, at[1] + 0.9), mix(SAND, (150, 104, 46), 0.35 + 0.4 * kind))
    for x, y, kind in scatter(13, 15):
        left, height = 20 + x * (RIVER - 80), 12 + y * 28
        canvas.line(
            curve([(left, height), (left + 10, height - 2.4), (left + 22, height), (left + 32 + 6 * kind, height - 2)]),
            (196, 152, 82),
            1.3,
        )
    _reeds(canvas, 9)
    _reeds(canvas, RIVER - 13)
    return halo(canvas.large(), (8, 48, 82), grow=0, blur=5, strength=0.6, shift=(2, 5)).reduce(SCALE)


def _reeds(canvas: Canvas, left: float) -> None:
    for lean, height in ((-4, 15), (-1, 21), (2.5, 17)):
        foot, tip = (left + lean * 0.4 + 3, 35.0), (left + lean + 3, 35.0 - height)
        canvas.line([foot, tip], (86, 116, 52), 1.6)
        canvas.line([tip, (tip[0], tip[1] + 5)], (110, 70, 38), 2.8)


@cache
def wave() -> Image.Image:
    """Draw the wave's tile, RIVER x TILE: crests rolling upstream, and how far they carry."""
    canvas = Canvas(RIVER, TILE)
    canvas.rounded((1, 1, RIVER - 1, TILE - 2), 9, DEEP)
    canvas.rounded((1, 1, RIVER - 1, TILE - 2), 9, outline=(226, 244, 250), width=1.6)
    for step in range(6):
        _crest(canvas, 8 + 63 * step, 46)
    _carries(canvas, RIVER - 58)
    return canvas.image()


def _carries(canvas: Canvas, left: float) -> None:
    """Draw the mark that the wave carries a boat on by so many tiles: an arrow up and the number."""
    canvas.rounded((left, 8, left + 50, 44), 10, (226, 244, 250))
    canvas.rounded((left + 1.8, 9.8, left + 48.2, 42.2), 8.5, (14, 56, 104))
    canvas.polygon(
        [(left + 13, 14), (left + 21, 24), (left + 16, 24), (left + 16, 38), (left + 10, 38), (left + 10, 24), (left + 5, 24)],
        (132, 226, 255),
    )
    canvas.text((left + 33, 26), str(SURGE), 22, WHITE)


def _crest(canvas: Canvas, left: float, foot: float) -> None:
    """Draw one breaking wave, about 60 px wide, its lip curling to the right."""
    back = curve(
        [
            (left - 4, foot),
            (left + 10, foot - 8),
            (left + 20, foot - 24),
            (left + 32, foot - 35),
            (left + 46, foot - 36),
            (left + 56, foot - 27),
        ]
    )
    hollow = curve(
        [
            (left + 56, foot - 27),
            (left + 46, foot - 29),
            (left + 38, foot - 24),
            (left + 36, foot - 14),
            (left + 44, foot - 5),
            (left + 58, foot),
        ]
    )
    canvas.polygon([*back, *hollow], (58, 146, 196))
    inner = curve(
        [
            (left + 6, foot),
            (left + 18, foot - 12),
            (left + 27, foot - 25),
            (left + 36, foot - 31),
            (left + 33, foot - 16),
            (left + 40, foot - 4),
            (left + 46, foot),
        ]
    )
    canvas.polygon(inner, (34, 106, 166))
    canvas.line(curve([(left + 14, foot), (left + 24, foot - 12), (left + 31, foot - 22)]), (120, 192, 222), 1.6)
    canvas.line(back, WHITE, 2.6)
    for along, drop, size in _SPRAY:
        canvas.polygon(disc((left + along, foot - drop), size), WHITE)
