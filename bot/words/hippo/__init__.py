"""The words of Hippo: events, turns, options and a seat's own cards as message ids.

Owns which module tells what. Refuses to hold sentences and to judge rules.
"""

from collections.abc import Sequence
from typing import Any

from bot.engine.core import AnyGame, Event, Seat, Text
from bot.words.base import GameWords
from bot.words.hippo import brief, race, turns
from bot.words.hippo.secrets import hand


class HippoWords(GameWords):
    """What happens in the Circus, told."""

    most = 40  # a lap is one report: better briefly than without its beginning

    def tell(self, events: Sequence[Event]) -> list[Text]:
        """Tell every event in order, dice and cards included; who has answered is said by `progress`."""
        return race.tell(events)

    def brief(self, events: Sequence[Event]) -> list[Text]:
        """Tell each phase in one sentence, seats by their letters; every die of the race stays in."""
        return brief.tell(events)

    def progress(self, game: AnyGame, state: Any) -> Text | None:
        """Say who has answered in the open window, never what."""
        return turns.progress(game.view(state, None))

    def hand(self, view: Any) -> list[Text]:
        """Say what the view's own seat was dealt, keeps, holds and has answered."""
        return hand(view)

    def seat(self, letter: str) -> Text | None:
        """Name a colour."""
        return Text(f"hippo.seat.{letter}")

    def turn(self, game: AnyGame, state: Any, seat: Seat) -> Text:
        """Say what the open window asks of a seat."""
        return turns.turn(game.view(state, None), seat)

    def options(self, options: Any) -> list[Text]:
        """Name the tempo when it is not the usual one."""
        return [] if options.tempo == "lap" else [Text("hippo.chosen.phase")]

    def option_label(self, name: str) -> Text:
        """Describe one option, or one of its values (`tempo.lap`)."""
        return Text(f"hippo.option.{name}")


WORDS = HippoWords()
