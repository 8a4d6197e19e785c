"""What a seat of Hippo can decide: keep cards, aim a rumour, start, give a lap's orders, or let a driverless window close.

Owns the values. Refuses to know how they are written (`notation`) and which are legal (`legality`).

`again` marks an answer that replaces the seat's earlier one while the window is still open; it is read from the same notation.
"""

from dataclasses import dataclass
from itertools import combinations
from typing import TypeAlias

from bot.engine.core import Seat

HOLD, ATTACK, ADDING, ONLY_WITH = "H", "A", "A+", "A!"  # never; without a card; with one if held; only with one
LETTERS = "RBYG"
SAVES = ("-", "r", "t", "a", "rt", "ra", "ta", "rta")
LOCKS = ("lt", "tl", "l", "t", "-")


@dataclass(frozen=True, slots=True)
class Keep:
    """Keep these of the dealt cards, in written order; the rest leaves the game unseen."""

    cards: tuple[str, ...]
    again: bool = False


@dataclass(frozen=True, slots=True)
class Aim:
    """Spread the own rumour about a team."""

    rumour: str
    target: Seat


@dataclass(frozen=True, slots=True)
class Start:
    """Sprint from the gate, or start safely behind all sprinters."""

    sprint: bool
    again: bool = False


@dataclass(frozen=True, slots=True, repr=False)
class Part:
    """Orders for one phase: how to attack, which colours alone (none: any), whether to add a card in defence; its notation."""

    attack: str
    only: frozenset[Seat]
    defend: bool
    text: str

    def __repr__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Lap:
    """Sealed orders: a part for each phase still to come, permissions for saves (of "rta") and locks, and what to drop.

    drop None is auto-drop.
    """

    parts: tuple[Part, ...]
    save: str
    lock: str
    drop: tuple[str, ...] | None = None
    again: bool = False


@dataclass(frozen=True, slots=True)
class Go:
    """Close a window in which only seats that have left were still to answer."""


Action: TypeAlias = Keep | Aim | Start | Lap | Go
Answer: TypeAlias = Keep | Start | Lap


def _parts() -> dict[str, Part]:
    found: dict[str, Part] = {}
    for attack in (HOLD, ATTACK, ADDING, ONLY_WITH):
        for count in range(1 if attack == HOLD else 5):
            for only in combinations(range(4), count):
                for defend in (True, False):
                    at = "@" + "".join(LETTERS[seat] for seat in only) if only else ""
                    text = f"{attack}{at}/{'+' if defend else '-'}"
                    found[text.casefold()] = Part(attack, frozenset(map(Seat, only)), defend, text)
    return found


PARTS = _parts()  # by their text in lower case
NO_ORDERS = Lap((PARTS["h/-"],) * 4, "-", "-")  # of a chariot that does not run
