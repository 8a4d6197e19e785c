"""Golden transcripts: a whole random match as a text that reads like prose, and catches any change of rules, views or notations.

Owns the form. To write them anew after a wanted change: TAVOLIERE_REGOLD=1 pytest tests/engine/test_transcripts.py, then read the
difference, and bump the game's rules_version.
"""

from dataclasses import fields
from typing import Any

from bot.engine.chance import Seeded, pick
from bot.engine.conform import walk
from bot.engine.core import AnyGame, Code, Event, Options, Param, Seat, Text, Who, letter
from bot.engine.records import Draw


class Scribe:
    """Writes one match down."""

    def __init__(self, game: AnyGame, options: Options, seats: int, seed: bytes) -> None:
        self._game = game
        self._options = options
        self._seats = seats
        self._chance = Seeded(seed)
        self._steering = Seeded(seed)
        self._seed = seed
        self._lines: list[str] = []

    def write(self) -> str:
        """Play the match and give its transcript."""
        info = self._game.info
        changed = self._options.model_dump(exclude_defaults=True)
        opening = f"{info.title}, {self._seats} seats, seed {self._seed.hex()}, options {changed or 'default'}"
        self._say(0, f"{opening}, rules version {info.rules_version}")
        step = self._game.setup(self._options, self._seats, self._chance)
        state = step.state
        self._happened(step.events, reveals=step.reveals, draws=self._chance.draws)
        while due := sorted(self._game.to_act(state)):
            self._position(state, due)
            seat = pick(self._steering, "seat", due)
            text = walk(self._game, state, seat, lambda found: pick(self._steering, "part", found))
            action = self._game.parse(state, seat, text)
            before = len(self._chance.draws)
            step = self._game.apply(state, seat, action, self._chance)
            self._say(0, f"{self._letter(seat)} plays {self._game.write(state, action)}")
            self._happened(step.events, reveals=step.reveals, draws=self._chance.draws[before:])
            state = step.state
        self._position(state, [])
        outcome = self._game.outcome(state)
        assert outcome is not None
        self._say(0, f"Over: {outcome.reason}; places {outcome.places}; scores {outcome.scores}")
        return "\n".join(self._lines) + "\n"

    def _say(self, depth: int, line: str) -> None:
        self._lines.append("  " * depth + line)

    def _letter(self, seat: int) -> str:
        return letter(self._game.info, self._seats, Seat(seat))

    def _happened(self, events: tuple[Event, ...], *, reveals: bool, draws: list[Draw]) -> None:
        for draw in draws:
            self._say(1, f"draws {draw.label} #{draw.n}: {draw.value} of {draw.bound}")
        for event in events:
            told = ", ".join(f"{part.name} {getattr(event, part.name)!r}" for part in fields(event) if part.name != "audience")
            to = "" if event.audience is None else f" (told to {', '.join(map(self._letter, sorted(event.audience)))})"
            self._say(1, f"{type(event).__name__.lower()}: {told}{to}")
        if reveals:
            self._say(1, "this cannot be taken back")

    def _position(self, state: Any, due: list[Seat]) -> None:
        self._say(0, "")
        self._say(0, self._game.dump(state))
        views = {seat: self._view(state, seat) for seat in [None, *map(Seat, range(self._seats))]}
        if len(set(views.values())) == 1:
            self._say(1, f"everybody sees {views[None]}")
        else:
            for seat, view in views.items():
                self._say(1, f"{'a spectator' if seat is None else self._letter(seat)} sees {view}")
        for seat in due:
            self._say(1, f"{self._letter(seat)} may play")
            for choice in self._game.choices(state, seat, ""):
                self._say(2, f"{choice.text}{'' if choice.complete else '…'}: {_words(choice.label)}")
        for name, unasked in (("forced", self._game.forced(state)), ("automatic", self._game.automatic(state))):
            if unasked is not None:
                self._say(1, f"{name}: {self._letter(unasked[0])} {self._game.write(state, unasked[1])}")

    def _view(self, state: Any, seat: Seat | None) -> str:
        view = self._game.view(state, seat)
        return ", ".join(f"{part.name} {_plain(getattr(view, part.name))}" for part in fields(view) if part.name != "options")


def _plain(value: Any) -> str:
    """Write a value of a view, the names of its parts left out."""
    if isinstance(value, tuple):
        return "(" + " ".join(map(_plain, value)) + ")"
    if hasattr(value, "__dataclass_fields__"):
        return "[" + " ".join(_plain(getattr(value, part.name)) for part in fields(value)) + "]"
    return str(value)


def _words(text: Text) -> str:
    """Write a label by its id and parameters, so that a change of wording is no change of rules."""

    def shown(value: Param) -> str:
        match value:
            case Who(seat):
                return f"seat {seat}"
            case Code(code):
                return code
            case Text():
                return _words(value)
            case _:
                return str(value)

    return " ".join([text.id, *(f"{name}={shown(value)}" for name, value in text.params.items())])
