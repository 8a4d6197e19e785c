"""The steps a piece may take (sections 4 and 5): every step there is, and which of them a position allows.

Owns legality, step by step. Refuses to know what a step does (`play`) and how it is read and written in a turn (`notation`). One
step is called a move here: `core.Step` is something else.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from bot.engine.games.splut.arena import (
    AROUND,
    BACK,
    BEYOND,
    LOCKED,
    MOVED,
    NOWHERE,
    OBSTACLE,
    ROCK,
    SQUARES,
    WAYS,
)

UNUSED: Final = -1  # no rock levitated in this turn yet
FINISHED: Final = -2  # levitation is over for this turn


class Position(NamedTuple):
    """Where a turn stands: the board, the side to move, the turn's number, the steps left in it, and the levitated rock (L7).

    lev: the square of the rock that is being levitated, or UNUSED or FINISHED.
    """

    board: bytes
    side: int
    turn: int
    left: int
    lev: int = UNUSED


class Rules(NamedTuple):
    """The flags that legality depends on (section 8)."""

    follow: bool = True  # the rock behind a sorcerer may follow him: `behind` and `rigid`
    lead: bool = False  # the rock before a sorcerer may be led ahead: `rigid`
    pull_throw: bool = True


@dataclass(frozen=True, slots=True, eq=False)
class Move:
    """One step (section 12): a piece and a way; the levitated rock's square, pulling, the way of a throw.

    There is one object for each notation, in MOVES: to be equal is to be the same, copies and pickles included. kind: 0 sorcerer,
    1 troll, 2 dwarf, NOWHERE for the forced pass.
    """

    text: str
    kind: int
    way: int
    rock: int = NOWHERE
    pull: bool = False
    aim: int = NOWHERE

    def __reduce__(self) -> tuple[Callable[[str], "Move"], tuple[str]]:
        return move_of, (self.text,)


@dataclass(frozen=True, slots=True)
class Turn:
    """An action: the steps of one whole turn (H4)."""

    moves: tuple[Move, ...]


SORCERER, TROLL, DWARF = range(3)
_ALL_WAYS: Final = range(4)

PASS: Final = Move("--", NOWHERE, NOWHERE)
WALKS: Final = tuple(Move(f"S{way}", SORCERER, number) for number, way in enumerate(WAYS))
LEVITATIONS: Final = tuple(
    tuple(Move(f"S{way}~{square}", SORCERER, number, rock=rock) for rock, square in enumerate(SQUARES))
    for number, way in enumerate(WAYS)
)
HAULS: Final = tuple(
    tuple(Move(f"T{way}{'+' * pull}", TROLL, number, pull=pull) for number, way in enumerate(WAYS)) for pull in (False, True)
)
THROWS: Final = tuple(
    tuple(
        tuple(Move(f"T{way}{'+' * pull}*{WAYS[aim]}", TROLL, number, pull=pull, aim=aim) for aim in _ALL_WAYS)
        for number, way in enumerate(WAYS)
    )
    for pull in (False, True)
)
PUSHES: Final = tuple(Move(f"D{way}", DWARF, number) for number, way in enumerate(WAYS))

MOVES: Final[dict[str, Move]] = {
    move.text: move
    for move in (
        PASS,
        *WALKS,
        *(move for row in LEVITATIONS for move in row),
        *(move for row in HAULS for move in row),
        *(move for rows in THROWS for row in rows for move in row),
        *PUSHES,
    )
}


def move_of(text: str) -> Move:
    """Give the one move of a notation."""
    return MOVES[text]


def rocks_of(board: bytes, mask: int = 0) -> tuple[int, ...]:
    """List the squares of the rocks that carry none of the marks in the mask, in order."""
    found: list[int] = []
    for code in (ROCK, ROCK | LOCKED, ROCK | MOVED, ROCK | LOCKED | MOVED):
        if not code & mask:
            square = board.find(code)
            while square >= 0:
                found.append(square)
                square = board.find(code, square + 1)
    found.sort()
    return tuple(found)


def levitable(position: Position) -> tuple[int, ...]:
    """List the rocks that the sorcerer may levitate now, as far as L4 to L7 go."""
    if position.lev == UNUSED:
        return rocks_of(position.board, LOCKED)
    return () if position.lev == FINISHED else (position.lev,)


def find_moves(position: Position, rules: Rules) -> tuple[Move, ...]:
    """List the legal steps: sorcerer, troll, dwarf, each n, s, e, w, plain before pull before rock before throw; or the pass."""
    found: list[Move] = []
    board, code = position.board, 2 + 6 * position.side
    _sorcerer(position, rules, board.find(code), found)
    troll = board.find(code + 2)
    if troll >= 0:
        _troll(board, rules, troll, found)
    dwarf = board.find(code + 4)
    if dwarf >= 0:
        _dwarf(board, dwarf, found)
    return tuple(found) or (PASS,)


legal_moves = lru_cache(maxsize=64)(find_moves)
"""The same, remembered for the few positions that one turn is asked about again and again."""


def _sorcerer(position: Position, rules: Rules, here: int, found: list[Move]) -> None:
    board = position.board
    rocks = levitable(position)
    for way, there in enumerate(AROUND[here]):
        if not board[there]:
            found.append(WALKS[way])
            for rock in rocks:
                target = AROUND[rock][way]
                if not board[target] or (target == here and rules.follow):
                    found.append(LEVITATIONS[way][rock])
        elif rules.lead and there in rocks and not board[AROUND[there][way]]:
            found.append(LEVITATIONS[way][there])


def _troll(board: bytes, rules: Rules, here: int, found: list[Move]) -> None:
    around = AROUND[here]
    for way, there in enumerate(around):
        code = board[there]
        if not code:
            found.append(HAULS[0][way])
            if board[around[BACK[way]]] & 1:
                found.append(HAULS[1][way])
        elif code & 1:
            beyond = AROUND[there]
            found += [THROWS[0][way][aim] for aim in _ALL_WAYS if beyond[aim] == here or not OBSTACLE[board[beyond[aim]]]]
            if rules.pull_throw and board[around[BACK[way]]] & 1:
                found += [THROWS[1][way][aim] for aim in _ALL_WAYS if not OBSTACLE[board[beyond[aim]]]]


def _dwarf(board: bytes, here: int, found: list[Move]) -> None:
    for way, there in enumerate(AROUND[here]):
        while board[there] and there != BEYOND:
            there = AROUND[there][way]
        if there != BEYOND:
            found.append(PUSHES[way])
