"""A second, plain reading of Controcorrente's rules, to count and compare against; shares nothing with the engine.

Boats are a list of numbers per player: 1..10 afloat, 100 + bollard docked, 0 lost.
"""

from copy import deepcopy
from typing import Any

Position = dict[str, Any]


def begin(players: int, start: int = 3, wave: int = 4, *, spite: int = False, optional: int = False) -> Position:
    """Set up; `spite`: players without boats roll too; `optional`: the wind may be declined."""
    boats = [[start] * 3 for _ in range(players)]
    return {"round": 1, "turn": 0, "sand": 1, "wave": wave, "boats": boats, "die": None, "spite": spite, "optional": optional}


def afloat(position: Position, player: int) -> list[int]:
    """List a player's tiles."""
    return sorted(boat for boat in position["boats"][player] if 1 <= boat <= 10)


def moves(position: Position) -> list[tuple[str, int, int]]:
    """List (kind, player, tile) in canonical order."""
    me, players = position["turn"], len(position["boats"])
    if me is None:
        return []
    mine = afloat(position, me)
    if position["die"] is None:
        return [("R", me, 0)]
    if position["die"] < 6:
        return [("M", me, tile) for tile in range(1, 11) if tile in mine] or [("P", me, 0)]
    found = [("F", me, tile) for tile in range(1, 11) if tile in mine and tile < max(mine)]
    for other in [*range(me + 1, players), *range(me)]:
        theirs = afloat(position, other)
        found += [("C", other, tile) for tile in range(1, 11) if tile in theirs and tile > min(theirs)]
    if position["optional"] or not found:
        found.append(("P", me, 0))
    return found


def put(position: Position, player: int, tile: int, target: int) -> None:
    """Move one boat."""
    fleet = position["boats"][player]
    fleet[fleet.index(tile)] = target


def make(position: Position, move: tuple[str, int, int], face: int | None = None) -> Position:
    """Make a move on a copy; a roll shows `face`."""
    new = deepcopy(position)
    kind, player, tile = move
    if kind == "R":
        new["die"] = face
        return new
    if kind == "M":
        at, left, surged = tile, new["die"], False
        while left:
            at, left = at + 1, left - 1
            if at == 11:
                docked = sum(boat > 100 for fleet in new["boats"] for boat in fleet)
                at, left = 112 - docked, 0
            elif at == new["sand"]:
                left = 0
            if at == new["wave"] and not left and not surged:
                left, surged = 3, True
        put(new, player, tile, at)
    elif kind == "F":
        goal = min(other for other in afloat(new, player) if other > tile)
        put(new, player, tile, new["sand"] if tile < new["sand"] < goal else goal)
    elif kind == "C":
        put(new, player, tile, max(other for other in afloat(new, player) if other < tile))
    new["die"] = None
    turn(new)
    return new


def turn(new: Position) -> None:
    """Hand the turn on."""
    players = len(new["boats"])
    while any(afloat(new, player) for player in range(players)):
        new["turn"] += 1
        if new["turn"] == players:
            new["turn"] = 0
            new["round"] += 1
            for fleet in new["boats"]:
                fleet[:] = [boat - 1 if 1 <= boat <= 10 else boat for boat in fleet]
            for special in ("sand", "wave"):
                new[special] = 10 if new[special] == 1 else new[special] - 1
            if not any(afloat(new, player) for player in range(players)):
                break
        if new["spite"] or afloat(new, new["turn"]):
            return
    new["turn"] = None


def write(position: Position) -> str:
    """Write a position in the rules' notation."""
    fleets = []
    for player, fleet in enumerate(position["boats"]):
        docked = sorted((boat - 100 for boat in fleet if boat > 100), reverse=True)
        items = [
            *map(str, afloat(position, player)),
            *(f"h{bollard}" for bollard in docked),
            *("x" for boat in fleet if boat == 0),
        ]
        fleets.append("ABCD"[player] + ",".join(items))
    who = "-" if position["turn"] is None else "ABCD"[position["turn"]]
    die = {None: "-", 6: "*"}.get(position["die"], str(position["die"]))
    return ";".join([str(position["round"]), who, f"S{position['sand']}W{position['wave']}", *fleets, die])


def write_move(move: tuple[str, int, int]) -> str:
    """Write a move in the rules' notation."""
    kind, player, tile = move
    return kind if kind in "RP" else f"C{'ABCD'[player]}{tile}" if kind == "C" else f"{kind}{tile}"


def count(position: Position, depth: int) -> int:
    """Count sequences of `depth` actions, each face of a roll for itself."""
    if depth == 0:
        return 1
    total = 0
    for move in moves(position):
        faces = range(1, 7) if move[0] == "R" else [None]
        total += sum(count(make(position, move, face), depth - 1) for face in faces)
    return total
