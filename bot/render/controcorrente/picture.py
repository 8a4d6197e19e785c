"""The picture of Controcorrente: the ground, what lies and sails on it, and the last move.

Owns the order in which things are laid on one another. Refuses to know how pieces look (`scenery`, `fleet`, `panel`, `track`).
"""

from collections.abc import Sequence
from functools import cache

from PIL import Image

from bot.engine.core import Event
from bot.engine.games.controcorrente.position import BOLLARDS, TILES, View
from bot.render.base import PaletteName, Say
from bot.render.controcorrente.fleet import boat, ghost, shining, wreck
from bot.render.controcorrente.layout import (
    BANK_LEFT,
    BOAT_WIDTH,
    LOST_TOP,
    QUAY,
    berth_middle,
    slot,
    tile_middle,
    tile_top,
)
from bot.render.controcorrente.panel import panel
from bot.render.controcorrente.scenery import sandbank, scenery, wave
from bot.render.controcorrente.track import draw_trail
from bot.render.controcorrente.trail import Trail, trail_of
from bot.render.sprites import Canvas, disc, write
from bot.render.theme import GOLD, GOLD_DARK, INK, WHITE, mix

_AFLOAT_LIFT = 26  # from a tile's middle up to a boat's upper edge


def draw(view: View, last: Sequence[Event], *, say: Say, palette: PaletteName) -> Image.Image:
    """Draw the whole board as an RGB picture."""
    image = scenery().copy()
    trail = trail_of(last)
    _lay(image, sandbank(), BANK_LEFT, tile_top(view.sand))
    _lay(image, wave(), BANK_LEFT, tile_top(view.wave))
    _signs(image, view)
    _bollards(image, view)
    if trail is not None:
        _ghost(image, view, trail, palette)
        draw_trail(image, trail, seats=len(view.seats))
    _boats(image, view, trail, palette)
    panel(image, view, say=say, palette=palette)
    return image


def _lay(image: Image.Image, piece: Image.Image, left: int, top: int) -> None:
    image.paste(piece, (left, top), piece)


@cache
def _sign(kind: str) -> Image.Image:
    """Draw a tile's sign on the bank, 34 x 30 px: a board on a post, in the tile's own colours."""
    face, edge = {
        "plain": ((244, 234, 208), (122, 90, 56)),
        "sand": ((250, 214, 128), (168, 118, 44)),
        "wave": ((24, 84, 144), (226, 244, 250)),
    }[kind]
    canvas = Canvas(36, 36)
    canvas.line([(18, 26), (18, 35)], (104, 76, 46), 4)
    canvas.rounded((3, 4, 35, 31), 6, (40, 60, 30, 90))
    canvas.rounded((1, 1, 34, 29), 6, edge if kind != "wave" else (12, 46, 88))
    canvas.rounded((3, 3, 32, 27), 4.5, face)
    return canvas.image()


def _signs(image: Image.Image, view: View) -> None:
    for tile in range(1, TILES + 1):
        kind = {view.sand: "sand", view.wave: "wave"}.get(tile, "plain")
        top = tile_top(tile) + 8
        _lay(image, _sign(kind), 2, top)
        write(image, (20, top + 15), str(tile), 17, WHITE if kind == "wave" else INK)


@cache
def _bollard(kind: str) -> Image.Image:
    """Draw a bollard on the quay, 32 x 26 px: free, taken, or the next one to be taken."""
    iron = {"free": (92, 96, 104), "taken": (52, 56, 66), "next": GOLD}[kind]
    edge = GOLD_DARK if kind == "next" else (34, 36, 44)
    canvas = Canvas(32, 26)
    if kind == "next":
        canvas.polygon(disc((16, 12), 13), (*GOLD, 90))
    canvas.ellipse((8, 19, 26, 26), (40, 24, 12, 120))
    canvas.rounded((10.5, 8, 21.5, 24), 3, edge)
    canvas.rounded((12, 8, 20, 22.5), 2, iron)
    canvas.rounded((6, 3, 26, 12), 4.5, edge)
    canvas.rounded((7.5, 4.5, 24.5, 10.5), 3, iron)
    canvas.line([(10, 6.2), (18, 6.2)], mix(iron, WHITE, 0.5), 1.4)
    return canvas.image()


def _bollards(image: Image.Image, view: View) -> None:
    for bollard in range(1, BOLLARDS + 1):
        waiting = bollard == view.next_bollard and view.to_move is not None
        kind = "next" if waiting else "free" if bollard <= view.next_bollard else "taken"
        middle = berth_middle(bollard)
        _lay(image, _bollard(kind), middle - 16, QUAY - 24)
        _lay(image, _plate(waiting=waiting), middle - 15, 1)
        write(image, (middle, 11), str(bollard), 14, INK if waiting else WHITE)


@cache
def _plate(*, waiting: bool) -> Image.Image:
    canvas = Canvas(30, 20)
    canvas.rounded((1, 1, 29, 19), 5, GOLD_DARK if waiting else (62, 42, 26))
    canvas.rounded((2.5, 2.5, 27.5, 17.5), 4, GOLD if waiting else (86, 60, 38))
    return canvas.image()


def _ghost(image: Image.Image, view: View, trail: Trail, palette: PaletteName) -> None:
    """Show where the boat was, beside those still there."""
    start = trail.place(trail.tiles[0])
    there = view.seats[trail.seat].afloat.count(start)
    if start >= 1 and there < 3:
        middle = slot(trail.seat, len(view.seats), there)
        _lay(image, ghost(palette, trail.seat), middle - BOAT_WIDTH // 2, tile_middle(start) - _AFLOAT_LIFT)


def _boats(image: Image.Image, view: View, trail: Trail | None, palette: PaletteName) -> None:
    count = len(view.seats)
    for seat in view.seats:
        own = trail if trail is not None and trail.seat == seat.seat else None
        for tile in sorted(set(seat.afloat), reverse=True):
            for index in range(seat.afloat.count(tile)):
                moved = own is not None and own.now == tile and index == seat.afloat.count(tile) - 1
                _boat(image, palette, seat.seat, slot(seat.seat, count, index), tile_middle(tile) - _AFLOAT_LIFT, moved=moved)
        for bollard in seat.bollards:
            moved = own is not None and own.bollard == bollard
            _rope(image, berth_middle(bollard))
            _boat(image, palette, seat.seat, berth_middle(bollard), QUAY + 8, moved=moved)
        for index in range(seat.lost):
            _lay(image, wreck(palette, seat.seat), slot(seat.seat, count, index) - 23, LOST_TOP + (index % 2) * 6)


def _boat(image: Image.Image, palette: PaletteName, seat: int, middle: int, top: int, *, moved: bool) -> None:
    if moved:
        _lay(image, shining(palette, seat), middle - BOAT_WIDTH // 2 - 8, top - 8)
    else:
        _lay(image, boat(palette, seat), middle - BOAT_WIDTH // 2, top)


def _rope(image: Image.Image, middle: int) -> None:
    _lay(image, _hawser(), middle - 3, QUAY - 4)


@cache
def _hawser() -> Image.Image:
    canvas = Canvas(6, 18)
    canvas.line([(3, 1), (3, 17)], (232, 214, 170), 1.8)
    return canvas.image()
