"""The right bank of Controcorrente's picture: the round, the die, whose turn it is, and a card for each seat.

Owns what is written there and how it fits. Refuses to know the river. Words come from `say` alone, cut to the room there is.
"""

from functools import cache
from typing import Final

from PIL import Image

from bot.engine.core import Text
from bot.engine.games.controcorrente.position import LETTERS, SeatView, View
from bot.render.base import PaletteName, Say
from bot.render.controcorrente.fleet import boat
from bot.render.controcorrente.layout import BOAT_WIDTH, PANEL_LEFT, PANEL_RIGHT
from bot.render.controcorrente.words import due, phrase, winners
from bot.render.sprites import SMALLEST, Canvas, die_face, disc, fitting, write
from bot.render.text import said
from bot.render.theme import GOLD, GOLD_DARK, INK, PAPER, PAPER_SHADE, SOFT_INK, WHITE, mix

_WIDTH: Final = PANEL_RIGHT - PANEL_LEFT
_MIDDLE: Final = (PANEL_LEFT + PANEL_RIGHT) // 2
_ROUND_TOP: Final = 54
_DIE_TOP: Final = 92
_DIE: Final = 54
_STATUS: Final = 172
_CARDS_TOP: Final = 194
_CARD: Final = 99  # a card's height
_STEP: Final = 106
_CHIP: Final = 26  # a chip's height


def card_top(index: int) -> int:
    """Find the upper edge of a seat's card."""
    return _CARDS_TOP + index * _STEP


def panel(image: Image.Image, view: View, *, say: Say, palette: PaletteName) -> None:
    """Draw the panel on the picture."""
    _plaque(image, said(say, phrase("picture.round", round=view.round)))
    _turn(image, view, say, palette)
    won = winners(view)
    for index, seat in enumerate(view.seats):
        _card(
            image,
            seat,
            card_top(index),
            marked=seat.seat == view.to_move,
            won=seat.letter in won,
            say=say,
            palette=palette,
        )


@cache
def _paper(width: int, height: int, *, gold: bool = False) -> Image.Image:
    """Cut a sheet with a shadow, 4 px larger than asked for at the right and below."""
    canvas = Canvas(width + 4, height + 4)
    canvas.rounded((2, 3, width + 3, height + 3), 9, (30, 44, 24, 90))
    canvas.rounded((0, 0, width, height), 9, GOLD_DARK if gold else PAPER_SHADE)
    if gold:
        canvas.rounded((1, 1, width - 1, height - 1), 8, GOLD)
    rim = 4 if gold else 1.5
    canvas.rounded((rim, rim, width - rim, height - rim), 7, PAPER)
    return canvas.image()


def _lay(image: Image.Image, piece: Image.Image, left: int, top: int) -> None:
    image.paste(piece, (left, top), piece)


def _plaque(image: Image.Image, text: str) -> None:
    _lay(image, _paper(_WIDTH, 32), PANEL_LEFT, _ROUND_TOP)
    fitted, size = fitting(text, _WIDTH - 12, 18)
    write(image, (_MIDDLE, _ROUND_TOP + 16), fitted, size)


def _turn(image: Image.Image, view: View, say: Say, palette: PaletteName) -> None:
    _lay(image, _paper(_WIDTH, 94), PANEL_LEFT, _DIE_TOP)
    if view.to_move is None:
        text = _ending(view)
        for index, letter in enumerate(winners(view)):
            spread = min(BOAT_WIDTH + 4, (_WIDTH - BOAT_WIDTH - 8) // max(len(winners(view)) - 1, 1))
            left = _MIDDLE - BOAT_WIDTH // 2 + round((index - (len(winners(view)) - 1) / 2) * spread)
            _lay(image, boat(palette, LETTERS.index(letter)), left, _DIE_TOP + 20)
            _lay(image, crown(), left + 5, _DIE_TOP + 3)
    else:
        text = phrase(f"picture.{due(view)}", letter=LETTERS[view.to_move])
        _lay(image, die_face(_DIE, view.die) if view.die != 6 else arrows(_DIE), PANEL_LEFT + 12, _DIE_TOP + 6)
        large = boat(palette, view.to_move)
        _lay(image, large, PANEL_LEFT + 82, _DIE_TOP + 12)
    fitted, size = fitting(said(say, text), _WIDTH - 12, 16)
    write(image, (_MIDDLE, _STATUS + 2), fitted, size)


def _ending(view: View) -> Text:
    won = winners(view)
    if len(won) > 1:
        return phrase("picture.shared")
    return phrase("picture.won", letter=won[0]) if won else phrase("picture.over")


@cache
def arrows(size: int) -> Image.Image:
    """Draw the die's double arrow: a white one up for the favourable wind, a black one down for the contrary."""
    canvas = Canvas(size + 8, size + 8)
    canvas.lay(die_face(size, 0).resize((3 * (size + 8), 3 * (size + 8)), Image.Resampling.BICUBIC))
    for middle, up, fill in ((3 + size * 0.31, True, WHITE), (3 + size * 0.69, False, INK)):
        top, bottom = 3 + size * 0.17, 3 + size * 0.83
        tip, tail, way = (top, bottom, 1) if up else (bottom, top, -1)
        half, head = size * 0.17, size * 0.3
        shape = [
            (middle, tip),
            (middle + half, tip + way * head),
            (middle + half * 0.45, tip + way * head),
            (middle + half * 0.45, tail),
            (middle - half * 0.45, tail),
            (middle - half * 0.45, tip + way * head),
            (middle - half, tip + way * head),
        ]
        canvas.polygon(shape, fill)
        canvas.line([*shape, shape[0]], INK, 1.6)
    return canvas.image()


@cache
def crown() -> Image.Image:
    """Draw the winner's crown, 28 x 18 px."""
    canvas = Canvas(28, 18)
    shape = [(3, 16), (1.5, 5), (8, 10), (14, 1.5), (20, 10), (26.5, 5), (25, 16)]
    canvas.line([*shape, shape[0]], GOLD_DARK, 2.4)
    canvas.polygon(shape, GOLD)
    for x, y in ((1.8, 5), (14, 2.2), (26.2, 5)):
        canvas.polygon(disc((x, y), 1.8), GOLD_DARK)
    return canvas.image()


def _card(image: Image.Image, seat: SeatView, top: int, *, marked: bool, won: bool, say: Say, palette: PaletteName) -> None:
    _lay(image, _paper(_WIDTH, _CARD, gold=marked or won), PANEL_LEFT, top)
    if marked:
        _lay(image, _pointer(), PANEL_LEFT - 9, top + 24)
    _lay(image, boat(palette, seat.seat), PANEL_LEFT + 10, top + 10)
    if won:
        _lay(image, crown(), PANEL_LEFT + 15, top - 7)
    write(image, (PANEL_RIGHT - 14, top + 26), str(seat.score), 34, anchor="rm")
    label = phrase("picture.resigned") if seat.resigned else phrase("picture.points", n=seat.score or 2)  # nought is plural
    text, size = fitting(said(say, label), _WIDTH - BOAT_WIDTH - 30, SMALLEST, bold=False)
    write(image, (PANEL_RIGHT - 14, top + 51), text, size, SOFT_INK, anchor="rm", bold=False)
    chips = [("afloat", str(tile)) for tile in reversed(seat.afloat)]
    chips = [*(("docked", str(bollard)) for bollard in seat.bollards), *chips, *[("lost", "")] * seat.lost]
    for index, (kind, text) in enumerate(chips):
        left = PANEL_LEFT + 9 + index * 39
        _lay(image, _chip(kind), left, top + 65)
        if text:
            write(image, (left + 18, top + 65 + _CHIP // 2), text, 14, INK if kind == "docked" else WHITE)


@cache
def _pointer() -> Image.Image:
    canvas = Canvas(12, 24)
    canvas.polygon([(12, 0), (0, 12), (12, 24)], GOLD_DARK)
    canvas.polygon([(12, 3), (2.2, 12), (12, 21)], GOLD)
    return canvas.image()


@cache
def _chip(kind: str) -> Image.Image:
    """Draw what became of a boat: a wavy chip for its tile, a golden disc for its bollard, a grey cross for a lost one."""
    canvas = Canvas(36, _CHIP)
    if kind == "docked":
        canvas.rounded((3, 0, 33, 26), 13, GOLD_DARK)
        canvas.rounded((4.5, 1.5, 31.5, 24.5), 12, GOLD)
    elif kind == "afloat":
        canvas.rounded((0, 0, 36, 26), 5, (30, 92, 128))
        canvas.rounded((1.2, 1.2, 34.8, 24.8), 4, (52, 126, 164))
        for left in range(1, 34, 8):
            canvas.arc((left, 18, left + 9, 26), 200, 340, mix((52, 126, 164), WHITE, 0.45), 1.4)
    else:
        canvas.rounded((0, 0, 36, 26), 5, (176, 168, 150))
        canvas.rounded((1.2, 1.2, 34.8, 24.8), 4, (206, 198, 180))
        canvas.line([(12.5, 7.5), (23.5, 18.5)], (120, 110, 96), 3)
        canvas.line([(23.5, 7.5), (12.5, 18.5)], (120, 110, 96), 3)
    return canvas.image()
