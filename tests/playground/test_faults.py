"""Planned misfortune: what the real client makes of it, and that the world shows whether a request counted."""

import asyncio

import aiohttp
import discord
import pytest

from bot.playground import LocalDiscord, ManualClock
from bot.playground.faults import CALLBACK, MESSAGES
from tests.playground.fixtures import running_bot
from tests.playground.raw import RawBot
from tests.playground.table_bot import TableBot

pytestmark = pytest.mark.asyncio


def home(bot: TableBot) -> discord.TextChannel:
    return bot.guilds[0].text_channels[0]


async def test_a_rate_limit_is_waited_out(local: LocalDiscord, bot: TableBot) -> None:
    fault = local.faults.rate_limit("POST", MESSAGES, 0.01, times=2)
    await home(bot).send("x")
    assert fault.struck == 2
    assert [m.content for m in local.channel().messages] == ["x"]


async def test_a_banned_address_gets_an_error(local: LocalDiscord, bot: TableBot) -> None:
    local.faults.rate_limit("POST", MESSAGES, via=False)
    with pytest.raises(discord.HTTPException) as caught:
        await home(bot).send("x")
    assert caught.value.status == 429


@pytest.mark.parametrize(
    ("code", "error"), [(50013, discord.Forbidden), (10008, discord.NotFound), (40005, discord.HTTPException)]
)
async def test_a_planned_code_replaces_the_request(
    local: LocalDiscord, bot: TableBot, code: int, error: type[discord.HTTPException]
) -> None:
    local.faults.fail_code("POST", MESSAGES, code, skip=1)
    await home(bot).send("first")
    with pytest.raises(error) as caught:
        await home(bot).send("second")
    assert caught.value.code == code
    await home(bot).send("third")
    assert [m.content for m in local.channel().messages] == ["first", "third"]


async def test_503_is_an_error_at_once(local: LocalDiscord, bot: TableBot) -> None:
    local.faults.fail("POST", MESSAGES, 503)
    with pytest.raises(discord.DiscordServerError):
        await home(bot).send("x")
    assert local.channel().messages == []


async def test_an_applied_failure_counts_although_the_answer_is_an_error(local: LocalDiscord, bot: TableBot) -> None:
    local.faults.fail("POST", MESSAGES, 503, applied=True)
    with pytest.raises(discord.DiscordServerError):
        await home(bot).send("x", nonce="n1")
    assert [m.content for m in local.channel().messages] == ["x"]
    again = await home(bot).send("x", nonce="n1")
    assert again.id == local.channel().last_message.id
    assert len(local.channel().messages) == 1


@pytest.mark.parametrize("applied", [True, False])
async def test_a_cut_connection_before_or_after_it_counted(local: LocalDiscord, bot: TableBot, *, applied: bool) -> None:
    local.faults.drop("POST", MESSAGES, applied=applied)
    with pytest.raises(aiohttp.ClientConnectionError, match=r"(?i)disconnect|reset"):
        await home(bot).send("x")
    assert len(local.channel().messages) == int(applied)
    await home(bot).send("y")


async def test_a_held_request_goes_on_when_released(local: LocalDiscord, bot: TableBot) -> None:
    held = local.faults.hold("POST", MESSAGES)
    sending = asyncio.create_task(home(bot).send("x"))
    await held.reached()
    assert local.channel().messages == []
    held.release()
    await sending
    assert len(local.channel().messages) == 1


async def test_a_late_acknowledgement_is_too_late(timed: LocalDiscord, clock: ManualClock) -> None:
    async with running_bot(TableBot(), timed):
        delay = timed.faults.delay("POST", CALLBACK, 4.0)
        asking = asyncio.create_task(timed.player("anna").slash(timed.channel(), "echo", word="x"))
        await delay.reached()
        clock.advance(3.5)
        reply = await asking
        assert reply.failed
        clock.advance(1)
        await timed.until(lambda: [r.code for r in timed.rest.refused] == [10062])


async def test_a_lost_answer_to_an_acknowledgement_still_counts(local: LocalDiscord, bot: TableBot) -> None:
    local.faults.drop("POST", CALLBACK, applied=True)
    reply = await local.player("anna").slash(local.channel(), "echo", word="x")
    assert reply.text == "x"
    await local.quiet()


async def test_a_lost_interaction_fails_for_the_player(timed: LocalDiscord, clock: ManualClock) -> None:
    async with running_bot(TableBot(), timed) as bot:
        timed.gateway.misdeliver_next("INTERACTION_CREATE", copies=0)
        mark = timed.mark
        asking = asyncio.create_task(timed.player("anna").slash(timed.channel(), "echo", word="x"))
        await timed.wait_for(lambda e: e.kind == "interaction", since=mark)
        clock.advance(3)
        assert (await asking).failed
        assert "interaction anna en-US" not in bot.seen


async def test_faults_can_look_at_the_request(timed: LocalDiscord, raw: RawBot) -> None:
    fault = timed.faults.fail("POST", MESSAGES, 500, times=None)
    fault.where = lambda call: "bad" in call.form["content"]
    assert (await raw.say({"content": "good"}))[0] == 200
    assert (await raw.say({"content": "bad"}))[0] == 500
    assert (await raw.say({"content": "bad too"}))[0] == 500
    timed.faults.clear()
    assert (await raw.say({"content": "bad"}))[0] == 200
