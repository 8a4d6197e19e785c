"""Planned misfortune: what goes wrong on purpose with the bot's requests.

Owns the rules and their counting. The HTTP server asks it before and after each request; world-level misfortune (deleted
channels, lost permissions) is in moderation, the gateway's in gateway.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

from bot.playground.api_errors import CODES
from bot.playground.calls import Call

CALLBACK = "/interactions/{interaction_id}/{interaction_token}/callback"
MESSAGES = "/channels/{channel_id}/messages"


@dataclass(slots=True, eq=False)
class Fault:
    """One planned fault. With `applied` it strikes after the server has done what was asked, otherwise instead of it.

    It passes over `skip` matching requests, then strikes `times` (None: always). `struck` counts.
    """

    method: str
    route: str
    times: int | None = 1
    skip: int = 0
    applied: bool = False
    where: Callable[[Call], bool] | None = None
    seconds: float = 0.0
    status: int | None = None
    code: int = 0
    message: str = ""
    retry_after: float | None = None
    is_global: bool = False
    via: bool = True
    drops: bool = False
    holds: bool = False
    struck: int = 0
    _reached: asyncio.Event = field(default_factory=asyncio.Event)
    _released: asyncio.Event = field(default_factory=asyncio.Event)

    async def reached(self, *, timeout: float = 5.0) -> None:
        """Wait until a request has run into this fault."""
        async with asyncio.timeout(timeout):
            await self._reached.wait()

    def release(self) -> None:
        """Let every held request go on, now and later."""
        self._released.set()

    async def strike(self) -> None:
        """Mark the fault as met and wait while it holds."""
        self._reached.set()
        if self.holds:
            await self._released.wait()


class Faults:
    """The planned faults in order; all that match a request strike it."""

    def __init__(self) -> None:
        self._plan: list[Fault] = []

    def clear(self) -> None:
        """Forget all faults and let held requests go."""
        for fault in self._plan:
            fault.release()
        self._plan.clear()

    def add(self, fault: Fault) -> Fault:
        """Plan a fault."""
        self._plan.append(fault)
        return fault

    def delay(
        self, method: str, route: str, seconds: float, *, times: int | None = 1, skip: int = 0, applied: bool = False
    ) -> Fault:
        """Let requests wait some seconds of the world's clock: before they count, or (applied) before the answer."""
        return self.add(Fault(method, route, times, skip, applied, seconds=seconds))

    def hold(self, method: str, route: str, *, times: int | None = 1, skip: int = 0, applied: bool = False) -> Fault:
        """Stop requests until `release`; `await fault.reached()` tells that one has come."""
        return self.add(Fault(method, route, times, skip, applied, holds=True))

    def fail(
        self, method: str, route: str, status: int, code: int = 0, *, times: int | None = 1, skip: int = 0, applied: bool = False
    ) -> Fault:
        """Answer with an error instead: 500, 502, 503, or any status with one of Discord's codes."""
        text = CODES[code][1] if code in CODES else f"{status}: planned fault"
        return self.add(Fault(method, route, times, skip, applied, status=status, code=code, message=text))

    def fail_code(self, method: str, route: str, code: int, *, times: int | None = 1, skip: int = 0) -> Fault:
        """Answer with one of Discord's error codes and its own status."""
        return self.fail(method, route, CODES[code][0], code, times=times, skip=skip)

    def rate_limit(
        self,
        method: str,
        route: str,
        retry_after: float = 0.01,
        *,
        times: int | None = 1,
        skip: int = 0,
        is_global: bool = False,
        via: bool = True,
    ) -> Fault:
        """Answer 429 with `retry_after` seconds; without `via` as a banned address is answered, in plain text."""
        text = "You are being rate limited."
        fault = Fault(method, route, times, skip, status=429, message=text, retry_after=retry_after, is_global=is_global, via=via)
        return self.add(fault)

    def drop(self, method: str, route: str, *, applied: bool, times: int | None = 1, skip: int = 0) -> Fault:
        """Cut the connection: before the server did anything, or (applied) after it did and before the answer."""
        return self.add(Fault(method, route, times, skip, applied, drops=True))

    def take(self, call: Call) -> list[Fault]:
        """Give the faults that strike this request, counting it."""
        striking = []
        for fault in list(self._plan):
            if fault.method != call.method or fault.route != call.route or not (fault.where is None or fault.where(call)):
                continue
            if fault.skip > 0:
                fault.skip -= 1
            elif fault.times is None or fault.struck < fault.times:
                fault.struck += 1
                striking.append(fault)
        return striking
