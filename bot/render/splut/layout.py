"""Where things are on the picture of Splut!, in px.

Owns the measures: a header, the arena's nine ranks and files under it, a card for each team in the corner beside its side.
"""

from typing import Final

from bot.render.base import PICTURE_WIDTH

WIDTH: Final = PICTURE_WIDTH
CELL: Final = 64
ARENA_LEFT: Final = (WIDTH - 9 * CELL) // 2
ARENA_TOP: Final = 70
HEIGHT: Final = ARENA_TOP + 9 * CELL + 26
HEADER: Final = 44  # px, its lower edge
CARD_WIDTH: Final = 158
CARD_HEIGHT: Final = 100
CORNERS: Final = {  # the left upper corner of each team's card
    "R": (8, HEIGHT - CARD_HEIGHT - 8),
    "Y": (8, 78),
    "G": (WIDTH - CARD_WIDTH - 8, 78),
    "B": (WIDTH - CARD_WIDTH - 8, HEIGHT - CARD_HEIGHT - 8),
}
WAYS: Final = {"n": (0, -1), "s": (0, 1), "e": (1, 0), "w": (-1, 0)}


def middle(square: str) -> tuple[int, int]:
    """Find the middle of a square."""
    file, rank = ord(square[0]) - ord("a"), int(square[1])
    return ARENA_LEFT + file * CELL + CELL // 2, ARENA_TOP + (9 - rank) * CELL + CELL // 2


def way_between(start: str, end: str) -> str:
    """Tell the way from one square of a line to another."""
    (ax, ay), (bx, by) = middle(start), middle(end)
    if ax != bx:
        return "e" if bx > ax else "w"
    return "s" if by > ay else "n"
