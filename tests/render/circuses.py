"""Races of Hippo for the tests of its boards and words: whole random matches, and single events worth a sentence.

Owns how they are made. Refuses to test.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from bot.engine.chance import Seeded
from bot.engine.core import Event, Seat
from bot.engine.games.hippo.events import HippoEvent
from bot.engine.games.hippo.game import HIPPO
from bot.engine.games.hippo.notation import write_action
from bot.engine.games.hippo.position import HippoOptions, State
from bot.engine.games.hippo.view import View
from bot.players.hippo.steady import decide


@dataclass(frozen=True)
class Circus:
    """A position, the step's own events, and the public events that led to the open window."""

    state: State
    events: tuple[HippoEvent, ...]
    last: tuple[Event, ...]

    @property
    def view(self) -> View:
        """What everybody sees."""
        return HIPPO.view(self.state, None)


def match(seed: int, *, tempo: str = "lap", reckless: bool = False, house: bool = False) -> Iterator[Circus]:
    """Play a whole match at random, part by part; a reckless one sprints and attacks wherever it can; or as house bots do."""
    chance, random = Seeded(seed.to_bytes(4, "big")), Random(seed)
    step = HIPPO.setup(HippoOptions.model_validate({"tempo": tempo}), 4, chance)
    last: tuple[Event, ...] = ()
    while True:
        last = tuple(event for event in step.events if event.audience is None) if step.reveals else last
        yield Circus(step.state, step.events, last)
        due = sorted(HIPPO.to_act(step.state))
        if not due:
            return
        seat, action = HIPPO.forced(step.state) or (due[0], None)
        if action is None:
            action = HIPPO.parse(step.state, seat, _chosen(step.state, due[0], random, reckless=reckless, house=house))
        step = HIPPO.apply(step.state, seat, action, chance)


def _chosen(state: State, seat: Seat, random: Random, *, reckless: bool, house: bool) -> str:
    view = HIPPO.view(state, seat)
    if house:
        return write_action(decide(view))
    if reckless and view.window == "lap":
        return f"lap {' '.join(['A+/+'] * len(view.phases))} save:rta lock:lt"
    if reckless and view.window == "start":
        return "start sprint"
    text, complete = "", False
    while not complete:
        choice = random.choice(HIPPO.choices(state, seat, text))
        text, complete = choice.text, choice.complete
    return text
