"""Draw and pause by agreement: offered, answered, at once where there is nobody to ask; never in the way of an open form."""

from datetime import timedelta

import pytest

from bot.engine.core import Seat
from bot.errors import Refusal
from bot.match.model import Drawn, Late, Pace, Paused, Status
from tests.match.conftest import ANNA, BRUNO, CARLA, World

pytestmark = pytest.mark.asyncio

A, B = Seat(0), Seat(1)


async def test_a_draw_that_all_agree_to_is_nobodys_victory(world: World) -> None:
    code = await world.begin(3)
    assert (await world.meta.draw(code, ANNA, request=None)).said.id == "clock.receipt.offered_draw"
    assert await world.kinds(code) == ["notice"]
    await world.meta.draw(code, BRUNO, request=None)  # offering the same is agreeing
    with pytest.raises(Refusal, match=r"match\.offer_open"):
        await world.meta.draw(code, ANNA, request=None)
    await world.meta.answer(code, CARLA, yes=True, request=None)
    match = await world.load(code)
    assert match.records[-1].record == Drawn()
    assert match.header.status is Status.OVER
    assert match.header.outcome is not None
    assert match.header.outcome.places == (2, 2, 2)
    assert match.offer is None


async def test_who_had_left_stands_behind_those_who_draw(world: World) -> None:
    code = await world.begin(3)
    await world.meta.resign(code, CARLA, request=None)
    await world.meta.draw(code, ANNA, request=None)
    await world.meta.answer(code, BRUNO, yes=True, request=None)
    outcome = (await world.load(code)).header.outcome
    assert outcome is not None
    assert outcome.places == (2, 2, 3)


async def test_no_draw_with_nobody_at_the_table(world: World) -> None:
    code = await world.begin(1, bots=1)
    with pytest.raises(Refusal, match=r"clock\.draw_alone"):
        await world.meta.draw(code, ANNA, request=None)


async def test_a_pause_by_agreement_and_anybody_lets_it_go_on(world: World) -> None:
    code = await world.open(pace=Pace.DAY, capacity=2, wanted=A, options={"windows": False})
    await world.lobby.join(code, BRUNO, B, request=None)
    with pytest.raises(Refusal, match=r"clock\.not_paused"):
        await world.meta.resume(code, ANNA, request=None)
    await world.meta.pause(code, ANNA, request=None)
    with pytest.raises(Refusal, match=r"match\.offer_open"):
        await world.meta.pause(code, ANNA, request=None)
    await world.meta.pause(code, BRUNO, request=None)
    assert await world.kinds(code) == ["notice", "edit"]
    assert await world.timers(code) == {}
    with pytest.raises(Refusal, match=r"clock\.paused_already"):
        await world.meta.pause(code, ANNA, request=None)
    world.clock.pass_(timedelta(days=40))
    await world.meta.resume(code, BRUNO, request=None)
    match = await world.load(code)
    assert match.records[-1].record == Paused(on=False)
    assert (await world.timers(code))["half"].due == world.clock.now() + timedelta(hours=12)


async def test_alone_a_pause_needs_no_consent(world: World) -> None:
    code = await world.begin(1, bots=1)
    assert (await world.meta.pause(code, ANNA, request=None)).said.id == "clock.receipt.paused"


async def test_an_offer_makes_no_open_form_stale(world: World) -> None:
    code = await world.begin(2)
    version = (await world.load(code)).version
    await world.meta.draw(code, BRUNO, request=None)
    await world.act(code, ANNA, "hide 1", version=version)
    assert (await world.load(code)).header.late is Late.BOT
