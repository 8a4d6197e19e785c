"""What a match is made of: header, seats, records, timers, messages to send, and the commit that changes them together.

Owns the shapes that the table hands to the store and back. Refuses to know rules (the engine's), SQL (the store's) and Discord; a
message to send is only named here (which kind, for which version): its words are made from the records when it is delivered.
"""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Annotated, Literal, TypeAlias

from pydantic import Field, TypeAdapter

from bot.engine.core import Outcome, Seat, Text
from bot.engine.records import Played, Resigned, Started, Strict, TookBack
from bot.i18n import Lang


class Status(StrEnum):
    """The life of a match.

    Lobby → playing → over, or closed (a lobby that ended without a match), or aborted (without a result).
    """

    LOBBY = "lobby"
    PLAYING = "playing"
    OVER = "over"
    ABORTED = "aborted"
    CLOSED = "closed"


class Pace(StrEnum):
    """How long a decision may take."""

    LIVE = "live"
    DAY = "day"
    THREE_DAYS = "3days"
    WEEK = "week"
    NONE = "none"


class Late(StrEnum):
    """What a missed deadline leads to.

    bot: a house bot plays the decision, and keeps the seat after two in a row. claim: the others may claim. none: nothing.
    """

    BOT = "bot"
    CLAIM = "claim"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Actor:
    """Who asks: a Discord user id and the name to show (raw, unescaped)."""

    user_id: int
    name: str


@dataclass(frozen=True, slots=True)
class Human:
    """A person on a seat."""

    user_id: int
    name: str


@dataclass(frozen=True, slots=True)
class HouseBot:
    """A house bot on a seat; `level` is one of the game's (`bot.players`)."""

    level: str


@dataclass(frozen=True, slots=True)
class Gone:
    """A seat whose person was forgotten on request."""


Holder: TypeAlias = Human | HouseBot | Gone


@dataclass(frozen=True, slots=True)
class SeatHolder:
    """One taken place.

    In a lobby `place` is the order of joining and `wanted` the seat asked for (None: any); once the match plays, `place` is the
    seat.
    """

    place: int
    holder: Holder
    wanted: Seat | None = None


# Records --------------------------------------------------------------------------------------------------------------

OfferKind = Literal["undo", "abort", "draw", "pause"]


class TimedOut(Strict):
    """A seat let its deadline pass."""

    kind: Literal["timed_out"] = "timed_out"
    seat: Annotated[int, Field(ge=0)]


class Offered(Strict):
    """A seat asks the others to agree; for an undo, `to` is the record it would go back to."""

    kind: Literal["offered"] = "offered"
    seat: Annotated[int, Field(ge=0)]
    what: OfferKind
    to: Annotated[int, Field(ge=1)] | None = None


class Answered(Strict):
    """A seat answers the open offer; one no, or a withdrawal by the one who offered, closes it."""

    kind: Literal["answered"] = "answered"
    seat: Annotated[int, Field(ge=0)]
    yes: bool


class SeatChanged(Strict):
    """A seat's holder changed; who holds it now stands with the seat, not here (`human`, `bot:<level>` or `gone`)."""

    kind: Literal["seat_changed"] = "seat_changed"
    seat: Annotated[int, Field(ge=0)]
    holder: str


class Paused(Strict):
    """The clocks stopped, or go on."""

    kind: Literal["paused"] = "paused"
    on: bool


class Aborted(Strict):
    """The match ended without a result: by consent, by its only human, or by a moderator."""

    kind: Literal["aborted"] = "aborted"
    reason: Literal["agreed", "alone", "moderator"]


class Moderated(Strict):
    """A moderator steps in, by the records that follow; who it was is the actor. to: the record a rewind goes back to."""

    kind: Literal["moderated"] = "moderated"
    what: Literal["cancel", "force", "rewind", "extend", "replace", "invite", "rehome"]
    reason: Annotated[str, Field(max_length=200)]
    seat: Annotated[int, Field(ge=0)] | None = None
    to: Annotated[int, Field(ge=1)] | None = None


class Drawn(Strict):
    """The match ended as a draw by agreement: all seats still in the game share the second place, nobody has won."""

    kind: Literal["drawn"] = "drawn"


class Reminded(Strict):
    """Seats were reminded of their decision: at half time, or `near` its end."""

    kind: Literal["reminded"] = "reminded"
    seats: tuple[Annotated[int, Field(ge=0)], ...]
    near: bool = False


class Nudged(Strict):
    """A seat asked for those that are due to be called once more."""

    kind: Literal["nudged"] = "nudged"
    seat: Annotated[int, Field(ge=0)]
    seats: tuple[Annotated[int, Field(ge=0)], ...]


class Returned(Strict):
    """A seat's player is back: the house bot that kept the seat lets go, and an open decision begins anew."""

    kind: Literal["returned"] = "returned"
    seat: Annotated[int, Field(ge=0)]


class Claimed(Strict):
    """A seat claims against one that is late: `late` leaves the game by the Resigned that follows."""

    kind: Literal["claimed"] = "claimed"
    seat: Annotated[int, Field(ge=0)]
    late: Annotated[int, Field(ge=0)]


class Credited(Strict):
    """Seats got time for their open decision (no seats named: all).

    downtime: the bot was not running, and what the clocks ran meanwhile is given back. vacation: the player was away. moderator:
    by hand. begun: clocks came to a match that began before there were any, whole for everybody. tell: the seats whose player
    hears of it here, because here is the first of their matches.
    """

    kind: Literal["credited"] = "credited"
    reason: Literal["downtime", "vacation", "moderator", "begun"]
    seconds: Annotated[int, Field(ge=0)]
    seats: tuple[Annotated[int, Field(ge=0)], ...] = ()
    tell: tuple[Annotated[int, Field(ge=0)], ...] = ()


Record: TypeAlias = Annotated[
    Started
    | Played
    | Resigned
    | TookBack
    | TimedOut
    | Offered
    | Answered
    | SeatChanged
    | Paused
    | Aborted
    | Moderated
    | Drawn
    | Reminded
    | Nudged
    | Returned
    | Claimed
    | Credited,
    Field(discriminator="kind"),
]
RECORD: TypeAdapter[Record] = TypeAdapter(Record)


@dataclass(frozen=True, slots=True)
class StoredRecord:
    """A record in its place: `seq` counts from 1 in the match, `version` is that of the commit it came with, `at` is UTC.

    `actor` is the user who caused it, None for bots, timers and forgotten users.
    """

    seq: int
    version: int
    at: datetime
    record: Record
    actor: int | None = None


# The match ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Header:
    """One row of facts about a match; `version` counts its commits from 1.

    options: the game's options as canonical JSON. capacity: seats in the lobby, then seats in the match. invited: users asked by
    name who have not yet joined; a place is kept for each. seed: 1-32 secret bytes. due: the seats a decision is awaited from,
    empty in a lobby and after the end. told: the version at which the present board message was posted; told_after: the version
    after which its story begins. rematch_of: the code of the match whose players meet again. late: what a
    missed deadline leads to.
    """

    code: str
    game: str
    rules_version: int
    options: str
    capacity: int
    status: Status
    version: int
    pace: Pace
    lang: Lang
    guild_id: int | None
    channel_id: int
    host: int | None
    seed: bytes
    created_at: datetime
    started_at: datetime | None = None
    ended_at: datetime | None = None
    invited: tuple[int, ...] = ()
    due: tuple[Seat, ...] = ()
    told: int = 0
    told_after: int = 0
    outcome: Outcome | None = None
    rematch_of: str | None = None
    late: Late = Late.BOT


@dataclass(frozen=True, slots=True)
class Stored:
    """A match as the store gives it back; records ascend by seq and may be only those after the number the caller already has."""

    header: Header
    holders: tuple[SeatHolder, ...]
    records: tuple[StoredRecord, ...]


# Timers and messages to send ------------------------------------------------------------------------------------------

TimerKind = Literal["next", "lobby", "offer", "half", "near", "deadline"]


@dataclass(frozen=True, slots=True)
class Timer:
    """Something to do at `due` (UTC); one per match and kind, a later one replaces it.

    next: a house bot, a forced pass or an automatic roll is due now. lobby: the lobby expires. offer: the open offer expires.
    half, near: half of somebody's time is gone, or nearly all. deadline: somebody's time and reserve are gone. version: the
    version it was set for.
    """

    code: str
    kind: TimerKind
    due: datetime
    version: int


OutgoingKind = Literal["lobby", "open", "board", "edit", "notice", "remind", "result"]


@dataclass(frozen=True, slots=True)
class Outgoing:
    """A message to send, made from the match as it stood at `version`; (code, version, kind) is unique.

    lobby: post or redraw the lobby message. open: open the thread. board: a new board message with mentions. edit: redraw the
    present board message. notice: sentences alone (an offer with its buttons, a resignation). remind: calls
    those who are still due of the seats that the version's records name. result: the final board. after: the
    story tells the records of versions after < v <= version.
    """

    code: str
    version: int
    kind: OutgoingKind
    after: int


@dataclass(frozen=True, slots=True)
class OutboxRow:
    """An outgoing message in the store's queue; error is set and parked True when it can never be delivered."""

    id: int
    outgoing: Outgoing
    created_at: datetime
    attempts: int = 0
    parked: bool = False
    error: str | None = None


@dataclass(frozen=True, slots=True)
class Places:
    """Where a match's messages are: Discord ids, set as messages get through.

    home_id: the thread, or the channel when no thread could be opened; None until opened. board_message_id: the message that
    carries the controls now, board_version the version it shows.
    """

    code: str
    channel_id: int
    lobby_message_id: int | None = None
    home_id: int | None = None
    board_message_id: int | None = None
    board_version: int | None = None


class Receipt(Strict):
    """What an accepted request is answered with, the first time and every time it is delivered again."""

    code: str
    version: int
    said: Text


# What a seat prepares for itself alone: the answer it is working at, and the text that answers for it when it is late.
DraftKind = Literal["draft", "standing"]


@dataclass(frozen=True, slots=True)
class Commit:
    """Everything one accepted request changes, committed in one transaction or not at all.

    header.version is expected + 1 (expected 0: a new match). holders: all of them, when any changed. drop: timer kinds to take
    away (before `timers` are put). undrafted: what seats had prepared and has become void. request: the unique id of what was
    asked; a second commit with it changes nothing and gets the first receipt.
    """

    header: Header
    expected: int
    receipt: Receipt
    holders: tuple[SeatHolder, ...] | None = None
    records: tuple[StoredRecord, ...] = ()
    timers: tuple[Timer, ...] = ()
    drop: frozenset[TimerKind] = field(default_factory=frozenset)
    outbox: tuple[Outgoing, ...] = ()
    undrafted: frozenset[tuple[Seat, DraftKind]] = frozenset()
    request: str | None = None
