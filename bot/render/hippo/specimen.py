"""Pictures that show everything Hippo can show, from which its colours are chosen.

Owns which they are. Refuses to say anything: lettering has the inks of the rest. Small pieces are shown many times over, or the
wide grounds would take all the colours.
"""

from collections.abc import Iterator
from functools import cache
from typing import Final

from PIL import Image

from bot.engine.core import Event, Text
from bot.engine.games.hippo.events import PhaseBegan, Wrecked
from bot.engine.games.hippo.position import LETTERS, SEATS, HippoOptions, Out, Rumour
from bot.engine.games.hippo.view import SeatView, View
from bot.render.base import PaletteName
from bot.render.hippo.chariots import BOX, chariot, seat_paint, wreck
from bot.render.hippo.circus import SAND, circus
from bot.render.hippo.layout import ARENA
from bot.render.hippo.panel import FALLEN, RISEN
from bot.render.hippo.picture import draw
from bot.render.png import palette_of
from bot.render.theme import GOLD, INK, PAPER, SOFT_INK, WHITE, Rgb

_RED, _BLUE, _YELLOW, _GREEN = SEATS
_LAST: Final[tuple[Event, ...]] = (
    PhaseBegan(4, "S1", (_GREEN, _BLUE, _YELLOW, _RED)),
    Wrecked((_GREEN,), "lock", (_RED, _BLUE, _YELLOW), ((),)),
)
_SUMS: Final = (2, 0, -1, 3, 1, -1)


def _say(text: Text) -> str:
    return text.id[-9:]


def _view() -> View:
    order = (_RED, _BLUE, _YELLOW)
    seats = tuple(
        SeatView(
            seat=seat,
            letter=LETTERS[seat],
            team=(),
            sums=_SUMS,
            fatigue=-seat,
            box=seat + 1,
            place=order.index(seat) + 1 if seat in order else None,
            hand=4,
            answered=seat == _BLUE,
            left=False,
        )
        for seat in SEATS
    )
    return View(
        stage="L4.E",
        lap=4,
        window="lap",
        phases=("S1", "C1", "S2", "C2"),
        asked=order,
        closing=False,
        to_act=(_RED,),
        seats=seats,
        rumours=(Rumour("u2", _RED, _YELLOW),),
        order=order,
        out=(Out(_GREEN, "L3.S1", 1),),
        deck=9,
        discard=(),
        own=None,
        winner=_RED,
        purse=0,
        places=None,
        options=HippoOptions(),
    )


def _pieces(palette: PaletteName) -> Image.Image:
    """Show every chariot, running, shining and wrecked, on sand."""
    shown = [
        piece
        for seat in SEATS
        for piece in (chariot(palette, seat, 0), chariot(palette, seat, 90, moved=True), wreck(palette, seat))
    ]
    sheet = Image.new("RGB", (BOX * 3, BOX * len(shown)), SAND)
    for row, piece in enumerate(shown):
        for time in range(3):
            sheet.paste(piece, (time * BOX, row * BOX), piece)
    return sheet


def _exact(palette: PaletteName) -> Iterator[Rgb]:
    for seat in SEATS:
        look = seat_paint(palette, seat)
        yield from (look.fill, look.dark)
    yield from (WHITE, INK, SOFT_INK, PAPER, GOLD, RISEN, FALLEN, SAND)


@cache
def colours(palette: PaletteName) -> Image.Image:
    """Choose the colours of all pictures in a palette, the seats' own exactly."""
    crowded = draw(_view(), _LAST, say=_say, palette=palette)
    stands = circus().crop((ARENA[0], ARENA[1], ARENA[2], ARENA[1] + 24))
    return palette_of([crowded, _pieces(palette), stands, stands], exact=list(_exact(palette)))
