"""Whole races of Hippo with two people and two house bots: through the private pages, and typed; with a restart in mid-window."""

from pathlib import Path
from typing import Any

import pytest

from bot.engine.core import Seat
from bot.i18n import Lang
from bot.playground.people import Player, Reply
from bot.playground.world import Channel, Message
from tests.flows.house import House, living, running_house
from tests.flows.language import leftovers
from tests.playground.fixtures import local_discord

pytestmark = pytest.mark.asyncio


def custom_id(message: Message, verb: str, arg: str | None = None) -> str:
    """Find the one control with a verb (and arg)."""
    ids = [str(control["custom_id"]) for control in message.controls]
    fitting = [one for one in ids if one.split(":")[3] == verb and (arg is None or one.split(":", 4)[4:] == [arg])]
    assert len(fitting) == 1, f"{verb} {arg}: {ids}"
    return fitting[0]


async def press(player: Player, message: Message, verb: str, arg: str | None = None) -> Reply:
    """Press the one button with a verb."""
    return await player.click(message, custom_id=custom_id(message, verb, arg))


async def opened(player: Player, board: Message) -> Message:
    """Open the private page of the open window."""
    page = (await press(player, board, "form")).message
    assert page is not None
    assert page.ephemeral_for == player.id
    return page


async def begun(house: House, anna: Player, bruno: Player, **options: Any) -> Channel:
    """Start a race of two people and two bots."""
    known = set(house.channel.all_messages)
    reply = await anna.slash(house.channel, "hippo new", bots=2, **options)
    assert reply.ephemeral, reply.text
    await house.settled()
    (lobby,) = [m for key, m in house.channel.all_messages.items() if key not in known and not m.ephemeral]
    assert (await press(bruno, lobby, "join")).acknowledged
    await house.settled()
    return house.local.channel(f"Hippo · {house.code(lobby)}")


async def answer(house: House, player: Player, board: Message) -> None:
    """Answer the open window with what its page shows, after a change where one can be made."""
    match = await house.match(board)
    view = match.game.view(match.state, match.seat_of(player.id))
    if view.window == "rumour":
        letter = next(seat.letter for seat in view.seats if seat.seat != view.own.seat)
        rumour = next(one.card for one in view.rumours if one.holder == view.own.seat and one.target is None)
        await press(player, board, "play", f"rumour_{rumour}>{letter}")
        await house.settled()
        return
    page = await opened(player, board)
    if view.window == "start":
        await press(player, page, "play", "start_sprint")
    elif view.window == "keep":
        await press(player, page, "seal")
    else:
        await player.select(page, custom_id(page, "draft", "1:a0"), "A+")
        await press(player, page, "form", "2")
        await player.select(page, custom_id(page, "draft", "2:a3"), "A!")
        await press(player, page, "form", "3")
        await player.select(page, custom_id(page, "draft", "3:save"), ["r", "t"])
        await player.select(page, custom_id(page, "draft", "3:lock"), "t")
        await press(player, page, "seal")
    await house.settled()


async def due(house: House, thread: Channel, *players: Player) -> list[Player]:
    """Name the people who have to answer."""
    match = await house.match(thread)
    return [player for player in players if match.seat_of(player.id) in match.to_act]


async def until(house: House, thread: Channel, stage: str, *players: Player) -> None:
    """Play up to a stage; "F" is the end."""
    for _ in range(60):
        waiting = await due(house, thread, *players)
        if not waiting or (await house.match(thread)).state.stage == stage:
            return
        await answer(house, waiting[0], house.board(thread))
    raise AssertionError("the race does not end")


def public(house: House, thread: Channel) -> str:
    return "\n".join(m.content for m in house.said(thread))


@pytest.mark.parametrize(("guild_locale", "lang"), [("en-US", "en"), ("it", "it"), ("pt-BR", "pt_BR")])
async def test_a_race_by_buttons_with_a_restart_in_the_middle_of_a_window(tmp_path: Path, guild_locale: str, lang: Lang) -> None:
    database = tmp_path / "tavoliere.db"
    async with local_discord(guild_locale=guild_locale) as local:
        anna, bruno = local.player("anna"), local.player("bruno", locale="it")
        async with living(local, database) as house:
            thread = await begun(house, anna, bruno)
            await until(house, thread, "L2.E", anna, bruno)
            board = house.board(thread)
            page = await opened(anna, board)
            await anna.select(page, custom_id(page, "draft", "1:d0"), "-")
            await press(anna, page, "form", "3")
            await anna.select(page, custom_id(page, "draft", "3:lock"), "tl")
            version = (await house.match(thread)).version
        async with living(local, database) as house:
            assert (await house.match(thread)).version == version, "a draft is no part of the match"
            page = await opened(anna, house.board(thread))
            chosen = [o["value"] for c in page.controls for o in c.get("options", []) if o.get("default")]
            assert chosen == ["H", "-", "H", "+"]
            await press(anna, page, "form", "3")
            assert "tl" in [o["value"] for c in page.controls for o in c.get("options", []) if o.get("default")]
            await until(house, thread, "F", anna, bruno)
            match = await house.match(thread)
            assert match.outcome is not None
            result = house.said(thread)[-1]
            assert "rematch" in result.controls[0]["custom_id"]
            for message in house.said(thread):
                assert len(message.content) <= 2000
                assert leftovers(message, lang) == []
                (picture,) = message.attachments
                assert picture.description
                assert len(picture.content) <= 60_000
            assert "/match log" not in public(house, thread), "no report was cut"


async def test_a_race_typed(house: House, anna: Player, bruno: Player) -> None:
    thread = await begun(house, anna, bruno, tempo="lap", language="it")
    typed: dict[str, Any] = {"keep": ("cards", ""), "rumour": ("aim", ""), "start": ("how", "start safe"), "lap": ("orders", "")}
    kinds = set()
    while waiting := await due(house, thread, anna, bruno):
        match = await house.match(thread)
        window = match.game.view(match.state, None).window
        assert window is not None
        kinds.add(window)
        option, value = typed[window]
        for _ in range(12):
            if value:
                break
            reply = await waiting[0].autocomplete(thread, f"hippo {window}", focused=option, value=value)
            value = walked(reply, window)
            if value.endswith((" ", "/", "@", ",")):
                reply = await waiting[0].autocomplete(thread, f"hippo {window}", focused=option, value=value)
                value = walked(reply, window)
        if window == "lap":
            value = "H/+ A+/+ a!/- H/- save:r lock:lt"
        reply = await waiting[0].slash(thread, f"hippo {window}", **{option: value})
        assert reply.ephemeral
        assert "`" in reply.text
        await house.settled()
        hand = await waiting[0].slash(thread, "match hand")
        assert hand.ephemeral
        assert hand.text
    assert {"keep", "start", "lap"} <= kinds
    assert (await house.match(thread)).outcome is not None


def walked(reply: Reply, window: str) -> str:
    """Choose the first complete notation offered, else the first part."""
    values = [str(choice["value"]) for choice in reply.choices]
    assert values
    assert all(value.startswith(window) for value in values)
    return next((value for value in values if value[-1].isalnum()), values[0])


async def test_who_has_answered_is_public_and_what_is_not(house: House, anna: Player, bruno: Player) -> None:
    thread = await begun(house, anna, bruno)
    before = len(house.said(thread))
    board = house.board(thread)
    page = await opened(anna, board)
    deal = [o["value"] for c in page.controls for o in c.get("options", [])]
    assert deal
    await press(anna, page, "seal")
    await house.settled()
    assert house.board(thread) is board, "the present board was redrawn, nobody is called"
    assert len(house.said(thread)) == before
    assert "3 of 4 have answered" in board.content
    assert "Sealed; until everybody has answered" in page.content
    assert not [card for card in deal if f"`{card}`" in public(house, thread)]
    match = await house.match(thread)
    seat = match.seat_of(anna.id)
    assert seat is not None
    first = match.state.answers[seat]
    await anna.slash(thread, "hippo keep", cards="")
    await house.settled()
    match = await house.match(thread)
    assert first != match.state.answers[seat]
    assert match.state.answers[seat].cards == ()
    assert "You keep no card" in (await anna.slash(thread, "match hand")).text
    assert "Tieni" not in (await bruno.slash(thread, "match hand")).text


async def test_standing_orders_are_kept_shown_used_as_a_beginning_and_taken_away(
    house: House, anna: Player, bruno: Player
) -> None:
    thread = await begun(house, anna, bruno)
    assert "no standing orders" in (await anna.slash(thread, "hippo standing")).text
    await until(house, thread, "L1.E", anna, bruno)
    refused = await anna.slash(thread, "hippo standing", orders="H/+ H/+")
    assert "cannot stand" in refused.text
    kept = await anna.slash(thread, "hippo standing", orders="a/- a/- H/+ H/+ save:t lock:l drop:b1")
    assert "`lap A/- A/- H/+ H/+ save:t lock:l`" in kept.text
    assert "`lap A/-" in (await anna.slash(thread, "hippo standing")).text
    assert "`lap A/-" not in (await bruno.slash(thread, "hippo standing")).text
    page = await opened(anna, house.board(thread))
    assert [o["value"] for c in page.controls for o in c.get("options", []) if o.get("default")] == ["A", "-", "A", "-"]
    await press(anna, page, "standing", "drop:1")
    assert "no standing orders" in (await anna.slash(thread, "hippo standing")).text
    await press(anna, page, "standing", "form:1")
    assert "`lap H/+ H/+ H/+ H/+ save:rta lock:lt`" in (await anna.slash(thread, "hippo standing")).text
    assert "no standing orders" in (await anna.slash(thread, "hippo standing", orders="-")).text


async def test_what_no_control_of_ours_says_is_refused(house: House, anna: Player, bruno: Player) -> None:
    thread = await begun(house, anna, bruno)
    await until(house, thread, "L1.E", anna, bruno)
    board = house.board(thread)
    code, version = house.code(board), (await house.match(thread)).version
    for arg, values in (
        ("1:a0", ["Z"]),
        ("1:a9", ["H"]),
        ("3:save", ["x"]),
        ("3:lock", ["q"]),
        ("3:drop", ["v1"]),
        ("x", []),
        ("", []),
    ):
        reply = await house.forge(anna, board, f"t1s:{code}:{version}:draft:{arg}", values=values)
        assert reply.ephemeral
        assert "match board" in reply.text or "does not exist" in reply.text, arg
    carla = house.local.player("carla")
    for verb in ("form", "draft", "seal", "standing", "hand"):
        reply = await house.press(carla, board, verb, "1")
        assert reply.ephemeral
        assert "not" in reply.text
    drafts = house.app.store.drafts
    assert [await drafts.find(code, Seat(seat), "draft") for seat in range(4)] == [None] * 4


async def test_quick_selects_never_lose_one_another(house: House, anna: Player, bruno: Player) -> None:
    thread = await begun(house, anna, bruno)
    await until(house, thread, "L1.E", anna, bruno)
    board = house.board(thread)
    code, version = house.code(board), (await house.match(thread)).version
    sent = [("1:a0", ["A"]), ("1:d0", ["-"]), ("2:a2", ["A+"]), ("2:d3", ["-"]), ("3:lock", ["l"]), ("3:save", [])]
    for arg, values in sent:
        await house.forge(anna, board, f"t1s:{code}:{version}:draft:{arg}", values=values)
    seat = (await house.match(thread)).seat_of(anna.id)
    assert seat is not None
    assert await house.app.store.drafts.find(code, seat, "draft") == "L1.E lap A/- H/+ A+/+ H/- save:- lock:l"


async def test_who_leaves_is_driven_by_the_house(house: House, anna: Player, bruno: Player) -> None:
    thread = await begun(house, anna, bruno)
    await until(house, thread, "L2.E", anna, bruno)
    await bruno.slash(thread, "match resign", sure=True)
    await house.settled()
    await until(house, thread, "F", anna)
    match = await house.match(thread)
    assert match.outcome is not None
    seat = match.seat_of(bruno.id)
    assert not [out for out in match.state.out if out.seat == seat and out.number == 0]


async def test_a_game_without_secrets_has_no_hand(house: House, anna: Player, bruno: Player) -> None:
    thread = await house.started(anna, bruno)
    reply = await anna.slash(thread, "match hand")
    assert "hides nothing" in reply.text


async def test_a_race_phase_by_phase(tmp_path: Path) -> None:
    async with running_house(tmp_path / "tavoliere.db") as house:
        anna, bruno = house.local.player("anna"), house.local.player("bruno")
        thread = await begun(house, anna, bruno, tempo="phase")
        while waiting := await due(house, thread, anna, bruno):
            match = await house.match(thread)
            if match.game.view(match.state, None).window != "lap":
                await answer(house, waiting[0], house.board(thread))
                continue
            page = await opened(waiting[0], house.board(thread))
            assert "2" not in [c["custom_id"].split(":", 4)[4] for c in page.controls if ":form:" in c["custom_id"]]
            await waiting[0].select(page, custom_id(page, "draft", "1:a0"), "A+")
            await press(waiting[0], page, "seal")
            await house.settled()
        assert (await house.match(thread)).outcome is not None
