"""Permissions of the bot and of players, guilds that go, members that leave, closed DMs."""

import pytest

from bot.playground import CannotDo, LocalDiscord, moderation, permissions
from tests.playground.raw import RawBot
from tests.playground.table_bot import PNG, TableBot

pytestmark = pytest.mark.asyncio


@pytest.mark.parametrize("everywhere", [True, False])
@pytest.mark.parametrize(
    ("name", "code"),
    [("view_channel", 50001), ("send_messages", 50013), ("embed_links", 50013), ("attach_files", 50013)],
)
async def test_sending_needs_each_permission(timed: LocalDiscord, raw: RawBot, name: str, code: int, *, everywhere: bool) -> None:
    if everywhere:
        moderation.revoke(timed.guild, name)
    else:
        moderation.deny(timed.channel(), name)
    body = {"content": "x", "embeds": [{"title": "t"}]}
    status, refused = await raw.say(body, {"a.png": PNG})
    assert (status, refused["code"]) == (403, code)
    if everywhere:
        moderation.grant(timed.guild, name)
    else:
        moderation.allow(timed.channel(), name)
    assert (await raw.say(body, {"a.png": PNG}))[0] == 200


async def test_threads_have_permissions_of_their_own(timed: LocalDiscord, raw: RawBot) -> None:
    _, starter = await raw.say({"content": "lobby"})
    path = f"/channels/{timed.channel().id}/messages/{starter['id']}/threads"
    moderation.deny(timed.channel(), "create_public_threads")
    assert await raw.code("POST", path, {"name": "home"}) == 50013
    moderation.allow(timed.channel(), "create_public_threads")
    assert await raw.code("POST", path, {"name": "home"}) == 0
    moderation.deny(timed.channel(), "send_messages_in_threads")
    assert (await raw.say({"content": "x"}, channel="home"))[1]["code"] == 50013
    moderation.deny(timed.channel(), "send_messages")
    moderation.allow(timed.channel(), "send_messages_in_threads")
    assert (await raw.say({"content": "x"}, channel="home"))[0] == 200


async def test_history_is_hidden_without_its_permission(timed: LocalDiscord, raw: RawBot) -> None:
    _, sent = await raw.say({"content": "x"})
    moderation.deny(timed.channel(), "read_message_history")
    path = f"/channels/{timed.channel().id}/messages"
    assert await raw.ask("GET", path) == (200, [])
    assert await raw.code("GET", f"{path}/{sent['id']}") == 50013
    assert await raw.code("PATCH", f"{path}/{sent['id']}", {"content": "y"}) == 0


async def test_foreign_messages_and_channels_need_manage_permissions(timed: LocalDiscord, raw: RawBot) -> None:
    message = await timed.player("anna").say(timed.channel(), "x")
    moderation.revoke(timed.guild, "manage_messages")
    assert await raw.code("DELETE", f"/channels/{timed.channel().id}/messages/{message.id}") == 50013
    assert await raw.code("PATCH", f"/channels/{timed.channel().id}", {"name": "new"}) == 50013
    assert await raw.code("DELETE", f"/channels/{timed.channel().id}") == 50013
    moderation.grant(timed.guild, "manage_channels")
    assert await raw.code("PATCH", f"/channels/{timed.channel().id}", {"name": "new"}) == 0
    assert await raw.code("DELETE", f"/channels/{timed.channel('new').id}") == 0


async def test_the_bot_sees_its_permissions_change(local: LocalDiscord, bot: TableBot) -> None:
    channel = bot.guilds[0].text_channels[0]
    assert channel.permissions_for(bot.guilds[0].me).send_messages
    moderation.deny(local.channel(), "send_messages")
    await local.quiet()
    assert not channel.permissions_for(bot.guilds[0].me).send_messages
    moderation.revoke(local.guild, "manage_threads")
    await local.quiet()
    assert not channel.permissions_for(bot.guilds[0].me).manage_threads


async def test_interactions_carry_both_sides_permissions(local: LocalDiscord, bot: TableBot) -> None:
    admin = local.player("admin", grants=("manage_guild",))
    moderation.deny(local.channel(), "attach_files")
    seen: list[tuple[bool, bool]] = []

    async def note(interaction: object) -> None:
        seen.append((interaction.permissions.manage_guild, interaction.app_permissions.attach_files))  # type: ignore[attr-defined]  # discord.Interaction is generic over the bot

    bot.add_listener(note, "on_interaction")
    await admin.slash(local.channel(), "echo", word="x")
    await local.player("anna").slash(local.channel(), "echo", word="x")
    await local.quiet()
    assert seen == [(True, False), (False, False)]


async def test_a_bot_thrown_out_finds_nothing_any_more(local: LocalDiscord, bot: TableBot) -> None:
    channel, guild = bot.guilds[0].text_channels[0], local.guild
    moderation.remove_bot(guild)
    await local.quiet()
    assert list(bot.guilds) == []
    assert bot.seen[-1] == "left Casa"
    with pytest.raises(Exception, match="10003"):
        await channel.send("anyone?")
    with pytest.raises(Exception, match="10004"):
        await bot.fetch_guild(guild.id)


async def test_a_member_who_left_is_unknown_and_can_do_nothing(local: LocalDiscord, bot: TableBot) -> None:
    anna = local.player("anna")
    moderation.remove_member(local.guild, anna.user)
    with pytest.raises(Exception, match="10007"):
        await bot.guilds[0].fetch_member(anna.id)
    with pytest.raises(CannotDo, match="does not see"):
        await anna.slash(local.channel(), "echo", word="x")


async def test_closed_direct_messages(local: LocalDiscord, bot: TableBot) -> None:
    anna = local.player("anna")
    moderation.close_dms(anna.user)
    user = await bot.fetch_user(anna.id)
    with pytest.raises(Exception, match="50007"):
        await user.send("psst")
    assert anna.notifications == []


async def test_a_player_sees_only_the_commands_offered(timed: LocalDiscord, raw: RawBot) -> None:
    tree = [
        {
            "name": "settings",
            "description": "d",
            "type": 1,
            "default_member_permissions": permissions.MANAGE_GUILD,
            "contexts": [0],
        }
    ]
    await raw.ask("PUT", f"/applications/{timed.world.application_id}/commands", tree)
    anna = timed.player("anna")
    with pytest.raises(CannotDo, match="not offered to anna"):
        await anna.slash(timed.channel(), "settings")
    with pytest.raises(CannotDo, match="not offered in a DM"):
        await anna.slash(anna.dm(), "settings")
    with pytest.raises(CannotDo, match=r"no command \['unknown'\]"):
        await anna.slash(timed.channel(), "unknown")


async def test_unauthorised_requests_are_refused(timed: LocalDiscord) -> None:
    async with RawBot(timed, token="wrong") as stranger:
        assert await stranger.ask("GET", "/users/@me") == (401, {"message": "401: Unauthorized", "code": 0})
