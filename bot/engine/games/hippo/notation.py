"""The notations of Hippo's actions (section 12).

Owns reading them, leniently in case, blanks and the order of fields, and writing them. Refuses to judge legality, but in one
thing: a colour filter is read as what it means among the chariots that run (all of them: no filter, none of them: hold).
"""

import re
from functools import lru_cache

from bot.engine.core import Seat
from bot.engine.games.hippo.actions import HOLD, LETTERS, LOCKS, PARTS, Action, Aim, Go, Keep, Lap, Part, Start
from bot.engine.games.hippo.cards import CARDS, EVENTS, in_order

LONGEST = 120
VERBS = ("keep", "rumour", "start", "lap", "go")
_CARD = re.compile(r"[cdku]\d|h\d\d", re.ASCII)
_FILTER = re.compile(r"(a[+!]?)@([rbyg]+)(/[+-])", re.ASCII)
_AIM = re.compile(r"(u[1-6])>([rbyg])", re.ASCII)


def write_action(action: Action) -> str:
    """Write an action canonically."""
    match action:
        case Lap(parts, save, lock, drop):
            dropping = "" if drop is None else f" drop:{','.join(drop)}"
            return f"lap {' '.join([part.text for part in parts])} save:{save} lock:{lock}{dropping}"
        case Keep(cards):
            return " ".join(("keep", *cards))
        case Aim(rumour, target):
            return f"rumour {rumour}>{LETTERS[target]}"
        case Start(sprint):
            return f"start {'sprint' if sprint else 'safe'}"
        case _:
            return "go"


def read_action(text: str, last: tuple[str, str] | None = None) -> Action | None:
    """Read an action; None when it is no notation. `last` are the permissions that stand where an order leaves them out."""
    if len(text) > LONGEST:
        return None
    verb, *fields = text.casefold().split() or [""]
    match verb:
        case "lap":
            return _read_lap(fields, last or ("-", "-"))
        case "keep":
            return Keep(in_order(set(fields))) if all(field in CARDS for field in fields) else None
        case "rumour":
            found = _AIM.fullmatch("".join(fields))
            return Aim(found[1], Seat(LETTERS.index(found[2].upper()))) if found else None
        case "start" if fields in (["sprint"], ["safe"]):
            return Start(fields == ["sprint"])
        case "go" if not fields:
            return Go()
        case _:
            return None


def _read_lap(fields: list[str], last: tuple[str, str]) -> Lap | None:
    parts: list[Part] = []
    named: dict[str, str] = {}
    for field in fields:
        part = PARTS.get(field) or _read_filter(field)
        name, colon, value = field.partition(":")
        if part is not None and not named:
            parts.append(part)
        elif colon and name not in named:
            named[name] = value
        else:
            return None
    drop = named.pop("drop", None)
    save = _read_kinds(named.pop("save", last[0]), "rta")
    lock = named.pop("lock", last[1])
    cards = None if drop is None else tuple(drop.split(","))
    if named or not parts or save is None or lock not in LOCKS or not set(cards or ()) <= set(EVENTS):
        return None
    return Lap(tuple(parts), save, lock, cards)


def _read_filter(field: str) -> Part | None:
    """Read a part whose colours stand in another order than the canonical one."""
    found = _FILTER.fullmatch(field)
    if found is None:
        return None
    colours = "".join(sorted(set(found[2]), key=LETTERS.casefold().index))
    return PARTS.get(f"{found[1]}@{colours}{found[3]}")


def _read_kinds(text: str, kinds: str) -> str | None:
    """Read a set of kinds in any order; - is none."""
    if text in ("", "-"):
        return "-"
    return "".join(kind for kind in kinds if kind in text) if set(text) <= set(kinds) else None


@lru_cache(maxsize=512)
def meant(part: Part, rivals: frozenset[Seat]) -> Part:
    """Give the canonical part that means the same among these running opponents."""
    if part.only == frozenset():
        return part
    met = part.only & rivals
    if not met:
        return PARTS[f"{HOLD}/{part.text[-1]}".casefold()]
    attack, ending = part.attack, part.text[-2:]
    colours = "" if met == rivals else "@" + "".join(LETTERS[seat] for seat in sorted(met))
    return PARTS[f"{attack}{colours}{ending}".casefold()]


@lru_cache(maxsize=64)
def allowed(rivals: frozenset[Seat]) -> frozenset[str]:
    """Name the canonical parts among these running opponents, by their text."""
    return frozenset(part.text for part in PARTS.values() if meant(part, rivals) is part)
