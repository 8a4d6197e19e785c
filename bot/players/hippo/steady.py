"""The house bot `steady`: plays the plan of the rules, section 10.

Owns putting the plan's decisions into notation. Refuses to know the plan itself: the engine has it, since it also drives chariots
whose seats have left (D40). It is given the seat's view, so it can look at nobody's hand and at no sealed order.
"""

from random import Random
from typing import Any

from bot.engine.core import AnyGame, Seat
from bot.engine.games.hippo import driver
from bot.engine.games.hippo.actions import Action, Aim, Go
from bot.engine.games.hippo.notation import write_action
from bot.engine.games.hippo.view import View
from bot.players.base import Budget


class Steady:
    """Plays the same action in the same position, at once."""

    level = "steady"
    draws = False
    heavy = False

    def choose(self, game: AnyGame, state: Any, seat: Seat, *, random: Random, budget: Budget) -> str:
        """Answer the open window."""
        return write_action(decide(game.view(state, seat)))


def decide(view: View) -> Action:
    """Decide what the window asks of the view's own seat."""
    if view.closing:
        return Go()
    if view.window != "rumour":
        return driver.decide(view)
    card = next(rumour.card for rumour in view.rumours if view.own is not None and rumour.holder == view.own.seat)
    return Aim(card, driver.target(view))
