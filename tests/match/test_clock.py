"""The clocks as pure values: spans, reserve, reminders, pauses, credits and undo, over months and across odd dates."""

from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.core import Seat
from bot.engine.records import Played, Resigned, Started, TookBack
from bot.match.clock import RESERVE, SPANS, Clocks, Decision, SeatClock, moved, reserve_of
from bot.match.model import (
    Credited,
    Late,
    Nudged,
    Pace,
    Paused,
    Record,
    Reminded,
    Returned,
    SeatChanged,
    StoredRecord,
    TimedOut,
)

A, B = Seat(0), Seat(1)
DAY, HOUR = timedelta(days=1), timedelta(hours=1)
START = datetime(2028, 2, 27, 12, tzinfo=UTC)  # two days before a leap day
SPAN = timedelta(days=3)


class Line:
    """A line of records for two seats, and the clocks after each."""

    def __init__(self, pace: Pace = Pace.THREE_DAYS, start: datetime = START) -> None:
        self.pace, self.now = pace, start
        self.history: list[Clocks] = []
        self.open: dict[Seat, Decision] = {}

    def add(self, record: Record, **opened: int) -> Clocks:
        """Add a record after which these seats have the decision that this record number opened; others keep theirs."""
        seq = len(self.history) + 1
        stored = StoredRecord(seq, seq, self.now, record)
        for name, number in opened.items():
            seat = {"a": A, "b": B}[name]
            if number:
                self.open[seat] = (number, seq)
            else:
                self.open.pop(seat, None)
        clocks = moved(self.history, stored, self.open, self.pace)
        self.history.append(clocks)
        return clocks

    def wait(self, span: timedelta) -> "Line":
        self.now += span
        return self

    def clock(self, seat: Seat = A) -> SeatClock:
        found = self.history[-1].of(seat)
        assert found is not None
        return found


def begun(pace: Pace = Pace.THREE_DAYS, start: datetime = START) -> Line:
    line = Line(pace, start)
    line.add(Started(), a=1)
    return line


def test_the_moments_of_a_decision_by_its_pace() -> None:
    for pace, span in SPANS.items():
        if span is None:
            continue
        clock = begun(pace).clock()
        assert clock.half(span) == START + span / 2
        assert clock.close(span) == START + span - span / 6
        assert clock.deadline(span) == START + span
        assert clock.flag(span) == START + span + (timedelta(0) if pace is Pace.LIVE else RESERVE)


@pytest.mark.parametrize("zone", ["Europe/Rome", "America/Sao_Paulo", "America/New_York"])
@pytest.mark.parametrize("start", [START, datetime(2028, 3, 25, 12, tzinfo=UTC), datetime(2028, 10, 28, 12, tzinfo=UTC)])
def test_a_day_is_24_hours_whatever_the_local_clocks_do(zone: str, start: datetime) -> None:
    deadline = begun(Pace.THREE_DAYS, start).clock().deadline(SPAN)
    assert deadline is not None
    assert (deadline.astimezone(ZoneInfo(zone)).timestamp() - start.timestamp()) / 3600 == 72


def test_the_reserve_is_used_after_the_time_and_what_was_used_is_gone() -> None:
    line = begun()
    line.wait(SPAN + 10 * HOUR).add(Played(seat=0, action="x"), a=0, b=2)
    assert line.clock().reserve == RESERVE - 10 * HOUR
    line.wait(HOUR).add(Played(seat=1, action="x"), a=3, b=0)
    assert line.clock().left(line.now, SPAN) == SPAN + RESERVE - 10 * HOUR
    line.wait(100 * DAY).add(Played(seat=0, action="x"), a=0)
    assert line.clock().reserve == timedelta(0)
    assert line.clock(B).reserve == RESERVE


def test_without_a_pace_nothing_is_used() -> None:
    line = begun(Pace.NONE)
    line.wait(1000 * DAY).add(Played(seat=0, action="x"), a=0, b=2)
    assert line.clock().reserve == RESERVE


def test_a_clock_of_the_machine_that_goes_back_gives_nobody_time() -> None:
    line = begun()
    line.wait(DAY).add(Nudged(seat=1, seats=(0,)))
    line.wait(-10 * DAY).add(Played(seat=0, action="x"), a=3)
    assert line.clock().deadline(SPAN) == START + DAY + SPAN


def test_a_pause_stops_all_clocks_and_refills_none() -> None:
    line = begun()
    line.wait(DAY).add(Paused(on=True))
    assert (line.clock().deadline(SPAN), line.clock().counts) == (None, False)
    line.wait(300 * DAY).add(Played(seat=0, action="x"), a=0, b=3)
    assert line.clock(B).since is None
    line.wait(DAY).add(TookBack(seat=0, to=2), a=1, b=0)
    line.add(Paused(on=False))
    assert line.clock().left(line.now, SPAN) == SPAN + RESERVE - DAY
    assert line.clock().deadline(SPAN) == line.now + SPAN - DAY


def test_an_undo_gives_the_decision_back_with_the_time_it_took() -> None:
    line = begun()
    line.wait(SPAN + 5 * HOUR).add(Played(seat=0, action="x"), a=0, b=2)
    line.wait(HOUR).add(TookBack(seat=0, to=1), a=1, b=0)
    assert line.clock().left(line.now, SPAN) == RESERVE - 5 * HOUR
    assert line.clock().reserve == RESERVE
    line.wait(HOUR).add(Played(seat=0, action="x"), a=0, b=4)
    assert line.clock().reserve == RESERVE - 6 * HOUR


def test_an_undo_of_a_decision_that_is_still_open_counts_on() -> None:
    line = begun()
    line.wait(HOUR).add(TookBack(seat=1, to=1), a=1)
    assert line.clock().spent == HOUR


def test_an_undo_to_a_decision_no_clock_knows_begins_anew() -> None:
    line = begun()
    line.wait(HOUR).add(TookBack(seat=1, to=1), b=1)
    assert line.clock(B).spent == timedelta(0)


def test_a_deadline_missed_is_remembered_until_the_player_acts() -> None:
    line = begun()
    line.wait(SPAN + RESERVE).add(TimedOut(seat=0))
    assert (line.clock().late, line.clock().kept, line.clock().counts) == (True, False, False)
    assert line.history[-1].stood_in(Late.BOT) == {A}
    assert line.history[-1].stood_in(Late.CLAIM) == frozenset()
    line.add(Played(seat=0, action="x", by="bot"), a=0, b=3)
    assert line.history[-1].stood_in(Late.BOT) == frozenset()
    line.add(Played(seat=1, action="x"), a=4, b=0)
    assert (line.clock().missed, line.clock().reserve) == (1, timedelta(0))
    line.add(TimedOut(seat=0))
    line.add(Played(seat=0, action="x", by="bot"), a=0)
    assert line.clock().kept
    assert line.history[-1].stood_in(Late.BOT) == {A}
    line.add(Returned(seat=0), a=7)
    assert (line.clock().missed, line.clock().left(line.now, SPAN)) == (0, SPAN)
    line.add(TimedOut(seat=0))
    line.add(Played(seat=0, action="x"), a=9)
    assert line.clock().missed == 0


def test_reminders_are_remembered_for_the_decision() -> None:
    line = begun()
    line.add(Reminded(seats=(0,)))
    assert (line.clock().halfway, line.clock().near) == (True, False)
    line.add(Reminded(seats=(0,), near=True))
    line.add(Reminded(seats=(0,)))
    assert (line.clock().halfway, line.clock().near) == (True, True)
    line.add(Played(seat=0, action="x"), a=5)
    assert (line.clock().halfway, line.clock().near) == (False, False)


def test_time_is_credited_to_open_decisions_and_no_more_than_ran() -> None:
    line = begun()
    line.add(Played(seat=1, action="x"), b=0)
    line.wait(30 * HOUR).add(Credited(reason="downtime", seconds=100 * 3600))
    assert line.clock().deadline(SPAN) == START + SPAN + 30 * HOUR
    assert line.history[-1].credited == line.now
    line.add(Credited(reason="moderator", seconds=3600, seats=(0,)))
    assert line.clock().deadline(SPAN) == START + SPAN + 31 * HOUR
    line.add(Credited(reason="vacation", seconds=3600, seats=(1,)))
    assert not line.clock().vacated
    line.add(Credited(reason="vacation", seconds=3600, seats=(0,)))
    assert line.clock().vacated
    line.add(Paused(on=True))
    before = line.clock().granted
    line.wait(DAY).add(Credited(reason="downtime", seconds=86400))
    assert line.clock().granted == before


def test_clocks_that_come_to_an_old_match_are_whole() -> None:
    line = begun()
    line.wait(90 * DAY).add(Credited(reason="begun", seconds=0))
    assert line.clock().left(line.now, SPAN) == SPAN + RESERVE


def test_a_new_holder_has_a_clock_of_their_own() -> None:
    line = begun()
    line.wait(SPAN + DAY).add(SeatChanged(seat=0, holder="human"))
    assert line.clock().left(line.now, SPAN) == SPAN + RESERVE


def test_a_seat_that_left_has_no_decision() -> None:
    line = begun()
    line.wait(HOUR).add(Resigned(seat=0), a=0, b=2)
    assert (line.clock().decision, line.clock().spent_by(line.now)) == (None, timedelta(0))


def test_a_live_match_has_no_reserve() -> None:
    assert reserve_of(Pace.LIVE) == timedelta(0)
    assert begun(Pace.LIVE).clock().flag(timedelta(minutes=10)) == START + timedelta(minutes=10)


steps = st.lists(
    st.tuples(
        st.sampled_from(["act", "undo", "pause", "resume", "downtime", "nudge", "remind", "back"]),
        st.integers(0, 6 * 24 * 60).map(lambda minutes: timedelta(minutes=minutes)),
    ),
    max_size=40,
)


@given(steps=steps, start=st.datetimes(datetime(2027, 1, 1), datetime(2029, 1, 1), timezones=st.just(UTC)))  # noqa: DTZ001 - zoned
def test_time_left_never_grows_but_by_what_is_granted(steps: Any, start: datetime) -> None:
    """A second reckoning, by hand: of each seat's decision the time that passed while it was open and nothing stood still."""
    line = begun(start=start)
    due, opened, paused = A, {A: 1}, False
    left = {A: SPAN + RESERVE, B: SPAN + RESERVE}
    reserve = {A: RESERVE, B: RESERVE}
    for what, span in steps:
        line.wait(span)
        if not paused:
            left[due] -= span
        seq = len(line.history) + 1
        match what:
            case "act":
                other = B if due is A else A
                line.add(Played(seat=due, action="x"), **{"ab"[due]: 0, "ab"[other]: seq})
                reserve[due] = min(reserve[due], max(timedelta(0), left[due]))
                assert line.clock(due).reserve == reserve[due]
                due = other
                left[due] = SPAN + reserve[due]
                opened[due] = seq
            case "undo":
                line.add(TookBack(seat=due, to=1), **{"ab"[due]: opened[due]})
            case "pause" | "resume":
                paused = what == "pause"
                line.add(Paused(on=paused))
            case "downtime":
                line.add(Credited(reason="downtime", seconds=int(span.total_seconds())))
                left[due] += timedelta(0) if paused else span
            case "remind":
                line.add(Reminded(seats=(due,)))
            case _:
                line.add(Nudged(seat=due, seats=(due,)))
        assert line.clock(due).left(line.now, SPAN) == left[due]
