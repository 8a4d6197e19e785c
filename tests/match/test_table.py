"""Acting at the table: turns, what is told and when, stale presses, repeated requests, house bots, forced and automatic play."""

import asyncio
from datetime import timedelta

import pytest

from bot.engine.chance import verify
from bot.engine.core import Code, Seat, Who
from bot.engine.records import Played
from bot.errors import (
    Fault,
    IllegalAction,
    LobbyRefusal,
    MatchOver,
    NotSeated,
    NotYourTurn,
    ParseError,
    StalePress,
    StoreFault,
    UnknownMatch,
)
from bot.match import table as table_module
from bot.match.locks import Locks
from bot.match.model import Actor, Commit, Human, Outgoing, Receipt, SeatChanged, Status, Stored, StoredRecord, Timer
from bot.match.ports import VersionConflict
from tests.match.conftest import ANNA, BRUNO, CARLA, EVA, World

pytestmark = pytest.mark.asyncio

A, B, C = Seat(0), Seat(1), Seat(2)


async def test_the_start_shows_one_board_to_those_who_are_due(world: World) -> None:
    code = await world.begin(2, windows=False)
    match = await world.load(code)
    assert match.header.status is Status.PLAYING
    assert match.header.due == (A,)
    assert match.to_act == {A}
    started = match.version
    assert await world.rows(code, started) == [
        Outgoing(code, started, "lobby", started - 1),
        Outgoing(code, started, "open", started - 1),
        Outgoing(code, started, "board", started - 1),
    ]
    assert (match.header.told, match.header.told_after) == (started, started - 1)
    assert await world.timers(code) == {}


async def test_somebody_else_becoming_due_gets_a_board_and_the_same_seat_an_edit(world: World) -> None:
    code = await world.begin(2, windows=False)
    start = (await world.load(code)).version
    receipt = await world.act(code, ANNA, " STEP ")
    assert receipt == Receipt(code=code, version=start + 1, said=receipt.said)
    assert receipt.said.id == "match.receipt.played"
    assert receipt.said.params == {"action": Code("step")}
    assert await world.rows(code, start + 1) == [Outgoing(code, start + 1, "edit", start - 1)]
    await world.act(code, ANNA, "end")
    assert await world.rows(code, start + 2) == [Outgoing(code, start + 2, "board", start)]
    match = await world.load(code)
    assert (match.header.told, match.header.told_after, match.header.due) == (start + 2, start, (B,))


async def test_the_end_is_told_with_the_result_and_leaves_no_timer(world: World) -> None:
    code = await world.begin(2, windows=False)
    await world.act(code, ANNA, "roll")
    await world.act(code, ANNA, "keep")
    told = (await world.load(code)).header.told
    await world.act(code, BRUNO, "end")
    match = await world.load(code)
    assert match.header.status is Status.OVER
    assert match.header.outcome is not None
    assert match.header.outcome.places == (1, 2)
    assert match.header.ended_at == world.clock.now()
    assert match.header.due == ()
    assert match.to_act == match.awaited == frozenset()
    assert match.works == ()
    assert await world.rows(code, match.version) == [Outgoing(code, match.version, "result", told)]
    assert match.header.told == match.version
    with pytest.raises(MatchOver, match=r"match\.over"):
        await world.act(code, ANNA, "end")


async def test_who_may_not_act_learns_why(world: World) -> None:
    with pytest.raises(UnknownMatch):
        await world.act("no such match", ANNA, "end")
    with pytest.raises(UnknownMatch):
        await world.load("222222")
    lobby = await world.open()
    with pytest.raises(LobbyRefusal, match=r"match\.not_started"):
        await world.act(lobby, ANNA, "end")
    await world.lobby.cancel(lobby, ANNA, request=None)
    with pytest.raises(LobbyRefusal, match=r"match\.lobby_closed"):
        await world.act(lobby, ANNA, "end")
    code = await world.begin(2, windows=False)
    with pytest.raises(NotSeated, match=r"match\.not_seated"):
        await world.act(code, EVA, "end")
    with pytest.raises(NotYourTurn) as waiting:
        await world.act(code, BRUNO, "what is this")
    assert waiting.value.code == "match.not_your_turn"
    assert waiting.value.params == {"due": (Who(A),)}
    with pytest.raises(NotYourTurn):
        await world.act(code, BRUNO, "end")
    with pytest.raises(ParseError):
        await world.act(code, ANNA, "what is this")
    with pytest.raises(IllegalAction):
        await world.act(code, ANNA, "keep")
    assert len((await world.load(code)).records) == 1


async def test_a_code_is_read_as_people_type_it(world: World) -> None:
    code = await world.begin(2, windows=False)
    typed = f" #{code[:3].lower()}-{code[3:]} ".replace("Q", "O").replace("5", "s")
    assert (await world.load(typed)).code == code
    assert (await world.act(typed, ANNA, "end")).code == code


async def test_a_press_for_an_earlier_decision_is_stale(world: World) -> None:
    code = await world.begin(2, windows=False)
    start = (await world.load(code)).version
    await world.act(code, ANNA, "step", version=start)
    with pytest.raises(StalePress):
        await world.act(code, ANNA, "step", version=start)
    await world.act(code, ANNA, "end", version=start + 1)
    # The other's turn is said, rather than that the button is old: both are true, this one helps.
    with pytest.raises(NotYourTurn):
        await world.act(code, ANNA, "end", version=start + 1)
    match = await world.load(code)
    assert (match.since(A), match.since(B), match.since(C)) == (start + 1, start + 2, 0)


async def test_standing_actions_and_answers_of_others_leave_a_press_fresh(world: World) -> None:
    code = await world.begin(3)
    start = (await world.load(code)).version
    await world.act(code, ANNA, "hide 2")
    await world.act(code, BRUNO, "flag on")
    await world.act(code, ANNA, "hide 3", version=start)  # an answer may be replaced
    match = await world.load(code)
    assert [match.since(seat) for seat in (A, B, C)] == [start] * 3
    assert match.header.due == (B, C)
    assert await world.kinds(code) == ["edit"]
    await world.act(code, BRUNO, "hide 1", version=start)
    await world.act(code, CARLA, "hide 1", version=start)
    match = await world.load(code)
    assert [match.since(seat) for seat in (A, B, C)] == [match.version] * 3
    assert await world.kinds(code) == ["board"]
    with pytest.raises(StalePress):
        await world.act(code, ANNA, "guess 3", version=start)


async def test_an_edit_tells_from_where_its_board_began(world: World) -> None:
    code = await world.begin(2)
    start = (await world.load(code)).version
    await world.act(code, ANNA, "hide 1")
    assert await world.rows(code, start + 1) == [Outgoing(code, start + 1, "edit", start - 1)]
    await world.act(code, BRUNO, "hide 1")
    assert await world.rows(code, start + 2) == [Outgoing(code, start + 2, "board", start)]
    await world.act(code, ANNA, "guess 1")
    assert await world.rows(code, start + 3) == [Outgoing(code, start + 3, "edit", start)]


async def test_one_request_is_done_once_even_fifty_times_at_once(world: World) -> None:
    code = await world.begin(2, windows=False)
    receipts = await asyncio.gather(*(world.table.act(code, ANNA, "end", request="one press") for _ in range(50)))
    assert len(set(map(repr, receipts))) == 1
    assert len((await world.load(code)).records) == 2
    # A redelivery after the turn has passed on still gets the first receipt.
    assert await world.table.act(code, ANNA, "end", request="one press") == receipts[0]


async def test_fifty_presses_of_one_button_play_it_once(world: World) -> None:
    code = await world.begin(2, windows=False)
    start = (await world.load(code)).version
    done = await asyncio.gather(
        *(world.table.act(code, ANNA, "step", request=f"press {n}", version=start) for n in range(50)), return_exceptions=True
    )
    assert sum(isinstance(one, Receipt) for one in done) == 1
    assert sum(isinstance(one, StalePress) for one in done) == 49


async def test_six_presses_within_a_second_all_succeed_in_order_without_overtaking(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = await world.open()
    commit, tried = world.store.commit, []

    async def counted(one: Commit) -> Receipt:
        tried.append(one.header.version)
        return await commit(one)

    monkeypatch.setattr(world.store, "commit", counted)
    done = await asyncio.gather(
        world.lobby.join(code, BRUNO, request="1"),
        world.lobby.join(code, CARLA, request="2"),
        world.lobby.choose(code, BRUNO, C, request="3"),
        world.lobby.leave(code, CARLA, request="4"),
        world.lobby.add_bot(code, BRUNO, request="5"),
        world.lobby.start(code, ANNA, request="6"),
    )
    assert [receipt.version for receipt in done] == tried == [2, 3, 4, 5, 6, 7]


async def test_two_processes_overtaking_each_other_lose_nothing(world: World) -> None:
    code = await world.begin(2)
    other = World(world.store, world.clock, world.entropy)
    done = await asyncio.gather(
        world.table.act(code, ANNA, "hide 1", request="a"),
        other.table.act(code, BRUNO, "hide 2", request="b"),
        world.table.act(code, ANNA, "flag on", request="c"),
        other.table.act(code, BRUNO, "flag on", request="d"),
        other.table.act(code, ANNA, "hide 1", request="a"),
    )
    assert {receipt.code for receipt in done} == {code}
    match = await world.load(code)
    assert len(match.records) == 5
    assert match.state.hidden == (1, 2)
    assert match.state.flags == (True, True)


async def test_being_overtaken_for_ever_is_a_fault(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    code = await world.begin(2)

    async def overtaken(commit: Commit) -> Receipt:
        raise VersionConflict(commit.header.code)

    monkeypatch.setattr(world.store, "commit", overtaken)
    with pytest.raises(StoreFault, match="in a row"):
        await world.act(code, ANNA, "hide 1")
    with pytest.raises(StoreFault, match="no free match code"):
        await world.open()


async def test_house_bots_and_forced_passes_in_a_row_share_one_later_board(world: World) -> None:
    code = await world.begin(2, bots=2, windows=False, idle=(2,), rounds=2)
    await world.act(code, ANNA, "end")
    told = (await world.load(code)).header.told
    await world.act(code, BRUNO, "end")
    match = await world.load(code)
    assert await world.rows(code, match.version) == []
    assert match.header.due == ()
    timer = (await world.timers(code))["next"]
    assert timer == Timer(code, "next", world.clock.now(), match.version)
    await world.table.tick(timer)  # the forced pass of a bot's seat
    assert await world.rows(code, match.version + 1) == []
    await world.settle(code)
    after = await world.load(code)
    assert [
        (one.record.seat, one.record.action, one.record.by) for one in after.records[-2:] if isinstance(one.record, Played)
    ] == [
        (2, "pass", "forced"),
        (3, "end", "bot"),
    ]
    assert await world.rows(code, after.version) == [Outgoing(code, after.version, "board", told)]
    assert after.header.due == (A,)
    assert await world.timers(code) == {}
    assert [one.actor for one in after.records[-3:]] == [BRUNO.user_id, None, None]


async def test_a_match_that_bots_begin_opens_without_a_board(world: World) -> None:
    code = await world.open(options={"windows": False}, bots=1, wanted=B)
    match = await world.load(code)
    assert match.version == 1
    assert [row.kind for row in await world.rows(code, 1)] == ["lobby", "open"]
    assert (match.header.told, match.header.told_after) == (0, 0)
    await world.settle(code)
    assert await world.rows(code, 2) == [Outgoing(code, 2, "board", 0)]


async def test_the_same_seat_after_an_automatic_action_is_not_called_again(world: World) -> None:
    code = await world.begin(2, windows=False, auto=True, rounds=2)
    assert (await world.load(code)).header.due == ()
    await world.settle(code)
    assert await world.kinds(code) == ["board"]
    await world.act(code, ANNA, "keep")
    await world.settle(code)
    assert await world.kinds(code) == ["board"]
    await world.act(code, BRUNO, "keep")
    await world.settle(code)
    match = await world.load(code)
    assert match.header.due == (A,)
    assert await world.kinds(code) == ["board"]
    record = match.records[-1].record
    assert isinstance(record, Played)
    assert (record.by, record.action) == ("automatic", "roll")


async def test_a_seat_left_alone_goes_on_with_an_edit_after_its_automatic_roll(world: World) -> None:
    code = await world.begin(3, windows=False, auto=True, rounds=3, idle=())
    await world.settle(code)
    await world.meta.resign(code, BRUNO, request=world.request())
    assert await world.kinds(code) == ["notice", "edit"]
    await world.act(code, ANNA, "keep")
    await world.settle(code)
    assert (await world.load(code)).header.due == (C,)


async def test_a_person_in_a_window_with_bots_is_called_before_they_have_answered(world: World) -> None:
    code = await world.begin(1, bots=2)
    match = await world.load(code)
    assert match.header.due == (A,)
    assert await world.kinds(code) == ["lobby", "open", "board"]
    timer = (await world.timers(code))["next"]
    await world.table.tick(timer)
    assert await world.kinds(code) == []
    await world.settle(code)
    assert await world.kinds(code) == ["edit"]
    await world.act(code, ANNA, "hide 1")
    # The bots have answered beside the seat: what all of them led to is a message of its own, not an addition to the last one.
    assert await world.kinds(code) == ["board"]
    await world.settle(code)
    assert await world.kinds(code) == ["edit"]
    assert (await world.load(code)).header.due == (A,)


async def test_a_window_that_another_closes_calls_those_who_had_answered(world: World) -> None:
    code = await world.begin(2)
    await world.act(code, ANNA, "hide 1")
    await world.act(code, BRUNO, "hide 1")
    assert await world.kinds(code) == ["board"]
    assert (await world.load(code)).header.due == (A, B)


async def test_a_drawing_bot_records_its_seed_first_and_every_draw_follows_from_the_secret(world: World) -> None:
    code = await world.begin(1, bots=["random"], windows=False, rounds=5)
    for _ in range(5):
        await world.act(code, ANNA, "roll")
        await world.act(code, ANNA, "drop")
        await world.settle(code)
    match = await world.load(code)
    bots = [one.record for one in match.records if isinstance(one.record, Played) and one.record.by == "bot"]
    assert bots
    assert all(record.draws[0].label == "bot" and record.draws[0].bound == 2**32 for record in bots)
    draws = [draw for one in match.records for draw in getattr(one.record, "draws", ())]
    assert verify(match.header.seed, draws) is None
    assert match.trace.counts["bot"] == len(bots)
    assert match.commitment


@pytest.mark.parametrize("level", ["broken", "wrong"])
async def test_a_bot_that_fails_is_a_fault_and_leaves_the_match_as_it_was(world: World, level: str) -> None:
    code = await world.begin(1, bots=[level], windows=False)
    await world.act(code, ANNA, "end")
    before = await world.load(code)
    timer = (await world.timers(code))["next"]
    with pytest.raises(Fault):
        await world.table.tick(timer)
    assert (await world.load(code)).version == before.version
    assert (await world.timers(code))["next"] == timer


async def test_a_bot_that_fails_holds_up_neither_the_other_bots_nor_the_people(world: World) -> None:
    code = await world.begin(1, bots=["broken", "steady"])
    await world.table.tick((await world.timers(code))["next"])
    match = await world.load(code)
    assert len(match.to_act) == 2
    assert match.awaited == {A}
    await world.act(code, ANNA, "hide 2")
    with pytest.raises(Fault, match="no decision came"):
        await world.table.tick((await world.timers(code))["next"])


async def test_a_level_that_is_no_more_is_a_fault(world: World) -> None:
    code = await world.begin(1, bots=["steady"], windows=False)
    await world.act(code, ANNA, "end")
    world.table.find_players = lambda key: {}
    with pytest.raises(Fault, match="no house bot of level 'steady'"):
        await world.table.tick((await world.timers(code))["next"])


async def test_a_void_timer_is_dropped(world: World) -> None:
    code = await world.begin(2, windows=False)
    version = (await world.load(code)).version
    await world.table.tick(Timer(code, "next", world.clock.now(), version))
    assert (await world.load(code)).version == version


async def test_a_decision_that_went_away_while_the_bot_thought_is_thought_again(world: World) -> None:
    code = await world.begin(2, bots=1)

    async def answer() -> None:
        await world.act(code, ANNA, "hide 3")

    world.thinker.meanwhile.append(answer)
    await world.settle(code)
    assert world.thinker.asked == {C: 2}
    match = await world.load(code)
    assert match.state.hidden == (3, None, 1)


async def test_a_match_that_never_holds_still_for_its_bot_is_a_fault(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    code = await world.begin(2, bots=1)
    monkeypatch.setattr(table_module, "TRIES", 3)

    async def flag() -> None:
        await world.act(code, ANNA, "flag on")

    world.thinker.meanwhile += [flag] * 3
    with pytest.raises(StoreFault, match="while its house bot was thinking"):
        await world.settle(code)


async def test_a_slow_bot_delays_nobody(world: World) -> None:
    code, other = await world.begin(2, bots=1), await world.begin(2, windows=False)
    thinking, go_on = asyncio.Event(), asyncio.Event()

    async def wait() -> None:
        thinking.set()
        await go_on.wait()

    world.thinker.meanwhile.append(wait)
    tick = asyncio.create_task(world.table.tick((await world.timers(code))["next"]))
    await thinking.wait()
    await world.act(code, ANNA, "hide 1")
    await world.act(other, ANNA, "end")
    go_on.set()
    await tick
    assert (await world.load(code)).state.hidden == (1, None, 1)


async def test_a_new_process_goes_on_where_the_last_one_stopped(world: World) -> None:
    code = await world.begin(2, bots=1, rounds=2)
    await world.act(code, ANNA, "hide 1")
    before = await world.load(code)
    world.restart()
    after = await world.load(code)
    assert after == before
    await world.settle(code)
    await world.act(code, BRUNO, "hide 1", version=before.since(B))
    assert (await world.load(code)).state.phase == "guess"


async def test_only_so_many_matches_are_kept_folded(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_module, "CACHED", 2)
    codes = [await world.begin(2, windows=False) for _ in range(3)]
    for code in codes:
        await world.act(code, ANNA, "end")
        assert (await world.load(code)).header.due == (B,)
    assert len(world.table._folded) == 2


async def test_a_load_that_comes_late_does_not_replace_a_newer_one(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    code = await world.begin(2, windows=False)
    load, first = world.store.load, [True]

    async def overtaken(code: str, *, have: int = 0) -> Stored | None:
        stored = await load(code, have=have)
        if first:
            first.clear()
            await world.act(code, ANNA, "end")
            await world.load(code)
        return stored

    monkeypatch.setattr(world.store, "load", overtaken)
    late = await world.table.load(code)
    assert late.header.due == (A,)
    assert world.table._folded[code].version == late.version + 1


async def test_a_finished_match_awaits_nobody(world: World) -> None:
    code = await world.begin(2, windows=False)
    await world.act(code, ANNA, "end")
    await world.act(code, BRUNO, "end")
    match = await world.load(code)
    assert match.awaited_at(match.version) == frozenset()


async def test_locks_vanish_when_nobody_holds_them() -> None:
    locks = Locks()
    order = []

    async def hold(number: int) -> None:
        async with locks.hold("match"):
            assert len(locks) == 1
            order.append(number)
            await asyncio.sleep(0)

    await asyncio.gather(*(hold(number) for number in range(5)))
    assert order == [0, 1, 2, 3, 4]
    assert len(locks) == 0


async def test_records_that_no_longer_fold_are_named(world: World) -> None:
    code = await world.begin(2, windows=False)
    match = await world.load(code)
    for bad, version in (
        ([StoredRecord(3, 9, world.clock.now(), Played(seat=0, action="end"))], 2),
        ([StoredRecord(2, 9, world.clock.now(), Played(seat=0, action="nonsense"))], 2),
        ([StoredRecord(2, 9, world.clock.now(), Played(seat=1, action="end"))], 2),
    ):
        with pytest.raises(Fault) as diverged:
            match.updated(Stored(match.header, match.holders, tuple(bad)))
        assert getattr(diverged.value, "version", None) == version
    empty = await world.open()
    lobby = await world.load(empty)
    with pytest.raises(Fault, match="not the start"):
        lobby.updated(Stored(lobby.header, lobby.holders, (StoredRecord(1, 2, world.clock.now(), Played(seat=0, action="end")),)))


async def test_history_is_found_by_version(world: World) -> None:
    code = await world.begin(2, windows=False)
    start = (await world.load(code)).version
    await world.act(code, ANNA, "step")
    await world.act(code, ANNA, "end")
    match = await world.load(code)
    assert match.frame_at(start - 1) is None
    assert match.awaited_at(start - 1) == frozenset()
    first = match.frame_at(start)
    assert first is not None
    assert first.seq == 1
    assert match.awaited_at(start + 1) == {A}
    assert [one.seq for one in match.records_between(start, start + 2)] == [2, 3]
    assert [frame.seq for frame in match.frames_between(start - 1, start + 1)] == [1, 2]
    assert match.holder(B).holder == Human(BRUNO.user_id, BRUNO.name)
    with pytest.raises(Fault):
        match.holder(Seat(7))
    lobby = await world.load(await world.open())
    assert (lobby.to_act, lobby.outcome, lobby.live_humans, lobby.works) == (frozenset(), None, frozenset(), ())
    assert lobby.seat_of(ANNA.user_id) is None
    assert lobby.last_own(A) is None
    with pytest.raises(Fault, match="no position"):
        _ = lobby.state


async def test_records_beside_the_game_change_no_decision(world: World) -> None:
    code = await world.begin(2, windows=False)
    match = await world.load(code)
    noted = match.extended([SeatChanged(seat=1, holder="bot:steady")], at=world.clock.now(), actor=None)
    assert noted.trace.turned == match.trace.turned
    assert noted.since(A) == match.since(A)
    assert noted.state == match.state


async def test_a_forgotten_player_may_not_act_under_the_old_name(world: World) -> None:
    code = await world.begin(2, windows=False)
    world.clock.pass_(timedelta(days=1))
    with pytest.raises(NotSeated):
        await world.act(code, Actor(EVA.user_id, ANNA.name), "end")


async def test_what_was_let_go_of_is_folded_again_from_its_first_record(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    code, real, asked = await world.begin(), world.store.load, []

    async def load(code: str, *, have: int = 0) -> Stored | None:
        asked.append(have)
        return await real(code, have=have)

    before = await world.load(code)
    monkeypatch.setattr(world.store, "load", load)
    await world.load(code)
    world.table.forget()
    assert await world.load(code) == before
    assert asked == [1, 0]
