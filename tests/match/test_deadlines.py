"""Deadlines, reminders, claims and nudges at the table, over either store; time given back after an outage."""

from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Any

import pytest

from bot.engine.core import Seat
from bot.engine.records import Played, Resigned
from bot.errors import Fault, NotSeated, Refusal, StoreFault
from bot.match.clock import RESERVE
from bot.match.deadlines import HEARTBEAT, NUDGE_PAUSE, NUDGE_PAUSE_LIVE, Deadlines
from bot.match.folded import Match
from bot.match.model import Claimed, Credited, Late, Nudged, Pace, Reminded, Returned, Status, TimedOut, Timer
from bot.match.sequel import dues
from tests.match.conftest import ANNA, BRUNO, CARLA, World

pytestmark = pytest.mark.asyncio

A, B, C = Seat(0), Seat(1), Seat(2)
SPAN, HOUR, DAY = timedelta(days=3), timedelta(hours=1), timedelta(days=1)
TURNS = {"windows": False, "rounds": 9}


class Said:
    """People who have said when they are away and when not to be disturbed, by user id."""

    def __init__(self) -> None:
        self.vacations: dict[int, tuple[datetime, datetime]] = {}
        self.quiet: dict[int, datetime] = {}

    async def away(self, user_id: int, now: datetime) -> tuple[datetime, datetime] | None:
        return self.vacations.get(user_id)

    async def quiet_until(self, user_id: int, now: datetime) -> datetime | None:
        return self.quiet.get(user_id)


async def begun(world: World, people: int = 2, **more: Any) -> str:
    """Start a match of turns at three days each, seated in order."""
    plain: dict[str, Any] = {"options": TURNS, "capacity": people, "wanted": A, "pace": Pace.THREE_DAYS}
    code = await world.open(**{**plain, **more})
    for n, actor in enumerate((BRUNO, CARLA)[: people - 1], 1):
        await world.lobby.join(code, actor, Seat(n), request=world.request())
    return code


async def sweep(world: World, code: str) -> None:
    """Do what has fallen due in a match until nothing is."""
    works = {"half": world.deadlines.remind, "near": world.deadlines.remind, "deadline": world.deadlines.expire}
    for _ in range(30):
        due = [timer for timer in await world.store.timers.due(world.clock.now()) if timer.code == code]
        if not due:
            return
        await works.get(due[0].kind, world.table.tick)(due[0])
    raise AssertionError("it never ends")


async def passing(world: World, code: str, span: timedelta) -> Match:
    """Let time pass at once, and do what fell due."""
    world.clock.pass_(span)
    await sweep(world, code)
    return await world.load(code)


def kinds(match: Match) -> list[str]:
    return [one.record.kind for one in match.records]


async def test_a_decision_sets_its_three_timers_and_the_next_one_moves_them(world: World) -> None:
    code, start = await begun(world), world.clock.now()
    timers = await world.timers(code)
    assert {kind: timer.due - start for kind, timer in timers.items()} == {
        "half": SPAN / 2,
        "near": SPAN * 5 / 6,
        "deadline": SPAN + RESERVE,
    }
    world.clock.pass_(HOUR)
    await world.act(code, ANNA, "end")
    assert {kind: timer.due - start for kind, timer in (await world.timers(code)).items()}["half"] == SPAN / 2 + HOUR


async def test_two_reminders_once_each_call_only_who_is_late(world: World) -> None:
    code = await begun(world)
    match = await passing(world, code, SPAN / 2)
    assert match.records[-1].record == Reminded(seats=(A,))
    assert await world.kinds(code) == ["remind"]
    assert (await passing(world, code, HOUR)).version == match.version
    match = await passing(world, code, SPAN / 3)
    assert match.records[-1].record == Reminded(seats=(A,), near=True)
    assert (await passing(world, code, DAY)).version == match.version
    assert set(await world.timers(code)) == {"deadline"}


async def test_both_reminders_at_once_are_one(world: World) -> None:
    code = await begun(world)
    assert kinds(await passing(world, code, SPAN)) == ["started", "reminded"]


async def test_in_a_window_only_those_without_an_answer_are_reminded(world: World) -> None:
    code = await begun(world, 3, options={})
    await world.act(code, BRUNO, "hide 1")
    match = await passing(world, code, SPAN / 2)
    assert match.records[-1].record == Reminded(seats=(A, C))
    due = {seat: clock.deadline(SPAN) for seat, clock in match.clocks.seats.items() if seat in match.awaited}
    assert len(set(due.values())) == 1


async def test_no_reminder_in_quiet_hours_but_after_them(world: World) -> None:
    said, code = Said(), await begun(world)
    world.deadlines = Deadlines(world.table, said)
    said.quiet[ANNA.user_id] = world.clock.now() + SPAN / 2 + 8 * HOUR
    match = await passing(world, code, SPAN / 2)
    assert kinds(match) == ["started"]
    assert (await world.timers(code))["half"].due == said.quiet[ANNA.user_id]
    assert kinds(await passing(world, code, 8 * HOUR)) == ["started", "reminded"]


async def test_one_in_quiet_hours_delays_no_other(world: World) -> None:
    said, code = Said(), await begun(world, options={})
    world.deadlines = Deadlines(world.table, said)
    said.quiet[ANNA.user_id] = world.clock.now() + SPAN
    assert (await passing(world, code, SPAN / 2)).records[-1].record == Reminded(seats=(B,))


async def test_a_live_match_knows_no_quiet_hours(world: World) -> None:
    said, code = Said(), await begun(world, pace=Pace.LIVE)
    world.deadlines = Deadlines(world.table, said)
    said.quiet[ANNA.user_id] = world.clock.now() + DAY
    assert kinds(await passing(world, code, timedelta(minutes=5))) == ["started", "reminded"]


async def test_a_missed_deadline_lets_the_house_bot_play_that_decision(world: World) -> None:
    code = await begun(world)
    match = await passing(world, code, SPAN + RESERVE)
    assert "timed_out" in kinds(match)
    bots = [one.record for one in match.records if isinstance(one.record, Played)]
    assert bots
    assert {(record.seat, record.by) for record in bots} == {(A, "bot")}
    assert match.records[-1].actor is None
    assert match.clocks.seats[A].missed == 1


async def test_two_in_a_row_and_the_bot_keeps_the_seat_until_the_player_is_back(world: World) -> None:
    code = await begun(world)
    match = await missed_twice(world, code)
    assert match.awaited == {B}
    assert not match.stood_in - {A}
    assert [one.record for one in match.records].count(TimedOut(seat=A)) == 2
    await world.act(code, BRUNO, "end")
    await sweep(world, code)
    match = await world.load(code)
    assert match.awaited == {B}  # the bot has played at once
    assert (await world.deadlines.back(code, ANNA, request=None)).said.id == "clock.receipt.back"
    assert (await world.load(code)).records[-1].record == Returned(seat=A)
    with pytest.raises(Refusal, match=r"clock\.back_here"):
        await world.deadlines.back(code, ANNA, request=None)
    await world.act(code, BRUNO, "end")
    await sweep(world, code)
    assert (await world.load(code)).awaited == {A}


async def missed_twice(world: World, code: str) -> Match:
    """Let Anna miss deadlines until a bot keeps her seat; Bruno plays on."""
    for _ in range(20):
        match = await world.load(code)
        if A not in match.present:
            return match
        if B in match.awaited:
            await world.act(code, BRUNO, "end")
            await sweep(world, code)
        else:
            await passing(world, code, SPAN + RESERVE)
    raise AssertionError("Anna's seat is never kept")


async def test_nobody_is_played_on_where_no_person_is_left(world: World) -> None:
    code = await begun(world, 1, bots=1, capacity=2)
    for _ in range(20):
        match = await passing(world, code, SPAN + RESERVE)
    assert match.header.status is Status.PLAYING
    assert match.awaited == {A}
    assert match.stood_in == frozenset()
    assert await world.timers(code) == {}
    assert await world.kinds(code) == ["notice", "edit"]
    await world.act(code, ANNA, "end")
    assert A in (await world.load(code)).present


async def test_a_standing_text_answers_before_the_house_bot(world: World) -> None:
    code = await begun(world, options={})
    await world.table.draft(code, ANNA, lambda match, seat, old: "hide 3", kind="standing")
    await world.act(code, BRUNO, "hide 1")
    match = await passing(world, code, SPAN + RESERVE)
    assert Played(seat=A, action="hide 3", by="automatic") in [one.record for one in match.records]
    match = await passing(world, code, SPAN + RESERVE)  # what does not fit the decision is passed over
    assert [one.record.by for one in match.records if isinstance(one.record, Played) and one.record.seat == A][-1] == "bot"


async def test_a_standing_action_is_no_answer(world: World) -> None:
    code = await begun(world)
    await world.table.draft(code, ANNA, lambda match, seat, old: "flag on", kind="standing")
    match = await passing(world, code, SPAN + RESERVE)
    assert all(one.record.action != "flag on" for one in match.records if isinstance(one.record, Played))


async def test_the_late_may_still_act_until_somebody_claims(world: World) -> None:
    code = await begun(world, late=Late.CLAIM)
    with pytest.raises(Refusal, match=r"clock\.claim_nobody"):
        await world.deadlines.claim(code, BRUNO, request=None)
    match = await passing(world, code, SPAN + RESERVE)
    assert match.awaited == {A}
    assert await world.kinds(code) == ["notice", "edit"]
    assert await world.timers(code) == {}
    await world.act(code, ANNA, "end")
    assert (await world.load(code)).awaited == {B}
    match = await passing(world, code, SPAN + RESERVE)
    with pytest.raises(Refusal, match=r"clock\.claim_nobody"):
        await world.deadlines.claim(code, BRUNO, request=None)  # not against oneself
    await world.deadlines.claim(code, ANNA, request="claim")
    match = await world.load(code)
    assert [one.record for one in match.records[-2:]] == [Claimed(seat=A, late=B), Resigned(seat=B)]
    assert match.header.status is Status.OVER


async def test_several_that_are_late_are_claimed_against_at_once(world: World) -> None:
    code = await begun(world, 3, late=Late.CLAIM, options={})
    await world.act(code, CARLA, "hide 1")
    await passing(world, code, SPAN + RESERVE)
    await world.deadlines.claim(code, CARLA, request=None)
    match = await world.load(code)
    assert match.resigned == {A, B}
    assert match.header.status is Status.OVER


async def test_those_who_are_left_after_a_claim_play_on(world: World) -> None:
    code = await begun(world, 3, late=Late.CLAIM)
    await passing(world, code, SPAN + RESERVE)
    receipt = await world.deadlines.claim(code, CARLA, request=None)
    match = await world.load(code)
    assert [one.record for one in match.records[-2:]] == [Claimed(seat=C, late=A), Resigned(seat=A)]
    assert match.header.status is Status.PLAYING
    assert match.resigned == {A}
    assert match.awaited == {B}
    assert await world.kinds(code) == ["board"]
    assert receipt.said.id == "clock.receipt.claimed"


async def test_no_claim_under_another_policy_and_no_deadline_under_none(world: World) -> None:
    code = await begun(world, late=Late.NONE)
    assert set(await world.timers(code)) == {"half", "near"}
    with pytest.raises(Refusal, match=r"clock\.claim_never"):
        await world.deadlines.claim(code, BRUNO, request=None)


async def test_without_a_pace_nothing_falls_due(world: World) -> None:
    code = await begun(world, pace=Pace.NONE)
    assert await world.timers(code) == {}


async def test_days_of_vacation_do_not_count_and_are_told(world: World) -> None:
    said, code, start = Said(), await begun(world), world.clock.now()
    world.deadlines = Deadlines(world.table, said)
    said.vacations[ANNA.user_id] = (start + DAY, start + 8 * DAY)
    match = await passing(world, code, SPAN + RESERVE)
    assert match.records[-1].record == Credited(reason="vacation", seconds=7 * 86400, seats=(A,))
    assert await world.kinds(code) == ["notice", "edit"]
    assert (await world.timers(code))["deadline"].due == start + SPAN + RESERVE + 7 * DAY
    said.vacations[ANNA.user_id] = (start + DAY, start + 14 * DAY)
    match = await passing(world, code, 7 * DAY)
    assert match.records[-1].record == Credited(reason="vacation", seconds=2 * 86400, seats=(A,))
    said.vacations.clear()
    assert "timed_out" in kinds(await passing(world, code, 2 * DAY))


async def test_reminders_wait_for_the_end_of_a_vacation(world: World) -> None:
    said, code, start = Said(), await begun(world), world.clock.now()
    world.deadlines = Deadlines(world.table, said)
    said.vacations[ANNA.user_id] = (start, start + 2 * DAY)
    assert kinds(await passing(world, code, SPAN / 2)) == ["started"]
    said.vacations.clear()
    assert kinds(await passing(world, code, DAY)) == ["started", "reminded"]


async def test_a_nudge_calls_those_who_are_due_and_then_rests(world: World) -> None:
    code = await begun(world)
    with pytest.raises(Refusal, match=r"clock\.nudge_nobody"):
        await world.deadlines.nudge(code, ANNA, request=None)
    await world.deadlines.nudge(code, BRUNO, request=None)
    match = await world.load(code)
    assert match.records[-1].record == Nudged(seat=B, seats=(A,))
    assert await world.kinds(code) == ["remind"]
    with pytest.raises(Refusal, match=r"clock\.nudge_soon"):
        await world.deadlines.nudge(code, BRUNO, request=None)
    world.clock.pass_(NUDGE_PAUSE)
    await world.deadlines.nudge(code, BRUNO, request=None)
    with pytest.raises(NotSeated):
        await world.deadlines.nudge(code, CARLA, request=None)


async def test_a_live_match_may_be_nudged_sooner(world: World) -> None:
    code = await begun(world, pace=Pace.LIVE)
    await world.deadlines.nudge(code, BRUNO, request=None)
    world.clock.pass_(NUDGE_PAUSE_LIVE)
    await world.deadlines.nudge(code, BRUNO, request=None)


@pytest.mark.parametrize("kind", ["half", "near", "deadline"])
async def test_a_void_timer_goes_away(world: World, kind: Any) -> None:
    code = await begun(world)
    version, now = (await world.load(code)).version, world.clock.now()
    work = world.deadlines.expire if kind == "deadline" else world.deadlines.remind
    timer = (await world.timers(code))[kind]
    await work(timer)  # too early: it is put to its time
    assert (await world.timers(code))[kind] == timer
    await work(Timer(code, kind, now, version + 7))  # of another decision
    assert (await world.timers(code))[kind] == timer
    await world.meta.abort(code, ANNA, request=None)
    await world.meta.answer(code, BRUNO, yes=True, request=None)
    await work(timer)
    assert await world.timers(code) == {}


def between_look_and_change(world: World, monkeypatch: pytest.MonkeyPatch, happens: Callable[[], Awaitable[object]]) -> None:
    """Let something happen to a match right after it was next looked at."""
    real = world.table.load

    async def load(asked: str) -> Match:
        monkeypatch.setattr(world.table, "load", real)
        match = await real(asked)
        await happens()
        return match

    monkeypatch.setattr(world.table, "load", load)


async def test_a_timer_whose_work_was_done_meanwhile_is_put_to_its_time(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    code = await begun(world, options={})
    timer = (await world.timers(code))["half"]
    world.clock.pass_(SPAN / 2)

    async def answer() -> None:
        await world.act(code, ANNA, "hide 1")
        await world.act(code, BRUNO, "hide 1")

    between_look_and_change(world, monkeypatch, answer)
    await world.deadlines.remind(timer)
    assert "reminded" not in kinds(await world.load(code))
    assert set(await world.timers(code)) == {"half", "near", "deadline"}


@pytest.mark.parametrize("kind", ["half", "deadline"])
async def test_a_timer_of_a_match_that_ended_meanwhile_goes_away(
    world: World, monkeypatch: pytest.MonkeyPatch, kind: Any
) -> None:
    code = await begun(world)
    timer = (await world.timers(code))[kind]
    world.clock.pass_(SPAN + RESERVE)
    between_look_and_change(world, monkeypatch, lambda: world.meta.resign(code, BRUNO, request=None))
    await (world.deadlines.remind if kind == "half" else world.deadlines.expire)(timer)
    assert kinds(await world.load(code)) == ["started", "resigned"]
    assert await world.timers(code) == {}


async def test_an_outage_is_made_good_with_one_notice_a_person(world: World) -> None:
    codes = []
    for _ in range(3):  # the oldest match is the first to be made good
        codes.append(await begun(world))
        world.clock.pass_(timedelta(minutes=1))
    await world.deadlines.credit()
    assert [kinds(await world.load(code))[-1] for code in codes] == ["credited"] * 3  # the first start with clocks
    await world.deadlines.beat()
    before = {code: (await world.timers(code))["deadline"].due for code in codes}
    world.clock.pass_(30 * HOUR)
    world.restart()
    await world.deadlines.credit()
    records = [(await world.load(code)).records[-1].record for code in codes]
    assert records == [Credited(reason="downtime", seconds=30 * 3600, tell=tell) for tell in ((A,), (), ())]
    assert [await world.kinds(code) for code in codes] == [["remind", "edit"], ["edit"], ["edit"]]
    assert {code: (await world.timers(code))["deadline"].due for code in codes} == {c: d + 30 * HOUR for c, d in before.items()}
    assert "reminded" not in [kind for code in codes for kind in kinds(await world.load(code))]


async def test_an_outage_is_made_good_once_whatever_happens_meanwhile(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    codes = [await begun(world) for _ in range(2)]
    await world.deadlines.beat()
    start = world.clock.now()
    world.clock.pass_(30 * HOUR)
    world.restart()
    real, commits = world.store.commit, 0

    async def commit(asked: Any) -> Any:
        nonlocal commits
        commits += 1
        if commits == 2:
            raise StoreFault("the power is off")
        return await real(asked)

    monkeypatch.setattr(world.store, "commit", commit)
    with pytest.raises(StoreFault):
        await world.deadlines.credit()
    monkeypatch.setattr(world.store, "commit", real)
    world.clock.pass_(HOUR)
    world.restart()
    await world.deadlines.credit()
    for code in codes:
        match = await world.load(code)
        assert match.clocks.seats[A].deadline(SPAN) == start + SPAN + 31 * HOUR
    tells = [one.record.tell for code in codes for one in (await world.load(code)).records if isinstance(one.record, Credited)]
    assert [tell for tell in tells if tell] == [(A,)]
    await world.deadlines.credit()
    assert await world.store.notes.recall(HEARTBEAT) == world.clock.now().isoformat()


async def test_nobody_asleep_is_called_after_an_outage_and_a_bad_match_keeps_no_other(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    codes = [await begun(world), await begun(world, pace=Pace.NONE), await begun(world)]
    await world.deadlines.beat()
    world.clock.pass_(DAY)
    world.restart()
    said, real = Said(), world.table.load
    said.quiet[ANNA.user_id] = world.clock.now() + HOUR
    world.deadlines = Deadlines(world.table, said)

    async def load(code: str) -> Match:
        if code == codes[0]:
            raise ValueError("a defect")
        return await real(code)

    monkeypatch.setattr(world.table, "load", load)
    await world.deadlines.credit()
    assert [kinds(await real(code))[-1] for code in codes] == ["started", "started", "credited"]
    assert await world.kinds(codes[2]) == ["edit"]


async def test_signs_of_life_are_left_once_a_minute(world: World) -> None:
    await world.deadlines.beat()
    first = await world.store.notes.recall(HEARTBEAT)
    world.clock.pass_(timedelta(seconds=30))
    await world.deadlines.beat()
    assert await world.store.notes.recall(HEARTBEAT) == first
    world.clock.pass_(timedelta(seconds=30))
    await world.deadlines.beat()
    assert await world.store.notes.recall(HEARTBEAT) != first


async def test_a_lobby_has_no_clocks(world: World) -> None:
    match = await world.load(await world.open())
    with pytest.raises(Fault, match="no clocks"):
        _ = match.clocks
    assert dues(match) == {}
    assert (match.stood_in, match.clocks_at(1)) == (frozenset(), None)
