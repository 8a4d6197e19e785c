"""Shuffling a deck in a few draws instead of one a card: short records, and numbers that every JSON reader can hold.

Owns the one method both decks are shuffled by. Refuses to know what the cards are.
"""

from collections.abc import Sequence
from typing import TypeVar

from bot.engine.core import Chance

EXACT = 2**53  # the largest bound of one draw: whole numbers up to it are exact in every JSON reader

T = TypeVar("T")


def shuffled(chance: Chance, label: str, items: Sequence[T], count: int | None = None) -> tuple[T, ...]:
    """Give `count` of the items (all by default) in random order, each order equally likely.

    Place after place, from the first, one of the items left is taken; the places' numbers are the digits of the drawn values, the
    lowest digit first, as many to a draw as its bound allows.
    """
    left = list(items)
    found: list[T] = []
    wanted = len(left) if count is None else count
    while len(found) < wanted:
        bound = digits = 1
        for size in range(len(left), len(left) - (wanted - len(found)), -1):
            if bound * size > EXACT:
                break
            bound *= size
            digits = len(left) - size + 1
        value = chance.draw(label, bound)
        for _ in range(digits):
            value, place = divmod(value, len(left))
            found.append(left[place])
            left[place] = left[-1]
            left.pop()
    return tuple(found)
