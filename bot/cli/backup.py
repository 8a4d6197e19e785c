"""`tavoliere backup` and `tavoliere restore`: a copy of the database, and a copy put back.

Owns what the commands print. Refuses to know how a copy stays whole (`bot.store.backup`).
"""

from pathlib import Path
from typing import Annotated

import typer

from bot.settings import load_settings

DATABASE = typer.Option(help="The database file; without it, the one of the settings.", show_default=False)


def backup(
    target: Annotated[Path, typer.Argument(help="The file to make; it must not exist.")],
    database: Annotated[Path | None, DATABASE] = None,
) -> None:
    """Copy the database to one file, while the bot plays on or not, and check the copy."""
    # Only here: the other commands start faster without the database's library.
    from bot.store.backup import backup as copy

    source = database or load_settings().database
    copy(source, target)
    print(f"{source} was copied to {target}.")


def restore(
    copy: Annotated[Path, typer.Argument(help="A copy that `tavoliere backup` made.")],
    database: Annotated[Path | None, DATABASE] = None,
) -> None:
    """Put a copy in the database's place; the bot must not be running. What was there is kept beside it."""
    from bot.store.backup import restore as put_back

    path = database or load_settings().database
    aside = put_back(copy, path)
    print(f"{path} was restored from {copy}." + ("" if aside is None else f" What was there is kept as {aside}."))
