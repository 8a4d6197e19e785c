"""Splash & Bash's controls: every action has a button, private pages know their own seat alone, nothing breaks a limit."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from bot.engine.chance import Seeded, pick
from bot.engine.core import Seat, Text
from bot.engine.games.splash.actions import REACTION_NAMES, STANDING
from bot.engine.games.splash.choices import choices
from bot.engine.games.splash.game import SPLASH
from bot.engine.games.splash.position import SplashOptions, State
from bot.i18n import LANGS, Style, words
from bot.ui import limits
from bot.ui.controls import Button, Row, Select
from bot.ui.games.base import Prepared, ui_of
from bot.ui.games.splash import UI, known, orders
from bot.ui.ids import BUTTON, Press

R, B = Seat(0), Seat(1)
NOTHING = Prepared()
BEFORE = "SB1 classica 2 r3 >R1 | R 1C3 1C1 1C2 - | B 1C8 1A6 1C13 - | h R:RI,SA B:SA"


def positions(seed: int, teams: int, options: SplashOptions | None = None) -> Iterator[State]:
    """Play at random and give every position on the way."""
    chance, steering = Seeded(bytes([seed])), Seeded(bytes([seed, 2]))
    state = SPLASH.setup(options or SplashOptions(), teams, chance).state
    while due := sorted(SPLASH.to_act(state)):
        yield state
        action = pick(steering, "action", list(SPLASH.legal(state, due[0])))
        state = SPLASH.apply(state, due[0], action, chance).state


def pressable(rows: tuple[Row, ...]) -> Iterator[tuple[str, str]]:
    """List what the controls send, as (verb, arg or a select's pick)."""
    for row in rows:
        if isinstance(row, Select):
            yield from ((row.verb, choice.value) for choice in row.picks)
        else:
            yield from ((button.verb, button.arg) for button in row)


def reached(state: State, seat: Seat) -> set[str]:
    """Press everything there is, page after page, and list the notations that can be played."""
    found: set[str] = set()
    pages = [("form", page) for verb, page in pressable(UI.controls(SPLASH, state, [seat])) if verb == "form"]
    found |= {arg for verb, arg in pressable(UI.controls(SPLASH, state, [seat])) if verb == "play"}
    done: set[str] = set()
    view = SPLASH.view(state, seat)
    while pages:
        _, page = pages.pop()
        if page in done:
            continue
        done.add(page)
        form = UI.form(view, NOTHING, page)
        assert form is not None, page
        assert len(form.rows) <= limits.ROWS
        assert form.lines
        for verb, arg in pressable(form.rows):
            if verb == "play":
                found.add(arg)
            else:
                pages.append((verb, arg))
    return found


@pytest.mark.parametrize("course", ["classica", "olimpionica"])
def test_every_legal_action_can_be_pressed_and_nothing_else(course: str) -> None:
    seen: set[str] = set()
    options = SplashOptions(course=course, autoroll=False)
    for seed in range(3):
        for state in positions(seed, 2 + seed, options):
            seat = min(SPLASH.to_act(state))
            pressed = reached(state, seat)
            standing = {text for text in pressed if SPLASH.is_standing(SPLASH.parse(state, seat, text))}
            legal = {SPLASH.write(state, action) for action in SPLASH.legal(state, seat)}
            assert pressed - standing == legal, state.decision
            assert len(standing) >= 2
            seen.add(state.decision)
    assert seen >= {"D0", "D1", "D2", "D3", "D4", "D6"}


def test_ids_fit_and_differ() -> None:
    for state in positions(4, 4, SplashOptions(course="olimpionica")):
        seat = min(SPLASH.to_act(state))
        rows = UI.controls(SPLASH, state, [seat])
        assert 1 <= len(rows) < limits.ROWS
        sent = [Press("K7QH3D", 999_999_999, verb, arg).custom_id(BUTTON) for verb, arg in pressable(rows)]
        assert len(sent) == len(set(sent))


@pytest.mark.parametrize("lang", LANGS)
def test_labels_are_said_and_fit_a_button(lang: str) -> None:
    language = next(one for one in LANGS if one == lang)
    style = Style(name=lambda seat: "RBGY"[seat] + " " + "W" * 32)

    def say(text: Text) -> str:
        return words(language).say(text, style)

    for state in positions(6, 3):
        seat = min(SPLASH.to_act(state))
        view = SPLASH.view(state, seat)
        forms = [UI.form(view, NOTHING, page) for page in ("orders", "play", "disc", "lineup", "obs E")]
        rows = [*UI.controls(SPLASH, state, [seat]), *(row for form in forms if form for row in form.rows)]
        for row in rows:
            if isinstance(row, Select):
                assert len(say(row.placeholder)) <= limits.SELECT_PLACEHOLDER
                assert all(len(say(choice.label)) <= limits.SELECT_TEXT for choice in row.picks)
            else:
                assert all(len(say(button.label)) <= limits.BUTTON_LABEL for button in row)
        for form in forms:
            assert form is None or sum(len(say(line)) for line in form.lines) < limits.CONTENT


def test_the_known_position_has_the_same_choices_as_the_true_one() -> None:
    for state in positions(8, 3, SplashOptions(autoroll=False)):
        for seat in SPLASH.to_act(state):
            told = known(SPLASH.view(state, seat))
            assert choices(told, seat, "") == choices(state, seat, "")


def test_a_lane_says_where_it_leads_and_what_it_hits() -> None:
    state = replace(SPLASH.load(BEFORE, SplashOptions()), decision="D4", die=5)
    labels = {button.arg: button for row in UI.controls(SPLASH, state, [R]) if not isinstance(row, Select) for button in row}
    said = {arg: words("en").say(button.label, Style(name=str)) for arg, button in labels.items() if arg.startswith("go")}
    assert said == {
        "go E": "Outer: to 1E7",
        "go C": "Centre: bumps B1, ends on 1C8",
        "go A": "High Tide: bumps B2, ends on 1A6",
    }


def test_a_public_label_does_not_know_the_own_hand() -> None:
    """By an own Salvagente the team would not fall; the public label must not say so."""
    state = replace(
        SPLASH.load("SB1 classica 2 r3 >R1 | R 1A5 1C1 1C2 - | B 1C8 1C12 1C13 - | x A7 | h R:SA", SplashOptions()),
        decision="D4",
        die=3,
    )
    (own,) = [choice for choice in choices(state, R, "") if choice.text == "go A"]
    shown = [button for row in UI.controls(SPLASH, state, [R]) if not isinstance(row, Select) for button in row]
    (public,) = [button for button in shown if button.arg == "go A"]
    assert public.label != own.label
    bare = replace(state, hands=((), ()))
    assert public.label in [choice.label for choice in choices(bare, R, "")]
    assert public.look == "danger"
    assert UI.controls(SPLASH, bare, [R]) == UI.controls(SPLASH, state, [R])


def test_pages_of_another_decision_or_seat_are_not_there() -> None:
    state = replace(SPLASH.load(BEFORE, SplashOptions()), decision="D3")
    for page in ("lineup", "obs E", "disc", "nonsense", ""):
        assert UI.form(SPLASH.view(state, R), NOTHING, page) is None
    for page in ("play", "play RI", "lineup"):
        assert UI.form(SPLASH.view(state, B), NOTHING, page) is None
    assert UI.form(SPLASH.view(state, B), NOTHING, "orders") is not None


def test_nonsense_after_a_known_beginning_is_harmless() -> None:
    state = replace(SPLASH.load(BEFORE, SplashOptions()), decision="D3")
    for page in ("play XX", "play TB B1 C2", "play SA", "play " + "x" * 60):
        form = UI.form(SPLASH.view(state, R), NOTHING, page)
        assert form is not None
        assert [text for verb, text in pressable(form.rows) if verb == "form"] == ["play RI"]
    d1 = replace(state, decision="D1")
    for page in ("obs", "obs Q", "obs E99"):
        form = UI.form(SPLASH.view(d1, R), NOTHING, page)
        assert form is not None
        assert list(pressable(form.rows)) == [("play", "obs -")]


def test_the_hand_is_put_in_order_and_reactions_switched() -> None:
    state = SPLASH.load(BEFORE, SplashOptions())
    form = UI.form(SPLASH.view(state, R), NOTHING, "orders")
    assert form is not None
    assert [text for _, text in pressable(form.rows)] == ["order salvagente off", "order alt off", "hand order SA RI"]
    off = SPLASH.apply(state, R, SPLASH.parse(state, R, "order alt off"), Seeded(b"x")).state
    form = UI.form(SPLASH.view(off, R), NOTHING, "orders")
    assert form is not None
    assert ("play", "order alt on") in list(pressable(form.rows))
    assert [text for text, _ in orders(SPLASH.view(state, R))][-2:] == ["hand RI SA", "hand SA RI"]
    assert [text for text, _ in orders(SPLASH.view(state, B))] == ["salvagente on", "salvagente off", "alt on", "alt off"]
    assert tuple(REACTION_NAMES.values()) == STANDING  # a view's two flags are in this order


def test_everybody_may_open_hand_and_orders_and_only_who_is_due_the_cards() -> None:
    state = replace(SPLASH.load(BEFORE, SplashOptions()), decision="D3")
    assert [verb for verb, _ in pressable(UI.controls(SPLASH, state, [R]))] == ["play", "form", "hand", "form"]
    for decision in ("D1", "D2"):
        rows = UI.controls(SPLASH, replace(state, decision=decision), [R])
        assert ("form", "play") not in list(pressable(rows))
        assert ("hand", "") in list(pressable(rows))


def test_nothing_is_to_be_decided_where_the_table_goes_on_by_itself() -> None:
    state = replace(SPLASH.load(BEFORE, SplashOptions()), decision="D3")
    assert list(pressable(UI.controls(SPLASH, state, []))) == [("hand", ""), ("form", "orders")]


def test_the_controls_are_found_by_the_games_key() -> None:
    assert ui_of("splash") is UI
    state = SPLASH.load(BEFORE, SplashOptions())
    go_on = Button(Text("splash.choice.go_on"), "play", "pass", look="success", emoji="▶️")
    assert UI.controls(SPLASH, state, [R])[0] == (go_on,)
