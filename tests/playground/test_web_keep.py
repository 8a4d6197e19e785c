"""The world is there again after a restart, whole, and after a sudden death with all that was confirmed."""

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from bot.playground import LocalDiscord, moderation, objects, threads
from bot.playground.keep import CannotKeep, Keeper, world_file
from bot.playground.keep_world import settle
from bot.playground.rest_messages import NONCE_SECONDS
from bot.playground.web import Page
from bot.playground.web_clock import ShiftedClock
from bot.playground.world import DM, Channel, World
from tests.playground.page_client import pane, place, playground, user
from tests.playground.table_bot import PNG

pytestmark = pytest.mark.asyncio


def picture(world: World) -> dict[str, Any]:
    """Describe all that lasts: accounts, servers, channels, public messages with their files, who was notified."""
    base = world.base_url
    guilds = [
        objects.guild_create(g) | {"members": [objects.member(m) for m in g.members.values()]} for g in world.guilds.values()
    ]
    channels = {c.id: objects.channel(c) for c in world.channels.values()}
    messages = {
        m.id: objects.message(m) | {"attachments": [objects.attachment(a) for a in m.attachments]}
        for c in world.channels.values()
        for m in c.all_messages.values()
        if not m.ephemeral
    }
    rang = sorted((n.user.id, n.message.id, n.reason) for n in world.notifications)
    files = {a.id: a.content.hex() for a in world.attachments.values()}
    users = [objects.user(who) | {"locale": who.locale, "dms": who.dms_open} for who in world.users.values()]
    all_of_it = {"g": guilds, "c": channels, "m": messages, "r": rang, "u": users, "f": files}
    found: dict[str, Any] = json.loads(json.dumps(all_of_it).replace(base, "BASE"))
    return found


async def busy(page: Page) -> None:
    """Let there be threads, files, private and direct messages, replies, edits and deletions."""
    anna, bruno = user(page, "anna"), user(page, "bruno")
    where, local = str(place(page).id), page.site.local
    async with pane(page, "anna") as pane_of_anna:
        for command, options in (
            ("table thread", {"name": "Splut · ABC234"}),
            ("table slow", {}),
            ("table open", {"guest": str(bruno.id)}),
            ("table deep move", {"game": "x", "notation": "private"}),
        ):
            await pane_of_anna.post("/api/slash", channel=where, command=command, options=options)
        await local.quiet()
        board = place(page).last_message
        await pane_of_anna.post("/api/press", channel=where, message=str(board.id), id="n:0")
        await pane_of_anna.post("/api/press", channel=where, message=str(board.id), id="defer")
        await pane_of_anna.post("/api/language", locale="pt-BR")
        thread = local.channel("Splut · ABC234")
        await pane_of_anna.post("/api/read", channel=str(thread.id))
        await pane_of_anna.post("/api/say", channel=where, text="to be deleted")
        await local.quiet()
    moderation.delete_message(place(page).last_message)
    threads.open_thread(place(page), bruno, "aside", starter=None, minutes=60)
    threads.change(thread, anna, name="Splut · renamed")
    moderation.deny(place(page, "veranda"), "send_messages", member=local.guild.members[bruno.id])
    direct = Channel(local.world.new_id(), local.world, DM, "dm-anna", recipient=anna)
    local.world.channels[direct.id] = direct
    await local.player("carla").say(place(page, "veranda"), "hello")


async def test_everything_public_comes_back(tmp_path: Path) -> None:
    async with playground(tmp_path) as page:
        await busy(page)
        before, marks = picture(page.site.local.world), page.site.marks
        thread = page.site.local.channel("Splut · renamed")
        assert marks.mark(user(page, "anna"), thread) > 0
        last = page.site.local.world.last_id
        tokens = [page.site.sessions.token(who.id) for who in page.site.players()]
        commands = page.site.local.commands.listed(None)
        looked = page.site.eyes(user(page, "anna")).messages(thread, before=None, limit=50)
    async with playground(tmp_path) as page:
        after = picture(page.site.local.world)
        before["c"] = {key: value for key, value in before["c"].items() if "recipients" not in value}
        assert {key: before[key] == after[key] for key in before} == dict.fromkeys(before, True)
        assert page.site.local.commands.listed(None) == commands
        assert page.site.local.commands.syncs == 0
        assert page.site.local.world.new_id() > last
        assert [page.site.sessions.token(who.id) for who in page.site.players()] == tokens
        thread = page.site.local.channel("Splut · renamed")
        assert page.site.eyes(user(page, "anna")).messages(thread, before=None, limit=50) == looked
        assert not page.site.marks.has_new(user(page, "anna"), thread)
        assert page.site.marks.has_new(user(page, "bruno"), thread)
        assert [m for m in place(page).all_messages.values() if m.ephemeral] == []


async def test_old_controls_and_files_still_work(tmp_path: Path) -> None:
    async with playground(tmp_path) as page:
        await busy(page)
    async with playground(tmp_path) as page:
        board = next(m for m in place(page).messages if "Count 1" in m.labels)
        async with pane(page, "bruno") as bruno:
            told = await bruno.post("/api/press", channel=str(place(page).id), message=str(board.id), id="n:1")
            assert (told["failed"], board.content) == (False, "pressed 2")
            shown = (await bruno.get(f"/api/messages/{place(page).id}"))["messages"]
            url = next(file["url"] for message in shown for file in message["files"])
            async with bruno.session.get(f"{page.url}{url}") as response:
                assert await response.read() == PNG
        file = next(a for m in place(page).messages for a in m.attachments)
        assert file.url.startswith(page.site.local.url)


async def test_what_was_confirmed_is_on_the_disk_at_once(tmp_path: Path) -> None:
    async with playground(tmp_path) as page:
        await busy(page)
        world = page.site.local.world
        with Keeper(tmp_path / "world.discord.db") as other:  # what a process would find after a kill right now
            found = other.world(page.site.clock)
            assert found is not None
            found.base_url = world.base_url
            settle(found)
        before, after = picture(world), picture(found)
        assert after["m"] == before["m"]
        assert after["f"] == before["f"]
        assert after["r"] == before["r"]


async def test_a_deleted_channel_takes_its_threads_and_files_along(tmp_path: Path) -> None:
    async with playground(tmp_path) as page:
        await busy(page)
        moderation.delete_channel(place(page))
    async with playground(tmp_path) as page:
        assert [c.name for c in page.site.local.world.channels.values()] == ["veranda", "fontana"]
        assert page.site.local.world.attachments == {}
        moderation.remove_bot(page.site.local.guild)
    database = sqlite3.connect(tmp_path / "world.discord.db")
    assert database.execute("SELECT count(*) FROM file").fetchone() == (0,)
    assert database.execute("SELECT count(*) FROM thing WHERE kind = 'guild'").fetchone() == (1,)
    database.close()


async def test_the_clock_stays_turned_and_threads_stay_silent(tmp_path: Path) -> None:
    async with playground(tmp_path) as page:
        await busy(page)
        async with pane(page, "desk") as desk:
            await desk.post("/desk/clock", seconds=50 * 60)
        assert page.site.local.channel("aside").thread is not None
    async with playground(tmp_path) as page:
        assert page.site.clock.shift == 50 * 60
        aside = page.site.local.channel("aside").thread
        assert aside is not None
        assert not aside.archived
        page.site.clock.advance(11 * 60)
        await page.site.local.until(lambda: aside.archived)


async def test_a_nonce_is_remembered_for_its_minutes(tmp_path: Path) -> None:
    clock = ShiftedClock()
    path = tmp_path / "w.db"
    with Keeper(path) as keeper:
        async with LocalDiscord(clock=clock) as local:
            keeper.follow(local)
            said = await local.player("anna").say(local.channel(), "with a nonce")
            said.nonce = "n1"
            local.world.log.happened("message_edit", message=said, channel=said.channel)
    clock.advance(NONCE_SECONDS - 100)
    with Keeper(path) as keeper:
        world = keeper.world(clock)
        assert world is not None
        at, message = world.nonces[said.channel.id, "n1"]
        assert (message.id, message.nonce) == (said.id, "n1")
        assert clock.monotonic() - at == pytest.approx(NONCE_SECONDS - 100, abs=5)


async def test_a_new_player_joins_a_kept_world(tmp_path: Path) -> None:
    async with playground(tmp_path, bot=False):
        pass
    async with playground(tmp_path, names=("bruno", "dora"), bot=False) as page:
        assert [who.name for who in page.site.players()] == ["anna", "bruno", "dora"]
        guild = page.site.local.guild
        managers = [m.user.name for m in guild.members.values() if len(m.roles) and not m.user.bot]
        assert managers == ["anna"]


async def test_a_removed_member_stays_away(tmp_path: Path) -> None:
    async with playground(tmp_path, bot=False) as page:
        moderation.remove_member(page.site.local.guild, user(page, "bruno"))
    async with playground(tmp_path, bot=False) as page:
        assert user(page, "bruno").id not in page.site.local.guild.members


async def test_secrets_are_readable_by_their_owner_alone(tmp_path: Path) -> None:
    async with playground(tmp_path, bot=False):
        assert (tmp_path / "world.discord.db").stat().st_mode & 0o077 == 0


def write(path: Path, content: bytes) -> None:
    path.write_bytes(content)


@pytest.mark.parametrize("content", [b"no database at all, but long enough to be looked at" * 20])
async def test_a_file_that_is_no_world_is_refused(tmp_path: Path, content: bytes) -> None:
    write(tmp_path / "w.db", content)
    with pytest.raises(CannotKeep, match="cannot be used"):
        Keeper(tmp_path / "w.db")


async def test_a_world_of_another_form_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "w.db"
    with Keeper(path) as keeper:
        async with LocalDiscord() as local:
            keeper.follow(local)
    database = sqlite3.connect(path)
    database.execute("UPDATE thing SET body = json_set(body, '$.form', 99) WHERE kind = 'about'")
    database.commit()
    database.close()
    with pytest.raises(CannotKeep, match="another version"):
        Keeper(path)


async def test_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CannotKeep):
        Keeper(tmp_path / "nowhere" / "w.db")


async def test_the_world_lies_beside_the_database() -> None:
    assert world_file(Path("a/playground.db")) == Path("a/playground.discord.db")
    assert world_file(Path("plain")) == Path("plain.discord.db")
