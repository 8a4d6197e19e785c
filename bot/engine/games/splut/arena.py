"""The arena of Splut!: 41 squares in a diamond, four ways, and what may stand on a square (sections 1 and 2).

Owns the geometry and the codes of a board. Refuses to know how anything moves.

A board is 42 bytes: one for each square in the order of `SQUARES`, then one that stands for everything beyond the edge. An even
code is a piece, an odd one a rock: 1, plus 2 while it is locked for the mover, plus 4 once it was moved in this turn.
"""

from typing import Final

SIDES: Final = "RYGB"  # clockwise, seen from above
KINDS: Final = "std"  # sorcerer, troll, dwarf
WAYS: Final = "nsew"
BACK: Final = (1, 0, 3, 2)  # the opposite of each way

SQUARES: Final = tuple(
    f"{chr(97 + x)}{y + 1}" for x in range(9) for y in range(9) if abs(x - 4) + abs(y - 4) <= 4
)  # in the order of their names
NUMBER: Final = {name: number for number, name in enumerate(SQUARES)}
BEYOND: Final = len(SQUARES)  # the number of what is beyond the edge
NOWHERE: Final = -1

RANKS: Final = tuple(
    tuple(NUMBER[f"{file}{rank}"] for file in "abcdefghi" if f"{file}{rank}" in NUMBER) for rank in range(9, 0, -1)
)
"""The squares of each rank from west to east, rank 9 first, as a position is written."""


def _beside(square: str, way: str) -> int:
    x, y = {"n": (0, 1), "s": (0, -1), "e": (1, 0), "w": (-1, 0)}[way]
    return NUMBER.get(f"{chr(ord(square[0]) + x)}{int(square[1]) + y}", BEYOND)


AROUND: Final = (*(tuple(_beside(square, way) for way in WAYS) for square in SQUARES), (BEYOND,) * 4)
"""For each square its neighbours by way, `BEYOND` where there is none."""

# Codes

EMPTY: Final = 0
ROCK: Final = 1
LOCKED: Final = 2
MOVED: Final = 4
EDGE: Final = 26


def code_of(side: int, kind: int) -> int:
    """Give the code of a side's sorcerer (kind 0), troll (1) or dwarf (2)."""
    return 2 + 6 * side + 2 * kind


SORCERERS: Final = tuple(code_of(side, 0) for side in range(4))
PIECES: Final = {code_of(side, kind): (side, KINDS[kind]) for side in range(4) for kind in range(3)}
CODES: Final = {SIDES[side] + kind: code for code, (side, kind) in PIECES.items()}
NAMES: Final = {code: name for name, code in CODES.items()}


def is_sorcerer(code: int) -> bool:
    """Tell whether a code is some side's sorcerer."""
    return not code & 1 and code % 6 == 2 and code < EDGE


def is_dwarf(code: int) -> bool:
    """Tell whether a code is some side's dwarf."""
    return not code & 1 and code % 6 == 0 and code > 0


def side_of(code: int) -> int:
    """Tell whose piece a code is."""
    return (code - 2) // 6


def _table(change: dict[int, int]) -> bytes:
    return bytes(change.get(code, code) for code in range(256))


OBSTACLE: Final = bytes(code & 1 or code == EDGE or (code % 6 == 4 and code < EDGE) for code in range(256))
"""1 for what stops a thrown rock before it: edge, troll, rock."""

NEXT_TURN: Final = _table({ROCK | LOCKED: ROCK, ROCK | MOVED: ROCK | LOCKED, ROCK | LOCKED | MOVED: ROCK | LOCKED})
"""At a turn's end: what was moved in it is locked for the next mover, and nothing else."""

UNMARKED: Final = _table({ROCK | LOCKED: ROCK, ROCK | MOVED: ROCK, ROCK | LOCKED | MOVED: ROCK})
"""Once the game is over: rocks are rocks."""

WITHOUT: Final = tuple(_table({code_of(side, kind): EMPTY for kind in range(3)}) for side in range(4))
"""For each side: its pieces leave the board."""

TIPS: Final = ("e1", "a5", "e9", "i5")
_HOMES: Final = (
    {"d2": 0, "f2": 1, "e2": 2},
    {"b6": 0, "b4": 1, "b5": 2},
    {"f8": 0, "d8": 1, "e8": 2},
    {"h4": 0, "h6": 1, "h5": 2},
)


def start_board(letters: str) -> bytes:
    """Set up the teams named by their letters, and the four rocks (section 2)."""
    board = bytearray(BEYOND + 1)
    board[BEYOND] = EDGE
    for tip in TIPS:
        board[NUMBER[tip]] = ROCK
    for side in map(SIDES.index, letters):
        for square, kind in _HOMES[side].items():
            board[NUMBER[square]] = code_of(side, kind)
    return bytes(board)


def living(board: bytes) -> tuple[int, ...]:
    """List the sides that have their sorcerer, clockwise from R."""
    return tuple(side for side in range(4) if SORCERERS[side] in board)
