"""The poolside of Splash & Bash: deck, lanes with their lines and numbers, the water, parasols and towels.

Owns everything on the picture that no piece changes, drawn once a course and kept. Refuses to know positions. The Outer lane is
sand, the Centre pale tiles, High Tide wet dark ones at the water's edge.
"""

import math
from functools import cache
from typing import Final

from PIL import Image

from bot.engine.games.splash.course import LANES
from bot.render.splash.layout import (
    BOTTOM,
    HEIGHT,
    INNERMOST,
    OUTERMOST,
    POOL,
    WIDTH,
    Ring,
    Square,
    outline,
    ring,
)
from bot.render.sprites import Canvas, Point, curve, disc, scatter, streak, write
from bot.render.theme import WHITE, Rgb, mix

DECK: Final[Rgb] = (206, 168, 122)
WATER: Final[Rgb] = (46, 152, 206)
LINE: Final[Rgb] = (250, 246, 232)
BUOY: Final[Rgb] = (222, 74, 60)
TINTS: Final[dict[str, Rgb]] = {"E": (247, 226, 176), "C": (196, 229, 224), "A": (40, 116, 142)}
NUMBERS: Final[dict[str, Rgb]] = {"E": (128, 98, 48), "C": (52, 112, 116), "A": (196, 232, 238)}


@cache
def scenery(course: str) -> Image.Image:
    """Draw the whole ground of a course, WIDTH x HEIGHT."""
    canvas = Canvas(WIDTH, HEIGHT, DECK)
    _planks(canvas)
    _surroundings(canvas)
    canvas.polygon([(x + 2, y + 5) for x, y in outline(OUTERMOST + 4)], (70, 44, 20, 120))
    canvas.polygon(outline(OUTERMOST + 4), (150, 108, 66))
    canvas.polygon(outline(OUTERMOST + 1), (255, 248, 226))
    laid = ring(course)
    for lane in LANES:
        for index, square in enumerate(laid.squares[lane]):
            _tile(canvas, square, lane, index)
    _water(canvas)
    _lines(canvas, laid)
    image = canvas.image()
    for lane in LANES:
        for index, square in enumerate(laid.squares[lane]):
            write(image, square.number, str(index), 13, NUMBERS[lane], bold=False)
    return image


def _planks(canvas: Canvas) -> None:
    for row, (share, cut, _) in enumerate(scatter(HEIGHT // 16 + 1, 5)):
        y = row * 16
        canvas.polygon([(0, y), (WIDTH, y), (WIDTH, y + 15.2), (0, y + 15.2)], mix(DECK, (176, 132, 84), 0.45 * share))
        canvas.line([(0, y + 15.6), (WIDTH, y + 15.6)], (150, 110, 68), 0.8)
        for joint in (cut * WIDTH, (cut + 0.55) % 1 * WIDTH):
            canvas.line([(joint, y), (joint, y + 15)], (150, 110, 68), 0.8)


def _surroundings(canvas: Canvas) -> None:
    _parasol(canvas, (30, 30), 27, (226, 84, 66))
    _parasol(canvas, (WIDTH - 30, 30), 27, (46, 142, 156))
    _towel(canvas, (14, BOTTOM - 36), (240, 190, 70))
    _ball(canvas, (WIDTH - 30, BOTTOM - 22), 15)


def _parasol(canvas: Canvas, middle: Point, radius: float, tone: Rgb) -> None:
    x, y = middle
    canvas.polygon(disc((x + 3, y + 5), radius), (60, 36, 14, 90))
    canvas.polygon(disc(middle, radius), tone)
    for wedge in range(0, 8, 2):
        angles = [math.radians(45 * wedge + 45 * step / 5) for step in range(6)]
        canvas.polygon([middle, *((x + radius * math.cos(a), y + radius * math.sin(a)) for a in angles)], (253, 246, 228))
    canvas.ellipse((x - radius, y - radius, x + radius, y + radius), outline=mix(tone, (40, 20, 10), 0.4), width=1.2)
    canvas.polygon(disc(middle, 3), mix(tone, (40, 20, 10), 0.4))


def _towel(canvas: Canvas, corner: Point, tone: Rgb) -> None:
    x, y = corner
    canvas.rounded((x + 2, y + 3, x + 26, y + 43), 3, (60, 36, 14, 90))
    canvas.rounded((x, y, x + 24, y + 40), 3, tone)
    for stripe in range(5, 38, 9):
        canvas.polygon(
            [(x, y + stripe), (x + 24, y + stripe), (x + 24, y + stripe + 3.4), (x, y + stripe + 3.4)], (253, 246, 228)
        )


def _ball(canvas: Canvas, middle: Point, radius: float) -> None:
    x, y = middle
    canvas.polygon(disc((x + 2, y + 4), radius), (60, 36, 14, 90))
    canvas.polygon(disc(middle, radius), (253, 246, 228))
    for wedge, tone in ((0, (226, 84, 66)), (2, (248, 192, 42)), (4, (46, 142, 156))):
        angles = [math.radians(60 * wedge + 60 * step / 5) for step in range(6)]
        canvas.polygon([middle, *((x + radius * math.cos(a), y + radius * math.sin(a)) for a in angles)], tone)
    canvas.polygon(disc(middle, 3.4), (253, 246, 228))


def _tile(canvas: Canvas, square: Square, lane: str, index: int) -> None:
    """Draw a square: its ground, alternately a shade lighter, with a joint around it."""
    ground = mix(TINTS[lane], WHITE if lane != "A" else (90, 170, 190), 0.3 if index % 2 else 0)
    canvas.polygon(square.outline, ground)
    if lane == "A":
        x, y = square.middle
        sheen = curve([(x - 11, y + 3), (x - 4, y - 1), (x + 4, y + 2), (x + 11, y - 2)])
        canvas.polygon(streak(sheen, 3), (255, 255, 255, 60))
    joint = mix(TINTS[lane], (40, 40, 40), 0.22)
    canvas.line([*square.outline, square.outline[0]], joint, 1)


def _water(canvas: Canvas) -> None:
    canvas.polygon(outline(INNERMOST + 3), (236, 248, 250))
    canvas.polygon(outline(INNERMOST - 1), mix(WATER, (10, 60, 110), 0.35))
    canvas.polygon(outline(INNERMOST - 5), WATER)
    left, top, right, bottom = POOL
    for x, y, kind in scatter(46, 7):
        px, py = left + 18 + x * (right - left - 70), top + 12 + y * (bottom - top - 24)
        reach = 14 + 26 * kind
        crest = curve([(px, py), (px + reach * 0.35, py - 3), (px + reach * 0.7, py + 2), (px + reach, py - 1)])
        canvas.polygon(streak(crest, 2.6), (255, 255, 255, round(50 + 70 * kind)))


def _lines(canvas: Canvas, laid: Ring) -> None:
    """Draw the checkpoint lines across the lanes, and the chequered Start/Finish line."""
    for number, _ in enumerate(laid.lines["E"]):
        (ax, ay), (bx, by) = (
            laid.squares["A"][laid.lines["A"][number]].edge[0],
            laid.squares["E"][laid.lines["E"][number]].edge[1],
        )
        if number == 0:
            _chequers(canvas, ax, by, ay)
            continue
        length = math.hypot(bx - ax, by - ay)
        canvas.line([(ax, ay), (bx, by)], (110, 60, 40), 7)
        for step in range(round(length / 10)):
            first, last = step * 10 / length, min((step + 1) * 10 / length, 1)
            points = [(ax + (bx - ax) * share, ay + (by - ay) * share) for share in (first, last)]
            canvas.line(points, BUOY if step % 2 else LINE, 4.4)


def _chequers(canvas: Canvas, x: float, top: float, bottom: float) -> None:
    size = 6
    rows = round((bottom - top) / size)
    canvas.polygon([(x - 1, top), (x + 2 * size + 1, top), (x + 2 * size + 1, bottom), (x - 1, bottom)], (30, 34, 42))
    for row in range(rows):
        column = row % 2
        y = top + row * size
        left = x + column * size
        canvas.polygon([(left, y), (left + size, y), (left + size, y + size), (left, y + size)], LINE)
