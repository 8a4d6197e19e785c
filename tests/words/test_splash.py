"""What Splash & Bash says: golden sentences in three languages, and no event without words."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from bot.engine.core import Code, Event, Seat, Text
from bot.engine.games.splash import events as ev
from bot.engine.games.splash.cards import CARDS, HIGH, LOW
from bot.engine.games.splash.game import SPLASH
from bot.engine.games.splash.position import Decision, SplashOptions
from bot.i18n import LANGS, Lang
from bot.words.base import words_of
from bot.words.splash import WORDS, effect
from tests.golden import compare
from tests.render.pools import CHAIN, SWAP, WET, B, G, R, match, sayer

GOLDEN = Path(__file__).parent / "golden"


def rolled(piece: str, die: int, squares: int | None = None, *, anchored: bool = False, again: bool = False) -> ev.Rolled:
    made = die if squares is None else squares
    return ev.Rolled(piece, die, made - die, made, anchored=anchored, again=again)


TALES: dict[str, Sequence[Event]] = {
    "the lineups": (ev.Began(("ECA", "CCC", "AAE")),),
    "a card, a roll, a walk": (
        ev.Drew("R1", "low", 0),
        ev.Applied("R1", "BR"),
        rolled("R1", 3, 4),
        ev.Moved("R1", "1C3", "1C7", 0),
    ),
    "with the wind": (rolled("R1", 4), ev.LaneChanged("R1", "1C1", "1E1"), ev.Moved("R1", "1E1", "1E4", 1)),
    "two lanes across": (
        rolled("R1", 5),
        ev.LaneChanged("R1", "1E1", "1C1"),
        ev.LaneChanged("R1", "1C1", "1A1"),
        ev.Moved("R1", "1A1", "1A2", 0),
    ),
    "one square": (rolled("R1", 2, 1, anchored=True), ev.Moved("R1", "1C3", "1C4", 0)),
    "held by the anchor": (rolled("R1", 6, 3, anchored=True),),
    "a card kept": (ev.Drew("R1", "high", 1),),
    "a card taken, as its team learns of it": (ev.Drew("R1", "high", 2), ev.Took(R, "TB")),
    "a third card": (ev.Drew("R1", "high", 3), ev.Discarded(R, "MO", "limit"), rolled("R1", 1)),
    "a chain": CHAIN,
    "a Splash": WET,
    "a swap": SWAP,
    "outward": (ev.LaneChanged("R1", "1A5", "1C6"), ev.Bumped("outward", "R1", "B1", "1C6"), ev.Pushed("B1", "1C6", "1E8")),
    "the Outer rule": (
        ev.LaneChanged("R1", "1C6", "1E8"),
        ev.Bumped("outer", "R1", "B1", "1E8"),
        ev.Discarded(B, "GA", "outer"),
        ev.Pushed("B1", "1E8", "1E7"),
        ev.Bumped("back", "B1", "B2", "1E7"),
        ev.Pushed("B2", "1E7", "1E5"),
    ),
    "the Outer rule without a card": (ev.Bumped("outer", "R1", "B1", "1E8"), ev.Pushed("B1", "1E8", "1E7")),
    "an obstacle": (ev.Drew("R1", "low", 0), ev.Applied("R1", "LP"), ev.Obstacle("R1", "E5")),
    "on an obstacle": (
        ev.Moved("R1", "1E3", "1E5", 1),
        ev.Slipped("R1", "1E5", obstacle=True),
        ev.ObstacleGone("E5"),
        ev.Pushed("R1", "1E5", "1C4"),
    ),
    "on an obstacle by the pool": (
        ev.Slipped("R1", "1A7", obstacle=True),
        ev.ObstacleGone("A7"),
        ev.Splash("R1", "1A7", "1C5"),
        ev.Bumped("behind", "R1", "B1", "1C5"),
        ev.Pushed("B1", "1C5", "1C7"),
    ),
    "cleared": (ev.Drew("R1", "low", 0), ev.Applied("R1", "SE"), ev.ObstacleGone("E6")),
    "a wet tile": (
        ev.Drew("R1", "high", 0),
        ev.Applied("R1", "PB"),
        ev.Slipped("R1", "1A6", obstacle=False),
        ev.Splash("R1", "1A6", "1C5"),
    ),
    "a wet tile elsewhere": (ev.Slipped("R1", "1C6", obstacle=False), ev.Pushed("R1", "1C6", "1A5")),
    "a card on a rival": (ev.Played(R, "R1", "RI", "B1"), ev.Pushed("B1", "1C8", "1C5"), rolled("R1", 4)),
    "a card alone": (ev.Played(R, "R1", "MO", ""), rolled("R1", 2, 5)),
    "an anchor": (ev.Played(R, "R1", "AN", "B1"), ev.Anchored("B1")),
    "stolen": (ev.Played(R, "R1", "GA", "B"), ev.Stolen(R, B), ev.StolenCard(R, B, "SA")),
    "rolled again": (ev.Played(R, "R1", "DO", ""), rolled("R1", 3, again=True)),
    "rolled again for more": (rolled("R1", 3, 5, again=True),),
    "rolled again at anchor": (rolled("R1", 3, 1, anchored=True, again=True),),
    "a lifebuoy": (ev.Reacted(B, "SA", "B1", ""), ev.Pushed("B1", "1A6", "1C7")),
    "a whistle": (ev.Moved("R1", "1C3", "1C5", 0), ev.Reacted(B, "AL", "B1", "R1")),
    "home": (ev.Moved("R1", "2C15", "F", 0), ev.Finished("R1", 2)),
    "pushed home": (ev.Bumped("behind", "R1", "B1", "2C17"), ev.Pushed("B1", "2C17", "F"), ev.Finished("B1", 1)),
    "the Helmsman": (ev.HelmEntered("RH", "2C9"), rolled("RH", 4), ev.Moved("RH", "2C9", "2C13", 0), ev.Drew("RH", "high", 1)),
    "a bounce": (
        ev.Moved("RH", "2C16", "F", 0),
        ev.Bounced("RH", "2C15"),
        ev.Bumped("back", "RH", "B1", "2C15"),
        ev.Pushed("B1", "2C15", "2C13"),
    ),
    "closed": (ev.Moved("RH", "2C14", "F", 0), ev.Closed("RH"), ev.Over((1, 2))),
    "the photo finish": (ev.RollOff((("R", 4), ("G", 4), ("R", 6), ("G", 2))), ev.Over((1, 3, 2))),
    "shared": (ev.Over((1, 1)),),
    "new decks": (ev.Reshuffled("low", 25), ev.Reshuffled("high", 1)),
    "left": (ev.Left(B),),
    "told to a team alone": (
        ev.Lined(R, "ECA"),
        ev.Ordered(R, "SA", on=False),
        ev.Ordered(R, "AL", on=True),
        ev.HandOrdered(R, ("SA", "GA")),
        ev.HandOrdered(R, ()),
        ev.Took(R, "TB"),
    ),
}
FULL = SplashOptions(course="corta", order="alternato", sudden=True, autoroll=False)
TURNS: dict[str, Decision] = {
    "to put an obstacle": "D1",
    "to discard": "D2",
    "to roll or play": "D3",
    "to choose the lane": "D4",
    "to play or pass": "D6",
    "to begin": "start",
}
BEFORE = "SB1 classica 2 r3 >R1 | R 1C3 1C1 1C2 - | B 1C8 1C12 1C13 - | h R:RI,SA"


def everything(lang: Lang) -> list[str]:
    say = sayer(lang)
    lines: list[str] = []
    for name, events in TALES.items():
        lines += [f"# {name}", *map(say, WORDS.tell(events))]
    lines += ["# briefly", *map(say, WORDS.brief(TALES["a card, a roll, a walk"]))]
    state = SPLASH.load(BEFORE, SplashOptions())
    for name, decision in TURNS.items():
        due = replace(state, decision=decision, die=4 if decision in ("D4", "D6") else 0, modifier=-3 if decision == "D4" else 0)
        lines += [f"# turn: {name}", say(WORDS.turn(SPLASH, due, R))]
    lines += ["# turn: of somebody else", say(WORDS.turn(SPLASH, state, B))]
    opening = next(match(1, 3))
    chosen = SPLASH.load(opening.position, opening.options)
    lines += ["# turn: the lanes", say(WORDS.turn(SPLASH, chosen, G))]
    progress = WORDS.progress(SPLASH, chosen)
    assert progress is not None
    lines += [say(progress)]
    lines += ["# a hand", *map(say, WORDS.hand(SPLASH.view(state, R))), "# no hand", *map(say, WORDS.hand(SPLASH.view(state, B)))]
    lines += ["# seats", *(say(WORDS.seat(letter) or Text("")) for letter in "RBGY")]
    lines += ["# options", *map(say, WORDS.options(FULL)), *map(say, WORDS.options(SplashOptions(course="olimpionica")))]
    lines += ["# the options' descriptions", *(say(WORDS.option_label(name)) for name in SplashOptions.model_fields)]
    lines += [say(WORDS.option_label(f"course.{course}")) for course in ("classica", "corta", "olimpionica")]
    lines += [say(WORDS.option_label(f"order.{order}")) for order in ("misto", "alternato")]
    return lines


@pytest.mark.parametrize("lang", LANGS)
def test_sentences(lang: Lang) -> None:
    compare(GOLDEN / f"splash.{lang}.txt", "\n".join(everything(lang)) + "\n")


@pytest.mark.parametrize("lang", LANGS)
def test_every_event_of_random_matches_has_words(lang: Lang) -> None:
    say = sayer(lang)
    for teams in (2, 3, 4):
        for pool in match(teams + 40, teams):
            assert all(say(text).endswith(".") for text in WORDS.tell(pool.last))
            assert all(say(text).endswith(".") for text in WORDS.brief(pool.last))
            state = SPLASH.load(pool.position, pool.options)
            for seat in SPLASH.to_act(state):
                assert say(WORDS.turn(SPLASH, state, seat)).endswith(".")


def test_a_turn_makes_one_sentence() -> None:
    turns = [sum(isinstance(event, ev.Turn) for event in pool.last) for pool in match(5, 3)]
    told = [len(WORDS.tell(pool.last)) for pool in match(5, 3)]
    assert max(told) <= max(turns) + 2  # the one before and what concerns all
    assert len(WORDS.tell(CHAIN)) == 1


def test_bump_by_bump_in_order() -> None:
    (told,) = WORDS.tell(CHAIN)
    said = sayer("en")(told)
    assert said.index("R1") < said.index("bumps B1") < said.index("B1 bumps R2")


def test_a_brief_story_is_shorter_and_keeps_dice_and_squares() -> None:
    tale = TALES["a card, a roll, a walk"]
    full, brief = (sayer("en")(text) for (text,) in (WORDS.tell(tale), WORDS.brief(tale)))
    assert len(brief) < len(full)
    assert all(part in brief for part in ("Breeze", "rolls 3", "1C7"))


def test_a_spectator_has_no_hand() -> None:
    state = SPLASH.load(BEFORE, SplashOptions())
    assert WORDS.hand(SPLASH.view(state, None)) == []


def test_a_third_card_and_a_lineup_are_told_to_their_team() -> None:
    state = replace(SPLASH.load(BEFORE, SplashOptions()), decision="D2", drawn="GA")
    ids = [text.id for text in WORDS.hand(SPLASH.view(state, R))]
    assert "splash.hand.drawn" in ids
    assert "splash.hand.drawn" not in [text.id for text in WORDS.hand(SPLASH.view(state, B))]
    opening = next(match(1, 2))
    lined = replace(SPLASH.load(opening.position, opening.options), lineups=("EEA", None))
    (text,) = [text for text in WORDS.hand(SPLASH.view(lined, R)) if text.id == "splash.hand.lineup"]
    assert text.params == {"lineup": Code("EEA")}
    assert not [text for text in WORDS.hand(SPLASH.view(lined, B)) if text.id == "splash.hand.lineup"]


@pytest.mark.parametrize("lang", LANGS)
def test_every_card_has_a_name_and_an_effect(lang: Lang) -> None:
    say = sayer(lang)
    names = {say(Text(f"splash.card.{card}")) for card in CARDS}
    assert len(names) == len(LOW) + len(HIGH) == 23
    assert len({say(effect(card)) for card in CARDS}) == 23


def test_the_plain_game_has_no_options_to_tell() -> None:
    assert WORDS.options(SplashOptions()) == []


def test_descriptions_of_options_fit_a_slash_command() -> None:
    for lang in LANGS:
        labels = [sayer(lang)(WORDS.option_label(name)) for name in SplashOptions.model_fields]
        assert max(map(len, labels)) <= 100


def test_an_unknown_event_is_no_silence() -> None:
    with pytest.raises(AssertionError, match="no words for Event"):
        WORDS.tell((Event(),))


def test_tell_of_nothing_is_nothing() -> None:
    assert WORDS.tell(()) == []


def test_words_are_found_by_the_games_key() -> None:
    assert words_of("splash") is WORDS
    assert Seat(0) == R
