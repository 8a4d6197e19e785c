"""Splash & Bash: teams of three pawns and a helmsman race around a swimming pool."""

from bot.engine.games.splash.game import SPLASH as GAME

__all__ = ["GAME"]
