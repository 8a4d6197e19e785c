"""Boards of Controcorrente: picture, text board and description of a view."""

from collections.abc import Sequence
from typing import Any

from bot.engine.core import Event
from bot.errors import RenderFault
from bot.render.base import PaletteName, Renderer, Say
from bot.render.controcorrente.words import description, text_board


class ControcorrenteRenderer(Renderer):
    """Draws the river."""

    def picture(self, view: Any, last: Sequence[Event], *, say: Say, palette: PaletteName = "plain") -> bytes:
        """Draw the river as PNG."""

        raise RenderFault("not drawn yet")

    def text(self, view: Any, last: Sequence[Event], *, say: Say) -> str:
        """Write the river as lines."""
        return text_board(view, last, say=say)

    def alt(self, view: Any, last: Sequence[Event], *, say: Say) -> str:
        """Describe the river in sentences."""
        return description(view, last, say=say)


RENDERER = ControcorrenteRenderer()
