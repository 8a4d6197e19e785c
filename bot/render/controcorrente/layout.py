"""Where things are on the picture of Controcorrente, in px.

Owns the measures: the river in the middle with the harbour above and the waterfall below, the bank with the tile numbers on the
left, the scores on the right. Each seat has a lane of its own down the whole river, so boats never cover one another.
"""

from typing import Final

from bot.engine.games.controcorrente.position import BOATS, BOLLARDS, TILES
from bot.render.base import PICTURE_WIDTH

WIDTH: Final = PICTURE_WIDTH
HEIGHT: Final = 738
BANK_LEFT: Final = 44  # the river's left edge
BANK_RIGHT: Final = 492
RIVER: Final = BANK_RIGHT - BANK_LEFT
QUAY: Final = 44  # the quay's lower edge
RIVER_TOP: Final = 112  # the upper edge of tile 10
TILE: Final = 52  # a tile's height
RIVER_BOTTOM: Final = RIVER_TOP + TILES * TILE  # the lip of the waterfall
PANEL_LEFT: Final = 500
PANEL_RIGHT: Final = 632
BERTH: Final = RIVER / BOLLARDS
BOAT_WIDTH: Final = 38
BOAT_HEIGHT: Final = 48
LOST_TOP: Final = RIVER_BOTTOM + 34


def tile_top(tile: int) -> int:
    """Find a tile's upper edge; tile 0 is the waterfall."""
    return RIVER_TOP + (TILES - tile) * TILE


def tile_middle(tile: int) -> int:
    """Find the height of a tile's middle line."""
    return tile_top(tile) + TILE // 2


def berth_middle(bollard: int) -> int:
    """Find a bollard's place along the quay; 12 is leftmost."""
    return round(BANK_LEFT + (BOLLARDS - bollard + 0.5) * BERTH)


def lane_left(seat: int, seats: int) -> float:
    """Find the left edge of a seat's lane."""
    return BANK_LEFT + seat * RIVER / seats


def track(seat: int, seats: int) -> float:
    """Find the line beside a seat's boats on which its last move is drawn."""
    return slot(seat, seats, 0) - BOAT_WIDTH / 2 - 3


def slot(seat: int, seats: int, index: int) -> int:
    """Find the middle of a seat's boat, 0..2, in its lane."""
    cell = min(44.0, (RIVER / seats - 13) / BOATS)
    lane = RIVER / seats
    start = lane_left(seat, seats) + 7 + (lane - cell * BOATS) / 2
    return round(start + (index + 0.5) * cell)
