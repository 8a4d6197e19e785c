"""Presses: every one is answered, by the effect or by one private sentence."""

from typing import Any

import pytest

from bot.playground.people import Player
from bot.ui.verbs import VERBS
from tests.flows.house import House

pytestmark = pytest.mark.asyncio


async def test_an_accepted_press_takes_the_controls_away_and_the_thread_gets_the_board(
    house: House, anna: Player, bruno: Player
) -> None:
    lobby = await house.lobby(anna, players=2)
    reply = await bruno.click(lobby, label="Join")
    await house.settled()
    assert (reply.type, lobby.controls) == (7, [])
    thread = house.local.channel(f"Controcorrente · {house.code(lobby)}")
    board = house.board(thread)
    mover = await house.mover(thread, anna, bruno)
    assert f"<@{mover.id}>" in board.content
    assert board.labels[0] == "Roll the die"
    assert [m.id for m in mover.notifications if m.channel is thread] == [board.id]


async def test_a_roll_edits_the_present_board(house: House, anna: Player, bruno: Player) -> None:
    thread = await house.started(anna, bruno)
    board, mover = house.board(thread), await house.mover(thread, anna, bruno)
    reply = await mover.click(board, label="Roll the die")
    await house.settled()
    assert reply.acknowledged
    match = await house.match(thread)
    assert [stored.record.kind for stored in match.records][:2] == ["started", "played"]
    if match.seat_of(mover.id) in match.to_act:
        assert reply.type == 6
        assert house.board(thread) is board


async def test_a_press_that_passes_the_turn_takes_its_controls_away_at_once(house: House, anna: Player, bruno: Player) -> None:
    thread = await house.started(anna, bruno)
    while (mover := await house.mover(thread, anna, bruno)) is not None:
        board = house.board(thread)
        reply = await mover.click(board, label=board.labels[0])
        await house.settled()
        if await house.mover(thread, anna, bruno) is not mover and board.labels[:1] != ["Roll the die"]:
            break
    assert reply.type == 7
    assert board.controls == []
    assert house.board(thread) is not board


async def test_a_late_answer_never_takes_fresh_controls_away(
    house: House, anna: Player, bruno: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table plays on and draws the same message anew before the press that led to it has been answered."""
    thread = await house.started(anna, bruno, auto_roll=True)
    await bruno.slash(thread, "match resign", sure=True)  # so that after each of her turns it is anna's again
    await house.settled()
    flow, pump = house.app.client.flow, house.app.pump
    given = flow._given

    async def late(*args: Any) -> bool:
        while await house.app.store.timers.due(house.app.services.clock.now()):
            pump.wake()
            await pump.idle()
        await house.app.services.deliver.deliver((await house.match(thread)).code)
        return await given(*args)

    monkeypatch.setattr(flow, "_given", late)
    for _ in range(4):
        await anna.click(house.board(thread), label=house.board(thread).labels[0])
        await house.settled()
        assert [m for m in house.said(thread) if m.controls], "she can go on"


async def test_a_stranger_is_refused_in_private_and_in_the_own_language(house: House, anna: Player, bruno: Player) -> None:
    thread = await house.started(anna, bruno)
    before = len(thread.messages)
    reply = await house.local.player("carla", locale="pt-BR").click(house.board(thread), label="Roll the die")
    assert (reply.type, reply.ephemeral) == (4, True)
    assert "partida" in reply.text
    await house.settled()
    assert len(thread.messages) == before
    assert (await house.match(thread)).version == 2


async def test_a_stale_press_shows_the_present_board_with_fresh_controls(house: House, anna: Player, bruno: Player) -> None:
    thread = await house.started(anna, bruno)
    board = house.board(thread)
    mover = await house.mover(thread, anna, bruno)
    reply = await house.press(mover, board, "play", "R", version=1)
    assert reply.ephemeral
    assert reply.text.startswith("That button belongs to an earlier decision.") or "decisione precedente" in reply.text
    assert reply.message is not None
    assert any(control["custom_id"].endswith(":2:play:R") for control in reply.message.controls)
    answer = await mover.click(reply.message, label=reply.message.labels[0])
    await house.settled()
    assert answer.acknowledged
    assert len((await house.match(thread)).records) >= 2


@pytest.mark.parametrize(
    "custom_id", ["t1b:{code}:2:nonsense", "t1b:{code}:2:nonsense:x_y", "t0:whatever", "t1b:BBBBBB:1:play:R"]
)
async def test_a_control_that_nobody_knows_is_answered(house: House, anna: Player, bruno: Player, custom_id: str) -> None:
    thread = await house.started(anna, bruno)
    board = house.board(thread)
    reply = await house.forge(anna, board, custom_id.format(code=house.code(board)))
    assert (reply.type, reply.ephemeral) == (4, True)
    assert reply.text


@pytest.mark.parametrize("kind", ["b", "s"])
async def test_every_verb_is_answered_whoever_presses_it(house: House, anna: Player, bruno: Player, kind: str) -> None:
    thread = await house.started(anna, bruno)
    board = house.board(thread)
    carla = house.local.player("carla")
    code = house.code(board)
    for verb in [*VERBS, "unheard_of"]:
        for player in (carla, anna):
            custom_id = f"t1{kind}:{code}:2:{verb}:x"
            reply = await house.forge(player, board, custom_id, values=["x"] if kind == "s" else None)
            assert reply.acknowledged, verb
    await house.settled()


async def test_every_verb_is_answered_in_a_lobby(house: House, anna: Player) -> None:
    for verb in VERBS:
        lobby = await house.lobby(anna, players=3)
        reply = await house.press(anna, lobby, verb)
        assert reply.acknowledged, verb


async def test_the_menu_leads_on_in_place_and_back_to_nothing_public(house: House, anna: Player, bruno: Player) -> None:
    thread = await house.started(anna, bruno)
    public = len(thread.messages)
    menu = (await anna.click(house.board(thread), label="Menu")).message
    assert menu is not None
    assert menu.ephemeral_for == anna.id
    assert {"Text board", "Picture", "Log", "Info", "Rules", "Undo", "Offer to end", "Resign"} <= set(menu.labels)
    reply = await anna.click(menu, label="Text board")
    assert reply.type == 7
    assert "```" in menu.content
    await house.settled()
    assert len(thread.messages) == public


async def test_resigning_asks_first(house: House, anna: Player, bruno: Player) -> None:
    thread = await house.started(anna, bruno)
    menu = (await anna.click(house.board(thread), label="Menu")).message
    assert menu is not None
    await anna.click(menu, label="Resign")
    assert menu.labels == ["Yes, resign"]
    assert not (await house.match(thread)).resigned
    await anna.click(menu, label="Yes, resign")
    await house.settled()
    assert menu.labels == []
    assert (await house.match(thread)).header.status in ("over", "playing")
    assert (await house.match(thread)).seat_of(anna.id) in (await house.match(thread)).resigned


async def test_a_lobby_is_filled_by_its_controls(house: House, anna: Player, bruno: Player) -> None:
    lobby = await house.lobby(anna, players=4)
    assert (await anna.select(lobby, "Choose a seat", "C")).acknowledged
    await house.settled()
    assert (await bruno.select(lobby, "Choose a seat", "any")).acknowledged
    await house.settled()
    assert "C" not in [option["value"] for control in lobby.controls for option in control.get("options", [])]
    await anna.click(lobby, label="Add bot")
    await house.settled()
    await anna.click(lobby, label="Remove bot")
    await house.settled()
    await bruno.click(lobby, label="Leave")
    await house.settled()
    match = await house.match(lobby)
    assert [(taken.place, taken.wanted) for taken in match.holders] == [(0, 2)]
    assert (await anna.click(lobby, label="Cancel lobby")).type == 7
    await house.settled()
    assert lobby.controls == []
