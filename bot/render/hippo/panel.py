"""The lower half of Hippo's picture: the plaque with the stage of the race, and a card for each seat.

Owns what is written there and how it fits. Refuses to know the track. Words come from `say` alone, cut to the room there is.
"""

from functools import cache
from typing import Final

from PIL import Image

from bot.engine.games.hippo.cards import STATS
from bot.engine.games.hippo.view import SeatView, View
from bot.render.base import PaletteName, Say
from bot.render.hippo.chariots import SHIELD, shield
from bot.render.hippo.layout import CARD, CARD_WIDTH, PLAQUE, PLAQUE_TOP, WIDTH, card_corner
from bot.render.hippo.trail import Trail
from bot.render.hippo.words import phrase, rumour_lines, signed, stage
from bot.render.sprites import SMALLEST, Canvas, disc, fitting, write
from bot.render.text import said
from bot.render.theme import GOLD, GOLD_DARK, INK, PAPER, PAPER_SHADE, SOFT_INK, WHITE, Rgb, mix

_STAT: Final = 48  # the width of a stat's cell
RISEN: Final[Rgb] = (46, 120, 62)
FALLEN: Final[Rgb] = (168, 56, 44)


def panel(image: Image.Image, view: View, trail: Trail, *, say: Say, palette: PaletteName) -> None:
    """Draw plaque and cards on the picture."""
    _plaque(image, view, say)
    for seat in view.seats:
        _card(image, view, seat, trail, say=say, palette=palette)


@cache
def _paper(width: int, height: int, kind: str = "plain") -> Image.Image:
    """Cut a sheet with a shadow, 4 px larger than asked for at the right and below: plain, golden, or faded."""
    canvas = Canvas(width + 4, height + 4)
    canvas.rounded((2, 3, width + 3, height + 3), 9, (70, 50, 24, 90))
    canvas.rounded((0, 0, width, height), 9, GOLD_DARK if kind == "gold" else PAPER_SHADE)
    if kind == "gold":
        canvas.rounded((1, 1, width - 1, height - 1), 8, GOLD)
    rim = 4 if kind == "gold" else 1.5
    canvas.rounded((rim, rim, width - rim, height - rim), 7, mix(PAPER, (160, 150, 132), 0.35) if kind == "faded" else PAPER)
    return canvas.image()


def _lay(image: Image.Image, piece: Image.Image, left: float, top: float) -> None:
    image.paste(piece, (round(left), round(top)), piece)


def _plaque(image: Image.Image, view: View, say: Say) -> None:
    _lay(image, _paper(WIDTH - 20, PLAQUE), 10, PLAQUE_TOP)
    middle = PLAQUE_TOP + PLAQUE // 2
    text, size = fitting(said(say, stage(view)), 360, 19)
    write(image, (24, middle), text, size, anchor="lm")
    cards = phrase("picture.deck", deck=view.deck, discard=len(view.discard))
    text, size = fitting(said(say, cards), 230, 14, bold=False)
    write(image, (WIDTH - 24, middle), text, size, SOFT_INK, anchor="rm", bold=False)


def _card(image: Image.Image, view: View, seat: SeatView, trail: Trail, *, say: Say, palette: PaletteName) -> None:
    left, top = card_corner(seat.seat)
    out = any(wreck.seat == seat.seat for wreck in view.out)
    won = view.winner == seat.seat
    due = seat.seat in view.to_act
    _lay(image, _paper(CARD_WIDTH, CARD, "faded" if out else "gold" if won or due else "plain"), left, top)
    _lay(image, shield(palette, seat.seat), left + 9, top + 8)
    _headline(image, view, seat, trail, left, top, out=out, won=won, say=say)
    if seat.sums is None:
        text, size = fitting(said(say, phrase("picture.hidden")), CARD_WIDTH - 24, 15, bold=False)
        write(image, (left + CARD_WIDTH // 2, top + 80), text, size, SOFT_INK, bold=False)
        return
    for index, (stat, value) in enumerate(zip(STATS, seat.sums, strict=True)):
        cell = left + 9 + index * _STAT
        _lay(image, _cell(), cell, top + 50)
        text, size = fitting(said(say, phrase(f"short.{stat}")), _STAT - 6, SMALLEST, bold=False)
        write(image, (cell + _STAT // 2 - 1, top + 60), text, size, SOFT_INK, bold=False)
        tone = RISEN if value > 0 else FALLEN if value < 0 else INK
        write(image, (cell + _STAT // 2 - 1, top + 79), signed(value), 17, tone)
    lines = rumour_lines(view, seat.seat)
    shown = " · ".join(said(say, line) for line in lines) if lines else said(say, phrase("picture.no_rumour"))
    text, size = fitting(shown, CARD_WIDTH - 24, 14, bold=False)
    write(image, (left + 14, top + 112), text, size, INK if lines else SOFT_INK, anchor="lm", bold=False)


def _headline(
    image: Image.Image, view: View, seat: SeatView, trail: Trail, left: int, top: int, *, out: bool, won: bool, say: Say
) -> None:
    """Write place, box, hand and fatigue beside the shield, and mark who has answered."""
    at, middle = left + 14 + SHIELD, top + 26
    if out:
        text, size = fitting(said(say, phrase("picture.wrecked")), 120, 17)
        write(image, (at + 4, middle), text, size, FALLEN, anchor="lm")
        return
    if seat.place is not None:
        write(image, (at + 4, middle), f"{seat.place}.", 26, anchor="lm")
        gained = trail.gained(seat.seat, view.order)
        if gained:
            _lay(image, _arrow(up=gained > 0), at + 38, middle - 9)
            write(image, (at + 58, middle), str(abs(gained)), 15, RISEN if gained > 0 else FALLEN, anchor="lm")
        if won:
            _lay(image, wreath(), at + 78, middle - 15)
    elif seat.box is not None:
        text, size = fitting(said(say, phrase("picture.box", box=seat.box)), 130, 17)
        write(image, (at + 4, middle), text, size, anchor="lm")
    right = left + CARD_WIDTH - 12
    if seat.answered and not won:
        _lay(image, _tick(), right - 22, middle - 12)
        right -= 30
    if seat.place is not None:
        _lay(image, _hand(), right - 22, middle - 14)
        write(image, (right - 28, middle), str(seat.hand), 18, anchor="rm")
        right -= 58
        if seat.fatigue:
            _lay(image, _drop(), right - 16, middle - 11)
            write(image, (right - 21, middle), signed(seat.fatigue), 16, FALLEN, anchor="rm")


@cache
def _cell() -> Image.Image:
    canvas = Canvas(_STAT - 2, 42)
    canvas.rounded((0, 0, _STAT - 3, 42), 5, mix(PAPER, PAPER_SHADE, 0.5))
    return canvas.image()


@cache
def _arrow(*, up: bool) -> Image.Image:
    canvas = Canvas(18, 18)
    tip, foot = (1, 16) if up else (17, 2)
    canvas.polygon([(9, tip), (17, foot), (1, foot)], RISEN if up else FALLEN)
    return canvas.image()


@cache
def _tick() -> Image.Image:
    """Draw a seal of wax with a tick: answered."""
    canvas = Canvas(24, 24)
    canvas.polygon(disc((12, 12), 11.5), (112, 26, 30))
    canvas.polygon(disc((12, 12), 9.8), (170, 44, 44))
    canvas.line([(7, 12.5), (11, 16.5), (17.5, 8)], WHITE, 2.8)
    return canvas.image()


@cache
def _hand() -> Image.Image:
    """Draw a fan of cards."""
    canvas = Canvas(26, 28)
    for shift, tone in ((0, (196, 172, 120)), (4, (226, 204, 152)), (8, WHITE)):
        canvas.rounded((2 + shift, 3 + shift * 0.4, 15 + shift, 23 + shift * 0.4), 2.5, (104, 84, 52))
        canvas.rounded((3.2 + shift, 4.2 + shift * 0.4, 13.8 + shift, 21.8 + shift * 0.4), 2, tone)
    return canvas.image()


@cache
def _drop() -> Image.Image:
    """Draw a drop of sweat: fatigue."""
    canvas = Canvas(16, 22)
    canvas.polygon([(8, 1), (14, 11), (2, 11)], (44, 92, 140))
    canvas.polygon(disc((8, 14), 6.6), (44, 92, 140))
    canvas.polygon(disc((8, 14), 5), (110, 168, 214))
    canvas.polygon([(8, 4), (12, 11.5), (4, 11.5)], (110, 168, 214))
    return canvas.image()


@cache
def wreath() -> Image.Image:
    """Draw the winner's wreath, 34 x 30 px."""
    canvas = Canvas(34, 30)
    for side in (-1, 1):
        for step in range(6):
            height = 25 - step * 4
            reach = 11.5 - abs(step - 2.2) * 1.6
            x = 17 + side * reach
            canvas.polygon([(x - side * 1, height), (x + side * 5, height - 4), (x + side * 2, height - 7)], (38, 92, 46))
            canvas.polygon([(x - side * 2, height - 1), (x - side * 6, height - 4), (x - side * 1, height - 7)], (70, 136, 66))
    canvas.polygon(disc((17, 26), 3), GOLD_DARK)
    return canvas.image()
