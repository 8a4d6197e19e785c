"""How far it is: the turns a lone piece needs from a place to the finish, if it chooses its lanes well.

Owns the two tables, for Pawns (who draw before they roll) and for a Helmsman (who needs the exact number), found by repeated
passes until nothing moves. Refuses to know the other pieces and how a card is best used: a kept High Tide card is a constant.
"""

from collections import defaultdict
from functools import cache
from typing import TypeAlias

from bot.engine.games.splash.cards import AT_ONCE, HIGH_PACK, LOW, LOW_PACK, RULES, Card
from bot.engine.games.splash.cards import HIGH as HIGH_DECK
from bot.engine.games.splash.course import CENTRE, HIGH, LANES, OUTER, Course, courses

CARD = 0.3  # turns that a High Tide card is worth; measured
CLOSE = 1e-6

Table: TypeAlias = tuple[float, ...]
Case: TypeAlias = tuple[int, int, int, bool, float]
"""After the draw: place, modifier, free crossings, wind, cards gained."""


@cache
def pawn_turns(course_id: str) -> Table:
    """Give a Pawn's turns to go, by place; 0 from the finish on."""
    course = courses()[course_id]
    cases = {place: _drawn(course, place) for place in _places(course)}
    options = {
        place: [
            (chance / RULES.die, gained, _ends(course, after, max(1, die + modifier), free, wind))
            for (after, modifier, free, wind, gained), chance in found.items()
            for die in range(1, RULES.die + 1)
        ]
        for place, found in cases.items()
    }
    return _settled(course, options)


@cache
def helm_turns(course_id: str) -> Table:
    """Give a Helmsman's turns to close exactly, by place; 0 at the finish alone."""
    course = courses()[course_id]
    options = {
        place: [
            (1 / RULES.die, 0.0, tuple(_bounced(course, end) for end in _ends(course, place, die, 0, True)))
            for die in range(1, RULES.die + 1)
        ]
        for place in _places(course)
    }
    return _settled(course, options)


def entry(course: Course) -> int:
    """Give the place where a Helmsman enters."""
    return course.place(course.laps, CENTRE, course.lines[CENTRE][course.entry])


def _places(course: Course) -> list[int]:
    """List the places short of the finish, those nearest to it first."""
    return sorted((place for place in range(len(course.lane)) if place < course.finish[place]), key=lambda at: -course.level[at])


def _settled(course: Course, options: dict[int, list[tuple[float, float, tuple[int, ...]]]]) -> Table:
    turns = [0.0] * len(course.lane)
    change = 1.0
    while change > CLOSE:
        change = 0.0
        for place, cases in options.items():
            value = 1.0
            for chance, gained, ends in cases:
                value += chance * (min([turns[end] for end in ends]) - CARD * gained)
            change = max(change, abs(value - turns[place]))
            turns[place] = value
    return tuple(turns)


def _drawn(course: Course, place: int) -> dict[Case, float]:
    """Give what a Pawn's draw leads to, with its chance."""
    found: defaultdict[Case, float] = defaultdict(float)
    if course.lane[place] == HIGH:
        for code in HIGH_PACK:
            found[_high(course, place, HIGH_DECK[code])] += 1 / len(HIGH_PACK)
    else:
        for code in LOW_PACK:
            found[_low(course, place, LOW[code])] += 1 / len(LOW_PACK)
    return found


def _low(course: Course, place: int, card: Card) -> Case:
    match card.do:
        case "die":
            return place, card.amount, 0, True, 0.0
        case "die_outer":
            return place, card.amount if course.lane[place] == OUTER else 0, 0, True, 0.0
        case "nowind":
            return place, 0, 0, False, 0.0
        case "jump":
            return course.jump(place, card.amount), 0, 0, True, 0.0
        case "freecross":
            return place, 0, card.amount, True, 0.0
    return place, 0, 0, True, 0.0


def _high(course: Course, place: int, card: Card) -> Case:
    if card.code not in AT_ONCE:
        return place, 0, 0, True, 1.0
    after = course.restart[place] if card.do == "slip" else course.jump(place, -card.amount)
    return after, 0, 0, True, 0.0


def _ends(course: Course, place: int, squares: int, free: int, wind: bool) -> tuple[int, ...]:
    """Give where a movement can end on an empty course; places beyond the finish included."""
    if place >= course.finish[place]:
        return (place,)
    own = course.lane[place]
    found: list[int] = []
    for lane in range(len(LANES)):
        left = squares - RULES.cross_cost * max(0, abs(lane - own) - free)
        if left < 0:
            continue
        beside, here = place, own
        while here != lane:
            beside = course.inward[beside] if lane > here else course.outward[beside]
            here += 1 if lane > here else -1
        found.append(beside + left + (RULES.wind if left and wind and lane == OUTER else 0))
    return tuple(found)


def _bounced(course: Course, place: int) -> int:
    """Send a Helmsman back by the excess."""
    return min(place, 2 * course.finish[place] - place)
