"""What follows from a change: who is due, what falls due, which messages tell it.

Owns turning a match with new records into the commit that makes them true, and the bookkeeping of the story (`told`,
`told_after`). Refuses to know who asked for the change and whether it was allowed. Pure.

The story: a board row at version v tells the records after the previous board (`told`) up to v, so that the boards together tell
every record exactly once; an edit of the present board tells from where that board began (`told_after`).
"""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import get_args

from bot.engine.core import Seat, Text
from bot.engine.records import Played, Resigned
from bot.match.clock import SPANS
from bot.match.folded import Match
from bot.match.model import Commit, DraftKind, Header, Late, Outgoing, OutgoingKind, Receipt, Status, Timer, TimerKind

_KINDS: tuple[DraftKind, ...] = get_args(DraftKind)
_ENDED: frozenset[TimerKind] = frozenset({"next", "offer", "lobby", "half", "near", "deadline"})


@dataclass(frozen=True, slots=True)
class Saying:
    """How a change is answered and told: the receipt's sentence, the request it answers, rows beside the board's.

    before: rows that go ahead of the board. notice: a row of sentences alone, left out when a board or a result tells the same.
    redraw: the board is to be drawn again though the position is the same: a deadline has moved. timers: set beside the table's
    own. seated: whether the seats' holders are written anew.
    """

    said: Text
    request: str | None = None
    before: tuple[OutgoingKind, ...] = ()
    notice: bool = False
    redraw: bool = False
    timers: tuple[Timer, ...] = ()
    seated: bool = False


def sequel(after: Match, *, now: datetime, saying: Saying) -> Commit:
    """Make the commit of a match that is playing and has just been extended by one version."""
    version = after.version
    kind = _kind(after, redraw=saying.redraw)
    header = _ended(after, now) if kind == "result" else replace(after.header, due=tuple(sorted(after.awaited)))
    rows = [Outgoing(after.code, version, before, version - 1) for before in saying.before]
    if saying.notice and kind not in ("board", "result"):
        rows.append(Outgoing(after.code, version, "notice", version - 1))
    if kind == "edit":
        rows.append(Outgoing(after.code, version, "edit", header.told_after))
    elif kind is not None:
        rows.append(Outgoing(after.code, version, kind, header.told))
        header = replace(header, told_after=header.told, told=version)
    timers, drop = _timers(after, ended=kind == "result", now=now)
    return Commit(
        header=header,
        expected=version - 1,
        receipt=Receipt(code=after.code, version=version, said=saying.said),
        holders=after.holders if saying.seated else None,
        records=after.records_between(version - 1, version),
        timers=timers + saying.timers,
        drop=drop,
        outbox=tuple(rows),
        undrafted=_undrafted(after, ended=kind == "result"),
        request=saying.request,
    )


def _undrafted(after: Match, *, ended: bool) -> frozenset[tuple[Seat, DraftKind]]:
    """Name what has become void: the draft of an answer that was given, everything of a seat that left, all at the end."""
    if ended:
        return frozenset((Seat(seat), kind) for seat in range(after.header.capacity) for kind in _KINDS)
    void: set[tuple[Seat, DraftKind]] = set()
    for stored in after.records_between(after.version - 1, after.version):
        match stored.record:
            case Played(seat=seat):
                void.add((Seat(seat), "draft"))
            case Resigned(seat=seat):
                void |= {(Seat(seat), kind) for kind in _KINDS}
            case _:
                pass
    return frozenset(void)


def _kind(after: Match, *, redraw: bool) -> OutgoingKind | None:
    """Choose the message that shows the position: the result, a new board, a redrawn one, or none while the table plays on."""
    if after.outcome is not None or after.trace.aborted is not None:
        return "result"
    if any(_calls(after, seat) for seat in after.awaited):
        return "board"
    if any(after.since(seat) == after.version for seat in after.awaited):
        return "edit"  # the controls shown until now have become stale
    turned = after.records[after.trace.turned - 1].version == after.version
    return "edit" if (turned or redraw) and not after.works else None


def _calls(after: Match, seat: Seat) -> bool:
    """Tell whether a person must be called.

    The present board does not ask this seat, or others have played since and it has let go meanwhile, or has answered with them
    in a simultaneous window that has closed.
    """
    told = after.header.told
    if seat not in after.awaited_at(told):
        return True
    answered = after.since(seat) == after.version
    let_go = answered or any(seat not in after.game.to_act(frame.state) for frame in after.frames_between(told, after.version))
    others = (
        stored.record.seat != seat
        for stored in after.records_between(told, after.version)
        if isinstance(stored.record, Played) and not after.is_standing(stored)
    )
    return let_go and any(others)


def _ended(after: Match, now: datetime) -> Header:
    aborted = after.trace.aborted is not None
    return replace(
        after.header,
        status=Status.ABORTED if aborted else Status.OVER,
        outcome=None if aborted else after.outcome,
        ended_at=now,
        due=(),
    )


def _timers(after: Match, *, ended: bool, now: datetime) -> tuple[tuple[Timer, ...], frozenset[TimerKind]]:
    """Set what falls due next, by the table's own play and by the clocks; take away what has become void."""
    if ended:
        return (), _ENDED
    moments = dues(after)
    if after.works:
        moments["next"] = now
    kept = moments.keys() | ({"offer"} if after.offer is not None else set())
    return tuple(Timer(after.code, kind, due, after.version) for kind, due in moments.items()), _ENDED - kept


def dues(match: Match) -> dict[TimerKind, datetime]:
    """Tell when the clocks of those who are awaited lead to something next: a reminder each has not had, a missed deadline."""
    span = SPANS[match.header.pace]
    if span is None or not match.started:
        return {}
    running = [clock for seat in match.awaited if (clock := match.clocks.of(seat)) is not None and clock.counts]
    found: dict[TimerKind, list[datetime | None]] = {
        "half": [clock.half(span) for clock in running if not clock.halfway],
        "near": [clock.close(span) for clock in running if not clock.near],
        "deadline": [clock.flag(span) for clock in running if match.header.late is not Late.NONE],
    }
    return {kind: min(moment for moment in due if moment is not None) for kind, due in found.items() if due}
