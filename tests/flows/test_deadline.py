"""Three seconds: a late store, a late Discord, an interaction that comes twice or too late."""

import asyncio
from typing import Any

import pytest
import structlog

from bot.errors import StoreFault
from bot.playground import interactions
from bot.playground.faults import CALLBACK
from bot.playground.people import Player
from tests.flows.house import House

pytestmark = pytest.mark.asyncio

FOLLOW_UP = "/webhooks/{webhook_id}/{webhook_token}"
ACKNOWLEDGED = 1.0  # seconds, whatever is slow


class Held:
    """A store method that waits until it is let go."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, store: Any, name: str) -> None:
        self._real = getattr(store, name)
        self.reached, self.go = asyncio.Event(), asyncio.Event()
        monkeypatch.setattr(store, name, self)

    async def __call__(self, *args: Any, **kwargs: Any) -> Any:
        self.reached.set()
        await self.go.wait()
        return await self._real(*args, **kwargs)


async def test_a_late_store_is_acknowledged_first_and_answered_later(
    house: House, anna: Player, bruno: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    thread = await house.started(anna, bruno)
    mover, board = await house.mover(thread, anna, bruno), house.board(thread)
    held = Held(monkeypatch, house.app.store, "commit")
    reply = await mover.click(board, label="Roll the die")
    assert (reply.type, reply.latency is not None and reply.latency < ACKNOWLEDGED) == (6, True)
    assert (await house.match(thread)).version == 2
    held.go.set()
    await house.local.until(lambda: house.board(thread).controls[0]["custom_id"].split(":")[2] != "2", what="the new board")
    assert (await house.match(thread)).version >= 3


async def test_a_late_command_is_promised_an_answer_and_gets_it(
    house: House, anna: Player, bruno: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    thread = await house.started(anna, bruno)
    mover = await house.mover(thread, anna, bruno)
    held = Held(monkeypatch, house.app.store, "load")
    reply = await mover.slash(thread, "controcorrente roll", wait=False)
    assert (reply.type, reply.ephemeral, reply.latency is not None and reply.latency < ACKNOWLEDGED) == (5, True, True)
    held.go.set()
    assert "`R`" in (await reply.filled()).content


async def test_a_late_refusal_of_a_press_is_still_private(
    house: House, anna: Player, bruno: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    thread = await house.started(anna, bruno)
    held = Held(monkeypatch, house.app.store, "load")
    carla = house.local.player("carla")
    reply = await carla.click(house.board(thread), label="Roll the die")
    assert reply.type == 6
    held.go.set()
    answer = await reply.followup()
    assert answer.ephemeral_for == carla.id
    assert len([m for m in thread.messages if m.content == answer.content and not m.ephemeral]) == 0


async def test_a_slow_answer_of_a_late_page_edits_the_private_message(
    house: House, anna: Player, bruno: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    thread = await house.started(anna, bruno)
    menu = (await anna.click(house.board(thread), label="Menu")).message
    assert menu is not None
    held = Held(monkeypatch, house.app.store, "load")
    reply = await anna.click(menu, label="Text board")
    assert reply.type == 6
    held.go.set()
    await house.local.until(lambda: "```" in menu.content, what="the text board")


async def test_the_same_interaction_twice_has_one_effect_and_one_answer(house: House, anna: Player) -> None:
    lobby = await house.lobby(anna, players=4)
    house.local.expect("40060")
    with structlog.testing.capture_logs() as logs:
        reply = await anna.slash(house.channel, "lobby addbot")
        await house.sent(anna, reply.interaction)
        await house.local.quiet()
    assert len((await house.match(lobby)).holders) == 2
    assert len([m for m in anna.sees(house.channel) if m.content == reply.text]) == 1
    assert [log["log_level"] for log in logs if log["event"] == "answer_too_late"] == ["info"]
    assert not [log for log in logs if log["log_level"] == "error"]


async def test_a_press_that_comes_twice_at_once_is_one_press(house: House, anna: Player) -> None:
    lobby = await house.lobby(anna, players=4)
    house.local.expect("40060")
    (button,) = [control for control in lobby.controls if control.get("label") == "Add bot"]
    data = {"component_type": 2, "custom_id": button["custom_id"], "id": button["id"]}
    press = interactions.start(house.local.world, interactions.COMPONENT, anna.user, house.channel, data, lobby)
    interactions.deliver(press)
    await house.sent(anna, press)
    await house.local.quiet()
    assert len((await house.match(lobby)).holders) == 2


async def test_a_refused_acknowledgement_does_not_stop_the_board(house: House, anna: Player, bruno: Player) -> None:
    lobby = await house.lobby(anna, players=2)
    house.local.faults.fail_code("POST", CALLBACK, 10062)
    house.local.expect("10062")
    mark = house.local.mark
    click = asyncio.create_task(bruno.click(lobby, label="Join"))
    await house.local.wait_for(lambda event: event.kind == "thread_create", since=mark)
    await house.local.quiet()
    thread = house.local.channel(f"Controcorrente · {house.code(lobby)}")
    assert "Roll the die" in house.board(thread).labels
    click.cancel()
    await asyncio.gather(click, return_exceptions=True)


async def test_a_fault_gives_a_number_and_nothing_else(
    house: House, anna: Player, bruno: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    thread = await house.started(anna, bruno)
    mover = await house.mover(thread, anna, bruno)

    async def broken(*args: Any, **kwargs: Any) -> Any:
        raise StoreFault("the disk is on fire")

    monkeypatch.setattr(house.app.store, "commit", broken)
    with structlog.testing.capture_logs() as logs:
        reply = await mover.slash(thread, "controcorrente roll")
    assert reply.ephemeral
    assert "fire" not in reply.text
    (fault,) = [log for log in logs if log["event"] == "fault"]
    assert fault["log_level"] == "error"
    assert fault["incident"] in reply.text
    assert str(mover.id) not in str(fault)
    match = await house.match(thread)
    assert (fault["match"], fault["seat"]) == (match.code, match.seat_of(mover.id))


async def test_a_fault_after_the_change_does_not_keep_its_messages_back(
    house: House, anna: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = house.app.services.lobby.open

    async def opens_then_breaks(*args: Any, **kwargs: Any) -> Any:
        await real(*args, **kwargs)
        raise RuntimeError("after the commit")

    monkeypatch.setattr(house.app.services.lobby, "open", opens_then_breaks)
    reply = await anna.slash(house.channel, "controcorrente new", players=2)
    assert "went wrong" in reply.text
    await house.local.quiet()
    assert "Join" in house.board(house.channel).labels


async def test_a_fault_of_the_store_itself_still_has_a_number(
    house: House, anna: Player, bruno: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*args: Any, **kwargs: Any) -> Any:
        raise StoreFault("gone")

    monkeypatch.setattr(house.app.store, "at_home", broken)
    monkeypatch.setattr(house.app.store.notes, "incident", broken)
    monkeypatch.setattr(house.app.store, "receipt", broken)
    reply = await anna.slash(house.channel, "match board")
    assert "went wrong" in reply.text


async def test_a_page_that_discord_refuses_is_replaced_by_a_plain_sentence(house: House, anna: Player, bruno: Player) -> None:
    thread = await house.started(anna, bruno)
    house.local.faults.fail("POST", CALLBACK, 400, 50035)
    house.local.expect("50035|planned fault")
    reply = await anna.slash(thread, "match info")
    assert reply.ephemeral
    assert "went wrong" in reply.text


async def test_completions_never_fail(house: House, anna: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(*args: Any, **kwargs: Any) -> Any:
        raise StoreFault("gone")

    monkeypatch.setattr(house.app.store, "of_user", broken)
    reply = await anna.autocomplete(house.channel, "match board", focused="match")
    assert (reply.acknowledged, reply.choices) == (True, [])
