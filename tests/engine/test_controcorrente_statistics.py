"""Statistics of whole games (rules, sections 7.2 to 7.4): a small form in the gate, the full one with `-m slow`.

A mean of n games may differ from its table value by four standard errors, the table's own (of 20 000 games) added.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from math import sqrt
from random import Random

import pytest

from bot.engine.games.controcorrente import events
from bot.engine.games.controcorrente.position import ControcorrenteOptions, places
from tests.engine.policies import Solo, by_solo_values, greedily, uniformly
from tests.engine.river import STANDARD, Policy, Told, play_out, start
from tests.engine.tables import table

TABLE_GAMES = 20_000


@dataclass
class Sample:
    """What a number of games came to: sums, to be divided by the number of games."""

    games: int = 0
    sums: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))
    rotations: list[int] = field(default_factory=list)

    def add(self, told: Told) -> None:
        """Count one game in."""
        self.games += 1
        kinds = Counter(type(event).__name__ for event in told.events)
        first = [seat for seat, place in enumerate(places(told.state)) if place == 1]
        self.rotations.append(kinds["Rotated"])
        self.sums["rotations"] += kinds["Rotated"]
        self.sums["turns"] += kinds["Rolled"]
        self.sums["docked"] += kinds["Docked"]
        self.sums["ties"] += len(first) > 1
        for seat, fleet in enumerate(told.state.fleets):
            self.sums[f"score {seat}"] += fleet.score
            self.sums[f"docked {seat}"] += len(fleet.bollards)
            self.sums[f"share {seat}"] += (seat in first) / len(first)
            self.sums["zero"] += fleet.score == 0
        for kind in ("Surged", "Aground", "Fair", "Contrary", "Passed"):
            self.sums[kind] += kinds[kind]
        self.sums["cut"] += sum(isinstance(event, events.Fair) and event.cut for event in told.events)
        self.sums["actions"] += sum(told.choices)
        self.sums["real choices"] += sum(count > 1 for count in told.choices)

    def mean(self, what: str, *, per: str | None = None) -> float:
        """Give a mean per game, or per something else that was counted."""
        return self.sums[what] / (self.games if per is None else self.sums[per])


def rolling(random: Random) -> Iterator[int]:
    """Roll dice without end."""
    while True:
        yield random.randrange(6)


def play(policies: list[Policy], games: int, random: Random, options: ControcorrenteOptions = STANDARD) -> Sample:
    """Play games with one policy a seat."""
    sample = Sample()
    dice = rolling(random)
    for _ in range(games):
        sample.add(
            play_out(start(len(policies), options), dice, lambda state, seat, actions: policies[seat](state, seat, actions))
        )
    return sample


@cache
def solo() -> Policy:
    """Build the solo policy once."""
    return by_solo_values(Solo())


def policy_named(name: str, random: Random) -> Policy:
    """Give a policy of the tables."""
    if name == "random":
        return uniformly(random)
    return greedily if name == "greedy" else solo()


def near(value: float, sd: float, games: int) -> object:
    """Compare with a table value within four standard errors of both samples."""
    return pytest.approx(value, abs=4 * sd * sqrt(1 / games + 1 / TABLE_GAMES) + 0.005)


def compare(sample: Sample, row: list[str]) -> None:
    """Hold a sample against a row of the table."""
    seats = int(row[1])
    for what, cell in zip(("rotations", "turns", "docked"), row[2:5], strict=True):
        mean, sd = map(float, cell.split())
        assert sample.mean(what) == near(mean, sd, sample.games), what
    scores, shares = [float(cell) for cell in row[5].split()], [float(cell) for cell in row[6].split()]
    for seat in range(seats):
        assert sample.mean(f"score {seat}") == near(scores[2 * seat], scores[2 * seat + 1], sample.games), f"score of seat {seat}"
        assert sample.mean(f"share {seat}") == near(shares[seat], sqrt(shares[seat] * (1 - shares[seat])), sample.games)
    ties = float(row[7])
    assert sample.mean("ties") == near(ties, sqrt(ties * (1 - ties)), sample.games)


ROWS = table("controcorrente_statistics")
QUICK = [row for row in ROWS if row[0] != "solo"]


@pytest.mark.parametrize("row", QUICK, ids=lambda row: f"{row[0]}-{row[1]}")
def test_a_sample_of_games(row: list[str]) -> None:
    random = Random(f"{row[0]}{row[1]}")
    compare(play([policy_named(row[0], random)] * int(row[1]), 400, random), row)


@pytest.mark.slow
@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row[0]}-{row[1]}")
def test_many_games(row: list[str]) -> None:
    random = Random(f"{row[0]}{row[1]}, in full")
    compare(play([policy_named(row[0], random)] * int(row[1]), 2500 if row[0] == "solo" else 6000, random), row)


def exact_two_players(games: int, random: Random) -> None:
    """Compare random play of two with its exact values (section 7.2)."""
    sample = play([uniformly(random)] * 2, games, random)
    assert min(sample.rotations) >= 3
    tie = 0.0440963549
    for what, value, sd in [
        ("share 0", 0.4546628662 + tie / 2, 0.49),
        ("share 1", 0.5012407788 + tie / 2, 0.49),
        ("ties", tie, 0.206),
        ("score 0", 13.8911357939, 6.33),
        ("score 1", 14.8379731974, 5.50),
        ("docked 0", 1.2529407258, 0.6),
        ("docked 1", 1.3481026431, 0.6),
        ("turns", 21.0491624479, 8.46),
        ("rotations", 12.7020086516, 5.96),
    ]:
        assert sample.mean(what) == pytest.approx(value, abs=4 * sd / sqrt(games)), what


def test_two_random_players() -> None:
    exact_two_players(1000, Random("two random"))


@pytest.mark.slow
def test_two_random_players_in_full() -> None:
    exact_two_players(20_000, Random("two random, in full"))


COUNTS = {  # per random game of 2, 3, 4 players (section 7.3)
    "Surged": (1.59, 2.32, 3.02),
    "Aground": (3.74, 5.40, 6.97),
    "Fair": (0.98, 1.12, 1.17),
    "cut": (0.055, 0.064, 0.065),
    "Contrary": (0.98, 2.03, 3.18),
    "Passed": (1.54, 1.86, 2.15),
}


def check_counts(seats: int, games: int, slack: float) -> None:
    """Compare how often things happen; `slack` as a fraction of the value, and a little more for rare things."""
    random = Random(f"counts {seats}")
    sample = play([uniformly(random)] * seats, games, random)
    for what, values in COUNTS.items():
        assert sample.mean(what) == pytest.approx(values[seats - 2], rel=slack, abs=0.3 * slack), what
    assert sample.mean("actions", per="turns") == pytest.approx((1.42, 1.45, 1.48)[seats - 2], rel=slack / 2)
    assert sample.mean("real choices", per="turns") == pytest.approx(0.375, rel=slack)
    assert sample.mean("zero") / seats == pytest.approx((0.061, 0.083, 0.102)[seats - 2], rel=3 * slack)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_how_often_things_happen(seats: int) -> None:
    check_counts(seats, 500, 0.15)


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_how_often_things_happen_in_full(seats: int) -> None:
    check_counts(seats, 8000, 0.05)


def check_options(games: int, slack: float) -> None:
    """Compare the effect of doubtful options under random play (section 7.4)."""
    for options, turns, scores in [
        (ControcorrenteOptions(finished_players_roll=True), (26.8, 42.9, 59.7), ((13.4, 14.2), (11.3, 12.3), (9.9, 11.2))),
        (ControcorrenteOptions(start=4, wave=5), (24.4, 35.1, 45.5), ((15.87, 15.87), (13.57, 13.57), (12.06, 12.06))),
    ]:
        for seats in (2, 3, 4):
            random = Random(f"options {seats}")
            sample = play([uniformly(random)] * seats, games, random, options)
            low, high = scores[seats - 2]
            assert sample.mean("turns") == pytest.approx(turns[seats - 2], rel=slack), (options, seats)
            assert low * (1 - slack) <= sample.mean("score 0") <= high * (1 + slack), (options, seats)


def test_the_effect_of_options() -> None:
    check_options(300, 0.12)


@pytest.mark.slow
def test_the_effect_of_options_in_full() -> None:
    check_options(5000, 0.025)


MATCHES = [  # first-named, others, seats, its share of wins, seats alternating (section 7.3)
    ("greedy", "random", 2, 0.5433),
    ("solo", "random", 2, 0.660),
    ("solo", "greedy", 2, 0.577),
    ("solo", "random", 3, 0.439),
    ("greedy", "random", 3, 0.373),
    ("solo", "random", 4, 0.328),
    ("greedy", "random", 4, 0.289),
]


def share_of(one: str, others: str, seats: int, games: int) -> float:
    """Play one policy against others from every seat in turn; gives its share of wins."""
    random = Random(f"{one} {others} {seats}")
    won = 0.0
    for seat in range(seats):
        policies = [policy_named(one if other == seat else others, random) for other in range(seats)]
        won += play(policies, games // seats, random).mean(f"share {seat}")
    return won / seats


@pytest.mark.slow
@pytest.mark.parametrize(("one", "others", "seats", "share"), MATCHES)
def test_matches(one: str, others: str, seats: int, share: float) -> None:
    games = 4000
    assert share_of(one, others, seats, games) == pytest.approx(share, abs=4 * sqrt(share * (1 - share) / games) + 0.005)
