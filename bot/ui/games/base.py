"""What a game adds to its board message: the controls of a decision, and how it is found.

Owns the protocol and the plain form that serves any game with few choices (one button a choice). Data in, controls out.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any, Protocol, cast

from bot.engine.core import AnyGame, Code, Seat, Text
from bot.errors import Refusal
from bot.ui import limits
from bot.ui.controls import Button, Row, rows_of


@dataclass(frozen=True, slots=True)
class Form:
    """A private page on which a seat prepares its answer: sentences, and at most five rows.

    Its controls have the verbs of `bot.ui.forms`: `form` (arg: a page) turns to a page, `draft` (arg: `page:field`, then a
    select's picks or a value) changes the draft, `seal` (arg: the page shown after it) plays it, `standing` keeps or drops it.
    """

    lines: tuple[Text, ...]
    rows: tuple[Row, ...] = ()


@dataclass(frozen=True, slots=True)
class Prepared:
    """What a seat has prepared: its draft and its standing text, as the game's own `edited` and `standing` wrote them."""

    draft: str | None = None
    standing: str | None = None


class GameUi(Protocol):
    """One game's controls; `bot/ui/games/<game>.py` exposes one as UI.

    Forms are given the view of their own seat, so nothing that others hide can get into them.
    """

    def controls(self, game: AnyGame, state: Any, due: Sequence[Seat]) -> tuple[Row, ...]:
        """Build the public rows for the seats to act, at most four (the fifth is the house's own).

        A press of verb `play` with a notation as arg plays it for whoever pressed, if it is theirs to play.
        """
        ...

    def form(self, view: Any, prepared: Prepared, page: str) -> Form | None:
        """Build a page ("": the first) on which the view's own seat prepares its answer; None where nothing is to be prepared."""
        return None

    def edited(self, view: Any, prepared: Prepared, field: str, values: tuple[str, ...]) -> str:
        """Give the draft with one field set; raises Refusal for a field or a value that does not belong to it."""
        raise Refusal("ui.nothing_to_prepare", command=Code("/match board"))

    def answer(self, view: Any, prepared: Prepared) -> str:
        """Write the notation that the draft, or without one what the form shows, stands for."""
        raise Refusal("ui.nothing_to_prepare", command=Code("/match board"))

    def standing(self, view: Any, text: str) -> str:
        """Write a text to stand for when the seat's owner is late; raises ParseError, or Refusal in a game without."""
        raise Refusal("ui.no_standing")


def one_button_a_choice(game: AnyGame, state: Any, seat: Seat) -> tuple[Row, ...]:
    """Offer every complete choice as a button of verb `play`, in the engine's order, at most twenty."""
    choices = [choice for choice in game.choices(state, seat, "") if choice.complete]
    fitting = choices[: (limits.ROWS - 1) * limits.BUTTONS_IN_ROW]
    return rows_of([Button(choice.label, "play", choice.text, look="primary") for choice in fitting])


@cache
def ui_of(game_key: str) -> GameUi:
    """Give a game's controls."""
    return cast(GameUi, import_module(f"bot.ui.games.{game_key}").UI)
