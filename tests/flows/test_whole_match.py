"""Whole matches, from the command that opens the lobby to the result, as the people in the thread see them."""

import hashlib
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import structlog

from bot.playground import moderation
from bot.playground.people import Player
from bot.playground.world import Channel, Message
from tests.cli.command import run
from tests.flows.house import House, running_house
from tests.flows.language import leftovers

pytestmark = pytest.mark.asyncio

SHORT: dict[str, Any] = {"start": 9, "wave": 2}  # the boats begin at the harbour
HASH, SEED = re.compile(r"SHA-256 \w+ `([0-9a-f]{64})`"), re.compile(r"`([0-9a-f]{64})`")


@pytest.fixture
def bruno(house: House) -> Player:
    """Somebody who reads English here, for the sentences are compared."""
    return house.local.player("bruno")


def pinged(house: House, message: Message) -> list[int]:
    """Tell whose devices a message made ring."""
    return [n.user.id for n in house.local.world.notifications if n.message is message]


def check_boards(house: House, thread: Channel, *, end: bool) -> None:
    """Hold what is true of every board message: a described picture, one mention that rings, controls on the newest alone."""
    boards = house.said(thread)
    for board in boards:
        (picture,) = board.attachments
        assert picture.content_type == "image/png"
        assert len(picture.content) <= 60_000
        assert picture.description
        assert 20 < len(picture.description) <= 1024
    asked = boards[:-1] if end else boards
    for board in asked:
        (due,) = re.findall(r"<@(\d+)>", board.content)
        assert pinged(house, board) == [int(due)]
    assert [bool(board.controls) for board in boards] == [False] * (len(boards) - 1) + [True]


async def test_two_players_by_buttons_alone(house: House, anna: Player, bruno: Player) -> None:
    lobby = await house.lobby(anna, players=2)
    code = house.code(lobby)
    await bruno.click(lobby, label="Join")
    await house.settled()
    thread = house.local.channel(f"Controcorrente · {code}")
    assert (thread.parent, lobby.thread) == (house.channel, thread)
    assert "The match has started." in lobby.content
    assert lobby.controls == []
    first = house.said(thread)[0]
    told = HASH.search(first.content)
    assert told is not None
    check_boards(house, thread, end=False)
    result = await house.play_out(thread, anna, bruno)
    check_boards(house, thread, end=True)
    assert result.labels[0] == "Rematch"
    assert pinged(house, result) == []
    assert "1. **" in result.content
    seeds = [found for found in SEED.findall(result.content) if found != told[1]]
    assert [hashlib.sha256(bytes.fromhex(seed)).hexdigest() for seed in seeds] == [told[1]]
    callers = [pinged(house, board) for board in house.said(thread)[:-1]]
    assert all(before != after for before, after in pairwise(callers)), "nobody is called twice in a row"
    assert [m for m in anna.notifications + bruno.notifications if m.channel is not thread] == []
    assert "The match has started." in lobby.content


async def test_two_players_by_typing_alone(house: House, anna: Player, bruno: Player) -> None:
    await anna.slash(house.channel, "controcorrente new", players=2, **SHORT)
    await house.settled()
    lobby = house.board(house.channel)
    reply = await bruno.slash(house.channel, "lobby join", seat="a")
    assert reply.text == "You have joined."
    await house.settled()
    thread = house.local.channel(f"Controcorrente · {house.code(lobby)}")
    match = await house.match(thread)
    assert match.seat_of(bruno.id) == 0
    while (match := await house.match(thread)).to_act:
        mover = await house.mover(thread, anna, bruno)
        (action, *_) = (await mover.autocomplete(thread, "controcorrente move", focused="action")).choices
        reply = await mover.slash(thread, "controcorrente move", action=action["value"])
        assert reply.text == f"Played: `{action['value']}`."
        await house.settled()
    check_boards(house, thread, end=True)
    assert (await anna.slash(thread, "match rematch")).ephemeral
    await house.settled()
    assert "Join" in house.board(house.channel).labels


@pytest.mark.parametrize(("guild_locale", "option", "lang"), [("it", None, "it"), ("en-US", "pt_BR", "pt_BR")])
async def test_one_human_and_three_bots_in_another_language(
    tmp_path: Path, guild_locale: str, option: str | None, lang: str
) -> None:
    async with running_house(tmp_path / "tavoliere.db", guild_locale=guild_locale) as house:
        anna = house.local.player("anna")
        lobby = await house.lobby(anna, players=4, bots=2, start=9, wave=2, tie_break=True, language=option)
        assert leftovers(lobby, lang) == []
        await anna.click(lobby, custom_id=next(c["custom_id"] for c in lobby.controls if c["custom_id"].endswith(":addbot")))
        await house.settled()
        thread = house.local.channel(f"Controcorrente · {house.code(lobby)}")
        assert leftovers(lobby, lang) == []
        shown: list[Message] = []
        while (match := await house.match(thread)).to_act:
            board = house.board(thread)
            assert leftovers(board, lang) == []
            assert leftovers(board, "en") != []
            shown += [board] if board not in shown else []
            version = match.version
            await anna.click(board, label=board.labels[0])
            await house.settled()
            after = await house.match(thread)
            bots = {r.record.seat for r in after.records_between(version, after.version) if r.record.kind == "played"}
            bots -= {after.seat_of(anna.id)}
            newest = house.said(thread)[-1]
            named = set(re.findall(r"\*\*([A-D])\*\* (?:bot della casa|bot da casa)", newest.content))
            assert {"ABCD"[seat] for seat in bots} <= named or "…" in newest.content
        result = house.said(thread)[-1]
        assert leftovers(result, lang) == []
        assert house.said(thread) == [*shown, result], "the bots' moves come with the human's next board, never alone"
        check_boards(house, thread, end=True)


async def test_where_no_thread_can_be_opened_the_match_is_played_in_the_channel(
    house: House, anna: Player, bruno: Player
) -> None:
    lobby = await house.lobby(anna, players=2, **SHORT)
    moderation.deny(house.channel, "create_public_threads")
    with structlog.testing.capture_logs() as logs:
        await bruno.click(lobby, label="Join")
        await house.settled()
    assert [log["event"] for log in logs if log["log_level"] in ("warning", "error")] == ["no_thread"]
    board = house.board(house.channel)
    assert "I could not open a thread here, so the match is played in this channel." in board.content
    result = await house.play_out(house.channel, anna, bruno)
    assert "Rematch" in result.labels
    assert sum("could not open a thread" in m.content for m in house.channel.messages) == 1


async def test_where_no_thread_is_left_the_match_is_played_in_the_channel(house: House, anna: Player, bruno: Player) -> None:
    house.local.world.max_active_threads = 0
    lobby = await house.lobby(anna, players=2)
    await bruno.click(lobby, label="Join")
    await house.settled()
    assert "I could not open a thread here" in house.board(house.channel).content


async def test_a_rematch_turns_the_seats_and_starts_when_the_others_join(house: House, anna: Player, bruno: Player) -> None:
    thread = await house.started(anna, bruno, **SHORT)
    old = await house.match(thread)
    result = await house.play_out(thread, anna, bruno)
    reply = await anna.click(result, label="Rematch")
    await house.settled()
    assert reply.type == 6
    lobby = house.board(house.channel)
    assert bruno.notifications[-1] is lobby
    assert (await bruno.click(result, label="Rematch")).type == 6
    await house.settled()
    new = await house.match(lobby)
    assert new.code != old.code
    assert (new.seat_of(anna.id), new.seat_of(bruno.id)) == (old.seat_of(bruno.id), old.seat_of(anna.id))
    assert house.said(house.local.channel(f"Controcorrente · {new.code}"))


async def sailed(house: House, thread: Channel, anna: Player, bruno: Player) -> tuple[Player, Player, Message]:
    """Play until a boat has been sailed and the other is to roll; gives who sailed, who is due, and the board."""
    while True:
        mover, board = await house.mover(thread, anna, bruno), house.board(thread)
        acted = board.labels[0]
        await mover.click(board, label=acted)
        await house.settled()
        due = await house.mover(thread, anna, bruno)
        if acted.startswith("Boat") and due is not mover:
            return mover, due, house.board(thread)


async def test_an_undo_is_free_until_the_other_rolls(house: House, anna: Player, bruno: Player) -> None:
    thread = await house.started(anna, bruno)
    mover, due, board = await sailed(house, thread, anna, bruno)
    before = await house.match(thread)
    reply = await mover.slash(thread, "match undo")
    assert reply.text == "Your last action is taken back."
    await house.settled()
    after = await house.match(thread)
    assert after.frames[-1].state == before.frames[-2].state
    assert await house.mover(thread, anna, bruno) is mover
    again = house.board(thread)
    assert "takes back the last action" in again.content
    assert board.controls == [] or board is again
    stale = await house.press(due, again, "play", "R", version=before.version)
    assert stale.ephemeral
    await mover.click(again, label=again.labels[0])
    await house.settled()
    due = await house.mover(thread, anna, bruno)
    if due is not mover:
        await due.click(house.board(thread), label="Roll the die")
        await house.settled()
    version = (await house.match(thread)).version
    refused = await mover.slash(thread, "match undo")
    assert "no undo goes past that" in refused.text
    assert (await house.match(thread)).version == version


async def test_ending_without_a_result_takes_everybodys_consent(house: House, anna: Player, bruno: Player) -> None:
    thread = await house.started(anna, bruno)
    await anna.slash(thread, "match abort")
    await house.settled()
    notice = house.said(thread)[-1]
    assert "proposes to end the match" in notice.content
    assert notice.labels == ["Agree", "Refuse"]
    assert "A** Anna" in notice.content or "B** Anna" in notice.content
    assert "has proposed" in (await bruno.slash(thread, "match info")).text
    assert (await anna.click(notice, label="Agree")).text.startswith("This offer is yours")
    await bruno.click(notice, label="Refuse")
    await house.settled()
    assert "refuses; the proposal is off" in house.said(thread)[-1].content
    assert (await house.match(thread)).header.status == "playing"
    assert "No offer is open" in (await bruno.slash(thread, "match answer", agree=True)).text
    await bruno.slash(thread, "match abort")
    await house.settled()
    await anna.slash(thread, "match answer", agree=True)
    await house.settled()
    result = house.said(thread)[-1]
    assert "ends without a result, as agreed" in result.content
    assert "Rematch" in result.labels
    assert "over and takes no more" in (await anna.slash(thread, "controcorrente roll")).text


async def test_the_only_human_ends_the_match_alone(house: House, anna: Player) -> None:
    lobby = await house.lobby(anna, players=2, bots=1)
    thread = house.local.channel(f"Controcorrente · {house.code(lobby)}")
    await anna.slash(thread, "match abort")
    await house.settled()
    assert (await house.match(thread)).header.status == "aborted"
    assert "ends without a result" in house.said(thread)[-1].content


async def test_resigning_with_two_ends_the_match(house: House, anna: Player, bruno: Player) -> None:
    thread = await house.started(anna, bruno)
    mover = await house.mover(thread, anna, bruno)
    await mover.slash(thread, "match resign", sure=True)
    await house.settled()
    match = await house.match(thread)
    told = house.said(thread)[-1].content
    assert "resigns" in told
    assert match.resigned == {match.seat_of(mover.id)}
    assert "resignation is final" in (await mover.slash(thread, "controcorrente roll")).text or not match.to_act


async def test_resigning_with_three_lets_the_others_play_on(house: House, anna: Player, bruno: Player) -> None:
    carla = house.local.player("carla")
    thread = await house.started(anna, bruno, carla, **SHORT)
    mover = await house.mover(thread, anna, bruno, carla)
    others = [player for player in (anna, bruno, carla) if player is not mover]
    await mover.slash(thread, "match resign", sure=True)
    await house.settled()
    board = house.board(thread)
    due = await house.mover(thread, *others)
    assert "resigns" in "".join(m.content for m in house.said(thread))
    assert pinged(house, board) == [due.id]
    assert "resignation is final" in (await house.press(mover, board, "play", "R")).text
    await house.play_out(thread, *others)
    match = await house.match(thread)
    assert match.outcome is not None
    assert match.outcome.places[match.seat_of(mover.id) or 0] == 3


async def test_leaving_a_lobby_and_leaving_a_match(house: House, anna: Player, bruno: Player) -> None:
    carla = house.local.player("carla")
    lobby = await house.lobby(anna, players=3)
    await bruno.click(lobby, label="Join")
    await anna.slash(house.channel, "match leave")
    await house.settled()
    match = await house.match(lobby)
    assert (match.header.host, len(match.holders)) == (bruno.id, 1)
    for player in (anna, carla):
        await player.click(lobby, label="Join")
    await house.settled()
    thread = house.local.channel(f"Controcorrente · {match.code}")
    await carla.slash(thread, "match leave")
    await house.settled()
    match = await house.match(thread)
    assert match.resigned == {match.seat_of(carla.id)}
    assert "have resigned" in (await carla.slash(thread, "match leave")).text


async def test_the_export_is_accepted_by_the_command_line(
    house: House, anna: Player, bruno: Player, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    thread = await house.started(anna, bruno, **SHORT)
    await house.play_out(thread, anna, bruno)
    exported = (await bruno.slash(thread, "match export")).message
    assert exported is not None
    file = tmp_path / exported.attachments[0].filename
    file.write_bytes(exported.attachments[0].content)
    assert run(monkeypatch, "replay", str(file), "--check") == 0
    assert capsys.readouterr().err == ""
    file.write_bytes(exported.attachments[0].content.replace(b'"value": 0', b'"value": 1', 1))
    assert run(monkeypatch, "replay", str(file), "--check") == 1
