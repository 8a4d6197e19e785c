"""Runs a coroutine on a loop that stops at chosen suspensions: cancelling at every await, one after another."""

import asyncio
from collections.abc import Callable, Coroutine, Generator
from types import coroutine
from typing import Any


class Suspensions:
    """Counts each time any task of the loop suspends, and calls `act` at the chosen one (counting from 1; 0: never)."""

    def __init__(self, chosen: int, act: Callable[[asyncio.Task[Any]], None]) -> None:
        self.count = 0
        self._chosen = chosen
        self._act = act

    def factory(
        self, loop: asyncio.AbstractEventLoop, work: Coroutine[Any, Any, Any] | Generator[Any, None, Any], **named: Any
    ) -> asyncio.Task[Any]:
        """Make a task whose suspensions count; for `loop.set_task_factory`."""
        return asyncio.Task(self._stepped(work), loop=loop, **named)

    @coroutine
    def _stepped(self, work: Any) -> Generator[Any, Any, Any]:
        value: Any = None
        error: BaseException | None = None
        while True:
            try:
                waiting = work.send(value) if error is None else work.throw(error)
            except StopIteration as stop:
                return stop.value
            self.count += 1
            if self.count == self._chosen:
                task = asyncio.current_task()
                assert task is not None
                asyncio.get_running_loop().call_soon(self._act, task)
            value, error = None, None
            try:
                value = yield waiting
            except BaseException as raised:  # noqa: BLE001 - handed on into the wrapped work, cancellation included
                error = raised
