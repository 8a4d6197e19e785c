"""Bodies of messages that Discord refuses, with its codes and the place of the error, and those it takes."""

from typing import Any

import pytest

from bot.playground import LocalDiscord, ManualClock
from tests.playground.raw import RawBot
from tests.playground.table_bot import PNG

pytestmark = pytest.mark.asyncio

Json = dict[str, Any]


def button(number: int = 0, **changes: Any) -> Json:
    data = {"type": 2, "style": 1, "label": f"B{number}", "custom_id": f"b{number}", **changes}
    return {key: value for key, value in data.items() if value is not None}


def select(count: int = 2, **changes: Any) -> Json:
    options = [{"label": f"L{n}", "value": f"v{n}"} for n in range(count)]
    return {"type": 3, "custom_id": "s", "options": options, **changes}


def rows(*items: list[Json]) -> Json:
    return {"content": "x", "components": [{"type": 1, "components": row} for row in items]}


def first_error(errors: Json) -> tuple[str, str]:
    """Give the path and code of the first error in a nested form."""
    path = []
    node = errors
    while "_errors" not in node:
        key = next(iter(node))
        path.append(key)
        node = node[key]
    return ".".join(path), node["_errors"][0]["code"]


WRONG: list[tuple[Json, str, str]] = [
    ({"content": "x" * 2001}, "content", "BASE_TYPE_MAX_LENGTH"),
    ({"content": 5}, "content", "STRING_TYPE_CONVERT"),
    ({"embeds": [{"title": "x" * 257}]}, "embeds.0.title", "BASE_TYPE_MAX_LENGTH"),
    ({"embeds": [{"description": "x" * 4097}]}, "embeds.0.description", "BASE_TYPE_MAX_LENGTH"),
    ({"embeds": [{"footer": {"text": "x" * 2049}}]}, "embeds.0.footer.text", "BASE_TYPE_MAX_LENGTH"),
    ({"embeds": [{"title": "t"}] * 11}, "embeds", "BASE_TYPE_BAD_LENGTH"),
    ({"embeds": [{"fields": [{"name": "n", "value": "v"}] * 26}]}, "embeds.0.fields", "BASE_TYPE_BAD_LENGTH"),
    ({"embeds": [{"fields": [{"name": "", "value": "v"}]}]}, "embeds.0.fields.0.name", "BASE_TYPE_BAD_LENGTH"),
    ({"embeds": [{"fields": [{"name": "n", "value": "v" * 1025}]}]}, "embeds.0.fields.0.value", "BASE_TYPE_BAD_LENGTH"),
    ({"embeds": [{"description": "x" * 3001}, {"description": "x" * 3000}]}, "embeds", "MAX_EMBED_SIZE_EXCEEDED"),
    ({"embeds": [{"image": {"url": "attachment://a.png"}}]}, "embeds.0.image.url", "ATTACHMENT_NOT_FOUND"),
    ({"content": "x", "attachments": [{"id": 0, "filename": "a.png"}]}, "attachments.0", "ATTACHMENT_NOT_FOUND"),
    ({"content": "x", "nonce": "n" * 26}, "nonce", "BASE_TYPE_MAX_LENGTH"),
    ({"content": "x", "flags": 1 << 15}, "flags", "LOCAL_DISCORD_UNSUPPORTED"),
    ({"content": "x", "embeds": "none"}, "embeds", "LIST_TYPE_CONVERT"),
    ({"content": "x", "allowed_mentions": {"parse": ["pets"]}}, "allowed_mentions.parse", "BASE_TYPE_CHOICES"),
    (
        {"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}},
        "allowed_mentions",
        "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
    ),
    ({"content": "x", "message_reference": {"message_id": "5"}}, "message_reference", "REPLIES_UNKNOWN_MESSAGE"),
    (rows(*[[button(n)] for n in range(6)]), "components", "BASE_TYPE_BAD_LENGTH"),
    (rows([button(n) for n in range(6)]), "components.0.components", "BASE_TYPE_BAD_LENGTH"),
    (rows([]), "components.0.components", "BASE_TYPE_BAD_LENGTH"),
    (rows([button(1), select()]), "components.0.components", "COMPONENT_LAYOUT_WIDTH_EXCEEDED"),
    (rows([button(1)], [button(1)]), "components.1.components.0.custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED"),
    (rows([button(custom_id="c" * 101)]), "components.0.components.0.custom_id", "BASE_TYPE_BAD_LENGTH"),
    (rows([button(custom_id=None)]), "components.0.components.0.custom_id", "BASE_TYPE_REQUIRED"),
    (rows([button(label="l" * 81)]), "components.0.components.0.label", "BASE_TYPE_MAX_LENGTH"),
    (rows([button(label=None)]), "components.0.components.0", "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED"),
    (rows([button(style=9)]), "components.0.components.0.style", "BASE_TYPE_CHOICES"),
    (rows([button(style=5, url="https://x.y")]), "components.0.components.0", "BUTTON_COMPONENT_LINK_WITH_CUSTOM_ID"),
    (rows([button(style=5, custom_id=None)]), "components.0.components.0.url", "BASE_TYPE_REQUIRED"),
    (rows([{"type": 4, "custom_id": "t"}]), "components.0.components.0.type", "BASE_TYPE_CHOICES"),
    ({"content": "x", "components": [button()]}, "components.0.type", "BASE_TYPE_CHOICES"),
    (rows([select(26)]), "components.0.components.0.options", "BASE_TYPE_BAD_LENGTH"),
    (rows([select(0, max_values=1)]), "components.0.components.0.options", "BASE_TYPE_BAD_LENGTH"),
    (rows([select(max_values=3)]), "components.0.components.0.options", "SELECT_COMPONENT_MAX_VALUES_TOO_LARGE"),
    (rows([select(min_values=2, max_values=1)]), "components.0.components.0.max_values", "NUMBER_TYPE_RANGE"),
    (rows([select(placeholder="p" * 151)]), "components.0.components.0.placeholder", "BASE_TYPE_MAX_LENGTH"),
    (
        rows([select(options=[{"label": "a", "value": "v"}, {"label": "b", "value": "v"}])]),
        "components.0.components.0.options.1.value",
        "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
    ),
    (
        rows([select(options=[{"label": "a", "value": "v", "default": True}, {"label": "b", "value": "w", "default": True}])]),
        "components.0.components.0.options",
        "SELECT_COMPONENT_TOO_MANY_DEFAULTS",
    ),
    (
        rows([select(options=[{"label": "l" * 101, "value": "v"}])]),
        "components.0.components.0.options.0.label",
        "BASE_TYPE_BAD_LENGTH",
    ),
    (
        rows([select(options=[{"label": "l", "value": "v", "description": "d" * 101}])]),
        "components.0.components.0.options.0.description",
        "BASE_TYPE_MAX_LENGTH",
    ),
]


@pytest.mark.parametrize(("body", "path", "code"), WRONG, ids=[f"{path}-{code}" for _, path, code in WRONG])
async def test_a_wrong_body_is_refused_where_it_is_wrong(
    timed: LocalDiscord, raw: RawBot, body: Json, path: str, code: str
) -> None:
    status, answer = await raw.say(body)
    assert (status, answer["code"]) == (400, 50035)
    assert first_error(answer["errors"]) == (path, code)
    assert timed.channel().messages == []
    assert [(refused.status, refused.code) for refused in timed.rest.refused] == [(400, 50035)]


@pytest.mark.parametrize(
    "body",
    [
        {"content": "x" * 2000},
        {"embeds": [{"description": "x" * 3000}, {"description": "x" * 3000}]},
        rows(*[[button(row * 5 + n) for n in range(5)] for row in range(5)]),
        rows([select(25, max_values=25, min_values=0)]),
        rows([button(style=5, custom_id=None, url="https://example.org")]),
    ],
)
async def test_the_largest_bodies_are_taken(timed: LocalDiscord, raw: RawBot, body: Json) -> None:
    status, answer = await raw.say(body)
    assert status == 200, answer
    assert len(timed.channel().messages) == 1


@pytest.mark.parametrize("body", [{}, {"content": "  \n "}, {"components": rows([button()])["components"]}, {"embeds": []}])
async def test_a_message_that_shows_nothing_is_refused(raw: RawBot, body: Json) -> None:
    status, answer = await raw.say(body)
    assert (status, answer["code"]) == (400, 50006)


async def test_too_many_bytes_are_refused(raw: RawBot) -> None:
    status, answer = await raw.say({"content": "x"}, {"big.bin": bytes(10 * 1024 * 1024 + 1)})
    assert (status, answer["code"]) == (413, 40005)


async def test_an_embed_shows_its_attachment_by_name(timed: LocalDiscord, raw: RawBot) -> None:
    body = {"embeds": [{"title": "t", "image": {"url": "attachment://a.png"}}], "attachments": [{"id": 0, "filename": "a.png"}]}
    status, answer = await raw.say(body, {"a.png": PNG})
    assert status == 200
    assert answer["attachments"] == []
    assert answer["embeds"][0]["image"]["url"].startswith(f"{timed.url}/attachments/")


async def test_an_edit_changes_only_what_it_names(timed: LocalDiscord, raw: RawBot) -> None:
    _, sent = await raw.say({**rows([button()]), "content": "before"}, {"a.png": PNG})
    path = f"/channels/{timed.channel().id}/messages/{sent['id']}"
    _, edited = await raw.ask("PATCH", path, {"content": "after"})
    assert edited["content"] == "after"
    assert edited["components"] == sent["components"]
    assert edited["attachments"] == sent["attachments"]
    assert edited["edited_timestamp"] is not None
    _, edited = await raw.ask("PATCH", path, {"attachments": [{"id": 0, "filename": "b.png"}]}, {"b.png": PNG})
    assert [file["filename"] for file in edited["attachments"]] == ["b.png"]
    _, edited = await raw.ask("PATCH", path, {"components": [], "attachments": []})
    assert (edited["components"], edited["attachments"]) == ([], [])
    assert await raw.code("PATCH", path, {"content": ""}) == 50006
    assert timed.channel().last_message.versions == ["before", "after", "after"]


async def test_history_pages_as_discord_does(timed: LocalDiscord, raw: RawBot) -> None:
    ids = [(await raw.say({"content": str(number)}))[1]["id"] for number in range(5)]
    path = f"/channels/{timed.channel().id}/messages"

    async def page(query: str) -> list[str]:
        return [message["content"] for message in (await raw.ask("GET", f"{path}?{query}"))[1]]

    assert await page("limit=2") == ["4", "3"]
    assert await page(f"limit=2&before={ids[3]}") == ["2", "1"]
    assert await page(f"limit=2&after={ids[1]}") == ["3", "2"]
    assert await page(f"limit=3&around={ids[2]}") == ["3", "2", "1"]
    assert await raw.code("GET", f"{path}?limit=101") == 50035


async def test_a_nonce_is_remembered_for_minutes(timed: LocalDiscord, raw: RawBot, clock: ManualClock) -> None:
    body = {"content": "once", "nonce": "ABC234-7-board", "enforce_nonce": True}
    _, first = await raw.say(body)
    _, again = await raw.say({**body, "content": "something else"})
    assert (again["id"], again["content"]) == (first["id"], "once")
    await raw.say({"content": "not enforced", "nonce": "ABC234-7-board"})
    assert [m.content for m in timed.channel().messages] == ["once", "not enforced"]
    clock.advance(301)
    _, later = await raw.say(body)
    assert later["id"] != first["id"]


async def test_unknown_things_have_their_codes(timed: LocalDiscord, raw: RawBot) -> None:
    channel = timed.channel().id
    assert await raw.code("POST", "/channels/5/messages", {"content": "x"}) == 10003
    assert await raw.code("GET", f"/channels/{channel}/messages/5") == 10008
    assert await raw.code("PATCH", f"/channels/{channel}/messages/5", {"content": "x"}) == 10008
    assert await raw.code("GET", "/guilds/5") == 10004
    assert await raw.code("GET", f"/guilds/{timed.guild.id}/members/5") == 10007
    assert await raw.code("GET", "/users/5") == 10013
    assert await raw.code("POST", "/users/@me/channels", {"recipient_id": "5"}) == 10013


async def test_a_foreign_message_can_be_deleted_but_not_edited(timed: LocalDiscord, raw: RawBot) -> None:
    message = await timed.player("anna").say(timed.channel(), "hello")
    path = f"/channels/{timed.channel().id}/messages/{message.id}"
    assert await raw.code("PATCH", path, {"content": "x"}) == 50005
    assert await raw.code("DELETE", path) == 0
    assert message.deleted
    assert await raw.code("DELETE", path) == 10008
