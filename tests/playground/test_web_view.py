"""What a player's page is told, and above all what it is not: nothing that this player may not see."""

import json
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest
import pytest_asyncio

from bot.playground import messages, moderation, threads
from bot.playground.message_rules import check_body
from bot.playground.web import Page
from bot.playground.world import DM, Channel
from tests.playground.page_client import Pane, pane, place, playground, user
from tests.playground.table_bot import PNG

pytestmark = pytest.mark.asyncio


@pytest_asyncio.fixture
async def page(tmp_path: Path) -> AsyncIterator[Page]:
    async with playground(tmp_path) as page:
        yield page


@pytest_asyncio.fixture
async def anna(page: Page) -> AsyncIterator[Pane]:
    async with pane(page, "anna") as anna:
        yield anna


@pytest_asyncio.fixture
async def bruno(page: Page) -> AsyncIterator[Pane]:
    async with pane(page, "bruno") as bruno:
        yield bruno


async def slash(who: Pane, command: str, **options: object) -> dict[str, object]:
    return await who.post("/api/slash", channel=str(place(who.page).id), command=command, options=options)


async def test_welcome_names_places_people_and_commands(page: Page, anna: Pane) -> None:
    welcome = await anna.listen()
    assert (welcome["kind"], welcome["me"]["name"], welcome["bot"]["online"]) == ("welcome", "Anna", True)
    assert [guild["name"] for guild in welcome["guilds"]] == ["Casa", "Piazza"]
    casa = welcome["guilds"][0]
    assert [channel["name"] for channel in casa["channels"]] == ["tavolo", "veranda"]
    assert sorted(member["name"] for member in casa["members"]) == ["Anna", "Bruno", "Tavoliere"]
    commands = {command["name"]: command for command in casa["channels"][0]["commands"]}
    assert {"echo", "table open", "table deep move"} <= set(commands)
    guest = commands["table open"]["options"][0]
    assert (guest["name"], guest["required"], guest["type"]) == ("guest", True, 6)
    assert [choice["name"] for choice in commands["table open"]["options"][2]["choices"]] == ["Live", "One day"]
    assert commands["table deep move"]["options"][1]["autocomplete"]


async def test_others_never_hear_of_an_ephemeral_message(page: Page, anna: Pane, bruno: Pane) -> None:
    await anna.listen()
    await bruno.listen()
    await slash(anna, "table deep move", game="hippo", notation="secret-plan")
    private = (await anna.until("message"))["message"]
    assert (private["content"], private["private"]) == ("hippo secret-plan", True)
    await anna.post("/api/dismiss", channel=private["channel"], message=private["id"])
    await anna.until("gone", message=private["id"])
    await slash(anna, "echo", word="in public")
    while (await bruno.until("message"))["message"]["content"] != "in public":
        pass
    told = json.dumps(bruno.heard)
    assert "secret-plan" not in told
    assert private["id"] not in told


async def test_an_ephemeral_message_is_in_no_other_answer(page: Page, anna: Pane, bruno: Pane) -> None:
    await slash(anna, "table deep move", game="hippo", notation="secret-plan")
    where = place(page)
    mine = await anna.get(f"/api/messages/{where.id}")
    assert [m["content"] for m in mine["messages"]] == ["hippo secret-plan"]
    assert (await bruno.get(f"/api/messages/{where.id}"))["messages"] == []
    message = mine["messages"][0]["id"]
    for act, body in (("press", {"id": "x"}), ("choose", {"id": "x", "values": []}), ("dismiss", {})):
        refused = await bruno.post(f"/api/{act}", 404, channel=str(where.id), message=message, **body)
        assert refused == {"error": "not_there", "detail": ""}
    again = await bruno.listen()
    assert "secret-plan" not in json.dumps(again)


async def test_edit_of_an_ephemeral_message_reaches_its_owner_alone(page: Page, anna: Pane, bruno: Pane) -> None:
    await anna.listen()
    await bruno.listen()
    await slash(anna, "table open", guest=str(user(page, "bruno").id), public=False)
    private = (await anna.until("message"))["message"]
    await anna.post("/api/press", channel=private["channel"], message=private["id"], id="n:0")
    assert (await anna.until("message"))["message"]["content"] == "pressed 1"
    await slash(anna, "echo", word="end")
    while (await bruno.until("message"))["message"]["content"] != "end":
        pass
    assert private["id"] not in json.dumps(bruno.heard)


async def test_direct_messages_and_their_files_are_their_owners(page: Page, anna: Pane, bruno: Pane) -> None:
    world = page.site.local.world
    direct = Channel(world.new_id(), world, DM, "dm-anna", recipient=user(page, "anna"))
    world.channels[direct.id] = direct
    await bruno.listen()
    assert [c["id"] for c in (await anna.listen())["direct"]] == [str(direct.id)]
    await anna.post("/api/slash", channel=str(direct.id), command="table slow")
    seen = await anna.until("message")
    while not seen["message"]["files"]:
        seen = await anna.until("message")
    url = seen["message"]["files"][0]["url"]
    async with anna.session.get(f"{page.url}{url}") as response:
        assert (response.status, await response.read()) == (200, PNG)
    stolen = url.replace(f"/files/{user(page, 'anna').id}/", f"/files/{user(page, 'bruno').id}/")
    own_key = page.site.sessions.file_key(user(page, "bruno").id, int(url.split("/")[3]))
    forged = stolen.replace(url.split("/")[4], own_key)
    for address in (stolen, forged, url[:-1], url.replace("/files/", "/files/9")):
        async with bruno.session.get(f"{page.url}{address}") as response:
            assert response.status == 404
    messages.create(direct, world.bot, check_body({"content": "your turn"}))
    await anna.until("marks", channel=str(direct.id), mentions=1)
    await bruno.get(f"/api/messages/{direct.id}", 404)
    await slash(anna, "echo", word="end")
    while (await bruno.until("message"))["message"]["content"] != "end":
        pass
    assert str(direct.id) not in json.dumps(bruno.heard)


async def test_a_hidden_channel_does_not_exist(page: Page, anna: Pane, bruno: Pane) -> None:
    veranda = place(page, "veranda")
    member = veranda.guild.members[user(page, "bruno").id] if veranda.guild is not None else None
    moderation.deny(veranda, "view_channel", member=member)
    await anna.post("/api/say", channel=str(veranda.id), text="behind closed doors")
    welcome = await bruno.listen()
    assert [c["name"] for c in welcome["guilds"][0]["channels"]] == ["tavolo"]
    await bruno.get(f"/api/messages/{veranda.id}", 404)
    await bruno.post("/api/say", 404, channel=str(veranda.id), text="hello")
    await bruno.post("/api/slash", 404, channel=str(veranda.id), command="echo", options={"word": "x"})
    moderation.allow(veranda, "view_channel", member=member)
    assert len((await bruno.until("welcome"))["guilds"][0]["channels"]) == 2


async def test_commands_without_permission_are_not_offered(page: Page, anna: Pane, bruno: Pane) -> None:
    local = page.site.local
    mute = {"type": 1, "name": "settings", "description": "Sets", "default_member_permissions": str(1 << 5)}
    local.commands.overwrite(local.guild.id, [mute])
    offered = [{c["name"] for c in page.site.eyes(user(page, name)).commands(place(page))} for name in ("anna", "bruno")]
    assert [("settings" in names) for names in offered] == [True, False]
    await bruno.post("/api/slash", 422, channel=str(place(page).id), command="settings", options={})


async def test_words_follow_the_language(page: Page, anna: Pane) -> None:
    assert (await anna.listen())["words"]["dismiss"] == "Dismiss message"
    await anna.post("/api/language", locale="it")
    again = await anna.until("welcome")
    assert (again["me"]["locale"], again["words"]["dismiss"]) == ("it", "Chiudi il messaggio")
    await anna.post("/api/language", 422, locale="fr")
    local = page.site.local
    sit = {"type": 1, "name": "sit", "description": "Sits down", "description_localizations": {"it": "Siede"}}
    local.commands.overwrite(None, [sit])
    assert [c["description"] for c in page.site.eyes(user(page, "anna")).commands(place(page))] == ["Siede"]


async def test_mentions_wait_until_the_channel_is_read(page: Page, anna: Pane, bruno: Pane) -> None:
    await anna.listen()
    await bruno.listen()
    await slash(anna, "table thread", name="Splut · ABC234")
    created = await anna.until("channel")
    thread = created["channel"]
    assert (thread["name"], thread["thread"], thread["parent"]) == ("Splut · ABC234", True, str(place(page).id))
    waiting = await anna.until("marks", channel=thread["id"], mentions=1)
    assert waiting["new"]
    shown = (await anna.get(f"/api/messages/{thread['id']}"))["messages"]
    assert [(m["type"], m["content"], m["mentioned"]) for m in shown] == [
        (21, "the lobby", False),
        (0, f"<@{user(page, 'anna').id}> is due", True),
    ]
    await anna.post("/api/read", channel=thread["id"])
    assert not (await anna.until("marks", channel=thread["id"], mentions=0))["new"]
    assert (await bruno.until("marks", channel=thread["id"], new=True))["mentions"] == 0


async def test_a_thread_is_told_with_its_origin_and_its_changes(page: Page, anna: Pane) -> None:
    await anna.listen()
    await slash(anna, "table thread", name="Splut · ABC234")
    thread = await page.site.local.opened("Splut · ABC234")
    await thread.next_message()
    while (told := (await anna.until("message"))["message"])["thread"] is None or told["thread"]["count"] != 1:
        pass
    assert told["content"] == "the lobby"
    threads.change(thread, user(page, "anna"), name="Splut · renamed")
    assert (await anna.until("channel"))["channel"]["name"] == "Splut · renamed"
    moderation.archive(thread, locked=True)
    changed = (await anna.until("channel"))["channel"]
    assert (changed["archived"], changed["may_say"]) == (True, False)
    moderation.delete_channel(thread)
    assert await anna.until("channel_gone") == {"kind": "channel_gone", "channel": str(thread.id)}


async def test_a_thread_without_a_message_leaves_a_note(page: Page, anna: Pane) -> None:
    await anna.listen()
    threads.open_thread(place(page), user(page, "bruno"), "aside", starter=None, minutes=60)
    await anna.until("channel")
    note = (await anna.until("message"))["message"]
    assert (note["type"], note["content"], note["author"]["name"]) == (18, "aside", "Bruno")


async def test_offline_bot_is_told(page: Page, anna: Pane) -> None:
    await anna.listen()
    await page.site.local.gateway.drop(code=4000)
    assert not (await anna.until("bot", online=False))["online"]
    assert (await anna.until("bot", online=True))["online"]


async def test_replies_and_embeds_show_only_what_is_there(page: Page, anna: Pane) -> None:
    said = await page.site.local.player("carla").say(place(page), "first")
    shown = page.site.eyes(user(page, "anna"))
    answer = await page.site.local.player("carla").say(place(page), "second")
    answer.refers_to = said
    answer.embeds = [{"title": "T", "color": 3, "image": {"url": "http://example.org/spy.png"}, "fields": []}]
    told = shown.message(answer)
    assert told["answers"] == {"author": {"id": str(said.author.id), "name": "Carla", "bot": False}, "content": "first"}
    assert told["embeds"] == [{"title": "T", "color": 3, "fields": [], "image": None, "thumbnail": None}]
    moderation.delete_message(said)
    assert shown.message(answer)["answers"] == {"author": None, "content": ""}


async def test_a_socket_without_a_session_is_closed(page: Page) -> None:
    async with aiohttp.ClientSession() as session:
        for hello in ('{"token": "1.x"}', "[]", "not json"):
            socket = await session.ws_connect(f"{page.url}/api/live", headers={"Origin": page.url})
            await socket.send_str(hello)
            assert (await socket.receive(timeout=5)).data == 4401
            await socket.close()
