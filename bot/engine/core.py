"""The engine's contract: seats, games, choices, steps, outcomes.

Owns the types that every game, the table and the face share. Refuses to know users, Discord, time, storage and sentences: what a
person will read is a `Text`, an id with parameters, turned into words elsewhere.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Generic, NewType, Protocol, TypeAlias, TypeVar

from pydantic import BaseModel, ConfigDict

Seat = NewType("Seat", int)


@dataclass(frozen=True, slots=True)
class Who:
    """A seat as a parameter of a `Text`: shown as its letter and, where known, its holder's name."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Code:
    """A notation as a parameter of a `Text`: shown to the letter, as code."""

    code: str


@dataclass(frozen=True, slots=True)
class When:
    """A moment as a parameter of a `Text`: whole seconds since 1970 UTC, shown in the reader's own time."""

    unix: int


@dataclass(frozen=True, slots=True)
class Text:
    """A message id and its parameters; a count that governs the plural is the parameter `n`.

    A plain str parameter is text as somebody typed it: whoever shows it escapes it. A tuple is shown as a list ("a, b and c").
    """

    id: str
    params: "dict[str, Param]" = field(default_factory=dict)


Item: TypeAlias = int | str | Text | Who | Code | When
Param: TypeAlias = Item | tuple[Item, ...]


class Options(BaseModel):
    """Base of a game's options: closed, immutable, defaults for everything.

    A validator raises `PydanticCustomError(code, ...)` where the code is a catalog id and the context its parameters.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)


@dataclass(frozen=True, slots=True)
class GameInfo:
    """Facts of a game.

    key: lower-case ASCII, also the slash command's name. title: the proper name, the same in every language. letters: for each
    allowed number of seats, the seats' letters in seat order ({2: "AB", 3: "ABC"}). rules_version: bumped whenever a golden
    transcript changes.
    """

    key: str
    title: str
    letters: dict[int, str]
    rules_version: int
    hidden: bool = False
    chance: bool = False
    fills_with_bots: bool = False

    @property
    def seats(self) -> tuple[int, ...]:
        """The allowed numbers of seats, ascending."""
        return tuple(sorted(self.letters))


@dataclass(frozen=True, slots=True)
class Event:
    """Base of a game's events: audience None is everybody, otherwise the only seats that may learn of it."""

    audience: frozenset[Seat] | None = field(default=None, kw_only=True)


@dataclass(frozen=True, slots=True)
class Choice:
    """One next part of a notation: `text` is the whole notation so far, `complete` whether it may be played as it stands.

    What may stop or go on appears twice: `keep c5` (complete) and `keep c5 ` (not).
    """

    text: str
    label: Text
    complete: bool


S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E", bound=Event)
V_co = TypeVar("V_co", covariant=True)
O = TypeVar("O", bound=Options)  # noqa: E741 - the contract's letter for Options, as in S, A, E, V


@dataclass(frozen=True, slots=True)
class Step(Generic[S, E]):
    """What an action led to; `reveals` is set when something became known that an undo may not take back (a roll, a draw)."""

    state: S
    events: tuple[E, ...]
    reveals: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended.

    places: one per seat; 1 = won, ties allowed; when nobody wins nobody has 1. scores: one per seat where the game counts points.
    reason: a catalog id.
    """

    places: tuple[int, ...]
    scores: tuple[int, ...] | None
    reason: str


class Chance(Protocol):
    """The one source of randomness; see `bot.engine.chance`."""

    def draw(self, label: str, bound: int) -> int:
        """Draw 0 <= value < bound under a label; every draw is recorded."""
        ...


class Game(Protocol[S, A, E, V_co, O]):
    """A game's rules as pure functions of values; games derive from it explicitly to inherit the defaults."""

    info: GameInfo
    options: type[O]

    def setup(self, options: O, seats: int, chance: Chance) -> Step[S, E]:
        """Build the start position; the state keeps its options."""
        ...

    def to_act(self, state: S) -> frozenset[Seat]:
        """Name the seats a decision is due from: empty exactly when `outcome` is set, several in a simultaneous window."""
        ...

    def choices(self, state: S, seat: Seat, prefix: str) -> list[Choice]:
        """List the next parts after a notation prefix ("" at first); [] for a prefix that leads nowhere or a seat not to act."""
        ...

    def legal(self, state: S, seat: Seat) -> Iterator[A]:
        """Yield every legal action lazily, in a fixed order, without duplicates; by default walks `choices`."""
        pending = list(reversed(self.choices(state, seat, "")))
        while pending:
            choice = pending.pop()
            if choice.complete:
                yield self.parse(state, seat, choice.text)
            else:
                pending.extend(reversed(self.choices(state, seat, choice.text)))

    def apply(self, state: S, seat: Seat, action: A, chance: Chance) -> Step[S, E]:
        """Play an action: pure; raises IllegalAction (with the rule) or NotYourTurn or MatchOver."""
        ...

    def resign(self, state: S, seat: Seat) -> Step[S, E]:
        """Do what the game does with a seat that leaves; raises MatchOver, or IllegalAction for a seat already gone."""
        ...

    def forced(self, state: S) -> tuple[Seat, A] | None:
        """Name the pass that is the only action, if so (never a roll, never a lone move); the table plays it at once."""
        return None

    def automatic(self, state: S) -> tuple[Seat, A] | None:
        """Name an action that the match's options (auto_roll) tell the table to play at once, if one is due."""
        return None

    def is_standing(self, action: A) -> bool:
        """Tell whether this is a standing action: accepted from its seat at any time, never offered, never changing who acts."""
        return False

    def outcome(self, state: S) -> Outcome | None:
        """Give the result once the game is over."""
        ...

    def view(self, state: S, seat: Seat | None) -> V_co:
        """Show what a seat (None: a spectator) may know; a type of its own, never the state."""
        ...

    def parse(self, state: S, seat: Seat, text: str) -> A:
        """Read a notation leniently in case and blanks; raises ParseError or AmbiguousAction with near notations."""
        ...

    def write(self, state: S, action: A) -> str:
        """Write the canonical notation: `parse(write(a)) == a`, always."""
        ...

    def dump(self, state: S) -> str:
        """Write the one-line position of the rules file."""
        ...

    def load(self, text: str, options: O) -> S:
        """Read a position strictly; raises ParseError. `dump(load(dump(s), o)) == dump(s)`, with equal legal actions."""
        ...


AnyGame: TypeAlias = Game[Any, Any, Any, Any, Any]


def letter(info: GameInfo, seats: int, seat: Seat) -> str:
    """Name a seat by its letter, as notations, boards and sentences do."""
    return info.letters[seats][seat]
