"""The house bot `random`: any legal notation, found by a uniform walk over its parts.

Owns the walk. Refuses to know any game.
"""

from random import Random
from typing import Any

from bot.engine.core import AnyGame, Seat
from bot.errors import Fault
from bot.players.base import Budget


class Uniform:
    """Takes each next part with equal chance until the notation is complete; plays every game."""

    level = "random"
    draws = True
    heavy = False

    def choose(self, game: AnyGame, state: Any, seat: Seat, *, random: Random, budget: Budget) -> str:
        """Walk from the empty prefix to a complete notation; raises Fault where the game offers nothing."""
        prefix = ""
        while True:
            offered = game.choices(state, seat, prefix)
            if not offered:
                raise Fault(f"{game.info.key} offers seat {seat} nothing after {prefix!r} in {game.dump(state)}")
            chosen = random.choice(offered)
            if chosen.complete:
                return chosen.text
            prefix = chosen.text
