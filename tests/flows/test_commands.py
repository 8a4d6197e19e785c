"""Commands: which match is meant, what is refused and why, what they show."""

import json

import pytest

from bot.engine.replay import MatchFile, check
from bot.playground import moderation
from bot.playground.people import Player
from tests.flows.house import House

pytestmark = pytest.mark.asyncio

NEEDED = {
    "send_messages": "Send Messages",
    "create_public_threads": "Create Public Threads",
    "send_messages_in_threads": "Send Messages in Threads",
    "attach_files": "Attach Files",
    "read_message_history": "Read Message History",
}


@pytest.mark.parametrize("permission", NEEDED)
async def test_new_names_the_missing_permission(house: House, anna: Player, permission: str) -> None:
    moderation.deny(house.channel, permission)
    reply = await anna.slash(house.channel, "controcorrente new")
    assert reply.ephemeral
    assert NEEDED[permission] in reply.text
    await house.settled()
    assert house.channel.messages == []


async def test_new_refuses_options_that_do_not_go_together(house: House, bruno: Player) -> None:
    reply = await bruno.slash(house.channel, "controcorrente new", start=4, wave=4)
    assert reply.ephemeral
    assert "4" in reply.text
    assert "controcorrente.options" not in reply.text
    assert house.channel.messages == []


async def test_new_takes_every_option(house: House, anna: Player, bruno: Player) -> None:
    lobby = await house.lobby(
        anna, opponent1=bruno, bots=1, players=4, pace="week", language="it", start=5, auto_roll=True, tie_break=True
    )
    header = (await house.match(lobby)).header
    assert (header.pace, header.lang, header.capacity, header.invited) == ("week", "it", 4, (bruno.id,))
    assert json.loads(header.options) | {"start": 5, "auto_roll": True, "tie_break": True} == json.loads(header.options)
    assert [m.channel for m in bruno.notifications] == [house.channel]


async def test_without_a_match_here_the_option_is_named(house: House, anna: Player) -> None:
    assert "`match:`" in (await anna.slash(house.channel, "match board")).text
    assert "“zz”" in (await anna.slash(house.channel, "match board", match="zz")).text
    assert "WWWWWW" in (await anna.slash(house.channel, "match info", match="WWWWWW")).text


async def test_the_match_is_found_by_its_thread_and_by_its_code(house: House, anna: Player, bruno: Player) -> None:
    thread = await house.started(anna, bruno)
    code = (await house.match(thread)).code
    assert code in (await anna.slash(thread, "match info")).text
    assert code in (await anna.slash(house.channel, "match info", match=code.lower())).text
    (choice,) = (await anna.autocomplete(house.channel, "match info", focused="match")).choices
    assert choice["value"] == code
    assert (await house.local.player("carla").autocomplete(house.channel, "match info", focused="match")).choices == []


async def test_of_several_matches_the_meant_one_is_asked_for(house: House, anna: Player) -> None:
    first, second = await house.lobby(anna, players=3), await house.lobby(anna, players=4)
    reply = await anna.slash(house.channel, "lobby addbot", level="random")
    assert reply.message is not None
    answer = await anna.select(reply.message, "Choose a match", house.code(second))
    assert answer.type == 7
    await house.settled()
    assert [len((await house.match(lobby)).holders) for lobby in (first, second)] == [1, 2]


async def test_somebody_elses_match_in_the_channel_is_not_mixed_up_with_mine(house: House, anna: Player, bruno: Player) -> None:
    mine, other = await house.lobby(anna, players=3), await house.lobby(bruno, players=3)
    assert (await anna.slash(house.channel, "lobby cancel")).ephemeral
    await house.settled()
    assert (await house.match(mine)).header.status == "closed"
    assert (await house.match(other)).header.status == "lobby"


async def test_a_match_of_another_server_is_not_shown_to_strangers(house: House, anna: Player, bruno: Player) -> None:
    thread = await house.started(anna, bruno)
    code = (await house.match(thread)).code
    elsewhere = house.local.add_guild("Altrove")
    channel = house.local.add_channel("altro", guild=elsewhere)
    carla = house.local.player("carla", guild=elsewhere)
    assert f"`{code}`" in (await carla.slash(channel, "match board", match=code)).text
    assert "There is no match" in (await carla.slash(channel, "match board", match=code)).text
    house.local.join(anna.user, elsewhere)
    assert "There is no match" not in (await anna.slash(channel, "match info", match=code)).text


async def test_every_action_can_be_typed(house: House, anna: Player, bruno: Player) -> None:
    thread = await house.started(anna, bruno)
    for _ in range(6):
        await house.settled()
        mover = await house.mover(thread, anna, bruno)
        choices = (await mover.autocomplete(thread, "controcorrente move", focused="action")).choices
        action = choices[0]["value"]
        if action == "R":
            reply = await mover.slash(thread, "controcorrente roll")
        elif action[0] == "M":
            (tile, *_) = (await mover.autocomplete(thread, "controcorrente boat", focused="tile")).choices
            reply = await mover.slash(thread, "controcorrente boat", tile=tile["value"])
        else:
            reply = await mover.slash(thread, "controcorrente wind", action=action)
        assert f"`{action}`" in reply.text
    records = (await house.match(thread)).records
    assert len(records) >= 7


async def test_an_illegal_action_names_what_fits_and_the_rule(house: House, anna: Player, bruno: Player) -> None:
    thread = await house.started(anna, bruno)
    mover = await house.mover(thread, anna, bruno)
    reply = await mover.slash(thread, "controcorrente boat", tile=3)
    assert "`R`" in reply.text
    assert "`/controcorrente rules topic:turn`" in reply.text
    page = await mover.slash(thread, "controcorrente rules", topic="turn")
    assert page.message is not None
    assert page.ephemeral


async def test_the_export_keeps_the_seed_until_the_end_and_can_be_checked(house: House, anna: Player, bruno: Player) -> None:
    thread = await house.started(anna, bruno)
    seed = (await house.match(thread)).header.seed.hex()
    during = (await anna.slash(thread, "match export")).message
    assert during is not None
    assert seed not in during.attachments[0].content.decode()
    assert seed not in (await anna.slash(thread, "match info")).text
    await anna.slash(thread, "match resign", sure=True)
    await house.settled()
    while (await house.match(thread)).to_act:
        mover = await house.mover(thread, anna, bruno)
        (action, *_) = (await mover.autocomplete(thread, "controcorrente move", focused="action")).choices
        await mover.slash(thread, "controcorrente move", action=action["value"])
        await house.settled()
    after = (await anna.slash(thread, "match export")).message
    assert after is not None
    file = MatchFile.model_validate_json(after.attachments[0].content)
    assert file.seed == seed
    check(file)
    assert seed in (await anna.slash(thread, "match info")).text


async def test_the_log_is_paged(house: House, anna: Player, bruno: Player) -> None:
    thread = await house.started(anna, bruno)
    for _ in range(40):
        mover = await house.mover(thread, anna, bruno)
        choices = (await mover.autocomplete(thread, "controcorrente move", focused="action")).choices
        await mover.slash(thread, "controcorrente move", action=choices[-1]["value"])
        await house.settled()
        if not (await house.match(thread)).to_act:
            break
    page = (await anna.slash(thread, "match log", page=1)).message
    assert page is not None
    assert page.content.splitlines()[1].startswith("1. ")
    later = await anna.click(page, label="Later")
    assert later.type == 7
    assert not page.content.splitlines()[1].startswith("1. ")


async def test_a_hostile_name_mentions_nobody(house: House, bruno: Player) -> None:
    dora = house.local.player("dora", nick="`@everyone` <@&1> **x**")
    carla = house.local.player("carla")
    thread = await house.started(dora, bruno)
    await dora.slash(thread, "match info")
    await house.settled()
    public = [m for place in (house.channel, thread) for m in place.messages]
    assert "@everyone" not in "".join(m.content for m in public)
    assert carla.notifications == []
    for message in (m for place in (house.channel, thread) for m in dora.sees(place)):
        assert "<@&" not in message.content


async def test_commands_are_synced_once_and_a_failure_changes_nothing_else(house: House, anna: Player) -> None:
    assert house.local.commands.syncs == 1
    await house.app.client._sync()
    assert house.local.commands.syncs == 1
    await house.app.store.notes.remember("command-tree", "other")
    house.local.faults.fail("PUT", "/applications/{application_id}/commands", 403, 50001)
    house.local.expect("50001")
    await house.app.client._sync()
    assert await house.app.store.notes.recall("command-tree") == "other"
    assert (await anna.slash(house.channel, "help")).acknowledged


async def test_a_command_that_has_changed_says_so(house: House, anna: Player) -> None:
    house.app.client.tree.remove_command("about")
    reply = await anna.slash(house.channel, "about")
    assert reply.ephemeral
    assert "has changed" in reply.text
