"""Controls as data: what a board, a lobby or a private form offers, before it becomes Discord components.

Owns the shapes and the checks against the limits. Refuses to know discord.py (`bot.ui.components` builds the views) and matches.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from bot.engine.core import Text
from bot.errors import Fault
from bot.ui import limits

Look = Literal["primary", "secondary", "success", "danger"]


@dataclass(frozen=True, slots=True)
class Button:
    """A button: pressing it sends verb and arg with the match's code and version."""

    label: Text
    verb: str
    arg: str = ""
    look: Look = "secondary"
    disabled: bool = False
    emoji: str | None = None


@dataclass(frozen=True, slots=True)
class Pick:
    """One option of a select."""

    label: Text
    value: str
    description: Text | None = None
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Select:
    """A select: choosing sends verb and arg with the picks' values."""

    placeholder: Text
    verb: str
    picks: tuple[Pick, ...]
    arg: str = ""
    least: int = 1
    most: int = 1


Row: TypeAlias = tuple[Button, ...] | Select


def rows_of(buttons: tuple[Button, ...] | list[Button]) -> tuple[tuple[Button, ...], ...]:
    """Lay buttons out in rows of five; raises Fault for more than fit a message."""
    if len(buttons) > limits.ROWS * limits.BUTTONS_IN_ROW:
        raise Fault(f"{len(buttons)} buttons do not fit one message")
    return tuple(tuple(buttons[start : start + limits.BUTTONS_IN_ROW]) for start in range(0, len(buttons), limits.BUTTONS_IN_ROW))
