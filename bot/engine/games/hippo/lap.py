"""A lap of Hippo: cards drawn and dropped, and the four phases of attacks (section 7).

Owns the order of turns, attacks and wheel locks. Refuses to know how often orders are asked for: both tempos have the same
resolver.
"""

from bot.engine.core import Seat
from bot.engine.games.hippo.actions import ATTACK, HOLD, ONLY_WITH, Part
from bot.engine.games.hippo.cards import BLOCK, CUT, ENDURANCE, SPEED, TURN, auto_drop
from bot.engine.games.hippo.course import Course
from bot.engine.games.hippo.deck import shuffled
from bot.engine.games.hippo.events import Attempted, Drew, Dropped, HandsGrew, LapBegan, PhaseBegan, Roll, Unlocked
from bot.engine.games.hippo.position import ALONE, SEATS, fatigue, over_hand

DRAWN = 2
STRAIGHT = (SPEED, "v", BLOCK, "b")  # the attacker's stat and card kind, the defender's
CURVE = (CUT, "a", TURN, "t")


def tire(course: Course, lap: int) -> None:
    """Set everybody's fatigue for a lap."""
    course.fatigue = [fatigue(lap, course.state.sums[seat][ENDURANCE]) for seat in SEATS]


def begin(course: Course, lap: int) -> None:
    """Draw two cards for every running chariot, the last place first; an empty deck is renewed from the discards."""
    tire(course, lap)
    order = tuple(course.order)
    course.events.append(LapBegan(lap, order, tuple([course.fatigue[seat] for seat in order])))
    reshuffles = 0
    for seat in reversed(order):
        drawn = []
        for _ in range(DRAWN):
            if not course.deck:
                course.deck = list(reversed(shuffled(course.chance, "events", course.discard)))
                course.discard = []
                reshuffles += 1
            drawn.append(course.deck.pop())
        course.hands[seat] += drawn
        course.events.append(Drew(seat, tuple(drawn), audience=ALONE[seat]))
    sizes = tuple(map(len, course.hands))
    course.events.append(HandsGrew(sizes, len(course.deck), len(course.discard), reshuffles))


def drop(course: Course, lap: int) -> None:
    """Take every hand down to five, by its owner's choice or by itself, the last place first."""
    for seat in reversed(course.order):
        if not over_hand(course.state, seat):
            continue
        chosen = course.orders[seat].drop
        cards = auto_drop(course.hands[seat]) if chosen is None else chosen
        for card in cards:
            course.hands[seat].remove(card)
        course.discard += cards
        course.events.append(Dropped(lap, seat, cards, auto=chosen is None))


def sequence(order: list[Seat], phase: str) -> tuple[Seat, ...]:
    """Give the order of turns: the last begins, then clockwise on a straight, counter-clockwise on a curve (section 7.2)."""
    return (order[-1], *order[:-1]) if phase[0] == "S" else tuple(reversed(order))


def run(course: Course, lap: int, phase: str, index: int) -> None:
    """Run one phase by the index-th part of everybody's orders."""
    course.where = f"L{lap}.{phase}"
    course.incidents = 0
    turns = sequence(course.order, phase)
    course.events.append(PhaseBegan(lap, phase, turns))
    kinds = STRAIGHT if phase[0] == "S" else CURVE
    for seat in turns:
        if course.over:
            return
        part = course.orders[seat].parts[index]
        if part.attack != HOLD and seat in course.order and (place := course.order.index(seat)):
            _attempt(course, place, part, kinds, phase, index)


def _attempt(course: Course, place: int, part: Part, kinds: tuple[int, str, int, str], phase: str, index: int) -> None:
    """Attack the chariot ahead, if the orders still say so now (section 7.3)."""
    order = course.order
    seat, ahead = order[place], order[place - 1]
    if part.only and ahead not in part.only:
        return
    attack_stat, attack_kind, defence_stat, defence_kind = kinds
    card = None if part.attack == ATTACK else course.card(seat, attack_kind)
    if card is None and part.attack == ONLY_WITH:
        return
    sums = course.state.sums
    shield = course.card(ahead, defence_kind) if course.orders[ahead].parts[index].defend else None
    attack = course.roll(seat, sums[seat][attack_stat], card)
    defence = course.roll(ahead, sums[ahead][defence_stat], shield)
    result = "lock" if attack.total == defence.total else "pass" if attack.total > defence.total else "held"
    if result == "pass":
        order[place - 1], order[place] = seat, ahead
    course.events.append(Attempted(phase, attack, defence, result, tuple(order)))
    if result == "lock":
        _lock(course, seat, ahead)


def _lock(course: Course, seat: Seat, ahead: Seat) -> None:
    """Unlock the wheels: the lower roller saves on Cool, with equal rolls both do, from the front; places do not change."""
    attack, defence = _unlock(course, seat), _unlock(course, ahead)
    if attack.total == defence.total:
        saving: tuple[Seat, ...] = (ahead, seat)
    else:
        saving = (ahead,) if attack.total > defence.total else (seat,)
    course.events.append(Unlocked(attack, defence, saving))
    other = {seat: ahead, ahead: seat}
    dead = tuple([saver for saver in saving if not course.save(saver, "r", "lock", other[saver])])
    if dead:
        course.wreck(dead, "lock")


def _unlock(course: Course, seat: Seat) -> Roll:
    held = (course.card(seat, kind) for kind in course.orders[seat].lock)
    card = next((card for card in held if card is not None), None)
    return course.roll(seat, course.state.sums[seat][TURN] + course.oath[seat], card)
