"""Splut! a second time, written from the rules alone with squares by name in a dictionary: an independent count and comparison.

Owns the slow and plain model. Shares nothing with the engine but the text of positions.
"""

from dataclasses import dataclass, field, replace
from random import Random

import pytest

from bot.engine.chance import NoChance
from bot.engine.core import Seat
from bot.engine.games.splut.game import SPLUT
from bot.engine.games.splut.position import SplutOptions
from bot.engine.replay import perft
from tests.engine.tables import table

STEPS = {"n": (0, 1), "s": (0, -1), "e": (1, 0), "w": (-1, 0)}
OPPOSITE = {"n": "s", "s": "n", "e": "w", "w": "e"}
ORDER = "RYGB"


def next_to(square: str, way: str) -> str:
    """Go one square; the name may be off the board."""
    x, y = STEPS[way]
    return chr(ord(square[0]) + x) + str(int(square[1:]) + y)


def exists(square: str) -> bool:
    """Tell whether a name is a square of the diamond (B1)."""
    x, y = ord(square[0]) - ord("a"), int(square[1:]) - 1
    return abs(x - 4) + abs(y - 4) <= 4


@dataclass(frozen=True)
class Arena:
    """Pieces by square ("Rs", or a rock's number "0" to "3"), which rocks are locked and moved, and the state of the turn."""

    at: dict[str, str]
    locked: frozenset[str]
    mover: str
    turn: int
    left: int
    moved: frozenset[str] = frozenset()
    lev: str = "unused"
    lead: str = "behind"
    combine: bool = True
    dead: tuple[str, ...] = field(default=())

    def find(self, what: str) -> str | None:
        """Give the square of a piece or rock."""
        return next((square for square, piece in self.at.items() if piece == what), None)

    def options(self) -> dict[str, "Arena"]:
        """Give every legal step with what it leads to."""
        found: dict[str, Arena] = {}
        for way in STEPS:
            found |= self._sorcerer(way) | self._troll(way) | self._dwarf(way)
        return found or {"--": self._end(self.at, self.moved)}

    def _sorcerer(self, way: str) -> dict[str, "Arena"]:
        here = self.find(self.mover + "s") or ""
        there = next_to(here, way)
        found: dict[str, Arena] = {}
        if exists(there) and there not in self.at:
            at = {square: piece for square, piece in self.at.items() if square != here} | {there: self.mover + "s"}
            found["S" + way] = self._go_on(at, self.moved, "unused" if self.lev == "unused" else "finished")
        for rock in "0123":
            square = self.find(rock) or ""
            target = next_to(square, way)
            allowed = rock not in self.locked and self.lev in ("unused", rock)
            if not (allowed and exists(there) and exists(target)):
                continue
            lifted = {other: piece for other, piece in self.at.items() if other not in (here, square)}
            free = {"behind": (there not in self.at, target not in self.at or target == here)}
            free["strict"] = (there not in self.at, target not in self.at)
            free["rigid"] = (there not in lifted, target not in lifted)
            if all(free[self.lead]):
                at = lifted | {there: self.mover + "s", target: rock}
                found[f"S{way}~{square}"] = self._go_on(at, self.moved | {rock}, rock)
        return found

    def _troll(self, way: str) -> dict[str, "Arena"]:
        here = self.find(self.mover + "t")
        if here is None:
            return {}
        there = next_to(here, way)
        if not exists(there) or (there in self.at and self.at[there] not in "0123"):
            return {}
        found: dict[str, Arena] = {}
        behind = next_to(here, OPPOSITE[way])
        for pull in ("", "+"):
            at = {square: piece for square, piece in self.at.items() if square not in (here, there)} | {there: self.mover + "t"}
            moved = self.moved
            if pull:
                if self.at.get(behind, "-") not in "0123":
                    continue
                moved |= {at[behind]}
                at[here] = at.pop(behind)
            if there not in self.at:
                found["T" + way + pull] = self._go_on(at, moved, "unused" if self.lev == "unused" else "finished")
                continue
            if pull and not self.combine:
                continue
            for aim in STEPS:
                after = self._throw(at, there, aim, self.at[there], moved)
                if after is not None:
                    found[f"T{way}{pull}*{aim}"] = after
        return found

    def _throw(self, at: dict[str, str], start: str, aim: str, rock: str, moved: frozenset[str]) -> "Arena | None":
        stops = "0123"
        square = start
        while True:
            ahead = next_to(square, aim)
            what = at.get(ahead, "")
            if not exists(ahead) or (what and (what in stops or what[1] == "t")):
                break
            square = ahead
            if what and what[1] == "s":
                break
        if square == start:
            return None
        hit = at.get(square, "")
        after = dict(at) | {square: rock}
        dead = self.dead
        if hit and hit[1] == "s":
            after = {other: piece for other, piece in after.items() if piece[0] != hit[0]}
            dead = (*dead, hit[0])
        return replace(self._end(after, moved | {rock}), dead=dead)

    def _dwarf(self, way: str) -> dict[str, "Arena"]:
        here = self.find(self.mover + "d")
        if here is None:
            return {}
        row = [here]
        while row[-1] in self.at:
            row.append(next_to(row[-1], way))
        if not exists(row[-1]):
            return {}
        at = {square: piece for square, piece in self.at.items() if square not in row}
        pushed = {next_to(square, way): self.at[square] for square in row[:-1]}
        moved = self.moved | {piece for piece in pushed.values() if piece in "0123"}
        return {"D" + way: self._go_on(at | pushed, moved, "unused" if self.lev == "unused" else "finished")}

    def _go_on(self, at: dict[str, str], moved: frozenset[str], lev: str) -> "Arena":
        if self.left == 1:
            return self._end(at, moved)
        return replace(self, at=at, moved=moved, lev=lev, left=self.left - 1)

    def _end(self, at: dict[str, str], moved: frozenset[str]) -> "Arena":
        seats = ORDER[ORDER.index(self.mover) + 1 :] + ORDER
        mover = next((seat for seat in seats if seat + "s" in at.values()), self.mover)
        turn = self.turn + 1
        return replace(self, at=at, locked=moved, mover=mover, turn=turn, left=min(3, turn), moved=frozenset(), lev="unused")

    def teams(self) -> int:
        """Count the living teams."""
        return sum(piece[1:] == "s" for piece in self.at.values())

    def text(self) -> str:
        """Write the position (section 11)."""
        ranks = []
        for rank in range(9, 0, -1):
            row = ""
            for file in "abcdefghi":
                if exists(f"{file}{rank}"):
                    piece = self.at.get(f"{file}{rank}", ".")
                    row += ("x" if piece in self.locked else "o") if piece in "0123" else piece
            for gap in range(9, 0, -1):
                row = row.replace("." * gap, str(gap))
            ranks.append(row)
        if self.teams() == 1:
            return "/".join(ranks).replace("x", "o") + f" # {self.mover}"
        lev = {"unused": "-", "finished": "."}.get(self.lev) or f"~{self.find(self.lev)}"
        moved = "".join(sorted(self.find(rock) or "" for rock in self.moved))
        return f"{'/'.join(ranks)} {self.mover} {self.turn} {self.left} {lev} {moved or '-'}"


HOMES = {"R": "d2 f2 e2", "Y": "b6 b4 b5", "G": "f8 d8 e8", "B": "h4 h6 h5"}


def begin(teams: str, first: str, *, lead: str = "behind", combine: bool = True) -> Arena:
    """Set up."""
    at = {square: str(number) for number, square in enumerate(("e1", "a5", "e9", "i5"))}
    for team in teams:
        at |= {square: team + kind for square, kind in zip(HOMES[team].split(), "std", strict=True)}
    return Arena(at, frozenset(), first, 1, 1, lead=lead, combine=combine)


def count(arena: Arena, depth: int) -> int:
    """Count sequences of steps."""
    if depth == 0:
        return 1
    return 0 if arena.teams() == 1 else sum(count(after, depth - 1) for after in arena.options().values())


MATCHES = [
    ("RG", "R", {}),
    ("RG", "R", {"lev_adjacent": "rigid"}),
    ("RG", "R", {"lev_adjacent": "strict"}),
    ("RG", "R", {"pull_throw": False}),
    ("RYG", "R", {}),
    ("RYG", "R", {"lev_adjacent": "rigid", "pull_throw": False}),
    ("RYGB", "B", {}),
    ("RYGB", "B", {"lev_adjacent": "strict", "pull_throw": False}),
]


@pytest.mark.parametrize(("teams", "first", "given"), MATCHES)
def test_both_count_the_same(teams: str, first: str, given: dict[str, object]) -> None:
    options = SplutOptions.model_validate(given)
    arena = begin(teams, first, lead=options.lev_adjacent, combine=options.pull_throw)
    state = SPLUT.setup(options, len(teams), NoChance()).state
    assert [perft(SPLUT, state, depth) for depth in range(1, 5)] == [count(arena, depth) for depth in range(1, 5)]


@pytest.mark.parametrize(("teams", "first", "given"), MATCHES)
@pytest.mark.parametrize("seed", range(6))
def test_both_play_the_same_game(teams: str, first: str, given: dict[str, object], seed: int) -> None:
    """Random games, step by step: the same steps are legal, the same positions follow, the same teams fall in the same order."""
    options = SplutOptions.model_validate({**given, "repetition": 0, "turn_cap": 0})
    arena = begin(teams, first, lead=options.lev_adjacent, combine=options.pull_throw)
    random = Random(f"{teams} {given} {seed}")
    state = SPLUT.setup(options, len(teams), NoChance()).state
    prefix = ""
    while arena.teams() > 1:
        legal = arena.options()
        seat = state.to_move
        assert seat is not None
        offered = SPLUT.choices(state, seat, prefix)
        assert {choice.text.removeprefix(prefix).rstrip(",") for choice in offered} == set(legal)
        assert len(offered) == len(legal)
        here = SPLUT.preview(state, prefix).state
        assert SPLUT.dump(here).split()[:6] == arena.text().split()
        choice = random.choice(offered)
        arena = legal[choice.text.removeprefix(prefix).rstrip(",")]
        prefix = choice.text
        if choice.complete:
            state = SPLUT.apply(state, seat, SPLUT.parse(state, seat, choice.text), NoChance()).state
            prefix = ""
    assert SPLUT.dump(state).split()[:3] == arena.text().split()
    assert [state.letters[seat] for seat in state.fallen] == list(arena.dead)
    assert SPLUT.outcome(state) is not None
    assert state.letters[state.living[0]] == arena.mover
    assert SPLUT.to_act(state) == frozenset()
    assert list(SPLUT.legal(state, Seat(0))) == []


@pytest.mark.parametrize(("text", "options", "counts"), table("splut_perft"))
def test_pinned_numbers(text: str, options: str, counts: str) -> None:
    chosen = SplutOptions.model_validate(dict(pair.split("=") for pair in options.split()))
    state = SPLUT.load(text, chosen)
    expected = [int(count) for count in counts.split()]
    assert [perft(SPLUT, state, depth) for depth in range(1, len(expected) + 1)] == expected
