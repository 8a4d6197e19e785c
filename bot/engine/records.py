"""The records that change a game's state: what a match is folded from.

Owns the shape of a draw and of the four records the rules know. Refuses to know offers, pauses and seats changing hands: those
leave the state alone and live with the table (`bot.match.model`).
"""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

By = Literal["player", "bot", "forced", "automatic", "moderator"]


class Strict(BaseModel):
    """Base of everything stored: closed and immutable."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Draw(Strict):
    """One drawn value: the n-th (from 0) under its label in this match, undone ones included; 0 <= value < bound."""

    label: str
    n: Annotated[int, Field(ge=0)]
    bound: Annotated[int, Field(ge=1)]
    value: Annotated[int, Field(ge=0)]


class Started(Strict):
    """The first record of every match: the seating's and the setup's draws, in that order.

    Seating draws carry labels that begin with `table.`; `setup` is replayed with the others.
    """

    kind: Literal["started"] = "started"
    draws: tuple[Draw, ...] = ()


class Played(Strict):
    """An action in canonical notation, with the draws it took; a house bot's own draws (label `bot`) come first."""

    kind: Literal["played"] = "played"
    seat: Annotated[int, Field(ge=0)]
    action: str
    by: By = "player"
    draws: tuple[Draw, ...] = ()


class Resigned(Strict):
    """A seat left the game for good."""

    kind: Literal["resigned"] = "resigned"
    seat: Annotated[int, Field(ge=0)]


class TookBack(Strict):
    """An undo: the state is again what it was after record number `to` (1-based); nothing is deleted."""

    kind: Literal["took_back"] = "took_back"
    seat: Annotated[int, Field(ge=0)]
    to: Annotated[int, Field(ge=1)]


EngineRecord = Started | Played | Resigned | TookBack
