"""Chance: the one primitive `draw(label, bound)` and everything built on it.

Owns the derivation of a draw from a match's seed, its replay from a record, and dice, picks and shuffles. Refuses to know games,
records other than `Draw`, and any generator of the operating system.

A value is the first 8 bytes (big endian) of HMAC-SHA256(seed, "label|n|try"). n counts every draw made under the label in this
match, undone ones included; try counts, from 0, the values this draw rejected. A value is rejected when it lies in the incomplete
last block of 2**64 over the bound, otherwise it is taken modulo the bound: no result is likelier than another.
"""

import hashlib
import hmac
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from bot.engine.core import Chance
from bot.engine.records import Draw
from bot.errors import Refusal, ReplayDiverged

SPAN = 2**64
MAX_SEED_BYTES = 32

T = TypeVar("T")


def derive(seed: bytes, label: str, n: int, bound: int) -> int:
    """Compute the n-th value (from 0) under a label, 0 <= value < bound; raises ValueError for a bound outside 1..2**64."""
    if not 1 <= bound <= SPAN:
        raise ValueError(f"a bound is 1 to 2**64, not {bound}")
    limit = SPAN - SPAN % bound
    attempt = 0
    while True:
        digest = hmac.digest(seed, f"{label}|{n}|{attempt}".encode(), hashlib.sha256)
        value = int.from_bytes(digest[:8], "big")
        if value < limit:
            return value % bound
        attempt += 1


class _Recording:
    """What every drawing source shares: the draws made, in order, and the counts that number them."""

    def __init__(self, counts: Mapping[str, int] | None) -> None:
        self.draws: list[Draw] = []
        self.counts: dict[str, int] = dict(counts or {})

    def _record(self, label: str, bound: int, value: int) -> int:
        n = self.counts.get(label, 0)
        self.draws.append(Draw(label=label, n=n, bound=bound, value=value))
        self.counts[label] = n + 1
        return value


class Seeded(_Recording):
    """Draws from a seed; `counts` are the draws already made under each label, so that a rewind never repeats known dice."""

    def __init__(self, seed: bytes, counts: Mapping[str, int] | None = None) -> None:
        super().__init__(counts)
        self._seed = seed

    def draw(self, label: str, bound: int) -> int:
        """Draw 0 <= value < bound."""
        return self._record(label, bound, derive(self._seed, label, self.counts.get(label, 0), bound))


class Scripted(_Recording):
    """Draws given values in order; raises Refusal for one outside its bound, one missing, and in `done` one left over."""

    def __init__(self, values: Sequence[int], counts: Mapping[str, int] | None = None) -> None:
        super().__init__(counts)
        self._values = tuple(values)

    def draw(self, label: str, bound: int) -> int:
        """Give the next scripted value."""
        at = len(self.draws)
        if at == len(self._values):
            raise Refusal("engine.draws_missing", label=label, bound=bound)
        value = self._values[at]
        if not 0 <= value < bound:
            raise Refusal("engine.draw_out_of_bounds", value=value, label=label, bound=bound)
        return self._record(label, bound, value)

    def done(self) -> None:
        """Refuse if scripted values are left over."""
        left = len(self._values) - len(self.draws)
        if left:
            raise Refusal("engine.draws_left", n=left)


class Replay:
    """Gives recorded draws back; raises ReplayDiverged when another label or bound, or more or fewer draws are asked for."""

    def __init__(self, draws: Sequence[Draw]) -> None:
        self._draws = tuple(draws)
        self._next = 0

    def draw(self, label: str, bound: int) -> int:
        """Give the next recorded value."""
        if self._next == len(self._draws):
            raise ReplayDiverged(f"no draw is left for {label!r} below {bound}")
        recorded = self._draws[self._next]
        if (recorded.label, recorded.bound) != (label, bound):
            raise ReplayDiverged(
                f"the record drew {recorded.label!r} below {recorded.bound}, the game asks {label!r} below {bound}"
            )
        if recorded.value >= bound:
            raise ReplayDiverged(f"the recorded {recorded.value} for {label!r} is not below {bound}")
        self._next += 1
        return recorded.value

    def done(self) -> None:
        """Raise ReplayDiverged if recorded draws are left."""
        if self._next < len(self._draws):
            left = self._draws[self._next]
            raise ReplayDiverged(f"the record's draw of {left.label!r} below {left.bound} was not asked for")


class NoChance:
    """No source of chance at all: raises Refusal on any draw."""

    def draw(self, label: str, bound: int) -> int:
        """Refuse."""
        raise Refusal("engine.needs_chance", label=label, bound=bound)


def counts(draws: Iterable[Draw]) -> dict[str, int]:
    """Count draws by label, as `Seeded` wants them."""
    return dict(Counter(draw.label for draw in draws))


def commitment(seed: bytes) -> str:
    """Give the SHA-256 of a seed in hex: what is shown before the match, while the seed is secret."""
    return hashlib.sha256(seed).hexdigest()


def verify(seed: bytes, draws: Iterable[Draw]) -> Draw | None:
    """Find the first of a whole match's draws that does not follow from the seed, in value or in number; None if all do."""
    seen: Counter[str] = Counter()
    for draw in draws:
        if draw.n != seen[draw.label] or draw.value != derive(seed, draw.label, draw.n, draw.bound):
            return draw
        seen[draw.label] += 1
    return None


def parse_seed(text: str) -> bytes:
    """Read a seed of 1 to 32 bytes in hex; raises Refusal."""
    try:
        seed = bytes.fromhex(text) if text.isalnum() else b""
    except ValueError:
        seed = b""
    if not 1 <= len(seed) <= MAX_SEED_BYTES:
        raise Refusal("engine.bad_seed", max=MAX_SEED_BYTES)
    return seed


def roll(chance: Chance, label: str, sides: int) -> int:
    """Roll a die: 1 <= result <= sides."""
    return chance.draw(label, sides) + 1


def pick(chance: Chance, label: str, items: Sequence[T]) -> T:
    """Pick one of the items; raises ValueError when there is none."""
    if not items:
        raise ValueError("nothing to pick from")
    return items[chance.draw(label, len(items))]


def shuffle(chance: Chance, label: str, items: Iterable[T]) -> tuple[T, ...]:
    """Shuffle: from the last place down to the second, each is exchanged with a drawn place not above it."""
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        other = chance.draw(label, last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order)
