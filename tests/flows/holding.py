"""A method of the store that waits until the test lets it go."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest


class Held:
    """Stands in a method's place: calls that `where` picks (otherwise all) wait for `go`; `reached` tells of the first."""

    def __init__(
        self, monkeypatch: pytest.MonkeyPatch, owner: Any, name: str, *, where: Callable[..., bool] = lambda *_, **__: True
    ) -> None:
        self._real = getattr(owner, name)
        self._where = where
        self.reached, self.go = asyncio.Event(), asyncio.Event()
        monkeypatch.setattr(owner, name, self)

    async def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if self._where(*args, **kwargs):
            self.reached.set()
            await self.go.wait()
        return await self._real(*args, **kwargs)
