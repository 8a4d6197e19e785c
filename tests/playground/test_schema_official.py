"""Discord's own document against the requests that discord.py builds; needs `DISCORD_OPENAPI`."""

import asyncio
import io
import json
import time
from collections.abc import Callable
from typing import Any

import discord
import pytest
import pytest_asyncio
from discord import app_commands
from discord.http import handle_message_parameters
from discord.webhook.async_ import interaction_message_response_params

from bot.playground.schema import OpenApiVerifier
from bot.playground.schema_rewrite import ACCEPTED, Accepted
from tests.playground.official import changed, official_verifier

Json = dict[str, Any]
MESSAGES = "/channels/{channel_id}/messages"
MESSAGE = "/channels/{channel_id}/messages/{message_id}"
THREAD_FROM_MESSAGE = "/channels/{channel_id}/messages/{message_id}/threads"
CHANNEL = "/channels/{channel_id}"
CALLBACK = "/interactions/{interaction_id}/{interaction_token}/callback"
FOLLOWUP = "/webhooks/{webhook_id}/{webhook_token}"
ORIGINAL = "/webhooks/{webhook_id}/{webhook_token}/messages/@original"
COMMANDS = "/applications/{application_id}/commands"


@pytest.fixture(scope="module")
def official() -> OpenApiVerifier:
    return official_verifier()


@pytest.fixture(scope="module")
def unforgiving(official: OpenApiVerifier) -> Callable[[Accepted], OpenApiVerifier]:
    """Give the same document with one accepted difference taken away."""

    def without(row: Accepted) -> OpenApiVerifier:
        return OpenApiVerifier(official.document, accepted=[other for other in ACCEPTED if other is not row])

    return without


# What discord.py builds


def view() -> discord.ui.View:
    made = discord.ui.View(timeout=None)
    made.add_item(discord.ui.Button(label="Join", custom_id="t1b:ABCDEF:1:join", style=discord.ButtonStyle.primary, emoji="⛵"))
    made.add_item(discord.ui.Button(label="Rules", url="https://example.org/rules"))
    options = [discord.SelectOption(label="A", value="0", description="the first seat", default=True)]
    made.add_item(discord.ui.Select(custom_id="t1s:ABCDEF:1:seat", options=options, placeholder="Seat", min_values=0))
    made.add_item(discord.ui.UserSelect(custom_id="t1s:ABCDEF:1:who"))
    return made


def board() -> discord.Embed:
    embed = discord.Embed(title="Splut!", description="To act: R", colour=0x336699, url="https://example.org")
    embed.add_field(name="Red", value="3", inline=False).set_image(url="attachment://board.png").set_footer(text="ABCDEF")
    embed.timestamp = discord.utils.utcnow()
    return embed


def built(parameters: discord.http.MultipartParameters) -> Json:
    """Give the JSON of what discord.py would send, from whichever part it put it in."""
    if parameters.payload is not None:
        payload: Json = json.loads(discord.utils._to_json(parameters.payload))
        return payload
    assert parameters.multipart
    carried: Json = json.loads(parameters.multipart[0]["value"])
    return carried


async def full_message(**more: Any) -> Json:
    picture = discord.File(io.BytesIO(b"png"), filename="board.png", description="The board")
    closed = discord.AllowedMentions.none()
    with handle_message_parameters(
        content="Your turn", embed=board(), file=picture, view=view(), allowed_mentions=closed, **more
    ) as made:
        return built(made)


@pytest.mark.asyncio
async def test_new_messages_and_edits_of_discord_py_pass(official: OpenApiVerifier) -> None:
    assert official.request("POST", MESSAGES, {}, await full_message(nonce="ABCDEF-12-board")) == []
    assert official.request("PATCH", MESSAGE, {}, await full_message()) == []
    assert official.request("PATCH", ORIGINAL, {"with_components": "1"}, await full_message()) == []
    followup = await full_message(flags=discord.MessageFlags(ephemeral=True))
    assert official.request("POST", FOLLOWUP, {"wait": "1", "with_components": "1"}, followup) == []
    with handle_message_parameters(content=None, embeds=[], attachments=[], view=None) as cleared:
        assert official.request("PATCH", MESSAGE, {}, built(cleared)) == []


BROKEN_MESSAGES: list[tuple[tuple[str | int, ...], Any, str]] = [
    (("embeds", 0, "title"), "t" * 257, "body /embeds/0/title: expected at most 256 characters"),
    (("embeds", 0, "fields", 0, "value"), "v" * 1025, "body /embeds/0/fields/0/value: expected at most 1024 characters"),
    (("embeds", 0, "image", "url"), "board", "body /embeds/0/image/url: expected a uri"),
    (("embeds", 0, "sound"), "x", 'body /embeds/0: unknown key "sound" [RichEmbed]'),
    (("embeds",), [{}] * 11, "body /embeds: expected at most 10 items"),
    (("attachments", 0, "id"), -1, "body /attachments/0/id: expected at least 0"),
    (("attachments", 0, "size"), 3, 'body /attachments/0: unknown key "size"'),
    (("attachments", 0, "description"), "d" * 1025, "body /attachments/0/description: expected at most 1024"),
    (("components", 0, "components", 0, "label"), "l" * 81, "body /components/0/components/0/label: expected at most 80"),
    (
        ("components", 0, "components", 0, "custom_id"),
        "c" * 101,
        "body /components/0/components/0/custom_id: expected at most 100",
    ),
    (("components", 0, "components", 0, "size"), 1, 'unknown key "size" [ButtonComponentForMessageRequest]'),
    (
        ("components", 0, "components", 0, "type"),
        4,
        "body /components/0/components/0/type: expected one of 2, 3, 5, 6, 7, 8, got 4",
    ),
    (("components", 0, "components"), [], "body /components/0/components: expected at least 1 items"),
    (("components", 0, "type"), 99, "body /components/0/type: expected one of"),
    (("components", 1, "components", 0, "options", 0, "label"), ..., "expected the key 'label'"),
    (("allowed_mentions", "parse"), ["all"], 'body /allowed_mentions/parse/0: expected one of "users", "roles", "everyone"'),
    (("allowed_mentions", "users"), [True], "body /allowed_mentions/users/0: expected"),
    (("nonce",), "n" * 26, "body /nonce: expected at most 25 characters"),
    (("content",), 5, "body /content: expected string or null, got 5"),
    (("channel_id",), "1", 'body (whole): unknown key "channel_id"'),
]


@pytest.mark.asyncio
@pytest.mark.parametrize(("path", "to", "problem"), BROKEN_MESSAGES)
async def test_broken_messages_are_told(official: OpenApiVerifier, path: tuple[str | int, ...], to: Any, problem: str) -> None:
    message = await full_message(nonce="ABCDEF-12-board")
    (told,) = official.request("POST", MESSAGES, {}, changed(message, *path, to=to))
    assert problem in told


@pytest.mark.asyncio
async def test_an_edit_is_no_new_message(official: OpenApiVerifier) -> None:
    edit = await full_message()
    assert official.request("PATCH", MESSAGE, {}, {**edit, "nonce": "x"}) == [
        'body (whole): unknown key "nonce" [MessageEditRequestPartial]'
    ]
    assert official.request("PATCH", MESSAGE, {"wait": "1"}, edit) == ['query (whole): unknown key "wait"']
    (told,) = official.request("POST", FOLLOWUP, {"wait": "1"}, {"content": "c" * 2001, "tts": False})
    assert "body /content: expected at most 2000 characters" in told
    assert official.request("POST", FOLLOWUP, {"wait": "maybe"}, {"content": "c"}) == [
        'query /wait: expected boolean, got "maybe"'
    ]


@pytest.mark.asyncio
@pytest.mark.parametrize("kind", [4, 7])
async def test_callbacks_of_discord_py_pass(official: OpenApiVerifier, kind: int) -> None:
    flags = discord.utils.MISSING if kind == 7 else discord.MessageFlags(ephemeral=True)
    picture = discord.File(io.BytesIO(b"png"), filename="board.png")
    with interaction_message_response_params(
        type=kind, content="Done", embed=board(), file=picture, view=view(), flags=flags
    ) as made:
        payload = built(made)
    assert payload["type"] == kind
    assert official.request("POST", CALLBACK, {"with_response": "1"}, payload) == []
    assert official.request("POST", CALLBACK, {}, changed(payload, "data", "nonce", to="n"))[0].startswith(
        'body /data: unknown key "nonce" [IncomingWebhook'
    )


MODAL = {
    "custom_id": "m",
    "title": "Move",
    "components": [{"type": 1, "components": [{"type": 4, "custom_id": "text", "style": 1, "label": "Move", "required": True}]}],
}


@pytest.mark.parametrize(
    "payload",
    [
        {"type": 1},
        {"type": 4, "data": {"content": "x", "tts": False, "flags": 64}},
        {"type": 5, "data": {"flags": 64}},
        {"type": 5},
        {"type": 6},
        {"type": 7, "data": {"components": [], "tts": False}},
        {"type": 8, "data": {"choices": [{"name": "c5", "value": "keep c5", "name_localizations": {"it": "c5"}}]}},
        {"type": 8, "data": {"choices": [{"name": "three", "value": 3}]}},
        {"type": 8, "data": {"choices": []}},
        {"type": 9, "data": MODAL},
    ],
)
def test_each_callback_type_passes(official: OpenApiVerifier, payload: Json) -> None:
    assert official.request("POST", CALLBACK, {}, payload) == []


@pytest.mark.parametrize(
    ("payload", "problem"),
    [
        ({}, "body (whole): expected the key 'type'"),
        ({"type": 3}, "body /type: expected one of"),
        ({"type": 1, "data": {}}, 'body (whole): unknown key "data" [PongInteractionCallbackRequest]'),
        ({"type": 4, "data": {"content": "c" * 2001}}, "body /data/content: expected at most 2000 characters"),
        ({"type": 5, "data": {"ephemeral": True}}, 'body /data: unknown key "ephemeral" [IncomingWebhookInteractionRequest]'),
        ({"type": 6, "flags": 64}, 'body (whole): unknown key "flags" [UpdateMessageInteractionCallbackRequest]'),
        ({"type": 7, "data": {"poll": None}}, 'body /data: unknown key "poll"'),
        (
            {"type": 8, "data": {"choices": [{"name": "c" * 101, "value": "c"}]}},
            "body /data/choices/0/name: expected at most 100",
        ),
        ({"type": 8, "data": {"choices": [{"name": "c", "value": "c"}] * 26}}, "body /data/choices: expected at most 25 items"),
        ({"type": 9}, "body (whole): expected the key 'data'"),
        ({"type": 9, "data": {**MODAL, "title": "t" * 46}}, "body /data/title: expected at most 45 characters"),
    ],
)
def test_broken_callbacks_are_told(official: OpenApiVerifier, payload: Json, problem: str) -> None:
    (told,) = official.request("POST", CALLBACK, {}, payload)
    assert problem in told


class Descriptions(app_commands.Translator):
    """Translates nothing but Italian."""

    async def translate(
        self, string: app_commands.locale_str, locale: discord.Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        return f"it {string.message}"[:100].lower() if locale is discord.Locale.italian else None


@pytest_asyncio.fixture
async def commands() -> list[Json]:
    """What a bulk overwrite sends for a small tree: a group, choices, autocomplete, ranges, permissions, translations."""
    client = discord.Client(intents=discord.Intents.none())
    tree = app_commands.CommandTree(client)
    await tree.set_translator(Descriptions())

    @tree.command(name="turns", description="What waits for me")
    async def turns(interaction: discord.Interaction) -> None: ...

    group = app_commands.Group(
        name="splut", description="Splut", guild_only=True, default_permissions=discord.Permissions(manage_guild=True)
    )

    @group.command(name="new", description="Open a lobby")
    @app_commands.choices(pace=[app_commands.Choice(name=app_commands.locale_str("a day"), value="day")])
    async def new(
        interaction: discord.Interaction,
        friend: discord.User,
        pace: str = "day",
        rounds: app_commands.Range[int, 1, 9] = 3,
        note: app_commands.Range[str, 1, 40] = "-",
        where: discord.TextChannel | None = None,
    ) -> None: ...

    @new.autocomplete("note")
    async def notes(interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return []

    tree.add_command(group)
    translator = tree.translator
    assert translator is not None
    sent = [await command.get_translated_payload(tree, translator) for command in tree.get_commands()]
    await client.close()
    payload: list[Json] = json.loads(json.dumps(sent))
    return payload


@pytest.mark.asyncio
async def test_the_command_tree_of_discord_py_passes(official: OpenApiVerifier, commands: list[Json]) -> None:
    assert [command["name"] for command in commands] == ["turns", "splut"]
    assert commands[0]["description_localizations"] == {"it": "it what waits for me"}
    assert official.request("PUT", COMMANDS, {}, commands) == []
    assert official.request("PUT", COMMANDS, {}, []) == []


NEW = (1, "options", 0)


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("path", "to", "problem"),
    [
        ((0, "description"), "d" * 101, "body /0/description: expected at most 100 characters"),
        ((0, "name"), "", "body /0/name: expected at least 1 characters"),
        ((0, "name"), ..., "body /0: expected the key 'name'"),
        ((0, "version"), "1", 'body /0: unknown key "version" [ApplicationCommandUpdateRequest]'),
        ((0, "nsfw"), "no", 'body /0/nsfw: expected boolean, got "no"'),
        ((0, "description_localizations", "it"), "d" * 101, "body /0/description_localizations/it: expected at most 100"),
        ((*NEW, "type"), 12, "body /1/options/0/type: expected one of"),
        ((*NEW, "options", 0, "description"), ..., "expected the key 'description'"),
        ((*NEW, "options", 0, "choices"), [], 'unknown key "choices" [ApplicationCommandUserOption]'),
        ((*NEW, "options", 1, "choices"), [{"name": "a", "value": "b"}] * 26, "expected at most 25 items"),
        ((*NEW, "options", 1, "choices", 0, "name"), "n" * 101, "/choices/0/name: expected at most 100 characters"),
        ((*NEW, "options", 2, "min_value"), "low", '/options/2/min_value: expected integer, got "low"'),
        ((*NEW, "options", 3, "type"), 1, "/options/3/type: expected one of 3, 4, 5, 6, 7, 8, 9, 10, 11, got 1"),
    ],
)
async def test_broken_commands_are_told(
    official: OpenApiVerifier, commands: list[Json], path: tuple[str | int, ...], to: Any, problem: str
) -> None:
    broken = changed({"all": commands}, "all", *path, to=to)["all"]
    told = official.request("PUT", COMMANDS, {}, broken)
    assert any(problem in line for line in told), told
    assert len(told) <= 2


@pytest_asyncio.fixture
async def sent(monkeypatch: pytest.MonkeyPatch) -> tuple[discord.http.HTTPClient, list[tuple[str, str, Json]]]:
    """An HTTP client that keeps its requests to itself: (method, path, body)."""
    http = discord.http.HTTPClient(asyncio.get_running_loop())
    kept: list[tuple[str, str, Json]] = []

    async def keep(route: discord.http.Route, **options: Any) -> Json:
        kept.append((route.method, route.path, options["json"]))
        return {}

    monkeypatch.setattr(http, "request", keep)
    return http, kept


@pytest.mark.asyncio
async def test_threads_of_discord_py_pass(
    official: OpenApiVerifier, sent: tuple[discord.http.HTTPClient, list[tuple[str, str, Json]]]
) -> None:
    http, kept = sent
    await http.start_thread_with_message(1, 2, name="Splut! · ABCDEF", auto_archive_duration=10080, rate_limit_per_user=None)
    await http.edit_channel(3, archived=False, locked=False)
    await http.edit_channel(3, name="Splut! · done")
    await http.start_private_message(5)  # the id goes out as a number
    assert [(method, path) for method, path, _ in kept] == [
        ("POST", THREAD_FROM_MESSAGE),
        ("PATCH", CHANNEL),
        ("PATCH", CHANNEL),
        ("POST", "/users/@me/channels"),
    ]
    assert [official.request(method, path, {}, body) for method, path, body in kept] == [[], [], [], []]


@pytest.mark.parametrize(
    ("route", "payload", "problem"),
    [
        (THREAD_FROM_MESSAGE, {}, "body (whole): expected the key 'name'"),
        (THREAD_FROM_MESSAGE, {"name": "n" * 101}, "body /name: expected at most 100 characters"),
        (THREAD_FROM_MESSAGE, {"name": "n", "auto_archive_duration": 5}, "body /auto_archive_duration: expected one of"),
        (THREAD_FROM_MESSAGE, {"name": "n", "invitable": True}, 'body (whole): unknown key "invitable"'),
    ],
)
def test_broken_threads_are_told(official: OpenApiVerifier, route: str, payload: Json, problem: str) -> None:
    (told,) = official.request("POST", route, {}, payload)
    assert problem in told


ROUTES: dict[str, tuple[str, str]] = {
    "MessageAttachmentRequest": ("POST", MESSAGES),
    "ApplicationCommandCreateRequest": ("POST", COMMANDS),
    "ApplicationCommandUpdateRequest": ("PUT", COMMANDS),
    "ApplicationCommandPatchRequestPartial": ("PATCH", COMMANDS + "/{command_id}"),
    "RichEmbed": ("POST", MESSAGES),
    "MessageEditRequestPartial": ("PATCH", MESSAGE),
    "IncomingWebhookUpdateRequestPartial": ("PATCH", ORIGINAL),
    "IncomingWebhookUpdateForInteractionCallbackRequestPartial": ("POST", CALLBACK),
    "MessageAllowedMentionsRequest": ("POST", MESSAGES),
    "CreatePrivateChannelRequest": ("POST", "/users/@me/channels"),
    "MessageReferenceRequest": ("POST", MESSAGES),
}
PAYLOADS: dict[tuple[str, str], Any] = {
    ("MessageAttachmentRequest", "id"): {"attachments": [{"id": 0, "filename": "board.png"}]},
    ("ApplicationCommandCreateRequest", "nsfw"): {"name": "turns", "nsfw": False},
    ("ApplicationCommandUpdateRequest", "nsfw"): [{"name": "turns", "nsfw": False}],
    ("ApplicationCommandPatchRequestPartial", "nsfw"): {"nsfw": False},
    ("RichEmbed", "type"): {"embeds": [{"type": "rich"}]},
    ("RichEmbed", "flags"): {"embeds": [{"flags": 0}]},
    ("MessageEditRequestPartial", "tts"): {"tts": False},
    ("IncomingWebhookUpdateRequestPartial", "tts"): {"tts": False},
    ("IncomingWebhookUpdateForInteractionCallbackRequestPartial", "tts"): {"type": 7, "data": {"tts": False}},
    ("MessageAllowedMentionsRequest", "users"): {"content": "x", "allowed_mentions": {"parse": [], "users": [5]}},
    ("MessageAllowedMentionsRequest", "roles"): {"content": "x", "allowed_mentions": {"parse": [], "roles": [5]}},
    ("CreatePrivateChannelRequest", "recipient_id"): {"recipient_id": 5},
    ("MessageReferenceRequest", "message_id"): {"content": "x", "message_reference": {"message_id": 5}},
    ("MessageReferenceRequest", "channel_id"): {"content": "x", "message_reference": {"message_id": "5", "channel_id": 5}},
    ("MessageReferenceRequest", "guild_id"): {"content": "x", "message_reference": {"message_id": "5", "guild_id": 5}},
}
ALLOWED_ANYWAY = {("RichEmbed", "type")}  # by this version of the document


@pytest.mark.parametrize("row", ACCEPTED, ids=lambda row: f"{row.component}.{row.key}")
def test_each_accepted_difference_is_one(
    official: OpenApiVerifier, unforgiving: Callable[[Accepted], OpenApiVerifier], row: Accepted
) -> None:
    method, route = ROUTES[row.component]
    payload = PAYLOADS[row.component, row.key]
    assert official.request(method, route, {}, payload) == []
    refused = unforgiving(row).request(method, route, {}, payload)
    assert (refused == []) == ((row.component, row.key) in ALLOWED_ANYWAY)


@pytest.mark.asyncio
async def test_speed_is_shown(official: OpenApiVerifier, capsys: pytest.CaptureFixture[str]) -> None:
    """Print what a payload costs (see it with -s); a machine's speed is nothing to assert."""
    payload, rounds = await full_message(), 500
    assert official.request("POST", MESSAGES, {}, payload) == []
    began = time.perf_counter()
    for _ in range(rounds):
        official.request("POST", MESSAGES, {}, payload)
    each = (time.perf_counter() - began) / rounds
    with capsys.disabled():
        print(f"\n{each * 1000:.3f} ms a message of {len(json.dumps(payload))} characters")  # noqa: T201 - the figure is the test's only fruit
