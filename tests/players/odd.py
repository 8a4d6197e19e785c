"""House bots that misbehave, for the pool's tests.

They play Controcorrente under levels of their own. `find` knows them; run as `python -m tests.players.odd` this is a worker that
knows them too.
"""

import os
import signal
from pathlib import Path
from random import Random
from typing import Any

from bot.engine.core import AnyGame, Seat
from bot.players.base import Budget, Player, player
from bot.players.worker import serve

NOTE = "TAVOLIERE_TEST_NOTE"
"""Names the environment variable with the path of a named pipe into which a bot writes its process id when it is asked."""


class Odd:
    """The base of them: draws nothing, thinks in a worker."""

    draws = False
    heavy = True

    def __init__(self, level: str) -> None:
        self.level = level

    def choose(self, game: AnyGame, state: Any, seat: Seat, *, random: Random, budget: Budget) -> str:
        """Play the first choice."""
        return game.choices(state, seat, "")[0].text


class Light(Odd):
    """Thinks in a thread, and says in which process."""

    heavy = False

    def choose(self, game: AnyGame, state: Any, seat: Seat, *, random: Random, budget: Budget) -> str:
        """Answer with the process id."""
        return str(os.getpid())


class Where(Light):
    """Says in which process it thinks, the seed's first draw and the budget beside it; prints what nobody asked for."""

    heavy = True

    def choose(self, game: AnyGame, state: Any, seat: Seat, *, random: Random, budget: Budget) -> str:
        """Answer with facts."""
        os.write(1, b"chatter\n")
        return f"{os.getpid()} {random.getrandbits(32)} {budget.seconds} {game.dump(state)}"


class Broken(Odd):
    """Raises."""

    def choose(self, game: AnyGame, state: Any, seat: Seat, *, random: Random, budget: Budget) -> str:
        """Raise."""
        raise ZeroDivisionError("no such tile")


class Busy(Odd):
    """Thinks for ever, in pure Python, having noted its process id."""

    def choose(self, game: AnyGame, state: Any, seat: Seat, *, random: Random, budget: Budget) -> str:
        """Never answer."""
        note()
        while True:
            pass


class Interrupted(Odd):
    """Interrupts its own process as a terminal would, then plays on."""

    def choose(self, game: AnyGame, state: Any, seat: Seat, *, random: Random, budget: Budget) -> str:
        """Survive an interrupt."""
        os.kill(os.getpid(), signal.SIGINT)
        return super().choose(game, state, seat, random=random, budget=budget)


class Dying(Odd):
    """Takes its process down each time it is asked, or only the first time."""

    def __init__(self, level: str, *, once: bool) -> None:
        super().__init__(level)
        self._once = once

    def choose(self, game: AnyGame, state: Any, seat: Seat, *, random: Random, budget: Budget) -> str:
        """Die, or play after a first death, which leaves a file."""
        died = Path(os.environ[NOTE] + ".died")
        if self._once and died.exists():
            return super().choose(game, state, seat, random=random, budget=budget)
        died.touch()
        note()
        os.kill(os.getpid(), signal.SIGKILL)
        raise AssertionError("still alive")


ODD: dict[str, Player] = {
    bot.level: bot
    for bot in (
        Odd("first"),
        Light("light"),
        Where("where"),
        Broken("broken"),
        Busy("busy"),
        Interrupted("interrupted"),
        Dying("dying", once=False),
        Dying("dying once", once=True),
    )
}


def find(game_key: str, level: str) -> Player:
    """Find an odd bot, or else an ordinary one."""
    return ODD.get(level) or player(game_key, level)


def note() -> None:
    """Tell the test that waits at the other end of the pipe who is here."""
    with Path(os.environ[NOTE]).open("w") as pipe:
        pipe.write(f"{os.getpid()}\n")


if __name__ == "__main__":
    serve(find)
