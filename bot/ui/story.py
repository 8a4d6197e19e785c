"""What happened, in sentences: a match's records and the events they led to, told in order.

Owns the sentences of records that are the table's own (start, resignation, undo, offers); a game's events are told by its words.
Refuses to know where the story is shown.
"""

from collections.abc import Iterator, Sequence

from bot.engine.chance import commitment
from bot.engine.core import Code, Event, Outcome, Param, Seat, Text, Who
from bot.engine.records import Played, Resigned, Started, TookBack
from bot.match.folded import Match
from bot.match.model import (
    Aborted,
    Answered,
    Claimed,
    Credited,
    Moderated,
    Offered,
    Paused,
    Record,
    Returned,
    SeatChanged,
    TimedOut,
)
from bot.ui.time_lines import kept_from, resigned_by_claim
from bot.words.base import words_of


def public(events: Sequence[Event]) -> list[Event]:
    """Keep the events that everybody may learn of."""
    return [event for event in events if event.audience is None]


def story(match: Match, after: int, version: int, *, brief: bool = False) -> list[Text]:
    """Tell the records of versions after < v <= version, oldest first; what one seat did in a row is told together."""
    return [text for _, text in numbered(match, after, version, brief=brief)]


def numbered(match: Match, after: int, version: int, *, brief: bool = False) -> Iterator[tuple[int, Text]]:
    """Tell the same with the number of the record each sentence ends at."""
    words = words_of(match.header.game)
    tell = words.brief if brief else words.tell
    events: list[Event] = []
    seq = 0
    for stored, frame in zip(match.records, match.frames, strict=True):
        if not after < stored.version <= version:
            continue
        if not isinstance(stored.record, Played) and events:
            yield from ((seq, text) for text in tell(events))
            events = []
        seq = stored.seq
        if not resigned_by_claim(match, seq - 1):
            yield from ((seq, text) for text in of_record(match, stored.record))
        if kept_from(match, seq - 1):
            yield seq, Text("clock.kept", {"who": Who(Seat(getattr(stored.record, "seat", 0)))})
        events.extend(public(frame.events))
    yield from ((seq, text) for text in tell(events))


def of_record(match: Match, record: Record) -> list[Text]:
    """Say what a record of the table itself means; a played action is told by its events."""
    match record:
        case Started():
            return [Text("board.started", {"seed": Code(commitment(match.header.seed))})]
        case Resigned(seat=seat):
            return [Text("board.resigned", {"who": Who(Seat(seat))})]
        case TookBack(seat=seat):
            return [Text("board.took_back", {"who": Who(Seat(seat))})]
        case TimedOut(seat=seat):
            return [Text("board.timed_out", {"who": Who(Seat(seat))})]
        case Offered(seat=seat, what=what):
            return [Text(f"board.offered.{what}", {"who": Who(Seat(seat))})]
        case Answered(seat=seat, yes=yes):
            return [Text("board.agreed" if yes else "board.refused", {"who": Who(Seat(seat))})]
        case SeatChanged(seat=seat):
            return [Text("board.seat_changed", {"who": Who(Seat(seat))})]
        case Claimed(seat=seat, late=late):
            return [Text("clock.claimed", {"who": Who(Seat(seat)), "late": Who(Seat(late))})]
        case Returned(seat=seat):
            return [Text("clock.returned", {"who": Who(Seat(seat))})]
        case Credited(reason="vacation", seats=seats):
            return [Text("clock.credited.vacation", {"who": tuple(Who(Seat(seat)) for seat in seats)})]
        case Credited(reason=reason, seconds=seconds):
            return [Text(f"clock.credited.{reason}", {"n": max(1, round(seconds / 3600))})]
        case Moderated(what=what, seat=seat, reason=reason):
            who: dict[str, Param] = {} if seat is None else {"who": Who(Seat(seat))}
            return [Text(f"people.story.{what}", {**who, "reason": reason or Text("people.story.no_reason")})]
        case Paused(on=on):
            return [Text("board.paused" if on else "board.resumed")]
        case Aborted(reason=reason):
            return [Text(f"board.aborted.{reason}")]
        case _:
            return []


def standing(outcome: Outcome) -> list[Text]:
    """List the seats by place with their scores, for the end of a match."""
    order = sorted(range(len(outcome.places)), key=lambda seat: (outcome.places[seat], seat))
    lines = []
    for seat in order:
        params: dict[str, Param] = {"place": outcome.places[seat], "who": Who(Seat(seat))}
        if outcome.scores is None:
            lines.append(Text("board.place", params))
        else:
            lines.append(Text("board.place_scored", {**params, "n": outcome.scores[seat]}))
    return lines
