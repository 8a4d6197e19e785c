"""A match's values as rows and back: headers, holders, records, receipts.

Owns the shape of each row. Refuses to know transactions and queries. What cannot be read back raises ValueError, which the
database turns into a StoreFault.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from pydantic import TypeAdapter
from sqlalchemy import Row

from bot.engine.core import Outcome, Seat
from bot.i18n import Lang
from bot.match.model import (
    RECORD,
    Gone,
    Header,
    Holder,
    HouseBot,
    Human,
    Late,
    OutboxRow,
    Outgoing,
    OutgoingKind,
    Pace,
    Receipt,
    SeatHolder,
    Status,
    StoredRecord,
    Timer,
)

OUTCOME: TypeAdapter[Outcome] = TypeAdapter(Outcome)
LANG: TypeAdapter[Lang] = TypeAdapter(Lang)
OUTGOING_KIND: TypeAdapter[OutgoingKind] = TypeAdapter(OutgoingKind)

Values = dict[str, Any]


def header_values(header: Header) -> Values:
    """Write a header as a row of `matches`, but for the invited, which have rows of their own."""
    return {
        "code": header.code,
        "game": header.game,
        "rules_version": header.rules_version,
        "options": header.options,
        "capacity": header.capacity,
        "status": header.status.value,
        "version": header.version,
        "pace": header.pace.value,
        "lang": header.lang,
        "guild_id": header.guild_id,
        "channel_id": header.channel_id,
        "host": header.host,
        "seed": header.seed,
        "created_at": header.created_at,
        "started_at": header.started_at,
        "ended_at": header.ended_at,
        "due": header.due,
        "told": header.told,
        "told_after": header.told_after,
        "outcome": None if header.outcome is None else OUTCOME.dump_json(header.outcome).decode(),
        "rematch_of": header.rematch_of,
        "late": header.late.value,
    }


def header(row: Row[Any], invited: tuple[int, ...]) -> Header:
    """Read a row of `matches`."""
    return Header(
        code=row.code,
        game=row.game,
        rules_version=row.rules_version,
        options=row.options,
        capacity=row.capacity,
        status=Status(row.status),
        version=row.version,
        pace=Pace(row.pace),
        lang=LANG.validate_python(row.lang),
        guild_id=row.guild_id,
        channel_id=row.channel_id,
        host=row.host,
        seed=row.seed,
        created_at=row.created_at,
        started_at=row.started_at,
        ended_at=row.ended_at,
        invited=invited,
        due=tuple(Seat(number) for number in row.due),
        told=row.told,
        told_after=row.told_after,
        outcome=None if row.outcome is None else OUTCOME.validate_json(row.outcome),
        rematch_of=row.rematch_of,
        late=Late(row.late),
    )


def holder_values(code: str, holders: Iterable[SeatHolder]) -> list[Values]:
    """Write holders as rows of `seats`."""
    return [{"code": code, "place": one.place, "wanted": one.wanted, **_held(one.holder)} for one in holders]


def _held(holder: Holder) -> Values:
    match holder:
        case Human():
            return {"kind": "human", "user_id": holder.user_id, "name": holder.name, "level": None}
        case HouseBot():
            return {"kind": "bot", "user_id": None, "name": None, "level": holder.level}
        case Gone():
            return {"kind": "gone", "user_id": None, "name": None, "level": None}


def seat_holder(row: Row[Any]) -> SeatHolder:
    """Read a row of `seats`."""
    holder: Holder
    if row.kind == "human":
        holder = Human(row.user_id, row.name)
    elif row.kind == "bot":
        holder = HouseBot(row.level)
    else:
        holder = Gone()
    return SeatHolder(row.place, holder, None if row.wanted is None else Seat(row.wanted))


def record_values(code: str, records: Iterable[StoredRecord]) -> list[Values]:
    """Write records as rows of `records`."""
    return [
        {
            "code": code,
            "seq": one.seq,
            "version": one.version,
            "at": one.at,
            "actor": one.actor,
            "body": RECORD.dump_json(one.record).decode(),
        }
        for one in records
    ]


def stored_record(row: Row[Any]) -> StoredRecord:
    """Read a row of `records`."""
    return StoredRecord(row.seq, row.version, row.at, RECORD.validate_json(row.body), row.actor)


def timer_values(timers: Iterable[Timer]) -> list[Values]:
    """Write timers as rows of `timers`, ready to fall due."""
    return [
        {"code": one.code, "kind": one.kind, "due": one.due, "version": one.version, "state": "set", "error": None}
        for one in timers
    ]


def outbox_values(messages: Iterable[Outgoing], now: datetime) -> list[Values]:
    """Write messages to send as rows of `outbox`, to be tried at once."""
    new = {"state": "pending", "created_at": now, "next_try": now, "sent_at": None, "attempts": 0, "error": None}
    return [{"code": one.code, "version": one.version, "kind": one.kind, "after": one.after, **new} for one in messages]


def outbox_row(row: Row[Any]) -> OutboxRow:
    """Read a row of `outbox`."""
    message = Outgoing(row.code, row.version, OUTGOING_KIND.validate_python(row.kind), row.after)
    return OutboxRow(row.id, message, row.created_at, row.attempts, row.state == "parked", row.error)


def request_values(request: str, receipt: Receipt, now: datetime) -> Values:
    """Write a receipt as a row of `requests`."""
    written = receipt.model_dump_json()
    return {"request": request, "code": receipt.code, "version": receipt.version, "receipt": written, "at": now}


def receipt(text: str) -> Receipt:
    """Read a receipt."""
    return Receipt.model_validate_json(text)
