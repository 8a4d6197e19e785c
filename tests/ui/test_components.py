"""Views from rows: what Discord would refuse is refused here, and what people typed is only text."""

from typing import Any

import pytest

from bot.engine.core import Code, Seat, Text, Who
from bot.errors import Fault
from bot.match.model import Human, SeatHolder
from bot.ui import ids, limits
from bot.ui.components import PressButton, PressSelect, labels, view
from bot.ui.controls import Button, Pick, Row, Select

pytestmark = pytest.mark.asyncio

SAY = labels("en")


def literal(text: str) -> Text:
    return Text("ui.literal", {"text": text})


def built(*rows: Row) -> list[dict[str, Any]]:
    made = view(rows, code="K7QH3D", version=7, say=SAY)
    assert made is not None
    return [component for row in made.to_components() for component in row["components"]]


async def test_every_item_is_found_by_its_template_alone() -> None:
    made = view(
        ((Button(literal("x"), "play", "M 3"),), Select(literal("y"), "seat", (Pick(literal("A"), "A"),))),
        code="K7QH3D",
        version=7,
        say=SAY,
    )
    assert made is not None
    assert [type(item) for item in made.children] == [PressButton, PressSelect]
    button, select = (item.custom_id for item in made.children if isinstance(item, PressButton | PressSelect))
    found = ids.BUTTON_TEMPLATE.fullmatch(button)
    assert found is not None
    assert ids.Press.from_match(found) == ids.Press("K7QH3D", 7, "play", "M 3")
    assert ids.SELECT_TEMPLATE.fullmatch(select)
    assert ids.BUTTON_TEMPLATE.fullmatch(select) is None
    assert ids.SELECT_TEMPLATE.fullmatch(button) is None


async def test_a_view_is_new_persistent_and_never_kept() -> None:
    rows = ((Button(literal("x"), "play"),),)
    one, two = (view(rows, code="K7QH3D", version=1, say=SAY) for _ in range(2))
    assert one is not None
    assert one is not two
    assert one.is_persistent()
    assert one.is_finished()


async def test_nothing_to_show_is_no_view() -> None:
    assert view((), code="K7QH3D", version=1, say=SAY) is None


async def test_labels_are_clipped_to_what_discord_takes() -> None:
    (button,) = built((Button(literal("x" * 200), "play"),))
    assert len(button["label"]) == limits.BUTTON_LABEL
    (select,) = built(Select(literal("y" * 200), "seat", (Pick(literal("z" * 200), "v", literal("d" * 200)),)))
    assert len(select["placeholder"]) == limits.SELECT_PLACEHOLDER
    assert len(select["options"][0]["label"]) == len(select["options"][0]["description"]) == limits.SELECT_TEXT


@pytest.mark.parametrize(
    "rows",
    [
        pytest.param(((Button(literal("x"), "play"), Button(literal("y"), "play")),), id="an id twice"),
        pytest.param(((Button(literal("x"), "play", "n" * 90),),), id="an id too long"),
        pytest.param((tuple(Button(literal("x"), "play", str(n)) for n in range(6)),), id="six in a row"),
        pytest.param(tuple((Button(literal("x"), "play", str(n)),) for n in range(6)), id="six rows"),
        pytest.param((Select(literal("x"), "seat", ()),), id="an empty select"),
        pytest.param((Select(literal("x"), "seat", tuple(Pick(literal("x"), str(n)) for n in range(26))),), id="26 options"),
        pytest.param((Select(literal("x"), "seat", (Pick(literal("x"), "v" * 101),)),), id="a value too long"),
        pytest.param((Select(literal("x"), "seat", (Pick(literal("x"), ""),)),), id="an empty value"),
    ],
)
async def test_what_discord_would_refuse_is_a_fault(rows: tuple[Row, ...]) -> None:
    with pytest.raises(Fault):
        view(rows, code="K7QH3D", version=1, say=SAY)


async def test_a_label_shows_names_as_they_are_on_one_line() -> None:
    holders = (SeatHolder(0, Human(1, "**Ann**\n\u202e`x`")),)
    say = labels("en", game_key="controcorrente", seats=2, holders=holders)
    assert say(Text("ui.literal", {"text": Who(Seat(0))})) == "A **Ann** `x`"
    assert say(Text("ui.literal", {"text": Who(Seat(1))})) == "B"
    assert say(Text("ui.literal", {"text": Code("M3")})) == "M3"
