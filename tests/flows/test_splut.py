"""Splut! through the local Discord: turns planned in private and committed, turns typed, and what becomes of old plans."""

from pathlib import Path
from typing import Any, Final

import pytest
import structlog

from bot.errors import RenderFault
from bot.i18n import LANGS
from bot.playground.people import Player, Reply
from bot.playground.world import Channel, Message
from bot.render.base import PICTURE_BYTES
from bot.render.splut import RENDERER
from tests.flows.house import House, living, running_house
from tests.flows.language import leftovers
from tests.playground.fixtures import local_discord

pytestmark = pytest.mark.asyncio

DUEL: Final = ("Sn", "Ts,Dw", "Dw,Sn~e1,Tw*w", "Sw~i5,Ds,Tw", "Te+,Sn,Tw*n")
"""R and G: a levitation, a crushed dwarf, a pull, a push, and R hits the sorcerer of G."""
MELEE: Final = ("Sw", "Dn,Se", "De,Se~a5,Dn", "Ds,Ss~e9,Te*s", "Sw,Se~b5,Sn", "Te,Ds,Tn*n", "Tw,Ts,Tw*e")
"""B, R, Y, G: an elimination, a suicide, and one team left."""
LOCALES: Final = {"en": "en-US", "it": "it", "pt_BR": "pt-BR"}


async def started(house: House, host: Player, *others: Player, **options: Any) -> Channel:
    """Start a match in which everybody takes the next seat of R, Y, G, B; gives its thread."""
    await host.slash(house.channel, "splut new", players=1 + len(others), **options)
    await house.settled()
    lobby = house.board(house.channel)
    letters = {2: "RG", 3: "RYG", 4: "RYGB"}[1 + len(others)]
    await host.slash(house.channel, "lobby seat", seat=letters[0], match=house.code(lobby))
    for player, letter in zip(others, letters[1:], strict=True):
        await player.slash(house.channel, "lobby join", seat=letter, match=house.code(lobby))
        await house.settled()
    return house.local.channel(f"Splut! · {house.code(lobby)}")


def control(message: Message, arg: str, verb: str = "plan") -> dict[str, Any]:
    """Find the control of a planner with a draft, or the select that has it as an option."""
    for found in message.controls:
        values = [option["value"] for option in found.get("options", [])]
        if found["custom_id"].split(":", 3)[3] == f"{verb}:{arg}" and not values:
            return found
        if arg in values:
            return found
    raise AssertionError(f"no {verb}:{arg} in {[c['custom_id'] for c in message.controls]}")


async def use(player: Player, message: Message, arg: str, verb: str = "plan") -> Reply:
    """Use that control."""
    found = control(message, arg, verb)
    if found["type"] == 3:
        return await player.select(message, found["custom_id"], arg)
    return await player.click(message, custom_id=found["custom_id"])


def has(message: Message, arg: str) -> bool:
    try:
        return not control(message, arg).get("disabled")
    except AssertionError:
        return False


async def opened(player: Player, board: Message) -> Message:
    """Open the planner from a board."""
    reply = await player.click(board, custom_id=next(c["custom_id"] for c in board.controls if c["custom_id"].endswith(":plan")))
    assert reply.message is not None
    assert reply.message.ephemeral_for == player.id
    return reply.message


async def planned(player: Player, page: Message, turn: str) -> Message:
    """Put a turn together step by step: the piece, the way, and what else there is to choose."""
    draft = ""
    steps = turn.split(",")
    for number, step in enumerate(steps, 1):
        end = number == len(steps)
        await use(player, page, f"{draft}|{step[0]}")
        after = f"{draft}{step}" + ("|" if end else f",|{step[0]}")
        if not has(page, after):
            await use(player, page, f"{draft}|{step[:2]}")
        reply = await use(player, page, after)
        assert reply.type == 7, "the private message itself changes"
        draft += step + ("" if end else ",")
    return page


async def committed(house: House, thread: Channel, player: Player, turn: str) -> Reply:
    page = await planned(player, await opened(player, house.board(thread)), turn)
    reply = await use(player, page, f"{turn}|", "commit")
    await house.settled()
    return reply


@pytest.mark.parametrize("lang", LANGS)
async def test_a_whole_match_is_planned_across_a_restart(tmp_path: Path, lang: str) -> None:
    database = tmp_path / "tavoliere.db"
    async with local_discord(guild_locale=LOCALES[lang]) as local:
        anna = local.player("anna", locale=LOCALES[lang])
        bruno = local.player("bruno", locale="it")
        players = (anna, bruno)
        async with living(local, database) as house:
            thread = await started(house, anna, bruno)
            for turn in DUEL[:2]:
                await committed(house, thread, await house.mover(thread, *players), turn)
            page = await planned(anna, await opened(anna, house.board(thread)), DUEL[2])
        async with living(local, database) as house:
            reply = await use(anna, page, f"{DUEL[2]}|", "commit")  # the page outlives the process
            assert f"`{DUEL[2]}`" in reply.text
            assert page.controls == []
            await house.settled()
            for turn in DUEL[3:]:
                await committed(house, thread, await house.mover(thread, *players), turn)
            match = await house.match(thread)
            assert match.outcome is not None
            assert match.outcome.places == (1, 2)
            played = [[*await house.played_by(thread, player)] for player in players]
            assert played == [list(DUEL[0::2]), list(DUEL[1::2])]
            boards = house.said(thread)
            for board in boards:
                assert leftovers(board, lang) == []
                (picture,) = board.attachments
                assert len(picture.content) <= PICTURE_BYTES
            assert "SPLUT" in boards[-1].content
            told = "\n".join(board.content for board in boards)
            assert "e1" in boards[3].content
            assert told.count("SPLUT") == 1


@pytest.mark.parametrize("lang", LANGS)
async def test_four_players_type_a_whole_match_across_a_restart(tmp_path: Path, lang: str) -> None:
    database = tmp_path / "tavoliere.db"
    async with local_discord(guild_locale=LOCALES[lang]) as local:
        players = [local.player(name, locale=LOCALES[lang]) for name in ("anna", "bruno", "carla", "dario")]
        async with living(local, database) as house:
            thread = await started(house, *players)
            for turn in MELEE[:4]:
                mover = await house.mover(thread, *players)
                assert f"`{turn}`" in (await mover.slash(thread, "splut move", action=turn.lower())).text
                await house.settled()
        async with living(local, database) as house:
            for turn in MELEE[4:]:
                mover = await house.mover(thread, *players)
                assert f"`{turn}`" in (await mover.slash(thread, "splut move", action=turn)).text
                await house.settled()
            match = await house.match(thread)
            assert match.outcome is not None
            assert sorted(match.outcome.places) == [1, 2, 3, 4]
            told = "\n".join(board.content for board in house.said(thread))
            assert told.count("SPLUT") == 3
            for board in house.said(thread):
                assert leftovers(board, lang) == []


async def test_nothing_is_public_before_the_commit(house: House, anna: Player, bruno: Player) -> None:
    thread = await started(house, anna, bruno)
    public, version = list(thread.messages), (await house.match(thread)).version
    page = await planned(anna, await opened(anna, house.board(thread)), "Sn")
    assert page.controls[0]["custom_id"].endswith(":commit:Sn|")
    await use(anna, page, "|")
    assert control(page, "|", "commit")["disabled"]
    await planned(anna, page, "Dn")
    await use(anna, page, "|-")
    await house.settled()
    assert thread.messages == public
    assert (await house.match(thread)).version == version
    assert page not in bruno.sees(thread)
    (picture,) = page.attachments
    assert picture.filename.endswith("-plan.png")
    assert "A plan of R" in str(picture.description)


async def test_the_planner_offers_exactly_what_is_legal(house: House, anna: Player, bruno: Player) -> None:
    thread = await started(house, anna, bruno)
    await committed(house, thread, anna, "Sn")
    page = await opened(bruno, house.board(thread))
    match = await house.match(thread)
    (seat,) = match.to_act
    reached: set[str] = set()
    for piece in "STD":
        if not has(page, f"|{piece}"):
            continue
        await use(bruno, page, f"|{piece}")
        for way in "nsew":
            if has(page, f"|{piece}{way}"):
                await use(bruno, page, f"|{piece}{way}")
            args = [c["custom_id"].split(":", 4)[4] for c in page.controls if c["type"] == 2 and not c.get("disabled")]
            args += [option["value"] for c in page.controls for option in c.get("options", [])]
            reached |= {arg.partition("|")[0] for arg in args if arg.startswith(piece)}
    assert reached == {choice.text for choice in match.game.choices(match.state, seat, "")}


async def test_a_dead_plan_says_so_and_starts_again(house: House, anna: Player, bruno: Player) -> None:
    thread = await started(house, anna, bruno)
    first = house.board(thread)
    old = await planned(anna, await opened(anna, first), "Dn")
    await committed(house, thread, anna, "Sn")
    await use(anna, old, "Dn|", "commit")
    assert "it is not your turn now" in old.content
    assert old.controls == []
    assert await house.played_by(thread, anna) == ["Sn"]
    other = await planned(bruno, await opened(bruno, house.board(thread)), "Ts,Dw")
    await committed(house, thread, bruno, "Ts,Dw")
    await committed(house, thread, anna, "Dw,Sn~e1,Tw*w")
    await use(bruno, other, "Ts,Dw|", "commit")
    assert "so it starts again" in other.content or "si ricomincia da capo" in other.content
    assert control(other, "|", "commit")["disabled"]
    await planned(bruno, other, "Sw~i5,Ds,Tw")
    await use(bruno, other, "Sw~i5,Ds,Tw|", "commit")
    await house.settled()
    assert await house.played_by(thread, bruno) == ["Ts,Dw", "Sw~i5,Ds,Tw"]


async def test_a_draft_that_leads_nowhere_starts_again(house: House, anna: Player, bruno: Player) -> None:
    thread = await started(house, anna, bruno)
    board = house.board(thread)
    for draft in ("Sn,Sn|", "Ts*n|", "zz|", "Sn", "|Q", "Sn,|"):
        reply = await house.press(anna, board, "plan", draft)
        assert reply.ephemeral
        assert reply.message is not None
        assert [c for c in reply.message.controls if ":plan:" in c["custom_id"]]
    reply = await house.press(anna, board, "commit", "Sn,Sn|")
    assert "This turn has" in reply.text
    assert await house.played_by(thread, anna) == []


async def test_only_the_seat_to_move_can_plan(house: House, anna: Player, bruno: Player) -> None:
    thread = await started(house, anna, bruno)
    board = house.board(thread)
    plan = next(c["custom_id"] for c in board.controls if c["custom_id"].endswith(":plan"))
    carla = house.local.player("carla")
    for player in (bruno, carla):
        reply = await player.click(board, custom_id=plan)
        assert (reply.type, reply.ephemeral) == (4, True)
        assert reply.message is not None
        assert reply.message.controls == []
    await committed(house, thread, anna, "Sn")
    reply = await house.press(anna, house.board(thread), "plan", version=1)
    assert reply.ephemeral


async def test_a_turn_is_completed_at_each_comma(house: House, anna: Player, bruno: Player) -> None:
    thread = await started(house, anna, bruno)
    await committed(house, thread, anna, "Sn")
    first = (await bruno.autocomplete(thread, "splut move", focused="action")).choices
    assert all(choice["value"].endswith(",") for choice in first)
    second = (await bruno.autocomplete(thread, "splut move", focused="action", value="ts,")).choices
    match = await house.match(thread)
    (seat,) = match.to_act
    assert [choice["value"] for choice in second] == [choice.text for choice in match.game.choices(match.state, seat, "Ts,")]
    reply = await bruno.slash(thread, "splut move", action="Ts,")
    assert reply.ephemeral
    assert await house.played_by(thread, bruno) == []


async def test_sides_are_chosen_in_the_lobby(tmp_path: Path) -> None:
    async with running_house(tmp_path / "tavoliere.db") as house:
        anna, bruno = house.local.player("anna"), house.local.player("bruno")
        await anna.slash(house.channel, "splut new", players=2, first="G", pull_throw=False, turn_cap=50)
        await house.settled()
        lobby = house.board(house.channel)
        assert "Green starts" in lobby.content
        assert "Draw after 50 turns" in lobby.content
        (sides,) = [c for c in lobby.controls if c["type"] == 3]
        assert [option["label"] for option in sides["options"]][1:] == ["R, red (south)", "G, green (north)"]
        await anna.select(lobby, sides["custom_id"], "G")
        await house.settled()
        await bruno.click(lobby, label="Join")
        await house.settled()
        thread = house.local.channel(f"Splut! · {house.code(lobby)}")
        match = await house.match(thread)
        assert match.seat_of(anna.id) == 1
        assert await house.mover(thread, anna, bruno) is anna


async def test_a_plan_that_cannot_be_drawn_is_written(
    house: House, anna: Player, bruno: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*args: Any, **kwargs: Any) -> bytes:
        raise RenderFault("no picture today")

    monkeypatch.setattr(RENDERER, "plan_picture", fails)
    thread = await started(house, anna, bruno)
    with structlog.testing.capture_logs() as logs:
        page = await planned(anna, await opened(anna, house.board(thread)), "Sn")
    assert {log["event"] for log in logs if log["log_level"] == "error"} == {"picture_failed"}
    assert page.attachments == []
    assert "Last: R Sn" in page.content
    await use(anna, page, "Sn|", "commit")
    await house.settled()
    assert await house.played_by(thread, anna) == ["Sn"]


async def test_any_game_can_be_planned(house: House, anna: Player, bruno: Player) -> None:
    thread = await house.started(anna, bruno)
    board, mover = house.board(thread), await house.mover(thread, anna, bruno)
    page = (await house.press(mover, board, "plan")).message
    assert page is not None
    await use(mover, page, "R|")
    assert "```" in page.content
    reply = await use(mover, page, "R|", "commit")
    assert reply.acknowledged
    await house.settled()
    assert await house.played_by(thread, mover) == ["R"]


async def test_a_plan_ends_with_the_match(house: House, anna: Player, bruno: Player) -> None:
    thread = await started(house, anna, bruno)
    page = await planned(anna, await opened(anna, house.board(thread)), "Sn")
    await bruno.slash(thread, "match resign", sure=True)
    await house.settled()
    reply = await use(anna, page, "Sn|", "commit")
    assert reply.ephemeral
    assert "over" in reply.text
    assert await house.played_by(thread, anna) == []
