"""The parts that sentences about Hippo are made of: cards, sums, rolls, rumours.

Owns how each is said. Refuses to know sentences that need the course of the race.
"""

from collections.abc import Iterable, Sequence

from bot.engine.core import Code, Param, Seat, Text, Who
from bot.engine.games.hippo.cards import STATS, Sums
from bot.engine.games.hippo.events import Roll
from bot.engine.games.hippo.log import roll as written

MINUS = "−"


def phrase(name: str, /, **params: Param) -> Text:
    """Name a text of this game."""
    return Text(f"hippo.{name}", params)


def people(seats: Iterable[Seat]) -> tuple[Who, ...]:
    """Name seats in a list."""
    return tuple([Who(seat) for seat in seats])


def card(name: str) -> Text:
    """Name a card of either deck."""
    return phrase(f"card.{name}")


def cards(names: Sequence[str]) -> tuple[Text, ...]:
    """List cards."""
    return tuple([card(name) for name in names])


def signed(number: int) -> str:
    """Write a modifier with its sign; nought has none."""
    return f"+{number}" if number > 0 else f"{MINUS}{-number}" if number else "0"


def sums(six: Sums) -> Text:
    """Say a team's six sums."""
    return phrase("sums", **{stat: signed(value) for stat, value in zip(STATS, six, strict=True)})


def roll(made: Roll) -> Text:
    """Say an own roll as die, stat, card, fatigue and total, with the card's name."""
    dice = Code(written(made))
    return phrase("roll", dice=dice) if made.card is None else phrase("roll_card", dice=dice, card=card(made.card))
