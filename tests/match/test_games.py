"""Every registered game at the table: people and house bots play on, are undone and restarted, and nothing diverges."""

from contextlib import suppress
from random import Random

import pytest

from bot.engine.core import Seat
from bot.engine.registry import game, games
from bot.errors import Refusal
from bot.match.folded import Match
from bot.match.lobby import Lobby
from bot.match.meta import Meta
from bot.match.model import Actor, Human, Status, Stored
from bot.match.table import Table
from bot.players.base import Budget, players
from tests.match.conftest import CHANNEL, PEOPLE, Entropy
from tests.match.memory import FixedClock, MemoryStore

pytestmark = pytest.mark.asyncio

ACTIONS = 80


class Worker:
    """Thinks at once, on the position as a worker process would get it."""

    async def choose(self, game_key: str, options_json: str, dump: str, seat: Seat, level: str, seed: int, budget: Budget) -> str:
        """Choose."""
        found = game(game_key)
        state = found.load(dump, found.options.model_validate_json(options_json))
        return players(game_key)[level].choose(found, state, seat, random=Random(seed), budget=budget)


@pytest.mark.parametrize("key", sorted(games()))
async def test_a_match_runs_its_course(key: str) -> None:
    clock, random = FixedClock(), Random(key)
    store = MemoryStore(clock)
    table = Table(store, clock, Worker(), Entropy(), Budget(0.05))
    lobby, meta = Lobby(table), Meta(table)
    most = game(key).info.seats[-1]
    bots = ("random",) * (most - 2)
    opened = await lobby.open(
        PEOPLE[0], game=key, guild_id=None, channel_id=CHANNEL, lang="en", bots=bots, capacity=most, request=None
    )
    code = opened.code
    await lobby.join(code, PEOPLE[1], request=None)
    for _ in range(ACTIONS):
        match = await table.load(code)
        while match.works:
            (timer,) = await store.timers.due(clock.now())
            await table.tick(timer)
            match = await table.load(code)
        if match.header.status is not Status.PLAYING:
            break
        seat = random.choice(sorted(match.awaited))
        holder = match.holder(seat).holder
        assert isinstance(holder, Human)
        actor = Actor(holder.user_id, holder.name)
        await table.act(code, actor, _some_action(match, seat, random), request=None)
        if random.random() < 0.2:
            with suppress(Refusal):  # past a roll
                await meta.undo(code, actor, request=None)
    match = await table.load(code)
    stored = await store.load(code)
    assert stored is not None
    assert Match.fold(Stored(stored.header, stored.holders, stored.records), game) == match


def _some_action(match: Match, seat: Seat, random: Random) -> str:
    return players(match.header.game)["random"].choose(match.game, match.state, seat, random=random, budget=Budget())
