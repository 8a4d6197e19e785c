"""Playing Splash & Bash in tests: positions in the shorthand of the worked examples, turns from their records."""

import re
from dataclasses import dataclass, replace

import pytest

from bot.engine.chance import NoChance, Scripted
from bot.engine.core import Seat
from bot.engine.games.splash import events, turn
from bot.engine.games.splash.events import SplashEvent
from bot.engine.games.splash.game import SPLASH
from bot.engine.games.splash.position import CREW, LETTERS, MARKS, PIECES, SplashOptions, State
from bot.engine.games.splash.race import Race
from bot.errors import IllegalAction

STANDARD = SplashOptions()
R, B, G, Y = map(Seat, range(4))
LOW_CARDS = {"LP", "BR", "RA", "VC", "BO", "CI", "MA", "SE", "PA", "SI"}


def shorthand(
    text: str, mover: str | None = None, *, teams: int = 2, round_number: int = 3, options: SplashOptions = STANDARD
) -> State:
    """Build a position from `R1=1E3! B1=F x=E5 hB=SA,GA`: who is not named stands on 1C0, Helmsmen wait.

    Without a mover a piece that can be on turn is.
    """
    given = dict(part.split("=") for part in text.split())
    mover = mover or next(code for code in PIECES if given.get(code, "-" if code[1] == "H" else "1C0") not in ("F", "-"))
    rows = [
        " ".join([letter, *(given.get(letter + mark, "-" if mark == "H" else "1C0") for mark in MARKS)])
        for letter in LETTERS[:teams]
    ]
    more = [f"x {given['x'].replace(',', ' ')}"] if "x" in given else []
    hands = [f"{key[1]}:{cards}" for key, cards in given.items() if key[0] == "h"]
    more += [f"h {' '.join(hands)}"] if hands else []
    return SPLASH.load(" | ".join([f"SB1 {options.course} {teams} r{round_number} >{mover}", *rows, *more]), options)


def standing(state: State) -> dict[str, str]:
    """Write pieces, obstacles and hands so that two positions can be compared."""
    view = [SPLASH.view(state, seat) for seat in map(Seat, range(state.teams))]
    found = {piece.code: piece.at + "!" * piece.anchored for piece in view[0].pieces}
    found |= {f"h{team.letter}": ",".join(team.hand or ()) for own in view for team in own.teams if team.seat == own.seat}
    return found | {"x": ",".join(view[0].obstacles)}


def on_top(state: State, card: str) -> State:
    """Lay a card on top of its deck."""
    if card in LOW_CARDS:
        return replace(state, low=_first(state.low, card))
    return replace(state, high=_first(state.high, card))


def _first(deck: tuple[str, ...], card: str) -> tuple[str, ...]:
    at = deck.index(card)
    return (card, *deck[:at], *deck[at + 1 :])


@dataclass
class Played:
    """A turn played: where it ended, all that was told, the notations used."""

    state: State
    events: list[SplashEvent]
    actions: list[str]


@dataclass
class Part:
    """A part of a turn record: ~ or + and a card drawn, * and a card played, d and a die, > and a lane."""

    kind: str
    what: str
    at: str
    gone: str


_PART = re.compile(r"([~*+>d])([A-Z0-9]+)(?:@([A-Z0-9]+))?(?:-([A-Z]{2}))?")


def play_record(state: State, record: str, after: tuple[int, ...] = ()) -> Played:
    """Play one turn from its record, from the start of the turn to its end (`single_turns` must hold the race there).

    after: what is drawn after the dice.
    """
    found = [_PART.fullmatch(token) for token in record.split()[1:]]
    rest = [Part(part[1], part[2], part[3] or "", part[4] or "") for part in found if part is not None]
    assert len(rest) == len(found), record
    for part in rest:
        state = on_top(state, part.what) if part.kind in "~+" else state
    chance = Scripted([*(int(part.what) - 1 for part in rest if part.kind == "d"), *after])
    played = Played(state, [], [])
    notation: str | None = "pass"
    while notation is not None:
        _act(played, notation, chance)
        notation = _next(played.state, rest)
    chance.done()
    assert not [part for part in rest if part.kind == "*"], "a card of the record was not asked for"
    return played


def _next(state: State, rest: list[Part]) -> str | None:
    """Take the next action out of a record; None at the end of the turn."""
    if state.decision in ("D1", "D2"):
        while rest[0].kind not in "~+":  # a lone lane was taken unasked
            rest.pop(0)
        drawn = rest.pop(0)
        return f"obs {drawn.at or '-'}" if state.decision == "D1" else f"disc {drawn.gone}"
    while rest and (rest[0].kind in "~+" or (rest[0].kind == "d" and state.die)):
        rest.pop(0)
    if state.decision == "D6" and rest and rest[0].kind == ">":  # a lone lane was taken unasked
        rest.pop(0)
    part = rest.pop(0) if rest and rest[0].kind in "*>" else Part("", "", "", "")
    if state.decision in ("start", "over"):  # a lone lane was taken unasked; asking for another is what a record may do wrong
        other = part.kind == ">" and part.what != SPLASH.view(state, None).pieces[state.piece].lane
        return f"go {part.what}" if other and state.decision == "start" and state.at[state.piece] >= 0 else None
    match part.kind:
        case "*":
            return f"play {part.what} {part.at}".strip()
        case ">":
            return f"go {part.what}"
        case _:
            return "roll" if state.decision == "D3" else "pass"


def _act(played: Played, notation: str, chance: Scripted) -> None:
    seat = played.state.acting
    step = SPLASH.apply(played.state, seat, SPLASH.parse(played.state, seat, notation), chance)
    played.state = step.state
    played.events += step.events
    played.actions.append(notation)


def hold(race: Race) -> None:
    """End a turn without another beginning."""
    race.decision = "start"


@pytest.fixture
def single_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hold the race at the end of each turn."""
    monkeypatch.setattr(turn, "next_turn", hold)


def number(code: str) -> int:
    """Give a piece's number."""
    return LETTERS.index(code[0]) * CREW + MARKS.index(code[1])


def texts(state: State, seat: Seat, prefix: str = "") -> list[str]:
    """List the texts a seat is offered."""
    return [choice.text for choice in SPLASH.choices(state, seat, prefix)]


def act(state: State, seat: Seat, text: str, *draws: int) -> tuple[State, tuple[events.SplashEvent, ...]]:
    """Play a notation on given values; what is not asked for is left."""
    step = SPLASH.apply(state, seat, SPLASH.parse(state, seat, text), Scripted(draws))
    return step.state, step.events


def refused(state: State, seat: Seat, text: str) -> IllegalAction:
    """Give the refusal of a notation."""
    with pytest.raises(IllegalAction) as found:
        SPLASH.apply(state, seat, SPLASH.parse(state, seat, text), NoChance())
    return found.value
