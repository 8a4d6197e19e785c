"""`tavoliere migrate`: bring a database to the newest schema without starting the bot.

Owns what the command prints and its exit code. Refuses to know how it is done: opening a database migrates it.
"""

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from bot.errors import Fault
from bot.settings import load_settings
from bot.store.database import Database
from bot.store.migrate import Migrated


def migrate(
    path: Annotated[
        Path | None, typer.Argument(help="The database file; without it, the one in the settings.", show_default=False)
    ] = None,
) -> None:
    """Bring the database to the newest schema, with a copy of the old one beside it."""
    try:
        path = path or load_settings().database
        done = asyncio.run(_open(path))
    except Fault as fault:
        typer.echo(str(fault), err=True)
        raise typer.Exit(1) from fault
    typer.echo(told(path, done))


async def _open(path: Path) -> Migrated:
    async with Database.open(path) as database:
        return database.migrated


def told(path: Path, done: Migrated) -> str:
    """Say in a line what was done."""
    if done.before == done.after:
        return f"{path} is up to date (schema {done.after})."
    if done.before is None:
        return f"{path} was made (schema {done.after})."
    return f"{path} went from schema {done.before} to {done.after}; the old one is kept as {done.backup}."
