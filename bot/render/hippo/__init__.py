"""Boards of Hippo: picture, text board and description of a view."""

from collections.abc import Sequence
from typing import Any

from bot.engine.core import Event
from bot.render.base import PaletteName, Renderer, Say
from bot.render.hippo.picture import draw
from bot.render.hippo.specimen import colours
from bot.render.hippo.words import description, text_board
from bot.render.png import encode


class HippoRenderer(Renderer):
    """Draws the Circus."""

    def picture(self, view: Any, last: Sequence[Event], *, say: Say, palette: PaletteName = "plain") -> bytes:
        """Draw the Circus as PNG; the first picture in a palette takes longer, since the scenery is drawn then."""
        return encode(draw(view, last, say=say, palette=palette), colours(palette))

    def text(self, view: Any, last: Sequence[Event], *, say: Say) -> str:
        """Write the race as lines."""
        return text_board(view, last, say=say)

    def alt(self, view: Any, last: Sequence[Event], *, say: Say) -> str:
        """Describe the race in sentences."""
        return description(view, last, say=say)


RENDERER = HippoRenderer()
