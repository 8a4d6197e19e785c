"""Pebbles: a small made-up game with everything the table must cope with, and its house bots.

A round: all live seats at once hide 0 to 3 pebbles (`hide 2`, may be replaced until the last has hidden), then all at once guess
the total (`guess 4`), then each in turn: `step` (up to twice), and `end` or `roll`; after a roll `keep` or `drop`. Whoever hid
nothing passes (`pass`, forced). `flag on` and `flag off` are standing actions. Option auto rolls for everybody; option
windows=False leaves only the turns, where the seats listed in idle hid nothing. Kept rolls score; the last live seat has won.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from json import dumps, loads
from random import Random
from typing import Any

from pydantic import field_validator
from pydantic_core import PydanticCustomError

from bot.engine.chance import roll
from bot.engine.core import Chance, Choice, Event, Game, GameInfo, Options, Outcome, Seat, Step, Text
from bot.engine.guard import demand_present
from bot.errors import Fault, IllegalAction, MatchOver, NotYourTurn, ParseError
from bot.players.base import Budget, Player
from bot.players.uniform import Uniform


class PebblesOptions(Options):
    """The options of Pebbles."""

    rounds: int = 1
    auto: bool = False
    windows: bool = True
    idle: tuple[int, ...] = ()

    @field_validator("rounds")
    @classmethod
    def _some(cls, rounds: int) -> int:
        if rounds < 1:
            raise PydanticCustomError("pebbles.rounds", "at least {least} round", {"least": 1})
        return rounds


@dataclass(frozen=True, slots=True)
class Done(Event):
    """A seat did something."""

    seat: Seat
    what: str


@dataclass(frozen=True, slots=True)
class State:
    """A position; hidden and guesses hold one entry a seat, None while not answered."""

    options: PebblesOptions
    round: int
    phase: str
    hidden: tuple[int | None, ...]
    guesses: tuple[int | None, ...]
    turn: int
    steps: int
    rolled: int
    scores: tuple[int, ...]
    gone: tuple[bool, ...]
    flags: tuple[bool, ...]


class Pebbles(Game[State, str, Done, Any, PebblesOptions]):
    """The rules."""

    info = GameInfo("pebbles", "Pebbles", {2: "AB", 3: "ABC", 4: "ABDC"}, 1, hidden=True, chance=True)
    options = PebblesOptions

    def setup(self, options: PebblesOptions, seats: int, chance: Chance) -> Step[State, Done]:
        """Set up."""
        none, no = (None,) * seats, (False,) * seats
        state = State(options, 1, "over", none, none, 0, 0, 0, (0,) * seats, no, no)
        return Step(self._round(state), ())

    def to_act(self, state: State) -> frozenset[Seat]:
        """Name who is due."""
        match state.phase:
            case "hide":
                return self._unanswered(state, state.hidden)
            case "guess":
                return self._unanswered(state, state.guesses)
            case "over":
                return frozenset()
        return frozenset({Seat(state.turn)})

    def choices(self, state: State, seat: Seat, prefix: str) -> list[Choice]:
        """List the next parts; hide and guess come in two."""
        if seat not in self.to_act(state):
            return []
        if prefix in ("hide ", "guess "):
            return [self._choice(f"{prefix}{n}") for n in range(4)]
        if prefix:
            return []
        if state.phase in ("hide", "guess"):
            return [Choice(f"{state.phase} ", Text("pebbles.part"), complete=False)]
        return [self._choice(text) for text in self._turn_actions(state)]

    def apply(self, state: State, seat: Seat, action: str, chance: Chance) -> Step[State, Done]:
        """Play."""
        if state.phase == "over":
            raise MatchOver("pebbles.over")
        verb, _, arg = action.partition(" ")
        done = (Done(seat, action),)
        if verb == "flag":
            return Step(replace(state, flags=_put(state.flags, seat, arg == "on")), done)
        if verb == "hide" and state.phase == "hide" and not state.gone[seat]:
            hidden = replace(state, hidden=_put(state.hidden, seat, int(arg)))
            closed = not self._unanswered(hidden, hidden.hidden)
            return Step(replace(hidden, phase="guess") if closed else hidden, done, reveals=closed)
        if seat not in self.to_act(state):
            raise NotYourTurn("pebbles.not_your_turn")
        if verb == "guess" and state.phase == "guess":
            guessed = replace(state, guesses=_put(state.guesses, seat, int(arg)))
            closed = not self._unanswered(guessed, guessed.guesses)
            return Step(self._turn(guessed, 0) if closed else guessed, done, reveals=False)
        if action not in self._turn_actions(state):
            raise IllegalAction("pebbles.illegal", rule="turn")
        return self._play(state, seat, action, chance)

    def _play(self, state: State, seat: Seat, action: str, chance: Chance) -> Step[State, Done]:
        done = (Done(seat, action),)
        if action == "step":
            return Step(replace(state, steps=state.steps + 1), done)
        if action == "roll":
            return Step(replace(state, rolled=roll(chance, "pebbles", 6)), done, reveals=True)
        gained = state.rolled if action == "keep" else 0
        scored = replace(state, scores=_put(state.scores, seat, state.scores[seat] + gained))
        return Step(self._turn(scored, seat + 1), done)

    def resign(self, state: State, seat: Seat) -> Step[State, Done]:
        """Leave."""
        demand_present(self, state, seat, gone=state.gone[seat], rule="leaving")
        left = replace(state, gone=_put(state.gone, seat, True))
        if left.gone.count(False) == 1:
            left = replace(left, phase="over")
        elif left.phase == "turn" and left.turn == seat:
            left = self._turn(left, seat + 1)
        elif left.phase in ("hide", "guess") and not self.to_act(left):
            left = replace(left, phase="guess") if left.phase == "hide" else self._turn(left, 0)
        return Step(left, (Done(seat, "resign"),))

    def forced(self, state: State) -> tuple[Seat, str] | None:
        """Pass with nothing hidden."""
        due = state.phase == "turn" and state.hidden[state.turn] == 0
        return (Seat(state.turn), "pass") if due else None

    def automatic(self, state: State) -> tuple[Seat, str] | None:
        """Roll for whoever is due."""
        due = state.phase == "turn" and state.options.auto and not state.rolled and state.hidden[state.turn] != 0
        return (Seat(state.turn), "roll") if due else None

    def is_standing(self, action: str) -> bool:
        """Flags stand."""
        return action.startswith("flag")

    def outcome(self, state: State) -> Outcome | None:
        """Count."""
        if state.phase != "over":
            return None
        live = [score if not gone else -1 for score, gone in zip(state.scores, state.gone, strict=True)]
        return Outcome(tuple(1 + sum(other > own for other in live) for own in live), state.scores, "pebbles.end")

    def view(self, state: State, seat: Seat | None) -> Any:
        """Show the scores."""
        return state.scores

    def parse(self, state: State, seat: Seat, text: str) -> str:
        """Read."""
        plain = " ".join(text.lower().split())
        answers = {f"{verb} {n}" for verb in ("hide", "guess") for n in range(4)}
        if plain not in answers | {"step", "roll", "keep", "drop", "end", "pass", "flag on", "flag off"}:
            raise ParseError("pebbles.unknown", text=text)
        return plain

    def write(self, state: State, action: str) -> str:
        """Write."""
        return action

    def dump(self, state: State) -> str:
        """Write the position."""
        return dumps({**asdict(replace(state, options=PebblesOptions())), "options": None}, separators=(",", ":"))

    def load(self, text: str, options: PebblesOptions) -> State:
        """Read the position."""
        fields: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in loads(text).items()}
        fields["options"] = options
        return State(**fields)

    def _choice(self, text: str) -> Choice:
        return Choice(text, Text("pebbles.part"), complete=True)

    def _turn_actions(self, state: State) -> list[str]:
        if state.hidden[state.turn] == 0:
            return ["pass"]
        if state.rolled:
            return ["keep", "drop"]
        return [*(["step"] if state.steps < 2 else []), "roll", "end"]

    def _unanswered(self, state: State, answers: tuple[int | None, ...]) -> frozenset[Seat]:
        return frozenset(Seat(n) for n, answer in enumerate(answers) if answer is None and not state.gone[n])

    def _round(self, state: State) -> State:
        seats = len(state.scores)
        if state.options.windows:
            return replace(state, phase="hide", hidden=(None,) * seats, guesses=(None,) * seats)
        return self._turn(replace(state, hidden=tuple(int(n not in state.options.idle) for n in range(seats))), 0)

    def _turn(self, state: State, seat: int) -> State:
        while seat < len(state.gone) and state.gone[seat]:
            seat += 1
        if seat < len(state.gone):
            return replace(state, phase="turn", turn=seat, steps=0, rolled=0)
        if state.round == state.options.rounds:
            return replace(state, phase="over", rolled=0)
        return self._round(replace(state, round=state.round + 1, rolled=0))


def _put(values: tuple[Any, ...], at: int, value: Any) -> tuple[Any, ...]:
    return (*values[:at], value, *values[at + 1 :])


class Filling(Pebbles):
    """Pebbles whose empty seats house bots take."""

    info = replace(Pebbles.info, key="filling", fills_with_bots=True)


class Steady:
    """Hides 1, guesses 1 and ends its turn; without chance."""

    level = "steady"
    draws = False
    heavy = False

    def choose(self, game: Any, state: State, seat: Seat, *, random: Random, budget: Budget) -> str:
        """Choose."""
        if state.phase in ("hide", "guess"):
            return f"{state.phase} 1"
        return "keep" if state.rolled else "end"


class Broken(Steady):
    """Never comes to a decision."""

    level = "broken"

    def choose(self, game: Any, state: State, seat: Seat, *, random: Random, budget: Budget) -> str:
        """Fail."""
        raise Fault("no decision came")


class Wrong(Steady):
    """Breaks the rules."""

    level = "wrong"

    def choose(self, game: Any, state: State, seat: Seat, *, random: Random, budget: Budget) -> str:
        """Cheat."""
        return "keep"


GAMES = {"pebbles": Pebbles(), "filling": Filling()}
BOTS: dict[str, Player] = {player.level: player for player in (Steady(), Uniform(), Broken(), Wrong())}


def find_players(key: str) -> Mapping[str, Player]:
    """Give the house bots of either."""
    return BOTS
