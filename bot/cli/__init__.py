"""The command line: one module a command, put together here.

Owns what is common to all: an expected failure is one line on standard error and an exit code, never a traceback. Exit codes: 0
done, 1 the thing asked for failed or was found wanting, 2 the command was not understood.
"""

import os
import sys

import typer

from bot import __version__
from bot.cli.backup import backup, restore
from bot.cli.check import check
from bot.cli.engine import engine
from bot.cli.migrate import migrate
from bot.cli.perft import perft
from bot.cli.play import play
from bot.cli.playground import playground
from bot.cli.replay import replay
from bot.cli.run import run
from bot.cli.say import english
from bot.errors import TavoliereError

app = typer.Typer(
    name="tavoliere",
    help="A game master for Discord: board games played over days, in threads.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
for command in (playground, play, engine, replay, perft, migrate, backup, restore, check):
    app.command()(command)


@app.callback(invoke_without_command=True)
def start(
    context: typer.Context,
    version: bool = typer.Option(False, "--version", help="Print the version and end."),
) -> None:
    """Run the bot; with a command, do that instead."""
    if version:
        print(__version__)
        raise typer.Exit
    if context.invoked_subcommand is None:
        run()


def main() -> None:
    """Run the command line."""
    try:
        app()
    except TavoliereError as error:
        print(f"tavoliere: {english(error)}", file=sys.stderr)
        sys.exit(1)
    except BrokenPipeError:
        # Whoever read our output has gone; point it elsewhere so that the interpreter's last flush does not complain.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
