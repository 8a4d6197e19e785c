"""Every card of Splash & Bash has its test: what it does, on whom, when, and what it leaves alone (section 8)."""

from dataclasses import replace

import pytest

from bot.engine.chance import NoChance, Scripted
from bot.engine.core import Seat
from bot.engine.games.splash import events
from bot.engine.games.splash.actions import Play
from bot.engine.games.splash.cards import CARDS, HIGH, HIGH_PACK, LOW, LOW_PACK
from bot.engine.games.splash.game import SPLASH
from tests.engine.poolside import B, Played, R, on_top, play_record, shorthand, single_turns, standing
from tests.engine.tables import table

__all__ = ["single_turns"]

CASES = table("splash_cards")


def played(before: str, record: str, *, after: tuple[int, ...] = ()) -> Played:
    """Play one record from a shorthand."""
    return play_record(shorthand(before, record.split()[0]), record, after)


@pytest.mark.usefixtures("single_turns")
@pytest.mark.parametrize(("card", "point", "before", "record", "after"), CASES, ids=[f"{row[0]}: {row[1]}" for row in CASES])
def test_card(card: str, point: str, before: str, record: str, after: str) -> None:
    gull = (0,) if "*GA" in record else ()
    assert standing(played(before, record, after=gull).state) == standing(shorthand(after)), point


def test_every_card_has_a_case() -> None:
    assert {row[0] for row in CASES} == set(CARDS)


def test_the_decks_are_those_of_the_rules() -> None:
    assert {code: card.copies for code, card in LOW.items()} == dict(
        zip(("LP", "BR", "RA", "VC", "BO", "CI", "MA", "SE", "PA", "SI"), (5, 4, 5, 2, 3, 2, 3, 2, 3, 1), strict=True)
    )
    assert {code: (card.copies, card.timing) for code, card in HIGH.items()} == {
        "TB": (3, "any"),
        "SP": (3, "any"),
        "RI": (3, "any"),
        "AN": (2, "any"),
        "GA": (2, "any"),
        "SC": (2, "any"),
        "ME": (1, "any"),
        "MO": (4, "pre"),
        "DO": (2, "post"),
        "SA": (3, "react"),
        "AL": (2, "react"),
        "PB": (6, "now"),
        "OR": (3, "now"),
    }
    assert (len(LOW_PACK), len(HIGH_PACK)) == (30, 36)


TARGETS = table("splash_targets")


@pytest.mark.parametrize(("card", "point", "before", "targets"), TARGETS, ids=[f"{row[0]}: {row[1]}" for row in TARGETS])
def test_targets(card: str, point: str, before: str, targets: str) -> None:
    """Who may be the target, in a window that is open in any case: after the movement for DO, before the roll for the others."""
    state = shorthand(before, "R1", teams=3)
    state = replace(state, decision="D6", die=1) if card == "DO" else replace(state, decision="D3")
    offered = [action.target or "alone" for action in SPLASH.legal(state, R) if isinstance(action, Play) and action.card == card]
    assert offered == targets.split(), point


# Reactions


@pytest.mark.usefixtures("single_turns")
def test_a_reaction_needs_its_standing_order() -> None:
    state = shorthand("R1=1C7 B1=1A6 hB=SA", "R1")
    off = SPLASH.apply(state, B, SPLASH.parse(state, B, "order salvagente off"), NoChance()).state
    wet = play_record(off, "R1 ~SI d4 >A").state
    assert standing(wet) == standing(shorthand("R1=1A6 B1=1C5 hB=SA"))
    other = SPLASH.apply(state, B, SPLASH.parse(state, B, "order alt off"), NoChance()).state
    assert standing(play_record(other, "R1 ~SI d4 >A").state) == standing(shorthand("R1=1A6 B1=1C7"))


@pytest.mark.usefixtures("single_turns")
def test_a_team_uses_one_card_a_turn_reactions_included() -> None:
    # A Mareggiata takes two pieces of Blue: the first is saved, the second has no reaction left.
    saved = played("R1=1A4 B1=1A7 B2=1A6 hR=ME hB=SA,SA", "R1 ~AN *ME d1 >A").state
    assert standing(saved) == standing(shorthand("R1=1A5 B1=1C8 B2=1C5 hR=AN hB=SA"))


@pytest.mark.usefixtures("single_turns")
def test_the_own_card_of_the_turn_leaves_no_lifebuoy() -> None:
    wet = played("R1=1C7 R2=1A6 B1=1C1 hR=RI,SA", "R1 ~SI *RI@B1 d4 >A").state
    assert standing(wet) == standing(shorthand("R1=1A6 R2=1C5 B1=1C0 hR=SA"))


@pytest.mark.usefixtures("single_turns")
def test_a_lifebuoy_saves_an_own_piece_from_an_own_bump() -> None:
    told = played("R1=1C7 R2=1A6 hR=SA", "R1 ~SI d4 >A")
    assert standing(told.state) == standing(shorthand("R1=1A6 R2=1C7"))
    assert events.Reacted(R, "SA", "R2", "") in told.events


@pytest.mark.usefixtures("single_turns")
@pytest.mark.parametrize(
    ("point", "before", "record", "after"),
    [
        ("a sideways step stays in the lane it leaves, the cost is lost", "R1=1C3 B1=1A3 hB=AL", "R1 ~SI d5 >A", "R1=1C3 B1=1A3"),
        ("on the middle lane of a double change", "R1=1E1 B1=1C1 hB=AL", "R1 ~SI d6 >A", "R1=1E1 B1=1C1"),
        ("the second step of a double change", "R1=1E1 B1=1A1 hB=AL", "R1 ~SI d6 >A", "R1=1C1 B1=1A1"),
        ("right behind: the mover stays", "R1=1C5 B1=1C6 hB=AL", "R1 ~SI d5 >C", "R1=1C5 B1=1C6"),
        ("a mover may stand on the line", "R1=1C0 B1=1C1 hB=AL", "R1 ~SI d5 >C", "R1=1C0 B1=1C1"),
        ("never a later one of a chain", "R1=1C3 B1=1C6 G1=1C8 hG=AL", "R1 ~SI d3 >C", "R1=1C6 B1=1C8 G1=1C10 hG=AL"),
        ("not a team mate", "R1=1C3 R2=1C6 hR=AL", "R1 ~SI d5 >C", "R1=1C6 R2=1C8 hR=AL"),
        ("not an obstacle", "R1=1C3 x=C6 hB=AL", "R1 ~SI d5 >C", "R1=1A5 hB=AL"),
        ("before any Salvagente", "R1=1C7 B1=1A6 hB=SA,AL", "R1 ~SI d4 >A", "R1=1C7 B1=1A6 hB=SA"),
    ],
)
def test_the_whistle(point: str, before: str, record: str, after: str) -> None:
    told = play_record(shorthand(before, "R1", teams=3), record)
    assert standing(told.state) == standing(shorthand(after, teams=3)), point


@pytest.mark.usefixtures("single_turns")
def test_the_whistle_does_not_stop_a_bounce() -> None:
    told = played("R1=F R2=F R3=F RH=2C16 B1=2C15 hB=AL", "RH d5 >C +RI")
    assert standing(told.state) == standing(shorthand("R1=F R2=F R3=F RH=2C15 B1=2C13 hR=RI hB=AL"))


# Decks and hands


@pytest.mark.usefixtures("single_turns")
def test_a_card_goes_to_the_discards_before_its_effect() -> None:
    state = play_record(shorthand("R1=1A5 B1=1C9 hR=RI", "R1"), "R1 ~OR d1 >A").state
    assert state.high_spent == ("OR",)
    state = play_record(shorthand("R1=1C5 B1=1C9 hR=RI", "R1"), "R1 ~SI *RI@B1 d1 >C").state
    assert (state.low_spent, state.high_spent) == (("SI",), ("RI",))


@pytest.mark.usefixtures("single_turns")
def test_two_equal_old_cards_are_not_asked_about() -> None:
    told = played("R1=1A5 hR=SA,SA", "R1 ~AL d1 >A")
    assert told.state.hands[R] == ("SA", "AL")
    assert told.actions == ["pass"]
    assert events.Discarded(R, "SA", "limit") in told.events


@pytest.mark.usefixtures("single_turns")
def test_an_empty_deck_is_made_of_its_discards() -> None:
    state = shorthand("R1=1C5", "R1")
    state = replace(state, low=(), low_spent=state.low)
    chance = Scripted([0] * 30)
    step = SPLASH.apply(state, R, SPLASH.parse(state, R, "pass"), chance)
    assert events.Reshuffled("low", 30) in step.events
    assert [(draw.label, draw.bound) for draw in chance.draws[:29]] == [("low", bound) for bound in range(30, 1, -1)]
    assert (len(step.state.low), len(step.state.low_spent)) == (29, 1)

    high = shorthand("R1=1A5", "R1")
    high = replace(high, high=(), high_spent=high.high)
    step = SPLASH.apply(high, R, SPLASH.parse(high, R, "pass"), Scripted([0] * 35 + [0]))
    assert events.Reshuffled("high", 36) in step.events


@pytest.mark.usefixtures("single_turns")
def test_with_no_card_anywhere_nothing_is_drawn() -> None:
    state = shorthand("R1=1A5", "R1")
    state = replace(state, high=(), high_spent=())
    step = SPLASH.apply(state, R, SPLASH.parse(state, R, "pass"), Scripted([0]))
    assert not any(isinstance(event, events.Drew) for event in step.events)
    assert step.state.hands == ((), ())


@pytest.mark.usefixtures("single_turns")
def test_the_gull_takes_what_the_draw_says() -> None:
    state = on_top(shorthand("R1=1C3 hR=GA hB=SA,ME", "R1"), "SI")
    told = play_record(state, "R1 ~SI d1 >C *GA@B", after=(1,))
    assert told.state.hands == (("ME",), ("SA",))
    (card,) = (event for event in told.events if isinstance(event, events.StolenCard))
    assert card.audience == frozenset({R, B})
    assert events.Stolen(Seat(0), Seat(1)) in told.events
