"""Replay: folding records into states, the portable match file, and perft.

Owns what a sequence of records means. Refuses to know where records are kept and who made them: records of other kinds than the
engine's (offers, pauses, seats changing hands) leave the state alone and still count.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field, JsonValue, ValidationError

from bot.engine.chance import Replay, commitment, derive, parse_seed
from bot.engine.core import AnyGame, Chance, Event, Options, Outcome, Seat, Step
from bot.engine.records import Draw, EngineRecord, Played, Resigned, Started, Strict, TookBack
from bot.engine.registry import game as find_game
from bot.errors import Refusal, ReplayDiverged

BOT_LABEL = "bot"
TABLE_PREFIX = "table."


@dataclass(frozen=True, slots=True)
class Frame:
    """What one record led to: `seq` counts records from 1; `reveals` is set when an undo may not go back past it."""

    seq: int
    record: Strict
    state: Any
    events: tuple[Event, ...]
    reveals: bool


def begin(game: AnyGame, options: Options, seats: int, started: Started) -> Frame:
    """Replay the setup; seating draws (label `table.…`) are the table's and skipped. Raises ReplayDiverged."""
    own = [draw for draw in started.draws if not draw.label.startswith(TABLE_PREFIX)]
    step = _replayed(1, own, lambda chance: game.setup(options, seats, chance))
    return Frame(1, started, step.state, step.events, reveals=step.reveals or bool(started.draws))


def advance(game: AnyGame, frames: Sequence[Frame], record: Strict) -> Frame:
    """Replay one more record after the frames of all earlier ones. Raises ReplayDiverged with the record's number."""
    seq = len(frames) + 1
    state = frames[-1].state
    match record:
        case Played():
            own = [draw for draw in record.draws if draw.label != BOT_LABEL]
            step = _replayed(seq, own, lambda chance: _play(game, state, record, chance))
            return Frame(seq, record, step.state, step.events, reveals=step.reveals or bool(record.draws))
        case Resigned():
            step = _replayed(seq, (), lambda _: game.resign(state, Seat(record.seat)))
            return Frame(seq, record, step.state, step.events, reveals=step.reveals)
        case TookBack() if record.to >= seq:
            raise ReplayDiverged(f"record {seq} takes back to {record.to}, which is not before it", version=seq)
        case TookBack():
            return Frame(seq, record, frames[record.to - 1].state, (), reveals=False)
        case Started():
            raise ReplayDiverged(f"record {seq} starts the match again", version=seq)
        case _:
            return Frame(seq, record, state, (), reveals=False)


def fold(game: AnyGame, options: Options, seats: int, records: Sequence[Strict]) -> list[Frame]:
    """Replay a match's records, `frames[i].seq == i + 1`. Raises ReplayDiverged with the first that does not fit."""
    if not records or not isinstance(records[0], Started):
        raise ReplayDiverged("the first record is not the start", version=1)
    frames = [begin(game, options, seats, records[0])]
    for record in records[1:]:
        frames.append(advance(game, frames, record))
    return frames


def _play(game: AnyGame, state: Any, record: Played, chance: Chance) -> Step[Any, Any]:
    seat = Seat(record.seat)
    action = game.parse(state, seat, record.action)
    if game.write(state, action) != record.action:
        raise ReplayDiverged(f"{record.action!r} is not written canonically: {game.write(state, action)!r}")
    return game.apply(state, seat, action, chance)


def _replayed(seq: int, draws: Sequence[Draw], make: Callable[[Chance], Step[Any, Any]]) -> Step[Any, Any]:
    """Take a step with recorded draws; whatever goes wrong is a divergence of record `seq`."""
    chance = Replay(draws)
    try:
        step = make(chance)
        chance.done()
    except (Refusal, ReplayDiverged) as error:
        raise ReplayDiverged(f"record {seq}: {error}", version=seq) from error
    return step


def engine_records(records: Sequence[Strict]) -> tuple[EngineRecord, ...]:
    """Keep the records that change the game's state, renumbering what a TookBack goes back to."""
    kept: list[EngineRecord] = []
    place: list[int] = []  # place[i]: the number, among those kept, of the last one up to record i + 1
    for record in records:
        if isinstance(record, TookBack):
            kept.append(record.model_copy(update={"to": place[record.to - 1]}))
        elif isinstance(record, Started | Played | Resigned):
            kept.append(record)
        place.append(len(kept))
    return tuple(kept)


class Result(Strict):
    """How the match ended, as `Outcome` says it."""

    places: tuple[int, ...]
    scores: tuple[int, ...] | None
    reason: str


class MatchFile(Strict):
    """A match to carry away: everything a replay needs and nothing about the people.

    seats: who held each seat at the end, `human` or `bot:<level>`. seed: hex, None while it is secret. commitment: the seed's
    SHA-256 in hex. result: None while the match is on or when it was broken off.
    """

    format: Literal[1] = 1
    game: str
    rules_version: int
    options: dict[str, JsonValue]
    seats: Annotated[tuple[Annotated[str, Field(pattern=r"^(human|bot:[a-z0-9_-]+)$")], ...], Field(min_length=1)]
    seed: str | None = None
    commitment: str | None = None
    records: tuple[Annotated[EngineRecord, Field(discriminator="kind")], ...]
    result: Result | None = None


def result_of(outcome: Outcome | None) -> Result | None:
    """Put an outcome into a match file's form."""
    return None if outcome is None else Result(places=outcome.places, scores=outcome.scores, reason=outcome.reason)


def read_options(game: AnyGame, given: Mapping[str, object], *, strict: bool = False) -> Options:
    """Validate a game's options; raises Refusal for the first wrong one.

    Unless `strict`, texts are read as values ("4", "true"). The code is the game's own where its validator gave one.
    """
    try:
        options: Options = game.options.model_validate(dict(given), strict=strict)
    except ValidationError as error:
        first = error.errors()[0]
        if "." in first["type"]:  # the game's own: a catalog id
            raise Refusal(first["type"], **first.get("ctx", {})) from error
        option = ".".join(map(str, first["loc"]))
        raise Refusal("engine.bad_options", option=option, reason=first["msg"]) from error
    return options


def refold(match_file: MatchFile) -> list[Frame]:
    """Fold a match file's records. Raises Refusal for an unknown game or bad options, ReplayDiverged for the first difference."""
    game = find_game(match_file.game)
    if match_file.rules_version != game.info.rules_version:
        raise ReplayDiverged(
            f"the match was played by rules version {match_file.rules_version}, here is {game.info.rules_version}"
        )
    options = read_options(game, match_file.options)
    _check_draws(match_file)
    return fold(game, options, len(match_file.seats), match_file.records)


def check(match_file: MatchFile) -> None:
    """Fold a match file again and compare seed, draws and result. Raises as `refold` does."""
    frames = refold(match_file)
    result = result_of(find_game(match_file.game).outcome(frames[-1].state))
    if result != match_file.result:
        raise ReplayDiverged(f"the records end with {result!r}, the file says {match_file.result!r}", version=len(frames))


def _check_draws(match_file: MatchFile) -> None:
    """Check that draws are numbered without a gap and, where the seed is known, follow from it and it from its commitment."""
    seed = None if match_file.seed is None else parse_seed(match_file.seed)
    if seed is not None and match_file.commitment not in (None, commitment(seed)):
        raise ReplayDiverged("the seed is not the one that was committed to")
    made = [(seq, draw) for seq, record in enumerate(match_file.records, 1) for draw in getattr(record, "draws", ())]
    seen: dict[str, int] = {}
    for seq, draw in made:
        if draw.n != seen.get(draw.label, 0):
            raise ReplayDiverged(f"record {seq}: draw {draw.n} of {draw.label!r} is out of turn", version=seq)
        seen[draw.label] = draw.n + 1
        if seed is not None and draw.value != derive(seed, draw.label, draw.n, draw.bound):
            raise ReplayDiverged(f"record {seq}: draw {draw.n} of {draw.label!r} does not follow from the seed", version=seq)


class _More(Exception):
    """A draw beyond those fixed so far: its bound."""

    def __init__(self, bound: int) -> None:
        super().__init__()
        self.bound = bound


class _Fixed:
    """Gives fixed values, then raises _More."""

    def __init__(self, values: tuple[int, ...]) -> None:
        self._values = values
        self._made = 0

    def draw(self, label: str, bound: int) -> int:
        if self._made == len(self._values):
            raise _More(bound)
        self._made += 1
        return self._values[self._made - 1]


def branches(make: Callable[[Chance], Step[Any, Any]]) -> Iterator[Step[Any, Any]]:
    """Take a step once for every combination of values it may draw, in ascending order."""
    pending: list[tuple[int, ...]] = [()]
    while pending:
        values = pending.pop()
        try:
            yield make(_Fixed(values))
        except _More as more:
            pending.extend((*values, value) for value in reversed(range(more.bound)))


def perft(game: AnyGame, state: Any, depth: int) -> int:
    """Count the sequences of exactly `depth` parts from a position.

    A part is one entry of `choices`, complete or not; of several seats to act the lowest is asked. Where playing an action draws,
    every possible value counts as a continuation of its own, so a roll of a die is one part with six continuations.
    """
    return sum(divide(game, state, depth).values()) if depth else 1


def divide(game: AnyGame, state: Any, depth: int) -> dict[str, int]:
    """Split perft by the first part's text, for 1 <= depth."""
    return _divide(game, state, "", depth)


def _divide(game: AnyGame, state: Any, prefix: str, depth: int) -> dict[str, int]:
    due = game.to_act(state)
    if not due:
        return {}
    seat = min(due)
    found: dict[str, int] = {}
    for choice in game.choices(state, seat, prefix):
        if choice.complete:
            action = game.parse(state, seat, choice.text)
            found[choice.text] = sum(
                perft(game, step.state, depth - 1) for step in branches(_applying(game, state, seat, action))
            )
        else:
            found[choice.text] = sum(_divide(game, state, choice.text, depth - 1).values()) if depth > 1 else 1
    return found


def _applying(game: AnyGame, state: Any, seat: Seat, action: Any) -> Callable[[Chance], Step[Any, Any]]:
    return lambda chance: game.apply(state, seat, action, chance)
