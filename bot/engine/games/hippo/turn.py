"""What an answer of Hippo leads to: a window that stays open, or one that closes and everything up to the next one.

Owns the sequence team, rumours, boxes, gate, laps (section 12), and seats that leave. Refuses to check whether an action is legal
(`legality`). Seats that have left are driven by the house's own plan when a window closes (D40), so that leaving never wrecks.
"""

from dataclasses import replace

from bot.engine.core import Chance, Seat, Step
from bot.engine.games.hippo import driver, gate, lap
from bot.engine.games.hippo.actions import Action, Aim, Go, Keep, Lap, Start
from bot.engine.games.hippo.cards import DEALT, DISHONEST, EVENTS, STRUCK, TEAM_DECK, Sums, in_order, sums
from bot.engine.games.hippo.course import Course
from bot.engine.games.hippo.deck import shuffled
from bot.engine.games.hippo.events import (
    Answered,
    Boxed,
    Dealt,
    Finished,
    HippoEvent,
    Left,
    Revealed,
    Sealed,
    Spread,
)
from bot.engine.games.hippo.position import (
    ALONE,
    FINISHED,
    GATE,
    LAP_OF,
    LAPS,
    PHASES,
    RUMOURS,
    SEATS,
    TEAM,
    HippoOptions,
    Rumour,
    State,
    answered,
    next_rumour,
    phases_due,
    places,
    reason,
)
from bot.engine.games.hippo.view import WINDOWS, view_of

NOBODY = (None,) * len(SEATS)


def deal(options: HippoOptions, chance: Chance) -> Step[State, HippoEvent]:
    """Shuffle both decks and deal seven team cards to every seat (section 3)."""
    cards = shuffled(chance, "deal", TEAM_DECK, DEALT * len(SEATS))
    deals = tuple([in_order(cards[DEALT * seat : DEALT * (seat + 1)]) for seat in SEATS])
    deck = shuffled(chance, "events", EVENTS)
    hands: tuple[tuple[str, ...], ...] = ((),) * len(SEATS)
    state = State(options, TEAM, deals, NOBODY, (), (), (), (), (), (), hands, deck, ())
    return Step(state, tuple([Dealt(seat, deals[seat], audience=ALONE[seat]) for seat in SEATS]), reveals=True)


def play(state: State, seat: Seat, action: Action, chance: Chance) -> Step[State, HippoEvent]:
    """Take a legal action, and close every window that waits for nobody at the table any more."""
    events: list[HippoEvent] = []
    if isinstance(action, Aim):
        state = _aim(state, action, events)
    elif not isinstance(action, Go):
        events.append(Sealed(seat, action, audience=ALONE[seat]))
        again = state.answers[seat] is not None
        if not again:
            events.append(Answered(seat, WINDOWS.get(state.stage) or "lap"))
        state = answered(state, seat, replace(action, again=False) if action.again else action)
        if again or state.owing:
            return Step(state, tuple(events))
    while state.stage != FINISHED and not state.owing:
        state = _close(state, chance, events)
    return Step(state, tuple(events), reveals=True)


def leave(state: State, seat: Seat) -> Step[State, HippoEvent]:
    """Let the house drive a seat's chariot on; when nobody is left at the table the race is abandoned."""
    left = state.left | {seat}
    if len(left) < len(SEATS):
        return Step(replace(state, left=left), (Left(seat),))
    end = replace(state, stage=FINISHED, deals=(), answers=NOBODY, last=NOBODY, left=left)
    return Step(end, (Left(seat), Finished(None, 0, end.order, places(end), reason(end))))


def _close(state: State, chance: Chance, events: list[HippoEvent]) -> State:
    if state.stage == RUMOURS:
        rumour = next_rumour(state)
        return _box(state, chance, events) if rumour is None else _aim(state, _driven_aim(state, rumour), events)
    answers = [state.answers[seat] or driver.decide(view_of(state, seat)) for seat in (state.order or SEATS)]
    if state.stage == TEAM:
        return _reveal(state, [answer for answer in answers if isinstance(answer, Keep)], events)
    if state.stage == GATE:
        return _start(state, tuple([answer for answer in answers if isinstance(answer, Start)]), chance, events)
    return _race(state, [answer for answer in answers if isinstance(answer, Lap)], chance, events)


def _driven_aim(state: State, rumour: Rumour) -> Aim:
    return Aim(rumour.card, driver.target(view_of(state, rumour.holder)))


def _reveal(state: State, keeps: list[Keep], events: list[HippoEvent]) -> State:
    """Lay the teams open (3.5); what was not kept leaves the game unseen."""
    teams = tuple([keep.cards for keep in keeps])
    totals = tuple(map(sums, teams))
    rumours = sorted((card, seat) for seat in SEATS for card in teams[seat] if card[0] == "u")
    events.append(Revealed(teams, totals))
    return replace(
        state,
        stage=RUMOURS,
        deals=(),
        answers=NOBODY,
        teams=teams,
        sums=totals,
        rumours=tuple([Rumour(card, seat) for card, seat in rumours]),
    )


def _aim(state: State, action: Aim, events: list[HippoEvent]) -> State:
    """Aim a rumour: its effect counts at once and for the whole race (3.6)."""
    totals = list(state.sums)
    struck = STRUCK.get(action.rumour)
    if struck is not None:
        v, b, a, t, r, e = (value - (stat == struck) for stat, value in enumerate(totals[action.target]))
        lowered: Sums = (v, b, a, t, r, e)
        totals[action.target] = lowered
    rumours = [replace(other, target=action.target) if other.card == action.rumour else other for other in state.rumours]
    holder = next(other.holder for other in rumours if other.card == action.rumour)
    events.append(Spread(holder, action.rumour, action.target, totals[action.target]))
    return replace(state, sums=tuple(totals), rumours=tuple(rumours))


def _box(state: State, chance: Chance, events: list[HippoEvent]) -> State:
    """Draw the boxes; who was struck by the dishonest choice gets box 4 (section 4)."""
    fourth = [rumour.target for rumour in state.rumours if rumour.card == DISHONEST]
    drawn = [*shuffled(chance, "boxes", [seat for seat in SEATS if seat not in fourth]), *fourth]
    boxes = tuple([drawn.index(seat) + 1 for seat in SEATS])
    events.append(Boxed(boxes))
    return replace(state, stage=GATE, boxes=boxes)


def _start(state: State, starts: tuple[Start, ...], chance: Chance, events: list[HippoEvent]) -> State:
    course = Course(state, chance)
    if not gate.run(course, starts):
        after = course.frozen(GATE)
    elif course.over:
        after = course.finished()
    else:
        lap.begin(course, 1)
        after = course.frozen("L1.E")
    events += course.events
    return after


def _race(state: State, orders: list[Lap], chance: Chance, events: list[HippoEvent]) -> State:
    """Run the phases that the orders are for, and draw for the next lap after the last one."""
    course = Course(state, chance)
    number = LAP_OF[state.stage]
    lap.tire(course, number)
    for seat, order in zip(state.order, orders, strict=True):
        course.orders[seat] = order
    if state.stage[3] == "E":
        lap.drop(course, number)
    phases = phases_due(state)
    for index, phase in enumerate(phases):
        if not course.over:
            lap.run(course, number, phase, index)
    after = _after(course, number, phases[-1])
    events += course.events
    return after


def _after(course: Course, number: int, phase: str) -> State:
    if course.over or (phase == PHASES[-1] and number == LAPS):
        return course.finished()
    if phase == PHASES[-1]:
        lap.begin(course, number + 1)
        return course.frozen(f"L{number + 1}.E")
    last = tuple([(course.orders[seat].save, course.orders[seat].lock) if seat in course.order else None for seat in SEATS])
    return course.frozen(f"L{number}.{PHASES[PHASES.index(phase) + 1]}", last=last)
