"""The door for a checker of what goes over the wire, such as Discord's published schema.

Owns the protocol alone; who implements it is of no interest here.
"""

from collections.abc import Mapping
from typing import Any, Protocol


class Verifier(Protocol):
    """Looks at every request, answer and dispatch; each returned sentence is a problem that fails the test.

    `route` is the path template of Discord's OpenAPI document, e.g. `/channels/{channel_id}/messages`.
    """

    def request(self, method: str, route: str, query: Mapping[str, str], json_payload: Any) -> list[str]: ...

    def response(self, method: str, route: str, status: int, payload: Any) -> list[str]: ...

    def dispatch(self, event: str, data: Any) -> list[str]: ...
