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
from bot.match.folded import Match
from bot.playground import LocalDiscord, interactions
from bot.playground.people import Player, Reply
from bot.playground.world import Channel, Interaction, Message
from bot.settings import Settings
from tests.playground.fixtures import local_discord, running_bot


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
        await self.local.quiet()
        (message,) = [m for key, m in self.channel.all_messages.items() if key not in known and not m.ephemeral]
        return message

    async def started(self, host: Player, *others: Player, **options: Any) -> Channel:
        """Start a match by letting the others join a lobby of just that size; gives its thread."""
        message = await self.lobby(host, players=1 + len(others), **options)
        for player in others:
            assert (await player.click(message, label="Join")).acknowledged
        await self.local.quiet()
        return self.local.channel(f"Controcorrente · {self.code(message)}")

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

    async def mover(self, place: Channel, *players: Player) -> Player:
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
async def running_house(database: Path, *, guild_locale: str = "en-US") -> AsyncIterator[House]:
    """Run the bot against a local Discord until the end, its pump too."""
    settings = Settings(_env_file=None, database=database)
    async with local_discord(guild_locale=guild_locale) as local, opened(settings, guild_ready_timeout=0.01) as app:
        app.services.table.entropy = counted()
        async with running_bot(app.client, local):
            pump = asyncio.create_task(app.pump.run(), name="pump under test")
            try:
                yield House(local, app)
            finally:
                pump.cancel()
                await asyncio.gather(pump, return_exceptions=True)
