"""`tavoliere migrate`: bring a database to the newest schema without starting the bot.

Owns what the command prints. Refuses to know how it is done: opening a database migrates it.
"""

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from bot.settings import load_settings


def migrate(
    path: Annotated[
        Path | None, typer.Argument(help="The database file; without it, the one of the settings.", show_default=False)
    ] = None,
) -> None:
    """Bring the database to the newest schema, with a copy of the old one beside it."""
    print(asyncio.run(migrated(path or load_settings().database)))


async def migrated(path: Path) -> str:
    """Open the database and say in a line what that did to its schema; raises StoreFault."""
    # Only here: the other commands start faster without the database's library.
    from bot.store.database import Database

    async with Database.open(path) as database:
        done = database.migrated
    if done.before == done.after:
        return f"{path} is up to date (schema {done.after})."
    if done.before is None:
        return f"{path} was made (schema {done.after})."
    return f"{path} went from schema {done.before} to {done.after}; the old one is kept as {done.backup}."
