"""What went over the wire between the bot and the local Discord, with the verdict of Discord's schema where there is one.

Owns a bounded record of it, for the developer's desk alone: it holds everybody's secrets. It stands where a verifier stands and
passes on what the real one says.
"""

import copy
from collections import deque
from collections.abc import Callable, Mapping
from typing import Any

from bot.playground.verify import Verifier

Json = dict[str, Any]

KEPT = 400  # entries


class Wire:
    """A verifier that remembers. `heard_by` is told of every new entry."""

    def __init__(self, verifier: Verifier | None) -> None:
        self._verifier = verifier
        self._number = 0
        self.entries: deque[Json] = deque(maxlen=KEPT)
        self.heard_by: list[Callable[[Json], None]] = []

    @property
    def checks(self) -> bool:
        """Whether a schema judges."""
        return self._verifier is not None

    def request(self, method: str, route: str, query: Mapping[str, str], json_payload: object | None) -> list[str]:
        """Note and judge a request of the bot."""
        problems = self._verifier.request(method, route, query, json_payload) if self._verifier is not None else []
        asked = "&".join(f"{key}={value}" for key, value in query.items())
        self._note("request", f"{method} {route}{'?' if asked else ''}{asked}", json_payload, problems)
        return problems

    def response(self, method: str, route: str, status: int, payload: object | None) -> list[str]:
        """Note and judge an answer of the local Discord."""
        problems = self._verifier.response(method, route, status, payload) if self._verifier is not None else []
        self._note("response", f"{status} {method} {route}", payload, problems)
        return problems

    def dispatch(self, event: str, data: object) -> list[str]:
        """Note and judge a gateway event."""
        problems = self._verifier.dispatch(event, data) if self._verifier is not None else []
        self._note("event", event, data, problems)
        return problems

    def _note(self, kind: str, what: str, payload: object, problems: list[str]) -> None:
        self._number += 1
        verdict = problems if self.checks else None
        entry = {"number": self._number, "kind": kind, "what": what, "payload": copy.deepcopy(payload), "problems": verdict}
        self.entries.append(entry)
        for hear in self.heard_by:
            hear(entry)
