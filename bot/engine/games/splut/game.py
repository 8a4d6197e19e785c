"""Splut! as a `Game`: setup, choices step by step, legality and why something is not legal.

Owns the public face of the rules. Refuses to know how pieces move and turns follow (`moves`, `play`, `course`).
"""

from collections.abc import Iterator
from functools import lru_cache

from bot.engine.core import Chance, Choice, Game, GameInfo, Outcome, Seat, Step
from bot.engine.games.splut import course, notation
from bot.engine.games.splut.arena import start_board
from bot.engine.games.splut.events import SplutEvent
from bot.engine.games.splut.labels import labels
from bot.engine.games.splut.moves import MOVES, PASS, Position, Rules, Turn, legal_moves
from bot.engine.games.splut.play import allowance, goes_on, step, turns
from bot.engine.games.splut.position import LETTERS, SplutOptions, State, places
from bot.engine.games.splut.refusals import close_turns, why_not
from bot.engine.games.splut.view import View, view_of
from bot.engine.guard import demand_present, demand_seat, demand_seats, demand_turn, near
from bot.errors import IllegalAction, ParseError


class Splut(Game[State, Turn, SplutEvent, View, SplutOptions]):
    """The sorcerers' arena (`rules/splut.md`)."""

    info = GameInfo(key="splut", title="Splut!", letters=LETTERS, rules_version=1)
    options = SplutOptions

    def setup(self, options: SplutOptions, seats: int, chance: Chance) -> Step[State, SplutEvent]:
        """Set up teams and rocks (section 2); raises Refusal unless there are 2 to 4 seats."""
        demand_seats(self.info, seats)
        letters = LETTERS[seats]
        return Step(State(options, letters, Position(start_board(letters), options.starter(seats), 1, allowance(1))), ())

    def to_act(self, state: State) -> frozenset[Seat]:
        """Name the seat to move."""
        seat = state.to_move
        return frozenset() if seat is None else frozenset((seat,))

    def choices(self, state: State, seat: Seat, prefix: str) -> list[Choice]:
        """List the steps after a prefix, which is empty or ends in a comma: one part is one step (N4, H4)."""
        if seat != state.to_move:
            return []
        rules = state.options.rules
        position = _after(state.position, rules, prefix)
        if position is None:
            return []
        moves = legal_moves(position, rules)
        last = position.left == 1
        return [
            Choice(prefix + move.text, label, complete=True)
            if last or move.aim >= 0 or move is PASS
            else Choice(f"{prefix}{move.text},", label, complete=False)
            for move, label in zip(moves, labels(state, position, moves), strict=True)
        ]

    def legal(self, state: State, seat: Seat) -> Iterator[Turn]:
        """Yield every sequence of steps that is a whole turn, in the order of `choices`."""
        return map(Turn, turns(state.position, state.options.rules)) if seat == state.to_move else iter(())

    def apply(self, state: State, seat: Seat, action: Turn, chance: Chance) -> Step[State, SplutEvent]:
        """Play a turn; raises MatchOver, NotYourTurn, or IllegalAction with the rule."""
        demand_turn(self, state, seat)
        reason = why_not(state, action)
        if reason is not None:
            name, rule, params = reason
            close = near(notation.write_turn(action), close_turns(state, [move.text for move in action.moves]))
            raise IllegalAction(f"splut.illegal.{name}", rule=rule, near=close, **params)
        return Step(*course.play(state, action))

    def resign(self, state: State, seat: Seat) -> Step[State, SplutEvent]:
        """Take the seat's team off the board (H3)."""
        demand_seat(seat, len(state.letters))
        demand_present(self, state, seat, gone=seat in state.fallen, rule="end")
        return Step(*course.leave(state, seat))

    def forced(self, state: State) -> tuple[Seat, Turn] | None:
        """Name the pass of a seat without any legal step."""
        seat = state.to_move
        if seat is not None and legal_moves(state.position, state.options.rules) == (PASS,):
            return seat, Turn((PASS,))
        return None

    def outcome(self, state: State) -> Outcome | None:
        """Rank the seats once one team is left or the game is drawn."""
        if state.over is None:
            return None
        return Outcome(places(state), None, "splut.over.won" if state.over == "won" else "splut.over.drawn")

    def view(self, state: State, seat: Seat | None) -> View:
        """Show the position, the same to everybody."""
        return view_of(state)

    def parse(self, state: State, seat: Seat, text: str) -> Turn:
        """Read a turn; a note behind it must be the one the turn earns. Raises ParseError."""
        read = notation.read_turn(text)
        shown = text[: notation.LONGEST]
        if read is None:
            close = close_turns(state, notation.split_turn(shown)) if seat == state.to_move else ()
            raise ParseError("splut.parse.turn", near=near(shown, close), text=shown)
        turn, note = read
        if note and seat == state.to_move and why_not(state, turn) is None and note != course.note(state, turn):
            raise ParseError("splut.parse.note", near=(self.annotate(state, turn),), text=shown)
        return turn

    def write(self, state: State, action: Turn) -> str:
        """Write a turn, without a note."""
        return notation.write_turn(action)

    def annotate(self, state: State, action: Turn) -> str:
        """Write a legal turn with the note it earns, `#` for a team eliminated or `!` for one whose dwarf is crushed."""
        return notation.write_turn(action) + course.note(state, action)

    def preview(self, state: State, prefix: str) -> Step[State, SplutEvent]:
        """Show what the steps of a prefix, as `choices` gives it, come to before the turn is whole; raises ParseError."""
        if _after(state.position, state.options.rules, prefix) is None:
            raise ParseError("splut.parse.turn", text=prefix[: notation.LONGEST])
        return Step(*course.preview(state, [MOVES[text] for text in prefix.split(",")[:-1]]))

    def dump(self, state: State) -> str:
        """Write the position (section 11)."""
        return notation.write_position(state)

    def load(self, text: str, options: SplutOptions) -> State:
        """Read a position strictly; raises ParseError."""
        return notation.read_position(text, options)


@lru_cache(maxsize=64)
def _after(position: Position, rules: Rules, prefix: str) -> Position | None:
    """Take the steps of a prefix; None when it leads nowhere or ends the turn."""
    if not prefix:
        return position
    before, _, text = prefix[:-1].rpartition(",")
    start = _after(position, rules, f"{before}," if before else "")
    move = MOVES.get(text)
    if start is None or move is None or prefix[-1] != "," or move not in legal_moves(start, rules):
        return None
    after, _ = step(start, move)
    return after if goes_on(start, after) else None


SPLUT = Splut()
