"""The crash matrix: SIGKILL at every suspension of an action, from the click or command to the last message it causes.

The bot lives in a child process (`crash_child`), the local Discord here. After each death a new process takes over the same
database, and then: the action was applied wholly or not at all, every message to send is in the thread exactly once, and the
buttons that the dead process posted work.
"""

import asyncio
import os
import signal
import sqlite3
import sys
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import pytest

from bot.playground import LocalDiscord
from bot.playground.people import Player
from bot.playground.world import Channel, Message
from tests.playground.fixtures import local_discord

pytestmark = pytest.mark.asyncio
CHILD = "tests.flows.crash_child"
SETTLED_SECONDS = 30.0
MOST_SUSPENSIONS = 400


class Mortal:
    """A bot that can be killed, the database it leaves and the Discord that survives it."""

    def __init__(self, local: LocalDiscord, folder: Path) -> None:
        self.local = local
        self.database = folder / "tavoliere.db"
        self.orders = folder / "orders"
        self.log = folder / "log"
        self.deaths = 0
        self._nursery: asyncio.subprocess.Process | None = None
        self._pid = 0
        self._death: asyncio.Task[bytes] | None = None

    async def open(self) -> None:
        """Start the process that gives birth to bots, and the first bot."""
        with self.log.open("ab") as log:
            self._nursery = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                CHILD,
                self.local.url,
                str(self.database),
                str(self.orders),
                stdin=PIPE,
                stdout=PIPE,
                stderr=log,
            )
        await self.start()

    async def start(self) -> None:
        """Start a bot on the database as it is, and wait until it is ready."""
        nursery = self._nursery
        assert nursery is not None
        assert nursery.stdin is not None
        assert nursery.stdout is not None
        mark = self.local.mark
        nursery.stdin.write(b"live\n")
        self._pid = int(await nursery.stdout.readline())
        self._death = asyncio.create_task(nursery.stdout.readline())
        await self.local.wait_for(lambda event: event.kind == "ready", since=mark, timeout=30)

    async def close(self) -> None:
        """End the bot and the process behind it."""
        if self._nursery is None:
            return
        if self._death is not None and not self._death.done():
            os.kill(self._pid, signal.SIGKILL)
            await self._death
        assert self._nursery.stdin is not None
        self._nursery.stdin.close()
        await self._nursery.wait()

    async def act(self, doing: asyncio.Task[Any]) -> bool:
        """Wait until what a player does is done with, or the bot has died of it and a new one has taken over; True: it lived."""
        assert self._death is not None
        done = asyncio.create_task(self._counted())
        await asyncio.wait({done, self._death}, return_when=asyncio.FIRST_COMPLETED)
        lived = done.done()
        done.cancel()
        if not lived:
            # Nobody will answer the player any more; Discord says so to them, and the next bot is none the wiser.
            doing.cancel()
            self.deaths += 1
            self.orders.unlink(missing_ok=True)
            await self.start()
        await asyncio.gather(doing, done, return_exceptions=True)
        return lived

    async def die(self) -> None:
        """Kill the bot, whatever it is doing."""
        assert self._death is not None
        os.kill(self._pid, signal.SIGKILL)
        await self._death
        self.deaths += 1

    async def _counted(self) -> None:
        """Wait for the file that the bot writes when the work has ended alive."""
        while not self.orders.with_suffix(".count").exists():  # noqa: ASYNC110 - another process writes it; there is no event
            await asyncio.sleep(0.005)

    def arm(self, kind: str, fatal: int) -> None:
        self.orders.with_suffix(".count").unlink(missing_ok=True)
        self.orders.write_text(f"{kind} {fatal}")

    def rows(self, query: str, *values: str) -> list[tuple[Any, ...]]:
        """Read the database beside the bot."""
        with closing(sqlite3.connect(f"file:{self.database}?mode=ro", uri=True)) as connection:
            return connection.execute(query, values).fetchall()

    async def settled(self) -> None:
        """Wait until nothing is due and nothing waits to be sent."""
        async with asyncio.timeout(SETTLED_SECONDS):
            while self._left():  # noqa: ASYNC110 - another process writes the database; there is no event to wait for
                await asyncio.sleep(0.005)

    def _left(self) -> bool:
        waiting = self.rows("SELECT 1 FROM outbox WHERE state = 'pending'")
        return bool(waiting or self.rows("SELECT 1 FROM timers WHERE kind = 'next' AND state = 'set'"))

    def check(self) -> None:
        """Hold what must be true whenever nothing is due: nothing parked, nothing twice, nothing missing."""
        assert self.rows("SELECT * FROM outbox WHERE state = 'parked'") == []
        assert self.rows("SELECT * FROM incidents") == []
        for (code,) in self.rows("SELECT code FROM matches"):
            records = self.rows("SELECT seq, version FROM records WHERE code = ? ORDER BY seq", code)
            assert [seq for seq, _ in records] == list(range(1, len(records) + 1))
            assert len({version for _, version in records}) == len(records)
            lobbies = [message for message in public(self.local.channel()) if code in message.content]
            assert len(lobbies) == 1
            if records:
                self._check_messages(code)

    def _check_messages(self, code: str) -> None:
        (thread,) = [place for place in self.local.world.channels.values() if code in place.name]
        said = [message for message in public(thread) if message.author.bot and message.content]
        ((posted,),) = self.rows("SELECT COUNT(*) FROM outbox WHERE kind IN ('board', 'notice', 'result') AND code = ?", code)
        assert len(said) == posted, [message.content for message in said]
        assert len([message for message in said if message.controls]) == 1


def public(channel: Channel) -> list[Message]:
    return [message for message in channel.all_messages.values() if not message.ephemeral]


def newest(channel: Channel) -> Message:
    """The message that carries the controls."""
    return [message for message in public(channel) if message.controls][-1]


@asynccontextmanager
async def mortal(folder: Path) -> AsyncIterator[Mortal]:
    async with local_discord() as local:
        bot = Mortal(local, folder)
        try:
            await bot.open()
            yield bot
        finally:
            await bot.close()


async def next_board(bot: Mortal, thread: Channel) -> Message:
    """Wait until nothing is due and give the message that carries the controls."""
    await bot.settled()
    return newest(thread)


class Table:
    """Two players, perhaps a house bot, and a new match whenever one has ended."""

    def __init__(self, bot: Mortal, *, bots: int) -> None:
        self.bot = bot
        self.bots = bots
        self.anna, self.bruno = bot.local.player("anna"), bot.local.player("bruno")
        self._thread: Channel | None = None

    async def lobby(self) -> Message:
        """Open a lobby that waits for one more player."""
        await self.anna.slash(self.bot.local.channel(), "controcorrente new", players=2 + self.bots, bots=self.bots)
        return await next_board(self.bot, self.bot.local.channel())

    async def decision(self, label: str) -> tuple[Player, Channel, Message]:
        """Play on until a button that begins with `label` is due; gives who may press it, and where."""
        for _ in range(300):
            thread = self._thread or await self._begun()
            board = await next_board(self.bot, thread)
            if "Rematch" in board.labels:
                self._thread = None
                continue
            user = int(board.content.rpartition("<@")[2].rstrip(">"))
            mover = self.anna if user == self.anna.id else self.bruno
            if board.labels[0].startswith(label):
                return mover, thread, board
            await mover.click(board, label=board.labels[0])
        raise AssertionError(f"no decision {label!r} came up")

    async def _begun(self) -> Channel:
        await self.bruno.click(await self.lobby(), label="Join")
        await self.bot.settled()
        self._thread = [place for place in self.bot.local.world.channels.values() if place.name.startswith("Controcorrente")][-1]
        return self._thread


Deed = Callable[[Table], Awaitable[Callable[[], Coroutine[Any, Any, object]]]]


async def _join(table: Table) -> Callable[[], Coroutine[Any, Any, object]]:
    lobby = await table.lobby()
    return lambda: table.bruno.click(lobby, label="Join")


async def _roll(table: Table) -> Callable[[], Coroutine[Any, Any, object]]:
    mover, _, board = await table.decision("Roll")
    return lambda: mover.click(board, label=board.labels[0])


async def _sail(table: Table) -> Callable[[], Coroutine[Any, Any, object]]:
    mover, _, board = await table.decision("Boat")
    return lambda: mover.click(board, label=board.labels[0])


async def _typed(table: Table) -> Callable[[], Coroutine[Any, Any, object]]:
    mover, thread, _ = await table.decision("Roll")
    return lambda: mover.slash(thread, "controcorrente roll")


@pytest.mark.parametrize(
    ("kind", "bots", "deed"),
    [
        pytest.param("press", 0, _join, id="joining, which starts the match"),
        pytest.param("press", 0, _roll, id="rolling"),
        pytest.param("press", 0, _sail, id="sailing"),
        pytest.param("command", 0, _typed, id="rolling by command"),
        pytest.param("pump", 1, _sail, id="a house bot's turn"),
    ],
)
async def test_killed_at_every_suspension(tmp_path: Path, kind: str, bots: int, deed: Deed) -> None:
    async with mortal(tmp_path) as bot:
        table = Table(bot, bots=bots)
        for fatal in range(1, MOST_SUSPENSIONS):
            do = await deed(table)
            bot.arm(kind, fatal)
            lived = await bot.act(asyncio.create_task(do()))
            await bot.settled()
            bot.check()
            if lived:
                break
        assert lived
        assert bot.deaths == fatal - 1
        assert bot.deaths >= 5
