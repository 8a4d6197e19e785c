"""What players do about a match rather than in it: resign, undo, abort, draw, pause, answer an offer, leave.

Owns offers and their expiry, and what a resignation leads to. Refuses to know the rule of undo (`undo`) and lobbies (`lobby`, to
which leaving one is handed on).

When nobody is left but house bots, the match ends at once: with the game's result if it has one, otherwise without a result
("alone"); bots do not play on for nobody.
"""

from collections.abc import Sequence
from datetime import timedelta

from bot.engine.core import Seat, Text, Who
from bot.engine.records import Resigned
from bot.errors import NotAllowed, Refusal, StalePress
from bot.match.folded import Match
from bot.match.lobby import Lobby
from bot.match.model import (
    Aborted,
    Actor,
    Answered,
    Commit,
    Drawn,
    Offered,
    OfferKind,
    Paused,
    Receipt,
    Record,
    Status,
    Timer,
)
from bot.match.sequel import Saying, sequel
from bot.match.table import Table, demand_seat
from bot.match.trace import Offer
from bot.match.undo import undo_of

OFFER_LIFETIME = timedelta(hours=48)


class Meta:
    """Acts on matches beside the board, through the table."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._lobby = Lobby(table)

    async def resign(self, code: str, actor: Actor, *, request: str | None, version: int | None = None) -> Receipt:
        """Leave the game for good. Raises NotSeated, MatchOver, LobbyRefusal, StalePress, and what the game raises."""

        def plan(match: Match) -> Commit:
            return self._resigned(match, demand_seat(match, actor, version=version), actor, request)

        return await self._table.change(code, request, plan)

    async def undo(self, code: str, actor: Actor, *, request: str | None, version: int | None = None) -> Receipt:
        """Take one's own last action back, at once where that is free, otherwise by an offer to all other people.

        Raises StalePress, and Refusal when there is nothing to take back, past a reveal, or while an offer is open.
        """

        def plan(match: Match) -> Commit:
            seat = demand_seat(match, actor, version=version)
            undo = undo_of(match, seat)
            if undo.free or not match.present - {seat}:
                return self._committed(match, undo.records, actor, Text("match.receipt.took_back"), request)
            return self._offered(match, Offered(seat=seat, what="undo", to=undo.to), actor, request)

        return await self._table.change(code, request, plan)

    async def abort(self, code: str, actor: Actor, *, request: str | None, version: int | None = None) -> Receipt:
        """End the match without a result: at once as its only human, otherwise by an offer to all other people.

        While somebody else offers the same, this agrees to it. Raises Refusal while another offer is open.
        """

        def plan(match: Match) -> Commit:
            seat = demand_seat(match, actor, version=version)
            offer = match.offer
            if offer is not None and offer.what == "abort" and offer.seat != seat:
                return self._agreed(match, offer, seat, actor, request)
            if not match.present - {seat}:
                return self._committed(match, [Aborted(reason="alone")], actor, Text("match.receipt.aborted"), request)
            return self._offered(match, Offered(seat=seat, what="abort"), actor, request)

        return await self._table.change(code, request, plan)

    async def draw(self, code: str, actor: Actor, *, request: str | None, version: int | None = None) -> Receipt:
        """Offer to end the match as a draw; agrees where somebody else offers the same. Raises Refusal with nobody to ask."""

        def plan(match: Match) -> Commit:
            seat = demand_seat(match, actor, version=version)
            offer = match.offer
            if offer is not None and offer.what == "draw" and offer.seat != seat:
                return self._agreed(match, offer, seat, actor, request)
            if not match.present - {seat}:
                raise Refusal("clock.draw_alone")
            return self._offered(match, Offered(seat=seat, what="draw"), actor, request)

        return await self._table.change(code, request, plan)

    async def pause(self, code: str, actor: Actor, *, request: str | None, version: int | None = None) -> Receipt:
        """Stop the clocks: at once with nobody to ask, otherwise by an offer. Raises Refusal where they stand still already."""

        def plan(match: Match) -> Commit:
            seat = demand_seat(match, actor, version=version)
            if match.clocks.paused:
                raise Refusal("clock.paused_already")
            offer = match.offer
            if offer is not None and offer.what == "pause" and offer.seat != seat:
                return self._agreed(match, offer, seat, actor, request)
            if not match.present - {seat}:
                said = Text("clock.receipt.paused")
                return self._committed(match, [Paused(on=True)], actor, said, request, notice=True, redraw=True)
            return self._offered(match, Offered(seat=seat, what="pause"), actor, request)

        return await self._table.change(code, request, plan)

    async def resume(self, code: str, actor: Actor, *, request: str | None, version: int | None = None) -> Receipt:
        """Let the clocks go on; anybody seated may. Raises Refusal where they run."""

        def plan(match: Match) -> Commit:
            demand_seat(match, actor, version=version)
            if not match.clocks.paused:
                raise Refusal("clock.not_paused")
            said = Text("clock.receipt.resumed")
            return self._committed(match, [Paused(on=False)], actor, said, request, notice=True, redraw=True)

        return await self._table.change(code, request, plan)

    async def answer(self, code: str, actor: Actor, *, yes: bool, request: str | None, version: int | None = None) -> Receipt:
        """Answer the open offer; who made it may withdraw it by a no. `version` is that of the message that carried the buttons.

        Raises StalePress for another offer than the open one, Refusal when none is open or the answer is already given.
        """

        def plan(match: Match) -> Commit:
            seat = demand_seat(match, actor)
            offer = match.offer
            if offer is None:
                raise Refusal("match.offer_none")
            if version is not None and version != offer.version:
                raise StalePress("match.offer_other")
            if yes:
                return self._agreed(match, offer, seat, actor, request)
            said = Text("match.receipt.withdrew" if seat == offer.seat else "match.receipt.refused")
            return self._committed(match, [Answered(seat=seat, yes=False)], actor, said, request, notice=True)

        return await self._table.change(code, request, plan)

    async def leave(self, code: str, actor: Actor, *, request: str | None) -> Receipt:
        """Get out, whatever the match is at: leave or decline in a lobby, resign in a match. Raises MatchOver after its end."""
        match = await self._table.load(code)
        if match.header.status is not Status.LOBBY:
            return await self.resign(code, actor, request=request)
        if match.place_of(actor.user_id) is None and actor.user_id in match.header.invited:
            return await self._lobby.decline(code, actor, request=request)
        return await self._lobby.leave(code, actor, request=request)

    async def expire_offer(self, timer: Timer) -> None:
        """Withdraw an offer nobody closed in time; a void timer is dropped."""
        match = await self._table.load(timer.code)
        if match.offer is None or match.offer.version != timer.version or self._table.clock.now() < timer.due:
            await self._table.store.timers.drop(timer)
            return
        due = match.offer

        def plan(match: Match) -> Commit:
            if match.offer is None or match.offer.version != due.version:
                raise Refusal("match.offer_none")
            withdrawn = Answered(seat=due.seat, yes=False)
            return self._committed(match, [withdrawn], None, Text("match.receipt.offer_expired"), None, notice=True)

        await self._table.change(timer.code, None, plan)

    def _resigned(self, match: Match, seat: Seat, actor: Actor, request: str | None) -> Commit:
        match.game.resign(match.state, seat)  # raises what the game has against it
        said = Text("match.receipt.resigned")
        after = self._extended(match, [Resigned(seat=seat)], actor)
        if after.outcome is None and not after.live_humans:
            after = self._extended(match, [Resigned(seat=seat), Aborted(reason="alone")], actor)
        return sequel(after, now=self._table.clock.now(), saying=Saying(said, request, notice=True))

    def _agreed(self, match: Match, offer: Offer, seat: Seat, actor: Actor, request: str | None) -> Commit:
        """Record a yes, and carry the offer out when it is the last one needed."""
        if seat == offer.seat:
            raise NotAllowed("match.offer_own")
        if seat in offer.yes:
            raise Refusal("match.offer_answered")
        yes = Answered(seat=seat, yes=True)
        if match.present - {offer.seat, seat} - offer.yes:
            return self._committed(match, [yes], actor, Text("match.receipt.agreed"), request)
        # Nothing has changed the position since the offer, so the undo is still the one that was offered.
        done = undo_of(match, offer.seat).records if offer.what == "undo" else (_AGREED[offer.what],)
        said, told = Text("match.receipt.agreed_last"), offer.what == "pause"
        return self._committed(match, (yes, *done), actor, said, request, notice=told, redraw=told)

    def _offered(self, match: Match, offered: Offered, actor: Actor, request: str | None) -> Commit:
        if match.offer is not None:
            raise Refusal("match.offer_open", who=Who(match.offer.seat))
        now = self._table.clock.now()
        after = self._extended(match, [offered], actor)
        timer = Timer(match.code, "offer", now + OFFER_LIFETIME, after.version)
        said = Text(_OFFERED[offered.what])
        return sequel(after, now=now, saying=Saying(said, request, notice=True, timers=(timer,)))

    def _committed(
        self,
        match: Match,
        records: Sequence[Record],
        actor: Actor | None,
        said: Text,
        request: str | None,
        *,
        notice: bool = False,
        redraw: bool = False,
    ) -> Commit:
        after = self._extended(match, records, actor)
        return sequel(after, now=self._table.clock.now(), saying=Saying(said, request, notice=notice, redraw=redraw))

    def _extended(self, match: Match, records: Sequence[Record], actor: Actor | None) -> Match:
        now = self._table.clock.now()
        return match.extended(records, at=now, actor=None if actor is None else actor.user_id)


_OFFERED: dict[OfferKind, str] = {
    "undo": "match.receipt.offered_undo",
    "abort": "match.receipt.offered_abort",
    "draw": "clock.receipt.offered_draw",
    "pause": "clock.receipt.offered_pause",
}
_AGREED: dict[OfferKind, Record] = {"abort": Aborted(reason="agreed"), "draw": Drawn(), "pause": Paused(on=True)}
