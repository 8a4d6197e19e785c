"""Positions of Splut! for the tests of its words and boards: turns played from curated positions, and whole random matches.

Owns how they are made and how they are said. Refuses to test.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from bot.engine.chance import NoChance, Seeded, pick
from bot.engine.core import Event, Seat, Text
from bot.engine.games.splut.game import SPLUT
from bot.engine.games.splut.position import SplutOptions, State
from bot.engine.games.splut.view import View
from bot.i18n import Lang, Style, words
from bot.render.base import Say

R, Y, G, B = (Seat(seat) for seat in range(4))
PLAIN = SplutOptions()
THREE = "o/3/1GtGd2/1Yt5/o1Rto1GsYs1o/7/5/1Rs1/1 R 9 3 - -"


@dataclass(frozen=True)
class Arena:
    """A position and the events that led to it."""

    name: str
    state: State
    last: Sequence[Event] = ()

    @property
    def view(self) -> View:
        """What everybody sees."""
        return SPLUT.view(self.state, None)


def played(name: str, position: str | int, turns: str, options: SplutOptions = PLAIN) -> Arena:
    """Play turns, separated by blanks, from a position or from the start of so many teams."""
    state = SPLUT.load(position, options) if isinstance(position, str) else start(position, options)
    last: Sequence[Event] = ()
    for text in turns.split():
        (seat,) = SPLUT.to_act(state)
        step = SPLUT.apply(state, seat, SPLUT.parse(state, seat, text), NoChance())
        state, last = step.state, step.events
    return Arena(name, state, last)


def start(seats: int, options: SplutOptions = PLAIN) -> State:
    """Set up a match."""
    return SPLUT.setup(options, seats, NoChance()).state


def resigned(name: str, arena: Arena, seat: Seat) -> Arena:
    """Let a seat leave."""
    step = SPLUT.resign(arena.state, seat)
    return Arena(name, step.state, step.events)


@cache
def arenas() -> tuple[Arena, ...]:
    """Give the curated positions."""
    return (
        played("start of two", 2, ""),
        played("start of three", 3, ""),
        played("start of four", 4, ""),
        played("one step", 2, "Sn"),
        played("levitated", 2, "Sn Ts,Dw Dw,Sn~e1,Tn"),
        played("levitated far and on", "o/2Gs/5/7/o2o4o/7/1Rs3/3/1 R 9 3 - -", "Se~d5,Se~e5,Sn~f5"),
        played("pulled", "o/2Gs/5/7/o1oRt4o/7/5/Rs2/1 R 9 3 - -", "Te+,Tn,Tn"),
        played("pushed a row", "1/3/5/7/o1RdoGtGs1Gdo/7/5/Rs2/o R 9 3 - -", "De,Dw,Sn"),
        played("thrown to the edge", "o/2Gs/5/7/o1Rto5/7/5/Rs2/o R 9 3 - -", "Te*e"),
        played("thrown to the next square", "1/2Gs/5/7/oRtoGdo3o/7/5/Rs2/1 R 9 3 - -", "Te*e"),
        played("pulled and thrown", "1/2Gs/5/7/ooRto4o/7/5/Rs2/1 R 9 3 - -", "Te+*n"),
        played("crushed", "1/2Gs/5/7/o1Rto2Gdoo/7/5/Rs2/1 R 9 3 - -", "Te*e"),
        played("crushed the own dwarf", "o/2Gs/5/1Rto3Rd/o7o/7/5/Rs2/1 R 9 3 - -", "Te*e"),
        played("hit, two left", THREE, "Te*e"),
        played("hit the own sorcerer", "o/2Gs/Ys4/Yt1Rd4/o1Rto2Rs1o/7/5/3/1 R 9 3 - -", "Te*e"),
        played("won", 2, "Sn Ss,Sw Dn,Tw,Ts*n"),
        played("forced to pass", "o/2Gs/5/5o1/RsGd5GtRt/1o5/5/3/o R 9 3 - -", "--"),
        played("there and back", "o/2Gs/5/7/o1RdRt4o/7/2Rs2/3/o R 9 3 - -", "De,Dw,Tw"),
        played("seen twice", "o/2Gs/5/7/o1RdRt4o/7/2Rs2/3/o R 9 3 - -", "De,Dw,Tw Ss,Sn,Ss De,Dw,Tw Sn,Ss,Sn De,Dw,Tw"),
        resigned("left", played("", 4, "Sw"), Y),
        resigned("left in the own turn", played("", 3, "Sn"), Y),
        resigned("the last opponent left", played("", 2, "Sn"), Y),
        played("drawn by the cap", 2, "Sn Ts,Dw", SplutOptions(turn_cap=2)),
        played("turn a hundred thousand", "o/GtGdGs/5/Ys5Bt/oYd5Bdo/Yt5Bs/5/RsRdRt/o B 99999 3 - -", "Sw,Tw,Dw"),
    )


def sayer(lang: Lang) -> Say:
    """Say texts in a language, with seats named as people."""
    style = Style(name=lambda seat: ("Anna", "Bruno", "Carla", "Dario")[seat])
    return lambda text: words(lang).say(text, style)


def shouting(text: Text) -> str:
    """Say far too much, and nothing nice."""
    return f"```@everyone\n\u202e\x00<@1> [a](http://b) {'Ω漢' * 200} {text.id}"


def silent(text: Text) -> str:
    """Say nothing."""
    return ""


def match(seed: int, seats: int) -> Iterator[Arena]:
    """Play a whole match at random, throwing when it can, and yield every position with the events that led to it."""
    steering = Seeded(bytes([seed, seats]))
    state = start(seats)
    last: Sequence[Event] = ()
    while True:
        yield Arena(f"{seed}/{seats}", state, last)
        if SPLUT.outcome(state) is not None:
            return
        (seat,) = SPLUT.to_act(state)
        legal = list(SPLUT.legal(state, seat))
        throws = [turn for turn in legal if turn.moves[-1].aim >= 0]
        step = SPLUT.apply(state, seat, pick(steering, "turn", throws or legal), NoChance())
        state, last = step.state, step.events
