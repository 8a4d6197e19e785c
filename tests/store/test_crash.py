"""kill -9 in the middle of commits: all that was confirmed is there, and nothing by half."""

import asyncio
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from bot.store import dialect
from bot.store.database import Database
from bot.store.store import SqliteStore
from tests.store.samples import StillClock

ROOT = Path(__file__).parents[2]


def killed(path: Path, after: int) -> int:
    """Let a process commit, kill it after that many confirmations; gives the last version it confirmed."""
    writer = subprocess.Popen(
        [sys.executable, "-m", "tests.store.writing", str(path)], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    assert writer.stdout is not None
    try:
        for _ in range(after):
            confirmed = writer.stdout.readline()
    finally:
        writer.kill()
    rest, _ = writer.communicate()
    whole = [int(line) for line in (confirmed + rest).splitlines(keepends=True) if line.endswith("\n")]
    return whole[-1]


async def check(path: Path, confirmed: int) -> None:
    """Reopen and find every commit whole, up to at least the confirmed one."""
    async with Database.open(path) as database:
        store = SqliteStore(database, clock=StillClock())
        loaded = await store.load("K7M2QX")
        assert loaded is not None
        version = loaded.header.version
        assert confirmed <= version <= confirmed + 1
        assert [record.version for record in loaded.records] == list(range(2, version + 1))
        assert [row.outgoing.version for row in await store.outbox.pending("K7M2QX")] == list(range(1, version + 1))
        timers = await store.timers.due(StillClock().time.replace(year=2099))
        assert [timer.version for timer in timers if timer.kind == "next"] == [version]
        receipts = [await store.receipt(f"r{number}") for number in range(2, version + 2)]
        assert [told and told.version for told in receipts] == [*range(2, version + 1), None]
    dialect.check_integrity(path)


@pytest.mark.skipif(os.name != "posix", reason="there is no kill -9")
def test_killed_in_the_middle_of_commits(path: Path) -> None:
    chosen = random.Random(7)
    confirmed = 0
    for _ in range(3):
        last = killed(path, chosen.randint(3, 40))
        assert last > confirmed
        confirmed = last
        asyncio.run(check(path, confirmed))
