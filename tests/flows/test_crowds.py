"""Many at once: a full lobby, a hundred fingers on one button, players who do not wait for each other."""

import asyncio
import re
from collections import Counter
from collections.abc import Iterable
from typing import Any

import pytest
import structlog

from bot.playground import interactions
from bot.playground.people import Player, Reply
from bot.playground.world import Channel
from tests.flows.holding import Held
from tests.flows.house import House

pytestmark = pytest.mark.asyncio

SHORT = {"start": 9, "wave": 2}


def crowd(house: House, size: int) -> list[Player]:
    """Give so many people who read English."""
    return [house.local.player(f"guest{number:03}") for number in range(size)]


def private(reply: Reply) -> str | None:
    """Give the private words that a press got, at once or after a deferral; None for a press that had its effect."""
    return reply.text if reply.ephemeral or reply.followups else None


def shown(thread: Channel) -> tuple[int, str] | None:
    """Tell which board is there to be pressed; None between a press and the next board."""
    boards = [message for message in thread.messages if message.controls]
    return (boards[-1].id, boards[-1].content) if boards else None


async def another_board(house: House, thread: Channel, known: tuple[int, str] | None) -> None:
    """Wait for a board other than the known one."""
    await house.local.until(lambda: shown(thread) not in (known, None), what="another board")


def bad(logs: Iterable[Any]) -> list[Any]:
    """Keep the log's lines that somebody would have to look at."""
    return [log for log in logs if log["log_level"] in ("warning", "error", "critical")]


async def test_a_hundred_joins_at_once_fill_four_seats_and_start_once(house: House, anna: Player) -> None:
    lobby = await house.lobby(anna, players=4)
    guests = crowd(house, 100)
    with structlog.testing.capture_logs() as logs:
        replies = await asyncio.gather(*(guest.click(lobby, label="Join") for guest in guests))
        await house.settled()
    assert all(reply.acknowledged for reply in replies)
    refused = [text for reply in replies if (text := private(reply)) is not None]
    assert len(refused) == 97, "the host holds the first of the four seats"
    assert set(refused) == {"This match has already begun, so its lobby can no longer be changed."}
    match = await house.match(lobby)
    assert [stored.record.kind for stored in match.records][:1] == ["started"]
    assert Counter(stored.record.kind for stored in match.records)["started"] == 1
    assert len(match.holders) == 4
    threads = [c for c in house.local.world.channels.values() if match.code in c.name]
    assert len(threads) == 1
    assert len(house.said(threads[0])) == 1
    assert bad(logs) == []


async def test_a_lobby_without_a_host_inside_takes_four_of_a_hundred(house: House, anna: Player) -> None:
    """The host leaves while everybody joins: whoever comes in, four are seated in the end and nobody twice."""
    lobby = await house.lobby(anna, players=4)
    guests = crowd(house, 40)
    await guests[0].click(lobby, label="Join")
    await house.settled()
    pressed = [anna.click(lobby, label="Leave"), *(guest.click(lobby, label="Join") for guest in guests[1:])]
    await asyncio.gather(*pressed)
    await house.settled()
    match = await house.match(lobby)
    assert len({taken.holder.user_id for taken in match.holders if hasattr(taken.holder, "user_id")}) == 4
    assert match.header.status == "playing"


async def test_fifty_identical_clicks_are_one_action(house: House, anna: Player, bruno: Player) -> None:
    thread = await house.started(anna, bruno)
    board, mover = house.board(thread), await house.mover(thread, anna, bruno)
    with structlog.testing.capture_logs() as logs:
        replies = await asyncio.gather(*(mover.click(board, label="Roll the die") for _ in range(50)))
        await house.settled()
    assert await house.played_by(thread, mover) == ["R"]
    assert all(reply.acknowledged for reply in replies)
    told = [text for reply in replies if (text := private(reply)) is not None]
    assert len(told) == 49
    assert all(told)
    assert bad(logs) == []


async def test_fifty_identical_commands_are_one_action(house: House, anna: Player, bruno: Player) -> None:
    thread = await house.started(anna, bruno)
    mover = await house.mover(thread, anna, bruno)
    with structlog.testing.capture_logs() as logs:
        replies = await asyncio.gather(*(mover.slash(thread, "controcorrente roll") for _ in range(50)))
        await house.settled()
    assert await house.played_by(thread, mover) == ["R"]
    done = [reply for reply in replies if "`R`" in reply.text and "?" not in reply.text and reply.text.count(" ") < 3]
    assert len(done) == 1
    assert all(reply.ephemeral and reply.text for reply in replies)
    assert bad(logs) == []


async def test_six_different_presses_on_one_match_all_succeed(house: House, anna: Player, bruno: Player) -> None:
    """Nobody is told to be patient: each gets the own effect, in whatever order they came."""
    thread = await house.started(anna, bruno)
    board, mover = house.board(thread), await house.mover(thread, anna, bruno)
    other = bruno if mover is anna else anna
    carla = house.local.player("carla")
    presses: list[Any] = [
        mover.click(board, label="Roll the die"),
        other.click(board, label="Menu"),
        carla.click(board, label="Text board"),
        other.slash(thread, "match abort"),
        carla.slash(thread, "match log"),
        carla.slash(thread, "match info"),
    ]
    with structlog.testing.capture_logs() as logs:
        replies: list[Reply] = await asyncio.gather(*presses)
        await house.settled()
    assert all(reply.acknowledged and (reply.latency or 0) < 1.0 for reply in replies)
    kinds = Counter(stored.record.kind for stored in (await house.match(thread)).records)
    assert kinds["offered"] == 1
    assert kinds["played"] >= 1
    assert bad(logs) == []


async def test_six_people_press_different_lobby_controls_at_once(house: House, anna: Player) -> None:
    lobby = await house.lobby(anna, players=4)
    guests = crowd(house, 2)
    presses: list[Any] = [
        guests[0].click(lobby, label="Join"),
        guests[1].select(lobby, "Choose a seat", "C"),
        anna.click(lobby, label="Add bot"),
        anna.select(lobby, "Choose a seat", "A"),
        house.local.player("late").click(lobby, label="Leave"),
        guests[0].slash(house.channel, "match info"),
    ]
    replies: list[Reply] = await asyncio.gather(*presses)
    await house.settled()
    assert all(reply.acknowledged for reply in replies)
    match = await house.match(lobby)
    assert (match.header.status, len(match.holders)) == ("playing", 4)
    for player, seat, reply in ((anna, 0, replies[3]), (guests[1], 2, replies[1])):
        assert private(reply) is not None or match.seat_of(player.id) == seat, (
            "either the wish came too late and was told so, or it holds"
        )


async def test_both_players_click_at_once_and_one_of_them_is_due(house: House, anna: Player, bruno: Player) -> None:
    thread = await house.started(anna, bruno)
    board, mover = house.board(thread), await house.mover(thread, anna, bruno)
    other = bruno if mover is anna else anna
    mine, theirs = await asyncio.gather(mover.click(board, label="Roll the die"), other.click(board, label="Roll the die"))
    await house.settled()
    assert private(mine) is None
    assert private(theirs) is not None
    match = await house.match(thread)
    assert {stored.actor for stored in match.records if stored.record.kind == "played"} <= {mover.id, None}


async def test_a_late_click_on_an_old_board_changes_nothing(house: House, anna: Player, bruno: Player) -> None:
    """Both clients still show a board from five decisions ago."""
    thread = await house.started(anna, bruno)
    old = house.board(thread)
    ids = [control["custom_id"] for control in old.controls]
    for _ in range(5):
        mover, board = await house.mover(thread, anna, bruno), house.board(thread)
        await mover.click(board, label=board.labels[0])
        await house.settled()
    version, said = (await house.match(thread)).version, len(house.said(thread))
    for player in (anna, bruno):
        reply = await house.forge(player, old, ids[0])
        assert reply.ephemeral
        assert reply.text.startswith(("That button belongs", "Quel pulsante"))
    await house.settled()
    assert ((await house.match(thread)).version, len(house.said(thread))) == (version, said)


async def test_a_strangers_clicks_change_nothing(house: House, anna: Player, bruno: Player) -> None:
    thread = await house.started(anna, bruno)
    board, strangers = house.board(thread), crowd(house, 10)
    replies = await asyncio.gather(*(stranger.click(board, label="Roll the die") for stranger in strangers))
    assert {reply.text for reply in replies} == {
        "You do not play in this match. Only those who hold a seat may act in it; watching is open to everybody."
    }
    assert (await house.match(thread)).version == 2


async def test_a_roll_delivered_twice_is_one_roll(house: House, anna: Player, bruno: Player) -> None:
    thread = await house.started(anna, bruno)
    board, mover = house.board(thread), await house.mover(thread, anna, bruno)
    house.local.expect("40060")
    (button,) = [control for control in board.controls if control.get("label") == "Roll the die"]
    data = {"component_type": 2, "custom_id": button["custom_id"], "id": button["id"]}
    press = interactions.start(house.local.world, interactions.COMPONENT, mover.user, thread, data, board)
    interactions.deliver(press)
    interactions.deliver(press)
    await house.sent(mover, press)
    await house.settled()
    interactions.deliver(press)  # and once more when all is long done
    await house.settled()
    assert await house.played_by(thread, mover) == ["R"]
    assert [m for m in mover.sees(thread) if m.ephemeral] == []


async def test_a_slow_match_delays_no_other(house: House, anna: Player, bruno: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    """The store does not come to an end with one match; the other is played as if nothing were."""
    slow = await house.started(anna, bruno, **SHORT)
    quick = await house.started(anna, bruno, **SHORT)
    code = (await house.match(slow)).code
    held = Held(monkeypatch, house.app.store, "commit", where=lambda commit: commit.header.code == code)
    mover = await house.mover(slow, anna, bruno)
    waiting = asyncio.create_task(mover.click(house.board(slow), label="Roll the die"))
    await held.reached.wait()
    for _ in range(3):
        mover, board = await house.mover(quick, anna, bruno), house.board(quick)
        known = shown(quick)
        reply = await mover.click(board, label=board.labels[0])
        assert (reply.latency or 9) < 1.0
        await another_board(house, quick, known)
    assert not held.go.is_set()
    held.go.set()
    assert (await waiting).acknowledged
    await house.settled()
    assert re.search("roll", house.board(slow).content + house.said(slow)[-1].content)


async def test_a_delivery_that_hangs_delays_no_other_match(house: House, anna: Player, bruno: Player) -> None:
    slow = await house.started(anna, bruno, **SHORT)
    quick = await house.started(anna, bruno, **SHORT)
    fault = house.local.faults.hold("PATCH", "/channels/{channel_id}/messages/{message_id}")
    mover = await house.mover(slow, anna, bruno)
    await mover.click(house.board(slow), label="Roll the die")
    await fault.reached()
    mover, board = await house.mover(quick, anna, bruno), house.board(quick)
    known = shown(quick)
    assert (await mover.click(board, label="Roll the die")).acknowledged
    await another_board(house, quick, known)
    fault.release()
    await house.settled()
