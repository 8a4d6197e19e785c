"""What seats prepare at the table: edited one after another, by their own holder alone, gone once it is void."""

import asyncio
import dataclasses

import pytest

from bot.engine.core import Seat
from bot.errors import MatchOver, NotSeated, StalePress, StoreFault
from bot.match.folded import Match
from bot.match.model import Actor
from bot.match.ports import Drafts
from bot.match.table import Edit
from tests.match.conftest import ANNA, BRUNO, EVA, World

pytestmark = pytest.mark.asyncio


def adding(letter: str) -> Edit:
    return lambda match, seat, old: f"{old or ''}{letter}"


def seen(match: Match, seat: Seat, old: str | None) -> str | None:
    return old


async def test_quick_edits_never_lose_one_another(world: World) -> None:
    code = await world.begin(2)
    await asyncio.gather(*(world.table.draft(code, ANNA, adding(letter)) for letter in "abcdefgh"))
    found = await world.table.draft(code, ANNA, seen)
    assert sorted(found or "") == list("abcdefgh")


async def test_an_edit_that_another_process_overtakes_is_made_again(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    code = await world.begin(2)
    swap, others = world.table.store.drafts.swap, ["x", "y"]

    async def overtaken(code: str, seat: Seat, kind: str, *, version: int, old: str | None, new: str | None) -> bool:
        if others:
            assert await swap(code, seat, "draft", version=version, old=old, new=(old or "") + others.pop(0))
        return await swap(code, seat, "draft", version=version, old=old, new=new)

    monkeypatch.setattr(world.table.store.drafts, "swap", overtaken)
    assert await world.table.draft(code, ANNA, adding("a")) == "xya"


async def test_an_edit_that_never_gets_through_is_a_fault(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    code = await world.begin(2)

    async def never(*args: object, **named: object) -> bool:
        return False

    monkeypatch.setattr(world.table.store.drafts, "swap", never)
    with pytest.raises(StoreFault, match="in a row"):
        await world.table.draft(code, ANNA, adding("a"))


async def test_kinds_and_seats_are_kept_apart_and_an_edit_may_take_away(world: World) -> None:
    code = await world.begin(2)
    await world.table.draft(code, ANNA, adding("a"))
    await world.table.draft(code, ANNA, adding("s"), kind="standing")
    assert await world.table.draft(code, BRUNO, seen) is None
    assert await world.table.draft(code, ANNA, lambda match, seat, old: None) is None
    assert await world.table.draft(code, ANNA, seen, kind="standing") == "s"


async def test_only_who_holds_a_seat_of_a_match_that_plays_may(world: World) -> None:
    code = await world.begin(2)
    with pytest.raises(NotSeated):
        await world.table.draft(code, EVA, adding("a"))
    await world.meta.resign(code, ANNA, request=None)
    with pytest.raises((NotSeated, MatchOver)):
        await world.table.draft(code, ANNA, adding("a"))


async def test_a_press_of_an_earlier_decision_is_stale(world: World) -> None:
    code = await world.begin(2)
    version = (await world.load(code)).version
    await answer(world, code, ANNA, "hide 1")
    await world.table.draft(code, BRUNO, adding("b"), version=version)
    await answer(world, code, BRUNO, "hide 2")
    with pytest.raises(StalePress):
        await world.table.draft(code, BRUNO, adding("b"), version=version)


async def answer(world: World, code: str, actor: Actor, text: str) -> None:
    await world.act(code, actor, text)


async def test_an_answer_takes_the_own_draft_away_and_leaves_the_standing_text(world: World) -> None:
    code = await world.begin(2)
    for actor in (ANNA, BRUNO):
        await world.table.draft(code, actor, adding("d"))
    await world.table.draft(code, ANNA, adding("s"), kind="standing")
    await answer(world, code, ANNA, "hide 1")
    assert await world.table.draft(code, ANNA, seen) is None
    assert await world.table.draft(code, ANNA, seen, kind="standing") == "s"
    assert await world.table.draft(code, BRUNO, seen) == "d"


async def test_who_leaves_leaves_nothing(world: World) -> None:
    code = await world.begin(3)
    drafts: Drafts = world.table.store.drafts
    seat = (await world.load(code)).seat_of(ANNA.user_id)
    assert seat is not None
    await world.table.draft(code, ANNA, adding("d"))
    await world.table.draft(code, ANNA, adding("s"), kind="standing")
    await world.table.draft(code, BRUNO, adding("d"))
    await world.meta.resign(code, ANNA, request=None)
    assert [await drafts.find(code, seat, kind) for kind in ("draft", "standing")] == [None, None]
    assert await world.table.draft(code, BRUNO, seen) == "d"


async def test_the_end_leaves_nothing_of_anybody(world: World) -> None:
    code = await world.begin(2)
    match = await world.load(code)
    await world.table.draft(code, BRUNO, adding("s"), kind="standing")
    seat = match.seat_of(BRUNO.user_id)
    assert seat is not None
    await world.meta.resign(code, ANNA, request=None)
    assert (await world.load(code)).outcome is not None
    assert await world.table.store.drafts.find(code, seat, "standing") is None


async def test_drafts_are_no_part_of_the_match(world: World) -> None:
    code = await world.begin(2)
    before = await world.load(code)
    await world.table.draft(code, ANNA, adding("secret"))
    after = await world.load(code)
    assert "secret" not in repr(dataclasses.asdict(after.header))
    assert (after.version, after.records) == (before.version, before.records)
