"""The house bots of Hippo."""

from bot.players.base import Player
from bot.players.hippo.steady import Steady

PLAYERS: tuple[Player, ...] = (Steady(),)
