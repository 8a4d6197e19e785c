"""The actions of Splash & Bash and their notation, that of the commands (11.4).

Owns reading and writing actions. Refuses to judge whether they are legal.
"""

import re
from dataclasses import dataclass
from itertools import product
from typing import TypeAlias

from bot.engine.games.splash.cards import HIGH, REACTIONS
from bot.engine.games.splash.course import LANES
from bot.engine.games.splash.position import LETTERS, PIECES

LONGEST = 32


@dataclass(frozen=True, slots=True)
class Lineup:
    """Start the Pawns 1 to 3 in these lanes."""

    lanes: str


@dataclass(frozen=True, slots=True)
class Obs:
    """Put the Lisca di pesce on a square (`E5`), or nowhere (empty)."""

    square: str


@dataclass(frozen=True, slots=True)
class Disc:
    """Discard an old card for the third one."""

    card: str


@dataclass(frozen=True, slots=True)
class Play:
    """Play a High Tide card on a piece, a team's letter, or nothing (empty)."""

    card: str
    target: str


@dataclass(frozen=True, slots=True)
class Roll:
    """Roll without a card."""


@dataclass(frozen=True, slots=True)
class Go:
    """Move in a lane."""

    lane: str


@dataclass(frozen=True, slots=True)
class Pass:
    """Play nothing after the movement; or let the race go on."""


@dataclass(frozen=True, slots=True)
class Order:
    """Standing: let the team's reaction of this card work by itself, or not."""

    card: str
    on: bool


@dataclass(frozen=True, slots=True)
class HandOrder:
    """Standing: put the own hand in this order."""

    cards: tuple[str, ...]


Action: TypeAlias = Lineup | Obs | Disc | Play | Roll | Go | Pass | Order | HandOrder

REACTION_NAMES = {"salvagente": REACTIONS["lifebuoy"], "alt": REACTIONS["whistle"]}
STANDING = tuple(REACTION_NAMES.values())
"""The reactions in the order of a team's standing orders."""

TARGETS = ("", *PIECES, *LETTERS)


def write_action(action: Action) -> str:
    """Write an action."""
    match action:
        case Lineup(lanes):
            return f"lineup {lanes}"
        case Obs(square):
            return f"obs {square or '-'}"
        case Disc(card):
            return f"disc {card}"
        case Play(card, target):
            return f"play {card} {target}".rstrip()
        case Roll():
            return "roll"
        case Go(lane):
            return f"go {lane}"
        case Pass():
            return "pass"
        case Order(card, on):
            name = next(name for name, code in REACTION_NAMES.items() if code == card)
            return f"order {name} {'on' if on else 'off'}"
        case _:
            return " ".join(("hand order", *action.cards))


_ALL: tuple[Action, ...] = (
    *(Lineup("".join(lanes)) for lanes in product(LANES, repeat=3)),
    Obs(""),
    *(Disc(card) for card in HIGH),
    *(Play(card, target) for card in HIGH for target in TARGETS),
    Roll(),
    *(Go(lane) for lane in LANES),
    Pass(),
    *(Order(card, on) for card in STANDING for on in (True, False)),
    *(HandOrder(cards) for count in (0, 1, 2) for cards in product(HIGH, repeat=count)),
)
_KNOWN = {write_action(action): action for action in _ALL}
_FOLDED = {text.casefold(): action for text, action in _KNOWN.items()}
_OBS = re.compile(r"obs ([eca](?:0|[1-9]\d{0,2}))", re.ASCII)


def read_action(text: str) -> Action | None:
    """Read an action, blanks and case apart; None when it is no notation."""
    known = _KNOWN.get(text)
    if known is not None:
        return known
    if len(text) > LONGEST or not text.isascii():
        return None
    folded = " ".join(text.casefold().split())
    found = _OBS.fullmatch(folded)
    return Obs(found[1].upper()) if found else _FOLDED.get(folded)
