"""The registry: a game is registered by existing in `bot/engine/games`.

Owns finding games and naming near ones for a mistyped key. Refuses to know what a game does.
"""

from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import MappingProxyType

import bot.engine.games
from bot.engine.core import AnyGame
from bot.errors import Refusal


@cache
def games() -> Mapping[str, AnyGame]:
    """Give every game by key, sorted: the `GAME` of each module or package of `bot.engine.games`, passing over one without."""
    found: dict[str, AnyGame] = {}
    for module in iter_modules(bot.engine.games.__path__):
        entry: AnyGame | None = getattr(import_module(f"{bot.engine.games.__name__}.{module.name}"), "GAME", None)
        if entry is not None:
            found[entry.info.key] = entry
    return MappingProxyType(dict(sorted(found.items())))


def game(key: str) -> AnyGame:
    """Give one game; raises Refusal with the near keys, or all of them when none is near."""
    found = games().get(key)
    if found is None:
        near = get_close_matches(key.lower(), games(), n=3) or list(games())
        raise Refusal("engine.unknown_game", key=key, near=tuple(near))
    return found
