"""Finding matches: at home in a channel, and of a user, the most urgent first."""

from dataclasses import replace
from typing import Any

import pytest

from bot.engine.core import Seat
from bot.match.model import Header, Human, Places, SeatHolder, Status
from bot.store.store import SqliteStore
from tests.store import samples
from tests.store.samples import ANNA, BRUNO, CHANNEL, HOUR, NOON

pytestmark = pytest.mark.asyncio

THREAD = 900_000_000_000_000_777
ALL = frozenset(Status)


async def put(
    store: SqliteStore, code: str, *, home: int | None = None, users: tuple[int, ...] = (ANNA,), **changes: Any
) -> Header:
    commit = samples.first(code, **changes)
    holders = tuple(SeatHolder(place, Human(user, "x")) for place, user in enumerate(users))
    await store.commit(replace(commit, holders=holders))
    if home is not None:
        (row,) = await store.outbox.pending(code)
        await store.outbox.sent(row, Places(code, CHANNEL, home_id=home))
    return commit.header


async def test_a_channel_without_matches(store: SqliteStore) -> None:
    assert await store.at_home(CHANNEL) == []


async def test_a_lobby_is_at_home_in_its_channel_and_a_match_in_its_thread(store: SqliteStore) -> None:
    await put(store, "LOBBY2", created_at=NOON + HOUR)
    await put(store, "LOBBY1", created_at=NOON)
    await put(store, "PLAYED", status=Status.PLAYING, home=THREAD)
    await put(store, "INCHAN", status=Status.PLAYING, home=CHANNEL, created_at=NOON - HOUR)
    await put(store, "CLOSED", status=Status.CLOSED)
    assert await store.at_home(CHANNEL) == ["INCHAN", "LOBBY1", "LOBBY2"]
    assert await store.at_home(THREAD) == ["PLAYED"]


async def test_without_an_unended_match_the_latest_ended_one(store: SqliteStore) -> None:
    await put(store, "OVER01", status=Status.OVER, home=THREAD, ended_at=NOON + HOUR)
    await put(store, "OVER02", status=Status.ABORTED, home=THREAD, ended_at=NOON + 2 * HOUR)
    await put(store, "OVER03", status=Status.OVER, home=THREAD, ended_at=NOON)
    await put(store, "CLOSED", status=Status.CLOSED, ended_at=NOON + 9 * HOUR)
    assert await store.at_home(THREAD) == ["OVER02"]
    assert await store.at_home(CHANNEL) == []
    await put(store, "PLAYED", status=Status.PLAYING, home=THREAD)
    assert await store.at_home(THREAD) == ["PLAYED"]


async def codes(store: SqliteStore, user: int, statuses: frozenset[Status] = ALL, limit: int = 200) -> list[str]:
    return [header.code for header in await store.of_user(user, statuses=statuses, limit=limit)]


async def test_the_matches_of_a_user_by_urgency_then_by_latest_change(store: SqliteStore) -> None:
    playing = Status.PLAYING
    due = await put(store, "DUE001", status=playing, users=(BRUNO, ANNA), due=(Seat(11), Seat(1)))
    await put(store, "OTHERS", status=playing, users=(ANNA, BRUNO), due=(Seat(1),))
    await put(store, "ELEVEN", status=playing, users=(BRUNO, ANNA), due=(Seat(11),))
    oldest = await put(store, "LOBBY1")
    asked = await put(store, "ASKED1", users=(BRUNO,), invited=(7, ANNA))
    await put(store, "NOTHIS", users=(BRUNO,))
    await put(store, "ENDED1", status=Status.OVER)
    assert await codes(store, ANNA) == ["DUE001", "ENDED1", "ASKED1", "LOBBY1", "ELEVEN", "OTHERS"]
    await store.commit(samples.after(oldest))
    assert await codes(store, ANNA, limit=3) == ["DUE001", "LOBBY1", "ENDED1"]
    assert await codes(store, ANNA, frozenset({Status.LOBBY})) == ["LOBBY1", "ASKED1"]
    assert await codes(store, ANNA, frozenset()) == []
    found = await store.of_user(ANNA, statuses=ALL)
    assert found[0] == due
    assert asked in found


async def test_a_user_on_two_seats_finds_the_match_once(store: SqliteStore) -> None:
    await put(store, "TWICE1", users=(ANNA, ANNA), invited=(ANNA,), due=(Seat(0), Seat(1)))
    assert await codes(store, ANNA) == ["TWICE1"]
