"""The position of Controcorrente: options, fleets, the state, and what a seat sees of it.

Owns the values and the questions one can ask of them. Refuses to know how they change (`river`, `turn`) and how they are written
(`notation`). Rule numbers are those of `rules/controcorrente.md`.
"""

from dataclasses import dataclass, replace
from typing import Self

from pydantic import Field, ValidationInfo, field_validator
from pydantic_core import PydanticCustomError

from bot.engine.core import Options, Seat

LETTERS = "ABCD"
TILES = 10
HARBOUR = TILES + 1
BOLLARDS = 12
BOATS = 3
ARROWS = 6  # the die's sixth face, the double arrow, written *
FIRST_SAND = 1
SURGE = 3


class ControcorrenteOptions(Options):
    """Options of a match; `start` and `wave` are tiles, `auto_roll` is the table's: it rolls without being asked."""

    start: int = Field(default=3, json_schema_extra={"minimum": 2, "maximum": 9})
    wave: int = Field(default=4, validate_default=True, json_schema_extra={"minimum": 2, "maximum": 10})
    finished_players_roll: bool = False
    wind_optional: bool = False
    tie_break: bool = False
    auto_roll: bool = False

    @field_validator("start")
    @classmethod
    def _start_on_the_river(cls, value: int) -> int:
        if not 2 <= value <= 9:
            raise PydanticCustomError(
                "controcorrente.options.start", "start is a tile from {low} to {high}", {"low": 2, "high": 9}
            )
        return value

    @field_validator("wave")
    @classmethod
    def _wave_on_a_tile_of_its_own(cls, value: int, info: ValidationInfo) -> int:
        if not 2 <= value <= TILES:
            raise PydanticCustomError(
                "controcorrente.options.wave", "wave is a tile from {low} to {high}", {"low": 2, "high": TILES}
            )
        if value == info.data.get("start"):
            raise PydanticCustomError("controcorrente.options.wave_on_start", "wave and start are both {tile}", {"tile": value})
        return value


@dataclass(frozen=True, slots=True)
class Fleet:
    """One seat's boats: tiles of those afloat ascending, bollards of those docked descending, the number lost."""

    afloat: tuple[int, ...]
    bollards: tuple[int, ...] = ()
    lost: int = 0
    resigned: bool = False

    @property
    def score(self) -> int:
        """The sum of the bollard numbers."""
        return sum(self.bollards)

    def moved(self, start: int, end: int) -> Self:
        """Move one boat between tiles."""
        rest = list(self.afloat)
        rest.remove(start)
        return replace(self, afloat=tuple(sorted([*rest, end])))

    def docked(self, start: int, bollard: int) -> Self:
        """Take one boat from its tile to a bollard."""
        rest = list(self.afloat)
        rest.remove(start)
        return replace(self, afloat=tuple(rest), bollards=(*self.bollards, bollard))


@dataclass(frozen=True, slots=True)
class State:
    """A position: `to_move` is None once the game is over, `die` None while it is not rolled, else 1..5 or ARROWS."""

    options: ControcorrenteOptions
    round: int
    to_move: Seat | None
    sand: int
    wave: int
    fleets: tuple[Fleet, ...]
    die: int | None = None

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All seats in turn order."""
        return tuple(Seat(index) for index in range(len(self.fleets)))

    @property
    def next_bollard(self) -> int:
        """The highest free bollard, 0 when none is free (section 2.3)."""
        return BOLLARDS - sum(len(fleet.bollards) for fleet in self.fleets)

    @property
    def anyone_afloat(self) -> bool:
        """Whether a boat of any seat is on the river."""
        return any(fleet.afloat for fleet in self.fleets)

    def takes_turns(self, seat: Seat) -> bool:
        """Whether the seat is not skipped (D22)."""
        fleet = self.fleets[seat]
        return not fleet.resigned and bool(fleet.afloat or self.options.finished_players_roll)

    def with_fleet(self, seat: Seat, fleet: Fleet) -> Self:
        """Exchange one seat's fleet."""
        return replace(self, fleets=(*self.fleets[:seat], fleet, *self.fleets[seat + 1 :]))


def special_tiles(round_number: int, options: ControcorrenteOptions) -> tuple[int, int]:
    """Compute where sand and wave lie in a round (F1, shifted by the options)."""
    return (FIRST_SAND - round_number) % TILES + 1, (options.wave - round_number) % TILES + 1


def places(state: State) -> tuple[int, ...]:
    """Rank the seats by score (D27); who resigned ranks behind everybody who stayed, and cannot have won."""

    def standing(fleet: Fleet) -> tuple[int, ...]:
        best = (len(fleet.bollards), max(fleet.bollards, default=0)) if state.options.tie_break else ()
        return (not fleet.resigned, fleet.score, *best)

    order = [standing(fleet) for fleet in state.fleets]
    first = 2 if all(fleet.resigned for fleet in state.fleets) else 1
    return tuple(first + sum(other > own for other in order) for own in order)


@dataclass(frozen=True, slots=True)
class SeatView:
    """One seat as everybody sees it."""

    seat: Seat
    letter: str
    afloat: tuple[int, ...]
    bollards: tuple[int, ...]
    lost: int
    score: int
    resigned: bool


@dataclass(frozen=True, slots=True)
class View:
    """The position as everybody sees it: nothing is hidden (D30).

    to_move is None and places is set once the game is over; die is None, 1..5 or 6 for the double arrow; next_bollard is 0 when
    all twelve are taken.
    """

    round: int
    to_move: Seat | None
    die: int | None
    sand: int
    wave: int
    seats: tuple[SeatView, ...]
    next_bollard: int
    options: ControcorrenteOptions
    places: tuple[int, ...] | None


def view_of(state: State) -> View:
    """Show the position."""
    return View(
        round=state.round,
        to_move=state.to_move,
        die=state.die,
        sand=state.sand,
        wave=state.wave,
        seats=tuple(
            SeatView(seat, LETTERS[seat], fleet.afloat, fleet.bollards, fleet.lost, fleet.score, fleet.resigned)
            for seat, fleet in zip(state.seats, state.fleets, strict=True)
        ),
        next_bollard=state.next_bollard,
        options=state.options,
        places=places(state) if state.to_move is None else None,
    )
