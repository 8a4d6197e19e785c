"""`tavoliere playground`: a local Discord in the browser with the real bot behind it, for whoever has no token or wants to try.

Owns where its files lie and the order in which its parts start and stop. It never speaks to the real Discord, whatever the
settings say, and never opens a database that a real bot has written.
"""

import asyncio
import logging
import os
import secrets
import signal
import sys
import webbrowser
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bot.errors import Fault
from bot.settings import Settings, load_settings

if TYPE_CHECKING:
    from bot.playground.web import Page

PLATFORM: str = sys.platform  # not read in place: a type checker would drop the other systems' branches
PORT = 8765
PLAYERS = "anna,bruno,carla"


def playground(
    port: Annotated[int, typer.Option(help="Where the page is served on this machine; 0 takes any free port.")] = PORT,
    players: Annotated[str, typer.Option(help="Who is there to play as, separated by commas.")] = PLAYERS,
    db: Annotated[Path | None, typer.Option(help="Where matches are kept, instead of the user's data folder.")] = None,
    open_browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help="Open the page in a browser, where there is one.")
    ] = True,
) -> None:
    """Try the bot without Discord: a look-alike in the browser, several players side by side."""
    settings = load_settings()
    # Only here: the other commands start faster without Discord's library and the database.
    from bot.log import set_up
    from bot.playground.web_desk import NAME

    if "log_level" not in settings.model_fields_set:
        settings = settings.model_copy(update={"log_level": "WARNING"})  # the page shows what happens
    set_up(settings)
    # On loopback a heartbeat is answered before discord.py has noted that it sent it, and it then warns of a long delay.
    logging.getLogger("discord.gateway").setLevel(logging.ERROR)
    database = db if db is not None else data_folder() / "playground.db"
    _refuse_foreign(database)
    names = [name.strip().lower() for name in players.split(",") if name.strip()]
    wrong = [name for name in names if not NAME.fullmatch(name)]
    if wrong or not names:
        raise Fault(f"--players takes names of 2 to 32 letters, digits, dots and underscores, not {', '.join(wrong) or 'none'}")
    asyncio.run(
        serve(settings, port=port, names=names, database=database, open_browser=open_browser, tell=partial(print, flush=True))
    )


def data_folder() -> Path:
    """Give the folder in which this user's programs keep their data, made if it is not there; raises Fault."""
    if PLATFORM == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif PLATFORM == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        given = Path(os.environ.get("XDG_DATA_HOME") or "")
        base = given if given.is_absolute() else Path.home() / ".local" / "share"
    folder = base / "tavoliere"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Fault(f"{folder} cannot be made ({error.strerror}); give a file with --db") from error
    return folder


def _refuse_foreign(database: Path) -> None:
    """Raise Fault for a database without its world: a real bot's matches would look for their channels in vain here."""
    from bot.playground.keep import world_file

    kept = world_file(database)
    if database.exists() and not kept.exists():
        raise Fault(f"{database} was not made by the playground (there is no {kept.name} beside it); give another file with --db")


async def serve(
    settings: Settings, *, port: int, names: list[str], database: Path, open_browser: bool, tell: Callable[[str], None]
) -> None:
    """Serve until Ctrl-C, SIGTERM or the bot's end; raises Fault. `tell` hears the address and the end."""
    from bot.app import connected, opened
    from bot.client import redirect_to
    from bot.playground.web_clock import ShiftedClock

    stop = asyncio.Event()
    if sys.platform != "win32":
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, stop.set)
    safe = settings.model_copy(update={"database": database, "discord_token": None, "local_discord": None})
    token = secrets.token_urlsafe(32)
    async with _discord(names, token=token, database=database, port=port) as page:
        clock: ShiftedClock = page.site.clock
        undo = redirect_to(page.site.local.url)
        try:
            async with opened(safe, clock=clock, guild_ready_timeout=0.01) as app:
                clock.heard_by.append(app.pump.wake)
                bot = asyncio.create_task(connected(app, token), name="bot")
                stopped = asyncio.create_task(stop.wait(), name="stop")
                tell(f"The playground is open at {page.url}/ (Ctrl-C ends it; it is kept in {database})")
                if open_browser and has_browser():
                    await asyncio.to_thread(webbrowser.open, f"{page.url}/")
                await asyncio.wait({bot, stopped}, return_when=asyncio.FIRST_COMPLETED)
                stopped.cancel()
                if bot.done():
                    bot.result()
                bot.cancel()
                await asyncio.gather(bot, stopped, return_exceptions=True)
        finally:
            undo()
    tell("The playground is closed.")


@asynccontextmanager
async def _discord(names: list[str], *, token: str, database: Path, port: int) -> AsyncIterator["Page"]:
    """Open the kept world, or a new one, with its server and its page; raises Fault."""
    from bot.playground.keep import CannotKeep, world_file
    from bot.playground.web import PortTaken, is_free
    from bot.playground.web_open import opened_page

    kept = world_file(database)
    if port == PORT and not is_free(port):
        port = 0  # nobody asked for this one in particular
    try:
        async with opened_page(kept, names=names, token=token, port=port, words=page_words()) as page:
            yield page
    except (CannotKeep, PortTaken) as error:
        raise Fault(str(error)) from error


def page_words() -> dict[str, dict[str, str]]:
    """Give the page's sentences by Discord's name of the language, then by id."""
    from bot.i18n import words
    from bot.playground.web_words import IDS

    names = {"en-US": words("en"), "it": words("it"), "pt-BR": words("pt_BR")}
    return {locale: {name: said.template(f"page.{name}") for name in IDS} for locale, said in names.items()}


def has_browser() -> bool:
    """Say whether a window can open: never a text browser inside the terminal that shows our address."""
    return PLATFORM in ("darwin", "win32") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
