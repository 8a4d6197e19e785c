"""`tavoliere replay`: tells a match file again, or checks it.

Owns the command's exit codes: 1 with the first difference, 2 for a file that is none. Refuses to know what makes a match file
right (`bot.engine.replay`).
"""

import sys
from pathlib import Path
from typing import Annotated, NoReturn

import typer
from pydantic import ValidationError

from bot.cli.arguments import read_language
from bot.cli.narrate import Narrator
from bot.cli.say import english
from bot.engine.registry import game as find_game
from bot.engine.replay import MatchFile, refold
from bot.engine.replay import check as check_file
from bot.errors import Refusal, ReplayDiverged


def replay(
    match: Annotated[Path, typer.Argument(help="A match file, as play and /match export write it.")],
    check: Annotated[bool, typer.Option("--check", help="Print no match, only whether the file is right.")] = False,
    lang: Annotated[str, typer.Option(help="en, it or pt_BR.")] = "en",
) -> None:
    """Tell a recorded match again, or check that its records, draws and result belong together."""
    language = read_language(lang)
    match_file = _read(match)
    try:
        check_file(match_file)
        frames = refold(match_file)
    except ReplayDiverged as diverged:
        _end(f"{match}: {english(diverged)}", code=1)
    except Refusal as refusal:
        _end(f"{match}: {english(refusal)}", code=2)
    if check:
        print(f"{match}: {len(frames)} records, right")
        return
    narrator = Narrator(find_game(match_file.game), len(match_file.seats), language)
    narrator.tell_all(frames)
    print(narrator.result(frames[-1], list(match_file.seats)))


def _read(path: Path) -> MatchFile:
    try:
        return MatchFile.model_validate_json(path.read_bytes())
    except OSError as error:
        _end(f"cannot read {path}: {error.strerror}", code=2)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"]))
        _end(f"{path} is no match file: {place + ': ' if place else ''}{first['msg']}", code=2)


def _end(line: str, *, code: int) -> NoReturn:
    print(f"tavoliere: {' '.join(line.split())}", file=sys.stderr)
    raise typer.Exit(code)
