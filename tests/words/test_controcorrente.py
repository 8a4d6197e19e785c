"""What Controcorrente says: golden sentences in three languages, and no event without words."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from bot.engine.core import Event, Text
from bot.engine.games.controcorrente import GAME
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
from bot.engine.games.controcorrente.position import ControcorrenteOptions
from bot.i18n import LANGS, Lang
from bot.words.base import words_of
from bot.words.controcorrente import WORDS
from tests.golden import compare
from tests.render.rivers import A, B, C, D, match, sayer

GOLDEN = Path(__file__).parent / "golden"
TALES: dict[str, Sequence[Event]] = {
    "a roll alone": (Rolled(A, 4),),
    "the arrows alone": (Rolled(A, 6),),
    "a roll and a sail": (Rolled(A, 2), Moved(A, 3, (4, 5))),
    "a sail whose roll was told before": (Moved(A, 3, (4, 5)),),
    "a surge": (Rolled(B, 1), Moved(B, 3, (4, 5, 6, 7)), Surged(B, 4, 7)),
    "a surge onto the sand": (Rolled(B, 1), Moved(B, 3, (4, 5, 6)), Surged(B, 4, 6), Aground(B, 6)),
    "a surge into the harbour": (Rolled(B, 1), Moved(B, 7, (8, 9, 10, 11)), Surged(B, 8, 11), Docked(B, 12)),
    "a surge to the last bollard": (Rolled(B, 1), Moved(B, 7, (8, 9, 10, 11)), Surged(B, 8, 11), Docked(B, 1)),
    "aground": (Rolled(C, 4), Moved(C, 6, (7,)), Aground(C, 7)),
    "a docking": (Rolled(D, 5), Moved(D, 10, (11,)), Docked(D, 12)),
    "a docking for one point": (Rolled(D, 5), Moved(D, 10, (11,)), Docked(D, 1)),
    "favourable wind": (Rolled(A, 6), Fair(A, 3, 5, cut=False)),
    "favourable wind cut by the sand": (Rolled(A, 6), Fair(A, 3, 5, cut=True)),
    "contrary wind": (Rolled(A, 6), Contrary(A, B, 7, 2)),
    "contrary wind alone": (Contrary(A, B, 7, 2),),
    "a pass on the arrows": (Rolled(A, 6), Passed(A, 6)),
    "a pass on a number": (Rolled(A, 3), Passed(A, 3)),
    "two turns in a row": (Rolled(A, 2), Moved(A, 3, (4, 5)), Rolled(B, 6), Passed(B, 6)),
    "one roll after another's": (Rolled(A, 2), Rolled(B, 3), Moved(B, 3, (4, 5, 6))),
    "seats skipped": (Passed(A, 6), Skipped(B), Skipped(C), Rotated(3, 6, 9), Skipped(A)),
    "one boat fallen": (Fell(((A, 1),)), Rotated(9, 2, 3)),
    "boats fallen": (Fell(((A, 2), (B, 1), (D, 3))), Rotated(9, 2, 3)),
    "resigned with boats": (Resigned(B, (4, 7)),),
    "resigned with one boat": (Resigned(B, (4,)),),
    "resigned without boats": (Resigned(B, ()), Skipped(C)),
    "won by the last docking": (Rolled(A, 2), Moved(A, 9, (10, 11)), Docked(A, 9), Over((21, 20), (1, 2))),
    "won with a point": (Over((1, 0), (1, 2)),),
    "shared": (Over((21, 21), (1, 1)),),
    "ended by the fall": (Rolled(B, 6), Passed(B, 6), Fell(((A, 1),)), Rotated(8, 1, 4), Over((12, 0, 11), (1, 3, 2))),
    "nobody won": (Resigned(A, (1,)), Over((0, 12), (3, 2))),
}
TURNS = {
    "to roll": ("1;A;S1W4;A3,3,3;B3,3,3;-", {}),
    "to sail by one": ("1;A;S1W4;A3,3,3;B3,3,3;1", {}),
    "to sail by four": ("1;A;S1W4;A3,3,3;B3,3,3;4", {}),
    "to pass": ("1;A;S1W4;A3,3,3;B3,3,3;*", {}),
    "to choose a wind": ("3;A;S9W2;A3,5,8;B4,4,6;*", {}),
    "to choose a wind or not": ("3;A;S9W2;A3,5,8;B4,4,6;*", {"wind_optional": True}),
    "without boats, on a number": ("10;A;S2W5;Ah12,h11,x;B4,h10,x;4", {"finished_players_roll": True}),
}
HOUSE = {"start": 5, "wave": 7, "finished_players_roll": True, "wind_optional": True, "tie_break": True, "auto_roll": True}


def everything(lang: Lang) -> list[str]:
    say = sayer(lang)
    lines: list[str] = []
    for name, events in TALES.items():
        lines += [f"# {name}", *map(say, WORDS.tell(events))]
    for name, (position, chosen) in TURNS.items():
        state = GAME.load(position, ControcorrenteOptions(**chosen))
        lines += [f"# turn: {name}", say(WORDS.turn(GAME, state, A))]
    state = GAME.load("1;A;S1W4;A3,3,3;B3,3,3;-", ControcorrenteOptions())
    lines += ["# turn: of somebody else", say(WORDS.turn(GAME, state, B))]
    lines += ["# options", *map(say, WORDS.options(ControcorrenteOptions(**HOUSE)))]
    lines += ["# the options' descriptions", *(say(WORDS.option_label(name)) for name in ControcorrenteOptions.model_fields)]
    return lines


@pytest.mark.parametrize("lang", LANGS)
def test_sentences(lang: Lang) -> None:
    compare(GOLDEN / f"controcorrente.{lang}.txt", "\n".join(everything(lang)) + "\n")


@pytest.mark.parametrize("lang", LANGS)
def test_every_event_of_random_matches_has_words(lang: Lang) -> None:
    say = sayer(lang)
    for seats in (2, 3, 4):
        whole: list[Event] = []
        for river in match(seats + 40, seats):
            whole += river.last
            assert all(say(text).endswith(".") for text in WORDS.tell(river.last))
            for seat in GAME.to_act(state := GAME.load(river.position, river.options)):
                assert say(WORDS.turn(GAME, state, seat)).endswith(".")
        told = WORDS.tell(whole)
        deeds = [event for event in whole if isinstance(event, Moved | Fair | Contrary | Passed)]
        joined = [text for text in told if "what" in text.params]
        assert len(joined) == len(deeds)
        assert {text.id.removesuffix("_arrows_and").removesuffix("_and") for text in joined} == {"controcorrente.event.rolled"}


def test_a_roll_is_joined_with_the_deed_of_its_own_seat_alone() -> None:
    told = WORDS.tell((Rolled(A, 2), Passed(B, 6)))
    assert [text.id for text in told] == ["controcorrente.event.rolled", "controcorrente.event.does"]


def test_the_drift_is_not_told_when_the_game_is_over() -> None:
    told = WORDS.tell((Fell(((A, 1),)), Rotated(8, 1, 4), Over((0, 0), (1, 1))))
    assert [text.id.rpartition(".")[2] for text in told] == ["fell", "shared"]


def test_the_plain_game_has_no_options_to_tell() -> None:
    assert WORDS.options(ControcorrenteOptions()) == []


def test_descriptions_of_options_fit_a_slash_command() -> None:
    for lang in LANGS:
        labels = [sayer(lang)(WORDS.option_label(name)) for name in ControcorrenteOptions.model_fields]
        assert max(map(len, labels)) <= 100


def test_an_unknown_event_is_no_silence() -> None:
    with pytest.raises(AssertionError, match="no words for Event"):
        WORDS.tell((Event(),))


def test_tell_of_nothing_is_nothing() -> None:
    nothing: list[Text] = WORDS.tell(())
    assert nothing == []


def test_words_are_found_by_the_games_key() -> None:
    assert words_of("controcorrente") is WORDS
