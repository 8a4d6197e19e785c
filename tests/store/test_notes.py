"""Incidents and the bot's own memory."""

import re

import pytest

from bot.store.database import Database
from bot.store.store import SqliteStore
from tests.store.samples import NOON

pytestmark = pytest.mark.asyncio


async def test_incidents_get_ids_that_can_be_read_aloud(store: SqliteStore, database: Database) -> None:
    ids = [await store.notes.incident(where="flow", error="boom", code="NOBODY", at=NOON) for _ in range(20)]
    assert len(set(ids)) == 20
    assert all(re.fullmatch("[2-9A-HJKMNP-TV-Z]{8}", one) for one in ids)
    found = await database.read(
        lambda connection: connection.exec_driver_sql("SELECT id, area, error, code FROM incidents").all()
    )
    assert sorted(map(tuple, found)) == sorted((one, "flow", "boom", "NOBODY") for one in ids)


async def test_a_fact_is_kept_and_replaced(store: SqliteStore) -> None:
    assert await store.notes.recall("tree") is None
    await store.notes.remember("tree", "a")
    await store.notes.remember("leaf", "x")
    await store.notes.remember("tree", "b")
    assert await store.notes.recall("tree") == "b"
    assert await store.notes.recall("leaf") == "x"
