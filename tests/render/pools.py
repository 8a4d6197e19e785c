"""Positions of Splash & Bash for the tests of its boards: curated ones, extremes, and whole random matches.

Owns how they are made and how they are said. Refuses to test.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from bot.engine.chance import Seeded, pick
from bot.engine.core import Event, Seat
from bot.engine.games.splash import events as ev
from bot.engine.games.splash.game import SPLASH
from bot.engine.games.splash.position import SplashOptions
from bot.engine.games.splash.view import View
from bot.i18n import Lang, Style, words
from bot.render.base import Say

R, B, G, Y = (Seat(seat) for seat in range(4))
LONG, SHORT = SplashOptions(course="olimpionica"), SplashOptions(course="corta")


@dataclass(frozen=True)
class Pool:
    """A position and the events that led to it; with a die, the lane is to be chosen."""

    name: str
    position: str
    last: Sequence[Event] = ()
    options: SplashOptions = field(default_factory=SplashOptions)
    die: int = 0

    @property
    def view(self) -> View:
        """What everybody sees."""
        state = SPLASH.load(self.position, self.options)
        return SPLASH.view(replace(state, decision="D4", die=self.die) if self.die else state, None)


CHAIN = (
    ev.Turn(3, "R1", "1C3"),
    ev.Drew("R1", "low", 0),
    ev.Applied("R1", "SI"),
    ev.Rolled("R1", 3, 0, 3, anchored=False, again=False),
    ev.Moved("R1", "1C3", "1C6", 0),
    ev.Bumped("behind", "R1", "B1", "1C6"),
    ev.Pushed("B1", "1C6", "1C8"),
    ev.Bumped("behind", "B1", "R2", "1C8"),
    ev.Pushed("R2", "1C8", "1C10"),
    ev.Turn(3, "R2", "1C10"),
)
WET = (
    ev.LaneChanged("R1", "1C7", "1A6"),
    ev.Bumped("inward", "R1", "B1", "1A6"),
    ev.Splash("B1", "1A6", "1C5"),
    ev.Turn(3, "R2", "1C0"),
)
SWAP = (ev.Played(R, "R1", "SC", "B1"), ev.Swapped("R1", "1A7", "B1", "1E8"), ev.Turn(3, "R2", "1C0"))
BACK = (ev.Moved("RH", "2C16", "F", 0), ev.Bounced("RH", "2C15"), ev.Turn(3, "B1", "1C9"))


POOLS = (
    Pool("start", "SB1 classica 4 r1 >R1 | R 1E0 1C0 1A0 - | B 1C0 1C0 1C0 - | G 1E0 1C0 1A0 - | Y 1A0 1A0 1A0 -"),
    Pool("two teams", "SB1 classica 2 r3 >R1 | R 1C3 1C8 1C0 - | B 1C6 1C0 1C0 -"),
    Pool("chain", "SB1 classica 2 r3 >R2 | R 1C6 1C10 1C0 - | B 1C8 1C0 1C0 -", CHAIN),
    Pool("splash", "SB1 classica 2 r3 >R2 | R 1A6 1C0 1C0 - | B 1C5 1C0 1C0 -", WET),
    Pool("swap", "SB1 classica 2 r3 >R2 | R 1A7 1C0 1C0 - | B 1E8 1C0 1C0 -", SWAP),
    Pool("bounce", "SB1 classica 2 r9 >B1 | R F F F 2C15 | B 1C9 1C1 1C2 -", BACK),
    Pool("anchored", "SB1 classica 3 r5 >B2 | R 1C5 1E3! F - | B 2A7 1C1 1E9 - | G 1A9 2C6 1C4 - | x E5 C12 | h R:MO,SA B:TB"),
    Pool(
        "crowd",
        "SB1 olimpionica 4 r8 >R1 | R 2C5 1E3! F - | B 2A7 2A8 1E9 - | G 1A9 2C6 1C4 - | Y 2C0 1C0 2C0 - | x E15 C22 A13"
        " | h R:MO,SA B:TB G:AL",
        options=LONG,
    ),
    Pool("finish", "SB1 classica 4 r17 >RH | R F F F 2C14 | B F F F 2C16 | G F F 2E20 - | Y F F F 2E18 | h B:TB Y:SA,AL", BACK),
    Pool("one lap", "SB1 corta 3 r4 >G3 | R 1E15 1E13 1C4 - | B 1E3 1A4 1C0 - | G 1C1 1E7 1A3 - | h B:AL", options=SHORT),
    Pool(
        "all sixteen",
        "SB1 olimpionica 4 r40 >YH | R 2A12 2A13 2A14 - | B 2E14 2E15 2E16 - | G 2C12 2C13 2C14 - | Y F F F 2A15"
        " | x E17 E31 C16 A20 | h R:MO,SA B:TB,TB G:AL,SC Y:SA,ME",
        options=LONG,
    ),
)

LAP = Pool(
    "a crowded lap",
    "SB1 classica 4 r6 >B1 | R 2C1 1C10 1A6 - | B 1A9 1E9 1A4 - | G 1C12 1E3! 2E2 - | Y 1E14 1C5 1C15 -"
    " | x E17 C3 A13 | h R:MO B:TB,SA Y:GA",
    (
        ev.Turn(6, "R2", "1C6"),
        ev.Moved("R2", "1C6", "1C10", 0),
        ev.Bumped("behind", "R2", "G1", "1C10"),
        ev.Pushed("G1", "1C10", "1C12"),
        ev.Turn(6, "R3", "1C7"),
        ev.LaneChanged("R3", "1C7", "1A6"),
        ev.Bumped("inward", "R3", "Y2", "1A6"),
        ev.Splash("Y2", "1A6", "1C5"),
    ),
    die=5,
)


def sayer(lang: Lang) -> Say:
    """Say texts in a language, teams named by their letters."""
    style = Style(name=lambda seat: "RBGY"[seat])
    return lambda text: words(lang).say(text, style)


def match(seed: int, teams: int, options: SplashOptions | None = None) -> Iterator[Pool]:
    """Play a whole match at random, yielding every position with the public events of the action that led to it."""
    chosen = options or SplashOptions()
    chance, steering = Seeded(bytes([seed])), Seeded(bytes([seed, 1]))
    state = SPLASH.setup(chosen, teams, chance).state
    last: Sequence[Event] = ()
    while True:
        yield Pool(f"{seed}/{teams}", SPLASH.dump(state), last, chosen)
        if SPLASH.outcome(state) is not None:
            return
        seat = min(SPLASH.to_act(state))
        step = SPLASH.apply(state, seat, pick(steering, "action", list(SPLASH.legal(state, seat))), chance)
        state, last = step.state, [event for event in step.events if event.audience is None]
