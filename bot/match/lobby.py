"""The lobby: who plays, from the first message to the start, and again after the end.

Owns opening, joining, leaving, seats asked for, bots, starting, cancelling and expiry. Refuses to know what is played: a start
hands over to the same sequel as every move. Nobody is seated without having asked to be.

Rights: everybody may join where there is room; whoever has joined may choose a seat, add and remove bots and start; the host
alone may cancel, take an invitation back, and start over invitations nobody has answered. A lobby without a host is everybody's.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from bot.engine.chance import Seeded
from bot.engine.core import AnyGame, Code, Options, Seat, Text, letter
from bot.engine.records import Started
from bot.engine.replay import read_options
from bot.errors import LobbyRefusal, NotSeated, StoreFault
from bot.i18n import Lang
from bot.match.codes import make_code
from bot.match.folded import Match
from bot.match.lobby_rights import demand_host, demand_joined, demand_lobby, demand_room, is_host, next_place, present
from bot.match.locks import Locks
from bot.match.model import Actor, Commit, Header, HouseBot, Human, Late, Outgoing, Pace, Receipt, SeatHolder, Status, Timer
from bot.match.ports import VersionConflict
from bot.match.seating import capacity_of, demand_free, free_seats, seat_all, seats_at_start
from bot.match.sequel import Saying, sequel
from bot.match.table import TRIES, Table
from bot.match.trace import Trace

LIFETIME = timedelta(days=7)
SEED_BYTES = 32


class Lobby:
    """Acts on lobbies through the table."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._rematches = Locks()

    async def open(
        self,
        actor: Actor,
        *,
        game: str,
        options: Options | Mapping[str, object] | None = None,
        guild_id: int | None,
        channel_id: int,
        lang: Lang,
        pace: Pace = Pace.THREE_DAYS,
        late: Late = Late.BOT,
        opponents: Sequence[int] = (),
        bots: int | Sequence[str] = 0,
        capacity: int | None = None,
        wanted: Seat | None = None,
        request: str | None,
    ) -> Receipt:
        """Open a lobby that the actor has joined; opponents (user ids) are invited, bots (a number, or levels) join at once.

        A lobby that is full with its bots starts at once. Raises Refusal for the game or its options, LobbyRefusal for the rest.
        """
        found = self._table.find_game(game)
        chosen = options if isinstance(options, Options) else read_options(found, options or {})
        levels = self._levels(game, bots)
        invited = tuple(dict.fromkeys(opponents))
        if actor.user_id in invited:
            raise LobbyRefusal("match.invited_self")
        places = capacity_of(found.info, chosen=capacity, named=len(invited) + len(levels))
        demand_free(found.info, places, (), wanted)
        holders = [SeatHolder(0, Human(actor.user_id, actor.name), wanted)]
        holders += [SeatHolder(place, HouseBot(level)) for place, level in enumerate(levels, 1)]
        header = Header(
            code="",
            game=game,
            rules_version=found.info.rules_version,
            options=chosen.model_dump_json(),
            capacity=places,
            status=Status.LOBBY,
            version=0,
            pace=pace,
            lang=lang,
            guild_id=guild_id,
            channel_id=channel_id,
            host=actor.user_id,
            seed=self._table.entropy(SEED_BYTES),
            created_at=self._table.clock.now(),
            invited=invited,
            late=late,
        )
        return await self._open(actor, found, chosen, header, tuple(holders), request)

    async def join(self, code: str, actor: Actor, wanted: Seat | None = None, *, request: str | None) -> Receipt:
        """Take a place, and ask for a seat; the place that fills the lobby starts it. Raises LobbyRefusal."""

        async def plan(match: Match) -> Commit:
            demand_lobby(match)
            here = present(match)
            if match.place_of(actor.user_id) is not None:
                raise LobbyRefusal("match.already_joined")
            kept = tuple(user for user in match.header.invited if user != actor.user_id)
            demand_room(match, here, kept)
            demand_free(match.game.info, match.header.capacity, here, wanted)
            rotated = await self._rotated(match, actor) if wanted is None else None
            seat = rotated if rotated in free_seats(match.header.capacity, here) else wanted
            joined = SeatHolder(next_place(here), Human(actor.user_id, actor.name), seat)
            header = replace(match.header, invited=kept)
            return self._changed(match, actor, header, (*here, joined), Text("match.receipt.joined"), request)

        return await self._table.change(code, request, plan)

    async def leave(self, code: str, actor: Actor, *, request: str | None) -> Receipt:
        """Give the place up; a host's part passes to who joined next, and the last person out closes the lobby."""

        def plan(match: Match) -> Commit:
            demand_lobby(match)
            demand_joined(match, actor)
            staying = tuple(taken for taken in present(match) if taken != match.place_of(actor.user_id))
            people = [taken.holder.user_id for taken in staying if isinstance(taken.holder, Human)]
            said = Text("match.receipt.left")
            if not people:
                return self._closed(match, said, request, staying)
            host = match.header.host if match.header.host in people else people[0]
            return self._changed(match, actor, replace(match.header, host=host), staying, said, request)

        return await self._table.change(code, request, plan)

    async def decline(self, code: str, actor: Actor, *, request: str | None) -> Receipt:
        """Turn an invitation down; the place becomes free for anybody. Raises LobbyRefusal."""

        def plan(match: Match) -> Commit:
            demand_lobby(match)
            return self._uninvited(match, actor, actor.user_id, Text("match.receipt.declined"), request)

        return await self._table.change(code, request, plan)

    async def drop(self, code: str, actor: Actor, user_id: int, *, request: str | None) -> Receipt:
        """Take an invitation back, as the host. Raises NotAllowed, LobbyRefusal."""

        def plan(match: Match) -> Commit:
            demand_lobby(match)
            demand_host(match, actor)
            return self._uninvited(match, actor, user_id, Text("match.receipt.dropped"), request)

        return await self._table.change(code, request, plan)

    async def choose(self, code: str, actor: Actor, seat: Seat | None, *, request: str | None) -> Receipt:
        """Ask for a seat, None for any. Raises LobbyRefusal for one that is taken."""

        def plan(match: Match) -> Commit:
            demand_lobby(match)
            own = demand_joined(match, actor)
            capacity, here = match.header.capacity, present(match)
            demand_free(match.game.info, capacity, [taken for taken in here if taken != own], seat)
            said = Text("match.receipt.chose_any")
            if seat is not None:
                said = Text("match.receipt.chose", {"seat": Code(letter(match.game.info, capacity, seat))})
            changed = tuple(replace(taken, wanted=seat) if taken == own else taken for taken in here)
            return self._changed(match, actor, match.header, changed, said, request)

        return await self._table.change(code, request, plan)

    async def add_bot(self, code: str, actor: Actor, level: str | None = None, *, request: str | None) -> Receipt:
        """Give a free place to a house bot, of the game's default level unless named. Raises LobbyRefusal."""

        def plan(match: Match) -> Commit:
            demand_lobby(match)
            demand_joined(match, actor)
            here = present(match)
            (chosen,) = self._levels(match.header.game, 1 if level is None else (level,))
            demand_room(match, here, match.header.invited)
            added = SeatHolder(next_place(here), HouseBot(chosen))
            said = Text("match.receipt.bot_added", {"level": chosen})
            return self._changed(match, actor, match.header, (*here, added), said, request)

        return await self._table.change(code, request, plan)

    async def remove_bot(self, code: str, actor: Actor, *, request: str | None) -> Receipt:
        """Send the house bot away that joined last. Raises LobbyRefusal when there is none."""

        def plan(match: Match) -> Commit:
            demand_lobby(match)
            demand_joined(match, actor)
            here = present(match)
            bots = [taken for taken in here if isinstance(taken.holder, HouseBot)]
            if not bots:
                raise LobbyRefusal("match.no_bot")
            staying = tuple(taken for taken in here if taken != bots[-1])
            return self._changed(match, actor, match.header, staying, Text("match.receipt.bot_removed"), request)

        return await self._table.change(code, request, plan)

    async def start(self, code: str, actor: Actor, *, request: str | None) -> Receipt:
        """Start with those who are here. Raises LobbyRefusal below the game's minimum, or over open invitations."""

        def plan(match: Match) -> Commit:
            demand_lobby(match)
            demand_joined(match, actor)
            if match.header.invited and not is_host(match, actor):
                raise LobbyRefusal("match.invitations_open", n=len(match.header.invited))
            return self._started(match, actor, present(match), Text("match.receipt.started"), request)

        return await self._table.change(code, request, plan)

    async def cancel(self, code: str, actor: Actor, *, request: str | None) -> Receipt:
        """Close the lobby, as the host. Raises NotAllowed."""

        def plan(match: Match) -> Commit:
            demand_lobby(match)
            demand_host(match, actor)
            return self._closed(match, Text("match.receipt.cancelled"), request)

        return await self._table.change(code, request, plan)

    async def close(self, code: str, *, request: str | None) -> Receipt:
        """Close the lobby over everybody's head. Raises LobbyRefusal."""

        def plan(match: Match) -> Commit:
            demand_lobby(match)
            return self._closed(match, Text("match.receipt.cancelled"), request)

        return await self._table.change(code, request, plan)

    async def expire(self, timer: Timer) -> None:
        """Close a lobby nobody started in time; a void timer is dropped."""
        match = await self._table.load(timer.code)
        if match.header.status is not Status.LOBBY or self._table.clock.now() < timer.due:
            await self._table.store.timers.drop(timer)
            return

        def plan(match: Match) -> Commit:
            demand_lobby(match)
            return self._closed(match, Text("match.receipt.expired"), None)

        await self._table.change(timer.code, None, plan)

    async def rematch(self, code: str, actor: Actor, *, request: str | None) -> Receipt:
        """Open a lobby for the same players, one seat further each, or join it if another of them already has.

        Raises LobbyRefusal while the match or its rematch is on, NotSeated for somebody who did not play.
        """
        async with self._rematches.hold(code):
            if request is not None and (first := await self._table.store.receipt(request)) is not None:
                return first
            old = await self._table.load(code)
            if old.header.status not in (Status.OVER, Status.ABORTED):
                raise LobbyRefusal("match.rematch_unfinished")
            if old.seat_of(actor.user_id) is None:
                raise NotSeated("match.not_seated")
            for header in await self._table.store.of_user(actor.user_id, statuses=frozenset({Status.LOBBY, Status.PLAYING})):
                if header.rematch_of != old.code:
                    continue
                if header.status is Status.PLAYING:
                    raise LobbyRefusal("match.rematch_begun", code=Code(header.code))
                return await self.join(header.code, actor, request=request)
            return await self._reopen(old, actor, request)

    async def _reopen(self, old: Match, actor: Actor, request: str | None) -> Receipt:
        own = SeatHolder(0, Human(actor.user_id, actor.name), _next_seat(old, old.seat_of(actor.user_id)))
        bots = [taken for taken in old.holders if isinstance(taken.holder, HouseBot)]
        people = [taken.holder.user_id for taken in old.holders if isinstance(taken.holder, Human)]
        holders = [SeatHolder(n, bot.holder, _next_seat(old, Seat(bot.place))) for n, bot in enumerate(bots, 1)]
        header = Header(
            code="",
            game=old.header.game,
            rules_version=old.game.info.rules_version,
            options=old.header.options,
            capacity=old.header.capacity,
            status=Status.LOBBY,
            version=0,
            pace=old.header.pace,
            lang=old.header.lang,
            guild_id=old.header.guild_id,
            channel_id=old.header.channel_id,
            host=actor.user_id,
            seed=self._table.entropy(SEED_BYTES),
            created_at=self._table.clock.now(),
            invited=tuple(user for user in people if user != actor.user_id),
            rematch_of=old.code,
            late=old.header.late,
        )
        return await self._open(actor, old.game, old.options, header, (own, *holders), request)

    async def _rotated(self, lobby: Match, actor: Actor) -> Seat | None:
        """Find the seat a rematch has for somebody who played the match before."""
        if lobby.header.rematch_of is None:
            return None
        old = await self._table.load(lobby.header.rematch_of)
        return _next_seat(old, old.seat_of(actor.user_id))

    async def _open(
        self,
        actor: Actor,
        game: AnyGame,
        options: Options,
        header: Header,
        holders: tuple[SeatHolder, ...],
        request: str | None,
    ) -> Receipt:
        """Commit a new lobby under a code that is free."""
        for _ in range(TRIES):
            code = make_code(self._table.entropy)
            match = Match(replace(header, code=code), (), (), game, options, Trace())
            said = Text("match.receipt.opened", {"code": Code(code)})
            commit = self._changed(match, actor, match.header, holders, said, request)
            try:
                return await self._table.store.commit(commit)
            except VersionConflict:
                continue
        raise StoreFault(f"no free match code in {TRIES} tries")

    def _changed(
        self,
        match: Match,
        actor: Actor,
        header: Header,
        holders: tuple[SeatHolder, ...],
        said: Text,
        request: str | None,
    ) -> Commit:
        """Commit a lobby's change, or the start when it is full."""
        match = replace(match, header=header)
        if len(holders) == header.capacity:
            return self._started(match, actor, holders, said, request)
        timers = () if match.version else (Timer(match.code, "lobby", header.created_at + LIFETIME, 1),)
        return _lobby_commit(match, holders, said, request, timers)

    def _uninvited(self, match: Match, actor: Actor, user_id: int, said: Text, request: str | None) -> Commit:
        if user_id not in match.header.invited:
            raise LobbyRefusal("match.not_invited")
        kept = tuple(user for user in match.header.invited if user != user_id)
        return self._changed(match, actor, replace(match.header, invited=kept), present(match), said, request)

    def _started(self, match: Match, actor: Actor, holders: tuple[SeatHolder, ...], said: Text, request: str | None) -> Commit:
        """Seat everybody, set the game up and hand over to the sequel; the board's story begins with this commit."""
        now = self._table.clock.now()
        info, capacity = match.game.info, match.header.capacity
        seats = seats_at_start(info, players=len(holders), capacity=capacity)
        (level,) = self._levels(match.header.game, 1)
        chance = Seeded(match.header.seed)
        seated = seat_all(info, holders, capacity=capacity, seats=seats, bots=level, chance=chance)
        match.game.setup(match.options, seats, chance)
        header = replace(
            match.header,
            capacity=seats,
            status=Status.PLAYING,
            started_at=now,
            invited=(),
            told=match.version,
            told_after=match.version,
        )
        started = Started(draws=tuple(chance.draws))
        after = match.extended([started], at=now, actor=actor.user_id, header=header, holders=seated)
        return sequel(after, now=now, saying=Saying(said, request, before=("lobby", "open"), seated=True))

    def _closed(self, match: Match, said: Text, request: str | None, holders: tuple[SeatHolder, ...] | None = None) -> Commit:
        now: datetime = self._table.clock.now()
        closed = replace(match, header=replace(match.header, status=Status.CLOSED, ended_at=now, invited=()))
        commit = _lobby_commit(closed, match.holders if holders is None else holders, said, request, ())
        return replace(commit, drop=frozenset({"lobby"}))

    def _levels(self, game: str, bots: int | Sequence[str]) -> tuple[str, ...]:
        """Check levels against the game's house bots, the default first; a number stands for so many of the default level."""
        known = tuple(self._table.find_players(game))
        if isinstance(bots, int):
            return (known[0],) * bots
        for level in bots:
            if level not in known:
                raise LobbyRefusal("match.bot_unknown", level=level, levels=known)
        return tuple(bots)


def _lobby_commit(
    match: Match, holders: tuple[SeatHolder, ...], said: Text, request: str | None, timers: tuple[Timer, ...]
) -> Commit:
    header = replace(match.header, version=match.version + 1)
    return Commit(
        header=header,
        expected=match.version,
        receipt=Receipt(code=header.code, version=header.version, said=said),
        holders=holders,
        timers=timers,
        outbox=(Outgoing(header.code, header.version, "lobby", match.version),),
        request=request,
    )


def _next_seat(old: Match, seat: Seat | None) -> Seat | None:
    return None if seat is None else Seat((seat + 1) % old.header.capacity)
