"""How a draft is written: the stage it was made in, a blank, and the notation as far as it goes.

Owns telling whether a draft is of the open window. Refuses to know what stands in it.
"""

from typing import NoReturn

from bot.engine.core import Code
from bot.engine.games.hippo.actions import Action
from bot.engine.games.hippo.notation import read_action, write_action
from bot.engine.games.hippo.view import View
from bot.errors import Refusal


def read(view: View, draft: str | None) -> Action | None:
    """Read a draft; None for one of an earlier window."""
    stage, _, text = (draft or "").partition(" ")
    return read_action(text) if stage == view.stage else None


def write(view: View, action: Action) -> str:
    """Write a draft."""
    return f"{view.stage} {write_action(action)}"


def refuse() -> NoReturn:
    """Refuse a field or a value that no control of ours has."""
    raise Refusal("ui.unknown_control", command=Code("/match board"))
