"""`tavoliere check`: everything that can be wrong before Discord is asked, one line each."""

import asyncio
from importlib.util import find_spec

import typer

from bot.engine.core import GameInfo
from bot.engine.registry import games
from bot.errors import Fault
from bot.i18n import LANGS, words
from bot.settings import Settings, load_settings


def check() -> None:
    """Check settings, database, permissions and that every game is complete."""
    settings = load_settings()
    print("settings     ok" + ("" if settings.discord_token else ", but DISCORD_TOKEN is not set: without it nothing connects"))
    found = [_database(settings), _languages(), *(_game(game.info) for game in games().values())]
    print(f"permissions  {_permissions()} (bot invitation, scopes bot and applications.commands)")
    if not all(found):
        raise typer.Exit(1)


def _database(settings: Settings) -> bool:
    # Only here: a check of the settings alone should not need the database's library.
    from bot.store.database import Database

    async def opened() -> str:
        async with Database.open(settings.database) as database:
            return str(database.path)

    try:
        print(f"database     ok, {asyncio.run(opened())}")
    except Fault as fault:
        print(f"database     {fault}")
        return False
    return True


def _languages() -> bool:
    ids = {lang: words(lang).ids for lang in LANGS}
    missing = sorted(f"{lang} lacks {text_id}" for lang in LANGS for text_id in set().union(*ids.values()) - ids[lang])
    print(f"languages    {'ok, ' + ', '.join(LANGS) if not missing else '; '.join(missing)}")
    return not missing


def _game(info: GameInfo) -> bool:
    parts = {
        "renderer": f"bot.render.{info.key}",
        "words": f"bot.words.{info.key}",
        "controls": f"bot.ui.games.{info.key}",
        "cog": f"cogs.{info.key}",
    }
    missing = [part for part, module in parts.items() if find_spec(module) is None]
    print(f"game         {info.key}: {'complete' if not missing else 'lacks ' + ', '.join(missing)}")
    return not missing


def _permissions() -> int:
    from bot.ui.access import invitation

    return invitation().value
