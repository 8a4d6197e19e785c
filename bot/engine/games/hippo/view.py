"""What a seat of Hippo sees: everything open, and of what is hidden its own alone.

Owns the one place where hidden information is left out. Refuses to know how it is shown. Hidden are: dealt and kept cards until
the reveal, start choices until the gate, hands and the deck throughout, and orders always (what they lead to is seen).
"""

from dataclasses import dataclass

from bot.engine.core import Seat
from bot.engine.games.hippo.actions import Answer
from bot.engine.games.hippo.cards import Sums
from bot.engine.games.hippo.position import (
    FINISHED,
    GATE,
    LAP_OF,
    LETTERS,
    RUMOURS,
    SEATS,
    TEAM,
    HippoOptions,
    Out,
    Rumour,
    State,
    asked,
    closing,
    due,
    fatigue_of,
    over_hand,
    phases_due,
    places,
)

WINDOWS = {TEAM: "keep", RUMOURS: "rumour", GATE: "start", FINISHED: None}


@dataclass(frozen=True, slots=True)
class SeatView:
    """One seat as everybody sees it.

    team: the cards kept, () before the reveal. sums: v, b, a, t, r, e with rumours applied, None before the reveal. box: 1..4
    or None. place: 1 is the front, None while not in the running order. hand: the number of event cards. left: the house drives.
    """

    seat: Seat
    letter: str
    team: tuple[str, ...]
    sums: Sums | None
    fatigue: int
    box: int | None
    place: int | None
    hand: int
    answered: bool
    left: bool


@dataclass(frozen=True, slots=True)
class Own:
    """What a seat alone sees: its dealt cards (stage T), its hand and how many are too many, its answer of the open window.

    last: save and lock permissions of this lap's earlier order (tempo phase), which stand when left out.
    """

    seat: Seat
    deal: tuple[str, ...]
    hand: tuple[str, ...]
    over: int
    answer: Answer | None
    last: tuple[str, str] | None


@dataclass(frozen=True, slots=True)
class View:
    """The position as one seat, or everybody, sees it.

    stage: as in the position's notation. lap: 0 outside the laps. window: "keep", "rumour", "start", "lap", None at the end.
    phases: those the orders due are for. asked: the seats of the open window; closing: it only waits for `go`. deck: its
    size. places: None before the end.
    """

    stage: str
    lap: int
    window: str | None
    phases: tuple[str, ...]
    asked: tuple[Seat, ...]
    closing: bool
    to_act: tuple[Seat, ...]
    seats: tuple[SeatView, ...]
    rumours: tuple[Rumour, ...]
    order: tuple[Seat, ...]
    out: tuple[Out, ...]
    deck: int
    discard: tuple[str, ...]
    own: Own | None
    winner: Seat | None
    purse: int
    places: tuple[int, ...] | None
    options: HippoOptions


def view_of(state: State, seat: Seat | None) -> View:
    """Show the position to a seat, or to everybody (None)."""
    return View(
        stage=state.stage,
        lap=LAP_OF.get(state.stage, 0),
        window=WINDOWS.get(state.stage, "lap"),
        phases=phases_due(state),
        asked=asked(state),
        closing=closing(state),
        to_act=tuple(sorted(due(state))),
        seats=tuple([_seat(state, other) for other in SEATS]),
        rumours=state.rumours,
        order=state.order,
        out=state.out,
        deck=len(state.deck),
        discard=state.discard,
        own=None if seat is None else _own(state, seat),
        winner=state.winner,
        purse=state.purse,
        places=places(state) if state.stage == FINISHED else None,
        options=state.options,
    )


def _seat(state: State, seat: Seat) -> SeatView:
    return SeatView(
        seat=seat,
        letter=LETTERS[seat],
        team=state.teams[seat] if state.teams else (),
        sums=state.sums[seat] if state.sums else None,
        fatigue=fatigue_of(state, seat),
        box=state.boxes[seat] if state.boxes else None,
        place=state.order.index(seat) + 1 if seat in state.order else None,
        hand=len(state.hands[seat]),
        answered=state.answers[seat] is not None,
        left=seat in state.left,
    )


def _own(state: State, seat: Seat) -> Own:
    return Own(
        seat=seat,
        deal=state.deals[seat] if state.deals else (),
        hand=state.hands[seat],
        over=over_hand(state, seat) if seat in state.order else 0,
        answer=state.answers[seat],
        last=state.last[seat],
    )
