"""Reading the arguments that commands share: options of a game, and who sits where.

Owns their forms. Refuses to know commands.
"""

from collections.abc import Iterable

from bot.engine.core import AnyGame
from bot.errors import Refusal
from bot.i18n import LANGS, Lang
from bot.players.base import Player, player, players

ANY_BOT = "bot"


def read_pairs(texts: Iterable[str]) -> dict[str, str]:
    """Read NAME=VALUE; raises Refusal."""
    pairs = {}
    for text in texts:
        name, mark, value = text.partition("=")
        if not mark or not name:
            raise Refusal("engine.bad_pair", text=text)
        pairs[name.strip()] = value.strip()
    return pairs


def read_seats(game: AnyGame, text: str) -> list[Player]:
    """Read who plays: a number of seats, or one level a seat (`bot` is the default one), as in `random,steady`.

    Raises Fault for a level the game does not have.
    """
    default = next(iter(players(game.info.key)))
    levels = [ANY_BOT] * int(text) if text.isdecimal() and len(text) <= 2 else [level.strip() for level in text.split(",")]
    return [player(game.info.key, default if level == ANY_BOT else level) for level in levels]


def read_language(text: str) -> Lang:
    """Read a language, `pt-BR` as well as `pt_BR`; raises Refusal."""
    for lang in LANGS:
        if lang == text.replace("-", "_"):
            return lang
    raise Refusal("engine.unknown_language", text=text, known=LANGS)
