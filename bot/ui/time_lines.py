"""What is said about time: under a board, in a reminder, and among a match's facts.

Owns which of the clocks' moments are shown. Refuses to compute them (`bot.match.clock`) and to know what falls due.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from bot.engine.core import Param, Seat, Text, When, Who
from bot.engine.records import Resigned
from bot.match.clock import SPANS, Clocks, SeatClock
from bot.match.folded import Match
from bot.match.model import Credited, Late, Nudged, Reminded, Status, TimedOut
from bot.ui.controls import Button, Row

HOUR = timedelta(hours=1)


def time_line(match: Match, clocks: Clocks | None, due: Iterable[Seat]) -> list[Text]:
    """Say until when the seats due have time: a line, or none where no clock runs."""
    if clocks is None or not due:
        return []
    if clocks.paused:
        return [Text("clock.standing_still")]
    moments = [moment for seat in due if (moment := deadline_of(match, clocks.of(seat))) is not None]
    return [Text("clock.deadline", {"when": When(int(min(moments).timestamp()))})] if moments else []


def deadline_of(match: Match, clock: SeatClock | None) -> datetime | None:
    """Give the end of a seat's time, of its reserve once that has begun to be used; None where nothing falls due."""
    span = SPANS[match.header.pace]
    if span is None or clock is None or not clock.counts:
        return None
    return clock.deadline(span)


def reminder(match: Match, version: int) -> tuple[list[Text], tuple[Seat, ...]]:
    """Say what a reminder says, and name those it calls: the seats it was for that are still due; nobody when all have acted."""
    texts: list[Text] = []
    called: list[Seat] = []
    for stored in match.records_between(version - 1, version):
        match stored.record:
            case Reminded(seats=seats):
                text_id = "clock.reminded"
            case Nudged(seats=seats):
                text_id = "clock.nudged"
            case Credited(tell=seats):
                text_id = "clock.outage"
            case _:
                continue
        due = [Seat(seat) for seat in seats if seat in match.awaited]
        if due:
            texts += [Text(text_id, {"who": tuple(map(Who, due))}), *time_line(match, match.clocks, due)]
            called += due
    return texts, tuple(called)


def late_rows(match: Match, version: int) -> tuple[Row, ...]:
    """Give the buttons under the word that somebody is late: to claim, or to come back."""
    late = [s.record for s in match.records_between(version - 1, version) if isinstance(s.record, TimedOut)]
    if not late or match.header.status is not Status.PLAYING:
        return ()
    if match.header.late is Late.CLAIM:
        return ((Button(Text("clock.button.claim"), "claim", look="danger"),),)
    return ((Button(Text("clock.button.back"), "back", look="primary"),),)


def facts(match: Match) -> list[Text]:
    """List what a match's facts say about time: the policy, then each person's deadline and reserve."""
    if SPANS[match.header.pace] is None:
        return []
    texts = [Text(f"clock.policy.{match.header.late.value}")]
    if match.header.status is not Status.PLAYING:
        return texts
    texts += [Text("clock.standing_still")] if match.clocks.paused else []
    return texts + [text for seat in sorted(match.live_humans) for text in _of_seat(match, seat)]


def _of_seat(match: Match, seat: Seat) -> Sequence[Text]:
    clock = match.clocks.of(seat)
    if clock is None:
        return []
    if clock.kept:
        return [Text("clock.info.kept", {"who": Who(seat)})]
    hours: dict[str, Param] = {"who": Who(seat), "n": int(clock.reserve / HOUR)}
    when = deadline_of(match, clock) if seat in match.awaited else None
    if when is None:
        return [Text("clock.info.reserve", hours)]
    return [Text("clock.info.due", {**hours, "when": When(int(when.timestamp()))})]


def resigned_by_claim(match: Match, index: int) -> bool:
    """Tell whether a record, by its place from 0, is the resignation that a claim before it has told of."""
    return isinstance(match.records[index].record, Resigned) and match.records[index - 1].record.kind == "claimed"


def kept_from(match: Match, index: int) -> bool:
    """Tell whether with a record, by its place from 0, a house bot begins to keep a seat."""
    record = match.records[index].record
    if not isinstance(record, TimedOut) or match.header.late is not Late.BOT:
        return False
    return match.trace.clocks[index].seats[Seat(record.seat)].kept
