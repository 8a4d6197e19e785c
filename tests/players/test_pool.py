"""The pool: where decisions run, and what follows when they fail, hang or kill their worker."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.errors import Fault
from bot.players.base import Budget
from bot.players.pool import Pool
from tests.players.notes import Notes
from tests.players.odd import find

pytestmark = pytest.mark.asyncio

START = "1;A;S1W4;A3,3,3;B3,3,3;-"
TWO_BOATS = "3;A;S9W2;A3,5,8;B4,4,6;4"
PATIENT = Budget(30.0)
HASTY = Budget(0.0)


@pytest.fixture
def notes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Notes]:
    """The pipe through which bots say that they have been asked."""
    with Notes(tmp_path) as notes:
        for name, value in notes.environment.items():
            monkeypatch.setenv(name, value)
        yield notes


@pytest_asyncio.fixture(loop_scope="function")
async def pool(notes: Notes) -> AsyncIterator[Pool]:
    """A pool whose worker knows the odd bots."""
    async with Pool(module="tests.players.odd", find=find) as pool:
        yield pool


async def choose(pool: Pool, level: str, *, dump: str = TWO_BOATS, seed: int = 7, budget: Budget = PATIENT) -> str:
    """Ask the pool about seat A of Controcorrente."""
    return await pool.choose("controcorrente", "{}", dump, 0, level, seed, budget)


def assert_gone(worker: int) -> None:
    """Demand that a process has ended and been waited for."""
    with pytest.raises(ProcessLookupError):
        os.kill(worker, 0)


async def test_a_heavy_bot_thinks_in_one_worker_that_is_kept(pool: Pool) -> None:
    first = await choose(pool, "where", seed=7, budget=Budget(2.5))
    assert first == f"{pool.pids[0]} 1390851128 2.5 {TWO_BOATS}"
    assert (await choose(pool, "where")).split()[0] == first.split()[0] != str(os.getpid())
    assert len(pool.pids) == 1


async def test_light_bots_think_here_and_start_no_worker(pool: Pool) -> None:
    assert await choose(pool, "light") == str(os.getpid())
    assert await choose(pool, "steady") in {"M3", "M5", "M8"}
    assert pool.pids == ()


async def test_the_real_worker_knows_the_real_bots() -> None:
    async with Pool(find=lambda _key, _level: find("controcorrente", "first")) as pool:
        assert await choose(pool, "steady", dump=START) == "R"
        with pytest.raises(Fault, match="no house bot of level 'first'"):
            await choose(pool, "first")


async def test_decisions_take_turns(pool: Pool) -> None:
    answers = await asyncio.gather(*(choose(pool, "where", seed=seed) for seed in range(20)))
    assert len({answer.split()[0] for answer in answers}) == 1
    assert len(set(answers)) == 20


async def test_as_many_workers_as_allowed(notes: Notes) -> None:
    async with Pool(2, module="tests.players.odd", find=find) as pool:
        thinking = asyncio.create_task(choose(pool, "busy"))
        await notes.next()
        assert await choose(pool, "first") == "M3"
        assert len(pool.pids) == 2
        thinking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await thinking


async def test_a_bots_exception_is_a_fault_and_the_worker_lives_on(pool: Pool) -> None:
    worker = (await choose(pool, "where")).split()[0]
    with pytest.raises(Fault, match=r"(?s)house bot broken of controcorrente, seat 0, in 3;A.*no such tile"):
        await choose(pool, "broken")
    with pytest.raises(Fault, match="load"):
        await choose(pool, "where", dump="nonsense")
    assert (await choose(pool, "where")).split()[0] == worker


async def test_a_light_bots_exception_is_a_fault(pool: Pool) -> None:
    with pytest.raises(Fault, match=r"house bot steady of controcorrente.*load"):
        await choose(pool, "steady", dump="nonsense")


async def test_a_worker_killed_at_rest_is_replaced(pool: Pool) -> None:
    worker = int((await choose(pool, "where")).split()[0])
    os.kill(worker, signal.SIGKILL)
    assert int((await choose(pool, "where")).split()[0]) not in {worker, os.getpid()}


async def test_a_worker_killed_in_thought_is_replaced_and_asked_again(pool: Pool, notes: Notes) -> None:
    answer = asyncio.create_task(choose(pool, "dying once"))
    dead = await notes.next()
    assert await answer == "M3"
    assert dead not in pool.pids


async def test_a_decision_that_kills_two_workers_is_a_fault(pool: Pool, notes: Notes) -> None:
    answer = asyncio.create_task(choose(pool, "dying"))
    assert await notes.next() != await notes.next()
    with pytest.raises(Fault, match="lost its worker 2 times"):
        await answer
    assert await choose(pool, "first") == "M3"


async def test_a_thought_without_end_is_a_fault_and_its_worker_goes(pool: Pool) -> None:
    await choose(pool, "first")
    (worker,) = pool.pids
    with pytest.raises(Fault, match="took longer than 1 s"):
        await choose(pool, "busy", budget=HASTY)
    assert_gone(worker)
    assert await choose(pool, "first") == "M3"


async def test_a_cancelled_decision_takes_its_worker_along(pool: Pool, notes: Notes) -> None:
    thinking = asyncio.create_task(choose(pool, "busy"))
    worker = await notes.next()
    thinking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await thinking
    assert_gone(worker)
    assert await choose(pool, "first") == "M3"


async def test_the_loop_goes_on_while_a_bot_thinks(pool: Pool, notes: Notes) -> None:
    thinking = asyncio.create_task(choose(pool, "busy"))
    await notes.next()
    for _ in range(10_000):
        await asyncio.sleep(0)
    assert not thinking.done()
    await pool.close()
    with pytest.raises(Fault, match="closed"):
        await thinking


async def test_an_interrupt_is_the_parents_affair(pool: Pool) -> None:
    assert await choose(pool, "interrupted") == "M3"


async def test_close_ends_everything_and_every_decision(pool: Pool, notes: Notes) -> None:
    due = [asyncio.create_task(choose(pool, "busy")) for _ in range(3)]
    worker = await notes.next()
    await pool.close()
    outcomes = await asyncio.gather(*due, return_exceptions=True)
    assert [str(outcome) for outcome in outcomes] == ["the pool of house bots is closed"] * 3
    assert_gone(worker)
    await pool.close()
    for level in ("first", "light"):
        with pytest.raises(Fault, match="closed"):
            await choose(pool, level)


async def test_close_during_a_start_leaves_no_worker(notes: Notes) -> None:
    pool = Pool(module="tests.players.stalled", find=find)
    due = asyncio.create_task(choose(pool, "first"))
    worker = await notes.next()
    assert pool.pids == (worker,)
    await pool.close()
    with pytest.raises(Fault, match="closed"):
        await due
    assert_gone(worker)


async def test_a_start_without_end_is_a_fault(notes: Notes, monkeypatch: pytest.MonkeyPatch) -> None:
    async with Pool(module="tests.players.stalled", find=find) as pool:
        monkeypatch.setattr("bot.players.pool.START_SECONDS", 0.0)
        with pytest.raises(Fault, match="not ready within 0 s"):
            await choose(pool, "first")
        assert pool.pids == ()


async def test_a_worker_that_cannot_start_is_a_fault(capfd: pytest.CaptureFixture[str]) -> None:
    async with Pool(module="tests.players.no_such_worker", find=find) as pool:
        with pytest.raises(Fault, match="lost its worker 2 times"):
            await choose(pool, "first")
    assert "no_such_worker" in capfd.readouterr().err
