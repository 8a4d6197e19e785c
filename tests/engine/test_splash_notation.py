"""The notations of Splash & Bash: actions read leniently, positions strictly."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.chance import Seeded
from bot.engine.core import Text
from bot.engine.games.splash.actions import Action, Disc, Go, HandOrder, Lineup, Obs, Order, Pass, Play, Roll
from bot.engine.games.splash.cards import HIGH
from bot.engine.games.splash.game import SPLASH
from bot.engine.games.splash.position import PIECES, SplashOptions, State
from bot.errors import ParseError
from tests.engine.pool_policies import Dice, uniformly
from tests.engine.poolside import STANDARD, B, R, shorthand
from tests.engine.tables import table

CARDS = st.sampled_from(sorted(HIGH))
LANES = st.sampled_from("ECA")
ACTIONS = st.one_of(
    st.builds(Lineup, st.text("ECA", min_size=3, max_size=3)),
    st.builds(lambda lane, square: Obs(f"{lane}{square}"), LANES, st.integers(0, 31)),
    st.just(Obs("")),
    st.builds(Disc, CARDS),
    st.builds(Play, CARDS, st.sampled_from(["", *PIECES, *"RBGY"])),
    st.just(Roll()),
    st.builds(Go, LANES),
    st.just(Pass()),
    st.builds(Order, st.sampled_from(["SA", "AL"]), st.booleans()),
    st.builds(HandOrder, st.lists(CARDS, max_size=2).map(tuple)),
)


@given(ACTIONS, st.data())
def test_actions_are_read_as_written(action: Action, data: st.DataObject) -> None:
    state = shorthand("R1=1C5", "R1")
    text = SPLASH.write(state, action)
    assert SPLASH.parse(state, R, text) == action
    spelt = "".join(
        data.draw(st.sampled_from([mark.lower(), mark.upper()])) if mark != " " else data.draw(st.sampled_from([" ", "  "]))
        for mark in text
    )
    assert SPLASH.parse(state, R, f" {spelt}\t") == action


@given(st.text(max_size=40))
def test_any_text_is_an_action_or_a_refusal(text: str) -> None:
    state = shorthand("R1=1C5", "R1")
    try:
        action = SPLASH.parse(state, R, text)
    except ParseError as refused:
        assert refused.code == "splash.parse.action"  # noqa: PT017 - both ways are right, and either may come
    else:
        assert SPLASH.write(state, action).casefold() == " ".join(text.casefold().split())


@pytest.mark.parametrize(
    "text",
    [
        *("", "go", "go X", "goE", "go E C", "play", "play XX", "play TB B4", "play TB B1 B2", "lineup EC", "lineup ECAE"),
        *("obs", "obs E05", "obs X3", "obs E-1", "obs E٣", "disc", "disc LP", "rol", "order alt", "order TB on"),
        *("hand order SA AL TB", "ｇo E", "go" + " " * 40 + "E"),
    ],
)
def test_texts_that_are_no_actions(text: str) -> None:
    state = replace(shorthand("R1=1C5", "R1"), decision="D4", die=3)
    with pytest.raises(ParseError) as refused:
        SPLASH.parse(state, R, text)
    assert set(refused.value.near) == {"go E", "go C", "go A"}
    assert len(str(refused.value.params["text"])) <= 32
    with pytest.raises(ParseError) as other:
        SPLASH.parse(state, B, text)
    assert other.value.near == ()


# Positions


def positions(seed: int, teams: int, options: SplashOptions) -> list[State]:
    """Play a random game and give its positions, now and then with a team leaving."""
    random = Random(seed)
    policy, dice = uniformly(random), Dice(random)
    state = SPLASH.setup(options, teams, dice).state
    found = [state]
    while due := SPLASH.to_act(state):
        seat = min(due)
        if random.random() < 0.004:
            state = SPLASH.resign(state, seat).state
        else:
            state = SPLASH.apply(state, seat, policy(state, seat, list(SPLASH.legal(state, seat))), dice).state
        found.append(state)
    return found


@pytest.mark.parametrize("teams", [2, 3, 4])
def test_positions_are_read_as_written(teams: int) -> None:
    for options in (STANDARD, SplashOptions(course="corta", order="alternato", sudden=True, autoroll=False)):
        for seed in range(2):
            for state in positions(seed, teams, options):
                text = SPLASH.dump(state)
                loaded = SPLASH.load(text, options)
                assert loaded == replace(state, slot=loaded.slot)
                assert loaded.slot == state.slot or state.decision in ("D0", "over")
                assert SPLASH.dump(loaded) == text


def test_the_short_form_stands_at_the_start_of_a_turn() -> None:
    state = SPLASH.load("SB1 classica 2 r5 >B2 | R 1C5 1E3! F - | B 2A7 1C1 1E9 - | x E5 C12 | h R:MO,SA", STANDARD)
    assert SPLASH.dump(state) == (
        "SB1 classica 2 r5 >B2 | R 1C5 1E3! F - | B 2A7 1C1 1E9 - | x E5 C12 | h R:MO,SA"
        " | L LP,LP,LP,LP,LP,BR,BR,BR,BR,RA,RA,RA,RA,RA,VC,VC,BO,BO,BO,CI,CI,MA,MA,MA,SE,SE,PA,PA,PA,SI/"
        " | H TB,TB,TB,SP,SP,SP,RI,RI,RI,AN,AN,GA,GA,SC,SC,ME,MO,MO,MO,DO,DO,SA,SA,AL,AL,PB,PB,PB,PB,PB,PB,OR,OR,OR/"
        " | s R:SA,AL B:SA,AL | o misto | t m0 w1 f0 u- @start"
    )
    assert SPLASH.to_act(state) == {B}


def test_a_position_tells_everything() -> None:
    start = SPLASH.setup(SplashOptions(autoroll=False), 2, Seeded(b"\x01")).state
    text = SPLASH.dump(replace(start, lineups=("ECA", None)))
    assert text.startswith("SB1 classica 2 r1 >- | R - - - - | B - - - - | L ")
    assert text.endswith("/ | s R:SA,AL B:SA,AL | o misto,noautoroll | t m0 w1 f0 u- @D0 | l R:ECA B:?")
    state = replace(
        shorthand("R1=1C5! R2=1A5", "R2", teams=3), decision="D4", die=4, modifier=-2, wind=False, free=1, used=3, again=True,
        standing=((True, False), (False, False), (False, True)), gone=4,
    )  # fmt: skip
    assert SPLASH.dump(state).endswith(" | s R:SA B:- G:AL | o misto | t m-2 w0 f1 uRB @D4 d4 2 | q G")


GOOD = "SB1 classica 2 r5 >B2 | R 1C5 1E3! F - | B 2A7 1C1 1E9 - | x E5 C12 | h R:MO,SA"
FULL = SPLASH.dump(SPLASH.load(GOOD, STANDARD))


@pytest.mark.parametrize(("point", "old", "new", "reason"), table("splash_load"))
def test_positions_that_are_refused(point: str, old: str, new: str, reason: str) -> None:
    """A good position in which one thing is exchanged; `full` in front of the point: in its full save."""
    good = FULL if point.startswith("full") else GOOD
    assert old in good
    wrong = good.replace(old, new.replace("/", " | ") if point.endswith("section") else new, 1)
    with pytest.raises(ParseError) as refused:
        SPLASH.load(wrong, STANDARD)
    if reason in ("fields", "course"):
        assert refused.value.code == f"splash.load.{reason}"
    else:
        assert refused.value.code == "splash.load.section"
        assert refused.value.params["reason"] == Text(f"splash.load.why.{reason}")


@pytest.mark.parametrize(
    ("mover", "card", "turn", "fits"),
    [
        ("R2", "AL", "@D2 cAL", True),
        ("R2", "AL", "@D4 d3 cAL", False),
        ("R2", "PB", "@D2 cPB", False),
        ("R2", "AL", "@D2 d3 cAL", False),
        ("B2", "AL", "@D2 cAL", False),
    ],
)
def test_a_third_card_is_asked_about_at_d2_alone(mover: str, card: str, turn: str, fits: bool) -> None:
    text = FULL.replace(">B2", f">{mover}").replace(f",{card}", "", 1).replace("@start", turn)
    if fits:
        assert SPLASH.dump(SPLASH.load(text, STANDARD)) == text
        return
    with pytest.raises(ParseError) as refused:
        SPLASH.load(text, STANDARD)
    assert refused.value.params["reason"] == Text("splash.load.why.turn")


OVER = "SB1 classica 2 r9 >- | R F F F F | B F F 2C3 -"


@pytest.mark.parametrize(
    ("tail", "reason"),
    [
        ("t m0 w1 f0 u- @over", "places"),
        ("t m0 w1 f0 u- @over | p 1", "places"),
        ("t m0 w1 f0 u- @over | p 2 1 1", "places"),
        ("t m0 w1 f0 u- @over | p 1 5", "places"),
        ("t m0 w1 f0 u- @over | p 1 3", "places"),
        ("t m0 w1 f0 u- @D4 d3 | p 1 2", "places"),
        ("t m0 w1 f0 u- @D4 d3", "mover"),
        ("t m0 w1 f0 u- @D0 | l R:ECA B:?", "mover"),
        ("t m0 w1 f0 u- @D0", "lineups"),
        ("t m0 w1 f0 u- @D0 | l R:ECA", "lineups"),
        ("t m0 w1 f0 u- @D0 | l R:ECA B:ECA", "lineups"),
        ("t m0 w1 f0 u- @D0 | l R:ECA B:EXA", "lineups"),
        ("t m0 w1 f0 u- @D0 | l B:ECA R:?", "lineups"),
        ("t m0 w1 f0 u- @over d3 | p 1 2", "turn"),
    ],
)
def test_ends_that_are_refused(tail: str, reason: str) -> None:
    body = FULL[FULL.index(" | L") : FULL.index(" | t ")].replace("MO,MO,MO", "MO,MO,MO,MO").replace("SA,SA", "SA,SA,SA", 1)
    good = f"{OVER}{body} | t m0 w1 f0 u- @over | p 1 2"
    assert SPLASH.dump(SPLASH.load(good, STANDARD)) == good
    with pytest.raises(ParseError) as refused:
        SPLASH.load(f"{OVER}{body} | {tail}", STANDARD)
    assert refused.value.params["reason"] == Text(f"splash.load.why.{reason}")
