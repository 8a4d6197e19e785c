"""A second reading of the rules' laps, written from section 7 to 9 and the sketch of section 12 alone.

Owns a plain and slow resolver on letters, dicts and lists. Refuses to share code with the engine. It is given the faces that were
rolled and must use exactly these.
"""

from typing import Any

BASE = {1: 0, 2: 0, 3: 0, 4: -1, 5: -1, 6: -2, 7: -2}
NAMES = "vbatre"


def tired(lap: int, endurance: int) -> int:
    """Section 8."""
    return 0 if BASE[lap] == 0 else min(0, BASE[lap] + endurance)


class Naive:
    """One lap: order (front first), stats by letter and name, hands, orders as texts, holder of the oath, faces."""

    def __init__(
        self,
        lap: int,
        order: list[str],
        stats: dict[str, dict[str, int]],
        hands: dict[str, list[str]],
        orders: dict[str, str],
        oath: str | None,
        faces: list[int],
    ) -> None:
        self.lap = lap
        self.order = order
        self.stats = stats
        self.hands = hands
        self.fields = {letter: text.split() for letter, text in orders.items()}
        self.oath = oath
        self.faces = faces
        self.played: list[str] = []
        self.wrecks: list[tuple[str, str]] = []
        self.ended = False

    def part(self, letter: str, phase: int) -> tuple[str, str, bool]:
        """Give attack, filter and defence of a part."""
        attack, defence = self.fields[letter][phase + 1].split("/")
        kind, _, only = attack.partition("@")
        return kind, only, defence == "+"

    def named(self, letter: str, name: str) -> str:
        """Give a named field, empty for none."""
        found = next((field for field in self.fields[letter] if field.startswith(name + ":")), name + ":-")
        return found.split(":")[1].replace("-", "")

    def drop(self) -> None:
        """Everybody over five drops, the last first."""
        for letter in reversed(self.order):
            hand = self.hands[letter]
            for card in filter(None, self.named(letter, "drop").split(",")):
                hand.remove(card)
                self.played.append(card)
            while len(hand) > 5:
                count = {kind: sum(card[0] == kind for card in hand) for kind in "lbvatr"}
                kind = next(kind for kind in "lbvatr" if count[kind] == max(count.values()))
                card = min(card for card in hand if card[0] == kind)
                hand.remove(card)
                self.played.append(card)

    def roll(self, letter: str, bonus: int, kinds: str) -> int:
        """One own roll, with the first card held of these kinds."""
        face = self.faces.pop(0)
        added = 0
        for kind in kinds:
            held = sorted(card for card in self.hands[letter] if card[0] == kind)
            if held:
                self.hands[letter].remove(held[0])
                self.played.append(held[0])
                added = 2
                break
        return face + bonus + added + tired(self.lap, self.stats[letter]["e"])

    def save(self, letter: str, stat: str) -> bool:
        """A save against a bare die."""
        kinds = stat if stat in self.named(letter, "save") else ""
        own = self.roll(letter, self.stats[letter][stat], kinds)
        return own >= self.faces.pop(0)

    def wreck(self, dead: list[str], phase: str) -> None:
        """Wrecks, the end, debris."""
        last = max(self.order.index(letter) for letter in dead)
        follower = self.order[last + 1] if last + 1 < len(self.order) else None
        for letter in dead:
            self.wrecks.append((letter, phase))
            self.order.remove(letter)
        for letter in dead:
            self.played += self.hands.pop(letter)
        if len(self.order) <= 1:
            self.ended = True
        elif follower is not None and not self.save(follower, "t") and not self.save(follower, "a"):
            self.wreck([follower], phase)

    def attempt(self, letter: str, index: int, phase: str) -> None:
        """One chariot's turn."""
        place = self.order.index(letter)
        kind, only, _ = self.part(letter, index)
        if place == 0 or kind == "H":
            return
        ahead = self.order[place - 1]
        mine, theirs = ("v", "b") if phase[0] == "S" else ("a", "t")
        if (only and ahead not in only) or (kind == "A!" and not any(card[0] == mine for card in self.hands[letter])):
            return
        attack = self.roll(letter, self.stats[letter][mine], "" if kind == "A" else mine)
        defence = self.roll(ahead, self.stats[ahead][theirs], theirs if self.part(ahead, index)[2] else "")
        if attack > defence:
            self.order[place - 1], self.order[place] = letter, ahead
        if attack != defence:
            return
        unlock = [self.roll(one, self.stats[one]["t"] + (one == self.oath), self.named(one, "lock")) for one in (letter, ahead)]
        losers = [ahead] if unlock[0] > unlock[1] else [letter] if unlock[0] < unlock[1] else [ahead, letter]
        dead = [one for one in losers if not self.save(one, "r")]
        if dead:
            self.wreck(dead, phase)

    def run(self) -> "Naive":
        """Run the four phases."""
        self.drop()
        for index, phase in enumerate(("S1", "C1", "S2", "C2")):
            if self.ended:
                break
            start = list(self.order)
            turns = [start[-1], *start[:-1]] if phase[0] == "S" else start[::-1]
            for letter in turns:
                if letter in self.order and not self.ended:
                    self.attempt(letter, index, phase)
        return self


def of(state: Any, orders: dict[str, str], faces: list[int], letters: str = "RBYG") -> Naive:
    """Take a position of the engine apart."""
    return Naive(
        lap=int(state.stage[1]),
        order=[letters[seat] for seat in state.order],
        stats={letters[seat]: dict(zip(NAMES, six, strict=True)) for seat, six in enumerate(state.sums)},
        hands={letters[seat]: list(state.hands[seat]) for seat in state.order},
        orders=orders,
        oath=next((letters[rumour.holder] for rumour in state.rumours if rumour.card == "u6"), None),
        faces=faces,
    )
