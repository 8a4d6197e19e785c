"""The shipped table of what a fleet is worth, and its look-up.

Owns the file's format. Refuses to know how the values were found (`worth`).

The file is a zlib stream of unsigned 16-bit numbers, little endian, in units of 1/1024 point: for each distance 1..9 from the
sand up to the wave, for each tile 1..10 of the sand, for each fleet in the order of `FLEETS` but for the empty one, two values:
with bollard 12 the next free one, and with as many bollards left as the fleet has boats. Between the two the worth is nearly
linear, to within 0.06 points for the wave of the standard setup.
"""

import sys
import zlib
from array import array
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TypeAlias

from bot.engine.games.controcorrente.position import BOLLARDS, TILES
from bot.errors import Fault
from bot.players.controcorrente.fleets import FLEETS, Fleet

PATH = Path(__file__).with_name("worth.bin")
DISTANCES = range(1, TILES)
HOSTILITY = 1 / 6  # as if one opponent threw every double arrow it rolls against this fleet
UNIT = 1024

Phase: TypeAlias = dict[Fleet, tuple[float, float]]
"""For each fleet its worth with bollard 12 next, and what each bollard already taken costs it."""


def pack(values: Mapping[int, Mapping[int, Mapping[Fleet, list[float]]]]) -> bytes:
    """Write the file's content; values by distance, sand, fleet and next bollard."""
    numbers = array("H")
    for distance in DISTANCES:
        for sand in range(1, TILES + 1):
            for fleet in FLEETS[1:]:
                row = values[distance][sand][fleet]
                numbers.extend((round(row[BOLLARDS] * UNIT), round(row[len(fleet)] * UNIT)))
    if sys.byteorder == "big":
        numbers.byteswap()
    return zlib.compress(numbers.tobytes(), 9)


@cache
def phases(distance: int) -> dict[int, Phase]:
    """Read what every fleet is worth, by the sand's tile, for one distance from sand to wave; raises Fault for a broken file."""
    numbers = _numbers()
    size = 2 * (len(FLEETS) - 1)
    start = (distance - 1) * TILES * size
    return {sand: _phase(numbers[start + (sand - 1) * size : start + sand * size]) for sand in range(1, TILES + 1)}


def _phase(numbers: "array[int]") -> Phase:
    phase: Phase = {(): (0.0, 0.0)}
    for fleet, full, least in zip(FLEETS[1:], numbers[::2], numbers[1::2], strict=True):
        phase[fleet] = (full / UNIT, (full - least) / UNIT / (BOLLARDS - len(fleet)))
    return phase


@cache
def _numbers() -> "array[int]":
    numbers = array("H")
    numbers.frombytes(zlib.decompress(PATH.read_bytes()))
    if len(numbers) != len(DISTANCES) * TILES * (len(FLEETS) - 1) * 2:
        raise Fault(f"{PATH.name} holds {len(numbers)} numbers")
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers
