"""Where house bots think: never on the event loop.

Owns the worker processes for heavy bots, the threads for light ones, the limits, and what follows a worker's death. Refuses to
know how a bot decides and what a match is: a position comes in as text, a notation goes out.

A worker is started by the first heavy decision and kept. It is a process of its own, not a fork: it holds nothing of this one,
dies when its input ends, and so never outlives its parent, however that dies.
"""

import asyncio
import os
import sys
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from pydantic import ValidationError

import bot
from bot.errors import Fault
from bot.players.base import Budget, player
from bot.players.worker import Answer, Decision, Find, decide

START_SECONDS = 60.0
SPARE_SECONDS = 1.0
ATTEMPTS = 2
LONGEST_LINE = 2**20
CLOSED = "the pool of house bots is closed"


class Pool:
    """Runs decisions off the event loop; an async context manager, or closed by `close`.

    workers: how many heavy decisions think at once, the others wait their turn. module: what a worker runs; find: how a bot is
    found on this side (both for tests).
    """

    def __init__(self, workers: int = 1, *, module: str = "bot.players.worker", find: Find = player) -> None:
        self._module = module
        self._find = find
        self._workers = workers
        self._free = asyncio.Semaphore(workers)
        self._idle: list[_Worker] = []
        self._busy: set[_Worker] = set()
        self._closed = False

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        await self.close()

    async def choose(self, game_key: str, options_json: str, dump: str, seat: int, level: str, seed: int, budget: Budget) -> str:
        """Let a bot choose in a position given as `game.dump` wrote it; gives a notation.

        Raises Fault when the bot fails, when it takes longer than twice its budget and a second, when a second worker has died
        over the decision, and once the pool is closed.
        """
        decision = Decision(
            game=game_key, options=options_json, dump=dump, seat=seat, level=level, seed=seed, seconds=budget.seconds
        )
        limit = 2 * budget.seconds + SPARE_SECONDS
        if self._closed:
            raise Fault(CLOSED)
        if self._find(game_key, level).heavy:
            return await self._in_process(decision, limit)
        return await self._in_thread(decision, limit)

    @property
    def pids(self) -> tuple[int, ...]:
        """The process ids of the workers alive."""
        return tuple(worker.pid for worker in (*self._idle, *self._busy))

    async def close(self) -> None:
        """End all workers at once; decisions still due raise Fault. May be called again."""
        self._closed = True
        for worker in (*self._idle, *self._busy):
            await worker.end()
        self._idle.clear()
        for _ in range(self._workers):
            await self._free.acquire()  # a decision that was just starting a worker has ended it
        for _ in range(self._workers):
            self._free.release()

    async def _in_thread(self, decision: Decision, limit: float) -> str:
        try:
            async with asyncio.timeout(limit):
                return await asyncio.to_thread(decide, decision, self._find)
        except TimeoutError as error:
            raise Fault(_told(decision, f"took longer than {limit:g} s")) from error
        except Exception as error:
            raise Fault(_told(decision, f"failed: {error!r}")) from error

    async def _in_process(self, decision: Decision, limit: float) -> str:
        async with self._free:
            for _ in range(ATTEMPTS):
                answer = await self._ask(decision, limit)
                if answer is None:
                    continue
                if answer.notation is None:
                    raise Fault(_told(decision, f"failed:\n{answer.trace}"))
                return answer.notation
        raise Fault(_told(decision, f"lost its worker {ATTEMPTS} times"))

    async def _ask(self, decision: Decision, limit: float) -> Answer | None:
        """Put a decision to a worker; None when the worker died over it. Whatever else goes wrong, the worker is not kept."""
        if self._closed:
            raise Fault(CLOSED)
        worker = self._idle.pop() if self._idle else await _Worker.start(self._module)
        self._busy.add(worker)
        answer: Answer | None = None
        try:
            if self._closed:
                raise Fault(CLOSED)
            if await worker.ready():
                async with asyncio.timeout(limit):
                    answer = await worker.ask(decision)
        except TimeoutError as error:
            raise Fault(_told(decision, f"took longer than {limit:g} s")) from error
        finally:
            self._busy.discard(worker)
            if answer is None or self._closed:
                await worker.end()
            else:
                self._idle.append(worker)
        return answer


class _Worker:
    """One worker process, in step: one line to it, one line back."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self._ready = False
        self.pid = process.pid

    @classmethod
    async def start(cls, module: str) -> Self:
        """Start a process."""
        home = str(Path(bot.__file__).parent.parent)
        path = os.pathsep.join(filter(None, (home, os.environ.get("PYTHONPATH"))))
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", module, stdin=pipe, stdout=pipe, env={**os.environ, "PYTHONPATH": path}, limit=LONGEST_LINE
        )
        return cls(process)

    async def ready(self) -> bool:
        """Wait until the process has loaded everything; False when it has died, Fault when it takes too long."""
        if not self._ready:
            try:
                async with asyncio.timeout(START_SECONDS):
                    self._ready = await self._listen() is not None
            except TimeoutError as error:
                raise Fault(f"a worker for house bots was not ready within {START_SECONDS:g} s") from error
        return self._ready

    async def ask(self, decision: Decision) -> Answer | None:
        """Send a decision and wait for the answer; None when the process has died."""
        stdin = self._process.stdin
        if stdin is None:
            return None
        with suppress(ConnectionError):
            stdin.write(decision.model_dump_json().encode() + b"\n")
            await stdin.drain()
        return await self._listen()

    async def end(self) -> None:
        """Kill the process, if it still lives, and wait until it is gone."""
        with suppress(ProcessLookupError):
            self._process.kill()
        await asyncio.shield(self._process.wait())

    async def _listen(self) -> Answer | None:
        stdout = self._process.stdout
        line = b"" if stdout is None else await stdout.readline()
        if not line.endswith(b"\n"):
            return None
        try:
            return Answer.model_validate_json(line)
        except ValidationError as error:
            raise Fault(f"a worker for house bots answered {line[:200]!r}") from error


def _told(decision: Decision, what: str) -> str:
    return f"house bot {decision.level} of {decision.game}, seat {decision.seat}, in {decision.dump}: {what}"
