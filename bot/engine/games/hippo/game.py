"""Hippo as a `Game`: the four chariots' windows, what may be answered, what everybody sees.

Owns the public face of the rules. Refuses to know how windows are resolved (`turn`), listed (`offers`) and written (`notation`,
`line`).

An answer may be replaced while its window is open: from a seat that has answered, the same notation is read as a replacement
(`again`), which is a standing action: never offered, never changing who is to act, and told to its seat alone.
"""

from dataclasses import replace

from bot.engine.core import Chance, Choice, Game, GameInfo, Outcome, Seat, Step
from bot.engine.games.hippo import line, notation, offers, turn
from bot.engine.games.hippo.actions import Action, Go, Keep, Lap, Start
from bot.engine.games.hippo.events import HippoEvent
from bot.engine.games.hippo.legality import demand_legal, replaces, rivals_of
from bot.engine.games.hippo.position import (
    FINISHED,
    LAP_OF,
    LETTERS,
    SEATS,
    HippoOptions,
    State,
    closing,
    due,
    phases_due,
    places,
    reason,
)
from bot.engine.games.hippo.view import View, view_of
from bot.engine.guard import demand_present, demand_seat, demand_seats, demand_turn, near
from bot.errors import ParseError


class Hippo(Game[State, Action, HippoEvent, View, HippoOptions]):
    """The chariot race (`rules/hippo.md`)."""

    info = GameInfo(
        key="hippo",
        title="Hippo",
        letters={4: LETTERS},
        rules_version=1,
        hidden=True,
        chance=True,
        fills_with_bots=True,
    )
    options = HippoOptions

    def setup(self, options: HippoOptions, seats: int, chance: Chance) -> Step[State, HippoEvent]:
        """Deal seven team cards to each of four seats (3.2); raises Refusal for another number of seats."""
        demand_seats(self.info, seats)
        return turn.deal(options, chance)

    def to_act(self, state: State) -> frozenset[Seat]:
        """Name the seats whose answer is still to come."""
        return due(state)

    def choices(self, state: State, seat: Seat, prefix: str) -> list[Choice]:
        """List the next field of a notation."""
        return offers.offered(state, seat, prefix)

    def apply(self, state: State, seat: Seat, action: Action, chance: Chance) -> Step[State, HippoEvent]:
        """Seal or replace an answer, and resolve the window with its last one; raises MatchOver, NotYourTurn, IllegalAction."""
        if seat not in state.owing and not (replaces(action) and state.stage != FINISHED and _may_replace(state, seat)):
            demand_turn(self, state, seat)
        demand_legal(state, seat, action)
        return turn.play(state, seat, action, chance)

    def resign(self, state: State, seat: Seat) -> Step[State, HippoEvent]:
        """Let the house drive the seat's chariot on (D40); raises MatchOver, or IllegalAction for a seat already gone."""
        demand_seat(seat, len(SEATS))
        demand_present(self, state, seat, gone=seat in state.left, rule="orders")
        return turn.leave(state, seat)

    def forced(self, state: State) -> tuple[Seat, Action] | None:
        """Close a window in which only seats that have left were still to answer."""
        return (min(due(state)), Go()) if closing(state) else None

    def is_standing(self, action: Action) -> bool:
        """Tell whether an action replaces an answer."""
        return replaces(action)

    def outcome(self, state: State) -> Outcome | None:
        """Rank the seats once the race is over; the score is the purse."""
        if state.stage != FINISHED:
            return None
        return Outcome(places(state), tuple([state.purse if seat == state.winner else 0 for seat in SEATS]), reason(state))

    def view(self, state: State, seat: Seat | None) -> View:
        """Show what is open, and to a seat what is its own."""
        return view_of(state, seat)

    def parse(self, state: State, seat: Seat, text: str) -> Action:
        """Read an action as it is meant here; raises ParseError."""
        action = notation.read_action(text, state.last[seat])
        if action is None:
            raise ParseError("hippo.parse.action", near=near(text, _examples(state, seat)), text=text[: notation.LONGEST])
        if isinstance(action, Lap) and state.stage in LAP_OF:
            action = _meant(state, seat, action)
        if isinstance(action, Keep | Start | Lap) and _may_replace(state, seat):
            action = replace(action, again=True)
        return action

    def write(self, state: State, action: Action) -> str:
        """Write an action."""
        return notation.write_action(action)

    def dump(self, state: State) -> str:
        """Write the position, the hidden part included."""
        return line.write_position(state)

    def load(self, text: str, options: HippoOptions) -> State:
        """Read a position strictly; raises ParseError."""
        return line.read_position(text, options)


def _may_replace(state: State, seat: Seat) -> bool:
    return state.answers[seat] is not None and seat not in state.left


def _meant(state: State, seat: Seat, action: Lap) -> Lap:
    """Read colour filters among those who run, and the cards to drop in hand order."""
    rivals = rivals_of(state, seat)
    parts = tuple([notation.meant(part, rivals) for part in action.parts])
    drop = action.drop
    if drop is not None and set(drop) <= set(state.hands[seat]) and len(set(drop)) == len(drop):
        drop = tuple([card for card in state.hands[seat] if card in drop])
    return Lap(parts, action.save, action.lock, drop)


def _examples(state: State, seat: Seat) -> list[str]:
    """Give notations to name beside one that cannot be read; nothing in them is hidden from the seat."""
    phases = phases_due(state)
    if phases:
        return [f"lap {' '.join([part] * len(phases))} save:rta lock:lt" for part in ("H/+", "A+/+", "A!/-")]
    return [choice.text.strip() for choice in offers.offered(state, seat, "")]


HIPPO = Hippo()
