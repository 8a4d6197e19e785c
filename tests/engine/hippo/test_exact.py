"""Values of Hippo known exactly (rules, section 13.1), by enumerating dice through the engine's own resolver."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from math import comb

import pytest

from bot.engine.games.hippo import events
from bot.engine.games.hippo.actions import LETTERS
from bot.engine.games.hippo.cards import TEAM_DECK
from bot.engine.games.hippo.course import Course
from tests.engine.hippo.races import HOLD, Dice, R, answer, gate, race, told

FACES = range(1, 7)
DIFFERENCES = range(-4, 5)


class Then(Dice):
    """Gives the listed faces, then sixes: whatever is saved on is passed."""

    def draw(self, label: str, bound: int) -> int:
        """Give the next face, or a six."""
        return super().draw(label, bound) if self._faces or label != "die" else 5


@pytest.mark.parametrize(
    ("difference", "passes", "locks"),
    list(zip(DIFFERENCES, (1, 3, 6, 10, 15, 21, 26, 30, 33), (2, 3, 4, 5, 6, 5, 4, 3, 2), strict=True)),
)
@pytest.mark.parametrize("phase", ["S1", "C1"])
def test_one_contest(difference: int, passes: int, locks: int, phase: str) -> None:
    sums = f"B:{difference},0,0,0,0,0" if phase == "S1" else f"R:0,0,0,{-difference},0,0"
    orders = "A/- H/- H/- H/-" if phase == "S1" else "H/- A/- H/- H/-"
    state = race("L1.E", "RB", sums=sums)
    found: Counter[str] = Counter()
    for faces in product(FACES, repeat=2):
        _, happened = answer(state, {"R": f"lap {HOLD}", "B": f"lap {orders}"}, Then(faces))
        found[told(happened, events.Attempted)[0].result] += 1
    assert (found["pass"], found["lock"]) == (passes, locks)


@pytest.mark.parametrize(("difference", "passed"), list(zip(DIFFERENCES, (3, 6, 10, 15, 21, 26, 30, 33, 35), strict=True)))
def test_one_save(difference: int, passed: int) -> None:
    state = race("L1.E", "RB", sums=f"R:0,0,0,0,{difference},0")
    assert sum(Course(state, Dice(faces)).save(R, "r", "lock", R) for faces in product(FACES, repeat=2)) == passed


def test_one_attack() -> None:
    """With nothing on either side an attack locks in 6 of 36 cases; the rest is enumerated: unlock rolls, then saves."""
    state = race("L1.E", "RB")
    wrecked: Counter[str] = Counter()
    for unlock in product(FACES, repeat=2):
        saving = 2 if unlock[0] == unlock[1] else 1
        for saves in product(FACES, repeat=2 * saving):
            weight = 6 ** (4 - 2 * saving)
            after, _ = answer(state, {"R": f"lap {HOLD}", "B": "lap A/- H/- H/- H/-"}, Dice([3, 3, *unlock, *saves]))
            wrecked["attacker"] += weight * (1 not in after.order)
            wrecked["defender"] += weight * (0 not in after.order)
            wrecked["one"] += weight * (len(after.order) < 2)
            wrecked["both"] += weight * (not after.order)
    found = {who: Fraction(count, 6 * 6**6) for who, count in wrecked.items()}
    assert found["attacker"] == found["defender"] == Fraction(35, 864)
    assert float(found["one"]) == pytest.approx(0.0762, abs=5e-5)
    assert float(found["both"]) == pytest.approx(0.0048, abs=5e-5)


def test_a_debris_check() -> None:
    state = race("L1.E", "RBY")
    wrecked = 0
    for faces in product(FACES, repeat=4):
        course = Course(state, Dice(faces))
        course.wreck((R,), "lock")
        wrecked += len(course.order) == 1
    assert Fraction(wrecked, 6**4) == Fraction(15, 36) ** 2


def collisions(sprinters: str) -> tuple[Fraction, Fraction]:
    """Enumerate a gate with nothing on any side; give the chance of a collision and the mean number involved."""
    state = gate()
    collided = involved = 0
    for faces in product(FACES, repeat=len(sprinters)):
        choices = {one: f"start {'sprint' if one in sprinters else 'safe'}" for one in LETTERS}
        _, happened = answer(state, choices, Then(faces))
        groups = told(happened, events.Collided)
        collided += bool(groups)
        involved += sum(len(group.seats) for group in groups)
    return Fraction(collided, 6 ** len(sprinters)), Fraction(involved, 6 ** len(sprinters))


def test_four_sprint() -> None:
    chance, involved = collisions("RBYG")
    assert (chance, involved) == (Fraction(730, 1296), Fraction(34, 27))
    assert float(involved * Fraction(15, 36)) == pytest.approx(0.525, abs=5e-4)  # each member fails its save in 15 of 36


@pytest.mark.parametrize(("sprinters", "percent"), [("RBY", 35.2), ("BYG", 35.2), ("RBG", 30.6), ("RYG", 30.6)])
def test_three_sprint(sprinters: str, percent: float) -> None:
    assert 100 * float(collisions(sprinters)[0]) == pytest.approx(percent, abs=0.05)


def test_two_sprint() -> None:
    for one, other in combinations(range(4), 2):
        percent = {1: 13.9, 2: 11.1, 3: 8.3}[other - one]
        assert 100 * float(collisions(LETTERS[one] + LETTERS[other])[0]) == pytest.approx(percent, abs=0.05)


def test_all_safe_and_nobody_attacks() -> None:
    state = gate()
    first: Counter[int] = Counter()
    for faces in product(FACES, repeat=4):
        after, _ = answer(state, dict.fromkeys(LETTERS, "start safe"), Dice(faces))
        first[state.boxes[after.order[0]]] += 1
    assert [first[box] for box in (1, 2, 3, 4)] == [441, 350, 280, 225]


def test_holding_takes_five_dice_and_wrecks_nobody() -> None:
    dice = Dice([3, 1, 4, 1], purse=6)
    state, _ = answer(gate(), dict.fromkeys(LETTERS, "start safe"), dice)
    order = state.order
    while state.stage != "F":
        state, _ = answer(state, dict.fromkeys(LETTERS, f"lap {HOLD}"), dice)
    assert (state.order, state.winner, state.purse) == (order, order[0], 6000)
    assert [dice.asked.count(label) for label in ("die", "purse", "fate")] == [4, 1, 0]


def test_deals() -> None:
    size = len(TEAM_DECK)
    counts = Counter(card[0] for card in TEAM_DECK)
    without = {kind: 100 * comb(size - count, 7) / comb(size, 7) for kind, count in counts.items()}
    assert [round(without[kind], 1) for kind in "ucdk"] == [25.5, 32.7, 11.5, 52.3]
    horses = [comb(14, number) * comb(size - 14, 7 - number) / comb(size, 7) for number in range(8)]
    assert sum(number * chance for number, chance in enumerate(horses)) == pytest.approx(2.649, abs=5e-4)
    assert 100 * sum(horses[5:]) == pytest.approx(5.6, abs=0.05)
