"""The outbox: rows in order, what got through with its places, tries put off, rows put aside."""

from dataclasses import replace

import pytest

from bot.match.model import OutboxRow, Outgoing, Places
from bot.store.store import SqliteStore
from tests.store import samples
from tests.store.samples import CHANNEL, HOUR, NOON, StillClock

pytestmark = pytest.mark.asyncio

PLACES = Places("K7M2QX", CHANNEL)


async def put(store: SqliteStore, code: str, *kinds: str) -> list[OutboxRow]:
    outbox = tuple(Outgoing(code, 1, kind, 0) for kind in kinds)  # type: ignore[arg-type]  # real kinds, in each test
    await store.commit(replace(samples.first(code), outbox=outbox))
    return list(await store.outbox.pending(code))


async def test_pending_rows_come_in_the_order_they_were_committed(store: SqliteStore) -> None:
    rows = await put(store, "K7M2QX", "open", "board", "notice")
    await put(store, "OTHER1", "lobby")
    await store.commit(samples.after(samples.header()))
    found = await store.outbox.pending("K7M2QX")
    assert [row.outgoing.kind for row in found] == ["open", "board", "notice", "board"]
    assert [row.id for row in found] == sorted(row.id for row in found)
    assert found[0] == OutboxRow(rows[0].id, Outgoing("K7M2QX", 1, "open", 0), NOON)
    assert found[3].outgoing == Outgoing("K7M2QX", 2, "board", 1)


async def test_a_sent_row_is_done_and_its_places_are_kept(store: SqliteStore) -> None:
    first, second = await put(store, "K7M2QX", "lobby", "open")
    assert await store.places("K7M2QX") is None
    places = Places("K7M2QX", CHANNEL, lobby_message_id=11)
    await store.outbox.sent(first, places)
    assert await store.outbox.pending("K7M2QX") == [second]
    assert await store.places("K7M2QX") == places
    later = Places("K7M2QX", CHANNEL, 11, 12, 13, 4)
    await store.outbox.sent(second, later)
    assert await store.places("K7M2QX") == later
    assert await store.outbox.pending("K7M2QX") == []
    assert await store.outbox.next_try() is None


async def test_a_row_of_a_purged_number_is_not_mistaken_for_a_newer_one(store: SqliteStore, clock: StillClock) -> None:
    (old,) = await put(store, "K7M2QX", "lobby")
    await store.outbox.sent(old, PLACES)
    await store.purge(clock.time + HOUR)
    (new,) = await put(store, "OTHER1", "lobby")
    assert new.id == old.id
    await store.outbox.sent(old, PLACES)
    await store.outbox.park(old, error="gone")
    assert await store.outbox.pending("OTHER1") == [new]


async def test_a_match_waits_for_its_first_row(store: SqliteStore, clock: StillClock) -> None:
    first, _ = await put(store, "K7M2QX", "open", "board")
    clock.time += HOUR
    await put(store, "OTHER1", "lobby")
    assert await store.outbox.waiting(NOON) == ["K7M2QX"]
    assert await store.outbox.waiting(clock.time) == ["K7M2QX", "OTHER1"]
    assert await store.outbox.waiting(clock.time, limit=1) == ["K7M2QX"]
    assert await store.outbox.next_try() == NOON
    await store.outbox.postpone(first, error="503", until=NOON + 3 * HOUR)
    assert await store.outbox.waiting(clock.time) == ["OTHER1"]
    assert await store.outbox.next_try() == clock.time
    assert await store.outbox.waiting(NOON + 3 * HOUR) == ["OTHER1", "K7M2QX"]
    postponed = (await store.outbox.pending("K7M2QX"))[0]
    assert postponed == replace(first, attempts=1, error="503")


async def test_a_parked_row_lets_the_next_one_pass(store: SqliteStore) -> None:
    first, second = await put(store, "K7M2QX", "open", "board")
    await store.outbox.postpone(first, error="503", until=NOON + HOUR)
    await store.outbox.park(first, error="50001")
    assert await store.outbox.pending("K7M2QX") == [second]
    assert await store.outbox.parked("K7M2QX") == [replace(first, attempts=2, parked=True, error="50001")]
    assert await store.outbox.waiting(NOON) == ["K7M2QX"]
    await store.outbox.sent(first, PLACES)
    assert len(await store.outbox.parked("K7M2QX")) == 1


async def test_purging_keeps_what_is_not_done(store: SqliteStore, clock: StillClock) -> None:
    await store.commit(replace(samples.first(request="old"), outbox=()))
    _, parked, sent = await put(store, "OTHER1", "lobby", "open", "board")
    await store.outbox.park(parked, error="50001")
    await store.outbox.sent(sent, Places("OTHER1", CHANNEL))
    await store.notes.incident(where="pump", error="boom", code=None, at=clock.time)
    clock.time += HOUR
    second = samples.after(samples.header(), request="new")
    await store.commit(second)
    assert await store.purge(NOON) == 0
    assert await store.purge(clock.time) == 3
    assert await store.receipt("old") is None
    assert await store.receipt("new") == second.receipt
    assert len(await store.outbox.pending("OTHER1")) == len(await store.outbox.parked("OTHER1")) == 1
