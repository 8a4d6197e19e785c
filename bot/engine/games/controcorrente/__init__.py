"""Controcorrente: boats race up a river whose tiles drift towards a waterfall."""

from bot.engine.games.controcorrente.game import Controcorrente

GAME = Controcorrente()
