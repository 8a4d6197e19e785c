"""Hippo's controls: public ways to the private pages on which a seat decides on its team, its start and its sealed orders."""

from collections.abc import Sequence
from typing import Any

from bot.engine.core import AnyGame, Code, Seat, Text
from bot.errors import Refusal
from bot.ui.controls import Button, Row
from bot.ui.games.base import Form, GameUi, Prepared
from bot.ui.games.hippo import orders, start, team

HAND = Button(Text("hippo.button.hand"), "hand", emoji="🃏")
FORMS = {
    "keep": Button(Text("hippo.button.team"), "form", look="primary", emoji="🐎"),
    "start": Button(Text("hippo.button.start"), "form", look="primary", emoji="🚩"),
    "lap": Button(Text("hippo.button.orders"), "form", look="primary", emoji="📜"),
}


class HippoUi(GameUi):
    """Buttons that open private pages; a rumour alone is aimed in public, for nothing about it is hidden."""

    def controls(self, game: AnyGame, state: Any, due: Sequence[Seat]) -> tuple[Row, ...]:
        """Offer the open window's page, or its few public choices; the same for all seats that are asked."""
        view = game.view(state, None)
        if view.closing or view.window == "rumour":
            choices = [choice for seat in due[:1] for choice in game.choices(state, seat, "")]
            return (tuple([Button(choice.label, "play", choice.text, look="primary") for choice in choices]), (HAND,))
        return ((FORMS[view.window], HAND),)

    def form(self, view: Any, prepared: Prepared, page: str) -> Form | None:
        """Build the page of the open window; None for a seat that it does not ask."""
        if view.own is None or view.own.seat not in view.asked or view.closing:
            return None
        match view.window:
            case "keep":
                return team.form(view, prepared)
            case "start":
                return start.form(view)
            case "lap":
                return orders.form(view, prepared, page)
            case _:
                return None

    def edited(self, view: Any, prepared: Prepared, field: str, values: tuple[str, ...]) -> str:
        """Set a field of the team or of the orders; raises Refusal for one that the open window does not have."""
        if self.form(view, prepared, "") is None or view.window == "start":
            raise Refusal("ui.nothing_to_prepare", command=Code("/match board"))
        return (
            team.edited(view, prepared, field, values) if view.window == "keep" else orders.edited(view, prepared, field, values)
        )

    def answer(self, view: Any, prepared: Prepared) -> str:
        """Write the team or the orders that the page shows."""
        if self.form(view, prepared, "") is None or view.window == "start":
            raise Refusal("ui.nothing_to_prepare", command=Code("/match board"))
        return team.answer(view, prepared) if view.window == "keep" else orders.answer(view, prepared)

    def standing(self, view: Any, text: str) -> str:
        """Write lap orders that stand: without cards to drop; raises ParseError."""
        return orders.standing(view, text)


UI = HippoUi()
