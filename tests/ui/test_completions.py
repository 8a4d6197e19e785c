"""Completions: a notation goes on part by part."""

from typing import Any, cast

import pytest

from bot.engine.core import AnyGame, Choice, Seat, Text
from bot.ui import limits
from bot.ui.completions import parts

TREE = {
    "": [("keep c5", True), ("keep c5 ", False), ("pass", True), ("go ", False)],
    "keep c5 ": [("keep c5 d6", True), ("keep c5 e7", True)],
    "go ": [(f"go {n:02}", True) for n in range(40)],
}


class Branching:
    """A game of which only the choices matter."""

    def choices(self, state: Any, seat: Seat, prefix: str) -> list[Choice]:
        return [Choice(text, Text("ui.literal", {"text": text}), complete) for text, complete in TREE.get(prefix, [])]


def offered(typed: str) -> list[str]:
    return [choice.text for choice in parts(cast(AnyGame, Branching()), None, Seat(0), typed)]


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("", ["keep c5", "keep c5 ", "pass", "go "]),
        ("k", ["keep c5", "keep c5 "]),
        ("KEEP C5", ["keep c5", "keep c5 d6", "keep c5 e7"]),
        ("keep c5 ", ["keep c5", "keep c5 d6", "keep c5 e7"]),
        ("keep c5 e", ["keep c5 e7"]),
        ("pass", ["pass"]),
        ("nonsense", []),
    ],
)
def test_what_is_typed_is_gone_on_from(typed: str, expected: list[str]) -> None:
    assert offered(typed) == expected


def test_never_more_than_discord_shows() -> None:
    assert offered("go ") == [f"go {n:02}" for n in range(limits.COMMAND_CHOICES)]
