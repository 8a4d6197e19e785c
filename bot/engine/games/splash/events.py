"""The events of Splash & Bash: what happened, in the notation of pieces (`R1`, `RH`), places (`2C11`, `F`) and cards (`TB`).

Owns the facts that sentences, pictures and turn records need. Refuses to know the sentences. What only some may learn has an
audience; everything else is public.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from bot.engine.core import Event, Seat


@dataclass(frozen=True, slots=True)
class Lined(Event):
    """A team gave its lineup; told to it alone until all are revealed."""

    seat: Seat
    lineup: str


@dataclass(frozen=True, slots=True)
class Began(Event):
    """All lineups are revealed and the Pawns stand on the start line; by seat."""

    lineups: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Turn(Event):
    """A piece's turn begins."""

    round: int
    piece: str
    at: str


@dataclass(frozen=True, slots=True)
class HelmEntered(Event):
    """A Helmsman comes into play."""

    piece: str
    at: str


@dataclass(frozen=True, slots=True)
class Drew(Event):
    """A piece drew a card: `deck` is low or high; `cards` is the size of its team's hand, the card included if it was kept."""

    piece: str
    deck: str
    cards: int


@dataclass(frozen=True, slots=True)
class Took(Event):
    """Which High Tide card a team took into its hand; told to it alone."""

    seat: Seat
    card: str


@dataclass(frozen=True, slots=True)
class Applied(Event):
    """A card drawn works at once and is discarded: a Low Tide card, or a High Tide one whose timing is `now`."""

    piece: str
    card: str


@dataclass(frozen=True, slots=True)
class Reshuffled(Event):
    """A deck was made anew from its discards; `cards` is its size."""

    deck: str
    cards: int


@dataclass(frozen=True, slots=True)
class Obstacle(Event):
    """A piece's team put an obstacle on a square (`E5`)."""

    piece: str
    square: str


@dataclass(frozen=True, slots=True)
class ObstacleGone(Event):
    """An obstacle was taken off a square."""

    square: str


@dataclass(frozen=True, slots=True)
class Discarded(Event):
    """A team discarded a card of its hand: the third (`limit`) or because it was pushed in the Outer lane (`outer`)."""

    seat: Seat
    card: str
    why: str


@dataclass(frozen=True, slots=True)
class Played(Event):
    """A team played a card; `target` is a piece, a team's letter, or empty."""

    seat: Seat
    piece: str
    card: str
    target: str


@dataclass(frozen=True, slots=True)
class Reacted(Event):
    """A standing order used a card for a piece: Salvagente for one that would fall, Alt against one (`by`) about to bump it."""

    seat: Seat
    card: str
    piece: str
    by: str


@dataclass(frozen=True, slots=True)
class Anchored(Event):
    """A piece is anchored."""

    piece: str


@dataclass(frozen=True, slots=True)
class Stolen(Event):
    """A card went from one team to another."""

    seat: Seat
    victim: Seat


@dataclass(frozen=True, slots=True)
class StolenCard(Event):
    """Which card was stolen; told to the two teams."""

    seat: Seat
    victim: Seat
    card: str


@dataclass(frozen=True, slots=True)
class Swapped(Event):
    """Two pieces changed places; `at` and `there` are where they stand now."""

    piece: str
    at: str
    other: str
    there: str


@dataclass(frozen=True, slots=True)
class Rolled(Event):
    """A piece's die, the turn's modifier (an anchor's included), and the movement they make."""

    piece: str
    die: int
    modifier: int
    movement: int
    anchored: bool
    again: bool


@dataclass(frozen=True, slots=True)
class LaneChanged(Event):
    """A piece on turn stepped sideways to a level square."""

    piece: str
    start: str
    end: str


@dataclass(frozen=True, slots=True)
class Moved(Event):
    """A piece on turn walked along its lane; `wind` is what Vento in Poppa added."""

    piece: str
    start: str
    end: str
    wind: int


@dataclass(frozen=True, slots=True)
class Bounced(Event):
    """A Helmsman came back from the finish by the excess."""

    piece: str
    end: str


@dataclass(frozen=True, slots=True)
class Bumped(Event):
    """A piece arrived where another stands: `kind` is behind, inward, outward, outer (outward against the Outer lane) or back."""

    kind: str
    by: str
    whom: str
    at: str


@dataclass(frozen=True, slots=True)
class Pushed(Event):
    """A piece was set elsewhere by a bump, a card or a slide; `end` is F over the finish."""

    piece: str
    start: str
    end: str


@dataclass(frozen=True, slots=True)
class Slipped(Event):
    """A piece slid off a square toward the pool: on an obstacle (now gone), or by a card."""

    piece: str
    at: str
    obstacle: bool


@dataclass(frozen=True, slots=True)
class Splash(Event):
    """A piece fell into the water and starts again from a checkpoint line."""

    piece: str
    start: str
    end: str


@dataclass(frozen=True, slots=True)
class Finished(Event):
    """A Pawn is done; `pawns` is how many of its team are."""

    piece: str
    pawns: int


@dataclass(frozen=True, slots=True)
class Closed(Event):
    """A Helmsman arrived exactly."""

    piece: str


@dataclass(frozen=True, slots=True)
class RollOff(Event):
    """The photo finish needs the die: each roll in order, as (letter, die)."""

    rolls: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Left(Event):
    """A team's user left: its pieces go on by themselves, and it ranks behind all who stayed."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Ordered(Event):
    """A standing order was changed; told to its team alone."""

    seat: Seat
    card: str
    on: bool


@dataclass(frozen=True, slots=True)
class HandOrdered(Event):
    """A hand was put in order; told to its team alone."""

    seat: Seat
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Over(Event):
    """The race is over; places by seat."""

    places: tuple[int, ...]


SplashEvent: TypeAlias = (
    Lined
    | Began
    | Turn
    | HelmEntered
    | Drew
    | Took
    | Applied
    | Reshuffled
    | Obstacle
    | ObstacleGone
    | Discarded
    | Played
    | Reacted
    | Anchored
    | Stolen
    | StolenCard
    | Swapped
    | Rolled
    | LaneChanged
    | Moved
    | Bounced
    | Bumped
    | Pushed
    | Slipped
    | Splash
    | Finished
    | Closed
    | RollOff
    | Left
    | Ordered
    | HandOrdered
    | Over
)

# Events that come again and again are made once: they are values, and making one is most of what telling it costs.

moved = lru_cache(maxsize=1 << 14)(Moved)
pushed = lru_cache(maxsize=1 << 14)(Pushed)
bumped = lru_cache(maxsize=1 << 14)(Bumped)
rolled = lru_cache(maxsize=1 << 14)(Rolled)
lane_changed = lru_cache(maxsize=1 << 14)(LaneChanged)
drew = lru_cache(maxsize=1 << 14)(Drew)
applied = lru_cache(maxsize=1 << 14)(Applied)
