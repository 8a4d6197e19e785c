"""The picture of Hippo: the Circus, who stands in its boxes or runs on its track, fresh wrecks, and the panel below.

Owns the order in which things are laid on one another. Refuses to know how pieces look (`circus`, `chariots`, `panel`).
"""

from collections.abc import Sequence

from PIL import Image

from bot.engine.core import Event
from bot.engine.games.hippo.view import View
from bot.render.base import PaletteName, Say
from bot.render.hippo.chariots import BOX, chariot, shield, wreck
from bot.render.hippo.circus import circus, eggs
from bot.render.hippo.layout import GAP, LEADER, PHASE_AT, gate_middle, on_track
from bot.render.hippo.panel import panel
from bot.render.hippo.trail import Trail, trail_of
from bot.render.sprites import Canvas, Point
from bot.render.theme import GOLD, INK

_STEP = 5  # degrees to which headings are rounded, so that few sprites serve


def draw(view: View, last: Sequence[Event], *, say: Say, palette: PaletteName) -> Image.Image:
    """Draw the whole board as an RGB picture."""
    image = circus().copy()
    trail = trail_of(last)
    eggs(image, _lap(view), over=view.window is None)
    _waiting(image, view, palette)
    _wrecks(image, trail, palette)
    _running(image, view, trail, palette)
    panel(image, view, trail, say=say, palette=palette)
    return image


def _lap(view: View) -> int:
    """Tell the lap being run, after the end the last one begun."""
    if view.lap or view.window is not None:
        return view.lap
    ended = [int(out.where[1]) for out in view.out if out.where[0] == "L"]
    return 7 if len(view.order) > 1 else max(ended, default=0)


def _waiting(image: Image.Image, view: View, palette: PaletteName) -> None:
    """Show the chariots in their boxes before the start, their shields beside the gates before boxes are drawn."""
    if view.order or view.out:
        return
    for seat in view.seats:
        if seat.box is None:
            x, y = 128 + seat.seat * 46, 250
            piece = shield(palette, seat.seat)
            image.paste(piece, (x, y), piece)
            continue
        x, y = gate_middle(seat.box)
        _lay(image, chariot(palette, seat.seat, 0), x + 46, y)


def _running(image: Image.Image, view: View, trail: Trail, palette: PaletteName) -> None:
    """Show the running order along the track, those behind first; who won places shines and has an arrow."""
    for place in range(len(view.order), 0, -1):
        seat = view.order[place - 1]
        x, y, heading = on_track(_leader(view) - (place - 1) * GAP)
        gained = trail.gained(seat, view.order)
        _lay(image, chariot(palette, seat, round(heading / _STEP) * _STEP % 360, moved=gained > 0), x, y)
    for place, seat in enumerate(view.order):
        gained = trail.gained(seat, view.order)
        if gained > 0:
            _overtaken(image, _leader(view) - place * GAP, gained)


def _leader(view: View) -> float:
    return LEADER.get(view.stage[3:], LEADER["E"])


def _overtaken(image: Image.Image, front: float, places: int) -> None:
    """Draw a line outside the lane from where a chariot was in the order to where it is."""
    points: list[Point] = []
    for step in range(13):
        x, y, _ = on_track(front - 8 - (12 - step) / 12 * (places * GAP - 20), out=36)
        points.append((x, y))
    left, top = min(x for x, _ in points) - 14, min(y for _, y in points) - 14
    right, bottom = max(x for x, _ in points) + 14, max(y for _, y in points) + 14
    canvas = Canvas(round(right - left), round(bottom - top))
    line = [(x - left, y - top) for x, y in points]
    for tone, width in ((INK, 6.5), (GOLD, 3.4)):
        canvas.line(line, tone, width)
    (ax, ay), (bx, by) = line[-2], line[-1]
    length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
    ux, uy = (bx - ax) / length, (by - ay) / length
    for tone, size in ((INK, 11.0), (GOLD, 7.5)):
        nose = (bx + ux * size, by + uy * size)
        canvas.polygon(
            [nose, (bx - ux * 4 - uy * size, by - uy * 4 + ux * size), (bx - ux * 4 + uy * size, by - uy * 4 - ux * size)], tone
        )
    piece = canvas.image()
    image.paste(piece, (round(left), round(top)), piece)


def _wrecks(image: Image.Image, trail: Trail, palette: PaletteName) -> None:
    """Show the wrecks of the last resolved window where they happened."""
    for number, (seat, where) in enumerate(trail.wrecks):
        x, y, _ = on_track(PHASE_AT[where] + (number % 3 - 1) * 30, out=-14 if number % 2 else 16)
        _lay(image, wreck(palette, seat), x, y)


def _lay(image: Image.Image, piece: Image.Image, x: float, y: float) -> None:
    image.paste(piece, (round(x - BOX / 2), round(y - BOX / 2)), piece)
