"""Playing Controcorrente in tests: positions with a die put in, whole games under a policy."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from bot.engine.chance import NoChance, Scripted
from bot.engine.core import Seat
from bot.engine.games.controcorrente import GAME
from bot.engine.games.controcorrente.events import RiverEvent
from bot.engine.games.controcorrente.position import ControcorrenteOptions, State
from bot.engine.games.controcorrente.river import Action, Roll

STANDARD = ControcorrenteOptions()
FACES = "12345*"

Policy = Callable[[State, Seat, list[Action]], Action]


def position(text: str, die: str = "-", options: ControcorrenteOptions = STANDARD, *, lenient: bool = False) -> State:
    """Read a position written without its die."""
    return GAME.load(f"{text};{die}", options, lenient=lenient)


def start(seats: int, options: ControcorrenteOptions = STANDARD) -> State:
    """Give the start position."""
    return GAME.setup(options, seats, NoChance()).state


def after(state: State, notation: str, draws: tuple[int, ...] = ()) -> tuple[State, tuple[RiverEvent, ...]]:
    """Play a notation for the seat to move."""
    assert state.to_move is not None
    step = GAME.apply(state, state.to_move, GAME.parse(state, state.to_move, notation), Scripted(draws))
    return step.state, step.events


@dataclass
class Told:
    """A whole game: turns as the rules log them, all events, and what the statistics count."""

    state: State
    log: list[str] = field(default_factory=list)
    events: list[RiverEvent] = field(default_factory=list)
    choices: list[int] = field(default_factory=list)


def play_out(state: State, dice: Iterator[int], policy: Policy) -> Told:
    """Play to the end; dice are values 0..5."""
    told = Told(state)
    while told.state.to_move is not None:
        seat = told.state.to_move
        rolled = GAME.apply(told.state, seat, Roll(), Scripted([next(dice)]))
        actions = list(GAME.legal(rolled.state, seat))
        action = policy(rolled.state, seat, actions)
        step = GAME.apply(rolled.state, seat, action, NoChance())
        told.log.append(GAME.dump(rolled.state)[-1] + GAME.write(rolled.state, action))
        told.choices.append(len(actions))
        told.events += [*rolled.events, *step.events]
        told.state = step.state
    return told


def with_die(state: State, value: int) -> State:
    """Put a die value 0..5 into a position without rolling."""
    return replace(state, die=value + 1)
