"""Everything that can happen to a message on its way: late, twice, lost, refused for now or for good; and the bot being away."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import discord
import pytest
import structlog

from bot.errors import RenderFault
from bot.playground import ManualClock, moderation
from bot.playground.faults import MESSAGES, Fault
from bot.playground.people import Player
from bot.playground.world import Channel, Message
from bot.ui import limits
from tests.flows.house import House, living, running_house
from tests.playground.fixtures import local_discord

pytestmark = pytest.mark.asyncio

MESSAGE = "/channels/{channel_id}/messages/{message_id}"
DAY = 86_400.0


class Hurried:
    """asyncio as discord.py's client sees it here: the pauses between its own tries do not last."""

    def __getattr__(self, name: str) -> Any:
        return getattr(asyncio, name)

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(0)


@pytest.fixture(autouse=True)
def _no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discord.http, "asyncio", Hurried())
    monkeypatch.setattr(discord.client, "asyncio", Hurried())  # before it logs in anew


@pytest.fixture
def clock() -> ManualClock:
    """Time that moves when told to."""
    return ManualClock()


@pytest.fixture
def carla(house: House) -> Player:
    """Somebody who reads English."""
    return house.local.player("carla")


async def later(house: House, clock: ManualClock, seconds: float) -> None:
    """Let time pass for everybody, and wait until what falls due by it is done."""
    clock.advance(seconds)
    house.app.pump.wake()
    await house.settled()


async def pending(house: House, place: Channel | Message) -> list[tuple[str, int]]:
    """Name the kinds of messages that wait, with how often each was tried."""
    code = (await house.match(place)).code
    return [(row.outgoing.kind, row.attempts) for row in await house.app.store.outbox.pending(code)]


async def parked(house: House, place: Channel | Message) -> list[str]:
    """Name the kinds of messages put aside."""
    return [row.outgoing.kind for row in await house.app.store.outbox.parked((await house.match(place)).code)]


async def passed_turn(house: House, thread: Channel, *players: Player) -> Callable[[], Any]:
    """Play until the next press makes somebody else due; gives that press."""
    while True:
        board, mover = house.board(thread), await house.mover(thread, *players)
        if board.labels[0].startswith("Boat"):
            return lambda: mover.click(board, label=board.labels[0])
        await mover.click(board, label=board.labels[0])
        await house.settled()


def boards(house: House, thread: Channel) -> int:
    return len(house.said(thread))


# 429, 500s, lost connections -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("skip", [0, 1])
async def test_a_short_rate_limit_is_waited_out(house: House, anna: Player, carla: Player, skip: int) -> None:
    house.local.faults.rate_limit("POST", MESSAGES, 0.01, times=2, skip=skip)
    thread = await house.started(anna, carla)
    assert boards(house, thread) == 1
    assert await pending(house, thread) == []


async def test_a_long_rate_limit_is_obeyed_to_the_second(tmp_path: Path, clock: ManualClock) -> None:
    async with running_house(tmp_path / "tavoliere.db", clock=clock) as house:
        anna, carla = house.local.player("anna"), house.local.player("carla")
        thread = await house.started(anna, carla)
        press = await passed_turn(house, thread, anna, carla)
        known = boards(house, thread)
        fault = house.local.faults.rate_limit("POST", MESSAGES, 100.0, times=None)
        await press()
        await house.settled()
        assert await pending(house, thread) == [("board", 1)]
        await later(house, clock, 99.0)
        assert (fault.struck, await pending(house, thread)) == (1, [("board", 1)])
        house.local.faults.clear()
        fault.times = 0
        await later(house, clock, 2.0)
        assert await pending(house, thread) == []
        assert boards(house, thread) == known + 1


@pytest.mark.parametrize("status", [500, 502, 503, 504, 524])
async def test_a_failing_discord_is_tried_again_ever_more_slowly(tmp_path: Path, clock: ManualClock, status: int) -> None:
    async with running_house(tmp_path / "tavoliere.db", clock=clock) as house:
        anna, carla = house.local.player("anna"), house.local.player("carla")
        thread = await house.started(anna, carla)
        press = await passed_turn(house, thread, anna, carla)
        known = boards(house, thread)
        house.local.faults.fail("POST", MESSAGES, status, times=None)
        await press()
        await house.settled()
        assert await pending(house, thread) == [("board", 1)]
        for tries, pause in enumerate((5.0, 10.0, 20.0, 40.0), 2):
            await later(house, clock, pause - 1)
            assert await pending(house, thread) == [("board", tries - 1)]
            await later(house, clock, 1.0)
            assert await pending(house, thread) == [("board", tries)]
        house.local.faults.clear()
        await later(house, clock, 900.0)
        assert await pending(house, thread) == []
        assert boards(house, thread) == known + 1


@pytest.mark.parametrize("applied", [False, True], ids=["before it counts", "after it counts"])
@pytest.mark.parametrize(
    "late", [6.0, 130.0, 400.0], ids=["at once", "after two minutes", "after Discord has forgotten the nonce"]
)
@pytest.mark.parametrize("how", ["drop", "500"])
async def test_a_board_whose_answer_is_lost_stands_there_once(
    tmp_path: Path, clock: ManualClock, applied: bool, late: float, how: str
) -> None:
    async with running_house(tmp_path / "tavoliere.db", clock=clock) as house:
        anna, carla = house.local.player("anna"), house.local.player("carla")
        thread = await house.started(anna, carla)
        press = await passed_turn(house, thread, anna, carla)
        known, rung = boards(house, thread), len(house.local.world.notifications)
        if how == "drop":
            house.local.faults.drop("POST", MESSAGES, applied=applied)
        else:
            house.local.faults.fail("POST", MESSAGES, 503, applied=applied)
        await press()
        await house.settled()
        assert await pending(house, thread) == [("board", 1)]
        assert boards(house, thread) == known + applied
        await later(house, clock, late)
        assert await pending(house, thread) == []
        assert boards(house, thread) == known + 1
        assert len(house.local.world.notifications) == rung + 1
        mover = await house.mover(thread, anna, carla)
        assert (await mover.click(house.board(thread), label="Roll the die")).acknowledged
        await house.settled()
        assert [bool(m.controls) for m in house.said(thread)] == [False] * (boards(house, thread) - 1) + [True]


async def test_a_lobby_and_a_thread_whose_answers_are_lost_exist_once(tmp_path: Path, clock: ManualClock) -> None:
    async with running_house(tmp_path / "tavoliere.db", clock=clock) as house:
        anna, carla = house.local.player("anna"), house.local.player("carla")
        house.local.faults.drop("POST", MESSAGES, applied=True)
        await anna.slash(house.channel, "controcorrente new", players=2)
        await house.settled()
        await later(house, clock, 600.0)
        (lobby,) = house.said(house.channel)
        house.local.faults.drop("POST", "/channels/{channel_id}/messages/{message_id}/threads", applied=True)
        await carla.click(lobby, label="Join")
        await house.settled()
        await later(house, clock, 600.0)
        assert await pending(house, lobby) == []
        threads = [c for c in house.local.world.channels.values() if house.code(lobby) in c.name]
        assert [boards(house, thread) for thread in threads] == [1]


async def test_what_is_found_again_is_not_an_older_message_that_says_the_same(tmp_path: Path, clock: ManualClock) -> None:
    """Two lobbies of one person look alike but for their codes."""
    async with running_house(tmp_path / "tavoliere.db", clock=clock) as house:
        anna = house.local.player("anna")
        await house.lobby(anna, players=2)
        house.local.faults.drop("POST", MESSAGES, applied=False)
        await anna.slash(house.channel, "controcorrente new", players=2)
        await house.settled()
        await later(house, clock, 300.0)
        assert len({house.code(message) for message in house.said(house.channel)}) == 2


async def test_a_message_is_found_again_under_all_that_was_said_since(tmp_path: Path, clock: ManualClock) -> None:
    async with running_house(tmp_path / "tavoliere.db", clock=clock) as house:
        anna, talker = house.local.player("anna"), house.local.player("talker")
        for _ in range(30):
            await talker.say(house.channel, "before")
        clock.advance(300.0)
        house.local.faults.drop("POST", MESSAGES, applied=True)
        await anna.slash(house.channel, "controcorrente new", players=2)
        await house.settled()
        for _ in range(250):
            await talker.say(house.channel, "since")
        await later(house, clock, 600.0)
        assert len(house.said(house.channel)) == 1
        assert await pending(house, house.said(house.channel)[0]) == []


async def test_messages_of_a_match_come_in_order_whatever_fails(tmp_path: Path, clock: ManualClock) -> None:
    async with running_house(tmp_path / "tavoliere.db", clock=clock) as house:
        anna, carla = house.local.player("anna"), house.local.player("carla")
        thread = await house.started(anna, carla)
        house.local.faults.fail("POST", MESSAGES, 503, times=4)
        house.local.faults.fail("PATCH", MESSAGE, 503, times=2)
        await anna.slash(thread, "match abort")
        await house.settled()
        await carla.slash(thread, "match answer", agree=False)
        await house.settled()
        mover = await house.mover(thread, anna, carla)
        await mover.slash(thread, "controcorrente roll")
        await house.settled()
        waiting = [kind for kind, _ in await pending(house, thread)]
        assert waiting[:2] == ["notice", "notice"]
        for _ in range(6):
            await later(house, clock, 60.0)
        assert await pending(house, thread) == []
        said = [message.content for message in house.said(thread)]
        assert "proposes" in said[1]
        assert "refuses" in said[2]
        assert house.said(thread)[1].controls == [], "the offer had been answered before it could be shown"


# Refused for good ------------------------------------------------------------------------------------------------------


async def test_what_can_never_be_said_is_put_aside_and_shown(house: House, anna: Player, carla: Player) -> None:
    thread = await house.started(anna, carla)
    house.local.expect("50035|planned")
    with structlog.testing.capture_logs() as logs:
        house.local.faults.fail_code("PATCH", MESSAGE, 50035)
        mover = await house.mover(thread, anna, carla)
        await mover.slash(thread, "controcorrente roll")
        await house.settled()
    assert await parked(house, thread) == ["edit"]
    assert [log["event"] for log in logs if log["log_level"] == "error"] == ["delivery_parked"]
    info = await carla.slash(thread, "match info")
    assert "1 message could not be delivered" in info.text
    assert "50035" in info.text
    board = (await mover.slash(thread, "match board")).message
    assert board is not None
    assert (await mover.click(board, label=board.labels[0])).acknowledged
    await house.settled()
    assert await parked(house, thread) == ["edit"], "the match goes on"


async def test_a_refused_token_is_not_the_messages_fault(tmp_path: Path, clock: ManualClock) -> None:
    """Somebody renews the token: what waits is sent once the bot is back, not thrown away."""
    async with running_house(tmp_path / "tavoliere.db", clock=clock) as house:
        anna, carla = house.local.player("anna"), house.local.player("carla")
        thread = await house.started(anna, carla)
        mover = await house.mover(thread, anna, carla)
        house.local.faults.fail("PATCH", MESSAGE, 401)
        await mover.slash(thread, "controcorrente roll")
        await house.settled()
        assert (await pending(house, thread), await parked(house, thread)) == ([("edit", 1)], [])
        await later(house, clock, 10.0)
        assert await pending(house, thread) == []


@pytest.mark.parametrize("harm", ["deleted", "locked", "locked and archived", "closed to the bot"])
async def test_a_lost_thread_is_replaced_by_the_channel_with_a_word_why(
    house: House, anna: Player, carla: Player, harm: str
) -> None:
    thread = await house.started(anna, carla)
    code = (await house.match(thread)).code
    mover = await house.mover(thread, anna, carla)
    match harm:
        case "deleted":
            moderation.delete_channel(thread)
        case "locked":
            moderation.deny(house.channel, "manage_threads")
            moderation.lock(thread)
        case "locked and archived":
            moderation.deny(house.channel, "manage_threads")
            moderation.archive(thread, locked=True)
        case _:
            moderation.deny(house.channel, "send_messages_in_threads")
    for _ in range(40):
        match = await house.match(thread)
        mover = await house.mover(thread, anna, carla)
        (action, *_) = (await mover.autocomplete(house.channel, "controcorrente move", focused="action", match=code)).choices
        await mover.slash(house.channel, "controcorrente move", match=code, action=action["value"])
        await house.settled()
        if len(said := house.said(house.channel)) >= 4:
            break
    assert await parked(house, thread) == []
    lobby, why, *played = said
    assert why.content == f"The thread of match `{code}` can no longer be used, so the match goes on in this channel."
    assert sum("can no longer be used" in message.content for message in said) == 1
    assert all(message.attachments for message in played)
    assert [bool(message.controls) for message in said] == [False] * (len(said) - 1) + [True]
    due = await house.mover(thread, anna, carla)
    assert [n.user.id for n in house.local.world.notifications if n.message is played[-1]] == [due.id]
    assert (await due.click(played[-1], label=played[-1].labels[0])).acknowledged
    assert f"`{code}`" in (await anna.slash(house.channel, "match info")).text
    assert lobby.controls == []
    assert match.header.status == "playing"


async def test_without_the_right_to_attach_files_boards_are_text(house: House, anna: Player, carla: Player) -> None:
    thread = await house.started(anna, carla)
    moderation.deny(house.channel, "attach_files")
    press = await passed_turn(house, thread, anna, carla)
    await press()
    await house.settled()
    board = house.said(thread)[-1]
    assert "```" in board.content
    assert board.labels[0] == "Roll the die"
    assert house.said(house.channel)[1:] == [], "the thread is as good as before"
    assert await parked(house, thread) == []


async def test_an_archived_thread_wakes_for_an_edit(house: House, anna: Player, carla: Player) -> None:
    thread = await house.started(anna, carla)
    code = (await house.match(thread)).code
    moderation.archive(thread)
    mover = await house.mover(thread, anna, carla)
    await mover.slash(house.channel, "controcorrente roll", match=code)
    await house.settled()
    assert await parked(house, thread) == []
    assert thread.thread is not None
    assert not thread.thread.archived
    assert "rolls" in house.said(thread)[-1].content


async def test_a_deleted_board_is_posted_again(house: House, anna: Player, carla: Player) -> None:
    thread = await house.started(anna, carla)
    mover = await house.mover(thread, anna, carla)
    moderation.delete_message(house.board(thread))
    await mover.slash(thread, "controcorrente roll")
    await house.settled()
    (board,) = [m for m in house.said(thread) if not m.deleted]
    assert board.controls
    await passed_turn(house, thread, anna, carla)
    mover = await house.mover(thread, anna, carla)
    moderation.delete_message(house.board(thread))
    (action, *_) = (await mover.autocomplete(thread, "controcorrente move", focused="action")).choices
    await mover.slash(thread, "controcorrente move", action=action["value"])
    await house.settled()
    assert await parked(house, thread) == []
    assert house.board(thread).labels[0] == "Roll the die"


async def test_a_deleted_lobby_message_is_posted_again(house: House, anna: Player, carla: Player) -> None:
    lobby = await house.lobby(anna, players=3)
    moderation.delete_message(lobby)
    await carla.slash(house.channel, "lobby join")
    await house.settled()
    (again,) = [m for m in house.said(house.channel) if not m.deleted]
    assert "Players: 2 of 3" in again.content
    await anna.slash(house.channel, "lobby start")
    await house.settled()
    assert boards(house, house.local.channel(f"Controcorrente · {house.code(again)}")) == 1


async def test_a_deleted_channel_stops_no_other_match(house: House, anna: Player, carla: Player) -> None:
    elsewhere = house.local.add_channel("altrove")
    await anna.slash(elsewhere, "controcorrente new", players=2)
    await house.settled()
    (lobby,) = house.said(elsewhere)
    code = house.code(lobby)
    other = await house.started(anna, carla)
    moderation.delete_channel(elsewhere)
    await carla.slash(house.channel, "lobby join", match=code)
    await house.settled()
    rows = await house.app.store.outbox.parked(code)
    assert {row.outgoing.kind for row in rows} >= {"lobby", "board"}
    assert await house.app.store.outbox.pending(code) == []
    assert f"`{code}`" in (await anna.slash(house.channel, "match list")).text
    assert "could not be delivered" in (await anna.slash(house.channel, "match info", match=code)).text
    reply = await anna.slash(house.channel, "match leave", match=code)
    assert reply.text == "You have resigned."
    mover = await house.mover(other, anna, carla)
    assert (await mover.click(house.board(other), label="Roll the die")).acknowledged


# Pictures --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", ["POST", "PATCH"])
async def test_a_picture_that_discord_finds_too_large_becomes_a_text_board(
    house: House, anna: Player, carla: Player, method: str
) -> None:
    def has_picture(call: Any) -> bool:
        return bool(call.files)

    thread = await house.started(anna, carla)
    press = await passed_turn(house, thread, anna, carla)
    route = MESSAGES if method == "POST" else MESSAGE
    fault = Fault(method, route, None, where=has_picture, status=413, code=40005, message="Request entity too large")
    house.local.faults.add(fault)
    house.local.expect("40005|too large")
    await press()
    await house.settled()
    mover = await house.mover(thread, anna, carla)
    if method == "PATCH":
        await mover.click(house.board(thread), label="Roll the die")
        await house.settled()
        mover = await house.mover(thread, anna, carla)
    texts = [m for m in house.said(thread) if "```" in m.content]
    assert texts
    assert fault.struck
    assert all(m.attachments == [] and f"<@{mover.id}>" in m.content for m in texts if m.controls)
    assert await parked(house, thread) == []


@pytest.mark.parametrize("error", [RenderFault("no ink"), OSError("no font"), ZeroDivisionError("a scale")], ids=repr)
async def test_a_picture_that_cannot_be_drawn_becomes_a_text_board(
    house: House, anna: Player, carla: Player, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    async def fails(*args: object) -> bytes:
        raise error

    thread = await house.started(anna, carla)
    monkeypatch.setattr(house.app.services.boards, "_picture", fails)
    with structlog.testing.capture_logs() as logs:
        await (await house.mover(thread, anna, carla)).click(house.board(thread), label="Roll the die")
        await house.settled()
    board = house.board(thread)
    assert "```" in board.content
    assert board.attachments == []
    columns = board.content.split("```")[1].splitlines()
    assert max(map(len, columns)) <= 34
    assert {log["event"] for log in logs if log["log_level"] == "error"} == {"picture_failed"}
    assert await parked(house, thread) == []


async def test_a_long_story_never_pushes_the_call_out_of_a_text_board(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fails(*args: object) -> bytes:
        raise RenderFault("no ink")

    monkeypatch.setattr(house.app.services.boards, "_picture", fails)
    monkeypatch.setattr(limits, "CONTENT", 1_000)
    people = [house.local.player(f"p{n}", nick="*_" * 16) for n in range(2)]
    thread = await house.started(*people, bots=0)
    for _ in range(6):
        board, mover = house.board(thread), await house.mover(thread, *people)
        assert f"<@{mover.id}>" in board.content
        assert len(board.content) <= 1_000
        await mover.click(board, label=board.labels[0])
        await house.settled()


# The bot is away -------------------------------------------------------------------------------------------------------


async def test_what_waited_when_the_bot_died_is_sent_by_the_next_one(tmp_path: Path, clock: ManualClock) -> None:
    async with local_discord(clock=clock) as local:
        async with living(local, tmp_path / "tavoliere.db") as house:
            anna, carla = local.player("anna"), local.player("carla")
            thread = await house.started(anna, carla)
            press = await passed_turn(house, thread, anna, carla)
            known = boards(house, thread)
            local.faults.fail("POST", MESSAGES, 503, times=None)
            await press()
            await house.settled()
            assert await pending(house, thread) == [("board", 1)]
        local.faults.clear()
        clock.advance(30 * 3600)
        async with living(local, tmp_path / "tavoliere.db") as house:
            await house.settled()
            assert boards(house, thread) == known + 2  # the board, and a word on the time given back
            mover = await house.mover(thread, anna, carla)
            assert [n.message for n in local.world.notifications if n.user is mover.user][-2] is house.board(thread)


async def test_what_got_through_unheard_before_a_death_is_not_sent_again(tmp_path: Path, clock: ManualClock) -> None:
    async with local_discord(clock=clock) as local:
        async with living(local, tmp_path / "tavoliere.db") as house:
            anna, carla = local.player("anna"), local.player("carla")
            thread = await house.started(anna, carla)
            press = await passed_turn(house, thread, anna, carla)
            known = boards(house, thread)
            local.faults.drop("POST", MESSAGES, applied=True)
            await press()
            await house.settled()
        clock.advance(30 * 3600)
        async with living(local, tmp_path / "tavoliere.db") as house:
            await house.settled()
            assert boards(house, thread) == known + 2  # the board, and a word on the time given back
            assert await pending(house, thread) == []


async def test_buttons_of_a_month_ago_and_of_an_earlier_process_work(tmp_path: Path, clock: ManualClock) -> None:
    async with local_discord(clock=clock) as local:
        async with living(local, tmp_path / "tavoliere.db") as house:
            anna, carla = local.player("anna"), local.player("carla")
            thread = await house.started(anna, carla, pace="none")
            open_lobby = await house.lobby(anna, players=3)
        clock.advance(30 * DAY)
        async with living(local, tmp_path / "tavoliere.db") as house:
            await house.settled()
            board, mover = house.board(thread), await house.mover(thread, anna, carla)
            reply = await mover.click(board, label="Roll the die")
            assert reply.acknowledged
            await house.settled()
            assert "R" in await house.played_by(thread, mover)
            assert (await carla.click(board, label="Menu")).ephemeral
            assert open_lobby.controls == [], "a lobby lives seven days"
            assert "This lobby is closed" in open_lobby.content


async def test_the_gateway_drops_and_nothing_is_lost(house: House, anna: Player, carla: Player) -> None:
    thread = await house.started(anna, carla)
    for harm in ("drop", "reconnect", "invalidate"):
        mark = house.local.mark
        if harm == "drop":
            await house.local.gateway.drop()
        elif harm == "reconnect":
            await house.local.gateway.reconnect()
        else:
            await house.local.gateway.invalidate()
        board, mover = house.board(thread), await house.mover(thread, anna, carla)
        await house.local.wait_for(lambda event: event.kind in ("resumed", "ready"), since=mark, timeout=20.0)
        version = (await house.match(thread)).version
        assert (await mover.click(board, label=board.labels[0])).acknowledged
        await house.settled()
        assert (await house.match(thread)).version > version


async def test_a_press_while_the_gateway_is_down_arrives_when_it_is_back(house: House, anna: Player, carla: Player) -> None:
    thread = await house.started(anna, carla)
    board, mover = house.board(thread), await house.mover(thread, anna, carla)
    await house.local.gateway.drop()
    reply = await mover.click(board, label="Roll the die")
    assert reply.acknowledged
    await house.settled()
    assert await house.played_by(thread, mover) == ["R"]
