"""Cancelling at every await of the write path leaves everything or nothing, and never locks the next writer out."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from bot.match.model import Stored
from bot.store.database import Database
from bot.store.store import SqliteStore
from tests.store import samples
from tests.store.samples import StillClock
from tests.store.steps import Suspensions

pytestmark = pytest.mark.asyncio


async def outcome(store: SqliteStore) -> int:
    """Give the version found, having checked that the match is whole there, and that the next writer gets through."""
    first, second = samples.first(), samples.after(samples.header(), request="r2")
    loaded = await store.load("K7M2QX")
    assert loaded is not None
    pending = [row.outgoing for row in await store.outbox.pending("K7M2QX")]
    told = await store.receipt("r2")
    if loaded.header.version == 1:
        assert loaded == Stored(first.header, first.holders or (), ())
        assert (pending, told) == ([*first.outbox], None)
    else:
        assert loaded == Stored(second.header, first.holders or (), second.records)
        assert (pending, told) == ([*first.outbox, *second.outbox], second.receipt)
    async with asyncio.timeout(2):
        await store.commit(samples.after(loaded.header))
    return loaded.header.version


async def cancelled_at(step: int, path: Path, *, inner: bool) -> tuple[int, int]:
    """Cancel a commit at a suspension: its caller, or whatever task it is that suspends; gives suspensions and version."""
    loop = asyncio.get_running_loop()
    async with Database.open(path, busy_seconds=1) as database:
        store = SqliteStore(database, clock=StillClock())
        await store.commit(samples.first())
        caller: asyncio.Task[Any] | None = None

        def act(suspended: asyncio.Task[Any]) -> None:
            assert caller is not None
            (suspended if inner else caller).cancel()

        steps = Suspensions(step, act)
        loop.set_task_factory(steps.factory)
        try:
            caller = loop.create_task(store.commit(samples.after(samples.header(), request="r2")))
            await asyncio.wait([caller])
            await database.settled()
        finally:
            loop.set_task_factory(None)
        assert caller.cancelled() or caller.exception() is None
        return steps.count, await outcome(store)


@pytest.mark.parametrize("inner", [False, True], ids=["the caller", "the task that suspends"])
async def test_cancelled_at_every_await(tmp_path: Path, inner: bool) -> None:
    last, version = await cancelled_at(0, tmp_path / "0.db", inner=inner)
    assert version == 2
    assert last > 10
    versions = [(await cancelled_at(step, tmp_path / f"{step}.db", inner=inner))[1] for step in range(1, last + 1)]
    assert versions[-1] == 2
    if not inner:
        # The work goes on without its caller: once begun it is done.
        assert versions == [2] * last
    else:
        assert 1 in versions
