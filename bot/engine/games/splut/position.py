"""A match of Splut! at one moment: its options, its position, who has fallen, what has occurred before.

Owns places and seats. Refuses to know steps, turns and notations.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Final, Literal

from pydantic import Field, WithJsonSchema, field_validator
from pydantic_core import PydanticCustomError

from bot.engine.core import Options, Seat
from bot.engine.games.splut.arena import BEYOND, PIECES, SIDES, SQUARES, living
from bot.engine.games.splut.events import Standing
from bot.engine.games.splut.moves import Position, Rules

LETTERS: Final = {2: "RG", 3: "RYG", 4: "RYGB"}
FIRST: Final = {2: "R", 3: "R", 4: "B"}  # O2 to O4, with the default seats
KIND_NAMES: Final = {"s": "sorcerer", "t": "troll", "d": "dwarf"}
TURNS_PER_TEAM: Final = 100
MOST_TURNS: Final = 10_000
TIMES: Final = 3

Drawn = Literal["repetition", "turn_cap"]


class SplutOptions(Options):
    """Options of a match (section 8).

    repetition: 3, or 0 for no draw by repetition. turn_cap: turns after which the game is drawn, 0 for none, None for 100 per
    starting team. first: the side that starts, `auto` as the rules have it; a side without a team hands the start on clockwise.
    """

    first: Literal["auto", "R", "Y", "G", "B"] = "auto"
    lev_adjacent: Literal["behind", "rigid", "strict"] = "behind"
    pull_throw: bool = True
    repetition: int = Field(default=TIMES, json_schema_extra={"minimum": 0, "maximum": TIMES})
    turn_cap: Annotated[int | None, WithJsonSchema({"type": "integer", "minimum": 0, "maximum": MOST_TURNS})] = None

    @field_validator("repetition")
    @classmethod
    def _three_or_none(cls, value: int) -> int:
        if value not in (0, TIMES):
            raise PydanticCustomError("splut.options.repetition", "repetition is {times} or 0", {"times": TIMES})
        return value

    @field_validator("turn_cap")
    @classmethod
    def _turns_in_reason(cls, value: int | None) -> int | None:
        if value is not None and not 0 <= value <= MOST_TURNS:
            raise PydanticCustomError("splut.options.turn_cap", "turn_cap is from 0 to {high}", {"high": MOST_TURNS})
        return value

    @cached_property
    def rules(self) -> Rules:
        """The flags that legality depends on."""
        return Rules(self.lev_adjacent != "strict", self.lev_adjacent == "rigid", self.pull_throw)

    def cap(self, teams: int) -> int:
        """The number of turns after which a match of so many starting teams is drawn, 0 for none."""
        return TURNS_PER_TEAM * teams if self.turn_cap is None else self.turn_cap

    def starter(self, teams: int) -> int:
        """The side that starts a match of so many teams."""
        wanted = SIDES.index(FIRST[teams] if self.first == "auto" else self.first)
        return next(side % 4 for side in range(wanted, wanted + 4) if SIDES[side % 4] in LETTERS[teams])


@dataclass(frozen=True, slots=True)
class State:
    """A match: `over` is None while it goes on, `won`, or what it was drawn by.

    letters: the teams it started with, by seat. fallen: the seats that have lost their team, in that order. once, twice: the
    positions, at the start of turns, that have occurred so often since nothing can be as before. bare: read from a position
    that says nothing of fallen teams, and written so.
    """

    options: SplutOptions
    letters: str
    position: Position
    fallen: tuple[Seat, ...] = ()
    once: tuple[bytes, ...] = ()
    twice: tuple[bytes, ...] = ()
    over: Literal["won"] | Drawn | None = None
    bare: bool = False

    @property
    def to_move(self) -> Seat | None:
        """The seat to move, None once the game is over."""
        return None if self.over else self.seat_of(self.position.side)

    @property
    def living(self) -> tuple[Seat, ...]:
        """The seats that have their team, in order."""
        return tuple(map(self.seat_of, living(self.position.board)))

    def seat_of(self, side: int) -> Seat:
        """Give a side's seat."""
        return Seat(self.letters.index(SIDES[side]))

    def side_of(self, seat: int) -> int:
        """Give a seat's side."""
        return SIDES.index(self.letters[seat])


def key_of(position: Position) -> bytes:
    """Put what a repetition compares into bytes: placement, lock marks and side; the allowance is 3 wherever one can occur."""
    return position.board[:BEYOND] + bytes((position.side,))


def places(state: State) -> tuple[int, ...]:
    """Rank the seats (K4, H5): the living first, all of them alike, then who fell later before who fell earlier."""
    ranks = dict.fromkeys(state.living, 1)
    ranks |= {seat: len(state.letters) - order for order, seat in enumerate(state.fallen)}
    return tuple(ranks[Seat(seat)] for seat in range(len(state.letters)))


def standing(state: State, code: int, square: int) -> Standing:
    """Say what a code on a square stands for."""
    if code & 1:
        return Standing("rock", None, SQUARES[square])
    side, kind = PIECES[code]
    return Standing(KIND_NAMES[kind], state.seat_of(side), SQUARES[square])
