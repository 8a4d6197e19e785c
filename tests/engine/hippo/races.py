"""Positions, dice and short ways to play Hippo in tests."""

from collections.abc import Iterable, Sequence
from typing import Any

from bot.engine.chance import Seeded
from bot.engine.core import Event, Seat, Step
from bot.engine.games.hippo.actions import LETTERS
from bot.engine.games.hippo.cards import EVENTS, in_order
from bot.engine.games.hippo.events import HippoEvent
from bot.engine.games.hippo.game import HIPPO
from bot.engine.games.hippo.log import log
from bot.engine.games.hippo.position import HippoOptions, State

R, B, Y, G = SEATS = tuple(map(Seat, range(4)))
LAP = HippoOptions()
PHASE = HippoOptions(tempo="phase")
HOLD = "H/- H/- H/- H/-"
DEALS = "R:c1,d1,k1,h01,h02,h03,u1;B:c2,d2,k2,h04,h05,h06,u2;Y:c3,d3,k3,h07,h08,h09,u3;G:c4,d4,h10,h11,h12,h13,u4"


class Dice:
    """Gives faces in order for the race's dice, and fixed values for every other label; `done` tells whether all were used."""

    def __init__(self, faces: Iterable[int] = (), *, fate: int = 5, purse: int = 1, other: int = 0) -> None:
        self._faces = list(faces)
        self._fixed = {"fate": fate - 1, "purse": purse - 1}
        self._other = other
        self.asked: list[str] = []

    def draw(self, label: str, bound: int) -> int:
        """Give the next face of a die, or the label's fixed value."""
        self.asked.append(label)
        if label == "die":
            assert self._faces, "the race asks for more dice"
            return self._faces.pop(0) - 1
        return self._fixed.get(label, self._other % bound)

    @property
    def done(self) -> bool:
        """Whether all dice were used."""
        return not self._faces


def seat(letter: str) -> Seat:
    """Give the seat of a letter."""
    return Seat(LETTERS.index(letter))


def split(text: str) -> dict[str, str]:
    """Read `R:x;B:y`; - is nothing."""
    return {} if text == "-" else dict(item.strip().split(":", 1) for item in text.split(";"))


def race(
    stage: str,
    order: str,
    *,
    sums: str = "-",
    hands: str = "-",
    rumours: str = "-",
    deck: str | None = None,
    options: HippoOptions = LAP,
) -> State:
    """Build a position of a lap; chariots not named in the order were wrecked at the gate."""
    six = split(sums)
    held = split(hands)
    out = [f"{letter}@G" for letter in LETTERS if letter not in order]
    numbered = [f"{item}#1" for item in out] if len(out) > 1 else out
    used = [card for hand in held.values() for card in hand.split(",")]
    rest = [card for card in EVENTS if card not in used]
    drawn = rest if deck is None else deck.split(",")
    discard = [card for card in rest if card not in drawn]
    counts = {letter: len(held[letter].split(",")) if letter in held else 0 for letter in order}
    public = [
        f"HIPPO/1 {stage} ord={order} out={','.join(numbered) or '-'} box=R1B2Y3G4",
        "st=" + ";".join(f"{letter}:{six.get(letter, '0,0,0,0,0,0')}" for letter in LETTERS),
        f"ru={rumours} ev={len(drawn)}/{len(discard)} hn={''.join(f'{letter}{counts[letter]}' for letter in order)} win=-",
    ]
    private = "hands=" + ";".join(f"{letter}:{held.get(letter, '-')}" for letter in LETTERS if letter in order)
    tail = f"{private} deck={','.join(drawn) or '-'} disc={','.join(discard) or '-'} orders=-"
    return HIPPO.load(f"{' '.join(public)} | {tail}", options)


def gate(*, boxes: str = "R1B2Y3G4", sums: str = "-", rumours: str = "-") -> State:
    """Build a position at the starting gate."""
    six = split(sums)
    st = ";".join(f"{letter}:{six.get(letter, '0,0,0,0,0,0')}" for letter in LETTERS)
    public = f"HIPPO/1 G ord=- out=- box={boxes} st={st} ru={rumours} ev=30/0 hn=- win=-"
    return HIPPO.load(f"{public} | start=- hands=- deck={','.join(EVENTS)} disc=-", LAP)


def team(deals: str = DEALS) -> State:
    """Build a position in which the team cards have just been dealt."""
    public = "HIPPO/1 T ord=- out=- box=- st=- ru=- ev=30/0 hn=- win=-"
    sorted_deals = ";".join(f"{letter}:{','.join(in_order(cards.split(',')))}" for letter, cards in split(deals).items())
    return HIPPO.load(f"{public} | deal={sorted_deals} keep=- hands=- deck={','.join(EVENTS)} disc=-", LAP)


def play(state: State, letter: str, text: str, chance: Any = None) -> Step[State, HippoEvent]:
    """Play a notation."""
    action = HIPPO.parse(state, seat(letter), text)
    return HIPPO.apply(state, seat(letter), action, chance or Dice())


def answer(state: State, answers: dict[str, str], chance: Any) -> tuple[State, list[HippoEvent]]:
    """Play one answer of everybody, in seat order; gives the position after the last one and all that happened."""
    happened: list[HippoEvent] = []
    for letter in LETTERS:
        if letter in answers:
            step = play(state, letter, answers[letter], chance)
            state = step.state
            happened += step.events
    return state, happened


def lap(state: State, orders: str, faces: Sequence[int], **fixed: int) -> tuple[State, list[str]]:
    """Run a window with orders `R:A/- H/-…`, the others holding; gives the position and the log, every die having been used."""
    given = split(orders)
    dice = Dice(faces, **fixed)
    parts = len(HIPPO.view(state, None).phases)
    hold = " ".join(["H/-"] * parts)
    state, happened = answer(state, {LETTERS[one]: f"lap {given.get(LETTERS[one], hold)}" for one in state.order}, dice)
    assert dice.done, "dice are left over"
    return state, log(happened)


def attacks(lines: Iterable[str]) -> list[str]:
    """Keep the lines of attacks."""
    return [line for line in lines if ">" in line and line.startswith("L")]


def told(events: Iterable[Event], kind: type[Any]) -> list[Any]:
    """Keep the events of a kind."""
    return [event for event in events if isinstance(event, kind)]


def seeded(number: int) -> Seeded:
    """Give the chance of a numbered match."""
    return Seeded(number.to_bytes(4, "big"))
