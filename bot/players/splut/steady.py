"""The house bot `steady`: kills when it can, leaves no kill when that can be avoided, and looks for threats that have no answer.

Owns the choice of a turn and the use of the time. Refuses to know how kills are found (`kills`) and how a position looks at a
glance (`worth`).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from time import perf_counter
from typing import Any, Final

from bot.engine.core import AnyGame, Seat
from bot.engine.games.splut.arena import NOWHERE, UNMARKED, living
from bot.engine.games.splut.moves import Position, Rules, Turn, find_moves
from bot.engine.games.splut.notation import read_position, write_turn
from bot.engine.games.splut.play import MOST_STEPS, goes_on, take
from bot.engine.games.splut.position import State, key_of
from bot.engine.games.splut.view import View
from bot.players.base import Budget
from bot.players.splut.kills import Hunt, Line
from bot.players.splut.worth import worth

SURVEY: Final = 0.4  # of the time, for looking at every turn once
AHEAD: Final = 0.65  # of the time have passed when the look at the answers ends
SPARE: Final = 0.9  # of the time may be used at all
THREATS: Final = 12  # more ways to kill than that are not counted
THREAT: Final = 1.5  # what a way to kill is worth at a glance


@dataclass(slots=True)
class End:
    """A turn and where it leads.

    slain: the side it kills, -1 for none. draws: it ends the game undecided. idle: it leaves everything where it was. glance: its
    worth by looks. danger: the ways the others could kill in answer. escapes: the share of the next seat's answers that leave
    this side without a kill. trap: whether an answer leaves this side without a safe turn. None where nobody has looked.
    """

    line: Line
    position: Position
    slain: int
    draws: bool
    idle: bool
    glance: float
    danger: int | None = None
    escapes: float | None = None
    trap: bool | None = None


class Steady:
    """Plays within its time; turns are looked at in the order of how promising they seem."""

    level = "steady"
    draws = False
    heavy = True

    def choose(self, game: AnyGame, state: Any, seat: Seat, *, random: Random, budget: Budget) -> str:
        """Choose a turn."""
        started = perf_counter()
        view: View = game.view(state, seat)
        thought = Thought(read_position(view.line, view.options), started, budget.seconds)
        return write_turn(Turn(thought.best()))


class Thought:
    """One decision."""

    def __init__(self, state: State, started: float, seconds: float) -> None:
        self._state = state
        self._rules: Rules = state.options.rules
        self._start = state.position
        self._side = state.position.side
        self._others = [side for side in living(state.position.board) if side != self._side]
        self._started = started
        self._seconds = seconds

    def best(self) -> Line:
        """Find the turn to play."""
        duel = len(self._others) == 1
        kill = Hunt(self._start, self._rules, self._others).first() if duel else None
        if kill is not None:
            return kill
        found = [self._end(*end) for end in turns_from(self._start, self._rules)]
        kills = [end for end in found if end.slain not in (NOWHERE, self._side)]
        candidates = sorted(kills or found, key=lambda end: -end.glance)
        if len(candidates) > 1:
            self._look_around(candidates)
            if duel:
                self._look_ahead(candidates)
                self._look_for_traps(candidates)
        return min(candidates, key=self.rank).line

    def rank(self, end: End) -> tuple[int, float, float]:
        """Order ends, the best first: won by force, safe, safe but idle, trapped, drawn, unknown, in danger, dead."""
        if end.slain == self._side:
            return 7, 0.0, 0.0
        if end.danger == 0 and not end.draws:
            if end.escapes == 0.0:
                return 0, 0.0, -end.glance
            kind = 3 if end.trap else 2 if end.idle else 1
            return kind, 1.0 if end.escapes is None else end.escapes, -end.glance
        if end.draws:
            return 4, 0.0, -end.glance
        return (5, 0.0, -end.glance) if end.danger is None else (6, end.danger, -end.glance)

    def _late(self, share: float) -> bool:
        return perf_counter() - self._started > share * self._seconds

    def _end(self, line: Line, after: Position, slain: int) -> End:
        state, cap = self._state, self._state.options.cap(len(self._state.letters))
        draws = slain == NOWHERE and (key_of(after) in state.twice or bool(cap and after.turn > cap))
        idle = after.board.translate(UNMARKED) == self._start.board.translate(UNMARKED)
        glance = 0.0 if slain == self._side else worth(after.board, self._side)
        return End(line, after, slain, draws, idle, glance)

    def _look_around(self, ends: list[End]) -> None:
        """Find out which turns can be answered with a kill, and what the safe ones threaten; if none is safe, which is safest."""
        safe = False
        for end in ends:
            if self._late(SURVEY if safe else SPARE):
                return
            end.danger = self._danger(end, 1)
            if not end.danger:
                safe = True
                end.glance += THREAT * self._hunt(end.position.board, self._side, self._others).count(THREATS)
        if not safe:
            for end in ends:
                if self._late(SPARE):
                    return
                end.danger = self._danger(end, THREATS)

    def _danger(self, end: End, most: int) -> int:
        """Count the ways to kill this side: of the next seat as it will move, of the others as if they were next."""
        if end.slain == self._side:
            return most
        found = Hunt(end.position, self._rules, [self._side]).count(most)
        for side in living(end.position.board):
            if side not in (self._side, end.position.side):
                found += self._hunt(end.position.board, side, [self._side]).count(most)
        return found

    def _hunt(self, board: bytes, side: int, victims: list[int]) -> Hunt:
        """Let a side hunt with a whole turn and no rock locked."""
        return Hunt(Position(board.translate(UNMARKED), side, MOST_STEPS, MOST_STEPS), self._rules, victims)

    def _look_ahead(self, ends: list[End]) -> None:
        """Find out which share of the other's answers parries what a safe turn threatens, as far as there is time."""
        fewest = 1.0
        for end in sorted(ends, key=self.rank):
            if end.danger != 0 or end.draws or self._late(AHEAD):
                return
            answers = [answer for answer in turns_from(end.position, self._rules) if answer[2] == NOWHERE]
            escapes = 0
            for _, after, _ in answers:
                escapes += Hunt(after, self._rules, self._others).first() is None
                if escapes > fewest * len(answers) or self._late(AHEAD):
                    break
            else:
                end.escapes = fewest = escapes / max(1, len(answers))
                if not escapes:
                    return

    def _look_for_traps(self, ends: list[End]) -> None:
        """Take the best turn, as long as there is time, unless an answer to it leaves no safe turn and no kill."""
        while not self._late(SPARE):
            end = min(ends, key=self.rank)
            if end.danger != 0 or end.draws or end.escapes == 0.0 or end.trap is not None:
                return
            end.trap = self._is_trap(end)

    def _is_trap(self, end: End) -> bool:
        other = end.position.side
        for _, after, slain in turns_from(end.position, self._rules):
            if self._late(SPARE):
                return False
            if slain != NOWHERE or self._hunt(after.board, other, [self._side]).first() is None:
                continue  # the answer threatens nothing, or is the other's own end
            if Hunt(after, self._rules, self._others).first() is None and not self._is_safe_somewhere(after):
                return True
        return False

    def _is_safe_somewhere(self, position: Position) -> bool:
        return any(
            self._late(SPARE) or (slain == NOWHERE and Hunt(after, self._rules, [self._side]).first() is None)
            for _, after, slain in turns_from(position, self._rules)
        )


def turns_from(start: Position, rules: Rules) -> Iterator[tuple[Line, Position, int]]:
    """Yield the turns from a position, one for each position they lead to, with the side that each kills, -1 for none."""
    seen: set[Position] = set()
    pending: list[tuple[Position, Line]] = [(start, ())]
    while pending:
        position, line = pending.pop()
        for move in find_moves(position, rules):
            after, flight = take(position, move)
            if after in seen:
                continue
            seen.add(after)
            if goes_on(start, after):
                pending.append((after, (*line, move)))
            else:
                yield (*line, move), after, NOWHERE if flight is None else flight.slain
