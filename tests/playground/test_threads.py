"""Threads: ids, limits, archive and lock, and who may do what."""

import asyncio

import pytest

from bot.playground import CannotDo, LocalDiscord, ManualClock, moderation
from bot.playground.faults import CALLBACK
from bot.playground.world import Channel
from tests.playground.fixtures import running_bot
from tests.playground.raw import RawBot
from tests.playground.table_bot import TableBot

pytestmark = pytest.mark.asyncio


async def opened(timed: LocalDiscord, raw: RawBot, name: str = "home") -> Channel:
    _, starter = await raw.say({"content": "lobby"})
    status, _ = await raw.ask("POST", f"/channels/{timed.channel().id}/messages/{starter['id']}/threads", {"name": name})
    assert status == 201
    return timed.channel(name)


def is_archived(thread: Channel) -> bool:
    return thread.thread is not None and thread.thread.archived


async def test_a_thread_has_its_messages_id_and_opens_once(timed: LocalDiscord, raw: RawBot) -> None:
    thread = await opened(timed, raw)
    starter = timed.channel().last_message
    assert (thread.id, thread.parent, starter.thread) == (starter.id, timed.channel(), thread)
    path = f"/channels/{timed.channel().id}/messages/{starter.id}/threads"
    assert await raw.code("POST", path, {"name": "again"}) == 160004
    assert await raw.code("POST", path.replace(str(starter.id), "5"), {"name": "x"}) == 10008
    assert await raw.code("POST", f"/channels/{thread.id}/messages/5/threads", {"name": "x"}) == 10008
    assert await raw.code("POST", f"/channels/{thread.id}/threads", {"name": "x"}) == 50024


async def test_a_thread_without_a_message_is_told_in_the_channel(timed: LocalDiscord, raw: RawBot) -> None:
    status, made = await raw.ask("POST", f"/channels/{timed.channel().id}/threads", {"name": "alone", "type": 11})
    assert (status, made["type"], made["name"]) == (201, 11, "alone")
    assert timed.channel().messages == []
    assert [m.type for m in timed.channel().all_messages.values()] == [18]
    assert await raw.code("POST", f"/channels/{timed.channel().id}/threads", {"name": "secret", "type": 12}) == 50035
    assert await raw.code("POST", f"/channels/{timed.channel().id}/threads", {"name": "", "type": 11}) == 50035
    bad = {"name": "x", "type": 11, "auto_archive_duration": 61}
    assert await raw.code("POST", f"/channels/{timed.channel().id}/threads", bad) == 50035


async def test_a_guild_has_room_for_so_many_active_threads(timed: LocalDiscord, raw: RawBot) -> None:
    timed.world.max_active_threads = 1
    thread = await opened(timed, raw)
    path = f"/channels/{timed.channel().id}/threads"
    assert await raw.code("POST", path, {"name": "more", "type": 11}) == 160006
    moderation.archive(thread)
    assert await raw.code("POST", path, {"name": "more", "type": 11}) == 0


async def test_sending_wakes_an_archived_thread_but_editing_does_not(timed: LocalDiscord, raw: RawBot) -> None:
    thread = await opened(timed, raw)
    _, sent = await raw.say({"content": "a"}, channel="home")
    moderation.archive(thread)
    path = f"/channels/{thread.id}/messages/{sent['id']}"
    assert await raw.code("PATCH", path, {"content": "b"}) == 50083
    assert await raw.code("DELETE", path) == 50083
    assert is_archived(thread)
    assert (await raw.say({"content": "c"}, channel="home"))[0] == 200
    assert not is_archived(thread)
    assert await raw.code("PATCH", path, {"content": "b"}) == 0


async def test_a_locked_thread_needs_manage_threads(timed: LocalDiscord, raw: RawBot) -> None:
    thread = await opened(timed, raw)
    moderation.archive(thread, locked=True)
    moderation.revoke(timed.guild, "manage_threads")
    assert (await raw.say({"content": "a"}, channel="home"))[1]["code"] == 50083
    assert await raw.code("PATCH", f"/channels/{thread.id}", {"archived": False}) == 50013
    moderation.grant(timed.guild, "manage_threads")
    assert (await raw.say({"content": "a"}, channel="home"))[0] == 200
    moderation.lock(thread)
    moderation.revoke(timed.guild, "manage_threads")
    assert (await raw.say({"content": "b"}, channel="home"))[1]["code"] == 160005


async def test_the_opener_may_archive_and_rename_but_not_lock(timed: LocalDiscord, raw: RawBot) -> None:
    thread = await opened(timed, raw)
    moderation.revoke(timed.guild, "manage_threads")
    path = f"/channels/{thread.id}"
    assert await raw.code("PATCH", path, {"name": "renamed"}) == 0
    assert await raw.code("PATCH", path, {"archived": True}) == 0
    assert await raw.code("PATCH", path, {"name": "while archived"}) == 50083
    assert await raw.code("PATCH", path, {"archived": False}) == 0
    assert await raw.code("PATCH", path, {"locked": True}) == 50013
    assert thread.name == "renamed"
    assert [m.type for m in thread.all_messages.values()] == [21, 4]


async def test_a_third_rename_within_ten_minutes_waits_long(timed: LocalDiscord, raw: RawBot, clock: ManualClock) -> None:
    thread = await opened(timed, raw)
    for name in ("a", "b"):
        assert await raw.code("PATCH", f"/channels/{thread.id}", {"name": name}) == 0
        clock.advance(60)
    status, refused = await raw.ask("PATCH", f"/channels/{thread.id}", {"name": "c"})
    assert (status, refused["retry_after"]) == (429, 480.0)
    clock.advance(481)
    assert await raw.code("PATCH", f"/channels/{thread.id}", {"name": "c"}) == 0


async def test_a_silent_thread_archives_itself(timed: LocalDiscord, raw: RawBot, clock: ManualClock) -> None:
    thread = await opened(timed, raw)
    state = thread.thread
    assert state is not None
    clock.advance(4319 * 60)
    await raw.say({"content": "still here"}, channel="home")
    clock.advance(4319 * 60)
    await timed.quiet()
    assert not state.archived
    clock.advance(2 * 60)
    await timed.until(lambda: state.archived)
    _, listed = await raw.ask("GET", f"/channels/{timed.channel().id}/threads/archived/public")
    assert [t["name"] for t in listed["threads"]] == ["home"]
    _, active = await raw.ask("GET", f"/guilds/{timed.guild.id}/threads/active")
    assert active["threads"] == []


async def test_a_press_opens_an_archived_thread_and_is_greyed_out_in_a_locked_one(local: LocalDiscord, bot: TableBot) -> None:
    anna, admin = local.player("anna"), local.player("admin", grants=("manage_threads",))
    await anna.slash(local.channel(), "table thread", name="home")
    home = await local.opened("home")
    board = await home.next_message()
    moderation.archive(home)
    assert (await anna.click(board, label="Count 0")).text == "pressed 1"
    assert not is_archived(home)
    moderation.archive(home, locked=True)
    with pytest.raises(CannotDo, match="greyed out for anna"):
        await anna.click(board, label="Count 1")
    reply = await anna.slash(home, "table slow", private=True)
    assert (await reply.followup()).content == "and more"
    assert is_archived(home)
    assert (await admin.click(board, label="Count 1")).text == "pressed 2"


async def test_a_thread_that_is_archived_meanwhile_can_not_be_edited(local: LocalDiscord, bot: TableBot) -> None:
    anna = local.player("anna")
    await anna.slash(local.channel(), "table thread", name="home")
    board = await (await local.opened("home")).next_message()
    await local.quiet()
    held = local.faults.hold("POST", CALLBACK)
    pressing = asyncio.create_task(anna.click(board, label="Count 0"))
    await held.reached()
    moderation.archive(local.channel("home"))
    held.release()
    await local.until(lambda: [refused.code for refused in local.rest.refused] == [50083])
    pressing.cancel()
    assert board.content != "pressed 1"


async def test_players_are_added_and_the_mentioned_are_rung(timed: LocalDiscord, raw: RawBot) -> None:
    thread = await opened(timed, raw)
    anna = timed.player("anna")
    assert await raw.code("PUT", f"/channels/{thread.id}/thread-members/{anna.id}") == 0
    assert await raw.code("PUT", f"/channels/{thread.id}/thread-members/5") == 10007
    assert await raw.code("PUT", f"/channels/{thread.id}/thread-members/@me") == 0
    assert thread.thread is not None
    assert anna.id in thread.thread.members


async def test_the_bot_hears_of_deleted_threads_and_channels(local: LocalDiscord, bot: TableBot) -> None:
    await local.player("anna").slash(local.channel(), "table thread", name="home")
    await local.quiet()
    home = local.channel("home")
    moderation.delete_channel(home)
    side = local.add_channel("side")
    moderation.delete_channel(side)
    await local.quiet()
    assert bot.seen[-2:] == ["thread deleted", "channel side deleted"]
    assert bot.get_channel(home.id) is None


async def test_a_bot_that_comes_later_sees_open_threads_only(timed: LocalDiscord, raw: RawBot) -> None:
    await opened(timed, raw, "open")
    moderation.archive(await opened(timed, raw, "archived"))
    async with running_bot(TableBot(), timed) as bot:
        assert [thread.name for thread in bot.guilds[0].threads] == ["open"]
