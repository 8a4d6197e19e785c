"""The house bots of Splash & Bash."""

from bot.players.base import Player
from bot.players.splash.steady import Steady

PLAYERS: tuple[Player, ...] = (Steady(),)
