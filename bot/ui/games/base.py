"""What a game adds to its board message: the controls of a decision, and how it is found.

Owns the protocol and the plain form that serves any game with few choices (one button a choice). Data in, controls out.
"""

from collections.abc import Sequence
from functools import cache
from importlib import import_module
from typing import Any, Protocol, cast

from bot.engine.core import AnyGame, Seat
from bot.ui import limits
from bot.ui.controls import Button, Row, rows_of


class GameUi(Protocol):
    """One game's controls; `bot/ui/games/<game>.py` exposes one as UI."""

    def controls(self, game: AnyGame, state: Any, due: Sequence[Seat]) -> tuple[Row, ...]:
        """Build the public rows for the seats to act, at most four (the fifth is the house's own).

        A press of verb `play` with a notation as arg plays it for whoever pressed, if it is theirs to play.
        """
        ...


def one_button_a_choice(game: AnyGame, state: Any, seat: Seat) -> tuple[Row, ...]:
    """Offer every complete choice as a button of verb `play`, in the engine's order, at most twenty."""
    choices = [choice for choice in game.choices(state, seat, "") if choice.complete]
    fitting = choices[: (limits.ROWS - 1) * limits.BUTTONS_IN_ROW]
    return rows_of([Button(choice.label, "play", choice.text, look="primary") for choice in fitting])


@cache
def ui_of(game_key: str) -> GameUi:
    """Give a game's controls."""
    return cast(GameUi, import_module(f"bot.ui.games.{game_key}").UI)
