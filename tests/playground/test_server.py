"""The local Discord itself: problems that fail a test, the record, waiting, clocks, the redirection of discord.py."""

import asyncio
from collections.abc import Mapping
from typing import Any

import discord
import pytest

from bot.playground import CannotDo, LocalDiscord, ManualClock, redirect_to
from bot.playground.events import KEPT, EventLog
from tests.playground.fixtures import running_bot
from tests.playground.raw import RawBot
from tests.playground.table_bot import TableBot

pytestmark = pytest.mark.asyncio


async def test_an_unknown_route_fails_the_end(timed: LocalDiscord, raw: RawBot) -> None:
    assert await raw.ask("PUT", "/guilds/5/bans/6") == (404, {"message": "404: Not Found", "code": 0})
    assert timed.unexpected_problems() == ["the local Discord does not know PUT /api/v10/guilds/5/bans/6"]
    timed.expect("PUT .*/bans/")
    assert timed.unexpected_problems() == []


async def test_the_end_tells_problems_with_the_record() -> None:
    with pytest.raises(AssertionError, match=r"(?s)does not know GET /api/v10/nowhere.*→ GET /api/v10/nowhere"):
        async with LocalDiscord() as local, RawBot(local) as raw:
            await raw.ask("GET", "/nowhere")


async def test_an_error_of_the_test_is_not_hidden_by_problems() -> None:
    async def fail() -> None:
        async with LocalDiscord() as local, RawBot(local) as raw:
            await raw.ask("GET", "/nowhere")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError) as caught:
        await fail()
    assert "GET /api/v10/nowhere" in caught.value.__notes__[0]


class Grumbler:
    """A verifier that finds fault with everything."""

    def request(self, method: str, route: str, query: Mapping[str, str], json_payload: Any) -> list[str]:
        return [f"request {json_payload}"]

    def response(self, method: str, route: str, status: int, payload: Any) -> list[str]:
        return [f"response {status}"]

    def dispatch(self, event: str, data: Any) -> list[str]:
        return [data["content"]] if event == "MESSAGE_CREATE" else []


async def test_a_verifier_sees_requests_answers_and_dispatches() -> None:
    async with LocalDiscord(verifier=Grumbler()) as local, RawBot(local) as raw:
        await raw.say({"content": "x"})
        await raw.say({})
        local.expect(".")
    route = "POST /channels/{channel_id}/messages"
    assert local.problems == [
        f"{route}: request {{'content': 'x'}}",
        "dispatch MESSAGE_CREATE: x",
        f"{route}: response 200",
        f"{route}: request {{}}",
        f"{route}: response 400",
    ]


async def test_broken_json_is_told(timed: LocalDiscord) -> None:
    import aiohttp

    headers = {"Authorization": f"Bot {timed.token}", "Content-Type": "application/json"}
    url = f"{timed.url}/api/v10/channels/{timed.channel().id}/messages"
    async with aiohttp.ClientSession(headers=headers) as session, session.post(url, data="{") as response:
        assert response.headers["Content-Type"] == "application/json"
        assert (await response.json())["code"] == 50109


async def test_a_wait_in_vain_ends_with_the_record(timed: LocalDiscord, raw: RawBot) -> None:
    await raw.say({"content": "not that one"})
    with pytest.raises(AssertionError, match=r"(?s)a message 'this one' in #tavolo.*not that one"):
        await timed.channel().next_message("this one", timeout=0.01)
    with pytest.raises(AssertionError, match=r"(?s)an event.*not that one"):
        await timed.wait_for(lambda e: False, timeout=0.01)


async def test_next_message_misses_none(timed: LocalDiscord, raw: RawBot) -> None:
    for word in ("one", "two", "three"):
        await raw.say({"content": word})
    await timed.player("anna").say(timed.channel(), "between")
    channel = timed.channel()
    assert [(await channel.next_message()).content for _ in range(2)] == ["one", "two"]
    waiting = asyncio.create_task(channel.next_message("four"))
    await raw.say({"content": "four"})
    assert (await waiting).content == "four"


async def test_quiet_waits_for_the_bots_handlers(local: LocalDiscord, bot: TableBot) -> None:
    anna = local.player("anna")
    held = local.faults.hold("POST", "/channels/{channel_id}/messages")
    await anna.slash(local.channel(), "table thread", name="home")
    quiet = asyncio.create_task(local.quiet())
    await held.reached()
    assert not quiet.done()
    held.release()
    await quiet
    assert [m.content for m in local.channel("home").messages] == [f"{anna.mention} is due"]


async def test_quiet_waits_for_a_handler_that_asks_nothing_of_discord(local: LocalDiscord, bot: TableBot) -> None:
    gate, left = asyncio.Event(), asyncio.Event()

    async def think(message: discord.Message) -> None:
        await gate.wait()
        left.set()

    bot.add_listener(think, "on_message")
    await local.player("anna").say(local.channel(), "hm")
    quiet = asyncio.create_task(local.quiet(settle=0))
    for _ in range(5):
        await local.gateway.round_trip()
    assert not quiet.done()
    gate.set()
    await quiet
    assert left.is_set()


async def test_quiet_is_bounded(local: LocalDiscord, bot: TableBot) -> None:
    held = local.faults.hold("POST", "/channels/{channel_id}/messages")
    await local.player("anna").slash(local.channel(), "table thread", name="home")
    await held.reached()
    with pytest.raises(AssertionError, match="not quiet within"):
        await local.quiet(timeout=0.05)
    held.release()
    await local.quiet()


async def test_what_a_client_would_not_send(local: LocalDiscord, bot: TableBot) -> None:
    anna, here = local.player("anna"), local.channel()
    wrong: list[tuple[str, dict[str, Any], str]] = [
        ("table", {}, "needs one more word"),
        ("table nothing", {}, "no 'nothing' among"),
        ("echo", {}, r"needs \['word'\]"),
        ("echo", {"word": "x", "volume": 3}, r"no option \['volume'\]"),
        ("echo", {"word": 5}, "does not take 5"),
        ("table open", {"guest": anna, "seats": 9}, "does not take 9"),
        ("table open", {"guest": anna, "pace": "never"}, "no choice 'never'"),
        ("table open", {"guest": "anna"}, "is no user"),
    ]
    for command, options, complaint in wrong:
        with pytest.raises(CannotDo, match=complaint):
            await anna.slash(here, command, **options)
    with pytest.raises(CannotDo, match="has no autocomplete"):
        await anna.autocomplete(here, "echo", focused="word")
    board = (await anna.slash(here, "table open", guest=anna)).message
    assert board is not None
    with pytest.raises(CannotDo, match="0 controls fit button 'Nothing'; the message has: 'Count 0' 'n:0', 'Slowly' 'defer'"):
        await anna.click(board, label="Nothing")


async def test_two_guilds_and_their_channels(local: LocalDiscord) -> None:
    other = local.add_guild("Altra", locale="it")
    async with running_bot(TableBot(), local) as bot:
        square = local.add_channel("piazza", guild=other)
        late = local.add_guild("Tarda")
        await local.quiet()
        assert sorted(guild.name for guild in bot.guilds) == ["Altra", "Casa", "Tarda"]
        assert late.id in {guild.id for guild in bot.guilds}
        anna = local.player("anna", guild=other)
        assert (await anna.slash(square, "echo", word="x")).text == "x"
        with pytest.raises(CannotDo):
            await anna.slash(local.channel("tavolo"), "echo", word="x")


@pytest.mark.parametrize(
    "url",
    [
        "https://127.0.0.1:80",
        "http://discord.com:80",
        "http://127.0.0.1",
        "http://10.0.0.1:80",
        "ws://127.0.0.1:80",
        "http://127.0.0.1:80/x",
        "",
    ],
)
async def test_only_a_loopback_address_can_be_redirected_to(url: str) -> None:
    with pytest.raises(ValueError, match="a local Discord has a url like"):
        redirect_to(url)
    assert discord.http.Route.BASE.startswith("https://discord.com/")


async def test_a_redirection_is_undone() -> None:
    undo = redirect_to("http://localhost:8080")
    assert discord.http.Route.BASE == "http://localhost:8080/api/v10"
    assert str(discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY) == "ws://localhost:8080/gateway"
    assert discord.asset.Asset.BASE == "http://localhost:8080"
    undo()
    assert discord.http.Route.BASE.startswith("https://discord.com/")
    assert discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY.host == "gateway.discord.gg"
    assert discord.asset.Asset.BASE == "https://cdn.discordapp.com"


async def test_a_manual_clock_wakes_sleepers_in_their_order(clock: ManualClock) -> None:
    woken: list[float] = []

    async def sleep(seconds: float) -> None:
        await clock.sleep(seconds)
        woken.append(seconds)

    start = clock.now()
    sleepers = [asyncio.create_task(sleep(seconds)) for seconds in (30, 10, 20, 0)]
    await sleepers[3]
    clock.advance(25)
    await asyncio.gather(sleepers[1], sleepers[2])
    assert woken == [0, 10, 20]
    assert (clock.now() - start).total_seconds() == clock.monotonic() == 25
    sleepers[0].cancel()
    with pytest.raises(ValueError, match="does not go back"):
        clock.advance(-1)


async def test_the_log_forgets_the_oldest_events_but_counts_on() -> None:
    log = EventLog()
    waiting = asyncio.create_task(log.wait(lambda e: e.kind == "last", since=0, timeout=5))
    for number in range(2 * KEPT + 5):
        assert log.happened("x").number == number
    assert (log.mark, len(log.events)) == (2 * KEPT + 5, KEPT + 5)
    log.happened("last")
    assert (await waiting).number == 2 * KEPT + 5
    assert (await log.wait(lambda e: True, since=3, timeout=1)).number == KEPT
