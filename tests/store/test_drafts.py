"""What seats prepare: kept across a restart, changed only from what it was, gone when it is void or its owner is forgotten."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from bot.engine.core import Seat
from bot.errors import StoreFault
from bot.match.model import DraftKind, Human, SeatHolder
from bot.store.database import Database
from bot.store.store import SqliteStore
from tests.store import samples
from tests.store.samples import ANNA, BRUNO, StillClock

pytestmark = pytest.mark.asyncio

CODE = "K7M2QX"
FIRST, SECOND = Seat(0), Seat(1)


async def put(store: SqliteStore, seat: Seat, text: str, *, standing: bool = False) -> None:
    kind: DraftKind = "standing" if standing else "draft"
    assert await store.drafts.swap(CODE, seat, kind, version=1, old=None, new=text)


async def test_a_draft_is_kept_replaced_and_taken_away(store: SqliteStore) -> None:
    await store.commit(samples.first())
    assert await store.drafts.find(CODE, FIRST, "draft") is None
    await put(store, FIRST, "one")
    await put(store, FIRST, "always", standing=True)
    await put(store, SECOND, "other")
    assert await store.drafts.swap(CODE, FIRST, "draft", version=1, old="one", new="two")
    assert await store.drafts.find(CODE, FIRST, "draft") == "two"
    assert await store.drafts.swap(CODE, FIRST, "draft", version=1, old="two", new=None)
    assert await store.drafts.find(CODE, FIRST, "draft") is None
    assert await store.drafts.find(CODE, FIRST, "standing") == "always"
    assert await store.drafts.find(CODE, SECOND, "draft") == "other"


@pytest.mark.parametrize(("version", "old"), [(1, None), (1, "zero"), (2, "one"), (0, "one")])
async def test_what_is_another_by_now_is_left_alone(store: SqliteStore, version: int, old: str | None) -> None:
    await store.commit(samples.first())
    await put(store, FIRST, "one")
    assert not await store.drafts.swap(CODE, FIRST, "draft", version=version, old=old, new="two")
    assert await store.drafts.find(CODE, FIRST, "draft") == "one"


async def test_of_many_at_once_one_gets_through(store: SqliteStore) -> None:
    await store.commit(samples.first())
    tries = [store.drafts.swap(CODE, FIRST, "draft", version=1, old=None, new=str(number)) for number in range(8)]
    assert sorted(await asyncio.gather(*tries)) == [False] * 7 + [True]


@pytest.mark.parametrize("text", ["", "x" * 501])
async def test_a_text_out_of_bounds_is_a_fault_and_changes_nothing(store: SqliteStore, text: str) -> None:
    await store.commit(samples.first())
    await put(store, FIRST, "one")
    with pytest.raises(StoreFault, match="ck_drafts_text"):
        await store.drafts.swap(CODE, FIRST, "draft", version=1, old="one", new=text)
    assert await store.drafts.find(CODE, FIRST, "draft") == "one"


async def test_a_draft_of_no_match_is_not_kept(store: SqliteStore) -> None:
    assert not await store.drafts.swap("NOBODY", FIRST, "draft", version=1, old=None, new="x")


async def test_a_commit_takes_away_exactly_what_it_makes_void(store: SqliteStore) -> None:
    await store.commit(samples.first())
    await put(store, FIRST, "one")
    await put(store, FIRST, "always", standing=True)
    await put(store, SECOND, "other")
    after = samples.after(samples.header())
    await store.commit(replace(after, undrafted=frozenset({(FIRST, "draft"), (Seat(3), "standing")})))
    assert await store.drafts.find(CODE, FIRST, "draft") is None
    assert await store.drafts.find(CODE, FIRST, "standing") == "always"
    assert await store.drafts.find(CODE, SECOND, "draft") == "other"


async def test_seats_written_anew_keep_their_drafts(store: SqliteStore) -> None:
    first = samples.first()
    await store.commit(first)
    await put(store, FIRST, "one")
    await store.commit(replace(samples.after(first.header), holders=first.holders))
    assert await store.drafts.find(CODE, FIRST, "draft") == "one"


async def test_a_draft_outlives_a_restart(path: Path) -> None:
    async with Database.open(path) as database:
        store = SqliteStore(database, clock=StillClock())
        await store.commit(samples.first())
        await put(store, FIRST, "one")
    async with Database.open(path) as database:
        assert await SqliteStore(database, clock=StillClock()).drafts.find(CODE, FIRST, "draft") == "one"


async def test_forgetting_a_user_takes_the_drafts_of_the_own_seats_alone(store: SqliteStore) -> None:
    holders = (SeatHolder(0, Human(ANNA, "Anna")), SeatHolder(1, Human(BRUNO, "Bruno")))
    await store.commit(replace(samples.first(), holders=holders))
    await put(store, FIRST, "one")
    await put(store, FIRST, "always", standing=True)
    await put(store, SECOND, "other")
    await store.forget(ANNA)
    assert await store.drafts.find(CODE, FIRST, "draft") is None
    assert await store.drafts.find(CODE, FIRST, "standing") is None
    assert await store.drafts.find(CODE, SECOND, "draft") == "other"
    assert not await store.drafts.swap(CODE, FIRST, "draft", version=1, old=None, new="late")  # loaded before
