"""The movement of the piece on turn: reachable lanes, sideways steps, wind, the walk, the Helmsman's exact arrival (6, 9.3).

Owns how a piece moves by its own die. Refuses to know what a bump does (`kernel`) and when a piece moves (`turn`).
"""

from functools import cache

from bot.engine.games.splash import events
from bot.engine.games.splash.cards import REACTIONS, RULES
from bot.engine.games.splash.course import LANES, OUTER
from bot.engine.games.splash.kernel import BACK, FORWARD, INWARD, OUTWARD, arrive, arrive_home
from bot.engine.games.splash.position import CREW, HELM, PIECES
from bot.engine.games.splash.race import EMPTY, Race

WHISTLE = REACTIONS["whistle"]
COST = RULES.cross_cost


def cost(race: Race, lane: int) -> int:
    """Give the squares that a lane change of the piece on turn costs (section 5, step 6)."""
    crossed = abs(lane - race.course.lane[race.at[race.piece]])
    return COST * max(0, crossed - race.free)


def movement(race: Race) -> int:
    """Give the squares of the movement to make."""
    return max(1, race.die + race.modifier)


def reachable(race: Race) -> tuple[int, ...]:
    """List the lanes that the movement can pay, from outside in; the own lane is always among them."""
    own = race.course.lane[race.at[race.piece]]
    return _reachable(own, race.free, max(1, race.die + race.modifier))


@cache
def _reachable(own: int, free: int, squares: int) -> tuple[int, ...]:
    return tuple(lane for lane in range(len(LANES)) if COST * max(0, abs(lane - own) - free) <= squares)


def move(race: Race, lane: int) -> None:
    """Make the movement, changing to a lane first."""
    piece, course = race.piece, race.course
    left = movement(race) - cost(race, lane)
    place = race.at[piece]
    race.lift(piece)
    own = course.lane[place]
    while own != lane:
        toward, way = (course.inward, INWARD) if lane > own else (course.outward, OUTWARD)
        beside = toward[place]
        if race.on[course.cell[beside]] != EMPTY:
            if not whistled(race, race.on[course.cell[beside]]):
                race.tell(events.lane_changed(PIECES[piece], course.names[place], course.names[beside]))
                arrive(race, piece, beside, way)
            else:
                race.put(piece, place)
            return
        race.tell(events.lane_changed(PIECES[piece], course.names[place], course.names[beside]))
        race.at[piece] = place = beside
        own += 1 if lane > own else -1
    wind = RULES.wind if left and lane == OUTER and race.wind else 0
    if left:
        walk(race, place, left + wind, wind)
    else:
        race.put(piece, place)


def walk(race: Race, start: int, steps: int, wind: int) -> None:
    """Walk square by square; the first piece or obstacle entered, or the finish, ends it."""
    piece, course, on = race.piece, race.course, race.on
    finish, cell, names = course.finish[start], course.cell, course.names
    last = min(start + steps, finish)
    place = start
    while place < last:
        place += 1
        if place == finish:
            break
        there = on[cell[place]]
        if there != EMPTY:
            stopped = whistled(race, there)
            end = place - 1 if stopped else place
            if end > start:
                race.tell(events.moved(PIECES[piece], names[start], names[end], wind))
            if stopped:
                race.put(piece, end)
            else:
                arrive(race, piece, place, FORWARD)
            return
    race.tell(events.moved(PIECES[piece], names[start], names[place], wind))
    if place < finish:
        race.put(piece, place)
    elif piece % CREW != HELM or start + steps == finish:
        arrive_home(race, piece)
    else:
        bounce(race, finish, start + steps - finish)


def bounce(race: Race, finish: int, steps: int) -> None:
    """Walk a Helmsman back from the finish by the excess (9.3)."""
    course = race.course
    place = finish
    while steps and race.on[course.cell[place]] == EMPTY:  # the finish is as free as the line
        place -= 1
        steps -= 1
    race.tell(events.Bounced(PIECES[race.piece], course.names[place]))
    arrive(race, race.piece, place, BACK)


def whistled(race: Race, other: int) -> bool:
    """Whether a piece about to be bumped by the mover is a rival whose Alt del bagnino stops it; then the card is used."""
    team = other // CREW
    if other < 0 or team == race.piece // CREW or not race.reacts(team, WHISTLE, 1):
        return False
    race.react(team, WHISTLE, other, race.piece)
    return True
