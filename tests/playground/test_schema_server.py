"""Discord's own document against the answers and events that a server sends; needs `DISCORD_OPENAPI`."""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from bot.playground.schema import OpenApiVerifier
from bot.playground.schema_gateway import EVENTS
from tests.playground.official import changed, official_verifier

Json = dict[str, Any]
MESSAGES = "/channels/{channel_id}/messages"
THREAD_FROM_MESSAGE = "/channels/{channel_id}/messages/{message_id}/threads"
CHANNEL = "/channels/{channel_id}"
CALLBACK = "/interactions/{interaction_id}/{interaction_token}/callback"
WHEN = "2026-01-02T03:04:05.678000+00:00"


@pytest.fixture(scope="module")
def official() -> OpenApiVerifier:
    return official_verifier()


def user(number: int = 5) -> Json:
    return {
        "id": str(number),
        "username": "ada",
        "avatar": None,
        "discriminator": "0",
        "public_flags": 0,
        "flags": 0,
        "global_name": "Ada",
        "primary_guild": None,
    }


def member(**more: Any) -> Json:
    return {
        "avatar": None,
        "banner": None,
        "communication_disabled_until": None,
        "flags": 0,
        "joined_at": WHEN,
        "nick": None,
        "pending": False,
        "premium_since": None,
        "roles": [],
        "mute": False,
        "deaf": False,
        **more,
    }


def message(**more: Any) -> Json:
    button = {"type": 2, "id": 2, "style": 1, "label": "Join", "custom_id": "t1b:ABCDEF:1:join"}
    return {
        "type": 0,
        "content": "hello",
        "mentions": [],
        "mention_roles": [],
        "attachments": [
            {"id": "8", "filename": "b.png", "size": 3, "url": "https://x.org/b.png", "proxy_url": "https://x.org/b.png"}
        ],
        "embeds": [{"type": "rich", "title": "Splut!"}],
        "timestamp": WHEN,
        "edited_timestamp": None,
        "flags": 0,
        "components": [{"type": 1, "id": 1, "components": [button]}],
        "id": "7",
        "channel_id": "3",
        "author": user(),
        "pinned": False,
        "mention_everyone": False,
        "tts": False,
        **more,
    }


def channel(**more: Any) -> Json:
    return {"id": "3", "type": 0, "flags": 0, "name": "games", "position": 0, "guild_id": "1", **more}


def thread() -> Json:
    metadata = {"archived": False, "archive_timestamp": WHEN, "auto_archive_duration": 1440, "locked": False}
    counts = {"message_count": 1, "member_count": 1, "total_message_sent": 1}
    return {
        "id": "7",
        "type": 11,
        "flags": 0,
        "guild_id": "1",
        "name": "t",
        "owner_id": "5",
        "thread_metadata": metadata,
        **counts,
    }


def role() -> Json:
    colours = {"primary_color": 0, "secondary_color": None, "tertiary_color": None}
    flags = {"hoist": False, "managed": False, "mentionable": False, "icon": None, "unicode_emoji": None, "flags": 0}
    return {"id": "1", "name": "@everyone", "permissions": "0", "position": 0, "color": 0, "colors": colours, **flags}


def interaction(kind: int, data: Json, **more: Any) -> Json:
    return {
        "id": "20",
        "application_id": "2",
        "type": kind,
        "token": "token",
        "version": 1,
        "guild_id": "1",
        "channel_id": "3",
        "channel": channel(permissions="0"),
        "member": member(user=user(), permissions="0"),
        "data": data,
        "locale": "it",
        **more,
    }


PRESS = {"custom_id": "t1b:ABCDEF:1:join", "component_type": 2}
COMMAND = {
    "id": "9",
    "name": "splut",
    "type": 1,
    "options": [{"name": "new", "type": 1, "options": [{"name": "pace", "type": 3}]}],
}
GUILD = {"id": "1", "name": "G", "owner_id": "5", "member_count": 1, "roles": [role()]}
SENT: list[tuple[str, Json]] = [
    ("MESSAGE_CREATE", message(guild_id="1", member=member())),
    ("MESSAGE_UPDATE", message(edited_timestamp=WHEN, guild_id="1", mentions=[{**user(), "member": member()}])),
    ("MESSAGE_DELETE", {"id": "7", "channel_id": "3"}),
    ("CHANNEL_CREATE", channel()),
    ("CHANNEL_CREATE", {"id": "4", "type": 1, "flags": 0, "recipients": [user()]}),
    ("THREAD_CREATE", {**thread(), "newly_created": True}),
    ("THREAD_DELETE", {"id": "7", "guild_id": "1", "parent_id": "3", "type": 11}),
    ("GUILD_MEMBER_ADD", member(user=user(), guild_id="1")),
    ("GUILD_MEMBER_REMOVE", {"guild_id": "1", "user": user()}),
    ("GUILD_ROLE_UPDATE", {"guild_id": "1", "role": role()}),
    (
        "GUILD_CREATE",
        {**GUILD, "channels": [changed(channel(), "guild_id", to=...)], "threads": [thread()], "members": [member(user=user())]},
    ),
    ("INTERACTION_CREATE", interaction(2, {**COMMAND, "resolved": {"users": {"5": user()}, "members": {"5": member()}}})),
    ("INTERACTION_CREATE", interaction(3, PRESS, message=message())),
]


@pytest.mark.parametrize(("event", "data"), SENT, ids=[event for event, _ in SENT])
def test_sound_events_pass(official: OpenApiVerifier, event: str, data: Json) -> None:
    assert official.dispatch(event, data) == []
    assert official.dispatch(event, {**data, "something_new": 1}) == []


BROKEN_EVENTS: list[tuple[str, tuple[str | int, ...], Any, str]] = [
    ("MESSAGE_CREATE", ("author", "username"), ..., "dispatch MESSAGE_CREATE /author: expected the key 'username'"),
    ("MESSAGE_CREATE", ("timestamp",), "now", 'MESSAGE_CREATE /timestamp: expected a date-time, got "now"'),
    ("MESSAGE_CREATE", ("id",), 7, "MESSAGE_CREATE /id: expected string, got 7"),
    ("MESSAGE_CREATE", ("member", "roles"), ..., "MESSAGE_CREATE /member: expected the key 'roles'"),
    ("MESSAGE_CREATE", ("components", 0, "components", 0, "style"), ..., "expected the key 'style'"),
    ("MESSAGE_DELETE", ("channel_id",), ..., "expected the key 'channel_id'"),
    ("THREAD_CREATE", ("thread_metadata", "locked"), ..., "/thread_metadata: expected the key 'locked'"),
    ("GUILD_MEMBER_ADD", ("guild_id",), ..., "expected the key 'guild_id'"),
    ("GUILD_CREATE", ("threads", 0, "owner_id"), ..., "GUILD_CREATE /threads/0: expected the key 'owner_id'"),
    ("GUILD_CREATE", ("members", 0, "user"), ..., "GUILD_CREATE /members/0: expected the key 'user'"),
    ("GUILD_CREATE", ("roles", 0, "colors"), ..., "GUILD_CREATE /roles/0: expected the key 'colors'"),
    ("INTERACTION_CREATE", ("member", "user"), ..., "INTERACTION_CREATE /member: expected the key 'user'"),
    ("INTERACTION_CREATE", ("member", "permissions"), ..., "INTERACTION_CREATE /member: expected the key 'permissions'"),
    ("INTERACTION_CREATE", ("member",), ..., "expected the key 'member'"),
    ("INTERACTION_CREATE", ("guild_id",), ..., "expected the key 'user'"),
    ("INTERACTION_CREATE", ("data", "resolved", "users", "5", "id"), ..., "/data/resolved/users/5: expected the key 'id'"),
    ("INTERACTION_CREATE", ("data", "options", 0, "options", 0, "type"), 12, "/data/options/0/options/0/type: expected one of"),
]


@pytest.mark.parametrize(("event", "path", "to", "problem"), BROKEN_EVENTS)
def test_broken_events_are_told(
    official: OpenApiVerifier, event: str, path: tuple[str | int, ...], to: Any, problem: str
) -> None:
    data = next(data for name, data in SENT if name == event)
    told = official.dispatch(event, changed(data, *path, to=to))
    assert any(problem in line for line in told)
    assert len(told) == 1


def test_a_press_needs_its_message(official: OpenApiVerifier) -> None:
    assert official.dispatch("INTERACTION_CREATE", interaction(3, PRESS)) != []


def test_every_described_event_has_its_schemas(official: OpenApiVerifier) -> None:
    assert all(official.dispatch(event, 5) for event in EVENTS)


def calls(document: Mapping[str, Any]) -> Iterator[tuple[str, str, Json]]:
    for route, item in document["paths"].items():
        for method, operation in item.items():
            if method != "parameters":
                yield method, route, operation


def test_every_schema_of_the_document_can_be_rewritten(official: OpenApiVerifier) -> None:
    for method, route, operation in calls(official.document):
        official.request(method, route, {}, {})
        for status in operation["responses"]:
            official.response(method, route, int(status.replace("XX", "00")), {})


@pytest.mark.parametrize(
    ("method", "route", "status", "payload"),
    [
        ("POST", MESSAGES, 200, message()),
        ("GET", MESSAGES, 200, [message(), message()]),
        ("POST", THREAD_FROM_MESSAGE, 201, thread()),
        ("GET", CHANNEL, 200, channel()),
        ("POST", CALLBACK, 204, None),
        ("POST", CALLBACK, 200, {"interaction": {"id": "20", "type": 3}, "resource": {"type": 7, "message": message()}}),
        ("POST", MESSAGES, 403, {"code": 50013, "message": "Missing Permissions"}),
        ("POST", MESSAGES, 429, {"code": 0, "message": "slow down", "retry_after": 0.5, "global": False}),
        ("POST", MESSAGES, 502, None),
    ],
)
def test_sound_answers_pass(official: OpenApiVerifier, method: str, route: str, status: int, payload: Any) -> None:
    assert official.response(method, route, status, payload) == []


@pytest.mark.parametrize(
    ("method", "route", "status", "payload", "problem"),
    [
        ("POST", MESSAGES, 200, changed(message(), "author", to=...), "response 200 (whole): expected the key 'author'"),
        ("GET", MESSAGES, 200, [changed(message(), "type", to=99)], "response 200 /0/type: expected one of"),
        ("POST", MESSAGES, 204, None, "status 204 is not among"),
        ("GET", CHANNEL, 200, changed(channel(), "type", to=99), "response 200 /type: expected one of"),
        ("GET", CHANNEL, 200, changed(channel(), "name", to=...), "expected the key 'name', got"),
        ("POST", CALLBACK, 200, {"interaction": {"id": "20", "type": 3}, "resource": {"type": 7}}, "expected the key 'message'"),
        ("POST", MESSAGES, 403, {"message": "Missing Permissions"}, "response 403 (whole): expected the key 'code'"),
        ("POST", MESSAGES, 429, {"code": 0, "message": "slow down"}, "expected the key 'retry_after'"),
    ],
)
def test_broken_answers_are_told(
    official: OpenApiVerifier, method: str, route: str, status: int, payload: Any, problem: str
) -> None:
    assert any(problem in line for line in official.response(method, route, status, payload))
