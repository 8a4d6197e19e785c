"""Boards of Controcorrente: picture, text board and description of a view."""

from collections.abc import Sequence
from typing import Any

from bot.engine.core import Event
from bot.render.base import PaletteName, Renderer, Say
from bot.render.controcorrente.picture import draw
from bot.render.controcorrente.specimen import colours
from bot.render.controcorrente.words import description, text_board
from bot.render.png import encode


class ControcorrenteRenderer(Renderer):
    """Draws the river."""

    def picture(self, view: Any, last: Sequence[Event], *, say: Say, palette: PaletteName = "plain") -> bytes:
        """Draw the river as PNG; the first picture in a palette takes longer, since the scenery is drawn then."""
        return encode(draw(view, last, say=say, palette=palette), colours(palette))

    def text(self, view: Any, last: Sequence[Event], *, say: Say) -> str:
        """Write the river as lines."""
        return text_board(view, last, say=say)

    def alt(self, view: Any, last: Sequence[Event], *, say: Say) -> str:
        """Describe the river in sentences."""
        return description(view, last, say=say)


RENDERER = ControcorrenteRenderer()
