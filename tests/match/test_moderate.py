"""Moderation at the table: what each act records, whom it tells, and every refusal."""

from datetime import timedelta
from typing import Any

import pytest

from bot.engine.core import Seat
from bot.errors import LobbyRefusal, MatchOver, NotAllowed, Refusal
from bot.match.model import Aborted, Credited, HouseBot, Human, Moderated, Pace, SeatChanged, Status
from bot.match.moderate import Moderation, invited_to
from tests.match.conftest import ANNA, BRUNO, CARLA, CHANNEL, DARIO, EVA, World

pytestmark = pytest.mark.asyncio

A, B = Seat(0), Seat(1)
HOUR = timedelta(hours=1)


def moderation(world: World) -> Moderation:
    """Give moderation over a world's table."""
    return Moderation(world.table, world.lobby)


async def last(world: World, code: str, count: int = 2) -> list[Any]:
    """Give the last records of a match, which Eva caused."""
    stored = (await world.load(code)).records[-count:]
    assert {one.actor for one in stored} == {EVA.user_id}
    return [one.record for one in stored]


async def test_a_match_ends_without_a_result(world: World) -> None:
    code = await world.begin(2)
    await moderation(world).cancel(code, EVA, "stuck", request=None)
    assert await last(world, code) == [Moderated(what="cancel", reason="stuck"), Aborted(reason="moderator")]
    assert (await world.load(code)).header.status is Status.ABORTED
    assert await world.kinds(code) == ["result"]
    with pytest.raises(MatchOver):
        await moderation(world).cancel(code, EVA, "", request=None)


async def test_a_lobby_is_closed_over_its_hosts_head(world: World) -> None:
    code = await world.open()
    await moderation(world).cancel(code, EVA, "", request=None)
    assert (await world.load(code)).header.status is Status.CLOSED
    with pytest.raises(LobbyRefusal):
        await moderation(world).rehome(code, EVA, 5, "", request=None)


async def test_an_action_is_played_for_a_seat_that_is_due(world: World) -> None:
    code = await world.begin(2, windows=False)
    with pytest.raises(Refusal, match="not_due"):
        await moderation(world).force(code, EVA, B, "end", "", request=None)
    await moderation(world).force(code, EVA, A, "end", "asleep", request=None)
    said, forced = await last(world, code)
    assert said == Moderated(what="force", seat=0, reason="asleep")
    assert (forced.seat, forced.action, forced.by) == (0, "end", "moderator")
    assert (await world.load(code)).to_act == {B}


async def test_a_request_delivered_twice_is_done_once(world: World) -> None:
    code = await world.begin(2, windows=False)
    for _ in range(2):
        await moderation(world).force(code, EVA, A, "step", "", request="the same")
    assert len((await world.load(code)).records) == 3


async def test_the_match_goes_back_in_the_log(world: World) -> None:
    code = await world.begin(2, windows=False)
    before = (await world.load(code)).state
    await world.act(code, ANNA, "step")
    await world.act(code, ANNA, "end")
    for number in (3, 9):
        with pytest.raises(Refusal, match="no_record"):
            await moderation(world).rewind(code, EVA, number, "", request=None)
    await moderation(world).rewind(code, EVA, 1, "wrong", request=None)
    assert (await world.load(code)).state == before
    await world.act(code, ANNA, "end")
    with pytest.raises(Refusal, match="no_record"):
        await moderation(world).rewind(code, EVA, 2, "", request=None)


async def test_time_is_given_to_those_who_are_due(world: World) -> None:
    code = await world.begin(2, windows=False, bots=0)
    await moderation(world).extend(code, EVA, HOUR, "", request=None)
    assert (await last(world, code))[1] == Credited(reason="moderator", seconds=3600, seats=(0,))


async def test_a_deadline_moves_by_what_is_given(world: World) -> None:
    code = await world.open(pace=Pace.DAY, capacity=2, wanted=A, options={"windows": False})
    await world.lobby.join(code, BRUNO, B, request=None)
    before = (await world.timers(code))["deadline"].due
    await moderation(world).extend(code, EVA, HOUR, "", request=None)
    assert (await world.timers(code))["deadline"].due == before + HOUR


async def test_with_nobody_due_there_is_no_time_to_give(world: World) -> None:
    code = await world.begin(1, bots=1, windows=False)
    await world.act(code, ANNA, "end")
    with pytest.raises(Refusal, match="nobody_due"):
        await moderation(world).extend(code, EVA, HOUR, "", request=None)


async def test_a_house_bot_takes_a_seat_and_plays(world: World) -> None:
    code = await world.begin(2, windows=False)
    await moderation(world).seat_bot(code, EVA, A, "gone", request=None)
    match = await world.load(code)
    assert isinstance(match.holder(A).holder, HouseBot)
    assert isinstance((await last(world, code))[1], SeatChanged)
    assert "next" in await world.timers(code)
    with pytest.raises(Refusal, match="bot_already"):
        await moderation(world).seat_bot(code, EVA, A, "", request=None)


async def test_nobody_is_seated_without_consent(world: World) -> None:
    code = await world.begin(2, windows=False)
    assert invited_to(await world.load(code)) is None
    with pytest.raises(Refusal, match="seated_already"):
        await moderation(world).invite(code, EVA, A, BRUNO.user_id, "", request=None)
    await world.act(code, ANNA, "step")
    await moderation(world).invite(code, EVA, A, CARLA.user_id, "", request=None)
    await world.act(code, ANNA, "step")
    match = await world.load(code)
    assert (invited_to(match), match.seat_of(ANNA.user_id)) == (A, A)
    with pytest.raises(NotAllowed):
        await moderation(world).take(code, DARIO, request=None)
    await moderation(world).take(code, CARLA, request=None)
    match = await world.load(code)
    assert match.holder(A).holder == Human(CARLA.user_id, "Carla")
    assert match.header.invited == ()
    assert await world.kinds(code) == ["board"]
    with pytest.raises(NotAllowed):
        await moderation(world).take(code, CARLA, request=None)


async def test_an_invitation_is_to_one_seat_only_and_may_be_renewed(world: World) -> None:
    code = await world.begin(3, windows=False)
    await moderation(world).invite(code, EVA, A, DARIO.user_id, "", request=None)
    await moderation(world).invite(code, EVA, B, DARIO.user_id, "", request=None)
    await moderation(world).take(code, DARIO, request=None)
    assert (await world.load(code)).seat_of(DARIO.user_id) == B


async def test_a_seat_that_has_left_the_game_is_nobodys(world: World) -> None:
    code = await world.begin(3, windows=False)
    await world.meta.resign(code, BRUNO, request=None)
    with pytest.raises(Refusal, match="resigned"):
        await moderation(world).seat_bot(code, EVA, B, "", request=None)


async def test_a_match_moves_and_shows_its_board_there(world: World) -> None:
    code = await world.begin(2, windows=False)
    await moderation(world).rehome(code, EVA, CHANNEL + 1, "lost", request=None)
    assert await last(world, code, 1) == [Moderated(what="rehome", reason="lost")]
    assert await world.kinds(code) == ["board"]
    await moderation(world).cancel(code, EVA, "", request=None)
    version = (await world.load(code)).version
    receipt = await moderation(world).rehome(code, EVA, CHANNEL, "", request=None)
    assert receipt.version == version


async def test_an_invitation_in_a_lobby_is_to_no_seat(world: World) -> None:
    code = await world.open(opponents=[BRUNO.user_id])
    assert invited_to(await world.load(code)) is None
