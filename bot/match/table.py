"""The table: where an action is asked for, checked, committed once, and where the table itself plays on.

Owns loading and caching matches, the one path of every change (lock, load, check, commit, retry) and the due-now work of house
bots, forced passes and automatic actions. Refuses to know lobbies, offers and resignations (`lobby`, `meta`), which use the same
path, and how anything is shown.
"""

import secrets
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from bot.engine.chance import Seeded
from bot.engine.core import AnyGame, Code, Seat, Text, Who
from bot.engine.records import By, Played
from bot.engine.registry import game as registered
from bot.errors import (
    Fault,
    LobbyRefusal,
    MatchOver,
    NotSeated,
    NotYourTurn,
    ParseError,
    Refusal,
    StalePress,
    StoreFault,
    UnknownMatch,
)
from bot.match.codes import read_code
from bot.match.folded import Match, Work
from bot.match.locks import Locks
from bot.match.model import Actor, Commit, DraftKind, Receipt, Status, Timer
from bot.match.ports import Clock, Store, Thinker, VersionConflict
from bot.match.sequel import Saying, sequel
from bot.players.base import Budget, Player, players

TRIES = 16  # of a change that another process keeps overtaking
CACHED = 256  # matches kept folded
BOT_SEED_BOUND = 2**32

Plan = Callable[[Match], Commit | Awaitable[Commit]]
Edit = Callable[[Match, Seat, str | None], str | None]  # from the seat's text to its next; None is no text


class _Moved(Exception):
    """While a house bot was thinking, its decision went away."""


class Table:
    """Acts on matches; one for the whole process.

    entropy: gives that many secret random bytes. find_game and find_players look a game and its house bots up by key.
    """

    def __init__(
        self,
        store: Store,
        clock: Clock,
        thinker: Thinker,
        entropy: Callable[[int], bytes] = secrets.token_bytes,
        budget: Budget | None = None,
        *,
        find_game: Callable[[str], AnyGame] = registered,
        find_players: Callable[[str], Mapping[str, Player]] = players,
    ) -> None:
        self.store = store
        self.clock = clock
        self.entropy = entropy
        self.find_game = find_game
        self.find_players = find_players
        self._thinker = thinker
        self._budget = budget or Budget()
        self._locks = Locks()
        self._folded: OrderedDict[str, Match] = OrderedDict()

    async def load(self, code: str) -> Match:
        """Load a match by its code, read leniently; raises UnknownMatch, ReplayDiverged, StoreFault."""
        plain = read_code(code)
        if plain is None:
            raise UnknownMatch("match.unknown", code=code)
        known = self._folded.get(plain)
        stored = await self.store.load(plain, have=0 if known is None else len(known.records))
        if stored is None:
            raise UnknownMatch("match.unknown", code=code)
        match = Match.fold(stored, self.find_game) if known is None else known.updated(stored)
        self._keep(match)
        return match

    def forget(self) -> None:
        """Let go of every folded match: what was kept may name somebody who wants to be forgotten."""
        self._folded.clear()

    async def change(self, code: str, request: str | None, plan: Plan) -> Receipt:
        """Change a match by the commit a plan makes of it, once: a request committed before gets its first receipt.

        The plan is asked again when another process came first. Raises what the plan raises, UnknownMatch, StoreFault.
        """
        async with self._locks.hold(read_code(code) or code):
            for _ in range(TRIES):
                match = await self.load(code)
                # Asked after loading: what this request has changed is either found here or not yet part of what was loaded.
                if request is not None and (first := await self.store.receipt(request)) is not None:
                    return first
                planned = plan(match)
                commit = planned if isinstance(planned, Commit) else await planned
                try:
                    return await self.store.commit(commit)
                except VersionConflict:
                    continue
        raise StoreFault(f"match {code} was changed by others {TRIES} times in a row")

    async def act(self, code: str, actor: Actor, text: str, *, request: str | None, version: int | None = None) -> Receipt:
        """Play a notation for the seat the actor holds; `version` is a button's, None for typed commands.

        Raises NotSeated, MatchOver, LobbyRefusal, NotYourTurn, StalePress, and the game's ParseError and IllegalAction.
        """

        def plan(match: Match) -> Commit:
            seat = demand_seat(match, actor, version=version)
            record = played(match, seat, _read(match, seat, text), "player", seeded(match))
            after = match.extended([record], at=self.clock.now(), actor=actor.user_id)
            said = Text("match.receipt.played", {"action": Code(record.action)})
            return sequel(after, now=self.clock.now(), saying=Saying(said, request))

        return await self.change(code, request, plan)

    async def draft(
        self, code: str, actor: Actor, edit: Edit, *, kind: DraftKind = "draft", version: int | None = None
    ) -> str | None:
        """Change what the actor's seat has prepared, one edit after another, and give it; None where there is nothing.

        Raises NotSeated, MatchOver, LobbyRefusal, StalePress, StoreFault, and what the edit raises.
        """
        async with self._locks.hold(read_code(code) or code):
            for _ in range(TRIES):
                match = await self.load(code)
                seat = demand_seat(match, actor, version=version)
                old = await self.store.drafts.find(match.code, seat, kind)
                new = edit(match, seat, old)
                if new == old:
                    return old
                if await self.store.drafts.swap(match.code, seat, kind, version=match.version, old=old, new=new):
                    return new
        raise StoreFault(f"a draft of match {code} was changed by others {TRIES} times in a row")

    async def tick(self, timer: Timer) -> None:
        """Play what the table itself has to play next: one action, one commit; a void timer is dropped.

        House bots think outside the match's lock. When one fails the next one due is asked; raises the fault when none is left.
        """
        for _ in range(TRIES):
            match = await self.load(timer.code)
            if not match.works:
                await self.store.timers.drop(timer)
                return
            work, record = await self._decided(match)
            try:
                await self.change(timer.code, None, self._carry_out(match, work, record))
            except _Moved:
                continue
            return
        raise StoreFault(f"match {timer.code} changed {TRIES} times while its house bot was thinking")

    def _carry_out(self, thought_of: Match, work: Work, record: Played) -> Plan:
        def plan(match: Match) -> Commit:
            if match.trace.turned != thought_of.trace.turned or work not in match.works:
                raise _Moved
            after = match.extended([record], at=self.clock.now(), actor=None)
            said = Text("match.receipt.played", {"action": Code(record.action)})
            return sequel(after, now=self.clock.now(), saying=Saying(said))

        return plan

    async def _decided(self, match: Match) -> tuple[Work, Played]:
        """Decide the first work that can be decided."""
        failed: Fault | None = None
        for work in match.works:
            if work.by != "bot":
                return work, played(match, work.seat, work.action, work.by, seeded(match))
            try:
                return work, await self._thought(match, work)
            except Fault as fault:
                failed = failed or fault
        raise failed or Fault(f"match {match.code} has nothing to play")

    async def _thought(self, match: Match, work: Work) -> Played:
        """Let a house bot decide; raises Fault when it does not, or not by the rules."""
        if not work.level and (standing := await self._standing(match, work.seat)) is not None:
            return standing
        bots = self.find_players(match.header.game)
        level = work.level or next(iter(bots))
        bot = bots.get(level)
        if bot is None:
            raise Fault(f"{match.header.game} has no house bot of level {level!r}")
        chance = seeded(match)
        seed = chance.draw("bot", BOT_SEED_BOUND) if bot.draws else 0
        header, position = match.header, match.game.dump(match.state)
        text = await self._thinker.choose(header.game, header.options, position, work.seat, level, seed, self._budget)
        try:
            return played(match, work.seat, match.game.parse(match.state, work.seat, text), "bot", chance)
        except Refusal as refusal:
            raise Fault(f"house bot {level} of {header.game} chose {text!r} in {position!r}: {refusal}") from refusal

    async def _standing(self, match: Match, seat: Seat) -> Played | None:
        """Let a late person's standing text answer, if there is one that fits the decision."""
        text = await self.store.drafts.find(match.code, seat, "standing")
        if text is None:
            return None
        try:
            action = match.game.parse(match.state, seat, text)
            answers = not match.game.is_standing(action)
            return played(match, seat, action, "automatic", seeded(match)) if answers else None
        except Refusal:
            return None  # prepared for another decision: the house bot takes this one

    def _keep(self, match: Match) -> None:
        """Keep a folded match, unless a newer one is already there."""
        known = self._folded.get(match.code)
        if known is None or known.version <= match.version:
            self._folded[match.code] = match
        self._folded.move_to_end(match.code)
        while len(self._folded) > CACHED:
            self._folded.popitem(last=False)


def seeded(match: Match) -> Seeded:
    """Give the match's chance: every draw ever made counts, undone ones included."""
    return Seeded(match.header.seed, match.trace.counts)


def played(match: Match, seat: Seat, action: Any, by: By, chance: Seeded) -> Played:
    """Apply an action and give its record with the draws it took; raises what the game raises."""
    match.game.apply(match.state, seat, action, chance)
    return Played(seat=seat, action=match.game.write(match.state, action), by=by, draws=tuple(chance.draws))


def demand_playing(match: Match) -> None:
    """Raise LobbyRefusal before the start and MatchOver after the end."""
    if match.header.status is Status.LOBBY:
        raise LobbyRefusal("match.not_started")
    if match.header.status is Status.CLOSED:
        raise LobbyRefusal("match.lobby_closed")
    if match.header.status is not Status.PLAYING:
        raise MatchOver("match.over")


def demand_seat(match: Match, actor: Actor, *, version: int | None = None) -> Seat:
    """Give the seat the actor holds in a match that is playing, for a press of that version.

    Raises LobbyRefusal, MatchOver, NotSeated (also for a seat that has resigned) and StalePress.
    """
    demand_playing(match)
    seat = match.seat_of(actor.user_id)
    if seat is None:
        raise NotSeated("match.not_seated")
    if seat in match.resigned:
        raise NotSeated("match.resigned")
    if version is not None and version < match.since(seat):
        raise StalePress("match.stale")
    return seat


def _read(match: Match, seat: Seat, text: str) -> Any:
    """Parse a notation; a seat not to act learns whose turn it is rather than what is wrong with its text."""
    try:
        return match.game.parse(match.state, seat, text)
    except ParseError as error:
        due = match.to_act
        if seat in due:
            raise
        raise NotYourTurn("match.not_your_turn", due=tuple(Who(other) for other in sorted(due))) from error
