"""What an undo would take back, and whether it needs consent (product: Fairness).

Owns the rule as a pure function of a match. Refuses to know who consents and how an offer runs (`meta`).

An undo takes back the seat's own last action. It is free while nothing was revealed and nobody has acted since: house bots that
drew nothing and forced passes count as consenting, and inside a simultaneous window "since" means that the window closed. The
others' answers in it stay, and so do everybody's standing actions: they are played again. Otherwise all other people must
agree. No consent goes past a reveal or a resignation.
"""

from dataclasses import dataclass
from itertools import takewhile

from bot.engine.chance import NoChance
from bot.engine.core import Seat
from bot.engine.records import Played, TookBack
from bot.engine.replay import Frame
from bot.errors import Refusal
from bot.match.folded import Match
from bot.match.model import Record


@dataclass(frozen=True, slots=True)
class Undo:
    """An undo that may be asked for: back to record `to` by adding `records`; `free` of anybody's consent or not."""

    to: int
    free: bool
    records: tuple[Record, ...]


def undo_of(match: Match, seat: Seat) -> Undo:
    """Find what the seat may take back; raises Refusal when there is nothing, and past a reveal or a resignation."""
    own = match.last_own(seat)
    if own is None:
        raise Refusal("match.undo_nothing")
    crossed = _crossed(match, own)
    played = [frame.record for frame in crossed if isinstance(frame.record, Played)]
    if len(played) < len(crossed):
        raise Refusal("match.undo_resigned")
    if own.reveals or any(frame.reveals for frame in crossed):
        raise Refusal("match.undo_revealed")
    to = match.trace.parents[own.seq - 1]
    open_still = _still_open(match, own)
    stays = [open_still or frame.seq in match.trace.standing for frame in crossed]
    again = tuple(record for record, kept in zip(played, stays, strict=True) if kept)
    lost = [record for record, kept in zip(played, stays, strict=True) if not kept]
    _demand_playable(match, to, again)
    free = all(record.by in ("bot", "forced", "automatic") for record in lost)
    return Undo(to, free, (TookBack(seat=seat, to=to), *again))


def _crossed(match: Match, own: Frame) -> tuple[Frame, ...]:
    """List what happened on the present line after the own action, oldest first."""
    return tuple(takewhile(lambda frame: frame.seq != own.seq, match.trace.line()))[::-1]


def _still_open(match: Match, own: Frame) -> bool:
    """Tell whether no decision has opened since: the own action was an answer in a window that is still open."""
    return all(match.trace.opened[seat].seq < own.seq for seat in match.to_act)


def _demand_playable(match: Match, to: int, again: tuple[Played, ...]) -> None:
    """Raise what the game has against playing these once more from record `to`; they drew nothing the first time."""
    state = match.frames[to - 1].state
    for record in again:
        action = match.game.parse(state, Seat(record.seat), record.action)
        state = match.game.apply(state, Seat(record.seat), action, NoChance()).state
