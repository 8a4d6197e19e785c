"""The pump: does what falls due and sends what is left over, one match apart from the other.

Owns when to look and what happens to work that fails. Refuses to know what the work is: a timer is handed to the function of its
kind, a match with messages waiting is handed to delivery. One match that fails is tried again a few times, noted once and put
aside; the others never wait for it.
"""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Mapping
from datetime import timedelta

import structlog

from bot.errors import Fault
from bot.match.model import Timer, TimerKind
from bot.match.ports import Clock, Deliver, Store

LONGEST_SLEEP = 30.0  # seconds; a wake comes earlier
TRIES = 4  # of a timer's work before it is put aside
PAUSE = 1.0  # seconds after a sweep that failed as a whole; between the tries of one match twice as long each time
LONGEST_PAUSE = 3_600.0

Work = Callable[[Timer], Awaitable[None]]
Step = Callable[[], Awaitable[None]]
log = structlog.get_logger(__name__)


class Pump:
    """Sweeps timers and outbox, asleep until the nearest is due or somebody calls `wake`.

    first: done before anything else, until it succeeds. each: done before every sweep.
    """

    def __init__(
        self,
        *,
        store: Store,
        deliver: Deliver,
        clock: Clock,
        works: Mapping[TimerKind, Work],
        first: Step | None = None,
        each: Step | None = None,
    ) -> None:
        self._store = store
        self._deliver = deliver
        self._clock = clock
        self._works = works
        self._first = first
        self._each = each
        self._wake = asyncio.Event()
        self._busy: dict[str, asyncio.Task[None]] = {}
        self._tries: dict[str, int] = {}
        self._not_before: dict[str, float] = {}

    def wake(self) -> None:
        """Make the pump look again now: something may have fallen due."""
        self._wake.set()

    async def run(self) -> None:
        """Sweep for ever; ends only by cancellation, with the work under way cancelled too."""
        try:
            while True:
                self._wake.clear()
                pause = await self._sweep_or_note()
                # Not wait_for: in Python 3.11 it can swallow a cancellation that comes together with the wake.
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(pause):
                        await self._wake.wait()
        finally:
            for task in self._busy.values():
                task.cancel()
            await asyncio.gather(*self._busy.values(), return_exceptions=True)

    async def idle(self) -> None:
        """Wait until no match is being worked on; what fell due since counts from the next sweep."""
        while self._busy:
            await asyncio.wait(set(self._busy.values()))

    async def _sweep_or_note(self) -> float:
        try:
            if self._first is not None:
                await self._first()
                self._first = None
            if self._each is not None:
                await self._each()
            return await self._sweep()
        except Fault as fault:
            log.error("sweep_failed", error=str(fault))
            return PAUSE

    async def _sweep(self) -> float:
        """Start the work of every match that has some and is not being worked on; returns seconds until the next look."""
        now, loop_now = self._clock.now(), asyncio.get_running_loop().time()
        codes: dict[str, Timer | None] = dict.fromkeys(await self._store.outbox.waiting(now))
        for timer in await self._store.timers.due(now):
            codes[timer.code] = timer
        self._not_before = {code: moment for code, moment in self._not_before.items() if moment > loop_now}
        for code, due in codes.items():
            if code not in self._busy and code not in self._not_before:
                self._start(code, due)
        moments = [await self._store.timers.next_due(), await self._store.outbox.next_try()]
        waits = [(moment - now) / timedelta(seconds=1) for moment in moments if moment is not None and moment > now]
        waits += [moment - loop_now for moment in self._not_before.values()]
        return min([LONGEST_SLEEP, *waits])

    def _start(self, code: str, timer: Timer | None) -> None:
        task = asyncio.get_running_loop().create_task(self._match(code, timer), name=f"pump {code}")
        self._busy[code] = task
        task.add_done_callback(lambda _: self._finished(code))

    def _finished(self, code: str) -> None:
        self._busy.pop(code, None)
        self._wake.set()

    async def _match(self, code: str, timer: Timer | None) -> None:
        if timer is not None and (error := await self._outcome(self._works[timer.kind](timer))) is not None:
            await self._timer_failed(timer, error)
        if (error := await self._outcome(self._deliver.deliver(code))) is not None:
            await self._delivery_failed(code, error)
        else:
            self._tries.pop(f"{code} delivery", None)

    async def _outcome(self, work: Awaitable[None]) -> BaseException | None:
        """Run a match's work to its end and give what it raised: whatever it is, it must not reach the other matches."""
        task = asyncio.ensure_future(work)
        try:
            await asyncio.wait({task})
        except asyncio.CancelledError:
            task.cancel()
            await asyncio.wait({task})
            raise
        return asyncio.CancelledError() if task.cancelled() else task.exception()

    async def _timer_failed(self, timer: Timer, error: BaseException) -> None:
        """Try again a little later, and after the last try note it once and put the timer aside."""
        key = f"{timer.code} {timer.kind} {timer.version}"
        if self._again(timer.code, key, error) < TRIES:
            return
        self._tries.pop(key, None)
        shown = f"{type(error).__name__}: {error}"
        incident = await self._store.notes.incident(
            where=f"timer {timer.kind}", error=shown, code=timer.code, at=self._clock.now()
        )
        log.error("timer_parked", match=timer.code, kind=timer.kind, incident=incident, exc_info=error)
        await self._store.timers.park(timer, shown)

    async def _delivery_failed(self, code: str, error: BaseException) -> None:
        """Note a defect once, then try ever more slowly; what Discord refuses, delivery writes down itself."""
        if self._again(code, f"{code} delivery", error) == 1:
            incident = await self._store.notes.incident(
                where="delivery", error=f"{type(error).__name__}: {error}", code=code, at=self._clock.now()
            )
            log.error("delivery_failed", match=code, incident=incident, exc_info=error)

    def _again(self, code: str, key: str, error: BaseException) -> int:
        """Count a failure and leave the match alone for a while, longer each time; returns the failures so far."""
        tries = self._tries[key] = self._tries.get(key, 0) + 1
        self._not_before[code] = asyncio.get_running_loop().time() + min(LONGEST_PAUSE, PAUSE * 2**tries)
        log.warning("work_failed", match=code, work=key, tries=tries, error=f"{type(error).__name__}: {error}")
        return tries
