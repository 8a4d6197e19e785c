"""What an undo would take back, and whether it needs consent (product: Fairness).

Owns the rule as a pure function of a match. Refuses to know who consents and how an offer runs (`meta`).

An undo takes back the seat's own last action. It is free while nothing was revealed and nobody has acted since: house bots that
drew nothing and forced passes count as consenting, and inside a simultaneous window "since" means that the window closed, so the
others' answers stay. Otherwise all other people must agree. No consent goes past a reveal or a resignation.
"""

from dataclasses import dataclass
from itertools import takewhile

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
    if not all(isinstance(frame.record, Played) for frame in crossed):
        raise Refusal("match.undo_resigned")
    if own.reveals or any(frame.reveals for frame in crossed):
        raise Refusal("match.undo_revealed")
    to = match.trace.parents[own.seq - 1]
    back = TookBack(seat=seat, to=to)
    if _still_open(match, own):
        # The others' answers drew nothing and do not depend on this one, so they are simply played again.
        again = tuple(frame.record for frame in crossed if isinstance(frame.record, Played))
        return Undo(to, free=True, records=(back, *again))
    return Undo(to, free=all(_consents(frame) for frame in crossed), records=(back,))


def _crossed(match: Match, own: Frame) -> tuple[Frame, ...]:
    """List what happened on the present line after the own action, oldest first."""
    return tuple(takewhile(lambda frame: frame.seq != own.seq, match.trace.line()))[::-1]


def _still_open(match: Match, own: Frame) -> bool:
    """Tell whether no decision has opened since: the own action was an answer in a window that is still open."""
    return all(match.trace.opened[seat].seq < own.seq for seat in match.to_act)


def _consents(frame: Frame) -> bool:
    return isinstance(frame.record, Played) and frame.record.by in ("bot", "forced", "automatic")
