"""Where things are on the picture of Hippo, in px.

Owns the measures: the Circus above, with the gates at its left end and the spina in its middle; the plaque below it; then a card
for each seat. The chariots run against the clock: right along the lower straight, left along the upper one.
"""

import math
from typing import Final

from bot.render.base import PICTURE_WIDTH

WIDTH: Final = PICTURE_WIDTH
HEIGHT: Final = 652
ARENA: Final = (10, 10, 630, 316)  # the outer wall
STANDS: Final = 20  # depth of the stands
MIDDLE: Final = 163  # the height of the spina's axis
SPINA: Final = (196, 466)  # from the one turning post to the other
SPINA_HALF: Final = 25
LANE: Final = 79  # from the axis to the line the chariots drive on
GATES_LEFT: Final = 32
GATES_RIGHT: Final = 86
GATE_HEIGHT: Final = 62
GATES_TOP: Final = MIDDLE - 2 * GATE_HEIGHT
GAP: Final = 94  # between one chariot and the next, along the track
PLAQUE_TOP: Final = 324
PLAQUE: Final = 34
CARDS_TOP: Final = 366
CARD_WIDTH: Final = 306
CARD: Final = 134  # a card's height
CARD_GAP: Final = 8

_STRAIGHT: Final = SPINA[1] - SPINA[0]
_CURVE: Final = math.pi * LANE
TRACK: Final = 2 * (_STRAIGHT + _CURVE)
# Where the leader is while a phase is to come, measured along the track from the left end of the lower straight.
LEADER: Final = {
    "E": _STRAIGHT - 4,
    "C1": _STRAIGHT + _CURVE * 0.62,
    "S2": _STRAIGHT + _CURVE + _STRAIGHT * 0.9,
    "C2": 2 * _STRAIGHT + _CURVE * 1.62,
}
PHASE_AT: Final = {  # where a wreck of a phase lies: that of the lower straight behind all who still run
    "G": -40,
    "S1": -40,
    "C1": _STRAIGHT + _CURVE * 0.5,
    "S2": _STRAIGHT * 1.5 + _CURVE,
    "C2": 2 * _STRAIGHT + _CURVE * 1.5,
}


def on_track(distance: float, *, out: float = 0) -> tuple[float, float, float]:
    """Find a point of the track as x, y and the heading in degrees against the clock; `out` px outside the lane."""
    at = distance % TRACK
    lane = LANE + out
    if at < _STRAIGHT:
        return SPINA[0] + at, MIDDLE + lane, 0
    at -= _STRAIGHT
    if at < _CURVE:
        turn = at / _CURVE * math.pi
        return SPINA[1] + lane * math.sin(turn), MIDDLE + lane * math.cos(turn), math.degrees(turn)
    at -= _CURVE
    if at < _STRAIGHT:
        return SPINA[1] - at, MIDDLE - lane, 180
    turn = (at - _STRAIGHT) / _CURVE * math.pi
    return SPINA[0] - lane * math.sin(turn), MIDDLE - lane * math.cos(turn), 180 + math.degrees(turn)


def gate_middle(box: int) -> tuple[int, int]:
    """Find the middle of a starting box, 1..4 from the top."""
    return (GATES_LEFT + GATES_RIGHT) // 2, GATES_TOP + (box - 1) * GATE_HEIGHT + GATE_HEIGHT // 2


def card_corner(seat: int) -> tuple[int, int]:
    """Find the upper left corner of a seat's card."""
    return 10 + (seat % 2) * (CARD_WIDTH + 8), CARDS_TOP + (seat // 2) * (CARD + CARD_GAP)
