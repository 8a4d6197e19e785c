"""Splash & Bash by the book: setup, order, decisions, reactions to orders, resignation, the end, refusals, options."""

from dataclasses import replace

import pytest
from pydantic import ValidationError

from bot.engine.chance import NoChance, Seeded
from bot.engine.core import Code, Text, Who
from bot.engine.games.splash import events
from bot.engine.games.splash.actions import Pass, Roll
from bot.engine.games.splash.cards import RULES, read_deck
from bot.engine.games.splash.course import LANES, Course, CourseFile, build, courses
from bot.engine.games.splash.game import SPLASH
from bot.engine.games.splash.position import ORDERS, PIECES, SplashOptions, orders
from bot.errors import NotYourTurn, Refusal
from tests.engine.poolside import STANDARD, B, R, act, on_top, play_record, refused, shorthand, single_turns, texts
from tests.engine.tables import table

__all__ = ["single_turns"]


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
