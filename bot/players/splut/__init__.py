"""The house bots of Splut!."""

from bot.players.base import Player
from bot.players.splut.steady import Steady

PLAYERS: tuple[Player, ...] = (Steady(),)
