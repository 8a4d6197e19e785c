"""Everything anybody may do, in any order, over either store, with restarts and a second process: what must hold always."""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Coroutine
from contextlib import AsyncExitStack
from datetime import timedelta
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, initialize, invariant, multiple, precondition, rule

from bot.engine.chance import verify
from bot.engine.core import Seat
from bot.errors import Refusal
from bot.match.folded import Match
from bot.match.model import Actor, HouseBot, Human, Late, Outgoing, Receipt, Status
from bot.match.sequel import dues
from bot.store.database import Database
from bot.store.store import SqliteStore
from tests.match.conftest import ANNA, BRUNO, CARLA, DARIO, EVA, Entropy, World
from tests.match.memory import FixedClock, MemoryStore

ACTORS = (ANNA, BRUNO, CARLA, DARIO, EVA)
TEXTS = (
    *(f"{verb} {n}" for verb in ("hide", "guess") for n in range(2)),
    *("step", "roll", "keep", "drop", "end", "pass", "flag on", "flag off", "nonsense"),
)

MANY = ("draw", "pause", "pause", "resume", "resume")
T = TypeVar("T")
actors = st.sampled_from(ACTORS)
seats = st.none() | st.integers(0, 3).map(Seat)
Call = Callable[[World, str], Coroutine[Any, Any, Receipt]]


class TableMachine(RuleBasedStateMachine):
    """The machine over a store in memory."""

    codes: Bundle[str] = Bundle("codes")

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.stack = AsyncExitStack()
        self.clock = FixedClock()
        self.accepted: dict[str, set[int]] = defaultdict(set)
        self.calls: list[tuple[str, Call, Receipt]] = []
        self.consent: dict[str, set[int]] = defaultdict(set)
        self.world: World
        self.other: World

    async def make_store(self) -> Any:
        """Make the store under test."""
        return MemoryStore(self.clock)

    @initialize(
        target=codes,
        people=st.integers(1, 3),
        bots=st.lists(st.sampled_from(("steady", "random")), max_size=1),
        windows=st.booleans(),
        auto=st.booleans(),
        idle=st.lists(st.integers(0, 2), max_size=1),
        late=st.sampled_from(Late),
    )
    def begin(self, people: int, bots: list[str], windows: bool, auto: bool, idle: list[int], late: Late) -> str:
        """Start two processes, and a match that most of the rules will be about."""
        store, entropy = self.finish(self.make_store()), Entropy()
        self.world = World(store, self.clock, entropy)
        self.other = World(store, self.clock, entropy)
        options = {"rounds": 2, "windows": windows, "auto": auto, "idle": tuple(idle)}

        async def opening(world: World, request: str) -> Receipt:
            return await world.lobby.open(
                ANNA,
                game="pebbles",
                options=options,
                guild_id=1,
                channel_id=2,
                lang="en",
                late=late,
                bots=bots if people > 1 else [*bots, "steady"],
                capacity=max(2, people + len(bots)) if people > 1 else None,
                request=request,
            )

        receipt = self.run(opening)
        assert receipt is not None
        self.consent[receipt.code].add(ANNA.user_id)
        for actor in ACTORS[1:people]:
            self.join(receipt.code, actor, None)
        return receipt.code

    def finish(self, work: Coroutine[Any, Any, T]) -> T:
        """Run something to its end, on the bare loop: the runner's own way sets and resets a signal handler each time."""
        return self.runner.get_loop().run_until_complete(work)

    def teardown(self) -> None:
        """Close the store."""
        self.finish(self.stack.aclose())
        self.runner.close()

    def run(self, call: Call) -> Receipt | None:
        """Ask with a new request id; None when refused, and then nothing has changed."""
        request = self.world.request()
        before = {code: self.match(code).version for code in self.accepted}
        try:
            receipt = self.finish(call(self.world, request))
        except Refusal:
            assert {code: self.match(code).version for code in self.accepted} == before
            assert self.finish(self.world.store.receipt(request)) is None
            return None
        self.accept(receipt)
        self.calls.append((request, call, receipt))
        assert self.finish(self.world.store.receipt(request)) == receipt
        return receipt

    def accept(self, receipt: Receipt) -> None:
        """Note a commit: each version is one commit's."""
        assert receipt.version not in self.accepted[receipt.code]
        self.accepted[receipt.code].add(receipt.version)

    def match(self, code: str) -> Match:
        """Load a match."""
        return self.finish(self.world.load(code))

    # What anybody may do

    @precondition(lambda self: len(self.accepted) < 3)
    @rule(
        target=codes,
        actor=actors,
        bots=st.lists(st.sampled_from(("steady", "random")), max_size=2),
        opponents=st.lists(actors.map(lambda actor: actor.user_id), max_size=2),
        capacity=st.none() | st.integers(2, 4),
        wanted=seats,
        windows=st.booleans(),
        auto=st.booleans(),
        idle=st.lists(st.integers(0, 3), max_size=1),
        game=st.sampled_from(("pebbles", "pebbles", "filling")),
    )
    def open(self, actor: Actor, game: str, windows: bool, auto: bool, idle: list[int], **more: Any) -> Any:
        """Open a lobby."""
        options = {"rounds": 2, "windows": windows, "auto": auto, "idle": tuple(idle)}

        async def call(world: World, request: str) -> Receipt:
            return await world.lobby.open(
                actor, game=game, options=options, guild_id=1, channel_id=2, lang="en", request=request, **more
            )

        receipt = self.run(call)
        if receipt is None:
            return multiple()
        self.consent[receipt.code].add(actor.user_id)
        return receipt.code

    @rule(code=codes, actor=actors, wanted=seats)
    def join(self, code: str, actor: Actor, wanted: Seat | None) -> None:
        """Join."""
        if self.run(lambda world, request: world.lobby.join(code, actor, wanted, request=request)):
            self.consent[code].add(actor.user_id)

    @rule(code=codes, actor=actors, what=st.sampled_from(("leave", "decline", "add_bot", "remove_bot", "start", "cancel")))
    def change_lobby(self, code: str, actor: Actor, what: str) -> None:
        """Do something in a lobby."""
        if self.run(lambda world, request: getattr(world.lobby, what)(code, actor, request=request)) and what == "leave":
            self.consent[code].discard(actor.user_id)

    @rule(code=codes, actor=actors, seat=seats)
    def choose(self, code: str, actor: Actor, seat: Seat | None) -> None:
        """Choose a seat."""
        self.run(lambda world, request: world.lobby.choose(code, actor, seat, request=request))

    @rule(code=codes, actor=actors, text=st.sampled_from(TEXTS), age=st.none() | st.integers(0, 3))
    def act(self, code: str, actor: Actor, text: str, age: int | None) -> None:
        """Act, by a command or by a button of some age."""
        version = None if age is None else max(0, self.match(code).version - age)
        self.run(lambda world, request: world.table.act(code, actor, text, request=request, version=version))

    @rule(code=codes, picks=st.lists(st.integers(0, 99), min_size=1, max_size=6))
    def play(self, code: str, picks: list[int]) -> None:
        """Play on for a while."""
        for pick in picks:
            self.settle(code)
            self.act_well(code, pick)

    @rule(code=codes, pick=st.integers(0, 99))
    def take_back(self, code: str, pick: int) -> None:
        """Play, and think better of it, or ask to; perhaps the others agree."""
        match = self.match(code)
        people = [taken.holder for taken in match.holders if isinstance(taken.holder, Human)]
        if not people:
            return
        asking, *others = [Actor(one.user_id, one.name) for one in people[pick % len(people) :] + people[: pick % len(people)]]
        self.act_well(code, pick)
        if self.run(lambda world, request: world.meta.undo(code, asking, request=request)):
            for other in others:
                self.answer(code, other, pick % 5 > 0)

    @rule(code=codes, pick=st.integers(0, 99))
    def act_well(self, code: str, pick: int) -> None:
        """Do something the rules allow, as whoever is due."""
        match = self.match(code)
        if not match.awaited:
            return
        seat = min(match.awaited)
        holder = match.holder(seat).holder
        assert isinstance(holder, Human)
        actor = Actor(holder.user_id, holder.name)
        legal = list(match.game.legal(match.state, seat))
        text = legal[pick % len(legal)]
        assert self.run(lambda world, request: world.table.act(code, actor, text, request=request)) is not None

    @rule(code=codes, actor=actors, what=st.sampled_from((*["undo"] * 8, *MANY, "abort", "abort", "resign", "leave")))
    def beside(self, code: str, actor: Actor, what: str) -> None:
        """Do something beside the board."""
        lobby = self.match(code).header.status is Status.LOBBY
        if self.run(lambda world, request: getattr(world.meta, what)(code, actor, request=request)) and lobby:
            self.consent[code].discard(actor.user_id)

    @rule(code=codes, actor=actors, what=st.sampled_from(("nudge", "claim", "back", "back")))
    def about_time(self, code: str, actor: Actor, what: str) -> None:
        """Nudge, claim, or come back."""
        self.run(lambda world, request: getattr(world.deadlines, what)(code, actor, request=request))

    @rule(code=codes, actor=actors, yes=st.sampled_from((True, True, False)))
    def answer(self, code: str, actor: Actor, yes: bool) -> None:
        """Answer an offer."""
        self.run(lambda world, request: world.meta.answer(code, actor, yes=yes, request=request))

    @rule(target=codes, code=codes, actor=actors)
    def rematch(self, code: str, actor: Actor) -> Any:
        """Ask for a rematch."""
        receipt = self.run(lambda world, request: world.lobby.rematch(code, actor, request=request))
        if receipt is None:
            return multiple()
        self.consent[receipt.code].add(actor.user_id)
        return receipt.code if receipt.version == 1 else multiple()

    @rule(code=codes)
    def tick(self, code: str) -> None:
        """Let the pump do the match's due-now work."""
        timer = self.finish(self.world.timers(code)).get("next")
        if timer is not None:
            before = self.match(code).version
            self.finish(self.world.table.tick(timer))
            self.accepted[code].add(before + 1)

    @rule(code=codes)
    def settle(self, code: str) -> None:
        """Let the pump do all of it."""
        while self.match(code).works:
            self.tick(code)

    @rule(days=st.sampled_from((1, 3, 8)))
    def wait(self, days: int) -> None:
        """Let time pass, and the pump do what fell due."""
        self.clock.pass_(timedelta(days=days))
        works = {
            "lobby": self.world.lobby.expire,
            "offer": self.world.meta.expire_offer,
            "next": self.world.table.tick,
            "half": self.world.deadlines.remind,
            "near": self.world.deadlines.remind,
            "deadline": self.world.deadlines.expire,
        }
        for timer in self.finish(self.world.store.timers.due(self.clock.now())):
            before = self.match(timer.code).version
            self.finish(works[timer.kind](timer))
            self.accepted[timer.code].update(range(before + 1, self.match(timer.code).version + 1))

    # What goes wrong

    @precondition(lambda self: self.calls)
    @rule(pick=st.integers(0, 999), again=st.booleans())
    def redeliver(self, pick: int, again: bool) -> None:
        """Deliver an accepted request again, perhaps to the other process: the first receipt, and nothing else."""
        request, call, receipt = self.calls[pick % len(self.calls)]
        before = self.match(receipt.code).version
        world = self.other if again else self.world
        assert self.finish(call(world, request)) == receipt
        assert self.match(receipt.code).version == before

    @rule(code=codes, actor=actors, text=st.sampled_from(TEXTS))
    def both_at_once(self, code: str, actor: Actor, text: str) -> None:
        """Deliver one request to both processes at once."""
        request = self.world.request()

        async def ask(world: World) -> Receipt | Refusal:
            try:
                return await world.table.act(code, actor, text, request=request)
            except Refusal as refusal:
                return refusal

        async def both() -> tuple[Receipt | Refusal, Receipt | Refusal]:
            return await asyncio.gather(ask(self.world), ask(self.other))

        first, second = self.finish(both())
        assert isinstance(first, Receipt) == isinstance(second, Receipt)
        if isinstance(first, Receipt):
            assert first == second
            self.accept(first)

    @rule()
    def restart(self) -> None:
        """Begin a new process: it folds the same matches from their records."""
        before = {code: self.match(code) for code in self.accepted}
        self.world.restart()
        assert {code: self.match(code) for code in self.accepted} == before

    # What must hold always

    @invariant()
    def everything_holds(self) -> None:
        """Check every match."""
        for code, versions in self.accepted.items():
            match = self.match(code)
            assert versions == set(range(1, match.version + 1))
            rows = self.finish(self.world.rows(code))
            self.check_records(match)
            self.check_seats(code, match)
            self.check_story(match, rows)
            self.check_timers(match)
            self.check_clocks(match)

    def check_records(self, match: Match) -> None:
        """Versions never fall, every draw follows from the seed, and the status says what the records say."""
        assert [one.version for one in match.records] == sorted(one.version for one in match.records)
        draws = [draw for one in match.records for draw in getattr(one.record, "draws", ())]
        assert verify(match.header.seed, draws) is None
        assert match.started == (match.header.status not in (Status.LOBBY, Status.CLOSED))
        assert (match.header.outcome is not None) == (match.header.status is Status.OVER)
        assert match.header.due == tuple(sorted(match.awaited))

    def check_seats(self, code: str, match: Match) -> None:
        """Nobody sits here who has not asked to; a lobby is never over-full, and never full."""
        people = [taken.holder.user_id for taken in match.holders if isinstance(taken.holder, Human)]
        if match.header.status is not Status.CLOSED:
            assert set(people) <= self.consent[code]
        assert len(people) == len(set(people))
        if match.header.status is Status.LOBBY:
            assert len(match.holders) + len(match.header.invited) <= match.header.capacity
            assert len(match.holders) < match.header.capacity
            assert match.header.host in people
        elif match.started:
            assert [taken.place for taken in match.holders] == list(range(match.header.capacity))
            assert all(isinstance(taken.holder, Human | HouseBot) for taken in match.holders)

    def check_story(self, match: Match, rows: list[Outgoing]) -> None:
        """Boards together tell every record once; an edit begins where its board did; no control on show is stale."""
        assert [row.kind for row in rows].count("open") == int(match.started)
        if not match.started:
            return
        boards = [row for row in rows if row.kind in ("board", "result")]
        told = match.records[0].version - 1
        for board in boards:
            assert board.after == told
            told = board.version
        assert match.header.told == told
        for edit in (row for row in rows if row.kind == "edit"):
            assert edit.after == max(board.after for board in boards if board.version < edit.version)
        ended = match.header.status is not Status.PLAYING
        assert [row.kind for row in rows].count("result") == int(ended)
        assert not ended or told == match.version
        shown = [row.version for row in rows if row.kind in ("board", "edit")]
        assert all(max(shown) >= match.since(seat) for seat in match.awaited)
        reminded = {one.version for one in match.records if one.record.kind in ("reminded", "nudged")}
        assert reminded == {row.version for row in rows if row.kind == "remind"}

    def check_timers(self, match: Match) -> None:
        """Exactly the timers that have work to do are set."""
        timers = set(self.finish(self.world.timers(match.code)))
        lobby = match.header.status is Status.LOBBY
        wanted = {kind for kind, on in (("next", match.works), ("offer", match.offer is not None), ("lobby", lobby)) if on}
        assert timers == wanted | dues(match).keys()
        running = [clock for seat in match.awaited if (clock := match.clocks.of(seat)) is not None and clock.counts]
        assert ("deadline" in timers) == (bool(running) and match.header.late is not Late.NONE)

    def check_clocks(self, match: Match) -> None:
        """No reserve ever grows, no seat is asked and played for at once, and nobody is played on where nobody is.

        An undo takes back what its decision had used of the reserve, together with the time it took.
        """
        for stored, (before, after) in zip(match.records[1:], pairwise(match.trace.clocks), strict=True):
            took_back = stored.record.kind == "took_back"
            assert all(took_back or after.seats[seat].reserve <= clock.reserve for seat, clock in before.seats.items())
        assert not match.awaited & match.stood_in
        assert not match.stood_in or match.present


class SqliteMachine(TableMachine):
    """The machine over a real database."""

    async def make_store(self) -> Any:
        """Open a database in a folder of its own."""
        folder = self.stack.enter_context(TemporaryDirectory())
        database = await self.stack.enter_async_context(Database.open(Path(folder) / "tavoliere.db"))
        return SqliteStore(database, clock=self.clock)


TestMemory = TableMachine.TestCase
TestMemory.settings = settings(max_examples=60, stateful_step_count=50, deadline=None, suppress_health_check=list(HealthCheck))
TestSqlite = SqliteMachine.TestCase
TestSqlite.settings = settings(max_examples=6, stateful_step_count=30, deadline=None, suppress_health_check=list(HealthCheck))
