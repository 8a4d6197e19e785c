"""The worker process of the pool: reads decisions as JSON lines, writes the notations chosen.

Owns one decision at a time, and dying with its parent. Refuses to know matches and the event loop. Started as
`python -m bot.players.worker`; its first line says that everything is loaded.
"""

import json
import os
import signal
import sys
import traceback
from collections.abc import Callable
from queue import SimpleQueue
from random import Random
from threading import Thread
from typing import TextIO, TypeAlias

from pydantic import BaseModel, ConfigDict

from bot.engine.core import Options, Seat
from bot.engine.registry import game, games
from bot.players.base import Budget, Player, player, players

Find: TypeAlias = Callable[[str, str], Player]
LONGEST_TRACE = 4000


class Decision(BaseModel):
    """What has to be decided: a game's position as text, its options as JSON, whose turn, which bot, its seed and seconds."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    game: str
    options: str
    dump: str
    seat: int
    level: str
    seed: int
    seconds: float


class Answer(BaseModel):
    """What came of it: a notation, or the trace of an exception."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    notation: str | None = None
    trace: str | None = None


def decide(decision: Decision, find: Find = player) -> str:
    """Load the position and let the bot choose; raises what loading and choosing raise."""
    rules = game(decision.game)
    options: Options = rules.options.model_validate_json(decision.options)
    state = rules.load(decision.dump, options)
    random = Random(decision.seed)  # noqa: S311 - a bot's whim is no secret: its seed is recorded, so that it can be repeated
    bot = find(decision.game, decision.level)
    return bot.choose(rules, state, Seat(decision.seat), random=random, budget=Budget(decision.seconds))


def serve(find: Find = player) -> None:
    """Answer decisions until the input ends, then end the process at once, even in the middle of a thought."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # an interrupt is the parent's affair
    answers = _claim_output()
    for key in games():
        players(key)
    _say(answers, Answer())
    asked: SimpleQueue[str] = SimpleQueue()
    Thread(target=_listen, args=(asked,), daemon=True).start()
    while True:
        _say(answers, _answer(asked.get(), find))


def _listen(asked: "SimpleQueue[str]") -> None:
    for line in sys.stdin:
        asked.put(line)
    os._exit(0)  # the parent is gone or wants no more: nothing here is worth finishing


def _answer(line: str, find: Find) -> Answer:
    try:
        return Answer(notation=decide(Decision.model_validate_json(line), find))
    except Exception:  # noqa: BLE001 - whatever a bot raises is the parent's to report, and the worker's to survive
        return Answer(trace=traceback.format_exc()[-LONGEST_TRACE:])


def _claim_output() -> TextIO:
    """Keep standard output for answers: whatever else is printed goes to standard error."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    return answers


def _say(answers: TextIO, answer: Answer) -> None:
    answers.write(json.dumps(answer.model_dump()) + "\n")
    answers.flush()


if __name__ == "__main__":
    serve()
