"""The developer's desk: players, clock, wire; and the clock and the wire by themselves."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot.playground.web import Page, PortTaken, is_free
from bot.playground.web_clock import ShiftedClock
from bot.playground.web_open import opened_page
from bot.playground.web_wire import KEPT, Wire
from tests.playground.page_client import Pane, pane, place, playground, user

pytestmark = pytest.mark.asyncio


@pytest_asyncio.fixture
async def page(tmp_path: Path) -> AsyncIterator[Page]:
    async with playground(tmp_path) as page:
        yield page


@pytest_asyncio.fixture
async def desk(page: Page) -> AsyncIterator[Pane]:
    async with pane(page, "desk") as desk:
        yield desk


async def test_the_desk_is_opened_from_the_page_and_knows_the_sessions(page: Page, desk: Pane) -> None:
    opened = await desk.post("/desk/open")
    assert opened["token"] == page.site.sessions.desk_token()
    assert sorted(opened["words"]) == ["en-US", "it", "pt-BR"]
    state = await desk.listen("/desk/live")
    assert [player["name"] for player in state["players"]] == ["Anna", "Bruno"]
    assert [page.site.user_of(player["token"]) for player in state["players"]] == page.site.players()
    assert state["bot"] == {"name": "Tavoliere", "online": True}


async def test_a_player_is_no_desk(page: Page, desk: Pane) -> None:
    async with pane(page, "anna") as anna:
        await anna.post("/desk/clock", 401, seconds=60)
        await anna.post("/desk/player", 401, name="dora")
        assert anna.token not in str(await anna.get(f"/api/messages/{place(page).id}"))
    desk.token = page.site.sessions.token(user(page, "anna").id)
    with pytest.raises(TypeError, match="4401"):
        await desk.listen("/desk/live")


async def test_mentions_show_at_the_desk(page: Page, desk: Pane) -> None:
    await desk.listen("/desk/live")
    async with pane(page, "anna") as anna:
        await anna.post("/api/slash", channel=str(place(page).id), command="table thread", options={"name": "T · ABC234"})
        while (await desk.until("state"))["players"][0]["mentions"] != 1:
            pass
        thread = page.site.local.channel("T · ABC234")
        await anna.post("/api/read", channel=str(thread.id))
        while (await desk.until("state"))["players"][0]["mentions"] != 0:
            pass


async def test_the_clock_is_turned_for_everybody(page: Page, desk: Pane) -> None:
    await desk.listen("/desk/live")
    before = page.site.clock.now()
    turned: list[bool] = []
    page.site.clock.heard_by.append(lambda: turned.append(True))
    async with pane(page, "anna") as anna:
        await anna.listen()
        await desk.post("/desk/clock", seconds=3600)
        assert (await anna.until("welcome"))["shift"] / 1000 >= before.timestamp() + 3600
    assert (await desk.until("state"))["shift"] == 3600
    assert (page.site.local.clock.now() - before).total_seconds() >= 3600
    assert turned == [True]
    for wrong in (0, -1, "60", None, True, 1e9):
        await desk.post("/desk/clock", 422, seconds=wrong)


async def test_a_player_is_added(page: Page, desk: Pane) -> None:
    await desk.listen("/desk/live")
    added = await desk.post("/desk/player", name=" Dora ")
    state = await desk.until("state")
    assert [player["name"] for player in state["players"]] == ["Anna", "Bruno", "Dora"]
    assert added["id"] == state["players"][2]["id"]
    for wrong in ("dora", "d", "no spaces", "<b>", "", "Tavoliere"):
        await desk.post("/desk/player", 422, name=wrong)


async def test_the_wire_is_sent_on_request_alone(page: Page, desk: Pane) -> None:
    await desk.listen("/desk/live")
    async with pane(page, "anna") as anna:
        where = str(place(page).id)
        await anna.post("/api/slash", channel=where, command="echo", options={"word": "one"})
        await desk.send(wire=True)
        past = (await desk.until("wire"))["entries"]
        sent = [e for e in past if e["kind"] == "request" and "/callback" in e["what"]]
        assert sent[-1]["payload"]["data"]["content"] == "one"
        assert past[-1]["problems"] in ([], None)
        assert (past[-1]["problems"] is None) == (not page.site.wire.checks)
        await anna.post("/api/slash", channel=where, command="echo", options={"word": "two"})
        while "two" not in str((await desk.until("wire"))["entries"]):
            pass
        await desk.send(wire=False)
        await page.site.local.quiet()
        await desk.post("/desk/clock", seconds=1)
        await desk.until("state", shift=1)
        heard = len(desk.heard)
        await anna.post("/api/slash", channel=where, command="echo", options={"word": "three"})
        await desk.post("/desk/clock", seconds=1)
        await desk.until("state", shift=2)
        assert "three" not in str(desk.heard[heard:])


class Strict:
    """A verifier that finds everything wrong."""

    def request(self, method: str, route: str, query: Mapping[str, str], json_payload: Any) -> list[str]:
        return ["wrong request"]

    def response(self, method: str, route: str, status: int, payload: Any) -> list[str]:
        return []

    def dispatch(self, event: str, data: Any) -> list[str]:
        return ["wrong event"]


async def test_the_wire_passes_verdicts_on_and_keeps_the_last() -> None:
    wire = Wire(Strict())
    body = {"content": "as it was"}
    assert wire.request("GET", "/x", {"limit": "5"}, body) == ["wrong request"]
    body["content"] = "changed later"
    assert wire.response("GET", "/x", 200, None) == []
    assert wire.dispatch("READY", {}) == ["wrong event"]
    assert [(e["what"], e["problems"]) for e in wire.entries] == [
        ("GET /x?limit=5", ["wrong request"]),
        ("200 GET /x", []),
        ("READY", ["wrong event"]),
    ]
    assert wire.entries[0]["payload"] == {"content": "as it was"}
    for _ in range(KEPT):
        wire.dispatch("READY", {})
    assert len(wire.entries) == KEPT
    unchecked = Wire(None)
    assert (
        unchecked.request("GET", "/x", {}, None)
        == unchecked.response("GET", "/x", 200, None)
        == unchecked.dispatch("R", {})
        == []
    )
    assert {entry["problems"] for entry in unchecked.entries} == {None}


async def test_the_clock_wakes_whoever_sleeps() -> None:
    clock = ShiftedClock()
    sleeping = asyncio.create_task(clock.sleep(3600))
    await clock.sleep(0)
    await clock.sleep(0.001)
    clock.advance(1800)
    await asyncio.sleep(0)
    assert not sleeping.done()
    clock.advance(1800)
    async with asyncio.timeout(5):
        await sleeping
    with pytest.raises(ValueError, match="go back"):
        clock.advance(-1)


async def test_a_taken_port_is_named(tmp_path: Path, page: Page) -> None:
    port = int(page.url.rsplit(":", 1)[1])
    assert not is_free(port)
    assert is_free(0)
    with pytest.raises(PortTaken, match=str(port)):
        async with opened_page(tmp_path / "other.db", names=["anna"], token="t", port=port, words={}):
            pass
