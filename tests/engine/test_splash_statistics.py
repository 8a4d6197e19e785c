"""Statistics of whole games (rules, section 15): a small form in the gate, the full one with `-m slow`.

The full form is held against the rules' accept bands as they are; a smaller one against bands widened by four of its own standard
errors.
"""

from collections import Counter
from math import sqrt
from random import Random

import pytest

from bot.engine.games.splash.game import SPLASH
from tests.engine.pool_policies import Policy, Told, play_out, runner, uniformly
from tests.engine.tables import table

WHATS = ("turns", "bumps", "splashes", "slips", "outer rule", "High Tide draws", "cards used")
ROWS = table("splash_statistics")
FULL = 1000


def sample(policy: str, teams: int, games: int) -> list[Told]:
    """Play games with one policy for all, or with a runner for each lane and the seats in rotation."""
    random = Random(f"{policy} {teams}")
    found: list[Told] = []
    for number in range(games):
        policies: list[Policy] = [uniformly(random)] * teams
        if policy == "runners":
            policies = [runner("ECA"[(seat + number) % 3]) for seat in range(3)]
        found.append(play_out(policies, random, reactions=policy == "random"))
    return found


def compare(told: list[Told], row: list[str], *, games: int) -> None:
    """Hold the means of a sample against a row's bands."""
    for what, cell in zip(WHATS, row[2:], strict=True):
        low, high, spread = map(float, cell.split())
        slack = 0.0 if games == FULL else 4 * spread / sqrt(games)
        mean = sum(game.counts[what] for game in told) / games
        assert low - slack <= mean <= high + slack, what


def shares(told: list[Told]) -> Counter[int]:
    """Give each seat's victories."""
    won: Counter[int] = Counter()
    for game in told:
        outcome = SPLASH.outcome(game.state)
        assert outcome is not None
        won[outcome.places.index(1)] += 1
    return won


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row[0]}-{row[1]}")
def test_a_sample_of_games(row: list[str]) -> None:
    compare(sample(row[0], int(row[1]), 60), row, games=60)


@pytest.mark.slow
@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row[0]}-{row[1]}")
def test_a_thousand_games(row: list[str]) -> None:
    told = sample(row[0], int(row[1]), FULL)
    compare(told, row, games=FULL)
    won = shares(told)
    if row[0] == "random":
        low, high = {2: (0.42, 0.58), 3: (0.28, 0.39), 4: (0.19, 0.32)}[int(row[1])]
        assert all(low <= won[seat] / FULL <= high for seat in range(int(row[1])))


@pytest.mark.slow
def test_lanes_of_runners() -> None:
    """A runner in High Tide who plays no card must lose."""
    random = Random("lanes")
    won: Counter[str] = Counter()
    for number in range(FULL):
        lanes = ["ECA"[(seat + number) % 3] for seat in range(3)]
        outcome = SPLASH.outcome(play_out([runner(lane) for lane in lanes], random, reactions=False).state)
        assert outcome is not None
        won[lanes[outcome.places.index(1)]] += 1
    assert 350 <= won["E"] <= 500
    assert 430 <= won["C"] <= 590
    assert 30 <= won["A"] <= 110
