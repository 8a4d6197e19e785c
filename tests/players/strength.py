"""How strong a house bot is: matches against another level, and the share of the victories with its 95 % interval.

`python -m tests.players.strength controcorrente --games 2000 --seats 2 --level steady --against random`

One seat, a different one from game to game, is held by the level, all others by its opponent. A victory counts 1, one shared by n
seats 1/n. Everything follows from the seed; the games are spread over at most two processes.
"""

import argparse
import hashlib
import sys
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from random import Random

from bot.engine.chance import Seeded
from bot.engine.core import Options, Seat
from bot.engine.registry import game as find_game
from bot.players.base import Budget, Player, player
from tests.players.killer import Killer

PROCESSES = 2
TEST_BOTS: dict[tuple[str, str], Callable[[], Player]] = {("splut", "killer"): Killer}  # bots that no match is offered
Z95 = 1.959964


@dataclass(frozen=True, slots=True)
class Pairing:
    """Who meets whom: one seat of `level` among seats of `against`."""

    game: str
    seats: int
    level: str
    against: str
    seed: int = 1
    options: str = "{}"
    seconds: float = 2.0


@dataclass(frozen=True, slots=True)
class Rate:
    """A share of the victories over a number of games, with its 95 % interval (Wilson's, on the shares)."""

    games: int
    share: float
    low: float
    high: float


def play(pairing: Pairing, number: int) -> float:
    """Play one whole game and give the level's share of the victory; the level holds seat `number` modulo the seats."""
    game = find_game(pairing.game)
    options: Options = game.options.model_validate_json(pairing.options)
    chance = Seeded(hashlib.sha256(f"{pairing.seed}|{number}".encode()).digest())
    random = Random(f"{pairing.seed}|{number}")
    budget = Budget(pairing.seconds)
    tested = Seat(number % pairing.seats)
    bots = {Seat(seat): _bot(pairing.game, pairing.level if seat == tested else pairing.against) for seat in range(pairing.seats)}
    state = game.setup(options, pairing.seats, chance).state
    while (outcome := game.outcome(state)) is None:
        seat = min(game.to_act(state))
        notation = bots[seat].choose(game, state, seat, random=random, budget=budget)
        state = game.apply(state, seat, game.parse(state, seat, notation), chance).state
    return 1 / outcome.places.count(1) if outcome.places[tested] == 1 else 0.0


def _bot(game_key: str, level: str) -> Player:
    return TEST_BOTS[game_key, level]() if (game_key, level) in TEST_BOTS else player(game_key, level)


def rate(shares: Iterable[float]) -> Rate:
    """Sum up games."""
    found = list(shares)
    games = len(found)
    share = sum(found) / games
    spread = Z95**2 / games
    middle = (share + spread / 2) / (1 + spread)
    half = Z95 / (1 + spread) * (share * (1 - share) / games + spread / games / 4) ** 0.5
    return Rate(games, share, middle - half, middle + half)


def measure(pairing: Pairing, games: int, *, processes: int = PROCESSES) -> Rate:
    """Play many games in worker processes."""
    with ProcessPoolExecutor(min(PROCESSES, processes), mp_context=get_context("spawn")) as pool:
        return rate(pool.map(partial(play, pairing), range(games), chunksize=25))


def main() -> None:
    """Measure what the command line asks for and write one line."""
    reader = argparse.ArgumentParser(description="Measure a house bot.")
    reader.add_argument("game")
    reader.add_argument("--games", type=int, default=2000)
    reader.add_argument("--seats", type=int, default=2)
    reader.add_argument("--level", default="steady")
    reader.add_argument("--against", default="random")
    reader.add_argument("--seed", type=int, default=1)
    reader.add_argument("--options", default="{}", help="the game's options as JSON")
    reader.add_argument("--seconds", type=float, default=Budget().seconds, help="time for a decision")
    reader.add_argument("--processes", type=int, default=PROCESSES)
    asked = reader.parse_args()
    pairing = Pairing(asked.game, asked.seats, asked.level, asked.against, asked.seed, asked.options, asked.seconds)
    found = measure(pairing, asked.games, processes=asked.processes)
    sys.stdout.write(
        f"{asked.game}, {asked.seats} seats: {asked.level} wins {found.share:.3f} of {found.games} games against {asked.against} "
        f"(95 %: {found.low:.3f} to {found.high:.3f}; par {1 / asked.seats:.3f})\n"
    )


if __name__ == "__main__":
    main()
