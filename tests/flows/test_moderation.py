"""Moderators step in, seats change hands by consent, lost homes are replaced, and people are forgotten."""

import json
import sqlite3
from contextlib import closing

import pytest
from structlog.testing import capture_logs

from bot.match.model import Aborted, Credited, HouseBot, Human, Moderated
from bot.playground import moderation
from bot.playground.people import Player
from bot.playground.world import Channel
from tests.flows.house import House
from tests.flows.test_people import forced, manage

pytestmark = pytest.mark.asyncio


async def in_play(house: House, *players: Player) -> Channel:
    """Start a match in a server that anybody may manage."""
    thread = await house.started(*players)
    manage(house)
    return thread


async def test_only_those_who_manage_the_server_may(house: House, anna: Player, bruno: Player) -> None:
    code = (await house.match(await house.started(anna, bruno))).code
    commands: dict[str, dict[str, object]] = {
        "moderate cancel": {},
        "moderate force": {"seat": "A", "action": "R"},
        "moderate replace": {"seat": "A"},
        "moderate rewind": {"to": 1},
        "moderate extend": {"hours": 1},
        "moderate rehome": {},
    }
    for command, options in commands.items():
        reply = await forced(house, anna, command, match=code, **options)
        assert "Manage Server" in reply.text, command
    assert len((await house.app.services.table.load(code)).records) == 1


async def test_a_match_of_another_server_is_left_alone(house: House, anna: Player, bruno: Player) -> None:
    code = (await house.match(await house.started(anna, bruno))).code
    elsewhere = house.local.add_guild("Altrove")
    channel = house.local.add_channel("altro", guild=elsewhere)
    house.local.join(anna.user, elsewhere, grants=("manage_guild",))
    assert "another server" in (await anna.slash(channel, "moderate cancel", match=code)).text


async def test_a_match_is_cancelled_and_says_why(house: House, anna: Player, bruno: Player) -> None:
    thread = await in_play(house, anna, bruno)
    carla = house.local.player("carla")
    await carla.slash(thread, "moderate cancel", reason=f"stuck because of <@{bruno.id}> @everyone")
    await house.settled()
    match = await house.match(thread)
    assert match.header.status == "aborted"
    first, second = match.records[-2:]
    assert isinstance(first.record, Moderated)
    assert isinstance(second.record, Aborted)
    assert first.actor == second.actor == carla.id
    assert str(bruno.id) not in first.record.reason
    assert any("A moderator ends the match" in message.content for message in house.said(thread))
    assert [n.message for n in house.local.world.notifications if n.message.content.count("A moderator")] == []
    assert "over" in (await carla.slash(thread, "moderate extend", hours=1)).text


async def test_a_lobby_is_closed(house: House, anna: Player) -> None:
    lobby = await house.lobby(anna, players=3)
    manage(house)
    await house.local.player("carla").slash(house.channel, "moderate cancel", match=house.code(lobby))
    await house.settled()
    assert (await house.match(lobby)).header.status == "closed"


async def test_an_action_is_played_for_a_seat_and_taken_back_again(house: House, anna: Player, bruno: Player) -> None:
    thread = await in_play(house, anna, bruno)
    before = await house.match(thread)
    (due,) = before.to_act
    mark = before.game.info.letters[2]
    other = mark[1 - due]
    assert "not the turn" in (await anna.slash(thread, "moderate force", seat=other, action="R")).text
    assert "no seat" in (await anna.slash(thread, "moderate force", seat="Z", action="R")).text
    await anna.slash(thread, "moderate force", seat=mark[due], action="R", reason="asleep")
    await house.settled()
    after = await house.match(thread)
    assert [record.record.kind for record in after.records[1:3]] == ["moderated", "played"]
    assert any("asleep" in message.content for message in house.said(thread))
    assert "cannot go back" in (await anna.slash(thread, "moderate rewind", to=99)).text
    await anna.slash(thread, "moderate rewind", to=1)
    await house.settled()
    assert (await house.match(thread)).state == before.state
    assert "cannot go back" in (await anna.slash(thread, "moderate rewind", to=1)).text


async def test_time_is_given(house: House, anna: Player, bruno: Player) -> None:
    thread = await in_play(house, anna, bruno)
    await anna.slash(thread, "moderate extend", hours=5)
    await house.settled()
    match = await house.match(thread)
    credit = match.records[-1].record
    assert isinstance(credit, Credited)
    assert (credit.seconds, credit.seats) == (18_000, tuple(match.awaited))
    assert any("more time" in message.content for message in house.said(thread))


async def test_a_house_bot_takes_a_seat(house: House, anna: Player, bruno: Player) -> None:
    thread = await in_play(house, anna, bruno)
    seat = (await house.match(thread)).seat_of(bruno.id)
    assert seat is not None
    letter = (await house.match(thread)).game.info.letters[2][seat]
    await anna.slash(thread, "moderate replace", seat=letter)
    await house.settled()
    match = await house.match(thread)
    assert isinstance(match.holder(seat).holder, HouseBot)
    assert match.seat_of(bruno.id) is None
    assert anna.mention in house.board(thread).content
    assert "already" in (await anna.slash(thread, "moderate replace", seat=letter)).text


async def test_a_seat_is_taken_over_by_consent_alone(house: House, anna: Player, bruno: Player) -> None:
    thread = await in_play(house, anna, bruno)
    carla, dario = house.local.player("carla"), house.local.player("dario")
    seat = (await house.match(thread)).seat_of(bruno.id)
    assert seat is not None
    letter = (await house.match(thread)).game.info.letters[2][seat]
    assert "must not hold" in (await anna.slash(thread, "moderate replace", seat=letter, player=anna)).text
    await anna.slash(thread, "moderate replace", seat=letter, player=carla, reason="gone")
    await house.settled()
    assert (await house.match(thread)).seat_of(bruno.id) == seat
    offer = house.board(thread)
    assert carla.mention in offer.content
    assert offer in carla.notifications
    assert "not been invited" in (await dario.click(offer, label="Take the seat")).text
    await carla.click(offer, label="Take the seat")
    await house.settled()
    match = await house.match(thread)
    assert match.holder(seat).holder == Human(carla.id, "Carla")
    assert match.header.invited == ()
    assert "not been invited" in (await carla.slash(thread, "match take")).text


async def test_a_match_whose_places_are_all_lost_goes_on_elsewhere(house: House, anna: Player, bruno: Player) -> None:
    thread = await in_play(house, anna, bruno)
    code = (await house.match(thread)).code
    other = house.local.add_channel("altrove")
    moderation.delete_channel(house.channel)
    mover = await house.mover(thread, anna, bruno)
    await house.local.quiet()
    await mover.slash(other, "controcorrente roll", match=code)
    await house.settled()
    assert len(await house.app.store.outbox.parked(code)) == 1
    assert code in (await anna.slash(other, "match list")).text
    await anna.slash(other, "moderate rehome", match=code)
    await house.settled()
    assert await house.app.store.outbox.parked(code) == []
    board = house.board(other)
    assert code in board.controls[0]["custom_id"]
    assert any("moves the match here" in message.content for message in other.messages)
    assert (await mover.click(board, label=board.labels[0])).acknowledged


async def test_a_user_gets_their_data_and_is_forgotten(house: House, anna: Player, bruno: Player) -> None:
    thread = await house.started(anna, bruno)
    await bruno.slash(thread, "profile display", board="text")
    reply = await bruno.slash(thread, "privacy export")
    assert reply.message is not None
    data = json.loads(reply.message.attachments[0].content)
    assert data["user_id"] == bruno.id
    assert [seat["code"] for seat in data["seats"]] == [(await house.match(thread)).code]
    with capture_logs() as logs:
        asked = await bruno.slash(thread, "privacy delete")
        assert asked.message is not None
        assert (await house.match(thread)).seat_of(bruno.id) is not None
        assert "dimenticato" in (await bruno.click(asked.message, label="Dimenticami")).text
        await house.settled()
    assert str(bruno.id) not in str(logs)
    with closing(sqlite3.connect(house.app.settings.database)) as connection:
        assert str(bruno.id) not in "\n".join(connection.iterdump())
    match = await house.match(thread)
    assert match.seat_of(bruno.id) is None
    assert bruno.id not in {stored.actor for stored in match.records}
    assert (await anna.slash(thread, "match board")).acknowledged
