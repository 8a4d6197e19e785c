"""How promising a position of Splut! looks at a glance.

Owns the judgement without look-ahead: open lines to the sorcerers, and how near the trolls are to rocks. Refuses to search
(`kills`, `steady`).
"""

from typing import Final

from bot.engine.games.splut.arena import SORCERERS, living
from bot.engine.games.splut.moves import rocks_of
from bot.players.splut.kills import DISTANCE, RAYS, SHIELD, TROLL_CODE

OPEN: Final = 1.0  # a square from which a rock could fly at a sorcerer
NEAR: Final = 2.0  # a step less from a troll to its nearest rock
FAR: Final = 6  # steps; a troll farther than that from every rock is as good as none


def worth(board: bytes, side: int) -> float:
    """Judge a board for a side: its own standing less the mean one of the others."""
    others = [_standing(board, other) for other in living(board) if other != side]
    return _standing(board, side) - sum(others) / max(1, len(others))


def _standing(board: bytes, side: int) -> float:
    troll = board.find(TROLL_CODE + 6 * side)
    reach = min([FAR, *(DISTANCE[troll][rock] for rock in rocks_of(board))]) if troll >= 0 else FAR
    return -NEAR * reach - OPEN * _openness(board, board.index(SORCERERS[side]))


def _openness(board: bytes, sorcerer: int) -> int:
    """Count the squares from which a rock could fly at a sorcerer."""
    found = 0
    for ray in RAYS[sorcerer]:
        for square in ray:
            if SHIELD[board[square]]:
                break
            found += 1
    return found
