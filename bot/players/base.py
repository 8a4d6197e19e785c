"""What a house bot is, and how one is found.

Owns the protocol every house bot fulfils. Refuses to know matches, users and where the thinking runs (`bot.players.pool`).
"""

from dataclasses import dataclass
from functools import cache
from importlib import import_module, resources
from random import Random
from types import MappingProxyType
from typing import Any, Protocol

from bot.engine.core import AnyGame, Seat
from bot.errors import Fault


@dataclass(frozen=True, slots=True)
class Budget:
    """How long a decision may take, in seconds of wall time; a bot that cannot finish plays the best it has."""

    seconds: float = 2.0


class Player(Protocol):
    """One level of play of one game.

    level: its name in lobbies and records ("random", "steady"). draws: whether it uses `random` (such a decision counts as a
    reveal for undo, and its one seed value, label "bot", bound 2**32, is recorded). heavy: whether it wants a worker process.
    """

    level: str
    draws: bool
    heavy: bool

    def choose(self, game: AnyGame, state: Any, seat: Seat, *, random: Random, budget: Budget) -> str:
        """Choose a legal action's notation; may look at `game.view(state, seat)` only, never at what the seat may not see."""
        ...


@cache
def players(game_key: str) -> MappingProxyType[str, Player]:
    """Give a game's house bots by level, the default level first: those of `bot/players/<game>.py` (PLAYERS), then `random`."""
    from bot.players.uniform import Uniform

    found: dict[str, Player] = {}
    if (resources.files("bot.players") / f"{game_key}.py").is_file() or (resources.files("bot.players") / game_key).is_dir():
        found.update({player.level: player for player in import_module(f"bot.players.{game_key}").PLAYERS})
    uniform = Uniform()
    found.setdefault(uniform.level, uniform)
    return MappingProxyType(found)


def player(game_key: str, level: str) -> Player:
    """Give one house bot; raises Fault for a level the game does not have."""
    found = players(game_key).get(level)
    if found is None:
        raise Fault(f"{game_key} has no house bot of level {level!r}; it has {', '.join(players(game_key))}")
    return found
