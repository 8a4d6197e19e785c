"""The course of a match: whole turns, the fall of teams, repetition, the turn cap, the end (section 6, H1 to H3).

Owns what a turn leads to and the events that tell it. Refuses to check legality and to know notations.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Literal

from bot.engine.core import Seat
from bot.engine.games.splut import events
from bot.engine.games.splut.arena import AROUND, BACK, KINDS, SIDES, SQUARES, WAYS, WITHOUT, living
from bot.engine.games.splut.events import Carried, SplutEvent, Standing
from bot.engine.games.splut.moves import DWARF, PASS, Move, Position, Turn
from bot.engine.games.splut.play import Flight, allowance, end_turn, run_before, step, trudge
from bot.engine.games.splut.position import KIND_NAMES, TIMES, Drawn, State, key_of, places, standing

Told = tuple[SplutEvent, ...]


def play(state: State, turn: Turn) -> tuple[State, Told]:
    """Play a legal turn of the seat to move and everything that follows from it."""
    seat, position = state.seat_of(state.position.side), state.position
    happened: list[SplutEvent] = []
    fallen, counted = state.fallen, True
    for taken, move in enumerate(turn.moves):
        after, flight = step(position, move)
        happened.append(_told(state, seat, position, move, taken))
        if flight is not None:
            happened += _thrown(state, seat, position, move, flight)
            if flight.slain >= 0:
                fallen = (*fallen, state.seat_of(flight.slain))
            counted = flight.slain < 0 and flight.crushed < 0
        position = after
    once, twice = (state.once, state.twice) if counted else ((), ())
    after_all, following = _begin(State(state.options, state.letters, position, fallen, once, twice, bare=state.bare))
    return after_all, (*happened, *following)


def preview(state: State, moves: Sequence[Move]) -> tuple[State, Told]:
    """Take legal steps that do not end the turn."""
    position, seat = state.position, state.seat_of(state.position.side)
    happened: list[SplutEvent] = []
    for taken, move in enumerate(moves):
        happened.append(_told(state, seat, position, move, taken))
        position, _ = step(position, move)
    return replace(state, position=position), tuple(happened)


def note(state: State, turn: Turn) -> str:
    """Note what a legal turn's throw does: `#` and the team it eliminates, or `!` and the team whose dwarf it crushes."""
    position, flight = state.position, None
    for move in turn.moves:
        position, flight = step(position, move)
    if flight is None or flight.slain == flight.crushed:
        return ""
    return f"#{SIDES[flight.slain]}" if flight.slain >= 0 else f"!{SIDES[flight.crushed]}"


def leave(state: State, seat: Seat) -> tuple[State, Told]:
    """Take a seat's team off the board (H3); if it was to move, its turn ends and what it moved in it is locked."""
    side, position = state.side_of(seat), state.position
    gone = events.Resigned(seat, team(state, position.board, side))
    board = position.board.translate(WITHOUT[side])
    after = end_turn(board, side, position.turn) if position.side == side else position._replace(board=board)
    state, following = _begin(State(state.options, state.letters, after, (*state.fallen, seat), bare=state.bare))
    return state, (gone, *following)


def team(state: State, board: bytes, side: int) -> tuple[Standing, ...]:
    """List a side's pieces on a board: sorcerer, troll, dwarf."""
    found = (board.find(2 + 6 * side + 2 * kind) for kind in range(3))
    return tuple(standing(state, board[square], square) for square in found if square >= 0)


def _begin(state: State) -> tuple[State, Told]:
    """See whether the game is over, and count the position that the next turn starts from."""
    position = state.position
    if len(living(position.board)) == 1:
        return _over(state, "won")
    cap = state.options.cap(len(state.letters))
    if cap and position.turn > cap:
        return _over(state, "turn_cap", events.Capped(cap))
    if not state.options.repetition or position.turn < TIMES or position.left < allowance(position.turn):
        return state, ()
    key = key_of(position)
    if key in state.twice:
        return _over(state, "repetition", events.Repeated(TIMES))
    if key in state.once:
        once = tuple(other for other in state.once if other != key)
        return replace(state, once=once, twice=(*state.twice, key)), (events.Repeated(TIMES - 1),)
    again = State(state.options, state.letters, position, state.fallen, (*state.once, key), state.twice, bare=state.bare)
    return again, ()


def _over(state: State, by: Literal["won"] | Drawn, *told: SplutEvent) -> tuple[State, Told]:
    state = replace(state, over=by, once=(), twice=())
    return state, (*told, events.Over("won" if by == "won" else "drawn", state.living, places(state)))


def _told(state: State, seat: Seat, position: Position, move: Move, taken: int) -> SplutEvent:
    """Tell a step but for what it throws."""
    if move is PASS:
        return events.Passed(seat, taken)
    board = position.board
    here = board.find(2 + 6 * position.side + 2 * move.kind)
    there = AROUND[here][move.way]
    if move.kind == DWARF and board[there]:
        pushed = tuple(
            _carried(state, board[square], square, AROUND[square][move.way]) for square in run_before(board, here, move.way)
        )
        return events.Stepped(seat, move.text, KIND_NAMES[KINDS[DWARF]], SQUARES[here], SQUARES[there], pushed=pushed)
    return _stepped(seat, move, here)


@lru_cache(maxsize=1 << 13)
def _stepped(seat: Seat, move: Move, here: int) -> SplutEvent:
    """Tell a step that pushes nothing: the same on every board."""
    start, end = SQUARES[here], SQUARES[AROUND[here][move.way]]
    pulled = levitated = None
    if move.rock >= 0:
        levitated = Carried("rock", None, SQUARES[move.rock], SQUARES[AROUND[move.rock][move.way]])
    elif move.pull:
        pulled = Carried("rock", None, SQUARES[AROUND[here][BACK[move.way]]], start)
    return events.Stepped(seat, move.text, KIND_NAMES[KINDS[move.kind]], start, end, pulled, levitated)


def _carried(state: State, code: int, square: int, there: int) -> Carried:
    stands = standing(state, code, square)
    return Carried(stands.what, stands.owner, stands.square, SQUARES[there])


def _thrown(state: State, seat: Seat, position: Position, move: Move, flight: Flight) -> list[SplutEvent]:
    """Tell a throw and whom it hits."""
    over, at = [], flight.start
    while (at := AROUND[at][move.aim]) != flight.end and flight.start != flight.end:
        over.append(SQUARES[at])
    end = SQUARES[flight.end]
    happened: list[SplutEvent] = [events.Threw(seat, SQUARES[flight.start], WAYS[move.aim], tuple(over), end)]
    if flight.crushed >= 0:
        happened.append(events.Crushed(seat, state.seat_of(flight.crushed), end))
    if flight.slain >= 0:
        board = bytearray(position.board)
        trudge(board, board.find(4 + 6 * position.side), move.way, pull=move.pull)
        left = team(state, bytes(board), flight.slain)[1:]
        happened.append(events.Slain(seat, state.seat_of(flight.slain), end, left))
    return happened
