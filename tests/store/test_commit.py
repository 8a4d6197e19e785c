"""A commit: all of it or none, once, and only on the version it was made for."""

from dataclasses import replace

import pytest

from bot.errors import StoreFault
from bot.match.model import Commit, Gone, Human, Outgoing, SeatHolder, Status, Stored, Timer
from bot.match.ports import Store, VersionConflict
from bot.store.store import SqliteStore
from tests.store import samples
from tests.store.samples import ANNA, BRUNO, HOUR, NOON

pytestmark = pytest.mark.asyncio


async def test_what_was_committed_is_loaded(store: SqliteStore) -> None:
    commit = samples.first()
    assert await store.commit(commit) == commit.receipt
    assert await store.load(commit.header.code) == Stored(commit.header, commit.holders or (), ())
    assert await store.load("NOBODY") is None


async def test_the_store_is_the_port(store: SqliteStore) -> None:
    port: Store = store
    assert await port.places("K7M2QX") is None


async def test_later_commits_add_records_and_keep_the_holders(store: SqliteStore) -> None:
    first = samples.first()
    second = samples.after(first.header, status=Status.PLAYING, started_at=NOON)
    third = samples.after(second.header, due=(1, 0), host=None, told=2)
    for commit in (first, second, third):
        await store.commit(commit)
    assert await store.load("K7M2QX") == Stored(third.header, first.holders or (), second.records + third.records)
    assert await store.load("K7M2QX", have=1) == Stored(third.header, first.holders or (), third.records)


async def test_holders_are_replaced_when_given(store: SqliteStore) -> None:
    first = samples.first()
    await store.commit(first)
    holders = (SeatHolder(0, Gone()), SeatHolder(3, Human(BRUNO, "B")))
    second = replace(samples.after(first.header), holders=holders)
    await store.commit(second)
    loaded = await store.load("K7M2QX")
    assert loaded is not None
    assert loaded.holders == holders
    await store.commit(replace(samples.after(second.header), holders=()))
    loaded = await store.load("K7M2QX")
    assert loaded is not None
    assert loaded.holders == ()


async def test_the_invited_are_replaced_with_the_header(store: SqliteStore) -> None:
    first = samples.first(invited=(BRUNO, 7, 3))
    await store.commit(first)
    loaded = await store.load("K7M2QX")
    assert loaded is not None
    assert loaded.header.invited == (BRUNO, 7, 3)
    second = samples.after(first.header, invited=(3, BRUNO))
    await store.commit(second)
    loaded = await store.load("K7M2QX")
    assert loaded is not None
    assert loaded.header.invited == (3, BRUNO)


async def test_a_commit_that_comes_second_loses_and_leaves_nothing(store: SqliteStore) -> None:
    first = samples.first()
    await store.commit(first)
    winner = samples.after(first.header)
    await store.commit(winner)
    loser = replace(samples.after(first.header), outbox=(Outgoing("K7M2QX", 2, "result", 0),), request="late")
    with pytest.raises(VersionConflict, match="no longer at version 1"):
        await store.commit(loser)
    assert await store.load("K7M2QX") == Stored(winner.header, first.holders or (), winner.records)
    assert await store.receipt("late") is None
    assert [row.outgoing.kind for row in await store.outbox.pending("K7M2QX")] == ["lobby", "board"]


async def test_a_code_is_taken_once(store: SqliteStore) -> None:
    await store.commit(samples.first())
    with pytest.raises(VersionConflict, match="exists already"):
        await store.commit(samples.first())


async def test_a_match_that_is_not_there_cannot_go_on(store: SqliteStore) -> None:
    with pytest.raises(VersionConflict):
        await store.commit(samples.after(samples.header()))


async def test_a_redelivered_request_gets_its_first_receipt_though_the_match_moved_on(store: SqliteStore) -> None:
    first = samples.first(request="i1")
    second = samples.after(first.header, request="i2")
    third = samples.after(second.header, request="i3")
    for commit in (first, second, third):
        await store.commit(commit)
    again = replace(samples.after(third.header, request="i2"), receipt=samples.receipt("K7M2QX", 4))
    assert await store.commit(again) == second.receipt
    assert await store.commit(second) == second.receipt
    assert await store.receipt("i2") == second.receipt
    assert await store.receipt("i4") is None
    loaded = await store.load("K7M2QX")
    assert loaded is not None
    assert loaded.header == third.header
    assert len(await store.outbox.pending("K7M2QX")) == 3


async def test_a_failure_in_the_last_statement_undoes_the_first(store: SqliteStore) -> None:
    first = samples.first()
    await store.commit(first)
    twice = replace(samples.after(first.header), outbox=(Outgoing("K7M2QX", 2, "board", 1),) * 2)
    with pytest.raises(StoreFault, match=r"tavoliere\.db: committing version 2 of K7M2QX failed: UNIQUE"):
        await store.commit(twice)
    assert await store.load("K7M2QX") == Stored(first.header, first.holders or (), ())
    assert [timer.kind for timer in await store.timers.due(NOON + 999 * HOUR)] == ["lobby"]
    await store.commit(samples.after(first.header))


@pytest.mark.parametrize(
    "wrong",
    [
        replace(samples.first(), expected=1),
        replace(samples.first(), timers=(Timer("OTHER1", "next", NOON, 1),)),
        replace(samples.first(), outbox=(Outgoing("OTHER1", 1, "lobby", 0),)),
        replace(samples.first(), receipt=samples.receipt("OTHER1", 1)),
    ],
)
async def test_a_commit_that_contradicts_itself_is_a_fault(store: SqliteStore, wrong: Commit) -> None:
    with pytest.raises(StoreFault, match="K7M2QX"):
        await store.commit(wrong)
    assert await store.load("K7M2QX") is None


@pytest.mark.parametrize(
    "wrong",
    [
        replace(samples.first(), header=samples.header(seed=b"")),
        replace(samples.first(), header=samples.header(capacity=0)),
        replace(samples.first(), header=samples.header(created_at=NOON.replace(tzinfo=None))),
        replace(samples.first(), holders=(SeatHolder(0, Human(ANNA, "\ud800")),)),
        replace(samples.first(), holders=(SeatHolder(0, Human(1 << 64, "Anna")),)),
        replace(samples.first(), holders=(SeatHolder(0, Gone()), SeatHolder(0, Gone()))),
    ],
)
async def test_what_the_tables_cannot_hold_is_a_fault_and_locks_nobody_out(store: SqliteStore, wrong: Commit) -> None:
    with pytest.raises(StoreFault):
        await store.commit(wrong)
    assert await store.load("K7M2QX") is None
    await store.commit(samples.first())
