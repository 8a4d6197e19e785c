"""Splut!: sorcerers, trolls and dwarves fight in a diamond of 41 squares, and only a thrown rock kills."""

from bot.engine.games.splut.game import SPLUT as GAME

__all__ = ["GAME"]
