"""The two decks and the constants of Splash & Bash, read from `data/*.json` (sections 2.8 and 8).

Owns what a card is: its code, copies, when it works and by which primitive. Refuses to know what a primitive does (`effects`).
"""

from collections.abc import Mapping
from importlib import resources
from types import MappingProxyType
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

Timing = Literal["any", "pre", "post", "react", "now"]
Primitive = Literal[
    "obstacle", "die", "die_outer", "nowind", "jump", "clean", "freecross", "none",
    "pool", "shove", "drag", "anchor", "steal", "swap", "surge", "boost", "again", "lifebuoy", "whistle", "slip", "back",
]  # fmt: skip


class _Closed(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class ByLane(_Closed):
    """A number for each lane."""

    E: Annotated[int, Field(ge=0)]
    C: Annotated[int, Field(ge=0)]
    A: Annotated[int, Field(ge=0)]


class Rules(_Closed):
    """The constants; hands and turns are built for two cards and one card."""

    die: Annotated[int, Field(ge=1, le=20)]
    cross_cost: Annotated[int, Field(ge=1)]
    wind: Annotated[int, Field(ge=0)]
    push: Annotated[int, Field(ge=1, le=9)]
    hand_max: Literal[2]
    cards_per_turn: Literal[1]
    obstacle_gap: Annotated[int, Field(ge=0)]
    obstacle_max: ByLane


class _CardFile(_Closed):
    code: Annotated[str, Field(pattern=r"^[A-Z]{2}$")]
    copies: Annotated[int, Field(ge=1)]
    timing: Timing
    do: tuple[Primitive] | tuple[Primitive, Annotated[int, Field(ge=-9, le=9)]]


class Card(_Closed):
    """A card: `amount` is its primitive's number, 0 where it has none."""

    code: str
    copies: int
    timing: Timing
    do: Primitive
    amount: int


_CARDS = TypeAdapter(tuple[_CardFile, ...])


def _file(name: str) -> bytes:
    return (resources.files("bot.engine.games.splash") / "data" / name).read_bytes()


def read_deck(text: bytes) -> Mapping[str, Card]:
    """Read a deck file; raises pydantic's ValidationError."""
    return MappingProxyType(
        {
            card.code: Card(
                code=card.code,
                copies=card.copies,
                timing=card.timing,
                do=card.do[0],
                amount=card.do[1] if len(card.do) > 1 else 0,
            )
            for card in _CARDS.validate_json(text)
        }
    )


RULES = Rules.model_validate_json(_file("rules.json"))
LOW = read_deck(_file("low.json"))
HIGH = read_deck(_file("high.json"))
CARDS: Mapping[str, Card] = MappingProxyType({**LOW, **HIGH})
DO: Mapping[str, str] = MappingProxyType({code: card.do for code, card in CARDS.items()})
AMOUNT: Mapping[str, int] = MappingProxyType({code: card.amount for code, card in CARDS.items()})

LOW_PACK = tuple(code for code, card in LOW.items() for _ in range(card.copies))
HIGH_PACK = tuple(code for code, card in HIGH.items() for _ in range(card.copies))

BEFORE = frozenset(code for code, card in HIGH.items() if card.timing in ("any", "pre"))
BETWEEN = frozenset(code for code, card in HIGH.items() if card.timing == "any")
AFTER = frozenset(code for code, card in HIGH.items() if card.timing in ("any", "post"))
ONLY_BEFORE = frozenset(code for code, card in HIGH.items() if card.timing == "pre")
AT_ONCE = frozenset(code for code, card in HIGH.items() if card.timing == "now")
REACTIONS: Mapping[str, str] = MappingProxyType({card.do: code for code, card in HIGH.items() if card.timing == "react"})
