"""What the cards of Splash & Bash do: one primitive each, with its targets (section 8).

Owns which targets a card has and what it changes. Refuses to know when a card may be played (`turn`, `choices`) and the two
reactions, which work where a fall (`kernel`) or a bump (`movement`) is about to happen.
"""

from collections.abc import Callable, Iterator
from typing import TypeAlias

from bot.engine.core import Seat
from bot.engine.games.splash import events
from bot.engine.games.splash.cards import AMOUNT, CARDS, DO, RULES
from bot.engine.games.splash.course import FREE, HIGH, LANES, OUTER
from bot.engine.games.splash.kernel import BACK, FORWARD, fall, inward, jump
from bot.engine.games.splash.position import CREW, LETTERS, PIECES
from bot.engine.games.splash.race import OBSTACLE, Race

NOBODY = -1
CROWD = tuple(getattr(RULES.obstacle_max, lane) for lane in LANES)

Targets: TypeAlias = Callable[[Race], Iterator[int]]
"""Gives the pieces (or teams) a card may be used on, ascending; NOBODY for a card that wants no target and may be played."""


def rivals(race: Race) -> Iterator[int]:
    """Give the rivals: pieces of other teams that are on and not on the Start/Finish line (8.2)."""
    own, cell = race.piece // CREW, race.course.cell
    for piece, place in enumerate(race.at):
        if place >= 0 and piece // CREW != own and cell[place] != FREE:
            yield piece


def _in_high(race: Race) -> Iterator[int]:
    return (piece for piece in rivals(race) if race.course.lane[race.at[piece]] == HIGH)


def _not_in_high(race: Race) -> Iterator[int]:
    return (piece for piece in rivals(race) if race.course.lane[race.at[piece]] != HIGH)


def _any_rival(race: Race) -> Iterator[int]:
    return rivals(race)


def _not_anchored(race: Race) -> Iterator[int]:
    return (piece for piece in rivals(race) if not race.anchors >> piece & 1)


def _with_cards(race: Race) -> Iterator[int]:
    own = race.piece // CREW
    return (team for team, hand in enumerate(race.hands) if hand and team != own)


def _same_stretch(race: Race) -> Iterator[int]:
    course, piece = race.course, race.piece
    place = race.at[piece]
    if course.cell[place] == FREE:
        return
    for other, there in enumerate(race.at):
        if there >= 0 and other != piece and course.cell[there] != FREE and course.stretch[there] == course.stretch[place]:
            yield other


def _if_any_would_fall(race: Race) -> Iterator[int]:
    if surged(race):
        yield NOBODY


def _nobody(race: Race) -> Iterator[int]:
    yield NOBODY


TARGETS: dict[str, Targets] = {
    "pool": _in_high,
    "shove": _not_in_high,
    "drag": _any_rival,
    "anchor": _not_anchored,
    "steal": _with_cards,
    "swap": _same_stretch,
    "surge": _if_any_would_fall,
    "boost": _nobody,
    "again": _nobody,
}


def targets(race: Race, card: str) -> Iterator[int]:
    """Give the legal targets of a High Tide card that is played by hand."""
    return TARGETS[DO[card]](race)


def target_name(card: str, target: int) -> str:
    """Write a target: a piece, a team's letter, or nothing."""
    if target == NOBODY:
        return ""
    return LETTERS[target] if DO[card] == "steal" else PIECES[target]


def surged(race: Race) -> list[int]:
    """List whom a Mareggiata takes: pieces in High Tide between the mover's two lines, of any lap, the front one first."""
    course, piece = race.course, race.piece
    side = course.side[race.at[piece]]
    found = [
        other
        for other, there in enumerate(race.at)
        if there >= 0
        and other != piece
        and course.lane[there] == HIGH
        and course.cell[there] != FREE
        and course.side[there] == side
    ]
    return sorted(found, key=lambda other: course.cell[race.at[other]], reverse=True)


def ground(race: Race) -> int:
    """Find where an obstacle may be put, as bits by cell (LP)."""
    course = race.course
    open_ground = 0
    for lane, most in enumerate(CROWD):
        if (race.obstacles & course.ground[lane]).bit_count() < most:
            open_ground |= course.ground[lane]
    for place in race.at:
        if place >= 0:
            open_ground &= ~course.shadow[place]
    return open_ground & ~race.obstacles


def apply_drawn(race: Race, card: str) -> None:
    """Let a card work on the piece that drew it; a Lisca di pesce only asks for its square elsewhere."""
    piece, amount = race.piece, AMOUNT[card]
    match DO[card]:
        case "die":
            race.modifier += amount
        case "die_outer":
            race.modifier += amount if race.course.lane[race.at[piece]] == OUTER else 0
        case "nowind":
            race.wind = False
        case "jump":
            jump(race, piece, amount, FORWARD)
        case "clean":
            _clean(race)
        case "freecross":
            race.free += amount
        case "slip":
            race.tell(events.Slipped(PIECES[piece], race.name(piece), obstacle=False))
            inward(race, piece)
        case "back":
            jump(race, piece, -amount, BACK)


def apply_played(race: Race, card: str, target: int) -> None:
    """Let a card played by hand work; its target is legal and the card among the discards."""
    amount = AMOUNT[card]
    match DO[card]:
        case "pool":
            fall(race, target)
        case "shove":
            inward(race, target)
        case "drag":
            jump(race, target, -amount, BACK)
        case "anchor":
            race.anchors |= 1 << target
            race.tell(events.Anchored(PIECES[target]))
        case "steal":
            race.steal(race.piece // CREW, target)
        case "swap":
            _swap(race, target)
        case "surge":
            for victim in surged(race):
                if race.at[victim] >= 0 and race.course.lane[race.at[victim]] == HIGH:
                    fall(race, victim)
        case "boost":
            race.modifier += amount
        case _:
            race.again = True


def play(race: Race, card: str, target: int) -> None:
    """Play a card by hand: it goes to the discards before its effect (8.1)."""
    team = race.piece // CREW
    race.spend(team, card)
    race.used |= 1 << team
    race.tell(events.Played(Seat(team), PIECES[race.piece], card, target_name(card, target)))
    apply_played(race, card, target)


def anchor_weight() -> int:
    """Give what an anchor takes from the next roll."""
    return next(card.amount for card in CARDS.values() if card.do == "anchor")


def _clean(race: Race) -> None:
    """Remove the next obstacle ahead of the mover in its lane, around the lap."""
    course, place = race.course, race.at[race.piece]
    cells = course.lane_cells[course.lane[place]]
    here = course.spots[place].square
    for cell in cells[here + 1 :] + cells[:here]:
        if race.on[cell] == OBSTACLE:
            race.clear_obstacle(cell)
            race.tell(events.ObstacleGone(course.cell_names[cell]))
            return


def _swap(race: Race, other: int) -> None:
    piece, at = race.piece, race.at
    here, there = at[piece], at[other]
    race.put(piece, there)
    race.put(other, here)
    race.tell(events.Swapped(PIECES[piece], race.name(piece), PIECES[other], race.name(other)))
