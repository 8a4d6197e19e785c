"""`tavoliere play`: a whole match of house bots in the terminal, and its portable record.

Owns the loop that lets bots play outside a table. Refuses to know rules.
"""

from pathlib import Path
from random import Random
from secrets import token_bytes
from typing import Annotated

import typer

from bot.cli.arguments import read_language, read_pairs, read_seats
from bot.cli.narrate import Narrator
from bot.engine.chance import Seeded, commitment, counts, parse_seed
from bot.engine.core import AnyGame, Options, Seat
from bot.engine.records import By, Draw, EngineRecord, Played, Started
from bot.engine.registry import game as find_game
from bot.engine.replay import BOT_LABEL, Frame, MatchFile, advance, begin, read_options, result_of
from bot.errors import Fault
from bot.players.base import Budget, Player

SEED_BYTES = 32
BOT_SEED_BOUND = 2**32


class BotMatch:
    """A match of house bots from one seed."""

    def __init__(self, game: AnyGame, options: Options, bots: list[Player], seed: bytes) -> None:
        self.game = game
        self.bots = bots
        self._seed = seed
        self._draws: list[Draw] = []
        setup = Seeded(seed)
        game.setup(options, len(bots), setup)
        started = Started(draws=self._made(setup))
        self.records: list[EngineRecord] = [started]
        self.frames = [begin(game, options, len(bots), started)]

    def over(self) -> bool:
        """Tell whether nobody is to act."""
        return not self.game.to_act(self.frames[-1].state)

    def step(self) -> Frame:
        """Play what is automatic or forced, else let the bot of the lowest seat to act decide."""
        state = self.frames[-1].state
        chance = Seeded(self._seed, counts(self._draws))
        by: By = "bot"
        if (unasked := self.game.automatic(state)) is not None:
            by = "automatic"
        elif (unasked := self.game.forced(state)) is not None:
            by = "forced"
        if unasked is None:
            seat = min(self.game.to_act(state))
            action = self.game.parse(state, seat, self._choice(seat, chance))
        else:
            seat, action = unasked
        self.game.apply(state, seat, action, chance)
        record = Played(seat=seat, action=self.game.write(state, action), by=by, draws=self._made(chance))
        self.records.append(record)
        self.frames.append(advance(self.game, self.frames, record))
        return self.frames[-1]

    def _choice(self, seat: Seat, chance: Seeded) -> str:
        bot = self.bots[seat]
        seed = chance.draw(BOT_LABEL, BOT_SEED_BOUND) if bot.draws else 0
        random = Random(seed)  # noqa: S311 - a bot's whim is no secret: its seed is recorded, so that it can be repeated
        return bot.choose(self.game, self.frames[-1].state, seat, random=random, budget=Budget())

    def _made(self, chance: Seeded) -> tuple[Draw, ...]:
        self._draws += chance.draws
        return tuple(chance.draws)

    def file(self, options: Options) -> MatchFile:
        """Give the portable record."""
        return MatchFile(
            game=self.game.info.key,
            rules_version=self.game.info.rules_version,
            options=options.model_dump(mode="json"),
            seats=tuple(self.holders()),
            seed=self._seed.hex(),
            commitment=commitment(self._seed),
            records=tuple(self.records),
            result=result_of(self.game.outcome(self.frames[-1].state)),
        )

    def holders(self) -> list[str]:
        """Name who holds each seat, as match files do."""
        return [f"bot:{bot.level}" for bot in self.bots]


def play(
    game: Annotated[str, typer.Argument(help="The game's key.")],
    seats: Annotated[str, typer.Option(help="A number of seats, or one level a seat: bot,bot or random,steady.")] = "",
    seed: Annotated[str, typer.Option(help="The seed in hex, 1 to 32 bytes; a new one if left out.")] = "",
    out: Annotated[Path | None, typer.Option(help="Write the match's record to this file.")] = None,
    option: Annotated[list[str] | None, typer.Option(help="An option of the game, NAME=VALUE; may be repeated.")] = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="Print the result alone.")] = False,
    lang: Annotated[str, typer.Option(help="en, it or pt_BR.")] = "en",
) -> None:
    """Let house bots play a whole match."""
    rules = find_game(game)
    options = read_options(rules, read_pairs(option or []))
    bots = read_seats(rules, seats or str(rules.info.seats[0]))
    secret = parse_seed(seed) if seed else token_bytes(SEED_BYTES)
    narrator = Narrator(rules, len(bots), read_language(lang))
    match = BotMatch(rules, options, bots, secret)
    if not quiet:
        print(f"{rules.info.title}, {secret.hex()}\n")
        narrator.tell(match.frames[0], frozenset())
    while not match.over():
        due = rules.to_act(match.frames[-1].state)
        frame = match.step()
        if not quiet:
            narrator.tell(frame, due)
    print(narrator.result(match.frames[-1], match.holders()))
    if out is not None:
        _write(out, match.file(options))


def _write(path: Path, match_file: MatchFile) -> None:
    try:
        path.write_text(match_file.model_dump_json(indent=1) + "\n", encoding="utf-8")
    except OSError as error:
        raise Fault(f"cannot write {path}: {error.strerror}") from error
