"""Splash & Bash by the book: the worked examples of section 14, what they tell, and the photo finish."""

import pytest

from bot.engine.games.splash import events
from bot.engine.games.splash.game import SPLASH
from bot.errors import IllegalAction
from tests.engine.poolside import STANDARD, play_record, shorthand, single_turns, standing
from tests.engine.tables import table

__all__ = ["single_turns"]

WORKED = table("splash_worked")
REFUSED = table("splash_illegal")


@pytest.mark.usefixtures("single_turns")
@pytest.mark.parametrize(("number", "point", "before", "record", "after"), WORKED, ids=[row[0] for row in WORKED])
def test_worked_example(number: str, point: str, before: str, record: str, after: str) -> None:
    gull = (0,) if "*GA" in record else ()
    played = play_record(shorthand(before, record.split()[0]), record, after=gull)
    assert standing(played.state) == standing(shorthand(after)), point


@pytest.mark.usefixtures("single_turns")
@pytest.mark.parametrize(("number", "point", "before", "record", "code"), REFUSED, ids=[row[0] for row in REFUSED])
def test_refused_example(number: str, point: str, before: str, record: str, code: str) -> None:
    with pytest.raises(IllegalAction) as refused:
        play_record(shorthand(before, "R1"), record)
    assert refused.value.code == f"splash.illegal.{code}", point


def test_the_tables_are_whole() -> None:
    assert [row[0] for row in WORKED] == [f"W{number}" for number in range(1, 58)]
    assert [row[0] for row in REFUSED] == [f"I{number}" for number in range(1, 12)]


P1 = "SB1 classica 3 r17 >GH | R F F F F | B F F 2C3 - | G F F F 2C14 | h R:SA G:MO,AL"


def test_photo_finish_by_cards() -> None:  # P1
    state = SPLASH.load(P1, STANDARD)
    played = play_record(state, "GH d4 >C")
    outcome = SPLASH.outcome(played.state)
    assert outcome is not None
    assert (outcome.places, outcome.scores, outcome.reason) == ((2, 3, 1), None, "splash.over.photo_finish")
    assert played.events[-1] == events.Over((2, 3, 1))


def test_photo_finish_by_the_die() -> None:  # P2
    state = SPLASH.load(P1.replace("G:MO,AL", "G:MO"), STANDARD)
    played = play_record(state, "GH d4 >C", after=(3, 3, 5, 1))
    outcome = SPLASH.outcome(played.state)
    assert outcome is not None
    assert outcome.places == (1, 3, 2)
    assert events.RollOff((("R", 4), ("G", 4), ("R", 6), ("G", 2))) in played.events
