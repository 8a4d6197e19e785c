"""Splash & Bash by the book: standing orders, leaving, the end of the race, refusals, options."""

from dataclasses import replace
from typing import Any

import pytest
from pydantic import ValidationError

from bot.engine.chance import NoChance, Scripted, Seeded
from bot.engine.core import Seat, Text
from bot.engine.games.splash import events
from bot.engine.games.splash.actions import Go, Pass
from bot.engine.games.splash.game import SPLASH
from bot.engine.games.splash.position import SplashOptions
from bot.engine.games.splash.race import Race
from bot.engine.games.splash.standings import settle
from bot.errors import IllegalAction, MatchOver, NotYourTurn, Refusal
from tests.engine.poolside import (
    STANDARD,
    B,
    G,
    R,
    Y,
    act,
    on_top,
    play_record,
    refused,
    shorthand,
    single_turns,
    standing,
    texts,
)
from tests.engine.tables import table

__all__ = ["single_turns"]


# Standing actions


def test_standing_orders_are_taken_at_any_time() -> None:
    state = shorthand("R1=1C5 hB=SA,AL", "R1")
    for text, seat, orders_of in [
        ("order salvagente off", B, (False, True)),
        ("order alt off", B, (True, False)),
        ("order alt on", R, (True, True)),
    ]:
        action = SPLASH.parse(state, seat, text)
        assert SPLASH.is_standing(action)
        step = SPLASH.apply(state, seat, action, NoChance())
        assert step.state.standing[seat] == orders_of
        assert not step.reveals
        assert all(event.audience == frozenset({seat}) for event in step.events)
        assert SPLASH.to_act(step.state) == SPLASH.to_act(state)
    assert SPLASH.view(step.state, B).teams[B].alt is True
    assert SPLASH.view(step.state, R).teams[B].alt is None
    assert not SPLASH.is_standing(Go("E"))


def test_a_hand_is_put_in_order() -> None:
    state = shorthand("R1=1C5 hB=SA,AL", "R1")
    turned, told = act(state, B, "hand order AL SA")
    assert turned.hands[B] == ("AL", "SA")
    assert told == (events.HandOrdered(B, ("AL", "SA"), audience=frozenset({B})),)
    assert refused(state, B, "hand order SA GA").code == "splash.illegal.not_your_hand"
    assert refused(state, R, "hand order SA").code == "splash.illegal.not_your_hand"
    assert act(state, R, "hand order")[0] == state


# Leaving


def test_who_leaves_goes_on_by_the_defaults() -> None:
    state = replace(shorthand("R1=1C5 B1=1C9 hR=MO,RI", "R1", teams=3), decision="D4", die=3)
    step = SPLASH.resign(state, R)
    assert step.events == (events.Left(R),)
    assert SPLASH.to_act(step.state) == {B}
    assert SPLASH.forced(step.state) == (B, Pass())
    assert texts(step.state, B) == ["pass"]
    assert texts(step.state, B, "pass") == []
    after = SPLASH.apply(step.state, B, Pass(), Seeded(b"\x07"))
    assert next(event for event in after.events if isinstance(event, events.Moved)) == events.Moved("R1", "1C5", "1C8", 0)
    assert SPLASH.to_act(after.state) <= {B, G}
    with pytest.raises(IllegalAction):
        SPLASH.resign(step.state, R)
    with pytest.raises(IllegalAction):
        act(step.state, R, "order alt on")
    assert refused(step.state, B, "go C").code == "splash.illegal.only_go_on"


@pytest.mark.usefixtures("single_turns")
@pytest.mark.parametrize(
    ("decision", "extra", "happened"),
    [
        ("D1", {}, events.Rolled("R1", 1, 0, 1, anchored=False, again=False)),
        ("D2", {"drawn": "SA"}, events.Discarded(R, "RI", "limit")),
        ("D3", {}, events.Rolled("R1", 1, 0, 1, anchored=False, again=False)),
        ("D4", {"die": 2}, events.Moved("R1", "1C5", "1C7", 0)),
        ("start", {}, events.Turn(3, "R1", "1C5")),
    ],
)
def test_each_default(decision: str, extra: dict[str, object], happened: events.SplashEvent) -> None:
    state = replace(shorthand("R1=1C5 B1=1C9 hR=RI,MO", "R1", teams=3), decision=decision, **extra)  # type: ignore[arg-type]  # a table of fields
    step = SPLASH.apply(SPLASH.resign(on_top(state, "SI"), R).state, B, Pass(), Scripted([0]))
    assert happened in step.events
    assert step.state.decision == "start"


@pytest.mark.usefixtures("single_turns")
def test_the_default_after_the_movement_is_no_card() -> None:
    state = replace(shorthand("R1=1C5 B1=1C9 hR=RI", "R1", teams=3), decision="D6", die=2)
    step = SPLASH.apply(SPLASH.resign(state, R).state, B, Pass(), NoChance())
    assert step.events == ()
    assert step.state.hands[R] == ("RI",)


@pytest.mark.usefixtures("single_turns")
def test_the_pieces_of_a_team_that_left_draw_and_react() -> None:
    state = shorthand("R1=1A5 B1=1C9 hR=RI,MO", "R1", teams=3)
    step = SPLASH.apply(SPLASH.resign(on_top(state, "SA"), R).state, B, Pass(), Scripted([3]))
    assert step.state.hands[R] == ("MO", "SA")
    saved = play_record(SPLASH.resign(shorthand("R1=1C7 B1=1A6 hB=SA", "R1", teams=3), B).state, "R1 ~SI d4 >A").state
    assert standing(saved)["B1"] == "1C7"


@pytest.mark.usefixtures("single_turns")
def test_a_team_that_left_puts_no_obstacle() -> None:
    state = SPLASH.resign(on_top(shorthand("R1=1C5", "R1", teams=3), "LP"), R).state
    step = SPLASH.apply(state, B, Pass(), Scripted([1]))
    assert step.state.obstacles == 0
    assert step.state.decision == "start"


def test_leaving_before_the_start_takes_the_usual_lineup() -> None:
    state = SPLASH.setup(STANDARD, 3, Seeded(b"\x01")).state
    one = SPLASH.resign(state, B).state
    assert one.lineups == (None, "ECA", None)
    two, _ = act(one, R, "lineup AAA")
    begun = SPLASH.resign(replace(two, lineups=("AAA", "ECA", None), gone=0), G)
    assert begun.events[1] == events.Began(("AAA", "ECA", "ECA"))
    assert begun.reveals
    assert begun.state.decision == "start"
    assert SPLASH.to_act(begun.state) == frozenset({R})
    kept = SPLASH.resign(two, R)
    assert kept.state.lineups[R] == "AAA"


def test_the_last_team_that_stays_wins() -> None:
    state = shorthand("R1=1C5 B1=2C9", "R1", teams=3)
    over = SPLASH.resign(SPLASH.resign(state, B).state, R)
    outcome = SPLASH.outcome(over.state)
    assert outcome is not None
    assert (outcome.places, outcome.reason) == ((3, 2, 1), "splash.over.left")
    assert over.events[-1] == events.Over((3, 2, 1))
    with pytest.raises(MatchOver):
        SPLASH.resign(over.state, G)
    with pytest.raises(MatchOver):
        act(over.state, G, "pass")
    with pytest.raises(MatchOver):
        act(over.state, G, "order alt on")
    assert SPLASH.choices(over.state, G, "") == []
    assert SPLASH.forced(over.state) is None


def test_only_a_team_that_stayed_can_close_the_race() -> None:
    state = on_top(shorthand("R1=F R2=F R3=F RH=2C14 G3=1C2", "RH", teams=3), "SI")
    for options in (STANDARD, SplashOptions(sudden=True)):
        left = SPLASH.resign(replace(state, options=options, slot=3, decision="D4", die=4), R).state
        step = SPLASH.apply(left, B, Pass(), Seeded(b"\x03"))
        assert events.Closed("RH") in step.events
        assert SPLASH.outcome(step.state) is None


# The end


def end(text: str, teams: int, **changes: object) -> tuple[int, ...]:
    """Rank a position as it stands."""
    state = replace(shorthand(text, teams=teams), **changes)  # type: ignore[arg-type]  # named fields of the state
    race = Race(state, NoChance())
    settle(race)
    assert race.places is not None
    return race.places


@pytest.mark.parametrize(("point", "teams", "text", "places"), table("splash_ranking"))
def test_ranking(point: str, teams: str, text: str, places: str) -> None:
    assert end(text, int(teams)) == tuple(map(int, places.split())), point


def test_who_left_ranks_last() -> None:
    assert end("R1=F R2=F R3=F RH=F B1=1C5", 3, gone=1) == (3, 1, 2)


def test_the_race_ends_with_the_round() -> None:
    state = shorthand("R1=F R2=F R3=F RH=2C14", "RH")
    state = replace(state, decision="D4", die=4)
    after, told = act(on_top(state, "SI"), R, "go C", 3)
    assert events.Closed("RH") in told
    assert SPLASH.outcome(after) is None
    last = on_top(shorthand("R1=F R2=F R3=F RH=F B3=1E5", "B3"), "SI")
    over, told = act(last, B, "pass", 0)
    assert (over.decision, over.places) == ("over", (1, 2))
    outcome = SPLASH.outcome(over)
    assert outcome is not None
    assert outcome.reason == "splash.over.closed"
    assert SPLASH.view(over, None).places == (1, 2)
    assert SPLASH.to_act(over) == frozenset()


def test_sudden_ends_at_once() -> None:
    sudden = SplashOptions(sudden=True)
    state = replace(shorthand("R1=F R2=F R3=F RH=2C14 B1=1C5", "RH", options=sudden), decision="D4", die=4)
    over, told = act(state, R, "go C")
    assert over.places == (1, 2)
    assert told[-2:] == (events.Closed("RH"), events.Over((1, 2)))
    # A push home by somebody else counts as well: whoever closes first has won.
    pushed = replace(shorthand("R1=2C14 B1=F B2=F B3=F BH=2C16", "R1", options=sudden), decision="D4", die=2)
    assert act(pushed, R, "go C")[0].places == (2, 1)


def test_a_roll_off_goes_on_until_all_are_ordered() -> None:
    state = shorthand("R1=F R2=F R3=F RH=F B1=F B2=F B3=F BH=F G1=F G2=F G3=F GH=F Y3=1C2", "Y3", teams=4)
    race = Race(state, Scripted([2, 5, 2, 0, 3]))
    settle(race)
    assert race.places == (3, 1, 2, 4)
    assert race.told[0] == events.RollOff((("R", 3), ("B", 6), ("G", 3), ("R", 1), ("G", 4)))
    assert Y not in race.closers


# Refusals and options


@pytest.mark.parametrize(("point", "before", "fields", "text", "code"), table("splash_refusals"))
def test_refusals(point: str, before: str, fields: str, text: str, code: str) -> None:
    given = [part.split("=") for part in fields.split()]
    changes: dict[str, Any] = {key: int(value) if value.isdigit() else value for key, value in given}
    state = replace(shorthand(before, "R1"), **{"decision": "D4", "die": 3, **changes})
    found = refused(state, R, text)
    assert found.code == f"splash.illegal.{code}", point
    assert found.rule in ("turn", "lineup", "obstacles", "hand", "cards", "movement")
    assert set(found.near) <= {SPLASH.write(state, action) for action in SPLASH.legal(state, R)}


def test_a_refusal_says_what_it_costs() -> None:
    state = replace(shorthand("R1=1E3", "R1"), decision="D4", die=3)
    assert refused(state, R, "go A").params == {"lane": Text("splash.lane.A"), "cost": 4, "n": 3}


def test_turns_are_kept() -> None:
    state = replace(shorthand("R1=1E3", "R1"), decision="D4", die=3)
    with pytest.raises(NotYourTurn):
        act(state, B, "go E")
    with pytest.raises(Refusal):
        SPLASH.resign(state, Seat(2))


def test_options_are_closed_and_checked() -> None:
    with pytest.raises(ValidationError) as wrong:
        SplashOptions(course="fiume")
    assert wrong.value.errors()[0]["type"] == "splash.options.course"
    for given in ({"order": "free"}, {"colour": "red"}, {"sudden": 3}):
        with pytest.raises(ValidationError):
            SplashOptions.model_validate(given)
    schema = SplashOptions.model_json_schema()["properties"]
    assert schema["course"]["enum"] == ["classica", "corta", "olimpionica"]
