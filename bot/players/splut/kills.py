"""Who can kill whom within one turn of Splut!.

Owns the search for a turn that ends with a rock on a sorcerer. Refuses to choose (`steady`). Only a troll kills, and one step
brings it nearer to a rock by one square at most: a search ends where it is farther from every rock than it has steps left.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Final

from bot.engine.games.splut.arena import AROUND, BEYOND, OBSTACLE, SORCERERS, SQUARES, is_sorcerer
from bot.engine.games.splut.moves import PASS, THROWS, Move, Position, Rules, find_moves, rocks_of
from bot.engine.games.splut.play import take

Line = tuple[Move, ...]

TROLL_CODE: Final = 4  # of R; each side's is 6 more
SHIELD: Final = bytes(bool(OBSTACLE[code]) or is_sorcerer(code) for code in range(256))
"""1 for what keeps a thrown rock from what stands behind it: dwarves do not."""


def _line(start: int, way: int) -> list[int]:
    found = []
    square = AROUND[start][way]
    while square != BEYOND:
        found.append(square)
        square = AROUND[square][way]
    return found


RAYS: Final = tuple(tuple(tuple(_line(square, way)) for way in range(4)) for square in range(BEYOND))
"""For each square and way the squares up to the edge, the nearest first."""

TOWARDS: Final = tuple(
    {target: (way, RAYS[square][way][:steps]) for way in range(4) for steps, target in enumerate(RAYS[square][way])}
    for square in range(BEYOND)
)
"""For each square those on its rank and file: the way there, and the squares between."""


def _coordinates(square: int) -> tuple[int, int]:
    return ord(SQUARES[square][0]), int(SQUARES[square][1])


def _distance(one: int, other: int) -> int:
    (x, y), (u, v) = _coordinates(one), _coordinates(other)
    return abs(x - u) + abs(y - v)


DISTANCE: Final = tuple(bytes(_distance(one, other) for other in range(BEYOND)) for one in range(BEYOND))


def strike(board: bytes, troll: int, targets: Sequence[int]) -> Move | None:
    """Find a step of a troll whose throw hits a sorcerer on one of the target squares.

    Pulling opens no line: the rock behind the troll stands on no line of the other ways.
    """
    for way, there in enumerate(AROUND[troll]):
        if board[there] & 1:
            for target in targets:
                line = TOWARDS[there].get(target)
                if line is not None and not any(SHIELD[board[square]] and square != troll for square in line[1]):
                    return THROWS[0][way][line[0]]
    return None


class Hunt:
    """The kills that one side, moving from a position, has within its turn; `victims` are the sides that may be hit."""

    def __init__(self, position: Position, rules: Rules, victims: Iterable[int]) -> None:
        self._rules = rules
        self._start = position
        self._troll = TROLL_CODE + 6 * position.side
        self._codes = [SORCERERS[side] for side in victims]
        self._seen: set[Position] = set()

    def first(self) -> Line | None:
        """Find a turn that kills."""
        return next(self._lines(self._start), None)

    def count(self, most: int) -> int:
        """Count the arrangements of the board within the turn from which the troll can kill, up to a number."""
        return sum(1 for _ in islice(self._lines(self._start), most))

    def _lines(self, position: Position) -> Iterator[Line]:
        board, left = position.board, position.left
        troll = board.find(self._troll)
        if troll < 0:
            return
        hit = strike(board, troll, [board.find(code) for code in self._codes])
        if hit is not None:
            yield (hit,)
        near = DISTANCE[troll]
        if left == 1 or not any(near[rock] <= left for rock in rocks_of(board)):
            return
        seen = self._seen
        for move in find_moves(position, self._rules):
            if move.aim < 0 and move is not PASS:
                after, _ = take(position, move)
                if after not in seen:
                    seen.add(after)
                    for line in self._lines(after):
                        yield (move, *line)
