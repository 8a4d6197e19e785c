"""Plain matches and commits for the tests of the store, and a clock that stands still."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from bot.engine.core import Seat, Text
from bot.engine.records import Draw, Played, Started
from bot.match.model import (
    Commit,
    Header,
    HouseBot,
    Human,
    Outgoing,
    Pace,
    Receipt,
    SeatHolder,
    Status,
    StoredRecord,
    Timer,
)

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
CHANNEL = 900_000_000_000_000_001
ANNA = 100_000_000_000_000_001
BRUNO = 100_000_000_000_000_002


class StillClock:
    """A clock that only moves when told."""

    def __init__(self) -> None:
        self.time = NOON

    def now(self) -> datetime:
        """Give the present moment."""
        return self.time


def header(code: str = "K7M2QX", **changes: Any) -> Header:
    """A lobby at its first version."""
    plain = Header(
        code=code,
        game="splut",
        rules_version=1,
        options="{}",
        capacity=2,
        status=Status.LOBBY,
        version=1,
        pace=Pace.THREE_DAYS,
        lang="en",
        guild_id=800_000_000_000_000_001,
        channel_id=CHANNEL,
        host=ANNA,
        seed=b"\x00secret\xff",
        created_at=NOON,
    )
    return replace(plain, **changes)


def first(code: str = "K7M2QX", *, request: str | None = None, **changes: Any) -> Commit:
    """The commit of a new lobby with Anna in it."""
    return Commit(
        header=header(code, **changes),
        expected=0,
        receipt=receipt(code, 1),
        holders=(SeatHolder(0, Human(ANNA, "Anna")), SeatHolder(1, HouseBot("steady"), wanted=Seat(1))),
        timers=(Timer(code, "lobby", NOON + 168 * HOUR, 1),),
        outbox=(Outgoing(code, 1, "lobby", 0),),
        request=request,
    )


def after(before: Header, *, request: str | None = None, **changes: Any) -> Commit:
    """The next commit on a match: one record, one message."""
    version = before.version + 1
    code = before.code
    body = (
        Started(draws=(Draw(label="table.seat", n=0, bound=2, value=1),))
        if version == 2
        else Played(seat=0, action=f"S{version}")
    )
    return Commit(
        header=replace(before, version=version, **changes),
        expected=before.version,
        receipt=receipt(code, version),
        records=(StoredRecord(version - 1, version, NOON + version * HOUR, body, ANNA),),
        timers=(Timer(code, "next", NOON + version * HOUR, version),),
        outbox=(Outgoing(code, version, "board", before.version),),
        request=request,
    )


def receipt(code: str, version: int) -> Receipt:
    """What an accepted request is answered with."""
    return Receipt(code=code, version=version, said=Text("match.done", {"n": version}))
