"""Statistics of whole races (rules, section 13.2): a small form in the gate, the full one with `-m slow`.

The tolerances of the full form are those the rules suggest for 5,000 races; where they name none, a few standard errors. The
small form widens them by the root of what is missing, and by what a single sample out of so many may differ.
"""

from collections.abc import Iterator
from math import sqrt
from random import Random

import pytest

from tests.engine.hippo.policies import Sample, Table, play, sample
from tests.engine.tables import table

FULL = 5000
POLICIES = ("random", "coin", "reckless", "prudent", "bot")
ROWS = table("hippo_statistics")


def tolerance(what: str, value: float, policy: str) -> float:
    """Give the tolerance for 5,000 races (the rules' suggestion, section 13.2), rounding of the table included."""
    if what.startswith(("colour", "grid", "box")):
        return 2.5
    if what.startswith("running 0"):
        return 0.5
    if what.startswith("running"):
        return 2.2
    special = {
        "attempts": 0.02 * value,
        "wrecked in laps": 0.06 * value,
        "wrecked by collision": 0.03 if policy == "reckless" else 0.02,
        "checks": 0.08 * value,
        "collisions %": 2.2,
        "restarts %": 0.6,
        "hits %": 3.5,
        "saved %": 1.6,
        "played": 0.02 * value + 0.05,
        "dropped": 0.04 * value + 0.1,
        "reshuffles": 0.08,
        "decisions": 0.1,
        "rounds": 0.1,
        "dice": 0.025 * value + 0.5,
    }
    return special.get(what, 0.8)


def measured(found: Sample, what: str) -> float:
    """Find a table's value in a sample."""
    if what == "wrecked in laps":
        return found.mean("wrecked by lock") + found.mean("wrecked by debris")
    if what == "decisions":
        return found.mean("decisions") / 4
    if not what.endswith(" %"):
        return found.mean(what)
    name = what.removesuffix(" %")
    per = {"collisions": "gates", "hits": "checks", "saved": "saves", "pass": "attempts", "held": "attempts", "lock": "attempts"}
    return found.share(name, per.get(name)) if found.counts[per.get(name, "gates")] else 0.0


def compare(policy: str, races: int, *, slack: float = 1.0) -> None:
    """Hold races of four like policies against the table."""
    found = sample((policy,) * 4, races, Random(f"{policy} {races}"))
    column = 1 + POLICIES.index(policy)
    wrong = {
        row[0]: (measured(found, row[0]), value)
        for row in ROWS
        for value in [float(row[column])]
        if abs(measured(found, row[0]) - value) > slack * tolerance(row[0], value, policy)
    }
    assert wrong == {}
    assert 0 <= found.share("no winner") <= 0.6 * slack
    assert found.mean("decisions") / 4 <= 11
    assert found.mean("rounds") <= 14


@pytest.mark.parametrize("policy", POLICIES)
def test_a_sample_of_races(policy: str) -> None:
    races = 300
    compare(policy, races, slack=1.2 * sqrt(FULL / races))


@pytest.mark.slow
@pytest.mark.parametrize("policy", POLICIES)
def test_five_thousand_races(policy: str) -> None:
    compare(policy, FULL)


def mixed(races: int) -> Iterator[tuple[str, float]]:
    """Play the mixed table, seats drawn anew every time; give each policy's share of the wins in percent."""
    random = Random("mixed")
    won = dict.fromkeys(("reckless", "prudent", "bot", "random"), 0)
    for _ in range(races):
        seats = list(won)
        random.shuffle(seats)
        one, two, three, four = seats
        told = play((one, two, three, four), random)
        if told.state.winner is not None:
            won[seats[told.state.winner]] += 1
    yield from ((policy, 100 * wins / races) for policy, wins in won.items())


@pytest.mark.slow
def test_the_mixed_table() -> None:
    expected = {"reckless": 33.2, "prudent": 28.9, "bot": 30.2, "random": 7.6}
    for policy, share in mixed(FULL):
        assert share == pytest.approx(expected[policy], abs=2.5), policy


def one_bot(races: int) -> float:
    """Play one bot against three random policies, from every seat in turn; give its share of the wins in percent."""
    random = Random("one bot")
    won = 0
    for number in range(races):
        seats = ["random"] * 4
        seats[number % 4] = "bot"
        one, two, three, four = seats
        won += play((one, two, three, four), random).state.winner == number % 4
    return 100 * won / races


def test_one_bot_beats_three_random_players() -> None:
    assert one_bot(400) == pytest.approx(54.6, abs=8)


@pytest.mark.slow
def test_one_bot_against_three_random_players() -> None:
    assert one_bot(FULL) == pytest.approx(54.6, abs=2.2)


LIMITS: list[tuple[Table, str]] = [(("bot", "random", "reckless", "coin"), "any"), (("reckless",) * 4, "reckless")]


@pytest.mark.parametrize(("seats", "name"), LIMITS)
def test_no_race_is_too_long(seats: Table, name: str) -> None:
    """Waiting rounds, decisions and attempts have bounds (13.3: 5 and 9)."""
    random = Random(name)
    for _ in range(60):
        told = play(seats, random)
        found = Sample()
        found.add(told)
        assert told.rounds <= 14
        assert max(told.decisions) <= 11
        assert found.counts["attempts"] <= 98
