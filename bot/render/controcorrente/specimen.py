"""Pictures that show everything Controcorrente can show, from which its colours are chosen.

Owns the positions they are drawn from. Refuses to say anything: lettering has the inks of the rest.
"""

from functools import cache
from typing import Final

from PIL import Image

from bot.engine.core import Event, Seat, Text
from bot.engine.games.controcorrente.events import Contrary, Docked, Moved, Surged
from bot.engine.games.controcorrente.position import ARROWS, LETTERS, ControcorrenteOptions, SeatView, View
from bot.render.base import PaletteName
from bot.render.controcorrente.fleet import seat_paint
from bot.render.controcorrente.picture import draw
from bot.render.controcorrente.track import SURGE
from bot.render.png import palette_of
from bot.render.theme import GOLD, INK, PAPER, WHITE

_A, _B, _C, _D = (Seat(seat) for seat in range(4))
_Boats = tuple[tuple[int, ...], tuple[int, ...], int]  # afloat, bollards, lost
_SHOWN: Final[list[tuple[Seat | None, int | None, tuple[_Boats, ...], tuple[Event, ...]]]] = [
    (
        _B,
        5,
        (((2, 9), (10,), 0), ((3,), (12, 11), 0), ((5, 6), (), 1), ((7, 7, 7), (), 0)),
        (Moved(_A, 7, (8, 9, 10, 11)), Surged(_A, 8, 11), Docked(_A, 10)),
    ),
    (_D, ARROWS, (((1, 6), (), 1), ((4, 4), (), 1), ((9,), (12,), 1), ((7,), (11,), 1)), (Contrary(_D, _B, 7, 4),)),
    (None, None, (((), (12,), 2), ((), (11, 10), 1), ((), (9, 8, 7), 0), ((), (), 3)), ()),
]


def _say(text: Text) -> str:
    return text.id[-8:]


def _view(to_move: Seat | None, die: int | None, fleets: tuple[_Boats, ...]) -> View:
    seats = tuple(
        SeatView(Seat(seat), LETTERS[seat], afloat, bollards, lost, sum(bollards), resigned=False)
        for seat, (afloat, bollards, lost) in enumerate(fleets)
    )
    free = 12 - sum(len(seat.bollards) for seat in seats)
    places = None if to_move is not None else (3, 2, 1, 4)
    return View(7, to_move, die, sand=5, wave=8, seats=seats, next_bollard=free, options=ControcorrenteOptions(), places=places)


@cache
def colours(palette: PaletteName) -> Image.Image:
    """Choose the colours of all pictures in a palette, the seats' own exactly."""
    shown = [draw(_view(to_move, die, fleets), last, say=_say, palette=palette) for to_move, die, fleets, last in _SHOWN]
    exact = [tone for seat in range(len(LETTERS)) for tone in (seat_paint(palette, seat).fill, seat_paint(palette, seat).dark)]
    return palette_of(shown, exact=[*exact, WHITE, INK, PAPER, GOLD, SURGE])
