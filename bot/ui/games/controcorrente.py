"""Controcorrente's controls: the die, then one button per boat or wind."""

from collections.abc import Sequence
from typing import Any, Final

from bot.engine.core import AnyGame, Choice, Seat
from bot.ui import limits
from bot.ui.controls import Button, Look, Row, rows_of
from bot.ui.games.base import GameUi

_LOOKS: Final[dict[str, tuple[Look, str]]] = {
    "R": ("success", "🎲"),
    "M": ("primary", "⛵"),
    "F": ("primary", "💨"),
    "C": ("danger", "🌀"),
    "P": ("secondary", "✋"),
}


class ControcorrenteUi(GameUi):
    """One button a choice: at most 3 boats or 9 winds and a pass."""

    def controls(self, game: AnyGame, state: Any, due: Sequence[Seat]) -> tuple[Row, ...]:
        """Offer the actions of the one seat to move, in the engine's order."""
        choices = [choice for seat in due[:1] for choice in game.choices(state, seat, "")]
        return rows_of([_button(choice) for choice in choices[: (limits.ROWS - 1) * limits.BUTTONS_IN_ROW]])


def _button(choice: Choice) -> Button:
    look, emoji = _LOOKS[choice.text[0]]
    return Button(choice.label, "play", choice.text, look=look, emoji=emoji)


UI = ControcorrenteUi()
