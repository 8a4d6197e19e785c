"""A worker does not outlive its parent, whatever the parent dies of and however busy the worker is."""

import os
import select
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.players.notes import Notes

GONE_WITHIN = 30_000  # ms; only a failing test waits so long

PARENT = """
import asyncio
from bot.players.base import Budget
from bot.players.pool import Pool
from tests.players.odd import find

async def main():
    pool = Pool(module="tests.players.odd", find=find)
    await pool.choose("controcorrente", "{}", "1;A;S1W4;A3,3,3;B3,3,3;-", 0, LEVEL, 0, Budget(1000.0))
    print(*pool.pids, flush=True)
    await asyncio.Event().wait()

asyncio.run(main())
"""


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_a_busy_worker_goes_with_its_parent(how: signal.Signals, tmp_path: Path) -> None:
    with Notes(tmp_path) as notes, _parent("busy", notes) as parent:
        worker = os.pidfd_open(notes.read())
        parent.send_signal(how)
        _await_end(worker)


def test_an_idle_worker_goes_with_its_parent(tmp_path: Path) -> None:
    with Notes(tmp_path) as notes, _parent("first", notes) as parent:
        assert parent.stdout is not None
        worker = os.pidfd_open(int(parent.stdout.readline()))
        parent.kill()
        _await_end(worker)


def _parent(level: str, notes: Notes) -> "subprocess.Popen[str]":
    environment = {**os.environ, **notes.environment}
    code = PARENT.replace("LEVEL", repr(level))
    return subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment
    )


def _await_end(worker: int) -> None:
    try:
        poll = select.poll()
        poll.register(worker, select.POLLIN)
        assert poll.poll(GONE_WITHIN), "the worker is still alive"
    finally:
        os.close(worker)
