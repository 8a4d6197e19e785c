"""The choices of Hippo, field by field: what may follow a prefix of a notation, with labels.

Owns the walk through `keep`, `rumour`, `start`, `lap` and `go`. Refuses to judge whole actions (`legality`). A lap's fields are,
phase by phase, attack, colours and defence, then saves, lock and drop; nobody could list all orders, and nobody has to.
"""

from functools import lru_cache
from itertools import combinations

from bot.engine.core import Choice, Param, Seat, Text, Who
from bot.engine.games.hippo.actions import LETTERS, LOCKS, SAVES
from bot.engine.games.hippo.cards import CARDS, LIMITS, SPEED, STATS
from bot.engine.games.hippo.legality import rivals_of, window_of
from bot.engine.games.hippo.notation import allowed
from bot.engine.games.hippo.position import BOX_BONUS, LAP_OF, SEATS, State, due, next_rumour, over_hand, phases_due

ATTACKS = {"H": "hold", "A": "attack", "A+": "attack_adding", "A!": "attack_only_with"}


def offered(state: State, seat: Seat, prefix: str) -> list[Choice]:
    """List the next parts after a prefix; [] for one that leads nowhere and for a seat not to act."""
    if seat in state.owing and state.stage in LAP_OF:
        return _lap(state, seat, prefix)
    if seat not in due(state):
        return []
    match window_of(state):
        case "keep":
            return list(_keep(prefix, state.deals[seat]))
        case "rumour":
            return [] if prefix else _rumour(state, seat)
        case "start":
            return [] if prefix else _start(state, seat)
        case _:
            return [] if prefix else [Choice("go", Text("hippo.choice.go"), complete=True)]


def _rumour(state: State, seat: Seat) -> list[Choice]:
    rumour = next_rumour(state)
    card = "" if rumour is None else rumour.card
    return [
        Choice(f"rumour {card}>{LETTERS[other]}", Text("hippo.choice.aim", {"card": card_name(card), "who": Who(other)}), True)
        for other in SEATS
        if other != seat
    ]


def _start(state: State, seat: Seat) -> list[Choice]:
    bonus = BOX_BONUS[state.boxes[seat]]
    sprint: dict[str, Param] = {"box": state.boxes[seat], "bonus": bonus, "sum": bonus + state.sums[seat][SPEED]}
    return [
        Choice("start sprint", Text("hippo.choice.sprint", sprint), complete=True),
        Choice("start safe", Text("hippo.choice.safe"), complete=True),
    ]


# Team ---------------------------------------------------------------------------------------------------------------------


def card_name(card: str) -> Text:
    """Name a card of either deck."""
    return Text(f"hippo.card.{card}")


def gains(card: str) -> tuple[Text, ...]:
    """Say what a team card adds to the sums; a rumour adds nothing."""
    found = [(STATS[stat], by) for stat, by in enumerate(CARDS[card]) if by]
    return tuple([Text(f"hippo.{'gain' if by > 0 else 'loss'}.{stat}", {"by": abs(by)}) for stat, by in found])


@lru_cache(maxsize=1024)
def _keep(prefix: str, deal: tuple[str, ...]) -> tuple[Choice, ...]:
    if not prefix:
        return (
            Choice("keep", Text("hippo.choice.keep_nothing"), complete=True),
            Choice("keep ", Text("hippo.choice.keep_some"), complete=False),
        )
    verb, *kept = prefix.split(" ")
    if verb != "keep" or not kept or kept.pop():
        return ()
    left = deal
    for card in kept:
        if card not in _open(left, kept[: kept.index(card)]):
            return ()
        left = left[left.index(card) + 1 :]
    choices: list[Choice] = []
    for card in _open(left, kept):
        more = _open(left[left.index(card) + 1 :], [*kept, card])
        what: dict[str, Param] = {"card": card_name(card), "gains": gains(card)}
        last = "hippo.choice.keep_rumour" if card[0] == "u" else "hippo.choice.keep_last"
        choices.append(Choice(f"{prefix}{card}", Text(last, dict(what)), complete=True))
        if more:
            choices.append(Choice(f"{prefix}{card} ", Text("hippo.choice.keep_card", dict(what)), complete=False))
    return tuple(choices)


def _open(left: tuple[str, ...], kept: list[str]) -> list[str]:
    """Name the cards that may still be kept beside these."""
    kinds = [card[0] for card in kept]
    return [card for card in left if kinds.count(card[0]) < LIMITS[card[0]]]


# Lap ----------------------------------------------------------------------------------------------------------------------


def _lap(state: State, seat: Seat, prefix: str) -> list[Choice]:
    prefix = prefix or "lap "
    verb, *done = prefix.split(" ")
    if verb != "lap" or not done:
        return []
    field = done.pop()
    phases, rivals = phases_due(state), rivals_of(state, seat)
    after = done[len(phases) :]
    if not allowed(rivals).issuperset(done[: len(phases)]):
        return []
    if len(done) < len(phases):
        return [Choice(prefix + text, label, complete=False) for text, label in _part(field, phases[len(done)], rivals)]
    if not after:
        return [Choice(f"{prefix}{save} ", label, complete=False) for save, label in _SAVES.items()] if not field else []
    if after[0] not in _SAVES:
        return []
    over = over_hand(state, seat)
    if len(after) == 1:
        return _locks(prefix, over) if not field else []
    return _drops(prefix, field, state.hands[seat], over) if over and len(after) == 2 and after[1] in _LOCKS else []


@lru_cache(maxsize=4096)
def _part(field: str, phase: str, rivals: frozenset[Seat]) -> tuple[tuple[str, Text], ...]:
    """Give what may follow the beginning of a part: attack, colours, defence."""
    attack, at, colours = field.partition("@")
    if not field:
        return _attacks(phase, several=len(rivals) > 1)
    if at and not colours and attack in ATTACKS and attack != "H" and len(rivals) > 1:
        return _filters(phase, rivals)
    return _defences(phase) if field[-1] == "/" and f"{field}+" in allowed(rivals) else ()


def _attacks(phase: str, *, several: bool) -> tuple[tuple[str, Text], ...]:
    found = [(f"{attack}/", Text(f"hippo.choice.{name}", {"phase": phase_name(phase)})) for attack, name in ATTACKS.items()]
    if several:
        for attack, name in list(ATTACKS.items())[1:]:
            found.append((f"{attack}@", Text(f"hippo.choice.{name}_some", {"phase": phase_name(phase)})))
    return tuple(found)


def _filters(phase: str, rivals: frozenset[Seat]) -> tuple[tuple[str, Text], ...]:
    seats = sorted(rivals)
    groups = [group for count in range(1, len(seats)) for group in combinations(seats, count)]
    return tuple(
        [
            (
                "".join([LETTERS[seat] for seat in group]) + "/",
                Text("hippo.choice.only", {"phase": phase_name(phase), "who": tuple(map(Who, group))}),
            )
            for group in groups
        ]
    )


def _defences(phase: str) -> tuple[tuple[str, Text], ...]:
    named: dict[str, Param] = {"phase": phase_name(phase)}
    return ("+ ", Text("hippo.choice.defend_adding", named)), ("- ", Text("hippo.choice.defend", dict(named)))


_SAVES = {f"save:{kinds}": Text(f"hippo.choice.save.{kinds if kinds != '-' else 'none'}") for kinds in SAVES}
_LOCKS = {f"lock:{kinds}": Text(f"hippo.choice.lock.{kinds if kinds != '-' else 'none'}") for kinds in LOCKS}


def _locks(prefix: str, over: int) -> list[Choice]:
    """Offer the lock lists; with too many cards each may end the order (auto-drop) or go on to what is dropped."""
    if not over:
        return [Choice(prefix + lock, label, complete=True) for lock, label in _LOCKS.items()]
    choices: list[Choice] = []
    for lock, label in _LOCKS.items():
        choices.append(Choice(prefix + lock, Text("hippo.choice.drop_auto", {"lock": label, "n": over}), complete=True))
        choices.append(Choice(f"{prefix}{lock} ", Text("hippo.choice.drop_chosen", {"lock": label, "n": over}), complete=False))
    return choices


def _drops(prefix: str, field: str, hand: tuple[str, ...], over: int) -> list[Choice]:
    """Offer the cards to drop, in hand order, so that each set is met once."""
    if not field:
        prefix += "drop:"
        dropped: list[str] = []
    else:
        name, _, listed = field.partition(":")
        *dropped, rest = listed.split(",")
        if name != "drop" or rest or not dropped or len(dropped) >= over:
            return []
    left = hand
    for card in dropped:
        if card not in left:
            return []
        left = left[left.index(card) + 1 :]
    wanted = over - len(dropped)
    candidates = left[: len(left) - wanted + 1]
    end = "" if wanted == 1 else ","
    return [Choice(f"{prefix}{card}{end}", Text("hippo.choice.drop", {"card": card_name(card)}), not end) for card in candidates]


def phase_name(phase: str) -> Text:
    """Name a phase."""
    return Text(f"hippo.phase.{phase}")
