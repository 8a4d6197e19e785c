"""The uniform walk: every notation can come, none that is not legal, the same one from the same seed."""

from collections import Counter
from random import Random
from typing import Any, ClassVar, cast

import pytest

from bot.engine.core import AnyGame, Choice, GameInfo, Seat, Text
from bot.errors import Fault
from bot.players.base import Budget, player, players
from bot.players.uniform import Uniform


class Walks:
    """A game of notations alone: `a`, or `a b`, or `a c`, or `d`; only seat A is ever to act."""

    info = GameInfo(key="walks", title="Walks", letters={2: "AB"}, rules_version=1)
    parts: ClassVar = {"": [("a", True), ("a ", False), ("d", True)], "a ": [("a b", True), ("a c", True)]}

    def choices(self, state: object, seat: Seat, prefix: str) -> list[Choice]:
        """List the parts."""
        found = self.parts.get(prefix, []) if seat == 0 else []
        return [Choice(text, Text("walks.part"), complete) for text, complete in found]

    def dump(self, state: object) -> str:
        """Write the position."""
        return "here"


WALKS = cast(AnyGame, Walks())


def walk(random: Random, seat: int = 0) -> str:
    """Let the bot choose once."""
    return Uniform().choose(WALKS, None, Seat(seat), random=random, budget=Budget())


def test_parts_are_equally_likely() -> None:
    random = Random(1)
    seen = Counter(walk(random) for _ in range(6000))
    expected: dict[str, Any] = {"a": 2000, "d": 2000, "a b": 1000, "a c": 1000}
    assert seen == {text: pytest.approx(number, abs=150) for text, number in expected.items()}


def test_the_same_seed_gives_the_same_notation() -> None:
    assert [walk(Random(seed)) for seed in range(50)] == [walk(Random(seed)) for seed in range(50)]


def test_nothing_to_choose_is_a_fault() -> None:
    with pytest.raises(Fault, match="walks offers seat 1 nothing after '' in here"):
        walk(Random(1), seat=1)


def test_it_plays_every_game_and_says_that_it_draws() -> None:
    bot = players("no such game")["random"]
    assert isinstance(bot, Uniform)
    assert (bot.level, bot.draws, bot.heavy) == ("random", True, False)


def test_a_level_that_does_not_exist_is_a_fault() -> None:
    with pytest.raises(Fault, match="controcorrente has no house bot of level 'wild'; it has steady, random"):
        player("controcorrente", "wild")
