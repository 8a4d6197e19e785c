"""The real discord.py client against the local Discord: what players do and what they get."""

import asyncio

import aiohttp
import pytest

from bot.playground import CannotDo, LocalDiscord, ManualClock
from tests.playground.fixtures import running_bot
from tests.playground.table_bot import PNG, TableBot

pytestmark = pytest.mark.asyncio


async def test_login_shows_the_guild_and_registers_commands_once(local: LocalDiscord, bot: TableBot) -> None:
    assert [guild.name for guild in bot.guilds] == ["Casa"]
    assert bot.guilds[0].me.guild_permissions.manage_threads
    assert [channel.name for channel in bot.guilds[0].text_channels] == ["tavolo"]
    assert local.commands.syncs == 1
    fetched = await bot.tree.fetch_commands()
    assert sorted(command.name for command in fetched) == ["echo", "table"]


async def test_slash_command_is_answered_at_once(local: LocalDiscord, bot: TableBot) -> None:
    reply = await local.player("anna", locale="it").slash(local.channel(), "echo", word="ciao")
    assert (reply.text, reply.type, reply.ephemeral, reply.failed) == ("ciao", 4, False, False)
    assert reply.latency is not None
    assert reply.latency < 1
    assert "interaction anna it" in bot.seen
    assert local.channel().last_message is reply.message


async def test_typed_options_arrive_resolved(local: LocalDiscord, bot: TableBot) -> None:
    anna, berta = local.player("anna"), local.player("berta", nick="La Berta")
    reply = await anna.slash(local.channel(), "table open", guest=berta, seats=3, pace="One day", public=False)
    assert reply.text == "La Berta 3 day False"
    assert reply.ephemeral
    assert reply.message in anna.sees(local.channel())
    assert reply.message not in berta.sees(local.channel())
    assert local.channel().messages == []


async def test_autocomplete_sees_the_other_options(local: LocalDiscord, bot: TableBot) -> None:
    anna = local.player("anna")
    reply = await anna.autocomplete(local.channel(), "table deep move", focused="notation", value="S", game="splut")
    assert reply.choices == [{"name": "splut: Sn", "value": "Sn"}, {"name": "splut: Se", "value": "Se"}]
    reply = await anna.slash(local.channel(), "table deep move", game="splut", notation=reply.choices[0]["value"])
    assert reply.text == "splut Sn"


async def test_button_updates_its_message_again_and_again(local: LocalDiscord, bot: TableBot) -> None:
    anna, berta = local.player("anna"), local.player("berta")
    board = (await anna.slash(local.channel(), "table open", guest=berta)).message
    assert board is not None
    for number in range(3):
        reply = await (anna, berta)[number % 2].click(board, label=f"Count {number}")
        assert (reply.type, reply.message) == (7, board)
    assert board.content == "pressed 3"
    assert board.labels == ["Count 3", "Slowly"]


async def test_button_of_a_foreign_ephemeral_message_can_not_be_pressed(local: LocalDiscord, bot: TableBot) -> None:
    anna, berta = local.player("anna"), local.player("berta")
    private = (await anna.slash(local.channel(), "table open", guest=berta, public=False)).message
    assert private is not None
    with pytest.raises(CannotDo, match="berta does not see"):
        await berta.click(private, label="Count 0")
    assert (await anna.click(private, label="Count 0")).text == "pressed 1"


async def test_select_by_label_and_by_value(local: LocalDiscord, bot: TableBot) -> None:
    anna = local.player("anna")
    board = (await anna.slash(local.channel(), "table open", guest=anna)).message
    assert board is not None
    assert (await anna.select(board, "Choose a colour", ["Blue", "r"])).text == "chosen ['b', 'r']"
    assert (await anna.select(board, "colour", "r")).ephemeral
    with pytest.raises(CannotDo, match="green"):
        await anna.select(board, "colour", "green")


async def test_channels_roles_numbers_and_users_arrive_resolved(local: LocalDiscord, bot: TableBot) -> None:
    anna, berta = local.player("anna", grants=("manage_guild",)), local.player("berta", nick="La Berta")
    role = local.guild.roles[anna.member().roles[0]]
    reply = await anna.slash(local.channel(), "table about", where=local.channel(), who=role, weight=1.5)
    assert reply.text == "tavolo anna's 1.5"
    assert reply.message is not None
    assert (await anna.select(reply.message, "Invite", [berta, anna])).text in (
        "invited ['La Berta', 'Anna']",
        "invited ['Anna', 'La Berta']",
    )
    with pytest.raises(CannotDo, match="takes 1 to 3 values, not 0"):
        await anna.select(reply.message, "Invite", [])


async def test_deferred_update_edits_the_message_with_a_picture(local: LocalDiscord, bot: TableBot) -> None:
    anna = local.player("anna")
    board = (await anna.slash(local.channel(), "table open", guest=anna)).message
    assert board is not None
    reply = await anna.click(board, label="Slowly")
    assert (await reply.followup()).ephemeral_for == anna.id
    assert (reply.type, board.content) == (6, "slowly done")
    assert [(a.filename, a.width, a.height) for a in board.attachments] == [("after.png", 640, 480)]


@pytest.mark.parametrize("private", [True, False])
async def test_first_followup_becomes_the_deferred_message(local: LocalDiscord, bot: TableBot, *, private: bool) -> None:
    reply = await local.player("anna").slash(local.channel(), "table slow", private=private)
    extra = await reply.followup()
    assert reply.message is not None
    assert (reply.type, reply.message.content, reply.message.ephemeral) == (5, "thought", private)
    assert extra.content == "and more"
    assert extra.ephemeral
    assert len(local.channel().messages) == (0 if private else 1)


async def test_attachment_is_served_again(local: LocalDiscord, bot: TableBot) -> None:
    reply = await local.player("anna").slash(local.channel(), "table slow")
    assert reply.message is not None
    file = reply.message.attachments[0]
    assert (file.filename, file.description, file.content) == ("board.png", "an empty board", PNG)
    async with aiohttp.ClientSession() as session:
        async with session.get(file.url) as response:
            assert (response.status, response.content_type, await response.read()) == (200, "image/png", PNG)
        async with session.get(file.url + "x") as response:
            assert response.status == 404


async def test_thread_from_a_message_has_its_id_and_rings_the_due_player(local: LocalDiscord, bot: TableBot) -> None:
    anna, berta = local.player("anna"), local.player("berta")
    await anna.slash(local.channel(), "table thread", name="Splut · ABC234")
    lobby = await local.channel().next_message("lobby")
    home = await local.opened("Splut · ABC234")
    assert lobby.thread is home
    board = await home.next_message()
    assert home.id == lobby.id
    assert home.thread is not None
    assert anna.id not in home.thread.members or board.mentions == [anna.user]
    assert anna.notifications == [board]
    assert berta.notifications == []
    assert (await anna.click(board, label="Count 0")).text == "pressed 1"


async def test_silence_is_a_failed_interaction(timed: LocalDiscord, clock: ManualClock) -> None:
    async with running_bot(TableBot(), timed):
        asking = asyncio.create_task(timed.player("anna").slash(timed.channel(), "table mute"))
        await timed.wait_for(lambda e: e.kind == "interaction", since=0)
        clock.advance(3.1)
        reply = await asking
    assert reply.failed
    assert reply.latency is None


async def test_second_answer_is_refused(local: LocalDiscord, bot: TableBot) -> None:
    reply = await local.player("anna").slash(local.channel(), "table twice")
    assert (await reply.followup()).content == "refused with 40060"
    assert reply.message is not None
    assert reply.message.content == "once"


async def test_command_in_a_direct_message(local: LocalDiscord, bot: TableBot) -> None:
    anna = local.player("anna")
    reply = await anna.slash(anna.dm(), "echo", word="in private")
    assert reply.text == "in private"
    user = await bot.fetch_user(anna.id)
    sent = await user.send("it is your turn")
    assert [m.content for m in anna.notifications][-1] == "it is your turn"
    assert sent.channel.id == anna.dm().id


async def test_two_hundred_players_press_at_once(local: LocalDiscord, bot: TableBot) -> None:
    players = [local.player(f"p{number}") for number in range(200)]
    board = (await players[0].slash(local.channel(), "table open", guest=players[1])).message
    assert board is not None
    replies = await asyncio.gather(*(player.select(board, "colour", "r") for player in players))
    assert {reply.text for reply in replies} == {"chosen ['r']"}
    assert not any(reply.failed for reply in replies)
    assert all(len([m for m in player.sees(local.channel()) if m.ephemeral]) == 1 for player in players)
