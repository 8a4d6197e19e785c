"""Malicious and clumsy people: forged controls, other people's matches, things that change under a match."""

import asyncio
import itertools
from pathlib import Path
from typing import Any

import pytest
import structlog

from bot.match.model import Status
from bot.playground import ManualClock, interactions, moderation, objects
from bot.playground.errors import CannotDo
from bot.playground.people import Player, Reply
from bot.playground.world import Channel, Message
from bot.ui.verbs import VERBS
from tests.flows.house import House, living, running_house
from tests.playground.fixtures import local_discord

pytestmark = pytest.mark.asyncio

ARGS = [
    "",
    "x",
    "R",
    "M3",
    "sure",
    "controcorrente",
    "controcorrente:turn:99999999999999999999",
    "nogame:x:1",
    "-1",
    "99999999999",
    "٣",
    ":::",
    "pick:pick:pick:x",
    "play:R",
    "_" * 60,
    "`@everyone`",
    "\u202e",
    "{who}",
]


@pytest.fixture
def carla(house: House) -> Player:
    """Somebody who reads English."""
    return house.local.player("carla")


def faults(logs: list[Any]) -> list[Any]:
    return [log for log in logs if log["log_level"] in ("error", "critical")]


@pytest.mark.parametrize("kind", ["b", "s"])
async def test_no_forged_control_of_a_stranger_or_with_odd_words_does_anything(
    house: House, anna: Player, carla: Player, kind: str
) -> None:
    """Every verb with every odd arg and version, from somebody outside: answered in private, and nothing changes."""
    thread = await house.started(anna, carla)
    board, dora = house.board(thread), house.local.player("dora")
    code = house.code(board)
    with structlog.testing.capture_logs() as logs:
        for verb, arg in itertools.product(VERBS, ARGS if kind == "b" else ARGS[:4]):
            custom_id = f"t1{kind}:{code}:{0 if len(arg) % 2 else 999999999}:{verb}:{arg}"[:100]
            reply = await house.forge(dora, board, custom_id, values=[arg or "x"] if kind == "s" else None)
            assert reply.acknowledged, (verb, arg)
            told = (await reply.followup()) if reply.type == 6 else reply.message
            assert told is not None, (verb, arg)
            assert told.ephemeral_for == dora.id, (verb, arg)
            assert told.content or told.attachments, (verb, arg)
            assert "went wrong" not in told.content, (verb, arg, told.content)
        await house.settled()
    assert (await house.match(thread)).version == 2
    assert faults(logs) == []


@pytest.mark.parametrize("kind", ["b", "s"])
async def test_no_forged_control_of_a_player_breaks_anything(house: House, anna: Player, carla: Player, kind: str) -> None:
    """The same from somebody who may act: what is done is done by the rules, and nothing is a fault."""
    thread = await house.started(anna, carla)
    board = house.board(thread)
    code = house.code(board)
    with structlog.testing.capture_logs() as logs:
        verbs = [verb for verb in VERBS if verb not in ("resign_yes", "leave")]
        for verb, arg in itertools.product(verbs, ARGS if kind == "b" else ARGS[:4]):
            if (verb, arg) == ("resign", "sure"):
                continue
            version = (await house.match(thread)).version if len(arg) % 2 else 999999999
            custom_id = f"t1{kind}:{code}:{version}:{verb}:{arg}"[:100]
            reply = await house.forge(anna, board, custom_id, values=[arg or "x"] if kind == "s" else None)
            assert reply.acknowledged, (verb, arg)
            if reply.message is not None and reply.message.ephemeral:
                assert "went wrong" not in reply.message.content, (verb, arg, reply.message.content)
        await house.settled()
    assert (await house.match(thread)).header.status is Status.PLAYING
    assert faults(logs) == []


@pytest.mark.parametrize(
    "custom_id",
    [
        "t1b:{code}:-1:play:R",
        "t1b:{code}:99999999999999999999:play:R",
        "t1b:{code}:2:PLAY:R",
        "t1b:{code}:2:play:" + "R" * 80,
        "t1b:{lower}:2:play:R",
        "t1b:{code}:٢:play:R",  # a digit, but not one of ours
        "t1b:{code}:2:play:R\n",
        "t1b:000000:0:play:R",
        "t1b:000000:0:log",
        "t1b:000000:0:join",
        "t1s:000000:0:pick:play:R",
        "t1b:",
        "t1b",
        "💥",
        " ",
    ],
)
async def test_ids_that_nobody_made_are_answered(house: House, anna: Player, carla: Player, custom_id: str) -> None:
    thread = await house.started(anna, carla)
    board = house.board(thread)
    code = house.code(board)
    mover = await house.mover(thread, anna, carla)
    with structlog.testing.capture_logs() as logs:
        reply = await house.forge(mover, board, custom_id.format(code=code, lower=code.lower()))
        await house.settled()
    assert reply.ephemeral
    assert reply.text
    assert "went wrong" not in reply.text
    assert (await house.match(thread)).version == 2
    assert faults(logs) == []


@pytest.mark.parametrize("values", [[], ["A", "B"], ["Z"], ["any", "any"], [""], ["x" * 100], ["AAAAAA"]])
async def test_selects_with_other_values_are_answered(house: House, anna: Player, values: list[str]) -> None:
    lobby = await house.lobby(anna, players=3)
    code = house.code(lobby)
    with structlog.testing.capture_logs() as logs:
        for custom_id in (f"t1s:{code}:1:seat", "t1s:000000:0:pick:board:text", "t1s:000000:0:rules:controcorrente"):
            reply = await house.forge(anna, lobby, custom_id, values=values)
            assert reply.acknowledged
        await house.settled()
    assert faults(logs) == []


async def test_a_code_of_another_server_is_no_way_in(house: House, anna: Player, carla: Player) -> None:
    """Somebody in server two learned the code of a match in server one."""
    thread, lobby = await house.started(anna, carla), await house.lobby(anna, players=3)
    elsewhere = house.local.add_guild("Altrove")
    channel = house.local.add_channel("altro", guild=elsewhere)
    spy = house.local.player("spy", guild=elsewhere)
    reply = await spy.slash(channel, "help")
    assert reply.message is not None
    for code in ((await house.match(thread)).code, house.code(lobby)):
        for verb, arg in itertools.product(VERBS, ["", "x", f"board:{code}"]):
            if verb in ("list", "rules"):
                continue
            told = await house.forge(spy, reply.message, f"t1b:{code}:2:{verb}:{arg}".rstrip(":"))
            assert told.acknowledged
            assert "Anna" not in (told.message.content if told.message is not None else "")
        for command in ("match info", "match log", "match board", "match export", "lobby join", "controcorrente roll"):
            assert "There is no match" in (await spy.slash(channel, command, match=code)).text
    assert (await house.match(lobby)).place_of(spy.id) is None
    assert (
        await spy.autocomplete(channel, "controcorrente move", focused="action", match=(await house.match(thread)).code)
    ).choices == []


async def test_a_command_in_a_direct_message_is_not_offered_and_a_forged_one_answered(house: House, anna: Player) -> None:
    with pytest.raises(CannotDo):
        await anna.slash(anna.dm(), "controcorrente new")
    data = {"id": "1", "name": "match", "type": 1, "options": [{"name": "list", "type": 1, "options": []}]}
    forged = interactions.start(house.local.world, interactions.COMMAND, anna.user, anna.dm(), data)
    reply = await house.sent(anna, forged)
    assert reply.text


async def test_a_match_typed_in_the_thread_of_another_is_the_typed_one(house: House, anna: Player, carla: Player) -> None:
    first, second = await house.started(anna, carla), await house.started(anna, carla)
    code = (await house.match(second)).code
    mover = await house.mover(second, anna, carla)
    assert f"`{code}`" in (await mover.slash(first, "match info", match=code)).text
    await mover.slash(first, "controcorrente roll", match=code)
    await house.settled()
    assert await house.played_by(second, mover) == ["R"]
    assert (await house.match(first)).version == 2
    assert len(house.said(first)) == 1


async def test_a_lobby_and_matches_share_a_channel(house: House, anna: Player, carla: Player) -> None:
    """Threads are forbidden, so two matches and a lobby live in one channel; whatever is unclear is asked."""
    lobby = await house.lobby(anna, players=2)
    moderation.deny(house.channel, "create_public_threads")
    await carla.click(lobby, label="Join")
    await house.settled()
    moderation.allow(house.channel, "create_public_threads")
    other = await house.lobby(anna, players=3)
    reply = await anna.slash(house.channel, "match info")
    assert "Several matches" in reply.text
    assert reply.message is not None
    picked = await anna.select(reply.message, "Choose a match", house.code(other))
    assert picked.message is not None
    assert house.code(other) in picked.message.content
    dora = house.local.player("dora")
    mover = await house.mover(lobby, anna, carla)
    rolled = await mover.slash(house.channel, "controcorrente roll")
    assert "Several matches" in rolled.text or "`R`" in rolled.text
    asked = await dora.slash(house.channel, "lobby join")
    assert asked.message is not None
    await dora.select(asked.message, "Choose a match", house.code(other))
    await house.settled()
    assert (await house.match(other)).place_of(dora.id) is not None
    assert len((await house.match(lobby)).holders) == 2


async def test_the_bot_is_thrown_out_of_a_server_in_the_middle(house: House, anna: Player, carla: Player) -> None:
    elsewhere = house.local.add_guild("Altrove")
    channel = house.local.add_channel("altro", guild=elsewhere)
    for player in (anna, carla):
        house.local.join(player.user, elsewhere)
    await anna.slash(channel, "controcorrente new", players=2)
    await house.settled()
    (lobby,) = house.said(channel)
    code = house.code(lobby)
    await carla.click(lobby, label="Join")
    await house.settled()
    moderation.remove_bot(elsewhere)
    here = await house.started(anna, carla)
    match = await house.app.services.table.load(code)
    mover = next(player for player in (anna, carla) if match.seat_of(player.id) in match.to_act)
    reply = await mover.slash(house.channel, "controcorrente roll", match=code)
    assert "`R`" in reply.text
    await house.settled()
    assert f"`{code}`" in (await mover.slash(house.channel, "match list")).text
    assert "could not be delivered" in (await mover.slash(house.channel, "match info", match=code)).text
    assert (await (await house.mover(here, anna, carla)).click(house.board(here), label="Roll the die")).acknowledged
    await house.settled()
    assert await house.app.store.outbox.pending(code) == []
    for player in (anna, carla):
        assert (await player.slash(house.channel, "match leave", match=code)).acknowledged
    assert (await house.app.services.table.load(code)).header.status is not Status.PLAYING


async def test_both_ask_for_a_rematch_at_once_and_meet_in_one(house: House, anna: Player, carla: Player) -> None:
    thread = await house.started(anna, carla)
    await anna.slash(thread, "match resign", sure=True)
    await house.settled()
    result = await house.play_out(thread, anna, carla)
    await asyncio.gather(*(player.click(result, label="Rematch") for player in (anna, carla, anna, carla)))
    await house.settled()
    lobbies = [message for message in house.said(house.channel) if message.created > result.created]
    assert len(lobbies) == 1
    match = await house.match(lobbies[0])
    assert (match.header.status, len(match.holders)) == (Status.PLAYING, 2)
    again = await anna.click(result, label="Rematch")
    assert again.text == f"The rematch has already begun: it is match `{match.code}`."


async def test_a_match_may_begin_in_a_thread_of_its_own_accord(house: House, anna: Player, carla: Player) -> None:
    """A lobby opened inside a thread (of another match, even) is played there, for a thread has no threads."""
    thread = await house.started(anna, carla)
    await anna.slash(thread, "controcorrente new", players=2)
    await house.settled()
    lobby = house.board(thread)
    await carla.click(lobby, label="Join")
    await house.settled()
    board = house.said(thread)[-1]
    assert "could not open a thread here" in board.content
    mover = await house.mover(board, anna, carla)
    assert (await mover.click(board, label="Roll the die")).acknowledged
    assert "Several matches" in (await anna.slash(thread, "match info")).text


async def test_undo_and_roll_at_once_leave_one_of_the_two(house: House, anna: Player, carla: Player) -> None:
    thread = await house.started(anna, carla)
    while True:
        mover, board = await house.mover(thread, anna, carla), house.board(thread)
        label = board.labels[0]
        await mover.click(board, label=label)
        await house.settled()
        due = await house.mover(thread, anna, carla)
        if label.startswith("Boat") and due is not mover:
            break
    board = house.board(thread)
    undone, rolled = await asyncio.gather(mover.slash(thread, "match undo"), due.click(board, label="Roll the die"))
    await house.settled()
    kinds = [stored.record.kind for stored in (await house.match(thread)).records[-2:]]
    took_back = "taken back." in undone.text and "no longer" not in undone.text
    assert took_back == ("took_back" in kinds)
    assert rolled.acknowledged
    assert len([m for m in house.said(thread) if m.controls]) == 1


async def test_a_name_changed_in_the_middle_is_harmless(house: House, anna: Player, carla: Player) -> None:
    thread = await house.started(anna, carla)
    carla.member().nick = "`@everyone`"
    carla.user.global_name = None
    for _ in range(6):
        mover, board = await house.mover(thread, anna, carla), house.board(thread)
        await mover.click(board, label=board.labels[0])
        await house.settled()
    assert "@everyone" not in "".join(m.content for m in house.said(thread))


async def test_a_player_who_left_the_server_stops_nothing(house: House, anna: Player, carla: Player) -> None:
    thread = await house.started(anna, carla)
    moderation.remove_member(house.local.guild, carla.user)
    while await house.mover(thread, anna, carla) is anna:
        board = house.board(thread)
        await anna.click(board, label=board.labels[0])
        await house.settled()
    assert "Carla" in house.said(thread)[-1].content
    assert "Carla" in (await anna.slash(thread, "match info")).text
    await anna.slash(thread, "match resign", sure=True)
    await house.settled()
    assert "resigns" in "".join(m.content for m in house.said(thread))


async def test_five_matches_at_once_in_three_servers(house: House, anna: Player, carla: Player) -> None:
    channels = [house.channel]
    for name in ("Altrove", "Ovunque"):
        guild = house.local.add_guild(name)
        channels.append(house.local.add_channel(name.lower(), guild=guild))
        for player in (anna, carla):
            house.local.join(player.user, guild)
    places = [channels[0], channels[0], channels[1], channels[2], channels[2]]
    for place in places:
        await anna.slash(place, "controcorrente new", players=2)
    await house.settled()
    lobbies = [message for channel in channels for message in house.said(channel)]
    assert len(lobbies) == 5
    await asyncio.gather(*(carla.click(lobby, label="Join") for lobby in lobbies))
    await house.settled()
    threads = [house.local.channel(f"Controcorrente · {house.code(lobby)}") for lobby in lobbies]
    for _ in range(3):
        movers = [await house.mover(thread, anna, carla) for thread in threads]
        boards = [house.board(thread) for thread in threads]
        await asyncio.gather(*(m.click(b, label=b.labels[0]) for m, b in zip(movers, boards, strict=True)))
        await house.settled()
    for player in (anna, carla):
        listed = (await player.slash(house.channel, "match list")).text
        assert "You are in 5 matches" in listed
        lines = listed.splitlines()[1:]
        waits = ["your turn" in line for line in lines]
        assert waits == sorted(waits, reverse=True), "what waits for me stands first"
    rung = [(n.user.id, n.message.id) for n in house.local.world.notifications]
    assert len(rung) == len(set(rung))


async def test_ten_lobbies_and_a_hundred_ended_ones_stay_in_reach(house: House, anna: Player) -> None:
    for _ in range(12):
        await house.lobby(anna, players=2)
    await anna.slash(house.channel, "match leave", match=house.code(house.said(house.channel)[0]))
    reply = await anna.slash(house.channel, "match info")
    assert reply.message is not None
    (menu,) = reply.message.controls
    assert len(menu["options"]) == 11
    assert len((await anna.autocomplete(house.channel, "match info", focused="match")).choices) <= 25


async def test_commands_during_the_end_are_answered_or_refused_but_never_half_done(tmp_path: Path) -> None:
    """The bot is told to end while twenty people press: each press is answered, and what was done is in the database."""
    async with local_discord() as local:
        async with living(local, tmp_path / "tavoliere.db") as house:
            anna = local.player("anna")
            lobby = await house.lobby(anna, players=4)
            guests = [local.player(f"guest{n}") for n in range(20)]
            presses = [asyncio.create_task(guest.click(lobby, label="Join")) for guest in guests]
            await local.wait_for(lambda event: event.kind == "interaction", since=0)
            await house.app.client.flow.settled(timeout=5.0)
        replies: list[Reply] = [await press for press in presses if press.done() and press.exception() is None]
        await asyncio.gather(*presses, return_exceptions=True)
        async with living(local, tmp_path / "tavoliere.db") as house:
            await house.settled()
            match = await house.match(lobby)
            joined = sum(1 for reply in replies if not reply.ephemeral and not reply.followups and reply.acknowledged)
            assert len(match.holders) >= min(joined, 3)
            assert match.header.status in (Status.LOBBY, Status.PLAYING)


def control_ids(message: Message) -> list[str]:
    return [control["custom_id"] for control in message.controls]


async def test_thirty_matches_survive_a_life_that_just_stops(tmp_path: Path) -> None:
    """Nothing is closed, nothing is said goodbye to: the next life finds every match as it was, and every button works."""
    clock = ManualClock()
    async with local_discord(clock=clock) as local:
        anna, carla = local.player("anna"), local.player("carla")
        threads: list[Channel] = []
        async with living(local, tmp_path / "tavoliere.db") as house:
            await asyncio.gather(*(anna.slash(house.channel, "controcorrente new", players=2) for _ in range(30)))
            await house.settled()
            lobbies = house.said(house.channel)
            await asyncio.gather(*(carla.click(lobby, label="Join") for lobby in lobbies))
            await house.settled()
            threads = [local.channel(f"Controcorrente · {house.code(lobby)}") for lobby in lobbies]
            before = {thread.id: ((await house.match(thread)).state, control_ids(house.board(thread))) for thread in threads}
            rung = len(local.world.notifications)
        async with living(local, tmp_path / "tavoliere.db") as house:
            await house.settled()
            after = {thread.id: ((await house.match(thread)).state, control_ids(house.board(thread))) for thread in threads}
            assert after == before
            assert len(local.world.notifications) == rung
            movers = [await house.mover(thread, anna, carla) for thread in threads]
            replies = await asyncio.gather(
                *(m.click(house.board(t), label="Roll the die") for m, t in zip(movers, threads, strict=True))
            )
            assert all(reply.acknowledged for reply in replies)
            await house.settled()
            assert [await house.played_by(t, m) for m, t in zip(movers, threads, strict=True)] == [["R"]] * 30


async def test_a_lobby_that_nobody_starts_is_closed_after_a_week_once(tmp_path: Path) -> None:
    clock = ManualClock()
    async with running_house(tmp_path / "tavoliere.db", clock=clock) as house:
        anna, carla = house.local.player("anna"), house.local.player("carla")
        lobby = await house.lobby(anna, players=2)
        clock.advance(7 * 86_400 + 1)
        house.app.pump.wake()
        await house.settled()
        assert "This lobby is closed." in lobby.content
        assert lobby.controls == []
        reply = await house.press(carla, lobby, "join")
        assert "nobody started it in time" in reply.text
        assert objects.message(lobby)["components"] == []
