"""The whole bot in a local Discord, and the few steps that most flow tests begin with.

Everything is the real thing but Discord itself and the source of secret bytes, which is counted out so that dice repeat.
"""

import asyncio
import hashlib
import itertools
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.app import App, opened
from bot.engine.records import Played
from bot.match.folded import Match
from bot.playground import Clock, LocalDiscord, interactions
from bot.playground.people import Player, Reply
from bot.playground.world import Channel, Interaction, Message
from bot.settings import Settings
from tests.playground.fixtures import local_discord, running_bot

SETTLED_SECONDS = 20.0
SETTLE_SECONDS = 0.002  # without a request; the database says better than silence whether something is left to do


@dataclass(frozen=True, slots=True)
class House:
    """A running bot and the server it is in."""

    local: LocalDiscord
    app: App

    @property
    def channel(self) -> Channel:
        """The channel where lobbies are opened."""
        return self.local.channel()

    async def lobby(self, host: Player, **options: Any) -> Message:
        """Open a lobby of Controcorrente and give its message."""
        known = set(self.channel.all_messages)
        reply = await host.slash(self.channel, "controcorrente new", **options)
        assert reply.ephemeral, reply.text
        await self.settled()
        (message,) = [m for key, m in self.channel.all_messages.items() if key not in known and not m.ephemeral]
        return message

    async def started(self, host: Player, *others: Player, **options: Any) -> Channel:
        """Start a match by letting the others join a lobby of just that size; gives its thread."""
        message = await self.lobby(host, players=1 + len(others), **options)
        for player in others:
            assert (await player.click(message, label=self.label("join", message))).acknowledged
        await self.settled()
        return self.local.channel(f"Controcorrente · {self.code(message)}")

    async def settled(self, *, timeout: float = SETTLED_SECONDS) -> None:
        """Wait until nothing is due and nothing waits to be sent: house bots have played, and all boards are there.

        What Discord has refused for now and is put off to a later time counts as settled.
        """
        try:
            async with asyncio.timeout(timeout):
                while True:
                    await self.app.pump.idle()
                    await self.local.quiet(settle=SETTLE_SECONDS)
                    if not await self._left():
                        return
                    self.app.pump.wake()
        except TimeoutError:
            raise AssertionError(f"not settled within {timeout} s\n{self.local.describe()}") from None

    async def _left(self) -> bool:
        store, now = self.app.store, self.app.services.clock.now()
        # In this order: what a timer leads to is committed together with the timer's end.
        return bool(await store.timers.due(now) or await store.outbox.waiting(now))

    def label(self, verb: str, message: Message) -> str:
        """Read off the label of the button with a verb, in whatever language it stands."""
        (found,) = [c["label"] for c in message.controls if c["type"] == 2 and c["custom_id"].split(":")[3] == verb]
        return str(found)

    async def played_by(self, place: Channel | Message, player: Player) -> list[str]:
        """List the actions somebody has played in a match, oldest first."""
        records = (await self.match(place)).records
        return [s.record.action for s in records if isinstance(s.record, Played) and s.actor == player.id]

    def said(self, place: Channel) -> list[Message]:
        """Give the bot's public messages with words of their own, oldest first (a thread begins with one that has none)."""
        return [message for message in place.messages if message.author.bot and message.content]

    async def play_out(self, place: Channel, *players: Player, most: int = 400) -> Message:
        """Press the first button of the decision again and again until the match is over; gives the result's message."""
        for _ in range(most):
            board = self.board(place)
            if not (await self.match(board)).awaited:
                return board
            mover = await self.mover(board, *players)
            assert (await mover.click(board, label=board.labels[0])).acknowledged
            await self.settled()
        raise AssertionError(f"no end after {most} presses")

    def code(self, message: Message) -> str:
        """Read the match's code off a message's words or controls."""
        words = message.content.replace("`", " ").replace(":", " ").split()
        ids = [part for control in message.controls for part in control["custom_id"].split(":")[1:2]]
        found: str = next(word for word in (*ids, *words) if len(word) == 6 and word.isalnum() and word.isupper())
        return found

    def board(self, place: Channel) -> Message:
        """Give the newest public message with controls."""
        return [m for m in place.all_messages.values() if m.controls and not m.ephemeral][-1]

    async def match(self, place: Channel | Message) -> Match:
        """Load the match of a thread or a lobby message."""
        code = place.name.rpartition(" ")[2] if isinstance(place, Channel) else self.code(place)
        return await self.app.services.table.load(code)

    async def mover(self, place: Channel | Message, *players: Player) -> Player:
        """Tell whose turn it is."""
        match = await self.match(place)
        return next(player for player in players if match.seat_of(player.id) in match.to_act)

    async def press(self, player: Player, message: Message, verb: str, arg: str = "", *, version: int | None = None) -> Reply:
        """Press a button as an old client shows it, whether the message has it or not."""
        at = (await self.app.services.table.load(self.code(message))).version if version is None else version
        return await self.forge(player, message, f"t1b:{self.code(message)}:{at}:{verb}" + (f":{arg}" if arg else ""))

    async def forge(self, player: Player, message: Message, custom_id: str, *, values: Sequence[str] | None = None) -> Reply:
        """Use a control that a message does not have (a select with values), as an old or a tampered client would."""
        data: dict[str, Any] = {"component_type": 2, "custom_id": custom_id, "id": 1}
        if values is not None:
            data |= {"component_type": 3, "values": list(values)}
        world = self.local.world
        interaction = interactions.start(world, interactions.COMPONENT, player.user, message.channel, data, message)
        return await self.sent(player, interaction)

    async def sent(self, player: Player, interaction: Interaction) -> Reply:
        """Deliver an interaction (again) and wait for its first answer."""
        interactions.deliver(interaction)
        async with asyncio.timeout(10):
            await interaction.acknowledged.wait()
        return Reply(player, interaction)


def counted() -> Callable[[int], bytes]:
    """Give bytes that look random and repeat from run to run."""
    numbers = itertools.count()

    def entropy(size: int) -> bytes:
        return hashlib.shake_256(str(next(numbers)).encode()).digest(size)

    return entropy


@asynccontextmanager
async def running_house(
    database: Path, *, guild_locale: str = "en-US", clock: Clock | None = None, check_requests: bool = True
) -> AsyncIterator[House]:
    """Run the bot against a local Discord until the end, its pump too; both live by one clock."""
    discord = local_discord(clock=clock, guild_locale=guild_locale, check_requests=check_requests)
    async with discord as local, living(local, database) as house:
        yield house


@asynccontextmanager
async def living(local: LocalDiscord, database: Path) -> AsyncIterator[House]:
    """Run one life of the bot in a local Discord that may see several, on the same database."""
    settings = Settings(_env_file=None, database=database)
    async with opened(settings, clock=local.clock, guild_ready_timeout=0.01) as app:
        app.services.table.entropy = counted()
        async with running_bot(app.client, local):
            pump = asyncio.create_task(app.pump.run(), name="pump under test")
            try:
                yield House(local, app)
            finally:
                pump.cancel()
                await asyncio.gather(pump, return_exceptions=True)
