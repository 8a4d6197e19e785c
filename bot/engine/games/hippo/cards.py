"""The two decks of Hippo (section 2): what each card is and does.

Owns the ids, modifiers and limits. Refuses to know the names people read (the catalogs hold them under `hippo.card.<id>`) and who
holds what.
"""

from collections.abc import Iterable
from typing import TypeAlias

STATS = "vbatre"  # the order of a team's six sums: Speed, Block, Cut, Turn, Cool, Endurance
SPEED, BLOCK, CUT, TURN, COOL, ENDURANCE = range(6)
LIMITS = {"c": 1, "d": 1, "k": 1, "h": 4, "u": 1}  # how many of each type a team may keep, in the order they are written
DEALT = 7
HAND = 5  # the most event cards a hand may hold outside the event phase
BONUS = 2  # what an event card adds

Sums: TypeAlias = tuple[int, int, int, int, int, int]

_MODIFIERS = {
    "c1": "a1", "c2": "t1", "c3": "b1", "c4": "r1", "c5": "v1",
    "d1": "t1 r1 a1", "d2": "a1 r1", "d3": "b1 t1", "d4": "a1 t1", "d5": "r1", "d6": "r1 t1", "d7": "r1 b1",
    "d8": "a1", "d9": "b1",
    "k1": "t1", "k2": "e1", "k3": "a1",
    "h01": "r1 v1 t1", "h02": "e1 r1", "h03": "v1 t1", "h04": "t1 r1", "h05": "r1 v1", "h06": "v1 e1", "h07": "v1",
    "h08": "r1", "h09": "t1", "h10": "e1", "h11": "v1 r-1", "h12": "v1 e-1", "h13": "e1 v-1", "h14": "t1 v-1",
    "u1": "", "u2": "", "u3": "", "u4": "", "u5": "", "u6": "",
}  # fmt: skip

DOPED, SABOTAGE, BRIBERY, FAVOURITE, DISHONEST, OATH = "u1", "u2", "u3", "u4", "u5", "u6"
TARGETED = (DOPED, SABOTAGE, BRIBERY, DISHONEST)
STRUCK = {DOPED: SPEED, SABOTAGE: COOL, BRIBERY: SPEED}  # the sum a targeted rumour lowers by one

_KINDS = {"t": 6, "l": 1, "b": 5, "a": 6, "r": 6, "v": 6}
EVENTS = tuple(f"{kind}{number}" for kind, count in _KINDS.items() for number in range(1, count + 1))
AUTO_DROP = "lbvatr"  # which of equally numerous kinds goes first (section 9.3)


def _sums_of(text: str) -> Sums:
    found = dict.fromkeys(STATS, 0)
    for item in text.split():
        found[item[0]] = int(item[1:])
    v, b, a, t, r, e = found.values()
    return v, b, a, t, r, e


CARDS: dict[str, Sums] = {card: _sums_of(text) for card, text in _MODIFIERS.items()}
TEAM_DECK = tuple(CARDS)


def sums(cards: Iterable[str]) -> Sums:
    """Add up a team's cards: plain sums, generic pieces add nothing (D3, D8)."""
    v = b = a = t = r = e = 0
    for card in cards:
        mods = CARDS[card]
        v += mods[0]
        b += mods[1]
        a += mods[2]
        t += mods[3]
        r += mods[4]
        e += mods[5]
    return v, b, a, t, r, e


def in_order(cards: Iterable[str]) -> tuple[str, ...]:
    """Sort team cards as they are written: chariot, driver, hitch, horses, rumour, each by number."""
    return tuple(sorted(cards, key=_PLACE.__getitem__))


_PLACE = {card: place for place, card in enumerate(sorted(CARDS, key=lambda card: ("cdkhu".index(card[0]), card)))}


def auto_drop(hand: Iterable[str]) -> tuple[str, ...]:
    """Choose what goes from a hand of too many: again and again the lowest card of the most numerous kind (section 9.3)."""
    left = list(hand)
    dropped: list[str] = []
    while len(left) > HAND:
        kinds = [card[0] for card in left]
        most = max(AUTO_DROP, key=kinds.count)
        card = min(card for card in left if card[0] == most)
        left.remove(card)
        dropped.append(card)
    return tuple(dropped)
