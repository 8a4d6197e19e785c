"""The Circus: stands, sand, gates, and the spina with its seven eggs; what no chariot changes.

Owns everything on the picture that is the same in every position, drawn once and kept, and the eggs that count laps. Refuses to
know positions. The light comes from the upper left.
"""

import math
from functools import cache
from itertools import pairwise
from typing import Final

from PIL import Image

from bot.engine.games.hippo.position import LAPS
from bot.render.hippo.layout import (
    ARENA,
    GATE_HEIGHT,
    GATES_LEFT,
    GATES_RIGHT,
    GATES_TOP,
    HEIGHT,
    LANE,
    MIDDLE,
    SPINA,
    SPINA_HALF,
    STANDS,
    WIDTH,
)
from bot.render.sprites import Canvas, Point, disc, scatter
from bot.render.theme import GOLD, GOLD_DARK, WHITE, Rgb, mix

GROUND: Final[Rgb] = (196, 178, 140)
SAND: Final[Rgb] = (232, 206, 150)
STONE: Final[Rgb] = (214, 202, 178)
STONE_DARK: Final[Rgb] = (150, 134, 108)
MARBLE: Final[Rgb] = (244, 240, 230)
_CROWD: Final[tuple[Rgb, ...]] = ((176, 70, 58), (66, 92, 150), (236, 196, 90), (98, 140, 92), (242, 236, 222), (120, 88, 64))
_EGG_LEFT: Final = 258
_EGG_STEP: Final = 24


@cache
def circus() -> Image.Image:
    """Draw the whole ground, WIDTH x HEIGHT."""
    canvas = Canvas(WIDTH, HEIGHT, GROUND)
    for x, y, kind in scatter(160, 3):
        tone = mix(GROUND, WHITE if kind > 0.5 else (120, 96, 60), 0.16)
        canvas.ellipse((x * WIDTH, y * HEIGHT, x * WIDTH + 5 + 9 * kind, y * HEIGHT + 2 + 3 * kind), tone)
    _stands(canvas)
    _sand(canvas)
    _gates(canvas)
    _spina(canvas)
    return canvas.image()


def _outline(inset: float) -> list[Point]:
    """Give the arena's shape, straight at the left, round at the right."""
    left, top, right, bottom = (ARENA[0] + inset, ARENA[1] + inset, ARENA[2] - inset, ARENA[3] - inset)
    radius = (bottom - top) / 2
    middle = (right - radius, (top + bottom) / 2)
    arc = [
        (middle[0] + radius * math.sin(turn), middle[1] - radius * math.cos(turn))
        for turn in (step * math.pi / 48 for step in range(49))
    ]
    return [(left, top), *arc, (left, bottom)]


def _stands(canvas: Canvas) -> None:
    canvas.polygon([(x + 3, y + 5) for x, y in _outline(0)], (96, 78, 50, 120))
    canvas.polygon(_outline(0), STONE_DARK)
    canvas.polygon(_outline(2), STONE)
    for row, inset in enumerate((5.0, 10.0, 15.0)):
        ring = _outline(inset)
        canvas.line([*ring, ring[0]], mix(STONE, STONE_DARK, 0.45), 1.2)
        _crowd(canvas, _outline(inset + 2.6), row)
    canvas.polygon(_outline(STANDS), (108, 84, 52))


def _crowd(canvas: Canvas, ring: list[Point], row: int) -> None:
    """Seat people along a ring, the same ones every time."""
    corners = [*ring, ring[0]]
    salt = 0
    for (ax, ay), (bx, by) in pairwise(corners):
        length = math.hypot(bx - ax, by - ay)
        count = max(1, round(length / 6.2))
        for x, _, kind in scatter(count, 31 + row * 7 + salt):
            if kind < 0.22:
                continue
            px, py = ax + (bx - ax) * x, ay + (by - ay) * x
            canvas.ellipse((px - 1.7, py - 1.7, px + 1.7, py + 1.7), _CROWD[int(kind * 97) % len(_CROWD)])
        salt += 1


def _sand(canvas: Canvas) -> None:
    canvas.polygon(_outline(STANDS + 2), SAND)
    inner = _outline(STANDS + 2)
    canvas.line([inner[0], *inner[1:49]], mix(SAND, (120, 88, 44), 0.35), 4)
    for share in (0.52, 0.72, 1.0, 1.22, 1.42):
        _rut(canvas, LANE * share)
    for x, y, kind in scatter(320, 5):
        at = (94 + x * 516, 36 + y * 254)
        tone = mix(SAND, WHITE if kind > 0.55 else (150, 112, 58), 0.28)
        canvas.ellipse((at[0], at[1], at[0] + 1 + 2.2 * kind, at[1] + 1 + 1.2 * kind), tone)
    for row in range(8):
        for column in range(2):
            if (row + column) % 2 == 0:
                left, top = 318 + column * 6, MIDDLE + SPINA_HALF + 2 + row * 12.2
                canvas.rounded((left, top, left + 6, top + 12.2), 0, (255, 252, 240, 200))


def _rut(canvas: Canvas, lane: float) -> None:
    """Draw the rut of wheels round the spina, at a distance from its axis."""
    right = [(SPINA[1] + lane * math.sin(turn), MIDDLE + lane * math.cos(turn)) for turn in _half()]
    left = [(SPINA[0] - lane * math.sin(turn), MIDDLE - lane * math.cos(turn)) for turn in _half()]
    ring = [*right, *left]
    canvas.line([*ring, ring[0]], mix(SAND, (142, 104, 56), 0.2), 2)


def _half() -> list[float]:
    return [step * math.pi / 30 for step in range(31)]


def _gates(canvas: Canvas) -> None:
    bottom = GATES_TOP + 4 * GATE_HEIGHT
    canvas.rounded((GATES_LEFT - 6, GATES_TOP - 5, GATES_RIGHT + 6, bottom + 5), 4, STONE_DARK)
    canvas.rounded((GATES_LEFT - 4, GATES_TOP - 3, GATES_RIGHT + 4, bottom + 3), 3, STONE)
    for box in range(4):
        top = GATES_TOP + box * GATE_HEIGHT
        canvas.rounded((GATES_LEFT + 2, top + 4, GATES_RIGHT + 6, top + GATE_HEIGHT - 4), 5, (128, 104, 70))
        canvas.rounded((GATES_LEFT + 4, top + 6, GATES_RIGHT + 6, top + GATE_HEIGHT - 6), 4, mix(SAND, (128, 96, 56), 0.4))
        canvas.rounded((GATES_RIGHT + 2, top + 3, GATES_RIGHT + 8, top + 15), 2, (120, 72, 40))
        canvas.rounded((GATES_RIGHT + 2, top + GATE_HEIGHT - 15, GATES_RIGHT + 8, top + GATE_HEIGHT - 3), 2, (120, 72, 40))
        canvas.ellipse((GATES_LEFT + 3, top + 19, GATES_LEFT + 27, top + 43), STONE)
        canvas.text((GATES_LEFT + 15, top + 31.5), str(box + 1), 16, (92, 70, 42))


def _spina(canvas: Canvas) -> None:
    left, right = SPINA[0] - 4, SPINA[1] + 4
    canvas.rounded((left + 3, MIDDLE - SPINA_HALF + 6, right + 4, MIDDLE + SPINA_HALF + 7), SPINA_HALF, (112, 82, 44, 120))
    canvas.rounded((left, MIDDLE - SPINA_HALF, right, MIDDLE + SPINA_HALF), SPINA_HALF, STONE_DARK)
    canvas.rounded((left + 2, MIDDLE - SPINA_HALF + 2, right - 2, MIDDLE + SPINA_HALF - 2), SPINA_HALF - 2, MARBLE)
    canvas.rounded((left + 8, MIDDLE - SPINA_HALF + 8, right - 8, MIDDLE + SPINA_HALF - 8), SPINA_HALF - 8, (178, 206, 196))
    for x in (SPINA[0] + 14, SPINA[1] - 14):
        for dy in (-11, 0, 11):
            canvas.polygon(disc((x + (3 if dy else -1) * (1 if x > 300 else -1), MIDDLE + dy), 6.5), (150, 104, 40))
            canvas.polygon(disc((x + (3 if dy else -1) * (1 if x > 300 else -1) - 1, MIDDLE + dy - 1.4), 4.2), (232, 190, 96))
    _obelisk(canvas, SPINA[0] + 42)
    _obelisk(canvas, SPINA[1] - 42)
    span = _EGG_STEP * (LAPS - 1)
    canvas.rounded((_EGG_LEFT - 15, MIDDLE - 14, _EGG_LEFT + span + 15, MIDDLE + 14), 12, STONE_DARK)
    canvas.rounded((_EGG_LEFT - 13, MIDDLE - 12, _EGG_LEFT + span + 13, MIDDLE + 12), 10, (116, 96, 70))


def _obelisk(canvas: Canvas, x: float) -> None:
    canvas.rounded((x - 10, MIDDLE - 9, x + 10, MIDDLE + 11), 2, (156, 92, 70))
    canvas.polygon([(x - 10, MIDDLE - 9), (x + 10, MIDDLE - 9), (x, MIDDLE + 1)], (216, 150, 120))
    canvas.polygon([(x - 10, MIDDLE - 9), (x, MIDDLE + 1), (x - 10, MIDDLE + 11)], (198, 130, 102))
    canvas.polygon([(x + 10, MIDDLE + 11), (x, MIDDLE + 1), (x - 10, MIDDLE + 11)], (150, 88, 66))


@cache
def _egg(kind: str) -> Image.Image:
    """Draw an egg that counts a lap, 20 x 24 px: run, running, or to come."""
    fill, edge = {"run": ((92, 76, 56), (70, 56, 40)), "running": (GOLD, GOLD_DARK), "to come": (WHITE, (170, 160, 140))}[kind]
    canvas = Canvas(20, 24)
    canvas.ellipse((2, 1, 18, 23), edge)
    canvas.ellipse((3.4, 2.4, 16.6, 21.6), fill)
    if kind != "run":
        canvas.ellipse((6, 5, 10, 10), mix(fill, WHITE, 0.75))
    return canvas.image()


def eggs(image: Image.Image, lap: int, *, over: bool) -> None:
    """Set the seven eggs for a lap (0: before the race)."""
    for number in range(1, LAPS + 1):
        kind = "run" if number < lap or (over and number <= lap) else "running" if number == lap else "to come"
        piece = _egg(kind)
        image.paste(piece, (_EGG_LEFT + (number - 1) * _EGG_STEP - 10, MIDDLE - 12), piece)
