"""The last move on the picture of Controcorrente: a line beside the boats, from where to where.

Owns how sailing, surging, running aground, winds and docking are drawn. Refuses to know events (`trail`).
"""

from itertools import pairwise

from PIL import Image

from bot.engine.games.controcorrente.position import HARBOUR
from bot.render.controcorrente.layout import RIVER_BOTTOM, RIVER_TOP, berth_middle, tile_middle, track
from bot.render.controcorrente.trail import Trail
from bot.render.sprites import Canvas, Point, disc
from bot.render.theme import GOLD, INK, WHITE, Rgb

_MARGIN = 16  # px around the line, for arrow heads and edges
SURGE: Rgb = (132, 226, 255)
_HARBOUR_LINE = RIVER_TOP - 5  # the height at which a docking boat turns to its berth


def draw_trail(image: Image.Image, trail: Trail, *, seats: int) -> None:
    """Draw the line of the last move on the picture."""
    x = track(trail.seat, seats)
    points: list[tuple[float, float, bool]] = []  # x, y, and whether the wave carries the boat from here on
    carried = False
    for tile in trail.tiles:
        carried = carried or tile == trail.wave
        place = trail.place(tile)
        points.append((x, _height(place), carried))
    if trail.bollard is not None:
        points[-1] = (x, _HARBOUR_LINE, carried)
        points += [(berth_middle(trail.bollard), _HARBOUR_LINE, carried)]
    left = min(point[0] for point in points) - _MARGIN
    top = min(point[1] for point in points) - _MARGIN
    right = max(point[0] for point in points) + _MARGIN
    bottom = max(point[1] for point in points) + _MARGIN
    canvas = Canvas(round(right - left), round(bottom - top))
    _draw(canvas, [(px - left, py - top, flag) for px, py, flag in points], trail)
    layer = canvas.image()
    image.paste(layer, (round(left), round(top)), layer)


def _height(place: int) -> float:
    if place == HARBOUR:
        return _HARBOUR_LINE
    return tile_middle(place) if place >= 1 else RIVER_BOTTOM + 40


def _draw(canvas: Canvas, points: list[tuple[float, float, bool]], trail: Trail) -> None:
    tones = {False: INK if trail.by is not None else WHITE, True: SURGE}
    edge = WHITE if trail.by is not None else INK
    pairs = list(pairwise(points))
    for first, second in pairs:
        canvas.line([first[:2], second[:2]], edge, 7)
    for first, second in pairs:
        _stretch(canvas, first[:2], second[:2], tones[first[2]], dashed=trail.wind)
    start = points[0][:2]
    canvas.polygon(disc(start, 6.5), edge)
    canvas.polygon(disc(start, 4.5), tones[False])
    for x, y, _ in [point for point, tile in zip(points, trail.tiles, strict=False) if tile == trail.wave]:
        canvas.polygon(disc((x, y), 7.5), INK)
        canvas.polygon(disc((x, y), 5.8), SURGE)
    _head(canvas, points[-2][:2], points[-1][:2], GOLD, INK)


def _stretch(canvas: Canvas, first: Point, second: Point, tone: Rgb, *, dashed: bool) -> None:
    (ax, ay), (bx, by) = first, second
    parts = [(0.0, 1.0)] if not dashed else [(0.0, 0.28), (0.5, 0.78)]
    for begin, end in parts:
        canvas.line([(ax + (bx - ax) * begin, ay + (by - ay) * begin), (ax + (bx - ax) * end, ay + (by - ay) * end)], tone, 3.6)


def _head(canvas: Canvas, before: Point, tip: Point, tone: Rgb, edge: Rgb) -> None:
    """Draw an arrow head at the end of a line that runs straight up, down or across."""
    dx, dy = tip[0] - before[0], tip[1] - before[1]
    length = max(abs(dx), abs(dy)) or 1
    ux, uy = dx / length, dy / length
    for size, colour in ((10.5, edge), (7.5, tone)):
        nose = (tip[0] + ux * size * 0.9, tip[1] + uy * size * 0.9)
        canvas.polygon(
            [
                nose,
                (tip[0] - ux * size * 0.6 - uy * size, tip[1] - uy * size * 0.6 + ux * size),
                (tip[0] - ux * size * 0.6 + uy * size, tip[1] - uy * size * 0.6 - ux * size),
            ],
            colour,
        )
