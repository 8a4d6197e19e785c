"""The one-line position of Hippo (section 12): a public part, a bar, a private part.

Owns writing it and reading its fields. Refuses to judge whether what it read can be (`sound`).

Beyond the rules file's fields the public part may hold `team=` (the cards kept, once revealed) and `left=` (seats that left),
and the private part `last=` (tempo phase: the permissions of the lap's earlier order). `win=G4000` names winner and purse.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from bot.engine.core import Seat
from bot.engine.games.hippo.actions import LETTERS, Keep, Lap, Start
from bot.engine.games.hippo.cards import CARDS, EVENTS, Sums, in_order
from bot.engine.games.hippo.notation import read_action, write_action
from bot.engine.games.hippo.position import (
    GATE,
    LAP_OF,
    SEATS,
    STAGES,
    TEAM,
    HippoOptions,
    Out,
    Rumour,
    State,
)
from bot.engine.games.hippo.sound import demand_sound
from bot.errors import ParseError

NONE = "-"
PUBLIC = ("ord", "out", "box", "st", "ru", "ev", "hn", "win")
SHOWN = 40  # characters of a wrong field in a refusal

T = TypeVar("T")

_OUT = re.compile(r"([RBYG])@(G|L[1-7]\.(?:S1|C1|S2|C2))(?:#([1-4]))?", re.ASCII)
_RUMOUR = re.compile(r"(u[1-6]):([RBYG])(?:>([RBYG]))?(\*?)", re.ASCII)
_SUMS = re.compile(r"-?\d(?:,-?\d){5}", re.ASCII)
_FIELD = re.compile(r" (?=[a-z]+=)")


# Writing ----------------------------------------------------------------------------------------------------------------------


def write_position(state: State) -> str:
    """Write a position."""
    public = [
        "ord=" + (_letters(state.order) or NONE),
        "out=" + (",".join(_write_outs(state.out)) or NONE),
        "box=" + ("".join([f"{LETTERS[seat]}{box}" for seat, box in enumerate(state.boxes)]) or NONE),
        "st=" + (";".join([f"{LETTERS[seat]}:{','.join(map(str, six))}" for seat, six in enumerate(state.sums)]) or NONE),
        "ru=" + (",".join(map(_write_rumour, state.rumours)) or NONE),
        f"ev={len(state.deck)}/{len(state.discard)}",
        "hn=" + ("".join([f"{LETTERS[seat]}{len(state.hands[seat])}" for seat in state.order]) or NONE),
        "win=" + (NONE if state.winner is None else f"{LETTERS[state.winner]}{state.purse}"),
    ]
    if state.teams:
        public.append("team=" + _by_seat(SEATS, lambda seat: _cards(state.teams[seat])))
    if state.left:
        public.append("left=" + _letters(sorted(state.left)))
    return f"HIPPO/1 {state.stage} {' '.join(public)} | {' '.join(_private(state))}"


def _private(state: State) -> Iterator[str]:
    answered = [seat for seat in SEATS if state.answers[seat] is not None]
    if state.stage == TEAM:
        yield "deal=" + _by_seat(SEATS, lambda seat: _cards(state.deals[seat]))
        yield "keep=" + _by_seat(answered, lambda seat: _answer(state, seat).replace(" ", ",") or NONE)
    if state.stage == GATE:
        yield "start=" + _by_seat(answered, lambda seat: _answer(state, seat))
    yield "hands=" + _by_seat(sorted(state.order), lambda seat: _cards(state.hands[seat]))
    yield "deck=" + _cards(state.deck)
    yield "disc=" + _cards(state.discard)
    if state.stage in LAP_OF:
        yield "orders=" + _by_seat(answered, lambda seat: _answer(state, seat))
        if any(state.last):
            standing = [seat for seat in SEATS if state.last[seat] is not None]
            yield "last=" + _by_seat(standing, lambda seat: "/".join(state.last[seat] or ()))


def _letters(seats: Iterable[Seat]) -> str:
    return "".join([LETTERS[seat] for seat in seats])


def _cards(cards: Iterable[str]) -> str:
    return ",".join(cards) or NONE


def _by_seat(seats: Iterable[Seat], write: Callable[[Seat], str]) -> str:
    return ";".join([f"{LETTERS[seat]}:{write(seat)}" for seat in seats]) or NONE


def _answer(state: State, seat: Seat) -> str:
    """Write an answer without its verb."""
    answer = state.answers[seat]
    return "" if answer is None else write_action(answer).partition(" ")[2]


def _write_outs(outs: tuple[Out, ...]) -> Iterator[str]:
    """Write wrecks; those that share a phase carry their order."""
    places = [out.where for out in outs]
    for out in outs:
        yield f"{LETTERS[out.seat]}@{out.where}" + (f"#{out.number}" if places.count(out.where) > 1 else "")


def _write_rumour(rumour: Rumour) -> str:
    target = "" if rumour.target is None else f">{LETTERS[rumour.target]}"
    return f"{rumour.card}:{LETTERS[rumour.holder]}{target}{'*' if rumour.used else ''}"


# Reading ----------------------------------------------------------------------------------------------------------------------


def read_position(text: str, options: HippoOptions) -> State:
    """Read a position strictly; raises ParseError where it is not written as `write_position` would, or cannot be."""
    head, bar, tail = text.partition(" | ")
    name, _, rest = head.partition(" ")
    stage, _, listed = rest.partition(" ")
    if name != "HIPPO/1" or stage not in STAGES or not bar:
        raise ParseError("hippo.load.fields")
    public, private = _fields(listed), _fields(tail)
    if any(key not in public for key in PUBLIC):
        raise ParseError("hippo.load.fields")
    winner, purse = _read_win(public["win"])
    state = State(
        options=options,
        stage=stage,
        deals=_every(private, "deal", _read_team) if stage == TEAM else (),
        answers=_read_answers(stage, private),
        teams=_every(public, "team", _read_team) if "team" in public else (),
        sums=_every(public, "st", _read_sums) if public["st"] != NONE else (),
        rumours=_read_list("ru", public["ru"], _read_rumour),
        boxes=_read_boxes(public["box"]),
        order=_read_seats("ord", public["ord"]),
        out=_read_list("out", public["out"], _read_out),
        hands=tuple([_read_seats_map(private, "hands", _read_events).get(seat, ()) for seat in SEATS]),
        deck=_read_events("deck", private.get("deck", NONE)),
        discard=_read_events("disc", private.get("disc", NONE)),
        last=_read_last(private),
        left=frozenset(_read_seats("left", public.get("left", NONE))),
        winner=winner,
        purse=purse,
    )
    demand_sound(state)
    if write_position(state) != text:
        raise ParseError("hippo.load.not_canonical")
    return state


def _fields(text: str) -> dict[str, str]:
    found = {}
    for field in _FIELD.split(text):
        key, _, value = field.partition("=")
        found[key] = value
    return found


def _wrong(key: str, text: str) -> ParseError:
    return ParseError("hippo.load.field", field=key, text=text[:SHOWN])


def _read_seats(key: str, text: str) -> tuple[Seat, ...]:
    if text == NONE:
        return ()
    if len(set(text)) != len(text) or not set(text) <= set(LETTERS):
        raise _wrong(key, text)
    return tuple([Seat(LETTERS.index(letter)) for letter in text])


def _read_seats_map(fields: dict[str, str], key: str, read: Callable[[str, str], T]) -> dict[Seat, T]:
    text = fields.get(key, NONE)
    if text == NONE:
        return {}
    found: dict[Seat, T] = {}
    for item in text.split(";"):
        letter, _, value = item.partition(":")
        (seat,) = _read_seats(key, letter) if len(letter) == 1 else (None,)
        if seat is None or seat in found:
            raise _wrong(key, text)
        found[seat] = read(key, value)
    return found


def _every(fields: dict[str, str], key: str, read: Callable[[str, str], T]) -> tuple[T, ...]:
    found = _read_seats_map(fields, key, read)
    if len(found) != len(SEATS):
        raise _wrong(key, fields.get(key, NONE))
    return tuple([found[seat] for seat in SEATS])


def _read_list(key: str, text: str, read: Callable[[str, str], T]) -> tuple[T, ...]:
    return () if text == NONE else tuple([read(key, item) for item in text.split(",")])


def _read_known(key: str, text: str, known: Iterable[str]) -> tuple[str, ...]:
    cards = () if text == NONE else tuple(text.split(","))
    if not set(cards) <= set(known) or len(set(cards)) != len(cards):
        raise _wrong(key, text)
    return cards


def _read_team(key: str, text: str) -> tuple[str, ...]:
    return in_order(_read_known(key, text, CARDS))


def _read_events(key: str, text: str) -> tuple[str, ...]:
    return _read_known(key, text, EVENTS)


def _read_sums(key: str, text: str) -> Sums:
    if not _SUMS.fullmatch(text):
        raise _wrong(key, text)
    v, b, a, t, r, e = map(int, text.split(","))
    return v, b, a, t, r, e


def _read_rumour(key: str, text: str) -> Rumour:
    found = _RUMOUR.fullmatch(text)
    if found is None:
        raise _wrong(key, text)
    target = None if found[3] is None else Seat(LETTERS.index(found[3]))
    return Rumour(found[1], Seat(LETTERS.index(found[2])), target, used=bool(found[4]))


def _read_out(key: str, text: str) -> Out:
    found = _OUT.fullmatch(text)
    if found is None:
        raise _wrong(key, text)
    return Out(Seat(LETTERS.index(found[1])), found[2], int(found[3] or 1))


def _read_boxes(text: str) -> tuple[int, ...]:
    if text == NONE:
        return ()
    if not re.fullmatch("R[1-4]B[1-4]Y[1-4]G[1-4]", text):
        raise _wrong("box", text)
    return tuple(map(int, text[1::2]))


def _read_win(text: str) -> tuple[Seat | None, int]:
    if text == NONE:
        return None, 0
    if not re.fullmatch("[RBYG][1-6]000", text):
        raise _wrong("win", text)
    return Seat(LETTERS.index(text[0])), int(text[1:])


def _read_answers(stage: str, private: dict[str, str]) -> tuple[Keep | Start | Lap | None, ...]:
    key, verb = {TEAM: ("keep", "keep"), GATE: ("start", "start")}.get(stage, ("orders", "lap"))

    def read(key: str, text: str) -> Keep | Start | Lap:
        action = read_action(f"{verb} {text.replace(',', ' ').strip(NONE) if verb == 'keep' else text}")
        if not isinstance(action, Keep | Start | Lap):
            raise _wrong(key, text)
        return action

    found = _read_seats_map(private, key, read)
    return tuple([found.get(seat) for seat in SEATS])


def _read_last(private: dict[str, str]) -> tuple[tuple[str, str] | None, ...]:
    def read(key: str, text: str) -> tuple[str, str]:
        order = read_action(f"lap H/+ save:{text.replace('/', ' lock:')}")
        if not isinstance(order, Lap):
            raise _wrong(key, text)
        return order.save, order.lock

    found = _read_seats_map(private, "last", read)
    return tuple([found.get(seat) for seat in SEATS])
