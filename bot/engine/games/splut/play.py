"""What a legal step does to the board, and what ends a turn (sections 5 and 6).

Owns pulling, levitating, pushing, throwing, a rock's flight and the passing of a turn. Refuses to decide legality (`moves`) and
to know matches: repetition, the turn cap and places are the state's.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from bot.engine.games.splut.arena import (
    AROUND,
    BACK,
    EDGE,
    EMPTY,
    MOVED,
    NEXT_TURN,
    NOWHERE,
    OBSTACLE,
    SORCERERS,
    WITHOUT,
    is_dwarf,
    is_sorcerer,
    side_of,
)
from bot.engine.games.splut.moves import DWARF, FINISHED, PASS, SORCERER, TROLL, UNUSED, Move, Position, Rules, legal_moves

MOST_STEPS = 3


class Flight(NamedTuple):
    """A thrown rock's way: from the troll's square to where it lands, and whom it hits, -1 for nobody.

    slain, crushed: the side whose sorcerer dies or whose dwarf is crushed.
    """

    start: int
    end: int
    slain: int = NOWHERE
    crushed: int = NOWHERE


def allowance(turn: int) -> int:
    """Tell how many steps a turn has (N1)."""
    return min(turn, MOST_STEPS)


def take(position: Position, move: Move) -> tuple[Position, Flight | None]:
    """Take a legal step; a throw, the last step of the allowance and the pass end the turn."""
    flight = None
    board = bytearray(position.board)
    lev = position.lev
    if move.kind == SORCERER:
        here = board.find(2 + 6 * position.side)
        _walk(board, here, move)
    elif move.kind == TROLL:
        here = board.find(4 + 6 * position.side)
        if move.aim < 0:
            trudge(board, here, move.way, pull=move.pull)
        else:
            flight = _throw(board, here, move)
    elif move.kind == DWARF:
        push(board, board.find(6 + 6 * position.side), move.way)
    left = 0 if flight is not None or move is PASS else position.left - 1
    if not left:
        return end_turn(bytes(board), position.side, position.turn), flight
    if move.rock >= 0:
        lev = AROUND[move.rock][move.way]
    elif lev != UNUSED:
        lev = FINISHED
    return Position(bytes(board), position.side, position.turn, left, lev), None


def goes_on(before: Position, after: Position) -> bool:
    """Tell whether a step left the turn unfinished."""
    return before.turn == after.turn


def turns(position: Position, rules: Rules) -> Iterator[tuple[Move, ...]]:
    """Yield every sequence of legal steps that ends the turn, in the order of `legal_moves`."""
    for move in legal_moves(position, rules):
        if position.left == 1 or move.aim >= 0 or move is PASS:
            yield (move,)
        else:
            after, _ = step(position, move)
            for others in turns(after, rules):
                yield (move, *others)


step = lru_cache(maxsize=64)(take)
"""The same, remembered for the few positions that one turn is asked about again and again."""


def end_turn(board: bytes, side: int, turn: int) -> Position:
    """Pass the turn to the first living seat clockwise (K3); rocks moved in this turn are locked for it (L4)."""
    ahead = side + 1
    while SORCERERS[ahead % 4] not in board:
        ahead += 1
    return Position(board.translate(NEXT_TURN), ahead % 4, turn + 1, allowance(turn + 1))


def _walk(board: bytearray, here: int, move: Move) -> None:
    sorcerer = board[here]
    board[here] = EMPTY
    if move.rock >= 0:
        rock = board[move.rock]
        board[move.rock] = EMPTY
        board[AROUND[move.rock][move.way]] = rock | MOVED
    board[AROUND[here][move.way]] = sorcerer


def trudge(board: bytearray, here: int, way: int, *, pull: bool) -> None:
    """Step with a troll, dragging the rock straight behind it along if it pulls; a rock it enters is gone from the board."""
    board[AROUND[here][way]] = board[here]
    board[here] = EMPTY
    if pull:
        behind = AROUND[here][BACK[way]]
        board[here] = board[behind] | MOVED
        board[behind] = EMPTY


def _throw(board: bytearray, here: int, move: Move) -> Flight:
    there = AROUND[here][move.way]
    thrown = board[there] | MOVED
    trudge(board, here, move.way, pull=move.pull)
    flight = fly(board, there, move.aim)
    board[flight.end] = thrown
    if flight.slain >= 0:
        board[:] = board.translate(WITHOUT[flight.slain])
    return flight


def fly(board: bytes | bytearray, start: int, aim: int) -> Flight:
    """Follow a rock thrown from a square (5.2)."""
    at = start
    while True:
        ahead = AROUND[at][aim]
        code = board[ahead]
        if OBSTACLE[code]:
            return Flight(start, at, crushed=side_of(board[at]) if is_dwarf(board[at]) else NOWHERE)
        if is_sorcerer(code):
            return Flight(start, ahead, slain=side_of(code))
        at = ahead


def flight_of(board: bytes, here: int, move: Move) -> Flight:
    """Foresee the flight of a legal throw by a troll that is still where it comes from.

    Only a throw backwards meets what the step itself changes: the square the troll leaves is free by then.
    """
    there = AROUND[here][move.way]
    if move.aim == BACK[move.way]:
        return fly(board, here, move.aim)._replace(start=there)
    return fly(board, there, move.aim)


def push(board: bytearray, here: int, way: int) -> None:
    """Move a dwarf and the whole touching run before it by one square (5.3)."""
    carried, there = EMPTY, here
    while True:
        standing = board[there]
        board[there] = carried | MOVED if carried & 1 else carried
        if not standing and there != here:
            return
        carried, there = standing, AROUND[there][way]


def run_before(board: bytes, here: int, way: int) -> list[int]:
    """List the occupied squares that touch a square in a row, going one way; the edge is no square."""
    found = []
    there = AROUND[here][way]
    while board[there] and board[there] != EDGE:
        found.append(there)
        there = AROUND[there][way]
    return found
