"""`tavoliere engine`: any program plays, tests or referees, one JSON object a line.

Owns the server's requests and answers. Refuses to know rules: a bad request of whatever kind is an error answer with a code and
an English sentence, and leaves the position as it was.
"""

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from itertools import islice
from typing import Annotated, Any, BinaryIO, Final, Literal, TextIO, TypeAlias, get_args

from pydantic import BaseModel, ConfigDict, Field, JsonValue, TypeAdapter, ValidationError

from bot.engine.chance import NoChance, Scripted, Seeded, parse_seed
from bot.engine.core import AnyGame, Code, Event, Seat, Step, Text
from bot.engine.guard import demand_seat
from bot.engine.records import Draw
from bot.engine.registry import game as find_game
from bot.engine.registry import games
from bot.engine.replay import read_options
from bot.errors import IllegalAction, ParseError, Refusal, TavoliereError
from bot.i18n import Style, words
from bot.render.base import renderer_of

LONGEST_LINE: Final = 1 << 20  # bytes
MOST_LEGAL: Final = 2_000  # actions listed per seat

STYLE = Style(name=lambda seat: f"seat {seat}")


class _Request(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Games(_Request):
    """List the games."""

    cmd: Literal["games"]


class New(_Request):
    """Set a game up; without a seed, a setup that draws is refused."""

    cmd: Literal["new"]
    game: str
    seats: int
    options: dict[str, JsonValue] = {}
    seed: str | None = None


class Load(_Request):
    """Read a position."""

    cmd: Literal["load"]
    game: str
    state: str
    options: dict[str, JsonValue] = {}
    seed: str | None = None


class Next(_Request):
    """List the next parts of a notation."""

    cmd: Literal["next"]
    seat: Annotated[int, Field(ge=0)]
    prefix: str = ""


class Apply(_Request):
    """Play an action, on scripted draws, else on the seed."""

    cmd: Literal["apply"]
    seat: Annotated[int, Field(ge=0)]
    action: str
    draws: list[int] | None = None


class Resign(_Request):
    """Let a seat leave."""

    cmd: Literal["resign"]
    seat: Annotated[int, Field(ge=0)]


class ViewAs(_Request):
    """Show what a seat, or with null a spectator, sees."""

    cmd: Literal["view"]
    seat: Annotated[int, Field(ge=0)] | None


Request: TypeAlias = Annotated[Games | New | Load | Next | Apply | Resign | ViewAs, Field(discriminator="cmd")]
REQUEST: TypeAdapter[Any] = TypeAdapter(Request)
COMMANDS = tuple(get_args(kind.model_fields["cmd"].annotation)[0] for kind in (Games, New, Load, Next, Apply, Resign, ViewAs))

Answer: TypeAlias = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Position:
    """What the server holds between requests: a position, the draws made so far by label, and the events that led to it.

    seats: their number, or where the position was loaded the highest that the game allows.
    """

    game: AnyGame
    seats: int
    seed: bytes | None
    counts: dict[str, int]
    state: Any
    last: tuple[Event, ...]


class EngineServer:
    """Answers lines with lines; holds one position."""

    def __init__(self) -> None:
        self._position: Position | None = None

    def answer(self, line: bytes) -> str:
        """Answer one request line with one line of ASCII JSON; never raises."""
        before = self._position
        try:
            found = {"ok": True, **self._do(_read(line))}
            return json.dumps(found)
        except TavoliereError as error:
            self._position = before
            found = _error(error)
        except Exception as error:  # noqa: BLE001 - the one place where a fault of a game becomes an answer and not the server's end
            self._position = before
            found = _error(Refusal("engine.internal", reason=f"{type(error).__name__}: {str(error)[:200]}"))
        return json.dumps(found)

    def _do(self, request: Any) -> Answer:
        match request:
            case Games():
                return {"games": [_facts(game) for game in games().values()]}
            case New():
                return self._new(request)
            case Load():
                return self._load(request)
            case Next():
                position = self._at(request.seat)
                found = position.game.choices(position.state, Seat(request.seat), request.prefix)
                return {"choices": [{"text": choice.text, "complete": choice.complete} for choice in found]}
            case Apply():
                return self._apply(request)
            case Resign():
                position = self._at(request.seat)
                return self._go_on(position, position.game.resign(position.state, Seat(request.seat)))
            case _:
                return self._view(request)

    def _at(self, seat: int | None) -> Position:
        """Give the position, once there is one and the seat exists in it."""
        if self._position is None:
            raise Refusal("engine.no_position")
        if seat is not None:
            demand_seat(seat, self._position.seats)
        return self._position

    def _new(self, request: New) -> Answer:
        game = find_game(request.game)
        options = read_options(game, request.options, strict=True)
        seed = None if request.seed is None else parse_seed(request.seed)
        chance = NoChance() if seed is None else Seeded(seed)
        step = game.setup(options, request.seats, chance)
        draws = chance.draws if isinstance(chance, Seeded) else []
        return self._go_on(Position(game, request.seats, seed, {}, step.state, ()), step, draws)

    def _load(self, request: Load) -> Answer:
        game = find_game(request.game)
        options = read_options(game, request.options, strict=True)
        seed = None if request.seed is None else parse_seed(request.seed)
        state = game.load(request.state, options)
        return self._go_on(Position(game, max(game.info.seats), seed, {}, state, ()), Step(state, ()))

    def _apply(self, request: Apply) -> Answer:
        position = self._at(request.seat)
        game, state, seat = position.game, position.state, Seat(request.seat)
        action = game.parse(state, seat, request.action)
        if request.draws is not None:
            script = Scripted(request.draws, position.counts)
            step = game.apply(state, seat, action, script)
            script.done()
            return self._go_on(position, step, script.draws)
        if position.seed is not None:
            dice = Seeded(position.seed, position.counts)
            return self._go_on(position, game.apply(state, seat, action, dice), dice.draws)
        return self._go_on(position, game.apply(state, seat, action, NoChance()))

    def _view(self, request: ViewAs) -> Answer:
        position = self._at(request.seat)
        seat = None if request.seat is None else Seat(request.seat)
        view = position.game.view(position.state, seat)
        known = [event for event in position.last if event.audience is None or seat in event.audience]
        board = renderer_of(position.game.info.key).text(view, known, say=lambda text: words("en").say(text, STYLE))
        return {"view": plain(view), "text": board}

    def _go_on(self, position: Position, step: Step[Any, Any], draws: Sequence[Draw] = ()) -> Answer:
        """Make a step's state the position and answer with it."""
        counts = position.counts | {draw.label: draw.n + 1 for draw in draws}
        self._position = replace(position, counts=counts, state=step.state, last=step.events)
        return _position_answer(position.game, step, draws)


def _position_answer(game: AnyGame, step: Step[Any, Any], draws: Sequence[Draw]) -> Answer:
    state = step.state
    due = sorted(game.to_act(state))
    legal = {seat: list(islice(game.legal(state, seat), MOST_LEGAL + 1)) for seat in due}
    found: Answer = {
        "state": game.dump(state),
        "to_act": due,
        "legal": {str(seat): [game.write(state, action) for action in actions[:MOST_LEGAL]] for seat, actions in legal.items()},
        "outcome": plain(game.outcome(state)),
        "events": [_event(event) for event in step.events],
        "draws": [{"label": draw.label, "bound": draw.bound, "value": draw.value} for draw in draws],
    }
    if any(len(actions) > MOST_LEGAL for actions in legal.values()):
        found["truncated"] = True
    return found


def _read(line: bytes) -> Any:
    """Read a request; raises Refusal."""
    if len(line) > LONGEST_LINE:
        raise Refusal("engine.line_too_long", max=LONGEST_LINE)
    try:
        found = json.loads(line.decode())
    except (ValueError, RecursionError) as error:
        raise Refusal("engine.bad_json") from error
    if not isinstance(found, dict):
        raise Refusal("engine.not_an_object")
    if found.get("cmd") not in COMMANDS:
        raise Refusal("engine.unknown_cmd", cmd=str(found.get("cmd", ""))[:40], known=tuple(map(Code, COMMANDS)))
    try:
        return REQUEST.validate_python(found)
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(map(str, first["loc"][1:]))
        raise Refusal("engine.bad_request", field=field, reason=first["msg"]) from error


def _error(error: TavoliereError) -> Answer:
    if not isinstance(error, Refusal):
        return {"ok": False, "code": type(error).__name__, "message": str(error)}
    text = Text(error.code, dict(error.params))
    if isinstance(error, ParseError | IllegalAction) and error.near:
        text = Text("engine.near", {"message": text, "near": tuple(map(Code, error.near))})
    return {"ok": False, "code": error.code, "message": words("en").say(text, STYLE)}


def _facts(game: AnyGame) -> Answer:
    info = game.info
    facts = {"key": info.key, "seats": list(info.seats), "rules_version": info.rules_version, "hidden": info.hidden}
    return {**facts, "chance": info.chance, "options": game.options.model_json_schema()}


def _event(event: Event) -> Answer:
    return {"type": type(event).__name__.lower(), **plain(event)}


def plain(value: Any) -> Any:
    """Turn a value of the engine into what JSON knows: dataclasses and options to objects, tuples and sets to lists."""
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json")
    if is_dataclass(value):
        return {part.name: plain(getattr(value, part.name)) for part in fields(value)}
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [plain(item) for item in value]
    if isinstance(value, frozenset | set):
        return sorted(plain(item) for item in value)
    return value


def serve(requests: BinaryIO, answers: TextIO) -> None:
    """Answer every line until the input ends; a line that is too long is read away and answered once."""
    server = EngineServer()
    while line := requests.readline(LONGEST_LINE + 2):
        rest = line
        while not rest.endswith(b"\n") and rest:
            rest = requests.readline(LONGEST_LINE)
        answers.write(server.answer(line.removesuffix(b"\n").removesuffix(b"\r")) + "\n")
        answers.flush()


def engine() -> None:
    """Play, test or referee by JSON lines on standard input and output."""
    serve(sys.stdin.buffer, sys.stdout)
