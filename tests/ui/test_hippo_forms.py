"""Hippo's private pages: within the limits through whole races, and what a choice in them means."""

from dataclasses import replace
from random import Random

import pytest

from bot.engine.chance import Seeded
from bot.engine.core import Seat, Text, Who
from bot.engine.games.hippo.actions import Keep
from bot.engine.games.hippo.game import HIPPO
from bot.engine.games.hippo.notation import write_action
from bot.engine.games.hippo.position import SEATS
from bot.engine.games.hippo.view import View
from bot.errors import IllegalAction, ParseError, Refusal
from bot.i18n import LANGS, Lang, words
from bot.match.model import Human, SeatHolder
from bot.ui import limits
from bot.ui.components import labels, view
from bot.ui.controls import Button, Select
from bot.ui.games.base import Form, Prepared, ui_of
from bot.ui.games.hippo import UI, orders, team
from bot.ui.speech import style
from tests.render.circuses import Circus, match

pytestmark = pytest.mark.asyncio

HOLDERS = tuple(SeatHolder(seat, Human(seat, "W" * 32)) for seat in range(4))
NOTHING = Prepared()


def first(seed: int, stage: str, tempo: str = "lap") -> Circus:
    """Give the first position of a stage."""
    return next(circus for circus in match(seed, tempo=tempo) if circus.state.stage == stage)


def own(circus: Circus, seat: Seat = SEATS[0]) -> View:
    return HIPPO.view(circus.state, seat)


def selects(form: Form) -> dict[str, Select]:
    """Give a page's selects by field."""
    return {row.arg.partition(":")[2]: row for row in form.rows if isinstance(row, Select)}


def chosen(form: Form) -> dict[str, list[str]]:
    return {field: [pick.value for pick in select.picks if pick.chosen] for field, select in selects(form).items()}


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize(("seed", "tempo"), [(1, "lap"), (5, "phase"), (8, "lap")])
async def test_pages_fit_a_message_through_whole_races(lang: Lang, seed: int, tempo: str) -> None:
    say = labels(lang, game_key="hippo", seats=4, holders=HOLDERS)
    shown = style("hippo", 4, HOLDERS, lang)
    random, pages = Random(seed), 0
    for circus in match(seed, tempo=tempo):
        for seat in SEATS:
            seen = own(circus, seat)
            for number in ("", "1", "2", "3", "nonsense"):
                form = UI.form(seen, Prepared(standing="lap H/+ H/+ H/+ H/+ save:rta lock:lt"), number)
                if form is None:
                    continue
                pages += 1
                assert view(form.rows, code="K7QH3D", version=999_999_999, say=say) is not None
                assert sum(isinstance(row, Select) for row in form.rows) <= 4
                assert len("\n".join(words(lang).say(line, shown) for line in form.lines)) <= limits.CONTENT - 200
                draft = None
                for field, select in selects(form).items():
                    values = tuple(
                        random.sample([pick.value for pick in select.picks], random.randint(select.least, select.most))
                    )
                    draft = UI.edited(seen, Prepared(draft), field, values)
                    assert len(draft) <= 500
                if draft is not None:
                    again = UI.form(seen, Prepared(draft), number)
                    assert again is not None
    assert pages > 50


async def test_the_answer_of_every_page_is_accepted_as_it_stands() -> None:
    for circus in match(4):
        for seat in sorted(HIPPO.to_act(circus.state)):
            seen = own(circus, seat)
            if seen.window in ("keep", "lap") and not seen.closing:
                action = HIPPO.parse(circus.state, seat, UI.answer(seen, NOTHING))
                HIPPO.apply(circus.state, seat, action, Seeded(b"x"))


async def test_the_team_page_begins_with_the_houses_choice_and_keeps_what_is_chosen() -> None:
    circus = first(1, "T")
    seen = own(circus)
    assert seen.own is not None
    form = team.form(seen, NOTHING)
    assert Text("hippo.form.suggested") in form.lines
    kept = [card for cards in chosen(form).values() for card in cards]
    assert UI.answer(seen, NOTHING) == " ".join(["keep", *sorted(kept, key=lambda card: ("cdkhu".index(card[0]), card))])
    horses = [card for card in seen.own.deal if card[0] == "h"]
    draft = UI.edited(seen, NOTHING, "h", ())
    assert chosen(team.form(seen, Prepared(draft)))["h"] == []
    draft = UI.edited(seen, Prepared(draft), "h", tuple(horses[:1]))
    assert chosen(team.form(seen, Prepared(draft)))["h"] == horses[:1]
    assert Text("hippo.form.draft") in team.form(seen, Prepared(draft)).lines


async def test_five_types_share_four_selects() -> None:
    circus = first(1, "T")
    deal = ("c1", "d1", "k1", "k2", "h01", "u2", "u3")
    seen = own(Circus(replace(circus.state, deals=(deal, *circus.state.deals[1:])), (), ()))
    form = team.form(seen, NOTHING)
    assert sorted(selects(form)) == ["c", "d", "h", "ku"]
    pairs = [pick.value for pick in selects(form)["ku"].picks]
    assert pairs == ["u2", "u3", "k1", "k1,u2", "k1,u3", "k2", "k2,u2", "k2,u3"]
    draft = UI.edited(seen, NOTHING, "ku", ("k2,u3",))
    assert chosen(team.form(seen, Prepared(draft)))["ku"] == ["k2,u3"]
    assert "k2" in UI.answer(seen, Prepared(draft))
    assert "u3" in UI.answer(seen, Prepared(draft))


async def test_a_draft_of_an_earlier_window_is_forgotten() -> None:
    seen = own(first(1, "L1.E"))
    assert UI.answer(seen, Prepared("L2.E lap A/+ A/+ A/+ A/+ save:- lock:-")) == "lap H/+ H/+ H/+ H/+ save:rta lock:lt"
    assert UI.answer(seen, Prepared("L1.E lap A/+ A/+ A/+ A/+ save:- lock:-")) == "lap A/+ A/+ A/+ A/+ save:- lock:-"
    assert UI.answer(seen, Prepared("L1.E nonsense")) == "lap H/+ H/+ H/+ H/+ save:rta lock:lt"


async def test_an_answer_given_is_where_changes_begin() -> None:
    circus = list(match(1))[1]
    seat = next(seat.seat for seat in circus.view.seats if seat.answered)
    seen = own(circus, seat)
    assert seen.own is not None
    assert isinstance(seen.own.answer, Keep)
    assert UI.answer(seen, NOTHING) == write_action(seen.own.answer)
    assert Text("hippo.form.sealed") in team.form(seen, NOTHING).lines
    changed = UI.edited(seen, NOTHING, "h", ())
    state = Text("hippo.form.changed" if any(card[0] == "h" for card in seen.own.answer.cards) else "hippo.form.sealed")
    assert state in team.form(seen, Prepared(changed)).lines


async def test_standing_orders_are_meant_among_those_who_run() -> None:
    seen = own(first(1, "L1.E"))
    assert UI.answer(seen, Prepared(standing="lap A@RBYG/- A@R/+ H/+ A/+ save:r lock:l")) == "lap A/- H/+ H/+ A/+ save:r lock:l"
    assert orders.standing(seen, "LAP h/+ a/- A+/+ H/- lock:t save:tr drop:b1") == "lap H/+ A/- A+/+ H/- save:rt lock:t"
    assert orders.standing(seen, "h/+ a/- A+/+ H/-") == "lap H/+ A/- A+/+ H/- save:- lock:-"
    for wrong in ("keep c1", "H/+", "", "lap H/+ H/+ H/+ H/+ H/+", "x" * 200):
        with pytest.raises(ParseError) as refused:
            orders.standing(seen, wrong)
        assert orders.standing(seen, refused.value.near[0])
    phase = own(first(5, "L1.E", "phase"))
    assert orders.standing(phase, "A+/+") == "lap A+/+ save:- lock:-"


async def test_too_few_cards_to_drop_are_said_and_refused_by_the_rules() -> None:
    circus = next(
        circus
        for seed in range(40)
        for circus in match(seed)
        for seat in SEATS
        if (mine := own(circus, seat).own) is not None and mine.over == 2 and circus.view.window == "lap"
    )
    seat = next(seat for seat in SEATS if (mine := own(circus, seat).own) is not None and mine.over == 2)
    seen = own(circus, seat)
    assert seen.own is not None
    draft = UI.edited(seen, NOTHING, "drop", seen.own.hand[:1])
    assert Text("hippo.form.drop_more", {"n": 1}) in orders.form(seen, Prepared(draft), "3").lines
    text = UI.answer(seen, Prepared(draft))
    with pytest.raises(IllegalAction):
        HIPPO.apply(circus.state, seat, HIPPO.parse(circus.state, seat, text), Seeded(b"x"))
    assert "drop" not in UI.answer(seen, Prepared(UI.edited(seen, Prepared(draft), "drop", ())))


@pytest.mark.parametrize(
    ("stage", "field", "values"),
    [
        ("T", "x", ()),
        ("T", "c", ("c9",)),
        ("T", "h", ("nonsense",)),
        ("L1.E", "a4", ("H",)),
        ("L1.E", "a0", ("A@RBYG",)),
        ("L1.E", "a0", ()),
        ("L1.E", "d0", ("x",)),
        ("L1.E", "save", ("v",)),
        ("L1.E", "lock", ("x",)),
        ("L1.E", "drop", ("v1", "v2", "v3")),
        ("L1.E", "", ()),
    ],
)
async def test_what_no_control_of_ours_says_is_refused(stage: str, field: str, values: tuple[str, ...]) -> None:
    with pytest.raises(Refusal):
        UI.edited(own(first(1, stage)), NOTHING, field, values)


async def test_windows_without_a_draft_refuse_one() -> None:
    seen = own(first(1, "G"))
    with pytest.raises(Refusal):
        UI.edited(seen, NOTHING, "a0", ("H",))
    with pytest.raises(Refusal):
        UI.answer(seen, NOTHING)


async def test_who_is_not_asked_has_no_page() -> None:
    *_, end = match(1)
    assert UI.form(own(end), NOTHING, "") is None
    assert UI.form(end.view, NOTHING, "") is None


async def test_public_controls_are_the_same_for_all_and_hold_no_secret() -> None:
    assert ui_of("hippo") is UI
    circus = first(1, "L1.E")
    rows = UI.controls(HIPPO, circus.state, sorted(HIPPO.to_act(circus.state)))
    assert [button.verb for row in rows if isinstance(row, tuple) for button in row if isinstance(button, Button)] == [
        "form",
        "hand",
    ]
    aimed = next((one for seed in range(20) for one in match(seed) if one.state.stage == "U"), None)
    assert aimed is not None
    (buttons, _) = UI.controls(HIPPO, aimed.state, sorted(HIPPO.to_act(aimed.state)))
    assert isinstance(buttons, tuple)
    assert len(buttons) == 3
    assert all(button.verb == "play" and isinstance(button.label.params["who"], Who) for button in buttons)
