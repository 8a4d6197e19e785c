"""The words of Splut!: events, turns and options as message ids.

Owns which sentence tells what: the steps of one turn make one sentence, and everything a step moved along is named in it.
Refuses to hold sentences and to judge rules.
"""

from collections.abc import Sequence
from typing import Any

from bot.engine.core import AnyGame, Event, Param, Seat, Text, Who
from bot.engine.games.splut.events import (
    Capped,
    Carried,
    Crushed,
    Over,
    Passed,
    Repeated,
    Resigned,
    Slain,
    Stepped,
    Threw,
)
from bot.words.base import GameWords

_JOINED = {1: "one", 2: "two", 3: "three"}  # the steps of a turn, by their number
_MOST = max(_JOINED)


class SplutWords(GameWords):
    """What happens in the arena, told."""

    def tell(self, events: Sequence[Event]) -> list[Text]:
        """Tell events in order, the steps of a turn as one sentence."""
        told: list[Text] = []
        at = 0
        while at < len(events):
            texts, used = _next(events[at:])
            told += texts
            at += used
        return told

    def seat(self, letter: str) -> Text | None:
        """Name a side by its letter, colour and quarter of the sky."""
        return _text(f"option.first.{letter}")

    def turn(self, game: AnyGame, state: Any, seat: Seat) -> Text:
        """Say how many steps the seat to move has."""
        if state.to_move != seat:
            return _text("turn.none", who=Who(seat))
        return _text("turn.steps", who=Who(seat), n=state.position.left)

    def options(self, options: Any) -> list[Text]:
        """Name the options that differ from their defaults."""
        told: list[Text] = []
        for name, field in type(options).model_fields.items():
            value = getattr(options, name)
            if value == field.default:
                continue
            if isinstance(value, str):
                told.append(_text(f"chosen.{name}.{value}"))
            elif name == "turn_cap" and value:
                told.append(_text("chosen.turn_cap", n=value))
            else:
                told.append(_text("chosen.no_turn_cap" if name == "turn_cap" else f"chosen.{name}"))
        return told

    def option_label(self, name: str) -> Text:
        """Describe one option, or one of its values as `name.value`."""
        return _text(f"option.{name}")


def _text(name: str, /, **params: Param) -> Text:
    return Text(f"splut.{name}", params)


def _next(events: Sequence[Event]) -> tuple[list[Text], int]:
    """Tell the first event and those it joins with; give the sentences and how many events they tell."""
    match events[0]:
        case Stepped():
            return _walk(events)
        case Threw(seat, _, way, _, end):
            return [_text("event.threw", who=Who(seat), way=_way(way), to=end)], 1
        case Crushed(seat, owner, square):
            kind = "crushed_own" if seat == owner else "crushed"
            return [_text(f"event.{kind}", who=Who(owner), square=square)], 1
        case Slain(seat, owner, square):
            kind = "slain_own" if seat == owner else "slain"
            return [_text(f"event.{kind}", who=Who(owner), square=square)], 1
        case Passed(seat, steps):
            return [_text("event.passed_after" if steps else "event.passed", who=Who(seat))], 1
        case Resigned(seat):
            return [_text("event.resigned", who=Who(seat))], 1
        case Repeated(times):
            return [_text("event.repeated_last" if times > 2 else "event.repeated")], 1
        case Capped(turns):
            return [_text("event.capped", n=turns)], 1
        case Over(by, seats):
            return [_text(f"event.{by}", who=tuple(map(Who, seats)))], 1
        case other:
            raise AssertionError(f"no words for {other!r}")


def _walk(events: Sequence[Event]) -> tuple[list[Text], int]:
    """Tell the steps that one seat took in a row, with the throw that may end them, as one sentence."""
    steps: list[Text] = []
    used = 0
    seat = Seat(0)
    while used < len(events) and len(steps) < _MOST:
        event = events[used]
        if not isinstance(event, Stepped) or (steps and event.seat != seat):
            break
        seat = event.seat
        following = events[used + 1] if used + 1 < len(events) else None
        thrown = following if isinstance(following, Threw) else None
        steps.append(_step(event, thrown))
        used += 1 if thrown is None else 2
        if thrown is not None:
            break
    params: dict[str, Param] = {f"step{number}": step for number, step in enumerate(steps, 1)}
    return [_text(f"event.moved_{_JOINED[len(steps)]}", who=Who(seat), **params)], used


def _step(step: Stepped, thrown: Threw | None) -> Text:
    """Tell a step as an object ("the troll from f2 to e2, throwing the rock north to e8")."""
    whither: dict[str, Param] = {"from": step.start, "to": step.end}
    if thrown is not None:
        throw: dict[str, Param] = {"way": _way(thrown.way), "lands": thrown.end}
        if step.pulled is None:
            return _text("step.throw", **whither, **throw)
        return _text("step.pull_throw", **whither, **throw, **_rock(step.pulled))
    if step.levitated is not None:
        return _text("step.levitate", **whither, **_rock(step.levitated))
    if step.pulled is not None:
        return _text("step.pull", **whither, **_rock(step.pulled))
    if step.pushed:
        return _text("step.push", **whither, pushed=tuple(map(_carried, step.pushed)))
    return _text(f"step.{step.piece}", **whither)


def _rock(rock: Carried) -> dict[str, Param]:
    return {"rock": rock.start, "rock_to": rock.end}


def _carried(carried: Carried) -> Text:
    """Name what a dwarf pushed, and where to."""
    if carried.owner is None:
        return _text("carried.rock", to=carried.end)
    return _text(f"carried.{carried.what}", who=Who(carried.owner), to=carried.end)


def _way(way: str) -> Text:
    return _text(f"way.{way}")


WORDS = SplutWords()
