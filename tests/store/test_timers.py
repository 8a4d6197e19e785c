"""Timers: the longest due first, one per match and kind, dropped or parked only as they stood."""

from dataclasses import replace

import pytest

from bot.errors import StoreFault
from bot.match.model import Timer
from bot.store.database import Database
from bot.store.store import SqliteStore
from bot.store.timers import SqliteTimers
from tests.store import samples
from tests.store.samples import HOUR, NOON

pytestmark = pytest.mark.asyncio

LATE = NOON + 1000 * HOUR


async def put(store: SqliteStore, code: str, *timers: Timer) -> None:
    await store.commit(replace(samples.first(code), timers=timers))


async def test_timers_fall_due_in_order(store: SqliteStore) -> None:
    assert await store.timers.next_due() is None
    first, second, third = (Timer(f"CODE0{n}", "next", NOON + n * HOUR, 1) for n in (1, 2, 3))
    for timer in (second, third, first):
        await put(store, timer.code, timer)
    assert await store.timers.due(NOON) == []
    assert await store.timers.due(NOON + HOUR) == [first]
    assert await store.timers.due(LATE) == [first, second, third]
    assert await store.timers.due(LATE, limit=2) == [first, second]
    assert await store.timers.next_due() == first.due


async def test_a_later_timer_replaces_the_one_of_its_kind(store: SqliteStore) -> None:
    first = samples.first()
    await store.commit(first)
    lobby, offer = (Timer("K7M2QX", "lobby", NOON + HOUR, 2), Timer("K7M2QX", "offer", NOON + 2 * HOUR, 2))
    second = replace(samples.after(first.header), timers=(lobby, offer))
    await store.commit(second)
    assert await store.timers.due(LATE) == [lobby, offer]
    third = replace(samples.after(second.header), timers=(), drop=frozenset({"lobby", "next"}))
    await store.commit(third)
    assert await store.timers.due(LATE) == [offer]
    again = Timer("K7M2QX", "offer", NOON, 4)
    await store.commit(replace(samples.after(third.header), timers=(again,), drop=frozenset({"offer"})))
    assert await store.timers.due(LATE) == [again]


@pytest.mark.parametrize("other", [{"due": LATE}, {"version": 9}, {"kind": "offer"}, {"code": "OTHER1"}])
async def test_only_the_timer_as_given_is_dropped_or_parked(store: SqliteStore, other: dict[str, object]) -> None:
    timer = Timer("K7M2QX", "next", NOON, 1)
    await put(store, "K7M2QX", timer)
    stale = replace(timer, **other)  # type: ignore[arg-type]  # real fields, listed above
    await store.timers.drop(stale)
    await store.timers.park(stale, "void")
    assert await store.timers.due(NOON) == [timer]
    await store.timers.drop(timer)
    assert await store.timers.due(NOON) == []


async def test_a_parked_timer_is_listed_no_more_until_it_is_set_again(store: SqliteStore, database: Database) -> None:
    timer, other = Timer("K7M2QX", "next", NOON, 1), Timer("K7M2QX", "lobby", NOON, 1)
    await put(store, "K7M2QX", timer, other)
    await store.timers.park(timer, "replay diverged")
    assert await store.timers.due(NOON) == [other]
    await store.timers.drop(other)
    assert await store.timers.next_due() is None
    assert await SqliteTimers(database).parked("K7M2QX") == [(timer, "replay diverged")]
    again = Timer("K7M2QX", "next", NOON, 2)
    await store.commit(replace(samples.after(samples.header()), timers=(again,)))
    assert await store.timers.due(NOON) == [again]
    assert await SqliteTimers(database).parked("K7M2QX") == []


async def test_a_postponed_timer_falls_due_later_if_it_stands_as_given(store: SqliteStore) -> None:
    timer = Timer("K7M2QX", "half", NOON, 1)
    await put(store, "K7M2QX", timer)
    await store.timers.postpone(replace(timer, version=9), LATE)
    assert await store.timers.due(NOON) == [timer]
    await store.timers.postpone(timer, LATE)
    assert await store.timers.due(NOON) == []
    assert await store.timers.due(LATE) == [replace(timer, due=LATE)]


async def test_a_timer_needs_its_match(database: Database) -> None:
    def work(connection: object) -> None:
        connection.exec_driver_sql("INSERT INTO timers VALUES ('NOBODY', 'next', 0, 1, 'set', NULL)")  # type: ignore[attr-defined]  # an SQLAlchemy one

    with pytest.raises(StoreFault, match="FOREIGN KEY"):
        await database.write(work)
