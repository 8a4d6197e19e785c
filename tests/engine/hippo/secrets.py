"""Twins of positions: the same for one seat, or for everybody, and different in all that is hidden from it."""

from dataclasses import replace
from random import Random

from bot.engine.core import Seat
from bot.engine.games.hippo.actions import LOCKS, SAVES, Answer, Keep, Lap, Start
from bot.engine.games.hippo.cards import TEAM_DECK, in_order
from bot.engine.games.hippo.position import SEATS, State
from tests.engine.hippo.policies import decide


def twin(state: State, viewer: Seat | None, random: Random) -> State:
    """Deal anew what the viewer cannot see, and let the others have answered something else."""
    others = [seat for seat in SEATS if seat != viewer]
    state = _other_deals(state, others, random) if state.deals else _other_hands(state, others, random)
    last = list(state.last)
    for seat in others:
        if last[seat] is not None:
            last[seat] = (random.choice(SAVES), random.choice(LOCKS))
    answers = list(state.answers)
    for seat in others:
        if answers[seat] is not None:
            answers[seat] = another(replace(state, last=tuple(last)), seat, answers[seat], random)
    return replace(state, last=tuple(last), answers=tuple(answers))


def another(state: State, seat: Seat, than: Answer | None, random: Random) -> Answer:
    """Find an answer other than this one; the same is given back where there is only one."""
    found: Answer | None = None
    for _ in range(20):
        answer = decide("random", state, seat, random)
        assert isinstance(answer, Keep | Start | Lap)
        found = answer
        if found != than:
            break
    assert found is not None
    return found


def _other_deals(state: State, others: list[Seat], random: Random) -> State:
    own = {card for seat in SEATS if seat not in others for card in state.deals[seat]}
    cards = [card for card in TEAM_DECK if card not in own]
    random.shuffle(cards)
    deals = list(state.deals)
    for seat in others:
        deals[seat] = in_order([cards.pop() for _ in state.deals[seat]])
    return _shuffled_deck(replace(state, deals=tuple(deals)), random)


def _other_hands(state: State, others: list[Seat], random: Random) -> State:
    cards = [*state.deck, *(card for seat in others for card in state.hands[seat])]
    random.shuffle(cards)
    hands = list(state.hands)
    for seat in others:
        hands[seat] = tuple([cards.pop() for _ in state.hands[seat]])
    return replace(state, hands=tuple(hands), deck=tuple(cards))


def _shuffled_deck(state: State, random: Random) -> State:
    deck = list(state.deck)
    random.shuffle(deck)
    return replace(state, deck=tuple(deck))
