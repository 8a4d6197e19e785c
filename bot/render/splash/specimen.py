"""Pictures that show everything Splash & Bash can show, from which its colours are chosen.

Owns which they are. Refuses to say anything: lettering has the inks of the rest. Small pieces are shown many times over, or the
wide grounds would take all the colours.
"""

from collections.abc import Iterator
from functools import cache
from typing import Final

from PIL import Image

from bot.engine.games.splash.position import LETTERS
from bot.render.base import PaletteName
from bot.render.png import palette_of
from bot.render.splash.pieces import EVERY, anchor, card_back, fish_bone, flag, ghost, lap_badge, shining, team_paint, token
from bot.render.splash.scenery import BUOY, TINTS, WATER, scenery
from bot.render.sprites import die_face
from bot.render.theme import GOLD, INK, PAPER, PAPER_SHADE, WHITE, Rgb, mix

_CELL: Final = 60  # px, room for the largest piece


def _pieces(palette: PaletteName) -> Image.Image:
    """Show every piece on every ground."""
    shown = [piece(palette, seat, mark) for seat, mark in EVERY for piece in (token, shining)]
    shown += [ghost(palette, seat, mark) for seat, mark in EVERY if mark == "1"]
    shown += [piece for piece in (fish_bone(), anchor(), lap_badge(2), card_back(), flag(), die_face(50, 5)) for _ in range(3)]
    grounds = [*TINTS.values(), PAPER]
    sheet = Image.new("RGB", (_CELL * len(grounds), _CELL * len(shown)))
    for column, ground in enumerate(grounds):
        sheet.paste(ground, (column * _CELL, 0, (column + 1) * _CELL, sheet.height))
        for row, piece in enumerate(shown):
            sheet.paste(piece, (column * _CELL, row * _CELL), piece)
    return sheet


def _exact(palette: PaletteName) -> Iterator[Rgb]:
    for seat in range(len(LETTERS)):
        look = team_paint(palette, seat)
        yield from (look.fill, look.dark)
    for lane, tint in TINTS.items():
        yield from (tint, mix(tint, WHITE if lane != "A" else (90, 170, 190), 0.3))
    yield from (WHITE, INK, PAPER, PAPER_SHADE, GOLD, WATER, BUOY)


@cache
def colours(palette: PaletteName) -> Image.Image:
    """Choose the colours of all pictures in a palette, the teams' own exactly."""
    return palette_of([scenery("classica"), _pieces(palette), _pieces(palette)], exact=list(_exact(palette)))
