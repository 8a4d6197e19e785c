"""Hippo: four chariots, seven laps, sealed orders."""

from bot.engine.games.hippo.game import HIPPO as GAME

__all__ = ["GAME"]
