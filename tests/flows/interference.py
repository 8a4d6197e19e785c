"""Non-interference: one match played twice at once, the two differing only in what one viewer may not see.

Owns the two worlds (table, store, boards, verbs: all of the bot but the wire), the twin of a match, and everything that is
addressed to the viewer or to everybody, as bytes. Refuses to know games: a game gives the twin of a position. For games with
hidden hands; a window is compared from its opening up to the answer that closes it, the reveal.
"""

import hashlib
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from random import Random
from typing import Any, TypeAlias

from bot.engine.core import Seat
from bot.engine.records import Played
from bot.errors import Refusal
from bot.i18n import LANGS
from bot.match.deadlines import Deadlines, Nobody
from bot.match.folded import Match
from bot.match.lobby import Lobby
from bot.match.meta import Meta
from bot.match.model import Actor, Places, StoredRecord
from bot.match.table import Table
from bot.settings import Settings
from bot.ui import completions
from bot.ui.ask import Ask, Attachment, Page, Reply, Services
from bot.ui.board import Boards, Payload
from bot.ui.flow import Flow
from bot.ui.ids import Press
from bot.ui.verbs import run
from tests.match.memory import FixedClock, MemoryStore, Row
from tests.match.people_memory import MemoryPeople

Twin: TypeAlias = Callable[[Any, Seat | None, Random], Any]
Seen: TypeAlias = dict[str, str]  # what was asked for, and a print of what came

PEOPLE = tuple(Actor(100_000_000_000_000_001 + number, name) for number, name in enumerate(("Anna", "Bruno", "Carla", "Dario")))
STRANGER = Actor(100_000_000_000_000_009, "Zeno")
GUILD, CHANNEL = 800_000_000_000_000_001, 900_000_000_000_000_001
PAGES = ("board", "board:text", "text", "picture", "menu", "log", "log:0", "info", "export", "list", "hand", "form", "form:1",
         "form:2", "form:3", "standing", "undo", "play:nonsense", "play:")  # fmt: skip


class Silent:
    """Sends nothing, thinks nothing: all seats are people's."""

    async def deliver(self, code: str, *, fresh: bool = True) -> None:
        """Leave the outbox to whoever looks at it."""

    @asynccontextmanager
    async def stripping(self, code: str, message_id: int, version: int) -> AsyncIterator[bool]:
        """Let every message be stripped."""
        yield True

    async def choose(self, *args: Any) -> str:
        """Refuse to think."""
        raise AssertionError("there are no house bots here")


class World:
    """One process of the bot over a store in memory."""

    def __init__(self, seed: int) -> None:
        clock = FixedClock()
        self.store = MemoryStore(clock)
        self.boards = Boards()
        self.table = Table(self.store, clock, Silent(), lambda size: hashlib.shake_256(b"%d" % seed).digest(size))
        self.lobby = Lobby(self.table)
        self.services = Services(
            settings=Settings(_env_file=None),
            store=self.store,
            table=self.table,
            lobby=self.lobby,
            meta=Meta(self.table),
            deliver=Silent(),
            boards=self.boards,
            clock=clock,
            deadlines=Deadlines(self.table, Nobody()),
            people=MemoryPeople(),
        )
        self._requests = 0

    def ask(self, actor: Actor, number: int = 0) -> Ask:
        """Ask as somebody; languages go round."""
        return Ask(self.services, actor, LANGS[number % len(LANGS)], f"read {number}", "test", CHANNEL, GUILD, "it")

    async def begin(self, game: str, options: dict[str, Any], seats: int) -> str:
        """Start a match of so many people, seated in order."""
        chosen = {"game": game, "options": options, "guild_id": GUILD, "channel_id": CHANNEL, "lang": "en", "capacity": seats}
        receipt = await self.lobby.open(PEOPLE[0], **chosen, wanted=Seat(0), request="open")  # type: ignore[arg-type] # by name
        for seat in range(1, seats):
            await self.lobby.join(receipt.code, PEOPLE[seat], Seat(seat), request=f"join {seat}")
        return receipt.code

    async def act(self, code: str, seat: Seat, text: str) -> None:
        """Play for a seat."""
        self._requests += 1
        await self.table.act(code, PEOPLE[seat], text, request=f"act {self._requests}")

    def take_over(self, other: "World", match: Match) -> None:
        """Stand where another world stands, but with this match in the place of its own."""
        for code, row in other.store.rows.items():
            self.store.rows[code] = Row(row.header, row.holders, list(row.records))
        self.store.rows[match.code].records = list(match.records)
        self.store.requests.update(other.store.requests)
        self.store._outbox.rows += other.store._outbox.rows
        self.table._folded[match.code] = match
        self._requests = other._requests


def twin_of(match: Match, viewer: Seat | None, twin: Twin, random: Random) -> Match:
    """Change all that the viewer cannot see: the position, events that were told to others alone, what others have answered."""
    frames = []
    records: list[StoredRecord] = []
    for stored, frame in zip(match.records, match.frames, strict=True):
        events = tuple(event for event in frame.events if event.audience is None or viewer in event.audience)
        frames.append(replace(frame, events=events))
        record = stored.record
        if isinstance(record, Played) and record.seat != viewer:
            record = record.model_copy(update={"action": "a secret of somebody else"})
        records.append(replace(stored, record=record))
    frames[-1] = replace(frames[-1], state=twin(match.state, viewer, random))
    trace = replace(match.trace, frames=tuple(frames))
    return replace(match, records=tuple(records), trace=trace)


def walked(match: Match, seat: Seat, random: Random) -> str:
    """Choose an answer part by part."""
    text, complete = "", False
    while not complete:
        choice = random.choice(match.game.choices(match.state, seat, text))
        text, complete = choice.text, choice.complete
    return text


async def addressed(world: World, code: str, viewer: Seat | None, number: int, prefixes: tuple[str, ...]) -> Seen:
    """Collect everything that is addressed to the viewer (None: to a stranger) or to everybody, as of now."""
    match = await world.table.load(code)
    seen: Seen = {}
    places = Places(code, CHANNEL, home_id=CHANNEL + 1)
    for row in await world.store.outbox.pending(code):
        if row.outgoing.version == match.version and row.outgoing.kind not in ("open",):
            seen[f"public {row.outgoing.kind}"] = _payload(await world.boards.outgoing(match, row.outgoing, places))
    ask = world.ask(STRANGER if viewer is None else PEOPLE[viewer], number)
    flow = Flow(world.services)
    for shown in PAGES:
        verb, _, arg = shown.partition(":")
        if verb == "undo" and viewer is not None:
            continue  # a change, not a look
        press = Press(code, match.version, verb, arg)
        seen[f"{verb} {arg}"] = _reply(await flow._attempt(ask, _running(press), code))
    for typed in prefixes:
        try:
            found = await completions.actions(ask, typed, match=code, game=match.header.game)
        except Refusal as refusal:
            found = [(str(refusal), refusal)]  # type: ignore[list-item] # compared, never shown
        seen[f"completion {typed!r}"] = _print(repr(found))
    return seen


def _running(press: Press) -> Callable[[Ask], Awaitable[Reply]]:
    return lambda ask: run(ask, press)


def _payload(payload: Payload) -> str:
    return _print(payload.content, payload.png, payload.alt, payload.filename, repr(payload.rows), repr(payload.mentions))


def _reply(reply: Reply) -> str:
    page: Page = reply if isinstance(reply, Page) else reply.page
    view = None if page.view is None else json.dumps(page.view.to_components())
    file: Attachment = page.attachment or Attachment("", b"")
    return _print(page.content, view, file.name, file.content, file.description)


def _print(*parts: object) -> str:
    """Keep words as they are, so that a difference can be read, and files as their hash."""
    return "\n".join(hashlib.sha256(part).hexdigest() if isinstance(part, bytes) else str(part) for part in parts)


@dataclass
class Count:
    """How much was compared."""

    windows: int = 0
    answers: int = 0
    things: int = 0


async def compare(game: str, seed: int, *, twin: Twin, options: dict[str, Any], seats: int, prefixes: tuple[str, ...]) -> Count:
    """Play one random match; at each window and each answer but the last demand that its twin looks the same to the viewer."""
    random, count = Random(seed), Count()
    viewer = random.choice([None, *map(Seat, range(seats))])
    world = World(seed)
    code = await world.begin(game, options, seats)
    while (match := await world.table.load(code)).to_act:
        other = World(seed)
        other.take_over(world, twin_of(match, viewer, twin, random))
        await _same(world, other, code, viewer, count, prefixes)
        count.windows += 1
        for seat in random.sample(sorted(match.to_act), len(match.to_act)):
            now = await world.table.load(code)
            text = walked(now, seat, random)
            await world.act(code, seat, text)
            if len(now.to_act) == 1:
                break
            there = await other.table.load(code)
            await other.act(code, seat, text if seat == viewer else walked(there, seat, random))
            await _same(world, other, code, viewer, count, prefixes)
            count.answers += 1
        other.boards.close()
    world.boards.close()
    return count


async def _same(world: World, other: World, code: str, viewer: Seat | None, count: Count, prefixes: tuple[str, ...]) -> None:
    number = count.answers + count.windows
    here = await addressed(world, code, viewer, number, prefixes)
    there = await addressed(other, code, viewer, number, prefixes)
    differing = [name for name in here.keys() | there.keys() if here.get(name) != there.get(name)]
    if differing:
        name = differing[0]
        raise AssertionError(f"{name} differs to {viewer} ({len(differing)} in all):\n{here.get(name)}\n---\n{there.get(name)}")
    count.things += len(here)
