"""The header and the teams' cards of Splut!'s picture.

Owns what is written there and how it fits. Refuses to know the arena. Words come from `say` alone, cut to the room there is.
"""

from dataclasses import dataclass
from functools import cache
from typing import Final

from PIL import Image

from bot.engine.core import Seat, Text
from bot.engine.games.splut.view import View
from bot.render.base import PaletteName, Say
from bot.render.splut.layout import CARD_HEIGHT, CARD_WIDTH, CORNERS, WIDTH
from bot.render.splut.pieces import KINDS, badge, side_paint, small
from bot.render.splut.words import phrase, winners
from bot.render.sprites import Canvas, disc, fitting, write
from bot.render.text import said
from bot.render.theme import GOLD, GOLD_DARK, INK, PAPER, PAPER_SHADE, SOFT_INK, WHITE

_TOP: Final = 6  # of the header's plaques
_PLAQUE: Final = 33  # their height
_SIDE: Final = 140  # the width of the outer ones
_MIDDLE: Final = 250
_LABEL: Final = 102  # the room beside a card's emblem


@dataclass(frozen=True, slots=True)
class Headline:
    """What the header shows: the turn, a title with the letter of its team, and the steps of the allowance still to take."""

    turn: int
    title: Text
    letter: str | None
    left: int
    allowance: int
    planned: bool = False


def panel(image: Image.Image, view: View, headline: Headline, *, say: Say, palette: PaletteName) -> None:
    """Draw header and cards on the picture."""
    _header(image, headline, say, palette)
    for seat, letter in enumerate(view.letters):
        _card(image, view, Seat(seat), marked=letter == headline.letter, say=say, palette=palette)


@cache
def _paper(width: int, height: int, *, gold: bool = False) -> Image.Image:
    """Cut a sheet with a shadow, 4 px larger than asked for at the right and below."""
    canvas = Canvas(width + 4, height + 4)
    canvas.rounded((2, 3, width + 3, height + 3), 8, (20, 24, 20, 110))
    canvas.rounded((0, 0, width, height), 8, GOLD_DARK if gold else PAPER_SHADE)
    if gold:
        canvas.rounded((1, 1, width - 1, height - 1), 7, GOLD)
    rim = 4 if gold else 1.5
    canvas.rounded((rim, rim, width - rim, height - rim), 6, PAPER)
    return canvas.image()


def _lay(image: Image.Image, piece: Image.Image, left: int, top: int) -> None:
    image.paste(piece, (left, top), piece)


def _header(image: Image.Image, headline: Headline, say: Say, palette: PaletteName) -> None:
    middle = _TOP + _PLAQUE // 2
    _lay(image, _paper(_SIDE, _PLAQUE), 8, _TOP)
    text, size = fitting(said(say, phrase("picture.turn", turn=headline.turn)), _SIDE - 14, 18)
    write(image, (8 + _SIDE // 2, middle), text, size)
    left = (WIDTH - _MIDDLE) // 2
    _lay(image, _paper(_MIDDLE, _PLAQUE, gold=headline.planned), left, _TOP)
    text, size = fitting(said(say, headline.title), _MIDDLE - 62, 19)
    write(image, (WIDTH // 2 + (14 if headline.letter else 0), middle), text, size)
    if headline.letter is not None:
        _lay(image, emblem(palette, headline.letter), left + 8, _TOP - 1)
    if headline.allowance:
        _lay(image, _paper(_SIDE, _PLAQUE), WIDTH - 8 - _SIDE, _TOP)
        for index in range(headline.allowance):
            x = WIDTH - 8 - _SIDE // 2 + round((index - (headline.allowance - 1) / 2) * 36)
            _lay(image, _pip(index >= headline.allowance - headline.left), x - 13, middle - 13)


@cache
def _pip(open_still: bool) -> Image.Image:
    """Draw a step of the turn: golden while it is to be taken, ticked once it is."""
    canvas = Canvas(26, 26)
    canvas.polygon(disc((13, 13), 11.5), GOLD_DARK if open_still else SOFT_INK)
    canvas.polygon(disc((13, 13), 9.8), GOLD if open_still else PAPER_SHADE)
    if not open_still:
        canvas.line([(8, 13.5), (11.6, 17), (18.5, 9)], SOFT_INK, 2.8)
    return canvas.image()


@cache
def emblem(palette: PaletteName, letter: str) -> Image.Image:
    """Draw a team's emblem, 36 x 36 px."""
    canvas = Canvas(36, 36)
    badge(canvas, side_paint(palette, letter), letter, (18, 18), 10.5, 16)
    return canvas.image()


def _card(image: Image.Image, view: View, seat: Seat, *, marked: bool, say: Say, palette: PaletteName) -> None:
    letter = view.letters[seat]
    left, top = CORNERS[letter]
    won = letter in winners(view)
    _lay(image, _card_paper(palette, letter, gold=marked or won), left, top)
    status = _status(view, seat)
    if status is None:
        text, size = fitting(said(say, phrase(f"picture.side.{letter}")), _LABEL, 17)
        write(image, (left + 48, top + 25), text, size, anchor="lm")
    else:
        _lay(image, _tag(golden=seat not in view.fallen), left + 46, top + 10)
        text, size = fitting(said(say, status), _LABEL - 10, 17)
        write(image, (left + 46 + _LABEL // 2, top + 25), text, size, WHITE if seat in view.fallen else INK)
    alive = {piece.what for piece in view.pieces if piece.owner == seat}
    for index, kind in enumerate(KINDS):
        _lay(image, small(palette, letter, kind, lost=kind not in alive), left + 12 + index * 47, top + 50)


@cache
def _card_paper(palette: PaletteName, letter: str, *, gold: bool) -> Image.Image:
    card = _paper(CARD_WIDTH, CARD_HEIGHT, gold=gold).copy()
    sign = emblem(palette, letter)
    card.alpha_composite(sign, (8, 7))
    return card


@cache
def _tag(*, golden: bool) -> Image.Image:
    canvas = Canvas(_LABEL, 30)
    canvas.rounded((0, 0, _LABEL, 30), 7, GOLD_DARK if golden else INK)
    canvas.rounded((1.4, 1.4, _LABEL - 1.4, 28.6), 6, GOLD if golden else (110, 40, 40))
    return canvas.image()


def _status(view: View, seat: Seat) -> Text | None:
    if seat in view.fallen:
        return phrase("picture.out")
    if view.over is None:
        return None
    return phrase("picture.winner" if view.over == "won" else "picture.shared")
