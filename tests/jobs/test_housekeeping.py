"""Housekeeping: what is old goes, what is young stays, a failure ends nothing."""

import asyncio
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from bot.errors import StoreFault
from bot.jobs.housekeeping import KEPT, Housekeeping
from bot.store.database import Database
from bot.store.store import SqliteStore
from tests.store import samples
from tests.store.samples import NOON, StillClock

pytestmark = pytest.mark.asyncio


class Failing:
    """Fails once, and then tells that it was asked again."""

    def __init__(self) -> None:
        self.asked: list[datetime] = []
        self.again = asyncio.Event()

    async def purge(self, before: datetime) -> int:
        """Fail, the first time."""
        self.asked.append(before)
        if len(self.asked) == 1:
            raise StoreFault("no room")
        self.again.set()
        return 0


async def test_what_is_old_goes_and_what_is_young_stays(tmp_path: Path) -> None:
    clock = StillClock()
    async with Database.open(tmp_path / "tavoliere.db") as database:
        store = SqliteStore(database, clock=clock)
        await store.commit(samples.first(request="old"))
        house = Housekeeping(store=store, clock=clock)
        await house.sweep()
        assert await store.receipt("old") is not None
        clock.time = NOON + KEPT + timedelta(seconds=1)
        await store.commit(samples.first("OTHER1", request="young"))
        await house.sweep()
        assert await store.receipt("old") is None
        assert await store.receipt("young") is not None


async def test_a_failure_is_logged_and_tried_again() -> None:
    store = Failing()
    with capture_logs() as logs:
        task = asyncio.create_task(Housekeeping(store=store, clock=StillClock()).run(every=0))
        async with asyncio.timeout(5):
            await store.again.wait()
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
    assert logs[0]["event"] == "purge_failed"
    assert set(store.asked) == {NOON - KEPT}
