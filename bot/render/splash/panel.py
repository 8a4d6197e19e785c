"""What is written on Splash & Bash's picture: the board in the pool with round, die and who is next, and a card for each team.

Owns what is written there and how it fits. Refuses to know the lanes. Words come from `say` alone, cut to the room there is.
"""

from functools import cache
from typing import Final

from PIL import Image

from bot.engine.games.splash.cards import RULES
from bot.engine.games.splash.position import LETTERS, NUMBERS
from bot.engine.games.splash.view import PieceView, TeamView, View
from bot.render.base import PaletteName, Say
from bot.render.splash.layout import CARD, CARDS_TOP, POOL, card_left
from bot.render.splash.pieces import BOX, card_back, flag, ghost, shining, team_paint, token
from bot.render.splash.words import phrase, status, upcoming, winners
from bot.render.sprites import SMALLEST, Canvas, die_face, disc, faded, fitting, write
from bot.render.text import said
from bot.render.theme import GOLD, GOLD_DARK, INK, PAPER, PAPER_SHADE, SOFT_INK

_BOARD: Final = (POOL[0] + 20, POOL[1] + 9, POOL[2] - 20, POOL[3] - 9)
_WIDTH: Final = _BOARD[2] - _BOARD[0]
_MIDDLE: Final = (_BOARD[0] + _BOARD[2]) // 2
_DIE: Final = 50
_COLUMN: Final = 36  # px between a team's pieces on its card


def panel(image: Image.Image, view: View, *, say: Say, palette: PaletteName) -> None:
    """Draw board and cards on the picture."""
    _board(image, view, say, palette)
    won = winners(view)
    moving = None if view.piece is None else NUMBERS[view.piece] // 4
    for index, team in enumerate(view.teams):
        marked = team.seat == moving or team.letter in won
        _card(image, view, team, card_left(index, len(view.teams)), marked=marked, say=say, palette=palette)


def _lay(image: Image.Image, piece: Image.Image, left: float, top: float) -> None:
    image.paste(piece, (round(left), round(top)), piece)


@cache
def _paper(width: int, height: int, *, gold: bool = False) -> Image.Image:
    """Cut a sheet with a shadow, 4 px larger than asked for at the right and below."""
    canvas = Canvas(width + 4, height + 4)
    canvas.rounded((2, 3, width + 3, height + 3), 10, (40, 28, 14, 110))
    canvas.rounded((0, 0, width, height), 10, GOLD_DARK if gold else PAPER_SHADE)
    if gold:
        canvas.rounded((1, 1, width - 1, height - 1), 9, GOLD)
    rim = 4.5 if gold else 1.5
    canvas.rounded((rim, rim, width - rim, height - rim), 7, PAPER)
    return canvas.image()


def _board(image: Image.Image, view: View, say: Say, palette: PaletteName) -> None:
    left, top, right, bottom = _BOARD
    _lay(image, _paper(_WIDTH, bottom - top), left, top)
    decks = said(say, phrase("picture.decks", low=view.low_left, high=view.high_left))
    text, size = fitting(decks, 150, 14, bold=False)
    write(image, (right - 12, top + 17), text, size, SOFT_INK, anchor="rm", bold=False)
    text, size = fitting(said(say, phrase("text.round", round=view.round)), 118, 18)
    write(image, (left + 12, top + 17), text, size, anchor="lm")
    if view.piece is not None:
        _turn(image, view, palette)
    else:
        _heads(image, view, palette)
    text, size = fitting(said(say, status(view, "picture")), _WIDTH - 20, 17)
    write(image, (_MIDDLE, top + 106), text, size)
    _next(image, upcoming(view), said(say, phrase("picture.next")), palette)


def _turn(image: Image.Image, view: View, palette: PaletteName) -> None:
    """Show the piece on turn and the die, the squares it makes beside it where they are others."""
    assert view.piece is not None  # noqa: S101 - shown only while a piece is on turn
    top = _BOARD[1] + 33
    seat, mark = LETTERS.index(view.piece[0]), view.piece[1]
    _lay(image, shining(palette, seat, mark), _MIDDLE - 74, top + 4)
    _lay(image, die_face(_DIE, view.die or None), _MIDDLE - 16, top)
    if view.die and view.movement != view.die:
        write(image, (_MIDDLE + 70, top + 28), f"{view.movement - view.die:+d}", 24, GOLD_DARK)


def _heads(image: Image.Image, view: View, palette: PaletteName) -> None:
    """Show the Helmsmen of those who won, or before the start of all teams."""
    won = winners(view)
    shown = [team.seat for team in view.teams if team.letter in won] or [team.seat for team in view.teams]
    for index, seat in enumerate(shown):
        left = _MIDDLE - BOX / 2 + (index - (len(shown) - 1) / 2) * (BOX + 6)
        _lay(image, shining(palette, seat, "H") if won else token(palette, seat, "H"), left, _BOARD[1] + 38)


def _next(image: Image.Image, codes: tuple[str, ...], label: str, palette: PaletteName) -> None:
    if not codes:
        return
    row = _BOARD[3] - 26
    text, size = fitting(label, 70, 14, bold=False)
    write(image, (_BOARD[0] + 78, row), text, size, SOFT_INK, anchor="rm", bold=False)
    for index, code in enumerate(codes):
        left = _BOARD[0] + 82 + index * 44
        _lay(image, token(palette, LETTERS.index(code[0]), code[1]), left, row - BOX // 2)
        if index:
            _lay(image, _chevron(), left - 3, row - 6)


@cache
def _chevron() -> Image.Image:
    canvas = Canvas(8, 12)
    canvas.line([(2, 2), (6, 6), (2, 10)], SOFT_INK, 1.8)
    return canvas.image()


def _card(image: Image.Image, view: View, team: TeamView, left: int, *, marked: bool, say: Say, palette: PaletteName) -> None:
    width, height = CARD
    _lay(image, _paper(width, height, gold=marked), left, CARDS_TOP)
    _lay(image, _initial(palette, team.seat), left + 8, CARDS_TOP + 7)
    if team.left:
        text, size = fitting(said(say, phrase("picture.left")), 44, SMALLEST, bold=False)
        write(image, (left + 46, CARDS_TOP + 24), text, size, SOFT_INK, anchor="lm", bold=False)
    elif view.decision == "D0" and team.given:
        _lay(image, _tick(), left + 46, CARDS_TOP + 14)
    for slot in range(RULES.hand_max):
        back = card_back() if slot < team.cards else _empty()
        _lay(image, back, left + width - 30 - slot * 24, CARDS_TOP + 12)
    crew = [piece for piece in view.pieces if piece.seat == team.seat]
    for index, piece in enumerate(crew):
        _member(image, piece, left + 3 + _COLUMN * index + _COLUMN / 2, palette)


def _member(image: Image.Image, piece: PieceView, middle: float, palette: PaletteName) -> None:
    """Show a piece of a team, and below where it is."""
    drawn = token if piece.status == "on" else ghost
    _lay(image, drawn(palette, piece.seat, piece.mark), middle - BOX / 2, CARDS_TOP + 40)
    foot = CARDS_TOP + 97
    if piece.status == "done":
        _lay(image, flag(), middle - 8, foot - 11)
        return
    text, size = fitting(piece.at if piece.status == "on" else "–", _COLUMN, SMALLEST, bold=False)
    write(image, (middle, foot), text, size, INK if piece.status == "on" else SOFT_INK, bold=False)


@cache
def _initial(palette: PaletteName, seat: int) -> Image.Image:
    """Draw a team's letter on a band of its colour, 34 x 32 px."""
    look = team_paint(palette, seat)
    canvas = Canvas(34, 34)
    canvas.rounded((0, 0, 34, 34), 9, look.dark)
    canvas.rounded((1.6, 1.6, 32.4, 32.4), 8, look.fill)
    canvas.text((17, 17), LETTERS[seat], 22, look.ink)
    return canvas.image()


@cache
def _empty() -> Image.Image:
    return faded(card_back(), 0.22)


@cache
def _tick() -> Image.Image:
    canvas = Canvas(20, 20)
    canvas.polygon(disc((10, 10), 9.4), (56, 140, 84))
    canvas.line([(5.4, 10.4), (8.8, 13.6), (14.6, 6.6)], (255, 255, 255), 2.4)
    return canvas.image()
