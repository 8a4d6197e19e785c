"""A playground put together: the kept world or a new one, its server for the bot, its page for the browser.

Owns what a new world looks like and the order of opening and closing. The bot is started by whoever opens this.
"""

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from bot.playground.keep import Keeper
from bot.playground.keep_world import settle
from bot.playground.schema import OpenApiVerifier
from bot.playground.server import LocalDiscord
from bot.playground.web import Page
from bot.playground.web_clock import ShiftedClock
from bot.playground.web_guard import only_the_bot
from bot.playground.web_marks import Marks
from bot.playground.web_sessions import Sessions
from bot.playground.web_site import PageSite
from bot.playground.web_wire import Wire
from bot.playground.world import User

SERVERS = {"Casa": ("tavolo", "veranda"), "Piazza": ("fontana",)}


@asynccontextmanager
async def opened_page(
    kept: Path, *, names: Sequence[str], token: str, port: int = 0, words: Mapping[str, Mapping[str, str]]
) -> AsyncIterator[Page]:
    """Serve a local Discord for the bot with `token`, and the page at `port`; raises CannotKeep or PortTaken.

    Problems that the local Discord notices are shown on the desk; here they end nothing.
    """
    with Keeper(kept) as keeper:
        clock = ShiftedClock(keeper.shift)
        world = keeper.world(clock)
        wire = Wire(OpenApiVerifier.from_environment())
        local = LocalDiscord(clock=clock, verifier=wire, token=token, guild=None, world=world, guards=[only_the_bot])
        local.expect("")
        keeper.restore_commands(local.commands)
        if world is None:
            for server, channels in SERVERS.items():
                guild = local.add_guild(server)
                for channel in channels:
                    local.add_channel(channel, guild=guild)
        async with local:
            settle(local.world)

            def add_player(name: str) -> User:
                return _add_player(local, name)

            known = {who.name for who in local.world.users.values()}
            for name in dict.fromkeys(names):
                if name not in known:
                    add_player(name)
            keeper.follow(local)
            # What tests look back on would only grow here: the wire keeps the last of it.
            local.world.log.heard_by.append(lambda event: local.rest.calls.clear() if event.kind == "served" else None)
            marks = Marks(local.world, keeper.read_marks())
            site = PageSite(local, Sessions(keeper.secret), marks, clock, wire, words, add_player)
            async with Page(site, port=port) as page:
                yield page


def _add_player(local: LocalDiscord, name: str) -> User:
    """Make an account and a member of every server; the first player of a world manages them, to try what that allows."""
    world = local.world
    first = not any(not who.bot and who is not world.owner for who in world.users.values())
    user = world.add_user(name, global_name=name.capitalize())
    for guild in world.guilds.values():
        local.join(user, guild, grants=("manage_guild",) if first else ())
    return user
