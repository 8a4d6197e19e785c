"""Tavoliere, a game master for Discord."""

__version__ = "0.1.0"
