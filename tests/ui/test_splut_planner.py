"""The planner's controls: drafts in ids, every step reachable, nothing that a message cannot carry, in Splut! and in any game."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from bot.engine.chance import NoChance
from bot.engine.core import AnyGame, Choice, Seat
from bot.engine.games.controcorrente import GAME as RIVER
from bot.engine.games.splut.game import SPLUT
from bot.engine.games.splut.position import SplutOptions, State
from bot.i18n import LANGS, Style, words
from bot.ui import limits
from bot.ui.controls import Row, Select
from bot.ui.games.controcorrente import UI as RIVER_UI
from bot.ui.games.splut import UI
from bot.ui.ids import BUTTON, Press
from bot.ui.planning import PLAN, Draft, PlainPlanning, plan_button, planning_of, walked
from tests.render.arenas import start

MANY = "1/2Gs/5/7/2oRto3o/7/5/Rs2/o R 9 3 - -"
STUCK = "o/2Gs/5/5o1/RsGd5GtRt/1o5/5/3/o R 9 3 - -"


def args(rows: tuple[Row, ...]) -> Iterator[str]:
    """Give the drafts that enabled controls lead to."""
    for row in rows:
        if isinstance(row, Select):
            assert row.verb == PLAN
            assert 1 <= len(row.picks) <= limits.SELECT_OPTIONS
            assert all(len(pick.value) <= limits.SELECT_TEXT for pick in row.picks)
            yield from (pick.value for pick in row.picks)
        else:
            assert {button.verb for button in row} == {PLAN}
            yield from (button.arg for button in row if not button.disabled)


def fits(rows: tuple[Row, ...]) -> None:
    assert len(rows) < limits.ROWS
    ids: list[str] = []
    for row in rows:
        buttons = row if isinstance(row, tuple) else ()
        assert len(buttons) <= limits.BUTTONS_IN_ROW
        ids += [Press("K7QH3D", 999_999_999, button.verb, button.arg).custom_id(BUTTON) for button in buttons]
        for lang in LANGS:
            say = words(lang).say
            style = Style(name=lambda seat: f"R {'W' * 32}")
            assert all(1 <= len(say(button.label, style)) <= limits.BUTTON_LABEL for button in buttons)
    assert len(ids) == len(set(ids))
    assert max(map(len, ids), default=0) <= limits.CUSTOM_ID


def reached(game: AnyGame, state: Any, seat: Seat, ui: Any, text: str) -> set[str]:
    """Press everything in a plan that takes no step yet, and collect the drafts that take one."""
    planning, choices = planning_of(ui), game.choices(state, seat, text)
    seen: set[str] = set()
    found: set[str] = set()
    pending = [Draft(text).arg]
    while pending:
        draft = Draft.read(pending.pop())
        rows = planning.rows(draft, choices)
        fits(rows)
        for arg in args(rows):
            if Draft.read(arg).text != text:
                found.add(Draft.read(arg).text)
            elif arg not in seen:
                seen.add(arg)
                pending.append(arg)
    return found


def texts(choices: list[Choice]) -> set[str]:
    return {choice.text for choice in choices}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_step_can_be_reached_and_no_other(seats: int) -> None:
    picker = random.Random(seats)
    state = start(seats, SplutOptions(turn_cap=24))
    while SPLUT.outcome(state) is None:
        (seat,) = SPLUT.to_act(state)
        text = ""
        while True:
            choices = SPLUT.choices(state, seat, text)
            assert reached(SPLUT, state, seat, UI, text) == texts(choices)
            choice = picker.choice(choices)
            text = choice.text
            if choice.complete:
                break
        state = SPLUT.apply(state, seat, SPLUT.parse(state, seat, text), NoChance()).state


def test_many_throws_become_a_select_and_few_become_buttons() -> None:
    state, seat = SPLUT.load(MANY, SplutOptions()), Seat(0)
    choices = SPLUT.choices(state, seat, "")
    throws = UI.planning.rows(Draft("", "Te"), choices)
    assert isinstance(throws[-1], Select)
    assert len(throws[-1].picks) == 7
    pulls = UI.planning.rows(Draft("", "Tn"), choices)
    assert len(pulls) == 3  # one way to go north: the arrow takes it at once
    levitations = UI.planning.rows(Draft("", "Se"), choices)[-1]
    assert isinstance(levitations, tuple)
    assert levitations[0].label.id == "splut.plan.step"


def test_a_forced_pass_is_one_button() -> None:
    state = SPLUT.load(STUCK, SplutOptions())
    choices = SPLUT.choices(state, Seat(0), "")
    assert list(args(UI.planning.rows(Draft(), choices))) == ["--|"]
    assert UI.planning.ahead(Draft(), choices) == ()


def test_the_piece_stays_in_hand_from_step_to_step() -> None:
    state = SPLUT.load(MANY, SplutOptions())
    rows = UI.planning.rows(Draft("", "Tn"), SPLUT.choices(state, Seat(0), ""))
    assert "Tn,|T" in list(args(rows))
    after = UI.planning.rows(Draft("Tn,", "T"), SPLUT.choices(state, Seat(0), "Tn,"))
    (pieces, *_) = after
    assert isinstance(pieces, tuple)
    assert [button.look for button in pieces] == ["secondary", "primary", "secondary"]
    assert pieces[2].disabled  # a team without its dwarf


def test_what_the_picture_marks_narrows_with_the_focus() -> None:
    choices = SPLUT.choices(SPLUT.load(MANY, SplutOptions()), Seat(0), "")
    piece = UI.planning.ahead(Draft("", "T"), choices)
    way = UI.planning.ahead(Draft("", "Te"), choices)
    assert set(way) < set(piece)
    assert {part[:2] for part in way} == {"Te"}
    assert UI.planning.prompt(Draft("", "T"), choices, 1).id == "splut.plan.ask"
    assert UI.planning.prompt(Draft("", "Te"), choices, 1).id == "splut.plan.ask_how"


def test_a_focus_that_means_nothing_falls_back_to_a_piece() -> None:
    choices = SPLUT.choices(start(2), Seat(0), "")
    for focus in ("", "Q", "Sz", "!l", "|"):
        assert UI.planning.ahead(Draft("", focus), choices) == ("Sn",)


@pytest.mark.parametrize("draft", [Draft(), Draft("Sn,", "T"), Draft("keep c5 ", ""), Draft("Sn~d5,Sn~d5,Tn+*e", "")])
def test_a_draft_travels_in_an_id(draft: Draft) -> None:
    press = Press("K7QH3D", 999_999_999, PLAN, draft.arg)
    assert len(press.custom_id(BUTTON)) <= limits.CUSTOM_ID
    assert Draft.read(press.arg) == draft
    assert draft.arg


def test_the_longest_draft_is_short() -> None:
    longest = Draft("Sn~d5,Sn~d5,Tn+*e", "Tn")
    assert len(longest.arg) <= 37


def test_a_draft_is_walked_part_by_part() -> None:
    state: State = SPLUT.load(MANY, SplutOptions())
    found = walked(SPLUT, state, Seat(0), "Tn,Ts,")
    assert found is not None
    assert [choice.text for choice in found] == ["Tn,", "Tn,Ts,"]
    whole = walked(SPLUT, state, Seat(0), "Sn,Te*e")
    assert whole is not None
    assert whole[-1].complete
    assert walked(SPLUT, state, Seat(0), "") == ()


@pytest.mark.parametrize("text", ["Sn", "Sn,,", "Te*e,", "zz", ",", "Sn,Sn,Sn,", "Ss,"])
def test_a_draft_that_leads_nowhere_is_none(text: str) -> None:
    assert walked(SPLUT, SPLUT.load(MANY, SplutOptions()), Seat(0), text) is None


def test_a_game_without_planning_of_its_own_gets_selects() -> None:
    assert isinstance(planning_of(RIVER_UI), PlainPlanning)
    state = RIVER.setup(RIVER.options(), 4, NoChance()).state
    assert reached(RIVER, state, Seat(0), RIVER_UI, "") == {"R"}


def test_the_plain_selects_hold_a_hundred_parts() -> None:
    choices = [Choice(f"x{number} ", plan_button().label, complete=False) for number in range(120)]
    rows = PlainPlanning().rows(Draft(), choices)
    fits(rows)
    assert len(list(args(rows))) == 100
    assert PlainPlanning().ahead(Draft(), choices) == ()
    assert PlainPlanning().prompt(Draft(), choices, 3).params == {"n": 3}


def test_the_board_offers_the_planner_alone() -> None:
    state = start(2)
    (row,) = UI.controls(SPLUT, state, sorted(SPLUT.to_act(state)))
    assert isinstance(row, tuple)
    (button,) = row
    assert (button.verb, button.arg) == (PLAN, "")
