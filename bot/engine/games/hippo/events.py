"""The events of Hippo: what happened, from the deal to the purse.

Owns the facts that sentences, pictures and the log need. Refuses to know the sentences. A seat is 0..3 for R, B, Y, G; phases are
"S1", "C1", "S2", "C2"; cards are ids. What only one seat may learn has that seat as its audience.
"""

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from bot.engine.core import Event, Seat
from bot.engine.games.hippo.actions import Answer
from bot.engine.games.hippo.cards import Sums


class Roll(NamedTuple):
    """One own roll: die 1..6, the modifier (stat, box bonus or oath included), the card played if any, fatigue 0 or less."""

    seat: Seat
    die: int
    modifier: int
    card: str | None
    fatigue: int
    total: int


@dataclass(frozen=True, slots=True)
class Dealt(Event):
    """A seat got seven team cards, which it alone is told."""

    seat: Seat
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sealed(Event):
    """What a seat answered, for itself alone; `answer.again` when it replaces an earlier answer."""

    seat: Seat
    answer: Answer


@dataclass(frozen=True, slots=True)
class Answered(Event):
    """A seat has answered; what, is not told. window: "keep", "start" or "lap"."""

    seat: Seat
    window: str


@dataclass(frozen=True, slots=True)
class Revealed(Event):
    """All teams lie open: the cards kept and the six sums, by seat."""

    teams: tuple[tuple[str, ...], ...]
    sums: tuple[Sums, ...]


@dataclass(frozen=True, slots=True)
class Spread(Event):
    """A rumour was aimed at a team; `sums` are the team's from now on."""

    seat: Seat
    rumour: str
    target: Seat
    sums: Sums


@dataclass(frozen=True, slots=True)
class Boxed(Event):
    """The boxes were drawn: 1..4 by seat."""

    boxes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Gated(Event):
    """The start choices lie open: whether each seat sprints."""

    sprints: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class Sprinted(Event):
    """A sprinter's roll."""

    box: int
    roll: Roll


@dataclass(frozen=True, slots=True)
class Collided(Event):
    """Sprinters with equal totals collided, in box order."""

    seats: tuple[Seat, ...]
    total: int


@dataclass(frozen=True, slots=True)
class Restarted(Event):
    """Green was wrecked at the gate and Caesar's favourite has the start run again."""

    holder: Seat


@dataclass(frozen=True, slots=True)
class Followed(Event):
    """A safe starter's die; None for a lone one, who does not roll."""

    seat: Seat
    box: int
    die: int | None


@dataclass(frozen=True, slots=True)
class Lined(Event):
    """The running order after the gate."""

    order: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class LapBegan(Event):
    """A lap begins, with each running seat's fatigue in running order."""

    lap: int
    order: tuple[Seat, ...]
    fatigue: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Drew(Event):
    """The cards a seat drew, which it alone is told."""

    seat: Seat
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HandsGrew(Event):
    """Everybody running drew two cards: hand sizes by seat, sizes of deck and discards, how often the deck was renewed."""

    sizes: tuple[int, ...]
    deck: int
    discard: int
    reshuffles: int


@dataclass(frozen=True, slots=True)
class Dropped(Event):
    """A seat dropped cards face up; `auto` when it had left the choice open."""

    lap: int
    seat: Seat
    cards: tuple[str, ...]
    auto: bool


@dataclass(frozen=True, slots=True)
class PhaseBegan(Event):
    """A phase begins: who has a turn, in this order."""

    lap: int
    phase: str
    sequence: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Attempted(Event):
    """An attack on the chariot ahead: result "pass", "held" or "lock", and the order after a pass (else as before)."""

    phase: str
    attack: Roll
    defence: Roll
    result: str
    order: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Unlocked(Event):
    """The two unlock rolls of a wheel lock, attacker's and defender's, and who must save, from the front."""

    attack: Roll
    defence: Roll
    saving: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Saved(Event):
    """A save on a stat ("r", "t" or "a") against a bare die thrown in another's name; why: "collision", "lock" or "debris"."""

    stat: str
    why: str
    roll: Roll
    difficulty: int
    thrower: Seat
    passed: bool


@dataclass(frozen=True, slots=True)
class Wrecked(Event):
    """Chariots wrecked together, the order without them, and for each the hand that went to the discards."""

    seats: tuple[Seat, ...]
    why: str
    order: tuple[Seat, ...]
    hands: tuple[tuple[str, ...], ...]


class Fate(NamedTuple):
    """Life or death of one of a wreck's five: the driver or horse (id, None if generic), its save and the difficulty die."""

    figure: str | None
    horse: bool
    total: int
    difficulty: int
    lives: bool


@dataclass(frozen=True, slots=True)
class Fates(Event):
    """Who of a wrecked team lives: driver first, then the horses; `trampled` when a follower hit the pile afterwards."""

    seat: Seat
    trampled: bool
    figures: tuple[Fate, ...]


@dataclass(frozen=True, slots=True)
class Left(Event):
    """A seat left the game: the house drives its chariot on."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Finished(Event):
    """The race is over: the winner and the purse in sesterces (None and 0 when nobody wins), the order, places by seat."""

    winner: Seat | None
    purse: int
    order: tuple[Seat, ...]
    places: tuple[int, ...]
    reason: str


HippoEvent: TypeAlias = (
    Dealt | Sealed | Answered | Revealed | Spread | Boxed | Gated | Sprinted | Collided | Restarted | Followed | Lined
    | LapBegan | Drew | HandsGrew | Dropped | PhaseBegan | Attempted | Unlocked | Saved | Wrecked | Fates | Left | Finished
)  # fmt: skip
