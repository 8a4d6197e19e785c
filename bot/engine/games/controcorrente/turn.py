"""What an action of Controcorrente does, and what follows it: docking, the next seat, the round's end, the game's end.

Owns sections 2.3, 2.4 and 3 and resignation. Refuses to check whether an action is legal (`game`) and to know notations.
"""

from dataclasses import replace

from bot.engine.chance import roll
from bot.engine.core import Chance, Seat
from bot.engine.games.controcorrente import events
from bot.engine.games.controcorrente.events import RiverEvent
from bot.engine.games.controcorrente.position import ARROWS, HARBOUR, TILES, Fleet, State, places
from bot.engine.games.controcorrente.river import Action, Contrary, Fair, Pass, Roll, Sail, contrary_wind, fair_wind, sail


def play(state: State, seat: Seat, action: Action, chance: Chance) -> tuple[State, tuple[RiverEvent, ...]]:
    """Resolve a legal action of the seat to move and everything that follows from it."""
    if isinstance(action, Roll):
        die = roll(chance, "die", ARROWS)
        return replace(state, die=die), (events.Rolled(seat, die),)
    after, happened = _resolve(state, seat, action)
    after, following = _go_on(replace(after, die=None))
    return after, (*happened, *following)


def leave(state: State, seat: Seat) -> tuple[State, tuple[RiverEvent, ...]]:
    """Take a seat out of the game: its boats afloat are lost, its points stay, and if it was to move the turn passes."""
    fleet = state.fleets[seat]
    gone = replace(fleet, afloat=(), lost=fleet.lost + len(fleet.afloat), resigned=True)
    after = state.with_fleet(seat, gone)
    following: tuple[RiverEvent, ...] = ()
    if state.to_move == seat or not after.anyone_afloat:
        after, following = _go_on(replace(after, die=None))
    return after, (events.Resigned(seat, fleet.afloat), *following)


def _resolve(state: State, seat: Seat, action: Sail | Fair | Contrary | Pass) -> tuple[State, tuple[RiverEvent, ...]]:
    fleet = state.fleets[seat]
    die = state.die
    assert die is not None  # noqa: S101 - only a roll is legal before the roll
    match action:
        case Sail(tile):
            return _sail(state, seat, tile, die)
        case Fair(tile):
            end = fair_wind(state, seat, tile)
            assert end is not None  # noqa: S101 - a legal fair wind leads somewhere
            cut = end not in fleet.afloat
            return state.with_fleet(seat, fleet.moved(tile, end)), (events.Fair(seat, tile, end, cut),)
        case Contrary(owner, tile):
            end = contrary_wind(state, owner, tile)
            assert end is not None  # noqa: S101 - a legal contrary wind leads somewhere
            after = state.with_fleet(owner, state.fleets[owner].moved(tile, end))
            return after, (events.Contrary(seat, owner, tile, end),)
        case _:
            return state, (events.Passed(seat, die),)


def _sail(state: State, seat: Seat, tile: int, pips: int) -> tuple[State, tuple[RiverEvent, ...]]:
    fleet = state.fleets[seat]
    voyage = sail(state, tile, pips)
    happened: list[RiverEvent] = [events.Moved(seat, tile, voyage.path)]
    if voyage.surged_at is not None:
        happened.append(events.Surged(seat, voyage.surged_at, voyage.end))
    if voyage.aground:
        happened.append(events.Aground(seat, voyage.end))
    if voyage.end < HARBOUR:
        return state.with_fleet(seat, fleet.moved(tile, voyage.end)), tuple(happened)
    bollard = state.next_bollard
    happened.append(events.Docked(seat, bollard))
    return state.with_fleet(seat, fleet.docked(tile, bollard)), tuple(happened)


def _go_on(state: State) -> tuple[State, tuple[RiverEvent, ...]]:
    """Find who moves next after the seat to move (section 2.4), ending rounds and the game on the way."""
    happened: list[RiverEvent] = []
    seat = state.to_move
    while state.anyone_afloat:
        assert seat is not None  # noqa: S101 - while a boat is afloat the game is not over
        seat = Seat(seat + 1)
        if seat == len(state.fleets):
            state, ended = _end_round(state)
            happened += ended
            seat = Seat(0)
            if not state.anyone_afloat:
                break
        if state.takes_turns(seat):
            return replace(state, to_move=seat), tuple(happened)
        happened.append(events.Skipped(seat))
    happened.append(events.Over(tuple(fleet.score for fleet in state.fleets), places(state)))
    return replace(state, to_move=None), tuple(happened)


def _end_round(state: State) -> tuple[State, list[RiverEvent]]:
    """Let the boats on tile 1 fall and move that tile up to the harbour (section 2.4, step 3)."""
    happened: list[RiverEvent] = []
    fallen = tuple((seat, state.fleets[seat].afloat.count(1)) for seat in state.seats if 1 in state.fleets[seat].afloat)
    if fallen:
        happened.append(events.Fell(fallen))
    after = replace(
        state,
        round=state.round + 1,
        sand=_drift(state.sand),
        wave=_drift(state.wave),
        fleets=tuple(_drifted(fleet) for fleet in state.fleets),
    )
    happened.append(events.Rotated(after.sand, after.wave, after.round))
    return after, happened


def _drift(tile: int) -> int:
    return tile - 1 or TILES


def _drifted(fleet: Fleet) -> Fleet:
    staying = tuple(tile - 1 for tile in fleet.afloat if tile > 1)
    return replace(fleet, afloat=staying, lost=fleet.lost + len(fleet.afloat) - len(staying))
