"""The notations of Controcorrente: actions and one-line positions (section 6).

Owns reading and writing them, strictly for positions and leniently in case and blanks for actions. Refuses to judge legality.
"""

import re

from bot.engine.core import Seat
from bot.engine.games.controcorrente.position import (
    ARROWS,
    BOATS,
    BOLLARDS,
    LETTERS,
    ControcorrenteOptions,
    Fleet,
    State,
    special_tiles,
)
from bot.engine.games.controcorrente.river import Action, Contrary, Fair, Pass, Roll, Sail
from bot.errors import ParseError

LONGEST = 24

_TILE = "(?:[1-9]|10)"
_ACTION = re.compile(rf"(?P<verb>[RMFCP])(?P<seat>[A-D]?)(?P<tile>{_TILE}?)", re.ASCII)
_HEAD = re.compile(
    rf"(?P<round>[1-9]\d{{0,3}});(?P<seat>[A-D-]);S(?P<sand>{_TILE})W(?P<wave>{_TILE})(?P<fleets>(?:;[^;]+)+);(?P<die>[-1-5*])",
    re.ASCII,
)
_FLEET = re.compile(rf"(?P<letter>[A-D])(?P<items>[^,!]+(?:,[^,!]+){{{BOATS - 1}}})(?P<resigned>!?)", re.ASCII)
_ITEM = re.compile(rf"(?P<tile>{_TILE})|h(?P<bollard>[1-9]|1[0-2])|x", re.ASCII)


def face(die: int | None) -> str:
    """Write the die: - while it is not rolled, * for the double arrow."""
    return "-" if die is None else "*" if die == ARROWS else str(die)


def write_action(action: Action) -> str:
    """Write an action."""
    match action:
        case Roll():
            return "R"
        case Sail(tile):
            return f"M{tile}"
        case Fair(tile):
            return f"F{tile}"
        case Contrary(owner, tile):
            return f"C{LETTERS[owner]}{tile}"
        case _:
            return "P"


def read_action(text: str) -> Action | None:
    """Read an action, blanks and case apart; None when it is no notation."""
    found = _ACTION.fullmatch("".join(text.split()).upper()) if len(text) <= LONGEST else None
    if found is not None:
        verb, seat, tile = found["verb"], found["seat"], found["tile"]
        if verb in "RP" and not seat and not tile:
            return Roll() if verb == "R" else Pass()
        if verb in "MF" and not seat and tile:
            return Sail(int(tile)) if verb == "M" else Fair(int(tile))
        if verb == "C" and seat and tile:
            return Contrary(Seat(LETTERS.index(seat)), int(tile))
    return None


def write_position(state: State) -> str:
    """Write a position; a fleet whose seat resigned ends with an exclamation mark."""
    seat = "-" if state.to_move is None else LETTERS[state.to_move]
    fleets = [LETTERS[index] + _write_fleet(fleet) for index, fleet in enumerate(state.fleets)]
    return ";".join([str(state.round), seat, f"S{state.sand}W{state.wave}", *fleets, face(state.die)])


def _write_fleet(fleet: Fleet) -> str:
    items = [*map(str, fleet.afloat), *(f"h{bollard}" for bollard in fleet.bollards), *["x"] * fleet.lost]
    return ",".join(items) + ("!" if fleet.resigned else "")


def read_position(text: str, options: ControcorrenteOptions, *, lenient: bool = False) -> State:
    """Read a position strictly; raises ParseError. `lenient` (for tests) allows sand and wave on any two tiles."""
    found = _HEAD.fullmatch(text)
    if found is None:
        raise ParseError("controcorrente.load.fields")
    fleets = tuple(_read_fleet(part, index) for index, part in enumerate(found["fleets"][1:].split(";")))
    die = None if found["die"] == "-" else ARROWS if found["die"] == "*" else int(found["die"])
    state = State(
        options=options,
        round=int(found["round"]),
        to_move=None if found["seat"] == "-" else Seat(LETTERS.index(found["seat"])),
        sand=int(found["sand"]),
        wave=int(found["wave"]),
        fleets=fleets,
        die=die,
    )
    _check_tiles(state, lenient=lenient)
    _check_bollards(state)
    _check_mover(state)
    return state


def _read_fleet(text: str, index: int) -> Fleet:
    found = _FLEET.fullmatch(text)
    if index >= len(LETTERS) or found is None or found["letter"] != LETTERS[index]:
        raise ParseError("controcorrente.load.fleet", text=text[:LONGEST])
    items = [_ITEM.fullmatch(item) for item in found["items"].split(",")]
    afloat = tuple(int(item["tile"]) for item in items if item and item["tile"])
    bollards = tuple(int(item["bollard"]) for item in items if item and item["bollard"])
    fleet = Fleet(afloat, bollards, BOATS - len(afloat) - len(bollards), resigned=bool(found["resigned"]))
    in_order = list(afloat) == sorted(afloat) and list(bollards) == sorted(bollards, reverse=True)
    if not in_order or LETTERS[index] + _write_fleet(fleet) != text or (fleet.resigned and afloat):
        raise ParseError("controcorrente.load.fleet", text=text[:LONGEST])
    return fleet


def _check_tiles(state: State, *, lenient: bool) -> None:
    """Check F1 and F2."""
    if state.sand == state.wave or (not lenient and (state.sand, state.wave) != special_tiles(state.round, state.options)):
        sand, wave = special_tiles(state.round, state.options)
        raise ParseError("controcorrente.load.special", round=state.round, sand=sand, wave=wave)
    if any(state.wave in fleet.afloat for fleet in state.fleets):
        raise ParseError("controcorrente.load.boat_on_wave", wave=state.wave)


def _check_bollards(state: State) -> None:
    """Check F7: the docked boats hold exactly the highest bollards."""
    taken = sorted((bollard for fleet in state.fleets for bollard in fleet.bollards), reverse=True)
    if taken != list(range(BOLLARDS, BOLLARDS - len(taken), -1)):
        raise ParseError("controcorrente.load.bollards", docked=len(taken), lowest=BOLLARDS + 1 - len(taken))


def _check_mover(state: State) -> None:
    """Check that the seat to move takes turns, and that the game is over exactly when no boat is afloat."""
    if state.to_move is None:
        if state.anyone_afloat or state.die is not None:
            raise ParseError("controcorrente.load.over")
        return
    if not state.anyone_afloat:
        raise ParseError("controcorrente.load.not_over")
    if state.to_move >= len(state.fleets) or not state.takes_turns(state.to_move):
        raise ParseError("controcorrente.load.mover", seat=LETTERS[state.to_move])
