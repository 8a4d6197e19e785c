"""Every record kind, every header field, every receipt comes back as it went in."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import fields
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.engine.core import Code, Outcome, Seat, Text, When, Who
from bot.engine.records import By, Draw, Played, Resigned, Started, TookBack
from bot.errors import StoreFault
from bot.i18n import LANGS
from bot.match.model import (
    Aborted,
    Answered,
    Claimed,
    Commit,
    Credited,
    Drawn,
    Gone,
    Header,
    HouseBot,
    Human,
    Late,
    Moderated,
    Nudged,
    Offered,
    OfferKind,
    Outgoing,
    OutgoingKind,
    Pace,
    Paused,
    Receipt,
    Record,
    Reminded,
    Returned,
    SeatChanged,
    SeatHolder,
    Status,
    Stored,
    StoredRecord,
    TimedOut,
    Timer,
    TimerKind,
)
from bot.store.database import Database
from bot.store.store import SqliteStore
from tests.store import samples
from tests.store.samples import NOON, StillClock

ids = st.integers(1, 2**63 - 1)
small = st.integers(0, 2**31)
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
zones = st.sampled_from([UTC, timezone(timedelta(hours=5, minutes=30)), timezone(-timedelta(hours=3))])
moments = st.datetimes(datetime(1970, 1, 2), datetime(2999, 1, 1), timezones=zones)  # noqa: DTZ001 - the strategy adds the zone
seat = st.integers(0, 7).map(Seat)
seat_lists = st.lists(seat, max_size=3).map(tuple)
draws = st.builds(Draw, label=texts, n=small, bound=small.map(lambda n: n + 1), value=small)
record_kinds: dict[type[Any], st.SearchStrategy[Any]] = {
    Started: st.builds(Started, draws=st.lists(draws, max_size=3).map(tuple)),
    Played: st.builds(
        Played, seat=seat, action=texts, by=st.sampled_from(get_args(By)), draws=st.lists(draws, max_size=3).map(tuple)
    ),
    Resigned: st.builds(Resigned, seat=seat),
    TookBack: st.builds(TookBack, seat=seat, to=st.integers(1, 999)),
    TimedOut: st.builds(TimedOut, seat=seat),
    Offered: st.builds(Offered, seat=seat, what=st.sampled_from(get_args(OfferKind)), to=st.none() | st.integers(1, 999)),
    Answered: st.builds(Answered, seat=seat, yes=st.booleans()),
    SeatChanged: st.builds(SeatChanged, seat=seat, holder=texts),
    Paused: st.builds(Paused, on=st.booleans()),
    Moderated: st.builds(
        Moderated,
        what=st.sampled_from(["cancel", "force", "rewind", "extend", "replace", "invite", "rehome"]),
        reason=texts,
        seat=st.none() | seat,
        to=st.none() | st.integers(1, 999),
    ),
    Drawn: st.just(Drawn()),
    Reminded: st.builds(Reminded, seats=seat_lists, near=st.booleans()),
    Nudged: st.builds(Nudged, seat=seat, seats=seat_lists),
    Returned: st.builds(Returned, seat=seat),
    Claimed: st.builds(Claimed, seat=seat, late=seat),
    Credited: st.builds(
        Credited,
        reason=st.sampled_from(["downtime", "vacation", "moderator", "begun"]),
        seconds=small,
        seats=seat_lists,
        tell=seat_lists,
    ),
    Aborted: st.builds(Aborted, reason=st.sampled_from(["agreed", "alone", "moderator"])),
}
item: st.SearchStrategy[Any] = (
    st.integers() | texts | st.builds(Who, seat) | st.builds(Code, texts) | st.builds(When, st.integers())
)
said = st.recursive(
    st.builds(Text, texts, st.dictionaries(texts, item | st.lists(item, max_size=3).map(tuple), max_size=3)),
    lambda inner: st.builds(Text, texts, st.dictionaries(texts, inner, max_size=2)),
    max_leaves=3,
)
outcomes = st.builds(
    Outcome,
    places=st.lists(small, max_size=4).map(tuple),
    scores=st.none() | st.lists(st.integers(-99, 99), max_size=4).map(tuple),
    reason=texts,
)
header_fields: dict[str, st.SearchStrategy[Any]] = {
    "game": texts,
    "rules_version": small,
    "options": texts,
    "capacity": st.integers(1, 9),
    "status": st.sampled_from(Status),
    "pace": st.sampled_from(Pace),
    "lang": st.sampled_from(LANGS),
    "guild_id": st.none() | ids,
    "channel_id": ids,
    "host": st.none() | ids,
    "seed": st.binary(min_size=1, max_size=32),
    "created_at": moments,
    "started_at": st.none() | moments,
    "ended_at": st.none() | moments,
    "invited": st.lists(ids, max_size=3).map(tuple),
    "due": st.lists(seat, max_size=3).map(tuple),
    "told": small,
    "told_after": small,
    "outcome": st.none() | outcomes,
    "rematch_of": st.none() | texts,
    "late": st.sampled_from(Late),
}
headers = st.fixed_dictionaries(header_fields)
holder = st.builds(Human, ids, texts) | st.builds(HouseBot, texts) | st.just(Gone())
holders = st.lists(holder, max_size=4).flatmap(
    lambda some: st.tuples(
        *(st.builds(SeatHolder, st.just(place), st.just(one), st.none() | seat) for place, one in enumerate(some))
    )
)


def together(check: Callable[[SqliteStore], Awaitable[None]]) -> None:
    async def run() -> None:
        with TemporaryDirectory() as folder:
            async with Database.open(Path(folder) / "tavoliere.db") as database:
                await check(SqliteStore(database, clock=StillClock()))

    asyncio.run(run())


example = settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def test_no_field_and_no_kind_of_record_is_left_out() -> None:
    assert {field.name for field in fields(Header)} == {*header_fields, "code", "version"}
    assert set(get_args(get_args(Record)[0])) == set(record_kinds)


@example
@given(facts=headers, later=headers, seated=holders)
def test_every_header_and_holder_comes_back(facts: dict[str, Any], later: dict[str, Any], seated: tuple[SeatHolder, ...]) -> None:
    async def check(store: SqliteStore) -> None:
        for expected, values in enumerate((facts, later)):
            header = Header(code="K7M2QX", version=expected + 1, **values)
            await store.commit(
                Commit(header=header, expected=expected, receipt=samples.receipt("K7M2QX", expected + 1), holders=seated)
            )
            loaded = await store.load("K7M2QX")
            assert loaded == Stored(header, seated, ())
            assert loaded.header.created_at.utcoffset() == timedelta(0)

    together(check)


@example
@given(bodies=st.tuples(*record_kinds.values()), at=moments, actor=st.none() | ids)
def test_every_kind_of_record_comes_back(bodies: tuple[Any, ...], at: datetime, actor: int | None) -> None:
    records = tuple(StoredRecord(seq, 1, at, body, actor) for seq, body in enumerate(bodies, 1))

    async def check(store: SqliteStore) -> None:
        header = samples.header()
        await store.commit(Commit(header=header, expected=0, receipt=samples.receipt(header.code, 1), records=records))
        assert await store.load(header.code) == Stored(header, (), records)

    together(check)


@example
@given(text=said)
def test_every_receipt_comes_back(text: Text) -> None:
    receipt = Receipt(code="K7M2QX", version=1, said=text)

    async def check(store: SqliteStore) -> None:
        commit = Commit(header=samples.header(), expected=0, receipt=receipt, request="r")
        await store.commit(commit)
        assert await store.receipt("r") == receipt
        assert await store.commit(commit) == receipt

    together(check)


def test_every_kind_of_timer_and_message_comes_back() -> None:
    timers = tuple(Timer("K7M2QX", kind, NOON, 1) for kind in sorted(get_args(TimerKind)))
    messages = tuple(Outgoing("K7M2QX", 1, kind, 0) for kind in get_args(OutgoingKind))

    async def check(store: SqliteStore) -> None:
        receipt = samples.receipt("K7M2QX", 1)
        await store.commit(Commit(header=samples.header(), expected=0, receipt=receipt, timers=timers, outbox=messages))
        assert tuple(await store.timers.due(NOON)) == timers
        assert tuple(row.outgoing for row in await store.outbox.pending("K7M2QX")) == messages

    together(check)


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE matches SET lang = 'xx'",
        "UPDATE matches SET outcome = '{}'",
        "UPDATE matches SET due = ',x,'",
        'UPDATE records SET body = \'{"kind":"guessed"}\'',
        "UPDATE records SET body = 'no json'",
    ],
)
def test_what_cannot_be_read_back_is_a_fault(damage: str) -> None:
    async def check(store: SqliteStore) -> None:
        first = samples.first()
        await store.commit(first)
        await store.commit(samples.after(first.header))
        await store._database.write(lambda connection: connection.exec_driver_sql(damage) and None)
        with pytest.raises(StoreFault, match="loading K7M2QX failed"):
            await store.load("K7M2QX")

    together(check)
