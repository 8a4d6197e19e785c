"""Positions of Controcorrente for the tests of its boards: curated ones, extremes, and whole random matches.

Owns how they are made and how they are said. Refuses to test.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from bot.engine.chance import Seeded, pick
from bot.engine.core import Event, Options, Seat, Text
from bot.engine.games.controcorrente import GAME
from bot.engine.games.controcorrente.events import (
    Aground,
    Contrary,
    Docked,
    Fair,
    Fell,
    Moved,
    Over,
    Passed,
    Resigned,
    Rolled,
    Rotated,
    Skipped,
    Surged,
)
from bot.engine.games.controcorrente.position import ControcorrenteOptions, View
from bot.i18n import Lang, Style, words
from bot.render.base import Say

A, B, C, D = (Seat(seat) for seat in range(4))


@dataclass(frozen=True)
class River:
    """A position and the events that led to it."""

    name: str
    position: str
    last: Sequence[Event] = ()
    options: ControcorrenteOptions = field(default_factory=ControcorrenteOptions)

    @property
    def view(self) -> View:
        """What everybody sees."""
        return GAME.view(GAME.load(self.position, self.options, lenient=True), None)


RIVERS = (
    River("start", "1;A;S1W4;A3,3,3;B3,3,3;-"),
    River("a number rolled", "12;B;S10W3;A1,7,h12;B4,5,6;C2,2,h11;D10,x,x;4", (Rolled(B, 4),)),
    River("the arrows rolled", "3;A;S9W2;A3,5,8;B4,4,6;*", (Rolled(A, 6),)),
    River("plain sail", "1;B;S1W4;A3,3,5;B3,3,3;-", (Rolled(A, 2), Moved(A, 3, (4, 5)))),
    River("surge", "1;B;S1W4;A3,3,7;B3,3,3;-", (Moved(A, 3, (4, 5, 6, 7)), Surged(A, 4, 7))),
    River("surge onto the sand", "1;B;S6W4;A3,3,6;B3,3,3;-", (Moved(A, 3, (4, 5, 6)), Surged(A, 4, 6), Aground(A, 6))),
    River(
        "surge into the harbour",
        "7;B;S5W8;A2,9,h12;B3,3,6;-",
        (Moved(A, 7, (8, 9, 10, 11)), Surged(A, 8, 11), Docked(A, 12)),
    ),
    River("aground", "5;B;S7W10;A2,7,8;B4,4,6;-", (Moved(A, 5, (6, 7)), Aground(A, 7))),
    River("favourable wind", "3;B;S9W2;A5,5,8;B4,4,6;-", (Fair(A, 3, 5, cut=False),)),
    River("favourable wind cut by the sand", "7;B;S5W8;A5,6,h12;B2,2,6;-", (Fair(A, 3, 5, cut=True),)),
    River("contrary wind", "7;B;S5W8;A4,4,4;B2,2,9;-", (Contrary(A, B, 7, 2),)),
    River("pass", "1;B;S1W4;A3,3,3;B3,3,3;-", (Rolled(A, 6), Passed(A, 6))),
    River(
        "moved, then drifted",
        "2;A;S10W3;A2,2,4;B2,2,6;-",
        (Moved(B, 3, (4, 5, 6, 7)), Surged(B, 4, 7), Rotated(10, 3, 2)),
    ),
    River(
        "blown to the edge, then fallen",
        "8;B;S4W7;Ah12,x,x;B3,3,3;-",
        (Contrary(B, A, 6, 1), Fell(((A, 2),)), Rotated(4, 7, 8), Skipped(A)),
    ),
    River(
        "home from the edge of two rounds",
        "9;B;S3W6;A3,h12,x;B1,3,3;-",
        (Moved(B, 1, (2, 3)), Rotated(4, 7, 8), Rotated(3, 6, 9)),
    ),
    River(
        "resigned",
        "9;A;S3W6;A4,h12,x;Bh11,x,x!;C2,h10,x;-",
        (Resigned(B, (4, 7)),),
    ),
    River(
        "nothing left to move",
        "10;A;S2W5;Ah12,h11,x;B4,h10,x;4",
        (Rolled(A, 4),),
        ControcorrenteOptions(finished_players_roll=True),
    ),
    River(
        "won",
        "18;-;S4W7;Ah12,x,x;Bh10,h8,x;Ch11,x,x;Dh9,x,x;-",
        (Moved(B, 10, (11,)), Docked(B, 8), Over((12, 18, 11, 9), (2, 1, 3, 4))),
    ),
    River("shared", "18;-;S4W7;Ah12,h9,x;Bh11,h10,x;-", (Over((21, 21), (1, 1)),)),
    River(
        "everything lost", "4;-;S8W1;Ax,x,x;Bx,x,x;Cx,x,x;Dx,x,x;-", (Fell(((A, 3), (B, 3), (C, 3), (D, 3))), Rotated(8, 1, 4))
    ),
    River("everybody resigned", "4;-;S8W1;Ax,x,x!;Bh12,x,x!;-", (Resigned(A, ()),)),
    River("twelve on the sand", "2;A;S10W3;A10,10,10;B10,10,10;C10,10,10;D10,10,10;-", (Moved(D, 7, (8, 9, 10)), Aground(D, 10))),
    River(
        "twelve in the harbour",
        "999;-;S3W6;Ah12,h8,h4;Bh11,h7,h3;Ch10,h6,h2;Dh9,h5,h1;-",
        (Moved(D, 6, (7, 8, 9, 10, 11)), Docked(D, 1)),
    ),
    River("twelve at the edge", "9999;D;S3W6;A1,1,1;B1,1,1;C1,1,1;D1,1,1;*", (Rolled(D, 6),)),
    River("solo", "5;A;S7W10;A2,5,h12;3", (Rolled(A, 3),)),
)


def naming(seat: Seat) -> str:
    """Name the seats as people."""
    return ("Anna", "Bruno", "Carla", "Dario")[seat]


def sayer(lang: Lang) -> Say:
    """Say texts in a language."""
    style = Style(name=naming)
    return lambda text: words(lang).say(text, style)


def shouting(text: Text) -> str:
    """Say far too much, and nothing nice."""
    return f"```@everyone\n\u202e\x00<@1> [a](http://b) {'Ω漢' * 200} {text.id}"


def silent(text: Text) -> str:
    """Say nothing."""
    return ""


def match(seed: int, seats: int, options: Options | None = None) -> Iterator[River]:
    """Play a whole match at random, yielding every position with the events of the action that led to it."""
    chosen = options if isinstance(options, ControcorrenteOptions) else ControcorrenteOptions()
    chance, steering = Seeded(bytes([seed])), Seeded(bytes([seed, 1]))
    state = GAME.setup(chosen, seats, chance).state
    last: tuple[Event, ...] = ()
    while True:
        yield River(f"{seed}/{seats}", GAME.dump(state), last, chosen)
        if GAME.outcome(state) is not None:
            return
        (seat,) = GAME.to_act(state)
        step = GAME.apply(state, seat, pick(steering, "action", list(GAME.legal(state, seat))), chance)
        state, last = step.state, step.events
