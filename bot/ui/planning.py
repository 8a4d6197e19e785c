"""Plans as data: a draft that travels in custom ids, and what a game with long actions says about its planner.

Owns the draft's shape, the protocol of a game's own controls for the next part, and the plain ones that serve any game. Refuses
to know matches and pages (`bot.ui.planner`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from bot.engine.core import AnyGame, Choice, Seat, Text
from bot.ui import limits
from bot.ui.controls import Button, Pick, Row, Select

PLAN: Final = "plan"  # the verb of everything in the planner but Commit
COMMIT: Final = "commit"
ROWS: Final = limits.ROWS - 1  # for the next part; the last row is the planner's own
NO_FOCUS: Final = "-"  # a focus that means none, where an id has to differ from another
_BAR: Final = "|"  # stands in no notation


@dataclass(frozen=True, slots=True)
class Draft:
    """A plan as far as it goes.

    text: the notation so far, as `choices` writes it, "" at first. focus: what of the next part is chosen already, in the game's
    own signs.
    """

    text: str = ""
    focus: str = ""

    @property
    def arg(self) -> str:
        """Write the draft for a custom id; never empty, so that opening the planner differs from everything in it."""
        return f"{self.text}{_BAR}{self.focus}"

    @classmethod
    def read(cls, arg: str) -> "Draft":
        """Read what `arg` wrote; whether it leads anywhere is for the game to say."""
        text, _, focus = arg.partition(_BAR)
        return cls(text, "" if focus == NO_FOCUS else focus)


class Planning(Protocol):
    """A game's own way to choose the next part, by steps; `planning` of its UI, where it has one."""

    def rows(self, draft: Draft, choices: Sequence[Choice]) -> tuple[Row, ...]:
        """Build at most four rows for the parts that may follow the draft; controls of verb `plan` with a draft's `arg`."""
        ...

    def ahead(self, draft: Draft, choices: Sequence[Choice]) -> tuple[str, ...]:
        """Name the parts that the draft's focus is about, for the picture to mark."""
        ...

    def prompt(self, draft: Draft, choices: Sequence[Choice], number: int) -> Text:
        """Say what is to be chosen for the part of that number, from 1."""
        return Text("planner.next", {"n": number})


class PlainPlanning(Planning):
    """Selects of the parts as the engine lists and calls them: serves any game, up to a hundred parts."""

    def rows(self, draft: Draft, choices: Sequence[Choice]) -> tuple[Row, ...]:
        """Fill as many selects as it takes."""
        picks = [Pick(choice.label, Draft(choice.text).arg) for choice in choices]
        parts = [tuple(picks[at : at + limits.SELECT_OPTIONS]) for at in range(0, len(picks), limits.SELECT_OPTIONS)]
        return tuple(
            Select(Text("planner.choose"), PLAN, part, arg=Draft(draft.text, str(number)).arg)
            for number, part in enumerate(parts[:ROWS])
        )

    def ahead(self, draft: Draft, choices: Sequence[Choice]) -> tuple[str, ...]:
        """Mark nothing."""
        return ()


def planning_of(ui: Any) -> Planning:
    """Give a game's planning, the plain one where it has none of its own."""
    found: Planning = getattr(ui, "planning", None) or PlainPlanning()
    return found


def plan_button() -> Button:
    """Give the button that opens the planner from a board."""
    return Button(Text("planner.open"), PLAN, look="primary", emoji="🧭")


def walked(game: AnyGame, state: Any, seat: Seat, text: str) -> tuple[Choice, ...] | None:
    """Walk a draft part by part along the choices; None when it leads nowhere."""
    found: list[Choice] = []
    while (found[-1].text if found else "") != text:
        before = found[-1].text if found else ""
        fitting = [
            choice
            for choice in game.choices(state, seat, before)
            if choice.text == text or (not choice.complete and text.startswith(choice.text) and len(choice.text) > len(before))
        ]
        if not fitting:
            return None
        found.append(max(fitting, key=lambda choice: len(choice.text)))
    return tuple(found)
