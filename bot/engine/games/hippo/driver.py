"""The house's own plan for a chariot (section 10): deterministic, and knowing only what the seat itself may see.

Owns every decision of it, for the house bot and for seats that have left the table (D40). Refuses to see a state: it is given a
view. Values of cards are in tenths.
"""

from collections.abc import Iterable

from bot.engine.core import Seat
from bot.engine.games.hippo.actions import ADDING, HOLD, PARTS, Keep, Lap, Part, Start
from bot.engine.games.hippo.cards import (
    BLOCK,
    BONUS,
    CARDS,
    CUT,
    FAVOURITE,
    LIMITS,
    SPEED,
    TURN,
    Sums,
    auto_drop,
    in_order,
)
from bot.engine.games.hippo.position import BOX_BONUS, GREEN, LAPS, NEUTRAL, SEATS
from bot.engine.games.hippo.view import Own, View

WORTH = (10, 10, 10, 13, 12, 11)  # of one point of v, b, a, t, r, e
RUMOUR_CHOICE = ("u2", "u6", "u3", "u1", "u5")
THRESHOLDS = (0, 1, 1, 1, 0, 0, -1, -2)  # by lap
LEADER_STRIKES = 5  # the first lap in which the leader is ready to hit back
LATE = ("S2", "C2")


def decide(view: View) -> Keep | Start | Lap:
    """Answer the open window for the view's own seat; a rumour is aimed by `target`."""
    own = view.own
    assert own is not None  # noqa: S101 - a seat's view shows its own
    if view.window == "keep":
        return keep(own)
    return start(view, own.seat) if view.window == "start" else lap(view, own)


def worth(sums: Iterable[int]) -> int:
    """Value six sums."""
    return sum(points * value for points, value in zip(WORTH, sums, strict=True))


def keep(own: Own) -> Keep:
    """Keep the most valuable cards of each type, none that is worth nothing, and the preferred rumour."""
    kept: list[str] = []
    for kind in "cdkh":
        good = [card for card in own.deal if card[0] == kind and worth(CARDS[card]) > 0]
        kept += sorted(good, key=lambda card: (-worth(CARDS[card]), card))[: LIMITS[kind]]
    wanted = (FAVOURITE, *RUMOUR_CHOICE) if own.seat == GREEN else RUMOUR_CHOICE
    kept += [card for card in wanted if card in own.deal][:1]
    return Keep(in_order(kept))


def target(view: View) -> Seat:
    """Aim a rumour at the most valuable opponent, the first in R, B, Y, G among equals."""
    own = view.own
    assert own is not None  # noqa: S101 - a seat's view shows its own
    return max((seat for seat in SEATS if seat != own.seat), key=lambda seat: worth(_sums(view, seat)))


def start(view: View, seat: Seat) -> Start:
    """Sprint with at least the median of the opponents' Speed and box bonus."""
    strengths = [_sums(view, other)[SPEED] + BOX_BONUS[view.seats[other].box or 4] for other in SEATS]
    own = strengths.pop(seat)
    return Start(own >= sorted(strengths)[1])


def lap(view: View, own: Own) -> Lap:
    """Attack where the odds are good enough for the lap, with cards as long as they last; always defend, save and unlock."""
    dropped = auto_drop(own.hand)
    cards = [card[0] for card in own.hand if card not in dropped]
    place = view.order.index(own.seat)
    if place == 0:
        parts = [_part(view.lap >= LEADER_STRIKES)] * len(view.phases)
    else:
        parts = [_part(_promising(view, own.seat, view.order[place - 1], phase, cards)) for phase in view.phases]
    return Lap(tuple(parts), "rta", "lt")


def _promising(view: View, seat: Seat, ahead: Seat, phase: str, cards: list[str]) -> bool:
    """Tell whether to attack in a phase; a card that an attack counts on is taken out of `cards`."""
    attack, defence, kind = (SPEED, BLOCK, "v") if phase[0] == "S" else (CUT, TURN, "a")
    edge = _sums(view, seat)[attack] + view.seats[seat].fatigue + BONUS * (kind in cards)
    edge -= _sums(view, ahead)[defence] + view.seats[ahead].fatigue
    attacks = edge >= THRESHOLDS[view.lap] or (view.lap == LAPS and phase in LATE)
    if attacks and kind in cards:
        cards.remove(kind)
    return attacks


def _part(attacks: bool) -> Part:
    return PARTS[f"{ADDING if attacks else HOLD}/+".casefold()]


def _sums(view: View, seat: Seat) -> Sums:
    return view.seats[seat].sums or NEUTRAL
