"""The order of a turn of Splash & Bash and of what follows it (sections 4, 5, 9, 10.1).

Owns the steps from one decision to the next. Refuses to judge whether an action is legal (`choices`, `refusals`).

A step does its part and names the next step, or None where somebody has to decide; `run` walks on until then.
"""

from collections.abc import Callable
from typing import Any, TypeAlias

from bot.engine.chance import roll as roll_die
from bot.engine.core import Seat
from bot.engine.games.splash import events
from bot.engine.games.splash.cards import AFTER, AT_ONCE, BEFORE, BETWEEN, DO, RULES
from bot.engine.games.splash.course import CENTRE, FREE, HIGH, LANES
from bot.engine.games.splash.effects import anchor_weight, apply_drawn, ground, play, targets
from bot.engine.games.splash.kernel import FORWARD, arrive
from bot.engine.games.splash.movement import move, movement, reachable
from bot.engine.games.splash.position import CREW, DONE, HELM, ORDERS, PIECES, USUAL, WAITING
from bot.engine.games.splash.race import Race
from bot.engine.games.splash.standings import settle

Next: TypeAlias = Callable[[Race], Any] | None  # Any: the next step, a type that names itself

ANCHOR = anchor_weight()


def line_up(race: Race, seat: Seat, lanes: str) -> Next:
    """Take a team's lineup; with the last one all are revealed and the first turn begins (section 3)."""
    race.lineups = (*race.lineups[:seat], lanes, *race.lineups[seat + 1 :])
    race.tell(events.Lined(seat, lanes, audience=frozenset({seat})))
    return start if _begun(race) else None


def _begun(race: Race) -> bool:
    """Put the Pawns on the start line once every team has given its lineup."""
    given = tuple(lineup for lineup in race.lineups if lineup is not None)
    if len(given) < race.teams:
        return False
    for team, lineup in enumerate(given):
        for mark, lane in enumerate(lineup):
            race.at[team * CREW + mark] = race.course.base[LANES.index(lane)]
    race.lineups = ()
    race.shown = True
    race.tell(events.Began(given))
    race.decision = "start"
    return True


def leave(race: Race, seat: Seat) -> None:
    """Take a team's user out (11.3): what it still has to decide is the default, and the next team's pass lets it happen."""
    race.gone |= 1 << seat
    race.tell(events.Left(seat))
    if race.gone.bit_count() == race.teams - 1:
        settle(race)
    elif race.decision == "D0" and race.lineups[seat] is None:
        race.lineups = (*race.lineups[:seat], USUAL, *race.lineups[seat + 1 :])
        _begun(race)


def resume(race: Race) -> Next:
    """Begin the turn, or go on by the default (11.1) with the decision of a team that has left."""
    match race.decision:
        case "start":
            return start
        case "D1":
            return before
        case "D2":
            return drop(race, race.hands[race.piece // CREW][0])
        case "D3":
            return roll
        case "D4":
            return go(race, race.course.lane[race.at[race.piece]])
        case _:
            return end


def run(race: Race, step: Next) -> None:
    """Go on until somebody has to decide or the race is over."""
    sudden = race.options.sudden
    while step is not None:
        step = step(race)
        if sudden and any(not race.gone >> team & 1 for team in race.closers):
            settle(race)
            return


def left(race: Race) -> bool:
    """Whether the mover's team has left: then its decisions are the defaults."""
    return bool(race.gone >> race.piece // CREW & 1)


def next_turn(race: Race) -> Next:
    """Find the next live piece, through the round's end (4.1); the race ends with a round in which a team that stayed closed."""
    order = ORDERS[race.options.order, race.teams][race.round > 1]
    at = race.at
    while True:
        race.slot += 1
        if race.slot == len(order):
            if any(at[team * CREW + HELM] == DONE and not race.gone >> team & 1 for team in range(race.teams)):
                return settle
            race.round += 1
            race.slot = 0
            order = ORDERS[race.options.order, race.teams][1]
        piece = order[race.slot]
        if at[piece] >= 0 or (at[piece] == WAITING and race.helm_is_due(piece // CREW)):
            race.piece = piece
            return start


def start(race: Race) -> Next:
    """Clear what belonged to the turn before; a Helmsman on his first turn enters (step 1)."""
    race.modifier = race.free = race.used = race.die = 0
    race.wind, race.again = True, False
    piece, course = race.piece, race.course
    race.tell(events.Turn(race.round, PIECES[piece], race.name(piece)))
    if race.at[piece] == WAITING:
        place = course.place(course.laps, CENTRE, course.lines[CENTRE][course.entry])
        race.tell(events.HelmEntered(PIECES[piece], course.names[place]))
        arrive(race, piece, place, FORWARD)
    return before if piece % CREW == HELM else draw


def draw(race: Race) -> Next:
    """Draw a card of the square's colour (step 2)."""
    if race.course.lane[race.at[race.piece]] == HIGH:
        return _draw_high(race, before)
    card = race.draw_low()
    race.tell(events.drew(PIECES[race.piece], "low", len(race.hands[race.piece // CREW])))
    race.tell(events.applied(PIECES[race.piece], card))
    if DO[card] == "obstacle":
        if ground(race) and not left(race):
            race.decision = "D1"
            return None
    else:
        apply_drawn(race, card)
    return before


def _draw_high(race: Race, then: Next) -> Next:
    """Draw a High Tide card: used at once, or taken into the hand, a third one for one of the two old ones."""
    piece = race.piece
    team = piece // CREW
    card = race.draw_high()
    if card is None:
        return then
    hand = race.hands[team]
    if card in AT_ONCE:
        race.high_spent += (card,)
        race.tell(events.drew(PIECES[piece], "high", len(hand)))
        race.tell(events.applied(PIECES[piece], card))
        apply_drawn(race, card)
        return then
    race.tell(events.drew(PIECES[piece], "high", len(hand) + 1))
    race.tell(events.Took(Seat(team), card, audience=frozenset({Seat(team)})))
    if len(hand) < RULES.hand_max:
        race.hands[team] = (*hand, card)
        return then
    race.drawn = card
    if len(set(hand)) > 1 and not left(race):
        race.decision = "D2"
        return None
    return drop(race, hand[0])


def drop(race: Race, card: str) -> Next:
    """Discard an old card for the third one; a Pawn's turn goes on, a Helmsman's ends."""
    team = race.piece // CREW
    race.discard(team, card, "limit")
    race.hands[team] += (race.drawn,)
    race.drawn = ""
    return next_turn if race.piece % CREW == HELM else before


def put_obstacle(race: Race, cell: int) -> Next:
    """Put the Lisca di pesce on a cell, or with FREE nowhere."""
    if cell != FREE:
        race.raise_obstacle(cell)
        race.tell(events.Obstacle(PIECES[race.piece], race.course.cell_names[cell]))
    return before


def playable(race: Race, timings: frozenset[str]) -> bool:
    """Whether the mover's team could play a card of these now, and still decides for itself."""
    team = race.piece // CREW
    if race.used >> team & 1 or race.gone >> team & 1:
        return False
    return any(card in timings and next(targets(race, card), None) is not None for card in race.hands[team])


def before(race: Race) -> Next:
    """Ask for a card before the roll, if one could be played (step 3)."""
    if race.at[race.piece] < 0:
        return end
    if playable(race, BEFORE):
        race.decision = "D3"
        return None
    return roll


def roll(race: Race) -> Next:
    """Roll the die; an anchor holds this once (step 4)."""
    piece = race.piece
    race.die = roll_die(race.chance, "die", RULES.die)
    race.shown = True
    anchored = bool(race.anchors >> piece & 1)
    if anchored:
        race.modifier -= ANCHOR
        race.anchors &= ~(1 << piece)
    race.tell(events.rolled(PIECES[piece], race.die, race.modifier, movement(race), anchored=anchored, again=race.again))
    return between


def between(race: Race) -> Next:
    """Ask for the lane, and a card before it, unless there is but one lane and no card (steps 5 and 6)."""
    if race.at[race.piece] < 0:
        return end
    if left(race):
        return go(race, race.course.lane[race.at[race.piece]])
    lanes = reachable(race)
    if len(lanes) == 1 and not playable(race, BETWEEN):
        return go(race, lanes[0])
    race.decision = "D4"
    return None


def go(race: Race, lane: int) -> Next:
    """Move (step 6)."""
    move(race, lane)
    return end if race.again else after


def after(race: Race) -> Next:
    """Ask for a card after the movement, if one could be played (step 7)."""
    if race.at[race.piece] >= 0 and playable(race, AFTER):
        race.decision = "D6"
        return None
    return end


def end(race: Race) -> Next:
    """End the turn: a Helmsman on the course draws (step 8)."""
    if race.piece % CREW == HELM and race.at[race.piece] >= 0:
        return _draw_high(race, next_turn)
    return next_turn


def use(race: Race, card: str, target: int) -> Next:
    """Play a card by hand; the turn goes on from where it was."""
    decision = race.decision
    play(race, card, target)
    if decision == "D3":
        return before
    if decision == "D4":
        return between
    if race.again and race.at[race.piece] >= 0:
        race.modifier = race.free = 0
        return roll
    return end
