"""What draws a board: the protocol of a game's renderer, and how it is found.

Owns the picture's limits and the text board's width. Refuses to know states (a renderer is given a view) and user names (seats
are letters and colours here).
"""

from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from typing import Any, Final, Literal, Protocol, cast, runtime_checkable

from bot.engine.core import Event, Text

PICTURE_WIDTH: Final = 640  # px, the narrowest a phone shows at full size
PICTURE_BYTES: Final = 60_000  # a picture at most
TEXT_COLUMNS: Final = 34  # of a text board in a code block on a phone
ALT_LENGTH: Final = 1_024  # characters of an attachment's description

PaletteName = Literal["plain", "deuteranopia", "protanopia", "tritanopia"]
Say = Callable[[Text], str]


class Renderer(Protocol):
    """One game's pictures; `bot/render/<game>.py` exposes one as RENDERER. All three raise RenderFault."""

    def picture(self, view: Any, last: Sequence[Event], *, say: Say, palette: PaletteName = "plain") -> bytes:
        """Draw a view as PNG: PICTURE_WIDTH px wide, at most PICTURE_BYTES.

        `last` holds the events of the last action, to be marked on the board.
        """
        ...

    def text(self, view: Any, last: Sequence[Event], *, say: Say) -> str:
        """Draw a view as lines of at most TEXT_COLUMNS characters, complete: everything the picture tells."""
        ...

    def alt(self, view: Any, last: Sequence[Event], *, say: Say) -> str:
        """Describe a view in at most ALT_LENGTH characters, for screen readers."""
        ...


@runtime_checkable
class PlanRenderer(Protocol):
    """What a renderer adds in a game whose actions are planned in private (`bot.ui.planner`); the first raises RenderFault."""

    def plan_picture(
        self, before: Any, after: Any, planned: Sequence[Event], ahead: Sequence[str], *, say: Say, palette: PaletteName = "plain"
    ) -> bytes:
        """Draw a plan as PNG in the bounds of `picture`.

        before, after: the view now and as the planned events leave it. ahead: the parts of the notation that may follow.
        """
        ...

    def plan_alt(self, before: Any, after: Any, planned: Sequence[Event], *, say: Say) -> str:
        """Describe a plan in at most ALT_LENGTH characters."""
        ...


@cache
def renderer_of(game_key: str) -> Renderer:
    """Give a game's renderer."""
    return cast(Renderer, import_module(f"bot.render.{game_key}").RENDERER)
