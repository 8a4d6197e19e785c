"""The bot `killer`, which Splut!'s house bot is measured against: kills when it can, else plays at random, but no suicide."""

from random import Random
from typing import Any

from bot.engine.core import AnyGame, Seat
from bot.engine.games.splut.arena import living
from bot.engine.games.splut.moves import Turn
from bot.engine.games.splut.notation import write_turn
from bot.engine.games.splut.play import take
from bot.engine.games.splut.position import State
from bot.players.base import Budget
from bot.players.splut.kills import Hunt
from bot.players.uniform import Uniform

TRIES = 20


class Killer:
    """Looks no further than its own turn."""

    level = "killer"
    draws = True
    heavy = False

    def choose(self, game: AnyGame, state: Any, seat: Seat, *, random: Random, budget: Budget) -> str:
        """Choose a kill, or the first turn of a uniform walk that is not its own end."""
        position = state.position
        victims = [side for side in living(position.board) if side != position.side]
        kill = Hunt(position, state.options.rules, victims).first()
        if kill is not None:
            return write_turn(Turn(kill))
        for _ in range(TRIES):
            notation = Uniform().choose(game, state, seat, random=random, budget=budget)
            if not suicide(state, game.parse(state, seat, notation)):
                break
        return notation


def suicide(state: State, turn: Turn) -> bool:
    """Tell whether a turn kills the sorcerer of the side that plays it."""
    position, flight = state.position, None
    for move in turn.moves:
        position, flight = take(position, move)
    return flight is not None and flight.slain == state.position.side
