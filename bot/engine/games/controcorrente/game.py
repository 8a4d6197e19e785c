"""Controcorrente as a `Game`: setup, choices, legality and why something is not legal.

Owns the public face of the rules. Refuses to know how boats move and turns follow (`river`, `turn`).
"""

from collections.abc import Iterator

from bot.engine.core import Chance, Choice, Code, Game, GameInfo, Outcome, Seat, Step, Text, Who
from bot.engine.games.controcorrente import notation, river, turn
from bot.engine.games.controcorrente.events import RiverEvent
from bot.engine.games.controcorrente.position import (
    ARROWS,
    BOATS,
    FIRST_SAND,
    HARBOUR,
    LETTERS,
    ControcorrenteOptions,
    Fleet,
    State,
    View,
    places,
    view_of,
)
from bot.engine.games.controcorrente.river import Action, Contrary, Fair, Pass, Roll, Sail
from bot.engine.guard import demand_present, demand_seat, demand_seats, demand_turn, near
from bot.errors import IllegalAction, ParseError

SOLO = 1  # one fleet alone: a test mode (D2)


class Controcorrente(Game[State, Action, RiverEvent, View, ControcorrenteOptions]):
    """The river race (`rules/controcorrente.md`)."""

    info = GameInfo(
        key="controcorrente",
        title="Controcorrente",
        letters={count: LETTERS[:count] for count in (2, 3, 4)},
        rules_version=1,
        chance=True,
    )
    options = ControcorrenteOptions

    def setup(self, options: ControcorrenteOptions, seats: int, chance: Chance) -> Step[State, RiverEvent]:
        """Put every boat on the start tile (section 1); raises Refusal unless there are 2 to 4 seats, or 1 for tests."""
        demand_seats(self.info, seats, also=(SOLO,))
        fleets = (Fleet((options.start,) * BOATS),) * seats
        return Step(State(options, 1, Seat(0), FIRST_SAND, options.wave, fleets), ())

    def to_act(self, state: State) -> frozenset[Seat]:
        """Name the seat to move."""
        return frozenset() if state.to_move is None else frozenset({state.to_move})

    def choices(self, state: State, seat: Seat, prefix: str) -> list[Choice]:
        """List the actions in canonical order: each is one part."""
        if prefix or seat != state.to_move:
            return []
        return [
            Choice(notation.write_action(action), _label(state, seat, action), complete=True) for action in river.actions(state)
        ]

    def legal(self, state: State, seat: Seat) -> Iterator[Action]:
        """Yield the actions in canonical order (section 2.2)."""
        return iter(river.actions(state) if seat == state.to_move else ())

    def apply(self, state: State, seat: Seat, action: Action, chance: Chance) -> Step[State, RiverEvent]:
        """Play an action; raises MatchOver, NotYourTurn, or IllegalAction with the rule."""
        demand_turn(self, state, seat)
        if action not in river.actions(state):
            raise _why_not(state, seat, action)
        after, happened = turn.play(state, seat, action, chance)
        return Step(after, happened, reveals=isinstance(action, Roll))

    def resign(self, state: State, seat: Seat) -> Step[State, RiverEvent]:
        """Lose the seat's boats afloat; its points stay and it ranks last (section 9)."""
        demand_seat(seat, len(state.fleets))
        demand_present(self, state, seat, gone=state.fleets[seat].resigned, rule="end")
        return Step(*turn.leave(state, seat))

    def forced(self, state: State) -> tuple[Seat, Action] | None:
        """Name the pass after a roll that allows nothing else."""
        if state.to_move is not None and river.actions(state) == [Pass()]:
            return state.to_move, Pass()
        return None

    def automatic(self, state: State) -> tuple[Seat, Action] | None:
        """Name the roll under `auto_roll`."""
        if state.options.auto_roll and state.to_move is not None and state.die is None:
            return state.to_move, Roll()
        return None

    def outcome(self, state: State) -> Outcome | None:
        """Rank the seats once no boat is afloat."""
        if state.to_move is not None:
            return None
        scores = tuple(fleet.score for fleet in state.fleets)
        if all(fleet.resigned for fleet in state.fleets):
            reason = "controcorrente.over.resigned"
        else:
            reason = "controcorrente.over.river_empty" if any(scores) else "controcorrente.over.all_lost"
        return Outcome(places(state), scores, reason)

    def view(self, state: State, seat: Seat | None) -> View:
        """Show the position, the same to everybody."""
        return view_of(state)

    def parse(self, state: State, seat: Seat, text: str) -> Action:
        """Read an action; raises ParseError."""
        action = notation.read_action(text)
        if action is None:
            raise ParseError("controcorrente.parse.action", near=near(text, _written(state)), text=text[: notation.LONGEST])
        return action

    def write(self, state: State, action: Action) -> str:
        """Write an action."""
        return notation.write_action(action)

    def dump(self, state: State) -> str:
        """Write the position."""
        return notation.write_position(state)

    def load(self, text: str, options: ControcorrenteOptions, *, lenient: bool = False) -> State:
        """Read a position strictly; `lenient` (for tests) allows sand and wave on any two tiles."""
        return notation.read_position(text, options, lenient=lenient)


def _written(state: State) -> tuple[str, ...]:
    return tuple(map(notation.write_action, river.actions(state)))


def _label(state: State, seat: Seat, action: Action) -> Text:
    match action:
        case Roll():
            return Text("controcorrente.choice.roll")
        case Sail(tile):
            return _sail_label(state, tile)
        case Fair(tile):
            end = river.fair_wind(state, seat, tile) or 0
            kind = "fair" if end in state.fleets[seat].afloat else "fair_sand"
            return Text(f"controcorrente.choice.{kind}", {"from": tile, "to": end})
        case Contrary(owner, tile):
            end = river.contrary_wind(state, owner, tile) or 0
            return Text("controcorrente.choice.contrary", {"who": Who(owner), "from": tile, "to": end})
        case _:
            return Text("controcorrente.choice.pass")


def _sail_label(state: State, tile: int) -> Text:
    voyage = river.sail(state, tile, state.die or 0)
    kind = "sail" if voyage.surged_at is None else "sail_surge"
    if voyage.end == HARBOUR:
        return Text(f"controcorrente.choice.{kind}_dock", {"from": tile, "bollard": state.next_bollard})
    end = "_aground" if voyage.aground else ""
    return Text(f"controcorrente.choice.{kind}{end}", {"from": tile, "to": voyage.end})


def _why_not(state: State, seat: Seat, action: Action) -> IllegalAction:
    """Say which rule an action breaks, the legal notations beside it."""
    code, rule, params = _broken_rule(state, seat, action)
    return IllegalAction(
        f"controcorrente.illegal.{code}", rule=rule, near=near(notation.write_action(action), _written(state)), **params
    )


def _broken_rule(state: State, seat: Seat, action: Action) -> tuple[str, str, dict[str, object]]:
    if state.die is None:
        return "roll_first", "turn", {}
    on_arrows = state.die == ARROWS
    match action:
        case Sail(tile):
            if on_arrows:
                return "arrows_move_no_boat_by_number", "winds", {}
            return "no_boat_there", "sailing", {"tile": tile}
        case Roll():
            return "already_rolled", "turn", {"die": Code(notation.face(state.die))}
        case Pass():
            return ("wind_is_compulsory", "winds", {}) if on_arrows else ("number_is_compulsory", "sailing", {})
        case _:
            return _broken_wind_rule(state, seat, action)


def _broken_wind_rule(state: State, seat: Seat, action: Fair | Contrary) -> tuple[str, str, dict[str, object]]:
    if state.die != ARROWS:
        return "no_wind_on_a_number", "winds", {"die": Code(notation.face(state.die))}
    tile = action.tile
    if isinstance(action, Fair):
        return "no_boat_ahead" if tile in state.fleets[seat].afloat else "no_boat_there", "winds", {"tile": tile}
    owner = action.owner
    if owner == seat:
        return "contrary_on_own_boat", "winds", {}
    if owner >= len(state.fleets) or tile not in state.fleets[owner].afloat:
        return "no_opponents_boat_there", "winds", {"letter": LETTERS[owner], "tile": tile}
    return "no_boat_behind", "winds", {"who": Who(owner), "tile": tile}
