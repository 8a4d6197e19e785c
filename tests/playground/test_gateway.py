"""Logging in, losing the socket, resuming, starting anew, dying: the gateway against the real client."""

import asyncio
import os
import signal
import sys

import discord
import pytest

from bot.playground import LocalDiscord
from tests.playground.fixtures import running_bot
from tests.playground.table_bot import TableBot, plain_intents

pytestmark = pytest.mark.asyncio


async def test_a_wrong_token_is_told_at_login(local: LocalDiscord) -> None:
    local.rest._token = "another"
    with pytest.raises(discord.LoginFailure):
        async with running_bot(TableBot(), local):
            pass


async def test_a_wrong_token_at_the_gateway_is_final(local: LocalDiscord) -> None:
    local.gateway._token = "another"
    with pytest.raises(discord.ConnectionClosed) as caught:
        async with running_bot(TableBot(), local):
            pass
    assert caught.value.code == 4004


async def test_privileged_intents_are_refused(local: LocalDiscord) -> None:
    intents = plain_intents()
    intents.members = True
    with pytest.raises(discord.PrivilegedIntentsRequired):
        async with running_bot(TableBot(intents=intents), local):
            pass


async def test_a_lost_socket_is_resumed_with_what_was_missed(local: LocalDiscord, bot: TableBot) -> None:
    anna = local.player("anna")
    await local.gateway.drop()
    reply = await anna.slash(local.channel(), "echo", word="while you were away")
    assert reply.text == "while you were away"
    await local.until(lambda: "resumed" in bot.seen)
    assert (local.gateway.identifies, local.gateway.resumes) == (1, 1)
    assert bot.seen.count("interaction anna en-US") == 1


async def test_a_close_code_and_a_reconnect_request_are_resumed(local: LocalDiscord, bot: TableBot) -> None:
    await local.gateway.drop(code=4000)
    await local.until(lambda: local.gateway.resumes == 1)
    await local.gateway.reconnect()
    await local.until(lambda: local.gateway.resumes == 2)
    assert (await local.player("anna").slash(local.channel(), "echo", word="x")).text == "x"
    assert local.gateway.identifies == 1


async def test_an_invalidated_session_logs_in_anew(local: LocalDiscord, bot: TableBot) -> None:
    await local.gateway.invalidate()
    await local.until(lambda: local.gateway.identifies == 2)
    assert (await local.player("anna").slash(local.channel(), "echo", word="x")).text == "x"
    assert local.gateway.resumes == 0
    assert local.commands.syncs == 1


async def test_a_forgotten_session_can_not_be_resumed(local: LocalDiscord, bot: TableBot) -> None:
    local.gateway.sessions.clear()
    for socket in list(local.gateway._sockets):
        await socket.close(code=4000)
    await local.until(lambda: local.gateway.identifies == 2)
    assert local.gateway.resumes == 0
    assert (await local.player("anna").slash(local.channel(), "echo", word="x")).text == "x"


async def test_one_interaction_delivered_twice_reaches_the_bot_twice(local: LocalDiscord, bot: TableBot) -> None:
    anna = local.player("anna")
    local.gateway.misdeliver_next("INTERACTION_CREATE", copies=2)
    reply = await anna.slash(local.channel(), "echo", word="x")
    await local.quiet()
    assert bot.seen.count("interaction anna en-US") == 2
    assert [refused.code for refused in local.rest.refused] == [40060]
    local.redeliver(reply.interaction)
    await local.quiet()
    assert bot.seen.count("interaction anna en-US") == 3
    assert [m.content for m in local.channel().messages] == ["x"]


async def test_a_round_trip_ends_when_all_before_it_was_read(local: LocalDiscord, bot: TableBot) -> None:
    for number in range(50):
        local.add_channel(f"c{number}")
    await local.gateway.round_trip()
    assert len(bot.guilds[0].text_channels) == 51


async def test_members_can_be_asked_for_by_id(local: LocalDiscord, bot: TableBot) -> None:
    anna = local.player("anna", nick="Annina")
    found = await bot.guilds[0].query_members(user_ids=[anna.id, 5])
    assert [member.display_name for member in found] == ["Annina"]


async def test_a_second_bot_object_takes_over(local: LocalDiscord) -> None:
    anna = local.player("anna")
    async with running_bot(TableBot(), local):
        board = (await anna.slash(local.channel(), "table open", guest=anna)).message
    assert board is not None
    async with running_bot(TableBot(syncs=False), local):
        assert (await anna.click(board, label="Count 0")).text == "pressed 1"
    assert local.commands.syncs == 1


CHILD = """
import asyncio, sys
from bot.playground import redirect_to
from tests.playground.table_bot import TableBot
redirect_to(sys.argv[1])
asyncio.run(TableBot().start(sys.argv[2]))
"""


async def test_a_bot_killed_in_another_process_logs_in_again(local: LocalDiscord) -> None:
    anna = local.player("anna")
    boards = []
    for life in (1, 2):
        ready = local.mark
        child = await asyncio.create_subprocess_exec(sys.executable, "-W", "ignore", "-c", CHILD, local.url, local.token)
        try:
            await local.wait_for(lambda e: e.kind == "ready", since=ready, timeout=20)
            boards.append((await anna.slash(local.channel(), "table open", guest=anna)).message)
            reply = await anna.click(boards[0] or local.channel().last_message, label=f"Count {life - 1}")
            assert reply.text == f"pressed {life}"
        finally:
            os.kill(child.pid, signal.SIGKILL)
            await child.wait()
        await local.until(lambda: not local.gateway.live)
    assert len(local.channel().messages) == 2
    assert len(local.gateway.sessions) == 1
