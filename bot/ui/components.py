"""Controls as Discord components, and the two dynamic items that every press in Discord arrives through.

Owns the building of views and the labels' own plain style. Refuses to know what a press means: both items hand it to the client's
flow.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Self, TypeAlias

import discord

from bot.engine.core import Seat, Text, letter
from bot.engine.registry import game as game_of
from bot.errors import Fault
from bot.i18n import Lang, Style, words
from bot.match.model import Human, SeatHolder
from bot.ui import ids, limits, speech
from bot.ui.controls import Button, Pick, Row, Select
from bot.ui.ids import Press

if TYPE_CHECKING:
    import re

Say: TypeAlias = Callable[[Text], str]

NO_MATCH = "000000"  # the code in the ids of controls that belong to no match

STYLES = {
    "primary": discord.ButtonStyle.primary,
    "secondary": discord.ButtonStyle.secondary,
    "success": discord.ButtonStyle.success,
    "danger": discord.ButtonStyle.danger,
}


class PressButton(discord.ui.DynamicItem[discord.ui.Button[discord.ui.View]], template=ids.BUTTON_TEMPLATE):
    """Every button of this bot."""

    def __init__(self, item: discord.ui.Button[discord.ui.View], press: Press) -> None:
        super().__init__(item)
        self.press = press

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: "re.Match[str]", /
    ) -> Self:
        """Read the press from the id alone: nothing else survives a restart."""
        assert isinstance(item, discord.ui.Button)  # noqa: S101 - discord.py looks the item up by its component type
        return cls(item, Press.from_match(match))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Hand the press on; never raises, for discord.py would only log it and the user would see nothing."""
        await interaction.client.flow.press(interaction, self.press)


class PressSelect(discord.ui.DynamicItem[discord.ui.Select[discord.ui.View]], template=ids.SELECT_TEMPLATE):
    """Every select of this bot."""

    def __init__(self, item: discord.ui.Select[discord.ui.View], press: Press) -> None:
        super().__init__(item)
        self.press = press

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: "re.Match[str]", /
    ) -> Self:
        """Read the press from the id and the picks from the interaction."""
        assert isinstance(item, discord.ui.Select)  # noqa: S101 - discord.py looks the item up by its component type
        return cls(item, press_of(interaction))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Hand the press on; never raises, for discord.py would only log it and the user would see nothing."""
        await interaction.client.flow.press(interaction, self.press)


DYNAMIC_ITEMS = (PressButton, PressSelect)
UNKNOWN = Press(NO_MATCH, 0, "unknown")  # a verb that the flow answers as one it does not know


def press_of(interaction: discord.Interaction[Any]) -> Press:
    """Read what a component says from its custom id; `UNKNOWN` for an id that is not of this bot's making."""
    data: Any = interaction.data or {}
    custom_id = str(data.get("custom_id", ""))
    found = ids.BUTTON_TEMPLATE.fullmatch(custom_id) or ids.SELECT_TEMPLATE.fullmatch(custom_id)
    if found is None:
        return UNKNOWN
    return replace(Press.from_match(found), values=tuple(data.get("values", ())))


def is_dispatched(interaction: discord.Interaction[Any]) -> bool:
    """Tell whether discord.py hands a press to a dynamic item: only for a control that the message, as sent along, still has."""
    press = press_of(interaction)
    rows = interaction.message.components if interaction.message is not None else []
    shown = {getattr(child, "custom_id", None) for row in rows if isinstance(row, discord.ActionRow) for child in row.children}
    return press is not UNKNOWN and interaction.custom_id in shown


def view(rows: Iterable[Row], *, code: str, version: int, say: Say) -> discord.ui.View | None:
    """Build a new view; None for no rows, raises Fault for what Discord would not take.

    `say` is `labels(...)`: a label is shown as it is, without markdown. The view is stopped at once, so discord.py does not keep
    it: its items are found by their templates, and a kept view could take a template away with it.
    """
    built = discord.ui.View(timeout=None)
    for number, row in enumerate(rows):
        if number == limits.ROWS:
            raise Fault(f"more than {limits.ROWS} rows of controls")
        items = [_select(row, code, version, say)] if isinstance(row, Select) else [_button(b, code, version, say) for b in row]
        if len(items) > limits.BUTTONS_IN_ROW:
            raise Fault(f"{len(items)} buttons in one row, at most {limits.BUTTONS_IN_ROW}")
        for item in items:
            item.row = number
            built.add_item(item)
    found = [item.custom_id for item in built.children if isinstance(item, discord.ui.DynamicItem)]
    if len(found) != len(set(found)):
        raise Fault(f"custom ids that stand twice: {sorted(found)}")
    if not found:
        return None
    built.stop()
    return built


def _button(button: Button, code: str, version: int, say: Say) -> PressButton:
    press = Press(code, version, button.verb, button.arg)
    return PressButton(
        discord.ui.Button(
            style=STYLES[button.look],
            label=limits.clip(say(button.label), limits.BUTTON_LABEL),
            custom_id=press.custom_id(ids.BUTTON),
            disabled=button.disabled,
            emoji=button.emoji,
        ),
        press,
    )


def _select(select: Select, code: str, version: int, say: Say) -> PressSelect:
    if not 1 <= len(select.picks) <= limits.SELECT_OPTIONS:
        raise Fault(f"a select of {len(select.picks)} options, 1 to {limits.SELECT_OPTIONS}")
    press = Press(code, version, select.verb, select.arg)
    return PressSelect(
        discord.ui.Select(
            custom_id=press.custom_id(ids.SELECT),
            placeholder=limits.clip(say(select.placeholder), limits.SELECT_PLACEHOLDER),
            min_values=select.least,
            max_values=select.most,
            options=[_option(pick, say) for pick in select.picks],
        ),
        press,
    )


def _option(pick: Pick, say: Say) -> discord.SelectOption:
    if not 1 <= len(pick.value) <= limits.SELECT_TEXT:
        raise Fault(f"a select value of {len(pick.value)} characters, 1 to {limits.SELECT_TEXT}")
    return discord.SelectOption(
        label=limits.clip(say(pick.label), limits.SELECT_TEXT),
        value=pick.value,
        description=limits.clip(say(pick.description), limits.SELECT_TEXT) if pick.description else None,
        default=pick.chosen,
    )


def labels(lang: Lang, *, game_key: str | None = None, seats: int = 0, holders: tuple[SeatHolder, ...] = ()) -> Say:
    """Give the way to say a label: no markdown, seats as their letter and, for people, the name as it is.

    Without a game, a text about seats cannot be said; raises MissingWords as `Words.say` does.
    """

    def name(seat: Seat) -> str:
        mark = letter(game_of(game_key).info, seats, seat) if game_key else f"#{seat + 1}"
        holder = next((taken.holder for taken in holders if taken.place == seat), None)
        return f"{mark} {plain(limits.clip(holder.name, speech.NAME_LENGTH))}" if isinstance(holder, Human) else mark

    style = Style(name=name, plain=plain, code=plain, when=str)
    return lambda text: words(lang).say(text, style)


def plain(text: str) -> str:
    """Show a text that somebody typed where nothing is markdown: one line, no control or direction marks."""
    return " ".join("".join(char if char.isprintable() else " " for char in text).split())
