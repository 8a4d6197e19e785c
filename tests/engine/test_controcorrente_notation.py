"""The notations of Controcorrente: actions read leniently, positions strictly."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.core import Seat
from bot.engine.games.controcorrente import GAME
from bot.engine.games.controcorrente.position import ControcorrenteOptions
from bot.engine.games.controcorrente.river import Action, Contrary, Fair, Pass, Roll, Sail
from bot.errors import ParseError
from tests.engine.river import STANDARD, position, start

A = Seat(0)
TILES = st.integers(1, 10)
ACTIONS = st.one_of(
    st.just(Roll()),
    st.just(Pass()),
    st.builds(Sail, TILES),
    st.builds(Fair, TILES),
    st.builds(Contrary, st.integers(0, 3).map(Seat), TILES),
)


@given(ACTIONS, st.data())
def test_actions_are_read_as_written(action: Action, data: st.DataObject) -> None:
    text = GAME.write(start(2), action)
    assert GAME.parse(start(2), A, text) == action
    spaced = "".join(
        data.draw(st.sampled_from(["", " ", "\t"])) + data.draw(st.sampled_from([mark, mark.lower()])) for mark in text
    )
    assert GAME.parse(start(2), A, spaced + " ") == action


@given(st.text(max_size=40))
def test_any_text_is_an_action_or_a_refusal(text: str) -> None:
    try:
        action = GAME.parse(start(2), A, text)
    except ParseError as refused:
        assert refused.code == "controcorrente.parse.action"  # noqa: PT017 - both ways are right, and either may come
    else:
        assert GAME.write(start(2), action) == "".join(text.split()).upper()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "M",
        "M0",
        "M11",
        "M03",
        "F",
        "R3",
        "P1",
        "RA",
        "MA3",
        "C",
        "CB",
        "C7",
        "CE7",
        "CB0",
        "3",
        "M٣",
        "M3M3",
        "M3,",
        "4M3",
        "Ｍ3",
        "M" + " " * 30 + "3",
    ],
)
def test_texts_that_are_no_actions(text: str) -> None:
    with pytest.raises(ParseError) as refused:
        GAME.parse(position("7;A;S5W8;A3,6,7;B2,7,7", "*"), A, text)
    assert set(refused.value.near) == {"F3", "F6", "CB7"}
    assert len(str(refused.value.params["text"])) <= 24


def test_near_notations_come_closest_first_and_at_most_five() -> None:
    state = position("4;A;S8W1;A2,5,9;B2,4,8;C3,5,9;D2,4,8", "*")
    with pytest.raises(ParseError) as refused:
        GAME.parse(state, A, "CC")
    assert refused.value.near == ("CC5", "CC9", "CB4", "CB8", "CD4")


def test_a_finished_game_has_no_near_notations() -> None:
    with pytest.raises(ParseError) as refused:
        GAME.parse(GAME.load("4;-;S8W1;Ax,x,x;Bx,x,x;-", STANDARD), A, "?")
    assert refused.value.near == ()


# Positions


@pytest.mark.parametrize("options", [{}, {"start": 9, "wave": 10}, {"start": 2, "wave": 9}, {"wave": 5, "start": 4}])
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_the_start_is_read_as_written(options: dict[str, int], seats: int) -> None:
    chosen = ControcorrenteOptions.model_validate(options)
    state = start(seats, chosen)
    assert GAME.load(GAME.dump(state), chosen) == state


@pytest.mark.parametrize("flag", ["finished_players_roll", "wind_optional", "tie_break", "auto_roll"])
def test_every_option_comes_back_with_the_position(flag: str) -> None:
    options = ControcorrenteOptions.model_validate({flag: True})
    state = start(3, options)
    loaded = GAME.load(GAME.dump(state), options)
    assert loaded == state
    assert loaded != GAME.load(GAME.dump(state), STANDARD), "the options are part of the state"


GOOD = "5;A;S7W10;A2,5,8;B4,4,6;-"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "fields"),
        ("5;A;S7W10;-", "fields"),  # no fleet
        ("5;A;S7W10;A2,5,8;B4,4,6", "fields"),  # no die
        ("5;A;S7W10;A2,5,8;B4,4,6;-;-", "fleet"),
        ("5;A;S7W10;A2,5,8;B4,4,6;6", "fields"),
        ("5;A;S7W10;A2,5,8;B4,4,6;- ", "fields"),
        (" " + GOOD, "fields"),
        (GOOD + "\n", "fields"),
        ("0;A;S7W10;A2,5,8;B4,4,6;-", "fields"),
        ("05;A;S7W10;A2,5,8;B4,4,6;-", "fields"),
        ("٥;A;S7W10;A2,5,8;B4,4,6;-", "fields"),
        ("12345;A;S7W10;A2,5,8;B4,4,6;-", "fields"),
        ("5;a;S7W10;A2,5,8;B4,4,6;-", "fields"),
        ("5;E;S7W10;A2,5,8;B4,4,6;-", "fields"),
        ("5;A;W10S7;A2,5,8;B4,4,6;-", "fields"),
        ("5;A;S7W11;A2,5,8;B4,4,6;-", "fields"),
        ("5;A;S7W10;A2,5,8;C4,4,6;-", "fleet"),
        ("5;A;S7W10;B2,5,8;A4,4,6;-", "fleet"),
        ("5;A;S7W10;A2,5,8;B4,4;-", "fleet"),
        ("5;A;S7W10;A2,5,8;B4,4,6,6;-", "fleet"),
        ("5;A;S7W10;A5,2,8;B4,4,6;-", "fleet"),  # tiles ascending
        ("5;A;S7W10;Ah11,h12,2;B4,4,6;-", "fleet"),
        ("5;A;S7W10;A2,h11,h12;B4,4,6;-", "fleet"),  # bollards descending
        ("5;A;S7W10;A2,x,h12;B4,4,6;-", "fleet"),
        ("5;A;S7W10;A2,5,11;B4,4,6;-", "fleet"),
        ("5;A;S7W10;A2,5,h13;B4,4,6;-", "fleet"),
        ("5;A;S7W10;A2,5,h0;B4,4,6;-", "fleet"),
        ("5;A;S7W10;A2,5,y;B4,4,6;-", "fleet"),
        ("5;A;S7W10;A2,5,;B4,4,6;-", "fleet"),
        ("5;A;S7W10;A2,5,8!;B4,4,6;-", "fleet"),  # who resigned has no boat afloat
        ("5;A;S7W10;A2,5,8;B4,4,6;C4,4,6;D4,4,6;E4,4,6;-", "fleet"),
        ("5;A;S6W10;A2,5,8;B4,4,6;-", "special"),
        ("5;A;S7W9;A2,5,8;B4,4,6;-", "special"),
        ("6;A;S7W10;A2,5,8;B4,4,6;-", "special"),
        ("5;A;S7W10;A2,5,10;B4,4,6;-", "boat_on_wave"),
        ("5;A;S7W10;A2,5,h11;B4,4,6;-", "bollards"),
        ("5;A;S7W10;A2,5,h12;B4,4,h12;-", "bollards"),
        ("5;A;S7W10;A2,5,h12;B4,4,h10;-", "bollards"),
        ("5;-;S7W10;A2,5,8;B4,4,6;-", "over"),
        ("5;-;S7W10;Ax,x,x;Bx,x,x;3", "over"),
        ("5;A;S7W10;Ax,x,x;Bx,x,x;-", "not_over"),
        ("5;A;S7W10;Ax,x,x;B4,4,6;-", "mover"),
        ("5;C;S7W10;A2,5,8;B4,4,6;-", "mover"),
    ],
)
def test_positions_that_are_refused(text: str, code: str) -> None:
    with pytest.raises(ParseError) as refused:
        GAME.load(text, STANDARD)
    assert refused.value.code == f"controcorrente.load.{code}"


def test_the_position_the_refused_ones_differ_from_is_fine() -> None:
    assert GAME.dump(GAME.load(GOOD, STANDARD)) == GOOD


def test_the_specials_follow_the_options() -> None:
    options = ControcorrenteOptions(start=4, wave=5)
    assert GAME.dump(GAME.load("5;A;S7W1;A2,5,8;B4,4,6;-", options)) == "5;A;S7W1;A2,5,8;B4,4,6;-"
    with pytest.raises(ParseError) as refused:
        GAME.load(GOOD, options)
    assert refused.value.params == {"round": 5, "sand": 7, "wave": 1}


def test_who_may_be_to_move_follows_the_options() -> None:
    text = "12;A;S10W3;Ah12,h11,x;B4,7,h10;-"
    with pytest.raises(ParseError):
        GAME.load(text, STANDARD)
    spite = ControcorrenteOptions(finished_players_roll=True)
    assert GAME.dump(GAME.load(text, spite)) == text
    with pytest.raises(ParseError) as refused:
        GAME.load(text.replace("x;B", "x!;B"), spite)
    assert refused.value.code == "controcorrente.load.mover"


def test_lenient_loading_moves_the_specials_only() -> None:
    assert GAME.load("1;A;S6W4;A3,3,3;B3,3,3;-", STANDARD, lenient=True).sand == 6
    for text, code in (("1;A;S4W4;A3,3,3;B3,3,3;-", "special"), ("1;A;S6W3;A3,3,3;B3,3,3;-", "boat_on_wave")):
        with pytest.raises(ParseError) as refused:
            GAME.load(text, STANDARD, lenient=True)
        assert refused.value.code == f"controcorrente.load.{code}"


@given(st.text(max_size=60))
def test_any_text_is_a_position_or_a_refusal(text: str) -> None:
    with pytest.raises(ParseError):
        GAME.load(text, STANDARD)


@given(st.data())
def test_a_position_with_one_mark_changed_reads_as_itself_or_not_at_all(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from([GOOD, "9;C;S3W6;A4,h12,x;B5,h9,x;C2,h11,x;Dh10,x,x;5", "18;-;S4W7;Ah12,h11,x;Bh10,h9,x;-"]))
    at = data.draw(st.integers(0, len(text) - 1))
    changed = text[:at] + data.draw(st.sampled_from("0123456789ABCDhxSW;,-*! ")) + text[at + 1 :]
    try:
        state = GAME.load(changed, STANDARD)
    except ParseError:
        return
    assert GAME.dump(state) == changed
