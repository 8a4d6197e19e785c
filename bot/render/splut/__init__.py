"""Boards of Splut!: picture, text board and description of a view, and the picture of a plan."""

from collections.abc import Sequence
from typing import Any

from bot.engine.core import Event
from bot.render.base import PaletteName, Renderer, Say
from bot.render.png import encode
from bot.render.splut.picture import draw, draw_plan
from bot.render.splut.specimen import colours
from bot.render.splut.words import description, plan_description, text_board


class SplutRenderer(Renderer):
    """Draws the arena."""

    def picture(self, view: Any, last: Sequence[Event], *, say: Say, palette: PaletteName = "plain") -> bytes:
        """Draw the arena as PNG; the first picture in a palette takes longer, since the scenery is drawn then."""
        return encode(draw(view, last, say=say, palette=palette), colours(palette))

    def text(self, view: Any, last: Sequence[Event], *, say: Say) -> str:
        """Write the arena as lines."""
        return text_board(view, last, say=say)

    def alt(self, view: Any, last: Sequence[Event], *, say: Say) -> str:
        """Describe the arena in sentences."""
        return description(view, last, say=say)

    def plan_picture(
        self, before: Any, after: Any, planned: Sequence[Event], ahead: Sequence[str], *, say: Say, palette: PaletteName = "plain"
    ) -> bytes:
        """Draw a plan: the arena as the planned steps leave it, and what may follow them."""
        return encode(draw_plan(before, after, planned, ahead, say=say, palette=palette), colours(palette))

    def plan_alt(self, before: Any, after: Any, planned: Sequence[Event], *, say: Say) -> str:
        """Describe a plan in sentences."""
        return plan_description(before, after, planned, say=say)


RENDERER = SplutRenderer()
