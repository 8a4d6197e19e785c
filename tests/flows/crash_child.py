"""The bot in a process of its own that dies, when told to, at the N-th suspension of one piece of work.

    python -m tests.flows.crash_child URL DATABASE ORDERS

The process that is started only loads the code; for each line on its standard input it forks a bot, and writes a line when that
one has died. So a next life begins at once, as if from nothing: memory, sockets and locks of the dead are gone.

ORDERS is a file: while it holds `press 7` (or `command 7`, `pump 7`) the next press (command, sweep of a match) is stepped by
hand, and the process kills itself with SIGKILL when that work, with every task it starts, has been suspended for the 7th time.
How often it was suspended altogether is written to ORDERS.count when the work ends alive. The product holds no hook for this: the
tasks of the event loop are wrapped here, and the entry points replaced by wrapped ones.
"""

import asyncio
import os
import signal
import sys
import types
from collections.abc import Awaitable, Callable, Coroutine, Generator
from contextvars import ContextVar
from pathlib import Path
from typing import Any

import structlog

from bot.app import App, connected, opened
from bot.client import redirect_to
from bot.settings import Settings

TOKEN = "local-token"


class Counter:
    """Counts suspensions; at the fatal one the process dies."""

    def __init__(self, fatal: int) -> None:
        self.fatal = fatal
        self.seen = 0

    def suspended(self) -> None:
        self.seen += 1
        if self.seen == self.fatal:
            os.kill(os.getpid(), signal.SIGKILL)


COUNTER: ContextVar[Counter | None] = ContextVar("counter", default=None)


@types.coroutine
def stepped(work: Coroutine[Any, Any, Any]) -> Generator[Any, Any, Any]:
    """Step a coroutine by hand; every suspension is told to the counter of its context."""
    value: Any = None
    error: BaseException | None = None
    while True:
        try:
            waits_for = work.send(value) if error is None else work.throw(error)
        except StopIteration as stop:
            return stop.value
        counter = COUNTER.get()
        if counter is not None:
            counter.suspended()
        try:
            value, error = (yield waits_for), None
        except BaseException as thrown:  # noqa: BLE001 - whatever is thrown in belongs to the coroutine inside
            value, error = None, thrown


async def _wrapped(work: Coroutine[Any, Any, Any]) -> Any:
    return await stepped(work)


def task_factory(loop: asyncio.AbstractEventLoop, coro: Any, context: Any = None) -> Any:
    """Make tasks whose suspensions are counted."""
    return asyncio.Task(_wrapped(coro) if asyncio.iscoroutine(coro) else coro, loop=loop, context=context)


def armed(kind: str, orders: Path, work: Callable[..., Awaitable[Any]]) -> Any:
    """Wrap an entry point: when the orders name its kind, the count starts with its next call."""

    def ordered() -> Counter | None:
        words = orders.read_text().split() if orders.exists() else []
        if len(words) != 2 or words[0] != kind:
            return None
        orders.unlink()
        return Counter(int(words[1]))

    async def call(*args: Any, **kwargs: Any) -> Any:
        counter = ordered()
        if counter is None:
            return await work(*args, **kwargs)
        COUNTER.set(counter)
        try:
            return await work(*args, **kwargs)
        finally:
            orders.with_suffix(".count").write_text(str(counter.seen))

    return call


def arm(app: App, orders: Path) -> None:
    """Put the wrapped entry points in the places of the real ones."""
    flow, pump = app.client.flow, app.pump
    flow.press = armed("press", orders, flow.press)  # type: ignore[method-assign]
    flow.command = armed("command", orders, flow.command)  # type: ignore[method-assign]
    pump._match = armed("pump", orders, pump._match)  # type: ignore[method-assign]


async def main(url: str, database: str, orders: str) -> None:
    """Run the bot until killed."""
    structlog.configure(logger_factory=structlog.PrintLoggerFactory(sys.stderr))
    asyncio.get_running_loop().set_task_factory(task_factory)
    redirect_to(url)
    settings = Settings(_env_file=None, database=Path(database))
    async with opened(settings, guild_ready_timeout=0.01) as app:
        arm(app, Path(orders))
        await connected(app, TOKEN)


def live_again_and_again(arguments: list[str]) -> None:
    """Fork a bot for each line read, and say when it is dead."""
    for _ in sys.stdin:
        pid = os.fork()
        if pid == 0:
            sys.stdin.close()
            asyncio.run(main(*arguments))
            os._exit(0)
        _tell(str(pid))
        os.waitpid(pid, 0)
        _tell("dead")


def _tell(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    live_again_and_again(sys.argv[1:])
