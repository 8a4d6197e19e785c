"""What a game says: its events, options and turns as message ids with parameters.

Owns the protocol and how a game's words are found. Refuses to hold sentences (they are in the catalogs) or names (a `Who` is
named where the sentence is shown).
"""

from collections.abc import Sequence
from functools import cache
from importlib import import_module
from typing import Any, Protocol, cast

from bot.engine.core import AnyGame, Event, Seat, Text


class GameWords(Protocol):
    """One game's words; `bot/words/<game>.py` exposes one as WORDS.

    most: how many sentences of what happened one message holds before it is told briefly, or its beginning left to the log.
    """

    most: int = 10

    def tell(self, events: Sequence[Event]) -> list[Text]:
        """Tell what happened, one sentence an item, in order; may join events (a roll and the sail it led to) into one sentence.

        The caller has already left out events that the reader may not learn of.
        """
        ...

    def brief(self, events: Sequence[Event]) -> list[Text]:
        """Tell the same in fewer words where all of it would not fit one message; by default as `tell`.

        Everything that the rules decided (dice, places) stays in.
        """
        return self.tell(events)

    def progress(self, game: AnyGame, state: Any) -> Text | None:
        """Say how far a simultaneous window is, by seats alone; None where there is nothing to say."""
        return None

    def hand(self, view: Any) -> list[Text]:
        """Say what the seat of a view alone sees: its hand and what it has answered; [] in a game without secrets."""
        return []

    def seat(self, letter: str) -> Text | None:
        """Name a seat where players choose one; None where its letter is all there is to it."""
        return None

    def turn(self, game: AnyGame, state: Any, seat: Seat) -> Text:
        """Say what a seat to act has to do now, as a sentence about `Who(seat)`: "{who} rolls the die."."""
        ...

    def options(self, options: Any) -> list[Text]:
        """Name the options that differ from their defaults, for the lobby and `/match info`; [] for the plain game."""
        ...

    def option_label(self, name: str) -> Text:
        """Name one option, for the slash command's description of it."""
        ...


@cache
def words_of(game_key: str) -> GameWords:
    """Give a game's words."""
    return cast(GameWords, import_module(f"bot.words.{game_key}").WORDS)
