"""The conformance suite: plays a random match of any game and holds every promise of `core.Game` against it.

Owns what every game must keep to, whatever its rules. Refuses to know a game's own rules: those have tests of their own.
"""

from collections.abc import Callable
from dataclasses import dataclass, is_dataclass
from itertools import islice
from typing import Any

from bot.engine.chance import Seeded, pick
from bot.engine.core import AnyGame, Choice, Event, Options, Outcome, Seat, Step, Text
from bot.engine.records import Draw, Played, Started
from bot.engine.replay import fold
from bot.errors import IllegalAction, MatchOver, NotYourTurn, ParseError, Refusal, ReplayDiverged

NONSENSE = "\x00 no notation \x00"


class Nonconforming(AssertionError):
    """A game broke a promise of the contract; says which, with game, options, seats, seed, action number and position."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How far to look: actions of a match, legal actions compared per position, remembered actions tried where they are illegal.

    every: positions between two of the costly looks (resignations, a second run of each legal action).
    """

    actions: int = 5000
    legal: int = 300
    remembered: int = 200
    every: int = 5


Twin = Callable[[Any, Seat | None], Any]


def conform(
    game: AnyGame,
    options: Options,
    seats: int,
    seed: bytes,
    *,
    limits: Limits | None = None,
    twin: Twin | None = None,
    say: Callable[[Text], object] | None = None,
) -> Outcome:
    """Play a random match and check the contract at every position; raises Nonconforming.

    twin: for games with hidden information, makes a state that differs only in what a seat (None: a spectator) may not see. say:
    turns a label into words, and raises where a language lacks them. Gives the outcome.
    """
    return _Match(game, options, seats, seed, limits or Limits(), twin, say).run()


def walk(game: AnyGame, state: Any, seat: Seat, choose: Callable[[list[Choice]], Choice]) -> str:
    """Choose part after part until the notation is complete."""
    text = ""
    while True:
        choice = choose(game.choices(state, seat, text))
        if choice.complete:
            return choice.text
        text = choice.text


class _Match:
    """One random match under examination."""

    def __init__(
        self,
        game: AnyGame,
        options: Options,
        seats: int,
        seed: bytes,
        limits: Limits,
        twin: Twin | None,
        say: Callable[[Text], object] | None,
    ) -> None:
        self.game = game
        self.options = options
        self.seats = seats
        self.seed = seed
        self.limits = limits
        self.twin = twin
        self.say = say
        self.steering = Seeded(seed)
        self.counts: dict[str, int] = {}
        self.records: list[Started | Played] = []
        self.remembered: dict[Any, None] = {}
        self.state: Any = None

    def run(self) -> Outcome:
        """Play to the end."""
        self.start()
        for number in range(self.limits.actions):
            due = sorted(self.game.to_act(self.state))
            if not due:
                return self.finish()
            self.position(due, thorough=number % self.limits.every == 0)
            self.act(pick(self.steering, "seat", due))
        raise self.broken(f"the match is not over after {self.limits.actions} actions")

    def start(self) -> None:
        """Set the game up, twice."""
        first, again = Seeded(self.seed), Seeded(self.seed)
        step = self.game.setup(self.options, self.seats, first)
        self.state = step.state
        self.demand(
            self.game.setup(self.options, self.seats, again) == step and again.draws == first.draws,
            "two setups from one seed differ",
        )
        self.drew(first.draws)
        self.values(step)
        self.records.append(Started(draws=tuple(first.draws)))

    def position(self, due: list[Seat], *, thorough: bool) -> None:
        """Check one position in which decisions are due."""
        self.demand(self.game.outcome(self.state) is None, "decisions are due and there is an outcome")
        self.saved()
        self.views()
        for seat in map(Seat, range(self.seats)):
            if seat not in due:
                self.demand(
                    not self.game.choices(self.state, seat, "") and not self.legal(seat), f"seat {seat} has choices out of turn"
                )
                continue
            legal = self.legal(seat)
            self.demand(bool(legal), f"seat {seat} is to act and has no legal action")
            self.demand(not self.game.choices(self.state, seat, NONSENSE), "a nonsensical prefix leads somewhere")
            self.parts(seat)
            self.written(seat, legal)
            self.refuses(seat, legal, due)
            if thorough:
                self.plays_all(seat, legal)
                self.resigns(seat)
        self.compulsion()

    def legal(self, seat: Seat) -> list[Any]:
        """List legal actions up to the limit."""
        return list(islice(self.game.legal(self.state, seat), self.limits.legal))

    def parts(self, seat: Seat) -> None:
        """Check that walking the parts gives `legal` in its order, without dead ends and doubles."""
        walked: list[Any] = []
        pending = self.entered(seat, "")
        while pending and len(walked) < self.limits.legal:
            choice = pending.pop()
            if choice.complete:
                walked.append(self.game.parse(self.state, seat, choice.text))
            else:
                pending += self.entered(seat, choice.text)
        legal = self.legal(seat)
        self.demand(walked == legal, f"the parts lead to {walked!r}, legal() to {legal!r}")
        self.demand(len(set(legal)) == len(legal), "legal() repeats an action")

    def entered(self, seat: Seat, prefix: str) -> list[Choice]:
        """List the choices after a prefix, last first, and check that they go on from it."""
        found = self.game.choices(self.state, seat, prefix)
        self.demand(bool(found), f"the prefix {prefix!r} leads nowhere")
        self.demand(len({(choice.text, choice.complete) for choice in found}) == len(found), f"doubled choices after {prefix!r}")
        for choice in found:
            self.demand(
                choice.text.startswith(prefix) and choice.text != prefix, f"{choice.text!r} does not go on from {prefix!r}"
            )
            self.words(choice.label)
        return found[::-1]

    def words(self, label: Text) -> None:
        """Check that a label has words."""
        if self.say is not None:
            self.say(label)

    def written(self, seat: Seat, legal: list[Any]) -> None:
        """Check that notations are read back, blanks and case apart, and that nonsense is refused."""
        for action in legal:
            text = self.game.write(self.state, action)
            for spelling in (text, f"  {text} ", text.lower(), text.upper()):
                self.demand(self.game.parse(self.state, seat, spelling) == action, f"{spelling!r} is not read as {action!r}")
        try:
            self.game.parse(self.state, seat, NONSENSE)
        except ParseError:
            return
        raise self.broken("a nonsensical notation is read")

    def refuses(self, seat: Seat, legal: list[Any], due: list[Seat]) -> None:
        """Check that actions legal earlier are refused where they are not legal now, and every action out of turn."""
        here = set(legal)
        counted = len(legal) < self.limits.legal
        for action in [action for action in self.remembered if counted and action not in here]:
            self.expect(seat, action, (IllegalAction,), f"{action!r} is not in legal() and yet accepted")
        for other in map(Seat, range(self.seats)):
            if other not in due and not self.game.is_standing(legal[0]):
                self.expect(other, legal[0], (NotYourTurn,), f"seat {other} may act out of turn")
        self.remembered.update(dict.fromkeys(legal[: max(0, self.limits.remembered - len(self.remembered))]))

    def expect(self, seat: Seat, action: Any, refusals: tuple[type[Refusal], ...], message: str) -> None:
        """Check that an action is refused in the way expected."""
        try:
            self.game.apply(self.state, seat, action, Seeded(self.seed, self.counts))
        except refusals:
            return
        raise self.broken(message)

    def plays_all(self, seat: Seat, legal: list[Any]) -> None:
        """Check that every legal action is accepted, changes nothing in place and gives the same from the same chance."""
        before = self.game.dump(self.state)
        for action in legal:
            step, _ = self.play(seat, action)
            again, _ = self.play(seat, action)
            self.demand(step == again, f"{action!r} gives two different steps from the same chance")
        self.demand(self.game.dump(self.state) == before, "playing an action changed the position in place")

    def play(self, seat: Seat, action: Any) -> tuple[Step[Any, Any], list[Draw]]:
        """Play an action on the match's next draws without going on from it."""
        chance = Seeded(self.seed, self.counts)
        try:
            step = self.game.apply(self.state, seat, action, chance)
        except Refusal as refusal:
            raise self.broken(f"{action!r} is in legal() and refused: {refusal}") from refusal
        self.values(step)
        self.demand(step.reveals or not chance.draws, f"{action!r} draws and reveals nothing")
        return step, chance.draws

    def resigns(self, seat: Seat) -> None:
        """Check that a seat may leave once, and that nothing is asked of it afterwards."""
        step = self.game.resign(self.state, seat)
        self.values(step)
        self.demand(seat not in self.game.to_act(step.state), f"seat {seat} resigned and is to act")
        self.demand(
            (self.game.outcome(step.state) is None) == bool(self.game.to_act(step.state)),
            "after a resignation nobody acts without an outcome",
        )
        try:
            self.game.resign(step.state, seat)
        except (IllegalAction, MatchOver):
            return
        raise self.broken(f"seat {seat} may resign twice")

    def saved(self) -> None:
        """Check that the position survives being written and read."""
        text = self.game.dump(self.state)
        self.demand(text.isprintable(), f"the position {text!r} is not one line")
        loaded = self.game.load(text, self.options)
        self.demand(self.game.dump(loaded) == text, f"{text!r} is written as {self.game.dump(loaded)!r} when read again")
        self.demand(
            self.game.outcome(loaded) == self.game.outcome(self.state), "the outcome changes when the position is read again"
        )
        self.demand(
            self.game.to_act(loaded) == self.game.to_act(self.state), "other seats are to act when the position is read again"
        )
        for seat in self.game.to_act(loaded):
            there = list(islice(self.game.legal(loaded, seat), self.limits.legal))
            self.demand(there == self.legal(seat), "other actions are legal when the position is read again")

    def views(self) -> None:
        """Check that views are values of their own and show a seat no more than it may see."""
        watchers: list[Seat | None] = [None, *map(Seat, range(self.seats))]
        for watcher in watchers:
            view = self.game.view(self.state, watcher)
            self.demand(
                _is_value(view) and type(view) is not type(self.state), "a view is a frozen slotted dataclass of its own type"
            )
            if not self.game.info.hidden:
                self.demand(view == self.game.view(self.state, None), "nothing is hidden and yet views differ")
            elif self.twin is not None:
                self.demand(
                    view == self.game.view(self.twin(self.state, watcher), watcher), f"seat {watcher} sees what is hidden from it"
                )

    def values(self, step: Step[Any, Any]) -> None:
        """Check that state and events are immutable values, and audiences seats."""
        self.demand(_is_value(step.state), "a state is a frozen slotted dataclass")
        for event in step.events:
            self.demand(isinstance(event, Event) and _is_value(event), f"{event!r} is no frozen slotted Event")
            self.demand(
                event.audience is None or event.audience <= set(range(self.seats)), f"{event!r} is for seats that do not exist"
            )

    def compulsion(self) -> None:
        """Check that `forced` names the only action and `automatic` a legal one."""
        forced, automatic = self.game.forced(self.state), self.game.automatic(self.state)
        if forced is not None:
            self.demand(self.legal(forced[0]) == [forced[1]], f"{forced!r} is called forced and is not the only action")
        if automatic is not None:
            self.demand(automatic[1] in self.legal(automatic[0]), f"{automatic!r} is called automatic and is not legal")

    def act(self, seat: Seat) -> None:
        """Go on by a uniform walk over parts."""
        text = walk(self.game, self.state, seat, lambda found: pick(self.steering, "part", found))
        action = self.game.parse(self.state, seat, text)
        canonical = self.game.write(self.state, action)
        step, draws = self.play(seat, action)
        self.drew(draws)
        self.records.append(Played(seat=seat, action=canonical, draws=tuple(draws)))
        self.state = step.state

    def drew(self, draws: list[Draw]) -> None:
        """Count draws; a game that says it draws nothing may draw nothing."""
        self.demand(self.game.info.chance or not draws, "the game says it has no chance, and draws")
        for draw in draws:
            self.counts[draw.label] = draw.n + 1

    def finish(self) -> Outcome:
        """Check the end: an outcome, nothing more to do, and the same end from the records."""
        outcome = self.game.outcome(self.state)
        if outcome is None:
            raise self.broken("nobody is to act and there is no outcome")
        self.demand(len(outcome.places) == self.seats and min(outcome.places) >= 1, "places are not one positive number per seat")
        self.demand(outcome.scores is None or len(outcome.scores) == self.seats, "scores are not one per seat")
        self.words(Text(outcome.reason))
        self.saved()
        self.views()
        for seat in map(Seat, range(self.seats)):
            self.demand(not self.legal(seat), f"seat {seat} has a legal action after the end")
            for action in islice(self.remembered, 1):
                self.expect(seat, action, (MatchOver,), "the game goes on after its end")
        self.refold()
        return outcome

    def refold(self) -> None:
        """Check that the records alone lead to the same end."""
        try:
            again = fold(self.game, self.options, self.seats, self.records)[-1].state
        except ReplayDiverged as diverged:
            raise self.broken(f"the records do not fold into the match: {diverged}") from diverged
        self.demand(again == self.state, f"the records do not fold into the match: they end at {self.game.dump(again)!r}")

    def demand(self, kept: bool, message: str) -> None:
        """Fail unless a promise is kept."""
        if not kept:
            raise self.broken(message)

    def broken(self, message: str) -> Nonconforming:
        """Say what is broken and how to get there again."""
        place = "before the start" if self.state is None else f"at {self.game.dump(self.state)!r}"
        match = f"{self.game.info.key} ({self.options!r}, {self.seats} seats, seed {self.seed.hex()})"
        return Nonconforming(f"{match}, record {len(self.records)}, {place}: {message}")


def _is_value(thing: object) -> bool:
    """Tell whether a thing is a frozen slotted dataclass."""
    params = getattr(type(thing), "__dataclass_params__", None)
    return is_dataclass(thing) and params is not None and params.frozen and not hasattr(thing, "__dict__")
