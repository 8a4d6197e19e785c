"""What a fleet is worth: the expected points of its boats afloat, computed by value iteration.

Owns the computation and, as `python -m bot.players.controcorrente.worth`, writing the table that `table` reads. Refuses to know
opponents but for one number, the hostility: the chance that a contrary wind meets the fleet between two of its turns, where it
does its worst. With hostility 0 a fleet is alone on the river, and the values are the solo values of section 7.2.
"""

import sys
from typing import NamedTuple, TypeAlias

from bot.engine.games.controcorrente.position import ARROWS, BOLLARDS, TILES
from bot.players.controcorrente.fleets import FLEETS, Fleet, contrary, drifted, drifted_tile, fair, sailed, wave_of
from bot.players.controcorrente.table import DISTANCES, HOSTILITY, PATH, pack

Row: TypeAlias = list[float]
"""A value for each next free bollard, 0..12."""

Worths: TypeAlias = dict[int, dict[Fleet, Row]]
"""By the sand's tile and the fleet, which is about to roll."""


class _Turn(NamedTuple):
    """A fleet's turn: what each number allows, as fleets and whether a boat docked, and what the arrows allow."""

    numbers: tuple[frozenset[tuple[Fleet, bool]], ...]
    arrows: tuple[Fleet, ...]


def worths(distance: int, hostility: float, *, tolerance: float = 1e-9) -> Worths:
    """Compute what every fleet is worth in every phase of the river, for a wave `distance` tiles upstream of the sand.

    Each pass follows the rounds backwards in time; it stops when no value moves by more than the tolerance, in points.
    """
    turns = {sand: _turns(sand, wave_of(sand, distance)) for sand in range(1, TILES + 1)}
    values: Worths = {sand: {fleet: [0.0] * (BOLLARDS + 1) for fleet in FLEETS} for sand in turns}
    change = tolerance + 1
    while change > tolerance:
        change = 0.0
        for sand, phase in turns.items():
            rested = _rested(values[drifted_tile(sand)], hostility)
            for fleet, turn in phase.items():
                row = _about_to_roll(turn, rested)
                change = max(change, max(abs(new - old) for new, old in zip(row, values[sand][fleet], strict=True)))
                values[sand][fleet] = row
    return values


def _turns(sand: int, wave: int) -> dict[Fleet, _Turn]:
    return {
        fleet: _Turn(
            tuple(frozenset((end.fleet, end.docked) for end in sailed(fleet, pips, sand, wave)) for pips in range(1, ARROWS)),
            tuple(blown.fleet for blown in fair(fleet, sand, wave)) or (fleet,),
        )
        for fleet in FLEETS
        if fleet
    }


def _rested(later: dict[Fleet, Row], hostility: float) -> dict[Fleet, Row]:
    """Value every fleet whose turn is over: the opponents' wind may strike, then the round ends."""
    calm = {fleet: later[drifted(fleet)] for fleet in FLEETS}
    if not hostility:
        return calm
    struck = dict(calm)
    for fleet in FLEETS:
        blown = [calm[wind.fleet] for wind in contrary(fleet)]
        if blown:
            worst = map(min, calm[fleet], *blown)
            struck[fleet] = [(1 - hostility) * spared + hostility * hit for spared, hit in zip(calm[fleet], worst, strict=True)]
    return struck


def _about_to_roll(turn: _Turn, rested: dict[Fleet, Row]) -> Row:
    total = [0.0] * (BOLLARDS + 1)
    for ends in (*turn.numbers, frozenset((fleet, False) for fleet in turn.arrows)):
        rows = [_docking(rested[fleet]) if docked else rested[fleet] for fleet, docked in ends]
        best = rows[0] if len(rows) == 1 else list(map(max, *rows))
        total = [sum_ + value for sum_, value in zip(total, best, strict=True)]
    return [value / ARROWS for value in total]


def _docking(rest: Row) -> Row:
    """Add the bollard just taken; what is left of the fleet then sails for the next one."""
    return [0.0, *(bollard + rest[bollard - 1] for bollard in range(1, BOLLARDS + 1))]


def main() -> None:
    """Compute the table for every distance between sand and wave and write it beside this file; takes some ten seconds."""
    PATH.write_bytes(pack({distance: worths(distance, HOSTILITY) for distance in DISTANCES}))
    sys.stdout.write(f"{PATH.name}: {PATH.stat().st_size} bytes\n")


if __name__ == "__main__":
    main()
