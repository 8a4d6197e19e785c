"""The events of Splut!: what happened, step by step, in the names of squares.

Owns the facts that sentences and pictures need. Refuses to know the sentences.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from bot.engine.core import Event, Seat


@dataclass(frozen=True, slots=True)
class Standing:
    """A piece or a rock on a square: `what` is `rock`, or sorcerer, troll or dwarf of `owner`."""

    what: str
    owner: Seat | None
    square: str


@dataclass(frozen=True, slots=True)
class Carried:
    """A piece or a rock that a step moved along: `what` is `rock`, or sorcerer, troll or dwarf of `owner`."""

    what: str
    owner: Seat | None
    start: str
    end: str


@dataclass(frozen=True, slots=True)
class Stepped(Event):
    """A piece (sorcerer, troll, dwarf) took a step, written `text`.

    pulled, levitated: the rock dragged or led along. pushed: what a dwarf pushed, nearest first.
    """

    seat: Seat
    text: str
    piece: str
    start: str
    end: str
    pulled: Carried | None = None
    levitated: Carried | None = None
    pushed: tuple[Carried, ...] = ()


@dataclass(frozen=True, slots=True)
class Threw(Event):
    """The troll on `start` threw the rock there; `over` are the squares it flew over, `end` where it landed."""

    seat: Seat
    start: str
    way: str
    over: tuple[str, ...]
    end: str


@dataclass(frozen=True, slots=True)
class Crushed(Event):
    """A thrown rock crushed the dwarf of `owner`."""

    seat: Seat
    owner: Seat
    square: str


@dataclass(frozen=True, slots=True)
class Slain(Event):
    """A thrown rock hit the sorcerer of `owner` on `square`: that team left the board; `left` are its other pieces."""

    seat: Seat
    owner: Seat
    square: str
    left: tuple[Standing, ...]


@dataclass(frozen=True, slots=True)
class Passed(Event):
    """A seat without a legal step passed after so many steps."""

    seat: Seat
    steps: int


@dataclass(frozen=True, slots=True)
class Resigned(Event):
    """A seat left the game and its pieces the board."""

    seat: Seat
    left: tuple[Standing, ...]


@dataclass(frozen=True, slots=True)
class Repeated(Event):
    """The position has occurred for the `times`-th time; with the third the game is drawn (H1)."""

    times: int


@dataclass(frozen=True, slots=True)
class Capped(Event):
    """So many turns were played and the game is drawn (H2)."""

    turns: int


@dataclass(frozen=True, slots=True)
class Over(Event):
    """The game is over: who won, or who shares a draw; places by seat."""

    by: Literal["won", "drawn"]
    seats: tuple[Seat, ...]
    places: tuple[int, ...]


SplutEvent: TypeAlias = Stepped | Threw | Crushed | Slain | Passed | Resigned | Repeated | Capped | Over
