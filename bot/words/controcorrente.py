"""The words of Controcorrente: events, turns and options as message ids.

Owns which sentence tells what, and that a roll and what it led to make one sentence. Refuses to hold sentences and to judge
rules. Tile numbers in sentences are those of the moment the event happened.
"""

from collections.abc import Sequence
from typing import Any, TypeAlias

from bot.engine.core import AnyGame, Event, Param, Seat, Text, Who
from bot.engine.games.controcorrente.events import (
    Aground,
    Contrary,
    Docked,
    Fair,
    Fell,
    Moved,
    Over,
    Passed,
    Resigned,
    Rolled,
    Rotated,
    Skipped,
    Surged,
)
from bot.engine.games.controcorrente.position import ARROWS
from bot.engine.games.controcorrente.river import Pass
from bot.words.base import GameWords

_Deed: TypeAlias = Moved | Fair | Contrary | Passed


class ControcorrenteWords(GameWords):
    """What happens on the river, told."""

    def tell(self, events: Sequence[Event]) -> list[Text]:
        """Tell events in order, a roll joined with its deed; who is skipped is not told."""
        told: list[Text] = []
        at = 0
        while at < len(events):
            texts, used = _next(events[at:])
            told += texts
            at += used
        return told

    def turn(self, game: AnyGame, state: Any, seat: Seat) -> Text:
        """Say what the seat to move has to do: roll, sail, use the wind or pass."""
        who: dict[str, Param] = {"who": Who(seat)}
        if state.to_move != seat:
            return _text("turn.none", **who)
        if state.die is None:
            return _text("turn.roll", **who)
        legal = list(game.legal(state, seat))
        if legal == [Pass()]:
            return _text("turn.pass", **who)
        if state.die == ARROWS:
            return _text("turn.wind_optional" if Pass() in legal else "turn.wind", **who)
        return _text("turn.sail", n=state.die, **who)

    def options(self, options: Any) -> list[Text]:
        """Name the options that differ from their defaults."""
        told: list[Text] = []
        for name, field in type(options).model_fields.items():
            value = getattr(options, name)
            if value != field.default:
                told.append(_text(f"chosen.{name}") if isinstance(value, bool) else _text(f"chosen.{name}", tile=value))
        return told

    def option_label(self, name: str) -> Text:
        """Describe one option."""
        return _text(f"option.{name}")


def _text(name: str, /, **params: Param) -> Text:
    return Text(f"controcorrente.{name}", params)


def _next(events: Sequence[Event]) -> tuple[list[Text], int]:
    """Tell the first event and those it joins with; give the sentences and how many events they tell."""
    match events[0]:
        case Rolled(seat, die):
            return _rolled(seat, die, events)
        case Moved(seat) | Fair(seat) | Contrary(seat) | Passed(seat):
            what, used = _deed(events)
            return [_text("event.does", who=Who(seat), what=what)], used
        case Skipped():
            return [], 1  # silently, as the rules have it (2.4): the picture shows whose boats are gone
        case Rotated(sand, wave, round_number):
            ends = len(events) > 1 and isinstance(events[1], Over)
            return [] if ends else [_text("event.rotated", round=round_number, sand=sand, wave=wave)], 1
        case Fell(boats):
            return [_text("event.fell", boats=tuple(_text("event.boats", who=Who(seat), n=count) for seat, count in boats))], 1
        case Resigned(seat, tiles):
            if not tiles:
                return [_text("event.resigned_empty", who=Who(seat))], 1
            return [_text("event.resigned", who=Who(seat), n=len(tiles))], 1
        case Over(scores, places):
            return _over(scores, places), 1
        case other:
            raise AssertionError(f"no words for {other!r}")


def _rolled(seat: Seat, die: int, events: Sequence[Event]) -> tuple[list[Text], int]:
    kind = "rolled_arrows" if die == ARROWS else "rolled"
    params: dict[str, Param] = {"who": Who(seat)} if die == ARROWS else {"who": Who(seat), "die": die}
    follows = events[1] if len(events) > 1 else None
    if isinstance(follows, Moved | Fair | Contrary | Passed) and follows.seat == seat:
        what, used = _deed(events[1:])
        return [_text(f"event.{kind}_and", what=what, **params)], used + 1
    return [_text(f"event.{kind}", **params)], 1


def _deed(events: Sequence[Event]) -> tuple[Text, int]:
    """Tell a deed as a predicate ("sails from 3 to 7"), with the number of events it takes in."""
    match events[0]:
        case Moved() as moved:
            return _voyage(moved, events[1:])
        case Fair(_, start, end, cut):
            return _text("event.fair_cut" if cut else "event.fair", **{"from": start, "to": end}), 1
        case Contrary(_, owner, start, end):
            return _text("event.contrary", owner=Who(owner), **{"from": start, "to": end}), 1
        case _:
            return _text("event.passed"), 1


def _voyage(moved: Moved, following: Sequence[Event]) -> tuple[Text, int]:
    kind, used = "sail", 1
    params: dict[str, Param] = {"from": moved.start, "to": moved.end}
    for event in following:
        match event:
            case Surged(_, tile, _):
                kind += "_surge"
                params["wave"] = tile
            case Aground():
                kind += "_aground"
            case Docked(_, bollard):
                kind += "_dock"
                params |= {"bollard": bollard, "n": bollard}
            case _:
                break
        used += 1
    return _text(f"event.{kind}", **params), used


def _over(scores: tuple[int, ...], places: tuple[int, ...]) -> list[Text]:
    winners = tuple(Who(Seat(seat)) for seat, place in enumerate(places) if place == 1)
    if not winners:
        return [_text("event.nobody")]
    n = scores[winners[0].seat]
    return [_text("event.shared" if len(winners) > 1 else "event.won", who=winners, n=n)]


WORDS = ControcorrenteWords()
