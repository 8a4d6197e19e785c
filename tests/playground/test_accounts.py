"""The routes about the bot, users and guilds, through discord.py where it has them."""

import pytest

from bot.playground import LocalDiscord, moderation
from tests.playground.raw import RawBot
from tests.playground.table_bot import TableBot

pytestmark = pytest.mark.asyncio


async def test_guilds_and_what_is_in_them_can_be_fetched(local: LocalDiscord, bot: TableBot) -> None:
    anna = local.player("anna", nick="Annina", grants=("manage_guild",))
    guild = await bot.fetch_guild(local.guild.id)
    assert (guild.name, guild.approximate_member_count) == ("Casa", 3)
    assert [channel.name for channel in await guild.fetch_channels()] == ["tavolo"]
    assert {role.name for role in await guild.fetch_roles()} == {"@everyone", "Tavoliere", "anna's"}
    member = await guild.fetch_member(anna.id)
    assert (member.display_name, member.guild_permissions.manage_guild) == ("Annina", True)
    assert [found.name async for found in bot.fetch_guilds()] == ["Casa"]
    assert [thread.name for thread in await guild.active_threads()] == []


async def test_channels_and_threads_can_be_fetched(local: LocalDiscord, bot: TableBot) -> None:
    await local.player("anna").slash(local.channel(), "table thread", name="home")
    home = await local.opened("home")
    await local.quiet()
    assert getattr(await bot.fetch_channel(home.id), "name", None) == "home"
    assert [thread.name for thread in await bot.guilds[0].active_threads()] == ["home"]
    async with bot.guilds[0].text_channels[0].typing():
        assert [event.kind for event in local.world.log.events].count("typing") == 1


async def test_the_bot_can_leave(local: LocalDiscord, bot: TableBot) -> None:
    await bot.guilds[0].leave()
    await local.quiet()
    assert list(bot.guilds) == []
    assert local.world.guilds == {}


async def test_the_gateway_and_the_application_are_told(timed: LocalDiscord, raw: RawBot) -> None:
    _, gateway = await raw.ask("GET", "/gateway")
    assert gateway == {"url": timed.url.replace("http", "ws") + "/gateway"}
    _, gateway = await raw.ask("GET", "/gateway/bot")
    assert gateway["shards"] == 1
    _, application = await raw.ask("GET", "/applications/@me")
    assert application["id"] == str(timed.world.application_id)


async def test_a_direct_message_channel_is_opened_once(timed: LocalDiscord, raw: RawBot) -> None:
    anna = timed.player("anna")
    _, first = await raw.ask("POST", "/users/@me/channels", {"recipient_id": str(anna.id)})
    _, second = await raw.ask("POST", "/users/@me/channels", {"recipient_id": str(anna.id)})
    assert first["id"] == second["id"] == str(anna.dm().id)
    assert await raw.code("POST", "/users/@me/channels", {"recipient_id": str(timed.world.bot.id)}) == 50007
    assert await raw.code("PATCH", f"/channels/{first['id']}", {"name": "x"}) == 50024
    assert (await raw.ask("DELETE", f"/channels/{first['id']}"))[0] == 200


async def test_a_message_deleted_by_a_moderator_is_told(local: LocalDiscord, bot: TableBot) -> None:
    message = await local.player("anna").say(local.channel(), "x")
    moderation.delete_message(message)
    await local.quiet()
    assert bot.seen[-1] == "message deleted"
    assert message.deleted
