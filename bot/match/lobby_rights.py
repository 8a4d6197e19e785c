"""Rights and room in a lobby: who has joined, who hosts, whether a place is free.

Owns these questions and their refusals. Refuses to change anything. Those who were forgotten on request count as having left.
"""

from collections.abc import Sequence

from bot.errors import LobbyRefusal, NotAllowed, NotSeated
from bot.match.folded import Match
from bot.match.model import Actor, Gone, SeatHolder, Status


def present(match: Match) -> tuple[SeatHolder, ...]:
    """Give the lobby's holders without those who were forgotten on request."""
    return tuple(taken for taken in match.holders if not isinstance(taken.holder, Gone))


def next_place(present: Sequence[SeatHolder]) -> int:
    return max((taken.place for taken in present), default=-1) + 1


def demand_lobby(match: Match) -> None:
    if match.header.status is Status.CLOSED:
        raise LobbyRefusal("match.lobby_closed")
    if match.header.status is not Status.LOBBY:
        raise LobbyRefusal("match.lobby_started")


def demand_joined(match: Match, actor: Actor) -> SeatHolder:
    taken = match.place_of(actor.user_id)
    if taken is None:
        raise NotSeated("match.not_joined")
    return taken


def is_host(match: Match, actor: Actor) -> bool:
    if match.header.host is None:
        return match.place_of(actor.user_id) is not None
    return match.header.host == actor.user_id


def demand_host(match: Match, actor: Actor) -> None:
    if not is_host(match, actor):
        raise NotAllowed("match.host_only")


def demand_room(match: Match, here: Sequence[SeatHolder], invited: Sequence[int]) -> None:
    """Raise LobbyRefusal unless a place is free that is not kept for somebody invited; a lobby that is full has started."""
    if len(here) + len(invited) >= match.header.capacity:
        raise LobbyRefusal("match.lobby_kept", n=len(invited))
