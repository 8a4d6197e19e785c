"""Where a movement would lead, as the mover's team may know it before it moves: what the label of a lane says.

Owns two ways to find out: `rehearsed` makes the movement on a copy, `foresee` reads the plain cases off the board, which is
most of them and many times faster. Refuses to know other teams' hands: no rival's card plays a part.
"""

from typing import TypeAlias

from bot.engine.games.splash import events
from bot.engine.games.splash.cards import RULES
from bot.engine.games.splash.course import HIGH, OUTER
from bot.engine.games.splash.kernel import LIFEBUOY, PUSH
from bot.engine.games.splash.movement import cost, move, movement
from bot.engine.games.splash.position import CREW, DONE, HELM, PIECES
from bot.engine.games.splash.race import EMPTY, Race, rehearsal

Foresight: TypeAlias = tuple[str, str, str]
"""The kind of label, where the piece ends (`2C11` or F), and whom it bumps first (a piece, or empty)."""


def rehearsed(race: Race, lane: int) -> Foresight:
    """Make the movement on a copy and tell what became of the mover."""
    copy = rehearsal(race, race.piece // CREW)
    move(copy, lane)
    code = PIECES[race.piece]
    kind, whom = "go", ""
    for event in copy.told:
        match event:
            case events.Bumped(_, by, struck, _) if by == code and not whom:
                whom = struck
                kind = "go_bump" if kind == "go" else kind
            case events.Splash(fallen, _, _) if fallen == code:
                kind = "go_splash"
            case events.Slipped(slid, _, _) if slid == code:
                kind = "go_slip"
            case events.Bounced(back, _) if back == code:
                kind = "go_bounce"
    if copy.at[race.piece] == DONE:
        kind = "go_close" if race.piece % CREW == HELM else "go_home"
    return kind, copy.name(race.piece), whom


def foresee(race: Race, lane: int) -> Foresight | None:
    """Tell it without moving where nothing is met, or one piece that can be pushed onto a free square; None for anything else."""
    course, on = race.course, race.on
    cell = course.cell
    place = race.at[race.piece]
    own = course.lane[place]
    left = movement(race) - cost(race, lane)
    while own != lane:
        inward = lane > own
        place, own = (course.inward[place], own + 1) if inward else (course.outward[place], own - 1)
        other = on[cell[place]]
        if other != EMPTY:
            return _bumped(race, place, other, _sideways(race, other, inward=inward)) if other >= 0 else None
    if left and lane == OUTER and race.wind:
        left += RULES.wind
    finish = course.finish[place]
    for step in range(place + 1, min(place + left + 1, finish)):
        other = on[cell[step]]
        if other != EMPTY:
            return _bumped(race, step, other, course.jump(race.at[other], PUSH)) if other >= 0 else None
    end = place + left
    if end < finish:
        return "go", course.names[end], ""
    if race.piece % CREW != HELM:
        return "go_home", "F", ""
    return ("go_close", "F", "") if end == finish else None


def _sideways(race: Race, other: int, *, inward: bool) -> int | None:
    """Find where a piece bumped from the side lands; None where a card may have a say."""
    course, place = race.course, race.at[other]
    lane = course.lane[place]
    if inward:
        if lane != HIGH:
            return course.inward[place]
        team = race.piece // CREW
        own_lifebuoy = other // CREW == team and LIFEBUOY in race.hands[team]
        return None if own_lifebuoy else course.restart[place]
    return course.jump(place, -1) if lane == OUTER else course.outward[place]


def _bumped(race: Race, place: int, other: int, landing: int | None) -> Foresight | None:
    course = race.course
    if landing is None or landing >= course.finish[landing] or race.on[course.cell[landing]] != EMPTY:
        return None
    return "go_bump", course.names[place], PIECES[other]
