"""The displacement kernel of Splash & Bash: bumps, pushes, slips and falls (section 7), the only place where pieces are set down.

Owns what follows from an arrival, chains included. Refuses to know whose turn it is and why a piece arrives.
"""

from typing import Final

from bot.engine.games.splash import events
from bot.engine.games.splash.cards import REACTIONS, RULES
from bot.engine.games.splash.course import HIGH, OUTER
from bot.engine.games.splash.position import CREW, DONE, HELM, PIECES
from bot.engine.games.splash.race import EMPTY, OBSTACLE, Race

FORWARD: Final = "f"
BACK: Final = "b"
INWARD: Final = "i"
OUTWARD: Final = "o"

KINDS = {FORWARD: "behind", BACK: "back", INWARD: "inward", OUTWARD: "outward"}
LIFEBUOY = REACTIONS["lifebuoy"]
PUSH = RULES.push


def jump(race: Race, piece: int, delta: int, way: str) -> None:
    """Push a piece along its lane: only where it lands counts (7.2)."""
    start = race.at[piece]
    end = race.course.jump(start, delta)
    race.lift(piece)
    race.tell(events.pushed(PIECES[piece], race.course.names[start], race.course.names[end]))
    arrive(race, piece, end, way)


def arrive(race: Race, piece: int, place: int, way: str) -> None:
    """Set a piece down that travels in a direction, with all that follows; it stands nowhere before (7.2)."""
    course = race.course
    finish = course.finish[place]
    if place >= finish:
        if place == finish or piece % CREW != HELM:
            arrive_home(race, piece)
            return
        place, way = 2 * finish - place, BACK
        race.tell(events.Bounced(PIECES[piece], course.names[place]))
    race.at[piece] = place
    cell = course.cell[place]
    if not cell:
        return
    other = race.on[cell]
    if other == OBSTACLE:
        race.clear_obstacle(cell)
        race.tell(events.Slipped(PIECES[piece], course.names[place], obstacle=True))
        race.tell(events.ObstacleGone(course.cell_names[cell]))
        inward(race, piece)
        return
    race.on[cell] = piece
    if other != EMPTY:
        displace(race, other, way, piece)


def arrive_home(race: Race, piece: int) -> None:
    """Take a piece off the course for good: a Pawn is done, a Helmsman closes."""
    race.at[piece] = DONE
    race.anchors &= ~(1 << piece)
    team, mark = divmod(piece, CREW)
    if mark == HELM:
        race.closers.append(team)
        race.tell(events.Closed(PIECES[piece]))
    else:
        pawns = race.at[team * CREW : team * CREW + HELM].count(DONE)
        race.tell(events.Finished(PIECES[piece], pawns))


def displace(race: Race, piece: int, way: str, by: int) -> None:
    """Push a piece off the square where another has just arrived, in the direction that one was travelling (7.1)."""
    place = race.at[piece]
    lane = race.course.lane[place]
    outer = way == OUTWARD and lane == OUTER
    race.tell(events.bumped("outer" if outer else KINDS[way], PIECES[by], PIECES[piece], race.course.names[place]))
    if way == FORWARD:
        jump(race, piece, PUSH, FORWARD)
    elif way == BACK:
        jump(race, piece, -PUSH, BACK)
    elif way == INWARD:
        inward(race, piece)
    elif outer:
        team = piece // CREW
        if race.hands[team]:
            race.discard(team, race.hands[team][-1], "outer")
        jump(race, piece, -1, BACK)
    else:
        _beside(race, piece, race.course.outward[place], OUTWARD)


def inward(race: Race, piece: int) -> None:
    """Push a piece one lane toward the pool, from the High Tide lane into it."""
    place = race.at[piece]
    if race.course.lane[place] == HIGH:
        fall(race, piece)
    else:
        _beside(race, piece, race.course.inward[place], INWARD)


def fall(race: Race, piece: int) -> None:
    """Let a piece fall into the pool: back to a checkpoint line of the Centre (7.5), or out to the Centre by a Salvagente (8)."""
    start, course = race.at[piece], race.course
    team = piece // CREW
    if race.reacts(team, LIFEBUOY, 0):
        race.react(team, LIFEBUOY, piece, None)
        _beside(race, piece, course.outward[start], OUTWARD)
        return
    race.lift(piece)
    end = course.restart[start]
    race.tell(events.Splash(PIECES[piece], course.names[start], course.names[end]))
    arrive(race, piece, end, FORWARD)


def _beside(race: Race, piece: int, place: int, way: str) -> None:
    names = race.course.names
    race.lift(piece)
    race.tell(events.pushed(PIECES[piece], names[race.at[piece]], names[place]))
    arrive(race, piece, place, way)
