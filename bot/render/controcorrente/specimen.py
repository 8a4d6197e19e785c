"""Pictures that show everything Controcorrente can show, from which its colours are chosen.

Owns which they are. Refuses to say anything: lettering has the inks of the rest. Small pieces are shown many times over, or the
wide grounds would take all the colours.
"""

from collections.abc import Iterator
from functools import cache
from typing import Final

from PIL import Image

from bot.engine.core import Event, Seat, Text
from bot.engine.games.controcorrente.events import Contrary, Docked, Moved, Surged
from bot.engine.games.controcorrente.position import ARROWS, LETTERS, ControcorrenteOptions, SeatView, View
from bot.render.base import PaletteName
from bot.render.controcorrente.fleet import boat, dull, ghost, seat_paint, shining, wreck
from bot.render.controcorrente.layout import HEIGHT, PANEL_LEFT, QUAY, WIDTH
from bot.render.controcorrente.picture import draw
from bot.render.controcorrente.scenery import scenery, water
from bot.render.controcorrente.track import SURGE
from bot.render.png import palette_of
from bot.render.theme import GOLD, INK, PAPER, WHITE, Rgb

_A, _B, _C, _D = (Seat(seat) for seat in range(4))
_Boats = tuple[tuple[int, ...], tuple[int, ...], int]  # afloat, bollards, lost
_CROWDED: Final[tuple[_Boats, ...]] = (((2, 9), (10,), 0), ((3,), (12, 11), 0), ((5, 6), (), 1), ((7, 7, 7), (), 0))
_EMPTYING: Final[tuple[_Boats, ...]] = (((1, 6), (), 1), ((4, 4), (12,), 0))
_HOME: Final[tuple[Event, ...]] = (Moved(_A, 7, (8, 9, 10, 11)), Surged(_A, 8, 11), Docked(_A, 10))
_CELL: Final = 64  # px, room for the largest piece
_TIMES: Final = 5  # how often each piece is shown


def _say(text: Text) -> str:
    return text.id[-8:]


def _view(to_move: Seat, die: int, fleets: tuple[_Boats, ...]) -> View:
    seats = tuple(
        SeatView(Seat(seat), LETTERS[seat], afloat, bollards, lost, sum(bollards), resigned=False)
        for seat, (afloat, bollards, lost) in enumerate(fleets)
    )
    options = ControcorrenteOptions()
    return View(7, to_move, die, sand=5, wave=8, seats=seats, next_bollard=9, options=options, places=None)


def _pieces(palette: PaletteName) -> Image.Image:
    """Show every boat in every state on waters from still to rushing."""
    shown = [piece(palette, seat) for seat in range(len(LETTERS)) for piece in (boat, ghost, shining, wreck)]
    sheet = Image.new("RGB", (_CELL * _TIMES, _CELL * len(shown)))
    for time in range(_TIMES):
        sheet.paste(water(time / (_TIMES - 1)), (time * _CELL, 0, (time + 1) * _CELL, sheet.height))
        for row, piece in enumerate(shown):
            sheet.paste(piece, (time * _CELL, row * _CELL), piece)
    return sheet


def _exact(palette: PaletteName) -> Iterator[Rgb]:
    for seat in range(len(LETTERS)):
        look = seat_paint(palette, seat)
        yield from (look.fill, look.dark, dull(look.fill))
    yield from (WHITE, INK, PAPER, GOLD, SURGE)


@cache
def colours(palette: PaletteName) -> Image.Image:
    """Choose the colours of all pictures in a palette, the seats' own exactly."""
    crowded = draw(_view(_B, 5, _CROWDED), _HOME, say=_say, palette=palette)
    emptying = draw(_view(_A, ARROWS, _EMPTYING), (Contrary(_A, _B, 7, 4),), say=_say, palette=palette)
    details = [scenery().crop((PANEL_LEFT, 440, WIDTH, HEIGHT)), scenery().crop((0, 0, WIDTH, QUAY))]  # trees and rocks, crates
    return palette_of([crowded, emptying, _pieces(palette), *details * 2], exact=list(_exact(palette)))
