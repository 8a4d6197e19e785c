"""Forgetting a user: the id and the name are in no table afterwards, nor in the file, and nothing brings them back."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from bot.engine.core import Seat
from bot.match.model import Gone, Human, SeatHolder, Status, Timer
from bot.match.ports import VersionConflict
from bot.store.store import SqliteStore
from tests.store import samples
from tests.store.samples import ANNA, BRUNO, NOON

pytestmark = pytest.mark.asyncio

NAME = "Annabella of the long name"


async def fill(store: SqliteStore) -> None:
    """Put Anna everywhere a user can be: seats, host, actor, invited, and by accident in errors."""
    first = samples.first()
    holders = (SeatHolder(0, Human(ANNA, NAME)), SeatHolder(1, Human(BRUNO, "Bruno"), wanted=Seat(1)))
    await store.commit(replace(first, holders=holders))
    await store.commit(samples.after(first.header, status=Status.PLAYING))
    elsewhere = replace(samples.first("OTHER1", host=BRUNO, invited=(BRUNO, ANNA, 7)), holders=(holders[1],))
    await store.commit(elsewhere)
    await store.commit(replace(samples.first("NOTHIS", host=BRUNO), holders=(holders[1],)))
    await store.notes.incident(where="flow", error=f"user {ANNA} left", code=None, at=NOON)
    (row,) = await store.outbox.pending("OTHER1")
    await store.outbox.park(row, error=f"cannot reach {ANNA}")
    await store.timers.park(Timer("NOTHIS", "lobby", samples.first().timers[0].due, 1), f"no {ANNA}")


def dump(path: Path) -> str:
    with closing(sqlite3.connect(path)) as connection:
        return "\n".join(connection.iterdump())


async def test_the_id_and_the_name_are_nowhere_afterwards(store: SqliteStore, path: Path) -> None:
    await fill(store)
    assert str(ANNA) in dump(path)
    assert NAME in dump(path)
    await store.forget(ANNA)
    after = dump(path)
    assert str(ANNA) not in after
    assert NAME not in after
    assert str(BRUNO) in after
    for file in path.parent.iterdir():
        content = file.read_bytes()
        assert NAME.encode() not in content, file
        assert ANNA.to_bytes(8, "big") not in content, file


async def test_seats_are_gone_and_the_match_goes_on(store: SqliteStore) -> None:
    await fill(store)
    before = await store.load("K7M2QX")
    await store.forget(ANNA)
    after = await store.load("K7M2QX")
    assert before is not None
    assert after is not None
    assert after.holders == (SeatHolder(0, Gone()), before.holders[1])
    assert after.header == replace(before.header, host=None, version=3)
    assert after.records == tuple(replace(record, actor=None) for record in before.records)
    elsewhere = await store.load("OTHER1")
    assert elsewhere is not None
    assert (elsewhere.header.invited, elsewhere.header.host) == ((BRUNO, 7), BRUNO)
    assert (await store.outbox.parked("OTHER1"))[0].error == "cannot reach -"
    assert await store.of_user(ANNA, statuses=frozenset(Status)) == []
    await store.commit(samples.after(after.header))


async def test_a_commit_made_before_cannot_bring_the_id_back(store: SqliteStore) -> None:
    await fill(store)
    before, untouched = await store.load("K7M2QX"), await store.load("NOTHIS")
    await store.forget(ANNA)
    assert before is not None
    with pytest.raises(VersionConflict):
        await store.commit(replace(samples.after(before.header), holders=before.holders))
    assert await store.load("NOTHIS") == untouched


async def test_forgetting_somebody_unknown_changes_nothing(store: SqliteStore, path: Path) -> None:
    await fill(store)
    before = dump(path)
    await store.forget(5)
    assert dump(path) == before
