"""A readable record of what went over the wire, for the message of a failing test.

Owns formatting and the bounded buffer. It does not judge what it records.
"""

import json
from collections import deque
from typing import Any

from bot.playground.clock import Clock

_LINE = 280  # characters of a payload that are kept


class Transcript:
    """The last lines of traffic: requests and answers, dispatches, gateway and player actions."""

    def __init__(self, clock: Clock, *, keep: int = 2000) -> None:
        self._clock = clock
        self._start = clock.monotonic()
        self._lines: deque[tuple[float, str, str, Any]] = deque(maxlen=keep)

    def add(self, sign: str, what: str, payload: Any = None) -> None:
        """Note one line; the payload is formatted only when somebody reads it."""
        self._lines.append((self._clock.monotonic() - self._start, sign, what, payload))

    def text(self, last: int = 40) -> str:
        """Give the last lines as text, oldest first; seconds since the start, a sign, the line, its payload cut short."""
        lines = list(self._lines)[-last:]
        return "\n".join(f"{at:9.3f} {sign} {what}{_short(payload)}" for at, sign, what, payload in lines)


def _short(payload: Any) -> str:
    if payload is None:
        return ""
    text = payload if isinstance(payload, str) else json.dumps(payload, ensure_ascii=False, separators=(",", ":"), default=str)
    return " " + (text if len(text) <= _LINE else f"{text[:_LINE]}… ({len(text)} characters)")
