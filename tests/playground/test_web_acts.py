"""What a player does through the page, and what the page's server refuses."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot.playground import moderation
from bot.playground.web import Page
from tests.playground.page_client import Pane, pane, place, playground, user

pytestmark = pytest.mark.asyncio


@pytest_asyncio.fixture
async def page(tmp_path: Path) -> AsyncIterator[Page]:
    async with playground(tmp_path) as page:
        yield page


@pytest_asyncio.fixture
async def anna(page: Page) -> AsyncIterator[Pane]:
    async with pane(page, "anna") as anna:
        yield anna


async def test_typed_options_reach_the_bot(page: Page, anna: Pane) -> None:
    bruno = str(user(page, "bruno").id)
    options = {"guest": bruno, "seats": 3, "pace": "day", "public": True}
    told = await anna.post("/api/slash", channel=str(place(page).id), command="table open", options=options)
    assert told == {"failed": False, "type": 4}
    assert place(page).last_message.content == "Bruno 3 day True"


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"guest": "0"},
        {"guest": "1", "seats": "many"},
        {"guest": "1", "seats": 9},
        {"guest": "1", "public": "yes"},
        {"guest": "1", "unknown": 1},
        [],
    ],
)
async def test_wrong_options_are_refused(page: Page, anna: Pane, options: object) -> None:
    if isinstance(options, dict) and options.get("guest") == "1":
        options["guest"] = str(user(page, "bruno").id)
    refused = await anna.post("/api/slash", 422, channel=str(place(page).id), command="table open", options=options)
    assert refused["error"] == "cannot"
    assert place(page).messages == []


async def test_unknown_command_and_channel_are_refused(page: Page, anna: Pane) -> None:
    await anna.post("/api/slash", 422, channel=str(place(page).id), command="table", options={})
    await anna.post("/api/slash", 404, channel="12", command="echo", options={"word": "x"})
    await anna.post("/api/slash", 404, channel=None, command="echo")


async def test_completion_knows_the_other_options(page: Page, anna: Pane) -> None:
    body: dict[str, Any] = {"channel": str(place(page).id), "command": "table deep move", "focused": "notation", "value": "S"}
    told = await anna.post("/api/complete", **body, options={"game": "splut", "notation": "S"})
    assert told == {"failed": False, "choices": [{"name": "splut: Sn", "value": "Sn"}, {"name": "splut: Se", "value": "Se"}]}
    await anna.post("/api/complete", 422, **{**body, "focused": "game"})


async def test_buttons_and_selects(page: Page, anna: Pane) -> None:
    where = str(place(page).id)
    await anna.post("/api/slash", channel=where, command="table open", options={"guest": str(user(page, "bruno").id)})
    board = place(page).last_message
    about: dict[str, Any] = {"channel": where, "message": str(board.id)}
    assert await anna.post("/api/press", **about, id="n:0") == {"failed": False, "type": 7}
    assert board.content == "pressed 1"
    await anna.post("/api/press", 422, **about, id="n:0")
    assert await anna.post("/api/choose", **about, id="colour", values=["r", "b"]) == {"failed": False, "type": 4}
    await anna.post("/api/choose", 422, **about, id="colour", values=["green"])
    await anna.post("/api/choose", 400, **about, id="colour", values="r")
    await anna.post("/api/dismiss", 422, **about)


async def test_a_select_of_people_takes_ids(page: Page, anna: Pane) -> None:
    where = place(page)
    said = await page.site.local.player("carla").say(where, "choose")
    menu = {"type": 5, "custom_id": "who", "min_values": 1, "max_values": 1, "id": 2}
    said.components = [{"type": 1, "id": 1, "components": [menu]}]
    body: dict[str, Any] = {"channel": str(where.id), "message": str(said.id), "id": "who"}
    page.site.clock.advance(0)
    await anna.post("/api/choose", 422, **body, values=["77"])
    told = await _while_time_passes(page, anna, body | {"values": [str(user(page, "bruno").id)]})
    assert told == {"failed": True, "type": None}


async def _while_time_passes(page: Page, anna: Pane, body: dict[str, Any]) -> dict[str, Any]:
    """Nobody answers this interaction: its 3 seconds pass on the playground's clock as soon as it is delivered."""
    log = page.site.local.world.log

    def hear(event: object) -> None:
        if getattr(event, "kind", "") == "interaction":
            page.site.clock.advance(4)

    log.heard_by.append(hear)
    try:
        return await anna.post("/api/choose", **body)
    finally:
        log.heard_by.remove(hear)


async def test_silence_of_the_bot_is_told(page: Page, anna: Pane) -> None:
    def hear(event: object) -> None:
        if getattr(event, "kind", "") == "interaction":
            page.site.clock.advance(4)

    page.site.local.world.log.heard_by.append(hear)
    told = await anna.post("/api/slash", channel=str(place(page).id), command="table mute")
    assert told == {"failed": True, "type": None}


async def test_saying_something(page: Page, anna: Pane) -> None:
    where = place(page)
    await anna.post("/api/say", channel=str(where.id), text="  hello <@1> **there**  ")
    assert (where.last_message.content, where.last_message.author.name) == ("hello <@1> **there**", "anna")
    assert page.site.marks.mark(user(page, "anna"), where) == where.last_message.id
    await anna.post("/api/say", 422, channel=str(where.id), text="   ")
    await anna.post("/api/say", 422, channel=str(where.id), text="x" * 2001)
    guild = page.site.local.guild
    moderation.deny(where, "send_messages", member=guild.members[user(page, "bruno").id])
    async with pane(page, "bruno") as bruno:
        await bruno.post("/api/say", 422, channel=str(where.id), text="hello")


async def test_older_messages_come_by_pages(page: Page, anna: Pane) -> None:
    where = place(page)
    for number in range(55):
        await page.site.local.player("carla").say(where, str(number))
    newest = await anna.get(f"/api/messages/{where.id}")
    assert ([m["content"] for m in newest["messages"]], newest["more"]) == ([str(n) for n in range(5, 55)], True)
    older = await anna.get(f"/api/messages/{where.id}?before={newest['messages'][0]['id']}")
    assert ([m["content"] for m in older["messages"]], older["more"]) == (["0", "1", "2", "3", "4"], False)


async def test_no_session_no_act(page: Page, anna: Pane) -> None:
    good = anna.token
    bruno = user(page, "bruno").id
    for token in ("", "x", "1.2", good + "x", f"{bruno}.{good.split('.')[1]}", page.site.sessions.desk_token(), "²." + good):
        anna.token = token.encode("ascii", "ignore").decode()
        assert await anna.post("/api/say", 401, channel=str(place(page).id), text="hi") == {"error": "no_session", "detail": ""}
    assert place(page).messages == []


async def test_bodies_must_be_objects(page: Page, anna: Pane) -> None:
    for body in (b"", b"[1]", b"{"):
        headers = {**anna.headers, "Content-Type": "application/json"}
        async with anna.session.post(f"{page.url}/api/say", data=body, headers=headers) as response:
            assert (response.status, await response.json()) == (400, {"error": "not_json", "detail": ""})
