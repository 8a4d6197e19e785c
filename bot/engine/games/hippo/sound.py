"""Whether a position of Hippo can be: the invariants of section 13.3 that one position shows.

Owns the checks of positions read from text. Refuses to know how they are written.
"""

from collections.abc import Callable
from itertools import pairwise

from bot.engine.core import Seat
from bot.engine.games.hippo.actions import Answer
from bot.engine.games.hippo.cards import DEALT, DISHONEST, EVENTS, FAVOURITE, HAND, LIMITS, STRUCK, TARGETED, sums
from bot.engine.games.hippo.legality import demand_fitting
from bot.engine.games.hippo.position import (
    FINISHED,
    GATE,
    LAP_OF,
    RUMOURS,
    SEATS,
    TEAM,
    Rumour,
    State,
    asked,
    when,
)
from bot.errors import IllegalAction, ParseError


def demand_sound(state: State) -> None:
    """Raise ParseError, naming the first thing that cannot be."""
    for check, wrong in _CHECKS:
        if not check(state):
            raise ParseError(f"hippo.load.{wrong}")


def _event_cards(state: State) -> bool:
    """Thirty distinct cards; hands of running chariots alone, of at most five, or seven while orders for a lap are due."""
    cards = [*state.deck, *state.discard, *(card for hand in state.hands for card in hand)]
    most = HAND + 2 if state.stage[3:] == "E" or _abandoned(state) else HAND
    held = [len(state.hands[seat]) for seat in SEATS]
    return sorted(cards) == sorted(EVENTS) and max(held) <= most and all(seat in state.order for seat in SEATS if held[seat])


def _abandoned(state: State) -> bool:
    return state.stage == FINISHED and len(state.left) == len(SEATS)


def _tempo(state: State) -> bool:
    """Windows between the phases of a lap exist in tempo phase alone, and permissions stand there alone."""
    between = state.stage in LAP_OF and state.stage[3] != "E"
    standing = [seat for seat in SEATS if state.last[seat] is not None]
    if not between:
        return not standing
    return state.options.tempo == "phase" and all(seat in state.order for seat in standing)


def _teams(state: State) -> bool:
    """Sums from the reveal on; where the teams are written, they keep the limits, share no card and come to the sums."""
    if state.stage == TEAM:
        dealt = [card for deal in state.deals for card in deal]
        alike = all(len(deal) == DEALT for deal in state.deals) and len(set(dealt)) == len(dealt)
        return alike and not state.sums and not state.teams and not state.rumours
    if not state.sums:
        return _abandoned(state) and not state.teams and not state.rumours
    return not state.teams or _kept(state)


def _kept(state: State) -> bool:
    cards = [card for team in state.teams for card in team]
    within = all(_within_limits(team) for team in state.teams)
    held = sorted((card, seat) for seat in SEATS for card in state.teams[seat] if card[0] == "u")
    spread = [(rumour.card, rumour.holder) for rumour in state.rumours] == held
    return len(set(cards)) == len(cards) and within and spread and all(_sums_fit(state, seat) for seat in SEATS)


def _within_limits(team: tuple[str, ...]) -> bool:
    kinds = [card[0] for card in team]
    return all(kinds.count(kind) <= limit for kind, limit in LIMITS.items())


def _sums_fit(state: State, seat: Seat) -> bool:
    own = list(sums(state.teams[seat]))
    for rumour in state.rumours:
        if rumour.target == seat and rumour.card in STRUCK:
            own[STRUCK[rumour.card]] -= 1
    return tuple(own) == state.sums[seat]


def _rumours(state: State) -> bool:
    """One a holder, by number; aimed at opponents, all of them once the boxes are drawn; Caesar's favourite alone is used up."""
    cards = [rumour.card for rumour in state.rumours]
    holders = {rumour.holder for rumour in state.rumours}
    return cards == sorted(set(cards)) and len(holders) == len(cards) and all(_rumour(state, rumour) for rumour in state.rumours)


def _rumour(state: State, rumour: Rumour) -> bool:
    if rumour.card not in TARGETED:
        return rumour.target is None and (not rumour.used or (rumour.card == FAVOURITE and state.stage != RUMOURS))
    aimed = rumour.target is not None and rumour.target != rumour.holder
    return not rumour.used and (aimed or (rumour.target is None and (state.stage == RUMOURS or _abandoned(state))))


def _boxes(state: State) -> bool:
    """A permutation from the gate on, with the dishonest choice's target in box 4."""
    if not state.boxes:
        return state.stage in (TEAM, RUMOURS) or _abandoned(state)
    fourth = [rumour.target for rumour in state.rumours if rumour.card == DISHONEST]
    return (
        state.stage not in (TEAM, RUMOURS)
        and sorted(state.boxes) == [1, 2, 3, 4]
        and all(target is not None and state.boxes[target] == 4 for target in fourth)
    )


def _runners(state: State) -> bool:
    """From the first lap on, four run or are wrecked, in the order of the wrecks; two or more run while orders are due."""
    wrecked = [out.seat for out in state.out]
    if not state.order and not wrecked:
        return state.stage in (TEAM, RUMOURS, GATE) or _abandoned(state)
    times = [(when(out.where), out.number) for out in state.out]
    if state.stage in LAP_OF and (len(state.order) < 2 or (times and times[-1][0] >= when(state.stage))):
        return False
    numbered = all(later[1] - earlier[1] in (0, 1) for earlier, later in pairwise(times) if earlier[0] == later[0])
    first = all(number == 1 for place, (_, number) in enumerate(times) if not place or times[place - 1][0] != times[place][0])
    whole = sorted([*state.order, *wrecked]) == list(SEATS)
    return whole and times == sorted(times) and numbered and first and state.stage not in (TEAM, RUMOURS, GATE)


def _end(state: State) -> bool:
    """Nobody has won before the end; then the first in the order, with a purse, unless everybody has left."""
    if state.stage != FINISHED or _abandoned(state):
        return state.winner is None and (len(state.left) < len(SEATS) or state.stage == FINISHED)
    return state.winner == (state.order[0] if state.order else None)


def _answers(state: State) -> bool:
    """Answers from seats that are asked, legal ones, and not from everybody at the table, for then the window would be closed."""
    given = [(seat, answer) for seat, answer in zip(SEATS, state.answers, strict=True) if answer is not None]
    if state.stage != FINISHED and not state.left and not state.owing:
        return False
    return all(seat in asked(state) and _fits(state, seat, answer) for seat, answer in given)


def _fits(state: State, seat: Seat, answer: Answer) -> bool:
    try:
        demand_fitting(state, seat, answer)
    except IllegalAction:
        return False
    return True


_CHECKS: tuple[tuple[Callable[[State], bool], str], ...] = (
    (_end, "end"),
    (_runners, "runners"),
    (_event_cards, "event_cards"),
    (_tempo, "tempo"),
    (_rumours, "rumours"),
    (_teams, "teams"),
    (_boxes, "boxes"),
    (_answers, "answers"),
)
