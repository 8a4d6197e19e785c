"""Discord's document for the tests that need it, and a way to break a sound value in one place."""

import copy
from typing import Any

import pytest

from bot.playground.schema import UNSET, OpenApiVerifier


def official_verifier() -> OpenApiVerifier:
    """Read the document that the environment names, or skip; a named document that cannot be read fails the test."""
    verifier = OpenApiVerifier.from_environment()
    if verifier is None:
        pytest.skip(UNSET)
    return verifier


def changed(value: Any, *path: str | int, to: Any) -> Any:
    """Copy a value with one place set to something else; `...` removes it."""
    result: Any = copy.deepcopy(value)
    place: Any = result
    for step in path[:-1]:
        place = place[step]
    if to is ...:
        del place[path[-1]]
    else:
        place[path[-1]] = to
    return result
