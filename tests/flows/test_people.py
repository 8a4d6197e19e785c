"""What users and servers choose: kept, shown, and honoured by what comes after."""

from datetime import timedelta
from typing import Any

import pytest

from bot.playground import interactions, moderation, permissions
from bot.playground.command_input import build_data
from bot.playground.people import Player, Reply
from tests.flows.house import House

pytestmark = pytest.mark.asyncio

ALL = {"send_messages": "Send Messages", "attach_files": "Attach Files", "create_public_threads": "Create Public Threads"}


def manage(house: House, *, take: bool = False) -> None:
    """Let everybody manage the server, or nobody any more."""
    bits = permissions.bits("manage_guild")
    moderation.set_role(house.local.guild, house.local.guild.id, add=0 if take else bits, remove=bits if take else 0)


async def forced(house: House, player: Player, command: str, **options: Any) -> Reply:
    """Send a command as a client does where the server shows it to everybody."""
    manage(house)
    data = build_data(house.local, house.channel, player.member(), command.split(), options, focused=None)
    manage(house, take=True)
    world = house.local.world
    return await house.sent(player, interactions.start(world, interactions.COMMAND, player.user, house.channel, data))


async def test_the_language_of_private_answers_follows_the_profile(house: House, anna: Player) -> None:
    assert "in Italian" not in (await anna.slash(house.channel, "profile show")).text
    assert "In privato parlo" in (await anna.slash(house.channel, "profile language", language="it")).text
    assert "Ecco le tue scelte" in (await anna.slash(house.channel, "profile show")).text
    assert "non è" in (await anna.slash(house.channel, "profile quiet", start="25", end="8")).text
    assert "In private I speak" in (await anna.slash(house.channel, "profile language", language="discord")).text
    assert "This is what you have chosen" in (await anna.slash(house.channel, "profile show")).text


async def test_boards_are_shown_as_the_profile_wants(house: House, anna: Player, bruno: Player) -> None:
    thread = await house.started(anna, bruno)
    picture = await (await anna.slash(thread, "match board")).filled()
    assert picture.attachments
    await anna.slash(thread, "profile display", board="text")
    assert "```" in (await anna.slash(thread, "match board")).text
    drawn = await (await anna.slash(thread, "match board", form="image")).filled()
    plain = drawn.attachments[0].content
    assert "deuteranopia" in (await anna.slash(thread, "profile palette", colours="deuteranopia")).text
    other = await (await anna.slash(thread, "match board", form="image")).filled()
    assert other.attachments[0].content != plain
    assert (await bruno.slash(thread, "match board")).message is not None


async def test_quiet_hours_and_their_refusals(house: House, anna: Player) -> None:
    said = (await anna.slash(house.channel, "profile quiet", start="22:30", end="8", zone="Europe/Rome")).text
    assert "`Europe/Rome`" in said
    said = (await anna.slash(house.channel, "profile quiet", start="22:30", end="8", zone="+2")).text
    assert "`22:30` and `08:00` (`UTC+02:00`)" in said
    assert "beginning and an end" in (await anna.slash(house.channel, "profile quiet", start="1")).text
    assert "two different times" in (await anna.slash(house.channel, "profile quiet", start="1", end="1:00")).text
    assert "22:30" in (await anna.slash(house.channel, "profile show")).text
    assert "no quiet hours" in (await anna.slash(house.channel, "profile quiet")).text


async def test_a_vacation_is_taken_ended_and_capped(house: House, anna: Player) -> None:
    people, now = house.app.store.people, house.app.services.clock.now()
    assert "not on vacation" in (await anna.slash(house.channel, "profile vacation", days=0)).text
    assert "11 vacation days left" in (await anna.slash(house.channel, "profile vacation", days=10)).text
    away = await people.away(anna.id, now + timedelta(minutes=5))
    assert away is not None
    assert away[1] - away[0] == timedelta(days=10)
    assert "already" in (await anna.slash(house.channel, "profile vacation", days=1)).text
    assert "20 vacation days left" in (await anna.slash(house.channel, "profile vacation", days=0)).text
    assert await people.away(anna.id, now + timedelta(days=1)) is None
    assert "20 are left" in (await anna.slash(house.channel, "profile vacation", days=21)).text


async def test_settings_are_for_those_who_manage_the_server(house: House, anna: Player) -> None:
    commands: dict[str, dict[str, str]] = {
        "settings show": {},
        "settings check": {},
        "settings language": {"language": "it"},
        "settings pace": {"pace": "week"},
        "settings threads": {"policy": "channel"},
        "settings channels": {"action": "everywhere"},
    }
    for command, options in commands.items():
        reply = await forced(house, anna, command, **options)
        assert "Manage Server" in reply.text, command


async def test_new_honours_the_servers_choices(house: House, anna: Player, bruno: Player) -> None:
    manage(house)
    await anna.slash(house.channel, "settings language", language="pt_BR")
    await anna.slash(house.channel, "settings pace", pace="week")
    assert "in the channel itself" in (await anna.slash(house.channel, "settings threads", policy="channel")).text
    lobby = await house.lobby(anna, players=2)
    header = (await house.match(lobby)).header
    assert (header.lang, header.pace) == ("pt_BR", "week")
    await bruno.click(lobby, label=house.label("join", lobby))
    await house.settled()
    places = await house.app.store.places(header.code)
    assert places is not None
    assert places.home_id == house.channel.id
    assert "tópico" not in house.board(house.channel).content
    assert "week" in (await anna.slash(house.channel, "settings show")).text


async def test_lobbies_are_opened_in_allowed_channels_alone(house: House, anna: Player) -> None:
    manage(house)
    other = house.local.add_channel("giochi")
    assert "Name the channel" in (await anna.slash(house.channel, "settings channels", action="allow")).text
    said = (await anna.slash(house.channel, "settings channels", action="allow", where=other)).text
    assert f"<#{other.id}>" in said
    refused = await anna.slash(house.channel, "controcorrente new")
    assert "not opened in this channel" in refused.text
    assert house.channel.messages == []
    await anna.slash(other, "controcorrente new")
    await house.settled()
    assert len(other.messages) == 1
    assert "off the list" in (await anna.slash(other, "settings channels", action="forbid", where=other)).text
    assert "every channel" in (await anna.slash(other, "settings channels", action="everywhere")).text
    await house.lobby(anna)


@pytest.mark.parametrize("permission", ALL)
async def test_the_check_names_what_is_missing_where(house: House, anna: Player, permission: str) -> None:
    manage(house)
    good = house.local.add_channel("giochi")
    await house.local.quiet()
    moderation.deny(house.channel, permission)
    await house.local.quiet()
    said = (await anna.slash(house.channel, "settings check")).text
    (line,) = [line for line in said.splitlines() if line.startswith(f"<#{house.channel.id}>")]
    assert ALL[permission] in line
    if permission != "send_messages":  # without it Discord grants no files either
        assert [name for name in ALL.values() if name in line] == [ALL[permission]]
    assert f"<#{good.id}>" not in said


async def test_who_wants_direct_messages_gets_them_and_no_ping(house: House, anna: Player, bruno: Player) -> None:
    for player in (anna, bruno):
        await player.slash(house.channel, "profile notifications", where="dm")
    thread = await house.started(anna, bruno)
    mover = await house.mover(thread, anna, bruno)
    (called,) = mover.dm().messages
    assert str(thread.id) in called.content
    assert [message for message in mover.notifications if message.channel is thread] == []


async def test_closed_direct_messages_are_told_in_the_thread_and_remembered(house: House, anna: Player, bruno: Player) -> None:
    for player in (anna, bruno):
        await player.slash(house.channel, "profile notifications", where="dm")
        moderation.close_dms(player.user)
    thread = await house.started(anna, bruno)
    mover = await house.mover(thread, anna, bruno)
    (told,) = [message for message in mover.notifications if message.channel is thread]
    assert mover.mention in told.content
    assert (await house.app.store.people.profile(mover.id)).dm_failed
    shown = (await mover.slash(thread, "profile show")).text
    assert "closed to me" in shown or "mi sono chiusi" in shown


async def test_who_wants_no_calls_is_named_but_not_pinged(house: House, anna: Player, bruno: Player) -> None:
    for player in (anna, bruno):
        await player.slash(house.channel, "profile notifications", where="none")
    thread = await house.started(anna, bruno)
    mover = await house.mover(thread, anna, bruno)
    assert mover.mention in house.board(thread).content
    assert [message for message in mover.notifications if message.channel is thread] == []
