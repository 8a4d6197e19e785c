"""What Splut! says: golden sentences in three languages, every side effect named, and no event without words."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from bot.engine.core import Event, Text
from bot.engine.games.splut.events import Capped, Over, Passed, Repeated, Resigned, Slain, Stepped, Threw
from bot.engine.games.splut.game import SPLUT
from bot.engine.games.splut.position import SplutOptions
from bot.i18n import LANGS, Lang
from bot.words.base import words_of
from bot.words.splut import WORDS
from tests.golden import compare
from tests.render.arenas import G, R, Y, arenas, match, sayer, start

GOLDEN = Path(__file__).parent / "golden"
STEP = Stepped(R, "Sn", "sorcerer", "d2", "d3")
TALES: dict[str, Sequence[Event]] = {
    "a throw whose step was told before": (Threw(R, "d5", "e", (), "i5"),),
    "two turns in a row": (STEP, Stepped(G, "Ts", "troll", "d8", "d7"), Stepped(G, "Dw", "dwarf", "e8", "d8")),
    "passed with steps taken": (STEP, Passed(R, 1)),
    "third time": (Repeated(3), Over("drawn", (R, Y, G), (1, 1, 1))),
    "capped at one": (Capped(1), Over("drawn", (R, G), (1, 1))),
}
HOUSE = SplutOptions(first="G", lev_adjacent="rigid", pull_throw=False, repetition=0, turn_cap=50)
OTHER = SplutOptions(first="B", lev_adjacent="strict", turn_cap=0)


def everything(lang: Lang) -> list[str]:
    say = sayer(lang)
    lines: list[str] = []
    for arena in arenas():
        lines += [f"# {arena.name}", *map(say, WORDS.tell(arena.last))]
        lines += [say(WORDS.turn(SPLUT, arena.state, seat)) for seat in SPLUT.to_act(arena.state)]
    for name, events in TALES.items():
        lines += [f"# {name}", *map(say, WORDS.tell(events))]
    lines += ["# turn of somebody else", say(WORDS.turn(SPLUT, start(2), Y))]
    for options in (HOUSE, OTHER):
        lines += ["# options", *map(say, WORDS.options(options))]
    lines += ["# the options' descriptions", *(say(text) for text in labels())]
    lines += ["# sides", *(say(text) for text in map(WORDS.seat, "RYGB") if text is not None)]
    return lines


def labels() -> list[Text]:
    schema = SplutOptions.model_json_schema()["properties"]
    values = [f"{name}.{value}" for name, field in schema.items() for value in field.get("enum", [])]
    return [WORDS.option_label(name) for name in [*schema, *values]]


@pytest.mark.parametrize("lang", LANGS)
def test_sentences(lang: Lang) -> None:
    compare(GOLDEN / f"splut.{lang}.txt", "\n".join(everything(lang)) + "\n")


@pytest.mark.parametrize("lang", LANGS)
def test_every_event_of_random_matches_has_words(lang: Lang) -> None:
    say = sayer(lang)
    for seats in (2, 3, 4):
        for arena in match(seats, seats):
            told = [say(text) for text in WORDS.tell(arena.last)]
            assert all(line.endswith(".") for line in told)
            together = " ".join(told)
            for event in arena.last:
                assert named(event, together), (event, together)


def named(event: Event, told: str) -> bool:
    """Tell whether the sentences name every square that something moved from or to."""
    match event:
        case Stepped(_, _, _, beginning, end, pulled, levitated, pushed):
            rocks = [one for one in (pulled, levitated) if one is not None]
            squares = [beginning, end, *(one.start for one in rocks), *(one.end for one in (*rocks, *pushed))]
            return all(square in told for square in squares)
        case Threw(_, _, _, _, end):
            return end in told
        case Slain(_, _, square):
            return "SPLUT" in told and square in told
        case _:
            return bool(told)


def test_a_turn_is_one_sentence() -> None:
    for arena in arenas():
        steps = [event for event in arena.last if isinstance(event, Stepped)]
        told = [text for text in WORDS.tell(arena.last) if text.id.startswith("splut.event.moved_")]
        assert len(told) == bool(steps)


def test_more_steps_than_a_turn_has_begin_a_new_sentence() -> None:
    told = WORDS.tell([STEP] * 4)
    assert [text.id.rpartition("_")[2] for text in told] == ["three", "one"]


def test_the_plain_game_has_no_options_to_tell() -> None:
    assert WORDS.options(SplutOptions()) == []


def test_descriptions_of_options_fit_a_slash_command() -> None:
    for lang in LANGS:
        assert max(len(sayer(lang)(text)) for text in labels()) <= 100


def test_an_unknown_event_is_no_silence() -> None:
    with pytest.raises(AssertionError, match="no words for Event"):
        WORDS.tell((Event(),))


def test_leaving_is_told_once() -> None:
    assert [text.id for text in WORDS.tell((Resigned(R, ()), Over("won", (G,), (2, 1))))] == [
        "splut.event.resigned",
        "splut.event.won",
    ]


def test_words_are_found_by_the_games_key() -> None:
    assert words_of("splut") is WORDS
