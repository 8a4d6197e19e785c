"""The house bots of Controcorrente."""

from bot.players.base import Player
from bot.players.controcorrente.steady import Steady

PLAYERS: tuple[Player, ...] = (Steady(),)
