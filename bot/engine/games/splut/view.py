"""Splut! as everybody sees it: nothing is hidden.

Owns the view. Refuses to know how it is drawn.
"""

from dataclasses import dataclass
from typing import Literal

from bot.engine.core import Seat
from bot.engine.games.splut.arena import BEYOND, LOCKED, MOVED, SQUARES
from bot.engine.games.splut.course import team
from bot.engine.games.splut.events import Standing
from bot.engine.games.splut.moves import Position
from bot.engine.games.splut.notation import write_position
from bot.engine.games.splut.play import allowance
from bot.engine.games.splut.position import Drawn, SplutOptions, State, key_of, places


@dataclass(frozen=True, slots=True)
class RockView:
    """A rock: locked for the mover's sorcerer, moved in this turn, being levitated in this turn."""

    square: str
    locked: bool
    moved: bool
    levitated: bool


@dataclass(frozen=True, slots=True)
class View:
    """The position as everybody sees it: nothing is hidden.

    letters: by seat. to_move is None and places is set once the game is over. pieces: seat by seat, sorcerer, troll, dwarf.
    fallen: seats, the first to fall first. times: how often this position has occurred at the start of a turn, 0 where that is
    not counted. cap: the turn after which the game is drawn, 0 for none. line: the position as one line.
    """

    letters: str
    turn: int
    to_move: Seat | None
    allowance: int
    left: int
    pieces: tuple[Standing, ...]
    rocks: tuple[RockView, ...]
    fallen: tuple[Seat, ...]
    times: int
    cap: int
    line: str
    options: SplutOptions
    over: Literal["won"] | Drawn | None
    places: tuple[int, ...] | None


def rocks_in(position: Position) -> tuple[RockView, ...]:
    """List the rocks as they are seen."""
    return tuple(
        RockView(SQUARES[square], bool(code & LOCKED), bool(code & MOVED), square == position.lev)
        for square, code in enumerate(position.board[:BEYOND])
        if code & 1
    )


def view_of(state: State) -> View:
    """Show the position."""
    position = state.position
    key = key_of(position)
    return View(
        letters=state.letters,
        turn=position.turn,
        to_move=state.to_move,
        allowance=allowance(position.turn),
        left=position.left,
        pieces=tuple(piece for seat in state.living for piece in team(state, position.board, state.side_of(seat))),
        rocks=rocks_in(position),
        fallen=state.fallen,
        times=2 if key in state.twice else 1 if key in state.once else 0,
        cap=state.options.cap(len(state.letters)),
        line=write_position(state),
        options=state.options,
        over=state.over,
        places=None if state.over is None else places(state),
    )
