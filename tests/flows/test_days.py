"""Play over days, on a clock that the test turns: reminders, missed deadlines, a seat kept, pauses, draws, an outage."""

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest
import pytest_asyncio

from bot.engine.records import Played
from bot.match.model import Status, TimedOut
from bot.playground import ManualClock
from bot.playground.people import Player
from bot.playground.world import Channel
from tests.flows.house import House, living, running_house
from tests.playground.fixtures import local_discord

pytestmark = pytest.mark.asyncio

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


@pytest_asyncio.fixture
async def slow(tmp_path: Path) -> AsyncIterator[House]:
    """The whole bot in a local Discord, on a clock that stands still."""
    async with running_house(tmp_path / "tavoliere.db", clock=ManualClock()) as house:
        yield house


async def passing(house: House, span: timedelta) -> None:
    """Let time pass, and everything happen that is due then."""
    clock = house.local.clock
    assert isinstance(clock, ManualClock)
    clock.advance(span.total_seconds())
    house.app.pump.wake()
    await house.settled()


async def test_the_board_says_until_when_and_reminders_call_only_the_late(slow: House) -> None:
    anna, bruno = slow.local.player("anna"), slow.local.player("bruno")
    thread = await slow.started(anna, bruno)
    mover = await slow.mover(thread, anna, bruno)
    until = int((slow.local.clock.now() + 3 * DAY).timestamp())
    assert f"<t:{until}:R>" in slow.board(thread).content
    assert f"<t:{until}:R>" in (await mover.slash(thread, "match info")).text
    for span, count in ((36 * HOUR, 1), (24 * HOUR, 2), (12 * HOUR, 2)):
        before = len(slow.said(thread))
        await passing(slow, span)
        reminders = [m for m in slow.said(thread) if "is waiting for" in m.content]
        assert len(reminders) == count
        assert len(slow.said(thread)) - before <= 1
    assert all(f"<@{mover.id}>" in m.content for m in slow.said(thread) if "is waiting for" in m.content)
    turns = (await mover.slash(slow.channel, "turns")).text
    assert (f"<t:{until}:R>" in turns, str(slow.board(thread).id) in turns) == (True, True)


async def test_two_missed_deadlines_and_back_again(slow: House) -> None:
    anna, bruno = slow.local.player("anna"), slow.local.player("bruno")
    thread = await slow.started(anna, bruno)
    late = await slow.mover(thread, anna, bruno)
    other = bruno if late is anna else anna
    seat = (await slow.match(thread)).seat_of(late.id)
    await passing(slow, 5 * DAY)
    match = await slow.match(thread)
    assert TimedOut(seat=seat or 0) in [one.record for one in match.records]
    assert next(one.record.by for one in match.records if isinstance(one.record, Played)) == "bot"
    for _ in range(20):
        match = await slow.match(thread)
        if seat not in match.present:
            break
        if match.seat_of(other.id) in match.awaited:
            board = slow.board(thread)
            await other.click(board, label=board.labels[0])
            await slow.settled()
        else:
            await passing(slow, 5 * DAY)
    assert seat not in match.present
    assert any("I am back" in message.content for message in slow.said(thread))
    assert (await late.slash(thread, "match back")).text.startswith("Welcome back")
    await slow.settled()
    assert seat in (await slow.match(thread)).present


async def agreed(house: House, thread: Channel, asking: Player, other: Player, verb: str) -> None:
    await asking.slash(thread, f"match {verb}")
    await house.settled()
    await other.click(house.said(thread)[-1], label="Agree")
    await house.settled()


async def test_a_pause_by_agreement_stops_the_clocks(slow: House) -> None:
    anna, bruno = slow.local.player("anna"), slow.local.player("bruno")
    thread = await slow.started(anna, bruno)
    await agreed(slow, thread, anna, bruno, "pause")
    assert "clocks stand still" in (await anna.slash(thread, "match info")).text
    await passing(slow, 90 * DAY)
    assert TimedOut not in [type(one.record) for one in (await slow.match(thread)).records]
    assert (await bruno.slash(thread, "match resume")).text.startswith("The match goes on")
    await slow.settled()
    until = int((slow.local.clock.now() + 3 * DAY).timestamp())
    assert any(f"<t:{until}:R>" in message.content for message in slow.said(thread))


async def test_a_draw_by_agreement_ends_the_match_with_nobody_first(slow: House) -> None:
    anna, bruno = slow.local.player("anna"), slow.local.player("bruno")
    thread = await slow.started(anna, bruno)
    await agreed(slow, thread, anna, bruno, "draw")
    match = await slow.match(thread)
    assert match.header.status is Status.OVER
    assert match.header.outcome is not None
    assert match.header.outcome.places == (2, 2)
    assert "agreed on a draw" in slow.board(thread).content


async def test_after_an_outage_the_time_is_given_back_and_each_is_told_once(tmp_path: Path) -> None:
    database = tmp_path / "tavoliere.db"
    clock = ManualClock()
    async with local_discord(clock=clock) as local:
        async with living(local, database) as house:
            anna, bruno = local.player("anna"), local.player("bruno")
            threads = [await house.started(anna, bruno) for _ in range(3)]
            began = clock.now()
        clock.advance(30 * 3600)
        async with living(local, database) as house:
            until = f"<t:{int((began + 3 * DAY + 30 * HOUR).timestamp())}:R>"
            await local.until(lambda: all(until in house.board(thread).content for thread in threads), what="new deadlines")
            await house.settled()
            told = [m for thread in threads for m in house.said(thread) if "I was out of order and am back" in m.content]
            called = [user for message in told for user in (anna, bruno) if f"<@{user.id}>" in message.content]
            assert len(called) == len(set(called))
            assert called
            assert not [m for thread in threads for m in house.said(thread) if "is waiting for" in m.content]
