"""A table over a store in memory or on disk, with a small game and bots that think at once.

Tests speak of Anna, Bruno, Carla and Dario; `world` holds everything one process of the bot would.
"""

from collections import Counter
from collections.abc import AsyncIterator
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest
import pytest_asyncio

from bot.engine.core import AnyGame, Seat
from bot.errors import Refusal
from bot.match.deadlines import Deadlines, Nobody
from bot.match.folded import Match
from bot.match.lobby import Lobby
from bot.match.meta import Meta
from bot.match.model import Actor, Outgoing, Pace, Receipt, Timer
from bot.match.ports import Store
from bot.match.table import Table
from bot.players.base import Budget
from bot.store.database import Database
from bot.store.store import SqliteStore
from tests.match.memory import FixedClock, MemoryStore
from tests.match.pebbles import BOTS, GAMES, find_players

ANNA = Actor(100_000_000_000_000_001, "Anna")
BRUNO = Actor(100_000_000_000_000_002, "Bruno")
CARLA = Actor(100_000_000_000_000_003, "Carla")
DARIO = Actor(100_000_000_000_000_004, "Dario")
EVA = Actor(100_000_000_000_000_005, "Eva")
PEOPLE = (ANNA, BRUNO, CARLA, DARIO)
CHANNEL = 900_000_000_000_000_001
GUILD = 800_000_000_000_000_001


def find_game(key: str) -> AnyGame:
    """Find one of the tests' games."""
    if key not in GAMES:
        raise Refusal("engine.unknown_game", key=key)
    return GAMES[key]


class Entropy:
    """Secret bytes that a test can repeat; `script` gives bytes to be handed out first."""

    def __init__(self) -> None:
        self.script: list[bytes] = []
        self._count = 0

    def __call__(self, size: int) -> bytes:
        """Give so many bytes."""
        if self.script:
            return self.script.pop(0)
        self._count += 1
        return (sha256(str(self._count).encode()).digest() * 2)[:size]


class Inline:
    """Thinks at once, on the position as a worker would get it; `meanwhile` runs while a bot thinks."""

    def __init__(self) -> None:
        self.meanwhile: list[Any] = []
        self.asked: Counter[Seat] = Counter()

    async def choose(self, game_key: str, options_json: str, dump: str, seat: Seat, level: str, seed: int, budget: Budget) -> str:
        """Choose."""
        self.asked[seat] += 1
        if self.meanwhile:
            await self.meanwhile.pop(0)()
        game = find_game(game_key)
        state = game.load(dump, game.options.model_validate_json(options_json))
        return BOTS[level].choose(game, state, seat, random=Random(seed), budget=budget)


class World:
    """One process over a store."""

    def __init__(self, store: Store, clock: FixedClock, entropy: Entropy) -> None:
        self.store = store
        self.clock = clock
        self.entropy = entropy
        self.requests = 0
        self.restart()

    def restart(self) -> None:
        """Begin a new process over the same store."""
        self.thinker = Inline()
        self.table = Table(self.store, self.clock, self.thinker, self.entropy, find_game=find_game, find_players=find_players)
        self.lobby = Lobby(self.table)
        self.meta = Meta(self.table)
        self.deadlines = Deadlines(self.table, Nobody())

    def request(self) -> str:
        """Give a request id nobody has used."""
        self.requests += 1
        return f"request {self.requests}"

    async def open(self, actor: Actor = ANNA, **more: Any) -> str:
        """Open a lobby; returns its code."""
        plain: dict[str, Any] = {"game": "pebbles", "guild_id": GUILD, "channel_id": CHANNEL, "lang": "it", "pace": Pace.NONE}
        receipt = await self.lobby.open(actor, **{**plain, "request": self.request(), **more})
        return receipt.code

    async def begin(self, people: int = 2, *, bots: Any = (), **options: Any) -> str:
        """Start a match of the first so many people, seated in order, and house bots after them; returns its code."""
        levels = ("steady",) * bots if isinstance(bots, int) else tuple(bots)
        seats = people + len(levels)
        code = await self.open(options=options, bots=levels, capacity=seats, wanted=Seat(0))
        for n, actor in enumerate(PEOPLE[1:people], 1):
            await self.lobby.join(code, actor, Seat(n), request=self.request())
        return code

    async def act(self, code: str, actor: Actor, text: str, version: int | None = None) -> Receipt:
        """Act with a request of its own."""
        return await self.table.act(code, actor, text, request=self.request(), version=version)

    async def load(self, code: str) -> Match:
        """Load a match."""
        return await self.table.load(code)

    async def timers(self, code: str) -> dict[str, Timer]:
        """Give a match's timers by kind, those far in the future too."""
        far = self.clock.now().replace(year=2999)
        return {timer.kind: timer for timer in await self.store.timers.due(far) if timer.code == code}

    async def settle(self, code: str) -> None:
        """Do the match's due-now work until none is left."""
        while (timer := (await self.timers(code)).get("next")) is not None:
            await self.table.tick(timer)

    async def rows(self, code: str, version: int | None = None) -> list[Outgoing]:
        """Give the messages of a match, or those of one version, in order."""
        rows = [row.outgoing for row in await self.store.outbox.pending(code)]
        return [row for row in rows if version in (None, row.version)]

    async def kinds(self, code: str) -> list[str]:
        """Give the kinds of the messages of the match's present version."""
        return [row.kind for row in await self.rows(code, (await self.load(code)).version)]


@pytest_asyncio.fixture(params=["memory", "sqlite"])
async def world(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[World]:
    """A process over either store."""
    clock = FixedClock()
    if request.param == "memory":
        yield World(MemoryStore(clock), clock, Entropy())
        return
    async with Database.open(tmp_path / "tavoliere.db") as database:
        yield World(SqliteStore(database, clock=clock), clock, Entropy())
