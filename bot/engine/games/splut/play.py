"""What a legal step does to the board, and what ends a turn (sections 5 and 6).

Owns pulling, levitating, pushing, throwing, a rock's flight and the passing of a turn. Refuses to decide legality (`moves`) and
to know matches: repetition, the turn cap and places are the state's.
"""

from collections.abc import Iterator
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
from bot.engine.games.splut.moves import FINISHED, PASS, UNUSED, Move, Position, Rules, legal_moves

MOST_STEPS = 3


class Flight(NamedTuple):
    """A thrown rock's way: from the troll's square to where it lands, and whom it hits, -1 for nobody.

    slain, crushed: the side whose sorcerer dies or whose dwarf is crushed.
    """

    start: int
    end: int
    slain: int = NOWHERE
    crushed: int = NOWHERE


class Shift(NamedTuple):
    """One thing that changed its square in a step."""

    code: int
    start: int
    end: int


def allowance(turn: int) -> int:
    """Tell how many steps a turn has (N1)."""
    return min(turn, MOST_STEPS)


def step(position: Position, move: Move) -> tuple[Position, Flight | None]:
    """Take a legal step; a throw, the last step of the allowance and the pass end the turn."""
    flight = None
    board = bytearray(position.board)
    lev = position.lev
    if move.piece == "S":
        here = board.find(2 + 6 * position.side)
        _walk(board, here, move)
    elif move.piece == "T":
        here = board.find(4 + 6 * position.side)
        flight = _trudge(board, here, move)
    elif move.piece == "D":
        push(board, board.find(6 + 6 * position.side), move.way)
    left = 0 if flight is not None or move.piece == "-" else position.left - 1
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


def end_turn(board: bytes, side: int, turn: int) -> Position:
    """Pass the turn to the first living seat clockwise (K3); rocks moved in this turn are locked for it (L4)."""
    nobody = side
    for ahead in range(1, 5):
        side = (nobody + ahead) % 4
        if SORCERERS[side] in board:
            break
    return Position(board.translate(NEXT_TURN), side, turn + 1, allowance(turn + 1))


def _walk(board: bytearray, here: int, move: Move) -> None:
    sorcerer = board[here]
    board[here] = EMPTY
    if move.rock >= 0:
        rock = board[move.rock]
        board[move.rock] = EMPTY
        board[AROUND[move.rock][move.way]] = rock | MOVED
    board[AROUND[here][move.way]] = sorcerer


def _trudge(board: bytearray, here: int, move: Move) -> Flight | None:
    there = AROUND[here][move.way]
    troll, thrown = board[here], board[there]
    board[there] = troll
    board[here] = EMPTY
    if move.pull:
        behind = AROUND[here][BACK[move.way]]
        board[here] = board[behind] | MOVED
        board[behind] = EMPTY
    if move.aim < 0:
        return None
    flight = fly(board, there, move.aim)
    board[flight.end] = thrown | MOVED
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


def shifts(board: bytes, side: int, move: Move) -> tuple[Shift, ...]:
    """List what a legal step moves, the piece itself first; a thrown rock is not among them."""
    if move.piece == "-":
        return ()
    way = move.way
    here = board.index(2 + 6 * side + 2 * "STD".index(move.piece))
    moving = [here]
    if move.rock >= 0:
        moving.append(move.rock)
    elif move.pull:
        moving.append(AROUND[here][BACK[way]])
    elif move.piece == "D":
        moving += run_before(board, here, way)
    return tuple(Shift(board[square], square, AROUND[square][way]) for square in moving)
