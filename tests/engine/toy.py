"""A toy game with what Controcorrente lacks: notations of two parts, a simultaneous start and something hidden.

Both seats first name a secret colour at the same time; then they take 1 to 3 stones from a heap by turns ("take 2"), or gamble:
a coin takes 1 or 2. Who takes the last stone wins.
"""

from dataclasses import dataclass, replace

from bot.engine.chance import roll
from bot.engine.core import Chance, Choice, Event, Game, GameInfo, Options, Outcome, Seat, Step, Text
from bot.engine.guard import demand_present, demand_seats, demand_turn
from bot.errors import IllegalAction, ParseError


class ToyOptions(Options):
    """Options of the toy."""

    heap: int = 6


@dataclass(frozen=True, slots=True)
class ToyState:
    """A position."""

    options: ToyOptions
    heap: int
    to_move: Seat
    secrets: tuple[str, str] = ("r", "b")
    left: Seat | None = None


@dataclass(frozen=True, slots=True)
class Took(Event):
    """Stones were taken."""

    stones: int


@dataclass(frozen=True, slots=True)
class Named(Event):
    """A seat named its colour, which it alone is told."""

    colour: str


@dataclass(frozen=True, slots=True)
class ToyView:
    """What a seat sees."""

    heap: int
    secrets: tuple[str, str]


@dataclass(frozen=True, slots=True)
class Act:
    """An action: name a colour, take stones, or gamble (0 stones)."""

    stones: int = 0
    colour: str = ""


class Toy(Game[ToyState, Act, Event, ToyView, ToyOptions]):
    """The toy's rules."""

    info = GameInfo(key="toy", title="Toy", letters={2: "XY"}, rules_version=1, hidden=True, chance=True)
    options = ToyOptions

    def setup(self, options: ToyOptions, seats: int, chance: Chance) -> Step[ToyState, Event]:
        demand_seats(self.info, seats)
        return Step(ToyState(options, options.heap, Seat(chance.draw("first", 2)), ("", "")), ())

    def to_act(self, state: ToyState) -> frozenset[Seat]:
        if state.left is not None or state.heap == 0:
            return frozenset()
        naming = frozenset(Seat(index) for index, secret in enumerate(state.secrets) if not secret)
        return naming or frozenset({state.to_move})

    def choices(self, state: ToyState, seat: Seat, prefix: str) -> list[Choice]:
        if seat not in self.to_act(state):
            return []
        if not state.secrets[seat]:
            return [Choice(colour, Text("toy.colour"), True) for colour in "rb" if not prefix]
        if prefix == "take ":
            return [Choice(f"take {n}", Text("toy.take", {"n": n}), True) for n in range(1, min(3, state.heap) + 1)]
        return [Choice("take ", Text("toy.take"), False), Choice("gamble", Text("toy.gamble"), True)] if not prefix else []

    def apply(self, state: ToyState, seat: Seat, action: Act, chance: Chance) -> Step[ToyState, Event]:
        demand_turn(self, state, seat)
        if action not in list(self.legal(state, seat)):
            raise IllegalAction("toy.illegal", rule="toy")
        if action.colour:
            secrets = list(state.secrets)
            secrets[seat] = action.colour
            return Step(replace(state, secrets=(secrets[0], secrets[1])), (Named(action.colour, audience=frozenset({seat})),))
        stones = action.stones or min(roll(chance, "coin", 2), state.heap)
        after = replace(state, heap=state.heap - stones, to_move=Seat(1 - seat))
        return Step(after, (Took(stones),), reveals=not action.stones)

    def resign(self, state: ToyState, seat: Seat) -> Step[ToyState, Event]:
        demand_present(self, state, seat, gone=state.left == seat, rule="toy")
        return Step(replace(state, left=seat), ())

    def outcome(self, state: ToyState) -> Outcome | None:
        if self.to_act(state):
            return None
        winner = 1 - (state.left if state.left is not None else state.to_move)
        return Outcome((1, 2) if winner == 0 else (2, 1), None, "toy.over")

    def view(self, state: ToyState, seat: Seat | None) -> ToyView:
        return ToyView(state.heap, ("", "") if seat is None else (state.secrets[0] * (seat == 0), state.secrets[1] * (seat == 1)))

    def parse(self, state: ToyState, seat: Seat, text: str) -> Act:
        match text.casefold().split():
            case ["r" | "b" as colour]:
                return Act(colour=colour)
            case ["gamble"]:
                return Act()
            case ["take", ("1" | "2" | "3") as stones]:
                return Act(int(stones))
        raise ParseError("toy.parse")

    def write(self, state: ToyState, action: Act) -> str:
        return action.colour or (f"take {action.stones}" if action.stones else "gamble")

    def dump(self, state: ToyState) -> str:
        first, second = state.secrets
        left = "-" if state.left is None else str(state.left)
        return f"{state.heap} {state.to_move} {first or '-'}{second or '-'} {left}"

    def load(self, text: str, options: ToyOptions) -> ToyState:
        heap, to_move, secrets, left = text.split()
        first, second = secrets[0].replace("-", ""), secrets[1].replace("-", "")
        gone = None if left == "-" else Seat(int(left))
        return ToyState(options, int(heap), Seat(int(to_move)), (first, second), gone)


TOY = Toy()
