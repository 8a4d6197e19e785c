"""What those who manage a server do about a match: end it, play for a seat, take back, give time, put others on seats, move it.

Owns the records of it: each begins with a Moderated that says what was done and why, and whose actor is the moderator. Refuses to
know who may do this (`bot.ui.moderation`) and lobbies (`lobby`, to which closing one is handed on).

Nobody is seated without consent: a person is invited to a seat, which stays as it is until they take it.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from bot.engine.core import Code, Seat, Text, Who
from bot.engine.records import Played, Resigned, Started, TookBack
from bot.errors import NotAllowed, Refusal
from bot.match.folded import Match
from bot.match.lobby import Lobby
from bot.match.model import (
    Aborted,
    Actor,
    Commit,
    Credited,
    HouseBot,
    Human,
    Moderated,
    Outgoing,
    Receipt,
    Record,
    SeatChanged,
    SeatHolder,
    Status,
)
from bot.match.sequel import Saying, sequel
from bot.match.table import Table, demand_playing, played, seeded


class Moderation:
    """Acts on matches over the players' heads, through the table."""

    def __init__(self, table: Table, lobby: Lobby) -> None:
        self._table = table
        self._lobby = lobby

    async def cancel(self, code: str, actor: Actor, reason: str, *, request: str | None) -> Receipt:
        """End a match without a result, or close a lobby. Raises MatchOver, LobbyRefusal."""
        if (await self._table.load(code)).header.status is Status.LOBBY:
            return await self._lobby.close(code, request=request)

        def plan(match: Match) -> Commit:
            records: list[Record] = [Moderated(what="cancel", reason=reason), Aborted(reason="moderator")]
            return self._done(match, records, actor, Text("people.moderated.cancel"), request)

        return await self._table.change(code, request, plan)

    async def force(self, code: str, actor: Actor, seat: Seat, text: str, reason: str, *, request: str | None) -> Receipt:
        """Play a notation for a seat that is due. Raises MatchOver, LobbyRefusal, Refusal, ParseError, IllegalAction."""

        def plan(match: Match) -> Commit:
            demand_playing(match)
            if seat not in match.to_act:
                raise Refusal("people.moderate.not_due", who=Who(seat))
            action = match.game.parse(match.state, seat, text)
            record = played(match, seat, action, "moderator", seeded(match))
            said = Text("people.moderated.force", {"action": Code(record.action)})
            return self._done(match, [Moderated(what="force", seat=seat, reason=reason), record], actor, said, request)

        return await self._table.change(code, request, plan)

    async def rewind(self, code: str, actor: Actor, to: int, reason: str, *, request: str | None) -> Receipt:
        """Go back to a position by the number of its record in the log. Raises MatchOver, LobbyRefusal, Refusal."""

        def plan(match: Match) -> Commit:
            demand_playing(match)
            line = [frame for frame in match.trace.line() if frame.seq > to]
            known = any(frame.seq == to for frame in match.trace.line())
            if not known or not line or isinstance(line[-1].record, Started):
                raise Refusal("people.moderate.no_record", number=to)
            first = line[-1].record
            seat = first.seat if isinstance(first, Played | Resigned) else 0
            records: list[Record] = [Moderated(what="rewind", to=to, reason=reason), TookBack(seat=seat, to=to)]
            return self._done(match, records, actor, Text("people.moderated.rewind"), request)

        return await self._table.change(code, request, plan)

    async def extend(self, code: str, actor: Actor, time: timedelta, reason: str, *, request: str | None) -> Receipt:
        """Give everybody who is due more time, in whole seconds. Raises MatchOver, LobbyRefusal, Refusal with nobody due."""

        def plan(match: Match) -> Commit:
            demand_playing(match)
            seats = tuple(sorted(match.awaited))
            if not seats:
                raise Refusal("people.moderate.nobody_due")
            credit = Credited(reason="moderator", seconds=int(time.total_seconds()), seats=seats)
            records: list[Record] = [Moderated(what="extend", reason=reason), credit]
            return self._done(match, records, actor, Text("people.moderated.extend"), request)

        return await self._table.change(code, request, plan)

    async def seat_bot(self, code: str, actor: Actor, seat: Seat, reason: str, *, request: str | None) -> Receipt:
        """Put a house bot of the game's default level on a seat. Raises MatchOver, LobbyRefusal, Refusal."""

        def plan(match: Match) -> Commit:
            self._demand_replaceable(match, seat)
            if isinstance(match.holder(seat).holder, HouseBot):
                raise Refusal("people.moderate.bot_already", who=Who(seat))
            level = next(iter(self._table.find_players(match.header.game)))
            holders = _held(match, SeatHolder(seat, HouseBot(level)))
            records: list[Record] = [
                Moderated(what="replace", seat=seat, reason=reason),
                SeatChanged(seat=seat, holder=f"bot:{level}"),
            ]
            return self._done(match, records, actor, Text("people.moderated.bot"), request, holders=holders)

        return await self._table.change(code, request, plan)

    async def invite(self, code: str, actor: Actor, seat: Seat, user_id: int, reason: str, *, request: str | None) -> Receipt:
        """Ask somebody to take a seat over; a later invitation replaces this. Raises MatchOver, LobbyRefusal, Refusal."""

        def plan(match: Match) -> Commit:
            self._demand_replaceable(match, seat)
            if match.place_of(user_id) is not None:
                raise Refusal("people.moderate.seated_already")
            records: list[Record] = [Moderated(what="invite", seat=seat, reason=reason)]
            header = replace(match.header, invited=(user_id,))
            after = match.extended(records, at=self._table.clock.now(), actor=actor.user_id, header=header)
            said = Saying(Text("people.moderated.invite"), request, notice=True)
            return sequel(after, now=self._table.clock.now(), saying=said)

        return await self._table.change(code, request, plan)

    async def take(self, code: str, actor: Actor, *, request: str | None) -> Receipt:
        """Take the seat one was invited to. Raises MatchOver, LobbyRefusal, NotAllowed for who was not."""

        def plan(match: Match) -> Commit:
            seat = invited_to(match)
            if seat is None or actor.user_id not in match.header.invited:
                raise NotAllowed("people.moderate.not_invited")
            self._demand_replaceable(match, seat)
            holders = _held(match, SeatHolder(seat, Human(actor.user_id, actor.name)))
            records = [SeatChanged(seat=seat, holder="human")]
            return self._done(match, records, actor, Text("people.moderated.taken"), request, holders=holders)

        return await self._table.change(code, request, plan)

    async def rehome(self, code: str, actor: Actor, channel_id: int, reason: str, *, request: str | None) -> Receipt:
        """Move a match to a channel or thread; what could not be sent is sent there. Raises LobbyRefusal before the start."""
        match = await self._table.load(code)
        if not match.started:
            demand_playing(match)
        await self._table.store.outbox.rehome(match.code, channel_id)
        said = Text("people.moderated.rehome")
        if match.header.status is not Status.PLAYING:
            return Receipt(code=match.code, version=match.version, said=said)

        def plan(match: Match) -> Commit:
            return self._done(match, [Moderated(what="rehome", reason=reason)], actor, said, request, board=True)

        return await self._table.change(code, request, plan)

    def _demand_replaceable(self, match: Match, seat: Seat) -> None:
        demand_playing(match)
        if seat in match.resigned:
            raise Refusal("people.moderate.resigned", who=Who(seat))

    def _done(
        self,
        match: Match,
        records: Sequence[Record],
        actor: Actor,
        said: Text,
        request: str | None,
        *,
        holders: tuple[SeatHolder, ...] | None = None,
        board: bool = False,
    ) -> Commit:
        """Commit records, told by a notice where no board tells them; a new holder, or `board`, calls for a board of its own."""
        demand_playing(match)
        now = self._table.clock.now()
        header = match.header if holders is None else replace(match.header, invited=())
        after = match.extended(records, at=now, actor=actor.user_id, header=header, holders=holders)
        saying = Saying(said, request, notice=True, redraw=True, seated=holders is not None)
        commit = sequel(after, now=now, saying=saying)
        return _with_board(commit, match) if board or (holders is not None and after.awaited) else commit


def invited_to(match: Match) -> Seat | None:
    """Find the seat the present invitation is for; None without one."""
    if not match.header.invited or not match.started:
        return None
    found = (one.record for one in reversed(match.records) if isinstance(one.record, Moderated) and one.record.what == "invite")
    return next((Seat(record.seat) for record in found if record.seat is not None), None)


def _held(match: Match, new: SeatHolder) -> tuple[SeatHolder, ...]:
    return tuple(new if taken.place == new.place else taken for taken in match.holders)


def _with_board(commit: Commit, before: Match) -> Commit:
    """Let a new board message tell everything since the last one, in place of a notice or a redrawn board."""
    header = commit.header
    row = Outgoing(header.code, header.version, "board", before.header.told)
    return replace(commit, header=replace(header, told_after=before.header.told, told=header.version), outbox=(row,))
