"""`tavoliere perft`: counts what can follow a position, to compare rules with another implementation.

Owns the arguments and the print. Refuses to know games; what is counted says `bot.engine.replay.perft`.
"""

from typing import Annotated

import typer

from bot.cli.arguments import read_pairs
from bot.engine.chance import Seeded, parse_seed
from bot.engine.registry import game as find_game
from bot.engine.replay import divide as split
from bot.engine.replay import perft as count
from bot.engine.replay import read_options


def perft(
    game: Annotated[str, typer.Argument(help="The game's key.")],
    depth: Annotated[int, typer.Argument(min=0, help="How many parts of notations follow each other.")],
    seats: Annotated[int | None, typer.Option(help="Number of seats; the game's smallest if left out.")] = None,
    state: Annotated[str | None, typer.Option(help="A position to start from; the start position if left out.")] = None,
    option: Annotated[list[str] | None, typer.Option(help="An option of the game, NAME=VALUE; may be repeated.")] = None,
    seed: Annotated[str, typer.Option(help="The seed, in hex, of what setting the game up draws.")] = "00",
    divide: Annotated[bool, typer.Option("--divide", help="Print the count after each first part too.")] = False,
) -> None:
    """Count the sequences of DEPTH parts from a position; every value a part may draw counts for itself."""
    rules = find_game(game)
    options = read_options(rules, read_pairs(option or []))
    if state is None:
        position = rules.setup(options, rules.info.seats[0] if seats is None else seats, Seeded(parse_seed(seed))).state
    else:
        position = rules.load(state, options)
    if divide and depth:
        parts = split(rules, position, depth)
        for text, number in parts.items():
            print(f"{text} {number}")
        print(sum(parts.values()))
    else:
        print(count(rules, position, depth))
