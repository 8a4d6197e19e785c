"""Splash & Bash by the book: setup, order, decisions, reactions to orders, resignation, the end, refusals, options."""

from dataclasses import replace
from typing import Any

import pytest
from pydantic import ValidationError

from bot.engine.chance import NoChance, Scripted, Seeded
from bot.engine.core import Code, Seat, Text, Who
from bot.engine.games.splash import events
from bot.engine.games.splash.actions import Go, Pass, Roll
from bot.engine.games.splash.cards import RULES, read_deck
from bot.engine.games.splash.course import LANES, Course, CourseFile, build, courses
from bot.engine.games.splash.game import SPLASH
from bot.engine.games.splash.position import ORDERS, PIECES, SplashOptions, State, orders
from bot.engine.games.splash.race import Race
from bot.engine.games.splash.standings import settle
from bot.errors import IllegalAction, MatchOver, NotYourTurn, Refusal
from tests.engine.poolside import STANDARD, B, G, R, Y, on_top, play_record, shorthand, single_turns, standing
from tests.engine.tables import table

__all__ = ["single_turns"]


def texts(state: State, seat: Seat, prefix: str = "") -> list[str]:
    """List the texts a seat is offered."""
    return [choice.text for choice in SPLASH.choices(state, seat, prefix)]


def act(state: State, seat: Seat, text: str, *draws: int) -> tuple[State, tuple[events.SplashEvent, ...]]:
    """Play a notation on given values; what is not asked for is left."""
    step = SPLASH.apply(state, seat, SPLASH.parse(state, seat, text), Scripted(draws))
    return step.state, step.events


def refused(state: State, seat: Seat, text: str) -> IllegalAction:
    """Give the refusal of a notation."""
    with pytest.raises(IllegalAction) as found:
        SPLASH.apply(state, seat, SPLASH.parse(state, seat, text), NoChance())
    return found.value


# The course


def test_the_courses_are_those_of_the_rules() -> None:
    found = {name: (course.lengths, course.lines, course.laps, course.entry) for name, course in courses().items()}
    large = ((32, 24, 22), ((0, 9, 16, 25), (0, 7, 12, 19), (0, 6, 11, 17)))
    assert found == {
        "classica": ((24, 18, 16), ((0, 7, 12, 19), (0, 5, 9, 14), (0, 4, 8, 12)), 2, 2),
        "corta": (*large, 1, 3),
        "olimpionica": (*large, 2, 2),
    }


@pytest.mark.parametrize(("pair", "level"), table("splash_levels"))
def test_level_squares(pair: str, level: str) -> None:
    assert courses()["classica"].levels[pair] == tuple(map(int, level.split()))


@pytest.mark.parametrize("course", courses().values(), ids=list(courses()))
def test_no_sideways_move_gains_ground(course: Course) -> None:
    for place in range(len(course.lane)):
        if place < course.finish[place]:
            for beside in (course.inward[place], course.outward[place]):
                if beside >= 0:
                    assert course.level[beside] <= course.level[place] or course.lane[place] > course.lane[beside]
                    assert course.spots[beside].lap == course.spots[place].lap
            assert course.place(*_spot(course.spots[place].lap, course.spots[place].lane, course.spots[place].square)) == place


def _spot(lap: int, lane: str, square: int) -> tuple[int, int, int]:
    return lap, LANES.index(lane), square


@pytest.mark.parametrize(
    "change", [{"entry": 4}, {"laps": 0}, {"sides": []}, {"id": "Large"}, {"colour": "blue"}, {"sides": [{"straight": 3}] * 2}]
)
def test_a_course_file_is_checked(change: dict[str, object]) -> None:
    side = {"straight": 3, "corner": {"E": 4, "C": 2, "A": 1}}
    good = {"id": "piccola", "laps": 1, "entry": 1, "sides": [side, side]}
    assert build(CourseFile.model_validate(good)).lengths == (14, 10, 8)
    with pytest.raises(ValidationError):
        CourseFile.model_validate(good | change)


def test_no_corner_is_longer_further_in() -> None:
    side = {"straight": 3, "corner": {"E": 2, "C": 3, "A": 1}}
    with pytest.raises(ValidationError):
        CourseFile.model_validate({"id": "storta", "laps": 1, "entry": 1, "sides": [side, side]})


def test_a_deck_file_is_checked() -> None:
    assert read_deck(b'[{"code": "ZZ", "copies": 2, "timing": "any", "do": ["drag", 1]}]')["ZZ"].amount == 1
    with pytest.raises(ValidationError):
        read_deck(b'[{"code": "ZZ", "copies": 2, "timing": "any", "do": ["fly"]}]')


def test_the_constants_are_those_of_the_rules() -> None:
    assert RULES.model_dump() == {
        "die": 6,
        "cross_cost": 2,
        "wind": 1,
        "push": 2,
        "hand_max": 2,
        "cards_per_turn": 1,
        "obstacle_gap": 2,
        "obstacle_max": {"E": 2, "C": 1, "A": 1},
    }


# Setup and order


def test_lineups_are_chosen_by_parts_and_revealed_together() -> None:
    state = SPLASH.setup(STANDARD, 2, Seeded(b"\x01")).state
    assert SPLASH.to_act(state) == {R, B}
    assert texts(state, R) == ["lineup E", "lineup C", "lineup A"]
    assert texts(state, B, "lineup EC") == ["lineup ECE", "lineup ECC", "lineup ECA"]
    assert [texts(state, R, prefix) for prefix in ("lineup ECA", "lineup X", "ECA", "lineup")] == [[], [], [], []]
    assert SPLASH.choices(state, B, "lineup E")[0].label == Text(
        "splash.choice.lineup", {"pawn": Code("B2"), "lane": Text("splash.lane.E")}
    )
    given, told = act(state, B, "lineup AAC")
    assert told == (events.Lined(B, "AAC", audience=frozenset({B})),)
    assert SPLASH.to_act(given) == {R}
    assert not SPLASH.apply(state, B, SPLASH.parse(state, B, "lineup AAC"), NoChance()).reveals
    with pytest.raises(NotYourTurn):
        act(given, B, "lineup AAC")
    assert refused(given, R, "go E").code == "splash.illegal.lineup_first"
    begun = SPLASH.apply(given, R, SPLASH.parse(given, R, "lineup ECA"), Seeded(b"\x01"))
    assert begun.reveals
    assert begun.events[1] == events.Began(("ECA", "AAC"))
    assert begun.events[2] == events.Turn(1, "R1", "1E0")
    assert [piece.at for piece in SPLASH.view(begun.state, None).pieces[4:]] == ["1A0", "1A0", "1C0", "-"]


def test_slot_orders() -> None:
    def named(order: tuple[int, ...]) -> str:
        return " ".join(PIECES[piece] for piece in order)

    first, later = orders("alternato", 3)
    assert named(first) == named(later) == "R1 B1 G1 B2 G2 R2 G3 R3 B3 RH BH GH"
    first, later = orders("misto", 2)
    assert named(first) == "R1 B1 B2 R2 R3 B3 BH RH"
    assert named(later) == "R1 R2 R3 RH B1 B2 B3 BH"
    assert len(ORDERS) == 6


@pytest.mark.parametrize("seats", [1, 5])
def test_numbers_of_teams(seats: int) -> None:
    with pytest.raises(Refusal):
        SPLASH.setup(STANDARD, seats, Seeded(b"\x01"))


def test_rounds_follow_and_who_is_done_is_passed_over() -> None:
    # B3 is last of the round; R1 and R2 are done, R3 begins the next round in `misto`.
    state = on_top(shorthand("R1=F R2=F R3=1E3 B3=1E8", "B3"), "SI")
    after, told = act(state, B, "pass", 0, 2)
    turns = [(event.round, event.piece) for event in told if isinstance(event, events.Turn)]
    assert turns == [(3, "B3"), (4, "R3")]
    assert SPLASH.view(after, None).round == 4


def test_a_helmsman_plays_in_the_round_in_which_his_third_pawn_finishes() -> None:
    state = on_top(shorthand("R1=F R2=F R3=2C17", "R3"), "SI")
    _, told = act(state, R, "pass", 0, 3)
    assert events.Finished("R3", 3) in told
    assert [event.piece for event in told if isinstance(event, events.Turn)] == ["R3", "RH"]
    assert events.HelmEntered("RH", "2C9") in told


# Decisions


@pytest.mark.parametrize(("point", "before", "options", "top", "due", "offered"), table("splash_decisions"))
def test_decisions(point: str, before: str, options: str, top: str, due: str, offered: str) -> None:
    """What is asked first after a turn begins with a card on top and a die."""
    chosen = SplashOptions.model_validate(dict(pair.split("=") for pair in options.split()))
    card, *dice = top.split()
    state = on_top(shorthand(before, before.split("=")[0], options=chosen), card)
    after, _ = act(state, R, "pass", *(int(die) - 1 for die in dice))
    assert after.decision == due, point
    assert [text.rstrip() for text in texts(after, R)] == offered.split(", "), point


def test_autoroll_is_the_tables_to_play() -> None:
    state = replace(shorthand("R1=1C5 B1=1C9 hR=RI", "R1"), decision="D3")
    assert SPLASH.automatic(state) == (R, Roll())
    assert SPLASH.automatic(replace(state, options=SplashOptions(autoroll=False))) is None
    assert SPLASH.automatic(replace(state, hands=(("RI", "MO"), ()))) is None
    assert SPLASH.automatic(replace(state, decision="D4", die=1)) is None
    assert SPLASH.automatic(replace(state, gone=1)) is None


def test_the_start_of_a_turn_is_a_forced_pass() -> None:
    state = shorthand("R1=1C5", "R1")
    assert SPLASH.to_act(state) == frozenset({R})
    assert texts(state, R) == ["pass"]
    assert SPLASH.forced(state) == (R, Pass())
    assert texts(state, R, "pass") == []
    assert SPLASH.forced(replace(state, decision="D4", die=1)) is None
    assert refused(state, R, "roll").code == "splash.illegal.only_go_on"


def test_targets_are_parts_of_their_own() -> None:
    state = replace(shorthand("R1=1C5 B1=1A9 B2=2E3 hR=RI,GA hB=SA", "R1"), decision="D6", die=1)
    assert texts(state, R) == ["pass", "play RI ", "play GA "]
    assert texts(state, R, "play RI ") == ["play RI B1", "play RI B2"]
    assert SPLASH.choices(state, R, "play RI ")[1].label == Text(
        "splash.choice.target", {"piece": Code("B2"), "who": Who(B), "at": Code("2E3")}
    )
    assert SPLASH.choices(state, R, "play GA ")[0].label == Text("splash.choice.team", {"who": Who(B), "n": 1})
    assert [texts(state, R, prefix) for prefix in ("play", "play TB ", "play RI B1", "go ", "play RI")] == [[]] * 5


def test_obstacles_are_offered_by_lane() -> None:
    state = replace(shorthand("R1=1C5 x=A2", "R1"), decision="D1")
    assert texts(state, R) == ["obs -", "obs E", "obs C"]
    assert texts(state, R, "obs C") == [f"obs C{square}" for square in (3, 4, 8, 10, 11, 12, 13, 15, 16, 17)]
    assert [texts(state, R, prefix) for prefix in ("obs A", "obs C3", "obs", "go")] == [[], [], [], []]


@pytest.mark.parametrize(("before", "die", "labels"), table("splash_labels"))
def test_lanes_say_where_they_lead(before: str, die: str, labels: str) -> None:
    state = replace(shorthand(before, before.split("=")[0] if "RH=" not in before else "RH"), decision="D4", die=int(die))
    found = []
    for choice in SPLASH.choices(state, R, ""):
        if choice.text.startswith("go"):
            to, whom = choice.label.params["to"], choice.label.params["whom"]
            assert isinstance(to, Code)
            assert isinstance(whom, Code)
            found.append(" ".join(filter(None, (choice.text[3], choice.label.id.rpartition(".")[2], to.code, whom.code))))
    assert found == labels.split(", ")


# What is told


@pytest.mark.usefixtures("single_turns")
def test_a_turn_is_told_in_order() -> None:
    told = play_record(shorthand("R1=1E1 B1=1C1 B2=1A1 hB=AL", "R1"), "R1 ~CI d6 >E").events
    assert told == [
        events.Turn(3, "R1", "1E1"),
        events.Drew("R1", "low", 0),
        events.Applied("R1", "CI"),
        events.Rolled("R1", 6, -1, 5, anchored=False, again=False),
        events.Moved("R1", "1E1", "1E7", 1),
    ]


@pytest.mark.usefixtures("single_turns")
@pytest.mark.parametrize(
    ("before", "record", "happened"),
    [
        (
            "R1=1E1 B1=1C1 B2=1A1",
            "R1 ~SI d6 >A",
            [
                events.LaneChanged("R1", "1E1", "1C1"),
                events.Bumped("inward", "R1", "B1", "1C1"),
                events.Pushed("B1", "1C1", "1A1"),
                events.Bumped("inward", "B1", "B2", "1A1"),
                events.Splash("B2", "1A1", "1C0"),
            ],
        ),
        (
            "R1=1E3 x=E5",
            "R1 ~SI d6 >E",
            [
                events.Moved("R1", "1E3", "1E5", 1),
                events.Slipped("R1", "1E5", obstacle=True),
                events.ObstacleGone("E5"),
                events.Pushed("R1", "1E5", "1C4"),
            ],
        ),
        (
            "R1=1C6 B1=1E8 hB=SA,GA",
            "R1 ~SI d5 >E",
            [
                events.LaneChanged("R1", "1C6", "1E8"),
                events.Bumped("outer", "R1", "B1", "1E8"),
                events.Discarded(B, "GA", "outer"),
                events.Pushed("B1", "1E8", "1E7"),
            ],
        ),
        (
            "R1=F R2=F R3=F RH=2C16 B1=2C15",
            "RH d6 >C +PB",
            [
                events.Moved("RH", "2C16", "F", 0),
                events.Bounced("RH", "2C15"),
                events.Bumped("back", "RH", "B1", "2C15"),
                events.Pushed("B1", "2C15", "2C13"),
                events.Drew("RH", "high", 0),
                events.Applied("RH", "PB"),
                events.Slipped("RH", "2C15", obstacle=False),
                events.Pushed("RH", "2C15", "2A13"),
            ],
        ),
        (
            "R1=1C3 B1=1C6 hB=AL",
            "R1 ~SI d5 >C",
            [events.Reacted(B, "AL", "B1", "R1"), events.Moved("R1", "1C3", "1C5", 0)],
        ),
        ("R1=1C15 B1=2A3", "R1 ~SE d1 >C", [events.Moved("R1", "1C15", "1C16", 0)]),
    ],
)
def test_what_a_movement_tells(before: str, record: str, happened: list[events.SplashEvent]) -> None:
    told = play_record(shorthand(before, record.split()[0]), record).events
    rolled = next(index for index, event in enumerate(told) if isinstance(event, events.Rolled))
    assert told[rolled + 1 :] == happened


@pytest.mark.usefixtures("single_turns")
def test_the_card_taken_is_told_to_its_team_alone() -> None:
    told = play_record(shorthand("R1=1A5 hR=MO,AL", "R1"), "R1 ~SA-AL d2 >A").events
    assert events.Drew("R1", "high", 3) in told
    assert events.Took(R, "SA", audience=frozenset({R})) in told
    assert events.Discarded(R, "AL", "limit") in told


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
