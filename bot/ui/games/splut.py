"""Splut!'s controls: the button that opens the planner, and in it a piece, a direction pad, and what else a step does."""

from collections.abc import Sequence
from typing import Any, Final

from bot.engine.core import AnyGame, Choice, Seat, Text
from bot.ui import limits
from bot.ui.controls import Button, Pick, Row, Select
from bot.ui.games.base import GameUi
from bot.ui.planning import PLAN, Draft, Planning, plan_button

PIECES: Final = {"S": ("sorcerer", "🧙"), "T": ("troll", "🧌"), "D": ("dwarf", "⛏️")}
WAYS: Final = {"n": "⬆️", "w": "⬅️", "s": "⬇️", "e": "➡️"}
_FORCED: Final = "--"


class SplutPlanning(Planning):
    """Piece, way, then pull, rock or throw; the piece of the step before stays in hand.

    A focus is a piece (`T`) or a piece and a way (`Te`), when that still leaves something to choose.
    """

    def rows(self, draft: Draft, choices: Sequence[Choice]) -> tuple[Row, ...]:
        """Give the pieces, the pad in two rows, and the ways to take the step where there are several."""
        steps = {_part(draft, choice): choice for choice in choices}
        if _FORCED in steps:
            return ((Button(Text("splut.plan.pass"), PLAN, Draft(steps[_FORCED].text).arg),),)
        focus = _focus(draft, steps)
        pieces = tuple(_piece(draft, letter, steps, focus) for letter in PIECES)
        gaps = [Button(Text("splut.plan.blank"), PLAN, Draft(draft.text, f"!{side}").arg, disabled=True) for side in "lr"]
        north, west, south, east = (_way(draft, focus, way, steps) for way in WAYS)
        return (pieces, (gaps[0], north, gaps[1]), (west, south, east), *_how(draft, focus, steps))

    def ahead(self, draft: Draft, choices: Sequence[Choice]) -> tuple[str, ...]:
        """Name the steps of the piece in hand, and of the way, once it is chosen."""
        steps = {_part(draft, choice): choice for choice in choices}
        focus = _focus(draft, steps)
        return tuple(part for part in steps if focus and part.startswith(focus))

    def prompt(self, draft: Draft, choices: Sequence[Choice], number: int) -> Text:
        """Ask for a piece and a way, or for what else the step does."""
        steps = {_part(draft, choice): choice for choice in choices}
        focus = _focus(draft, steps)
        asks = len(focus) > 1 and sum(part.startswith(focus) for part in steps) > 1
        return Text("splut.plan.ask_how" if asks else "splut.plan.ask", {"n": number})


class SplutUi(GameUi):
    """One button: a turn is planned in private and committed as a whole."""

    planning: Planning = SplutPlanning()

    def controls(self, game: AnyGame, state: Any, due: Sequence[Seat]) -> tuple[Row, ...]:
        """Offer the planner."""
        return ((plan_button(),),)


def _part(draft: Draft, choice: Choice) -> str:
    return choice.text[len(draft.text) :].rstrip(",")


def _focus(draft: Draft, steps: dict[str, Choice]) -> str:
    """Keep the draft's focus where steps begin so, else its piece, else the first piece that can move."""
    for focus in (draft.focus, draft.focus[:1], *PIECES):
        if focus and any(part.startswith(focus) for part in steps):
            return focus
    return ""


def _piece(draft: Draft, letter: str, steps: dict[str, Choice], focus: str) -> Button:
    name, emoji = PIECES[letter]
    able = any(part.startswith(letter) for part in steps)
    look: Any = "primary" if focus[:1] == letter else "secondary"
    return Button(Text(f"splut.plan.{name}"), PLAN, Draft(draft.text, letter).arg, look=look, disabled=not able, emoji=emoji)


def _way(draft: Draft, focus: str, way: str, steps: dict[str, Choice]) -> Button:
    """Give one arrow of the pad: it takes the step if there is only one that way, else asks how."""
    start = focus[:1] + way
    found = [choice for part, choice in steps.items() if part.startswith(start)]
    if not found:
        return Button(Text("splut.plan.no_way"), PLAN, Draft(draft.text, start).arg, disabled=True, emoji=WAYS[way])
    label = Text("splut.plan.way", {"to": found[0].label.params["to"]})
    arg = Draft(draft.text, start).arg if len(found) > 1 else _taken(found[0], start).arg
    return Button(label, PLAN, arg, look="primary" if focus == start else "secondary", emoji=WAYS[way])


def _taken(choice: Choice, focus: str) -> Draft:
    """Give the draft with a step taken, its piece still in hand."""
    return Draft(choice.text, "" if choice.complete else focus[:1])


def _how(draft: Draft, focus: str, steps: dict[str, Choice]) -> tuple[Row, ...]:
    """Offer the ways to take a step once piece and direction are chosen: buttons while they fit a row, else a select."""
    found = [choice for part, choice in steps.items() if len(focus) > 1 and part.startswith(focus)]
    if len(found) < 2:
        return ()
    if len(found) <= limits.BUTTONS_IN_ROW:
        return (tuple(Button(_short(choice), PLAN, _taken(choice, focus).arg, look="success") for choice in found),)
    picks = tuple(Pick(choice.label, _taken(choice, focus).arg) for choice in found)
    return (Select(Text("splut.plan.how"), PLAN, picks, arg=Draft(draft.text, focus).arg),)


def _short(choice: Choice) -> Text:
    """Call a step by what it does besides: piece and way are chosen."""
    kind = choice.label.id.rpartition(".")[2]
    known = "step" if kind in ("sorcerer", "troll", "dwarf", "push") else kind
    return Text(f"splut.plan.{known}", choice.label.params)


UI = SplutUi()
