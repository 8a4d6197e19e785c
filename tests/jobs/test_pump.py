"""The pump: every match is worked on apart, what fails is tried again, noted once and put aside."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta

import pytest

from bot.errors import StoreFault
from bot.jobs import pump as pump_module
from bot.jobs.pump import TRIES, Pump
from bot.match.model import Timer
from bot.match.ports import Clock, Store

START = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


class FixedClock:
    """A clock that a test moves."""

    def __init__(self) -> None:
        self.moment = START

    def now(self) -> datetime:
        return self.moment


class FakeTimers:
    def __init__(self) -> None:
        self.rows: list[Timer] = []
        self.parked: list[tuple[Timer, str]] = []
        self.broken = 0

    async def due(self, now: datetime, *, limit: int = 100) -> list[Timer]:
        if self.broken:
            self.broken -= 1
            raise StoreFault("the disk is gone")
        return [timer for timer in self.rows if timer.due <= now]

    async def next_due(self) -> datetime | None:
        return min((timer.due for timer in self.rows), default=None)

    async def drop(self, timer: Timer) -> None:
        self.rows.remove(timer)

    async def park(self, timer: Timer, error: str) -> None:
        self.rows.remove(timer)
        self.parked.append((timer, error))


class FakeOutbox:
    def __init__(self) -> None:
        self.codes: list[str] = []

    async def waiting(self, now: datetime, *, limit: int = 100) -> list[str]:
        return list(self.codes)

    async def next_try(self) -> datetime | None:
        return None


class FakeNotes:
    def __init__(self) -> None:
        self.incidents: list[str] = []

    async def incident(self, *, where: str, error: str, code: str | None, at: datetime) -> str:
        self.incidents.append(f"{where} {code}: {error}")
        return "INCIDENT"


class FakeStore:
    def __init__(self) -> None:
        self.timers = FakeTimers()
        self.outbox = FakeOutbox()
        self.notes = FakeNotes()


class World:
    """A pump over doubles, and what its work has done; `happened` wakes whoever waits for a change."""

    def __init__(self) -> None:
        self.store = FakeStore()
        self.clock = FixedClock()
        self.worked: list[str] = []
        self.delivered: list[str] = []
        self.raising: dict[str, Exception] = {}
        self.deliver_raising: dict[str, Exception] = {}
        self.hold: dict[str, asyncio.Event] = {}
        self._changed = asyncio.Event()
        self.pump = Pump(
            store=_as_store(self.store),
            deliver=self,
            clock=_as_clock(self.clock),
            works={"next": self.work, "lobby": self.work, "offer": self.work},
        )

    async def work(self, timer: Timer) -> None:
        self.worked.append(timer.code)
        self._changed.set()
        if timer.code in self.hold:
            await self.hold[timer.code].wait()
        if timer.code in self.raising:
            raise self.raising[timer.code]
        await self.store.timers.drop(timer)

    async def deliver(self, code: str, *, fresh: bool = False) -> None:
        self.delivered.append(code)
        if code in self.store.outbox.codes:
            if code in self.deliver_raising:
                raise self.deliver_raising[code]
            self.store.outbox.codes.remove(code)
        self._changed.set()

    def add(self, code: str, *, after: timedelta = timedelta(0)) -> Timer:
        timer = Timer(code, "next", self.clock.now() + after, 1)
        self.store.timers.rows.append(timer)
        return timer

    async def until(self, true: Callable[[], bool]) -> None:
        async with asyncio.timeout(10):
            while not true():
                self._changed.clear()
                self.pump.wake()
                waiter = asyncio.create_task(self._changed.wait())
                await asyncio.wait({waiter}, timeout=0.05)
                waiter.cancel()


def _as_store(store: FakeStore) -> Store:
    return store  # type: ignore[return-value] # the doubles have the parts the pump uses


def _as_clock(clock: FixedClock) -> Clock:
    return clock


@asynccontextmanager
async def running(world: World) -> AsyncIterator[None]:
    task = asyncio.create_task(world.pump.run())
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


@pytest.fixture(autouse=True)
def _no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pump_module, "PAUSE", 0.0)


@pytest.mark.asyncio
async def test_due_timers_are_worked_on_and_their_messages_sent() -> None:
    world = World()
    world.add("AAAAAA")
    world.add("BBBBBB", after=timedelta(hours=1))
    async with running(world):
        await world.until(lambda: world.delivered == ["AAAAAA"])
        assert world.worked == ["AAAAAA"]
        world.clock.moment += timedelta(hours=1)
        await world.until(lambda: "BBBBBB" in world.delivered)
    assert world.store.timers.rows == []


@pytest.mark.asyncio
async def test_messages_left_over_are_sent_without_a_timer() -> None:
    world = World()
    world.store.outbox.codes.append("AAAAAA")
    async with running(world):
        await world.until(lambda: not world.store.outbox.codes)
    assert world.worked == []


@pytest.mark.asyncio
@pytest.mark.parametrize("error", [StoreFault("it breaks"), KeyError("a defect")])
async def test_a_poisoned_match_is_noted_once_and_put_aside_and_the_rest_go_on(error: Exception) -> None:
    world = World()
    poisoned = world.add("POISON")
    world.raising["POISON"] = error
    async with running(world):
        await world.until(lambda: bool(world.store.timers.parked))
        world.add("AAAAAA")
        await world.until(lambda: "AAAAAA" in world.worked)
    assert world.worked.count("POISON") == TRIES
    assert [timer for timer, _ in world.store.timers.parked] == [poisoned]
    assert len(world.store.notes.incidents) == 1
    assert type(error).__name__ in world.store.notes.incidents[0]


@pytest.mark.asyncio
async def test_a_slow_match_delays_no_other() -> None:
    world = World()
    world.hold["SLOW22"] = asyncio.Event()
    world.add("SLOW22")
    async with running(world):
        await world.until(lambda: "SLOW22" in world.worked)
        world.add("AAAAAA")
        await world.until(lambda: "AAAAAA" in world.delivered)
        assert world.worked.count("SLOW22") == 1
        world.hold["SLOW22"].set()
        await world.until(lambda: "SLOW22" in world.delivered)
        await world.pump.idle()


@pytest.mark.asyncio
async def test_a_defect_of_delivery_is_noted_once_and_tried_again() -> None:
    world = World()
    world.store.outbox.codes.append("AAAAAA")
    world.deliver_raising["AAAAAA"] = RuntimeError("a defect")
    async with running(world):
        await world.until(lambda: world.delivered.count("AAAAAA") >= 3)
        del world.deliver_raising["AAAAAA"]
        await world.until(lambda: not world.store.outbox.codes)
    assert len(world.store.notes.incidents) == 1


@pytest.mark.asyncio
async def test_a_sweep_that_fails_as_a_whole_is_repeated() -> None:
    world = World()
    world.store.timers.broken = 2
    world.add("AAAAAA")
    async with running(world):
        await world.until(lambda: world.delivered == ["AAAAAA"])


@pytest.mark.asyncio
async def test_stopping_the_pump_cancels_the_work_under_way() -> None:
    world = World()
    world.hold["SLOW22"] = asyncio.Event()
    world.add("SLOW22")
    async with running(world):
        await world.until(lambda: "SLOW22" in world.worked)
    assert world.delivered == []
    assert len(world.store.timers.rows) == 1


@pytest.mark.asyncio
async def test_what_comes_first_is_done_once_before_any_work_and_until_it_succeeds() -> None:
    world, done = World(), []

    async def first() -> None:
        done.append("first")
        if len(done) == 1:
            raise StoreFault("the disk is gone")

    async def each() -> None:
        done.append("each")

    world.pump = Pump(
        store=_as_store(world.store),
        deliver=world,
        clock=_as_clock(world.clock),
        works={"next": world.work},
        first=first,
        each=each,
    )
    world.add("AAAAAA")
    async with running(world):
        await world.until(lambda: world.delivered == ["AAAAAA"] and done.count("each") > 1)
    assert done[:3] == ["first", "first", "each"]
    assert done.count("first") == 2
