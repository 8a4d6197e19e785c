"""What Splut!'s pictures are made of, to choose their colours from.

Owns the specimens: a crowded arena with every mark, and every figure. Refuses to draw anything by itself.
"""

from collections.abc import Iterator
from functools import cache

from PIL import Image

from bot.engine.core import Event, Seat, Text
from bot.engine.games.splut.events import Crushed, Slain, Standing, Stepped, Threw
from bot.engine.games.splut.notation import read_position
from bot.engine.games.splut.position import SplutOptions
from bot.engine.games.splut.view import view_of
from bot.render.base import PaletteName
from bot.render.png import palette_of
from bot.render.splut.arena import SLABS, scenery
from bot.render.splut.layout import CARD_HEIGHT, CARD_WIDTH, CORNERS
from bot.render.splut.marks import BANNER, FIRE, FLIGHT
from bot.render.splut.picture import draw
from bot.render.splut.pieces import COLOURS, KINDS, SIZE, ghost, piece, rock, side_paint
from bot.render.theme import GOLD, INK, PAPER, WHITE, Rgb

_CROWDED = "x/GtGdGs/5/Ys5Bt/oYd1Rtx2Bdo/Yt5Bs/5/Rs1Rd/1 G 10 3 - -"
_AFTER_A_KILL = "x/3/5/Ys6/oYd1Rtx3o/Yt6/5/Rs1Rd/1 R 10 3 - - GB"
_A, _B = Seat(0), Seat(3)
_STEPS = (Stepped(_A, "Se", "sorcerer", "c5", "d5"), Stepped(_A, "Tn*n", "troll", "d4", "d5"))
_FELLED: tuple[Event, ...] = (*_STEPS, Threw(_A, "d5", "e", ("e5",), "f5"), Slain(_A, _B, "f5", (Standing("troll", _B, "h6"),)))
_CRUSHED: tuple[Event, ...] = (*_STEPS, Threw(_A, "d5", "e", ("e5",), "f5"), Crushed(_A, _B, "f5"))
_TIMES = 3  # how often each piece is shown


def _say(text: Text) -> str:
    return text.id[-8:]


def _pieces(palette: PaletteName) -> Image.Image:
    """Show every figure, whole and as a ghost, on both kinds of slabs."""
    shown = [figure(palette, letter, kind) for letter in COLOURS for kind in KINDS for figure in (piece, ghost)]
    shown += [rock(), rock(locked=True)]
    sheet = Image.new("RGB", (SIZE * _TIMES * 2, SIZE * len(shown)))
    for column in range(_TIMES * 2):
        sheet.paste(SLABS[column % 2], (column * SIZE, 0, (column + 1) * SIZE, sheet.height))
        for row, figure in enumerate(shown):
            sheet.paste(figure, (column * SIZE, row * SIZE), figure)
    return sheet


def _exact(palette: PaletteName) -> Iterator[Rgb]:
    for letter in COLOURS:
        look = side_paint(palette, letter)
        yield from (look.fill, look.dark)
    yield from (WHITE, INK, PAPER, GOLD, FIRE, FLIGHT, BANNER, *SLABS)


@cache
def colours(palette: PaletteName) -> Image.Image:
    """Choose the colours of all pictures in a palette, the teams' own exactly."""
    options = SplutOptions()
    crowded = draw(view_of(read_position(_CROWDED, options)), _CRUSHED, say=_say, palette=palette)
    felled = draw(view_of(read_position(_AFTER_A_KILL, options)), _FELLED, say=_say, palette=palette)
    corner = (*CORNERS["R"], CORNERS["R"][0] + CARD_WIDTH, CORNERS["R"][1] + CARD_HEIGHT)
    wood = scenery("G", palette).crop(corner)  # pines
    return palette_of([crowded, felled, _pieces(palette), wood], exact=list(dict.fromkeys(_exact(palette))))
