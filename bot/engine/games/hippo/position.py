"""The position of Hippo: options, stages, rumours, wrecks, the state and the questions one can ask of it.

Owns the values. Refuses to know how they change (`turn`, `gate`, `lap`), who may see what (`view`) and how they are written.
Section and D numbers are those of `rules/hippo.md`.
"""

from dataclasses import dataclass, field
from typing import Literal

from bot.engine.core import Options, Seat
from bot.engine.games.hippo.actions import Answer
from bot.engine.games.hippo.cards import ENDURANCE, FAVOURITE, HAND, OATH, TARGETED, Sums

LETTERS = "RBYG"
SEATS = tuple(map(Seat, range(4)))
RED, BLUE, YELLOW, GREEN = SEATS
ALONE = tuple([frozenset({seat}) for seat in SEATS])  # audiences
RUMOUR_ORDER = (RED, YELLOW, BLUE, GREEN)  # D10
LAPS = 7
PHASES = ("S1", "C1", "S2", "C2")
BOX_BONUS = {1: 3, 2: 2, 3: 1, 4: 0}
NEUTRAL: Sums = (0, 0, 0, 0, 0, 0)

TEAM, RUMOURS, GATE, FINISHED = "T", "U", "G", "F"
LAP_OF = {f"L{lap}.{point}": lap for lap in range(1, LAPS + 1) for point in ("E", *PHASES[1:])}  # stages at which orders are due
STAGES = (TEAM, RUMOURS, GATE, *LAP_OF, FINISHED)
_BASE = (0, 0, 0, 0, -1, -1, -2, -2)  # fatigue before Endurance, by lap


class HippoOptions(Options):
    """Options of a match. tempo: orders for a whole lap at once, or phase by phase (section 9.2)."""

    tempo: Literal["lap", "phase"] = "lap"


@dataclass(frozen=True, slots=True)
class Rumour:
    """A kept rumour: who holds it, at whom it is aimed, whether Caesar's favourite is used up."""

    card: str
    holder: Seat
    target: Seat | None = None
    used: bool = False


@dataclass(frozen=True, slots=True)
class Out:
    """A wreck: where it happened ("G" or "L3.S1") and the how-manieth incident of that phase it was, from 1."""

    seat: Seat
    where: str
    number: int


@dataclass(frozen=True, slots=True)
class State:
    """A position.

    By seat: deals (in stage T alone), answers of the open window, teams (empty where a position was written without them), sums,
    boxes (empty before they are drawn), hands, and last, the permissions of a lap's earlier order in tempo phase. order: running
    chariots from the front. deck: from the top. discard: oldest first.
    """

    options: HippoOptions
    stage: str
    deals: tuple[tuple[str, ...], ...]
    answers: tuple[Answer | None, ...]
    teams: tuple[tuple[str, ...], ...]
    sums: tuple[Sums, ...]
    rumours: tuple[Rumour, ...]
    boxes: tuple[int, ...]
    order: tuple[Seat, ...]
    out: tuple[Out, ...]
    hands: tuple[tuple[str, ...], ...]
    deck: tuple[str, ...]
    discard: tuple[str, ...]
    last: tuple[tuple[str, str] | None, ...] = (None, None, None, None)
    left: frozenset[Seat] = frozenset()
    winner: Seat | None = None
    purse: int = 0
    owing: tuple[Seat, ...] = field(init=False, compare=False, repr=False)  # those at the table who have not answered

    def __post_init__(self) -> None:
        answers, left = self.answers, self.left
        waiting = tuple([seat for seat in asked(self) if answers[seat] is None and seat not in left])
        object.__setattr__(self, "owing", waiting)


def fatigue(lap: int, endurance: int) -> int:
    """Give the fatigue applied to every own roll of a lap (section 8); never positive (D33)."""
    base = _BASE[lap]
    return base + endurance if base and base + endurance < 0 else 0


def fatigue_of(state: State, seat: Seat) -> int:
    """Give a team's fatigue now; 0 outside the laps."""
    lap = LAP_OF.get(state.stage)
    return fatigue(lap, state.sums[seat][ENDURANCE]) if lap else 0


def phases_due(state: State) -> tuple[str, ...]:
    """Name the phases that the orders due now are for; () outside the laps."""
    if state.stage not in LAP_OF:
        return ()
    if state.options.tempo == "lap":
        return PHASES
    point = state.stage[3:]
    return (PHASES[0] if point == "E" else point,)


def next_rumour(state: State) -> Rumour | None:
    """Find the rumour to be aimed next, in the order R, Y, B, G."""
    waiting = [rumour for rumour in state.rumours if rumour.card in TARGETED and rumour.target is None]
    return min(waiting, key=lambda rumour: RUMOUR_ORDER.index(rumour.holder), default=None)


def asked(state: State) -> tuple[Seat, ...]:
    """Name the seats the open window asks, those that have answered or left included."""
    if state.stage in (TEAM, GATE):
        return SEATS
    if state.stage == RUMOURS:
        rumour = next_rumour(state)
        return () if rumour is None else (rumour.holder,)
    return state.order if state.stage in LAP_OF else ()


def due(state: State) -> frozenset[Seat]:
    """Name the seats to act; where only seats that have left were to answer, the first one present closes the window."""
    if closing(state):
        return frozenset([seat for seat in SEATS if seat not in state.left][:1])
    return frozenset(state.owing)


def closing(state: State) -> bool:
    """Tell whether the window waits for nothing but somebody to close it, since the seats it asked have left."""
    return bool(state.left) and state.stage != FINISHED and not state.owing


def answered(state: State, seat: Seat, answer: Answer) -> State:
    """Give the position with a seat's answer sealed."""
    answers = (*state.answers[:seat], answer, *state.answers[seat + 1 :])
    return State(
        state.options,
        state.stage,
        state.deals,
        answers,
        state.teams,
        state.sums,
        state.rumours,
        state.boxes,
        state.order,
        state.out,
        state.hands,
        state.deck,
        state.discard,
        state.last,
        state.left,
    )


def over_hand(state: State, seat: Seat) -> int:
    """Count the cards a hand holds over five."""
    return max(0, len(state.hands[seat]) - HAND)


def oath(rumours: tuple[Rumour, ...]) -> tuple[int, ...]:
    """Give each seat's bonus on unlock rolls."""
    holders = [rumour.holder for rumour in rumours if rumour.card == OATH]
    return tuple([int(seat in holders) for seat in SEATS])


def favourite(rumours: tuple[Rumour, ...]) -> Rumour | None:
    """Find Caesar's favourite while it is unused."""
    return next((rumour for rumour in rumours if rumour.card == FAVOURITE and not rumour.used), None)


def reason(state: State) -> str:
    """Name how a finished match ended, as a catalog id."""
    if len(state.left) == len(SEATS):
        return "hippo.over.abandoned"
    if state.winner is None:
        return "hippo.over.nobody"
    return "hippo.over.alone" if len(state.order) == 1 else "hippo.over.finish"


def places(state: State) -> tuple[int, ...]:
    """Rank the seats: running order, then wrecks, the latest first, those wrecked together sharing a place (D41).

    When nobody wins, places begin with 2.
    """
    ranks: dict[Seat, tuple[int, ...]] = {seat: (0, place) for place, seat in enumerate(state.order)}
    for out in state.out:
        ranks[out.seat] = (1, -when(out.where), -out.number)
    first = 1 if state.winner is not None else 2
    return tuple(first + sum(ranks.get(other, (0,)) < ranks.get(seat, (0,)) for other in SEATS) for seat in SEATS)


def when(where: str) -> int:
    """Number the phases of a race: the gate is 0, a lap's event phase counts as its first straight."""
    if where == GATE:
        return 0
    return int(where[1]) * len(PHASES) + (PHASES.index(where[3:]) if where[3:] in PHASES else 0)
