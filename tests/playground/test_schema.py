"""The strictness and the wording, on a small document made up here; runs everywhere."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from bot.playground.schema import DocumentUnreadable, OpenApiVerifier
from bot.playground.schema_rewrite import Accepted, Rewriter, UnknownComponent


def ref(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{name}"}


def form(required: str = "", **properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": required.split()}


def body(schema: dict[str, Any], media: str = "application/json") -> dict[str, Any]:
    return {
        "requestBody": {"required": True, "content": {media: {"schema": schema}}},
        "responses": {"204": {"description": "done"}},
    }


def answers(**by_status: Any) -> dict[str, Any]:
    return {"responses": {status.strip("_"): {"content": {"application/json": {"schema": s}}} for status, s in by_status.items()}}


NAME = {"type": "string", "minLength": 1, "maxLength": 8}
DOCUMENT: dict[str, Any] = {
    "openapi": "3.1.0",
    "paths": {
        "/boats/{boat_id}": {
            "parameters": [
                {"name": "boat_id", "in": "path", "required": True, "schema": ref("Snowflake")},
                {"name": "fleet", "in": "query", "schema": ref("Snowflake")},
            ],
            "get": {
                "parameters": [
                    {"name": "limit", "in": "query", "required": True, "schema": {"type": "integer", "minimum": 1, "maximum": 9}},
                    {"name": "deep", "in": "query", "schema": {"type": ["boolean", "null"]}},
                    {"name": "draught", "in": "query", "schema": {"type": "number"}},
                    {"name": "marks", "in": "query", "schema": {"type": "array", "items": {"type": "integer"}}},
                ],
                "responses": {
                    "200": {"content": {"application/json": {"schema": ref("Boat")}}},
                    "204": {"description": "nothing"},
                    "429": {"$ref": "#/components/responses/Slow"},
                    "4XX": {"content": {"application/json": {"schema": ref("Error")}}},
                },
            },
            "patch": body(ref("BoatPatch")),
            "put": body(
                {"allOf": [ref("BoatPatch"), form("sail", sail={"type": "string", "contentEncoding": "binary"})]},
                "multipart/form-data",
            ),
            "delete": {"responses": {"204": {"description": "gone"}}},
        },
        "/parts": {"post": body({"type": "array", "items": ref("Part")})},
        "/pairs": {"post": body({"allOf": [form("left", left=NAME), form("right", right=NAME)]})},
        "/either": {"post": body({"anyOf": [ref("BoatPatch"), ref("Crew")]})},
        "/mixed": {"post": body({**form("shape", shape=NAME), "oneOf": [form("a", a=NAME), form("b", b=NAME)]})},
        "/hoist": {
            "post": body(
                {
                    **form(
                        "sail",
                        sail=NAME,
                        reef={"type": "integer"},
                        mast={"type": "integer", "enum": [1, 2], "allOf": [ref("PartTypes")]},
                    ),
                    "if": form("sail", sail={"const": "storm"}),
                    "then": {"required": ["reef"]},
                }
            )
        },
        "/empty": {"post": body({"type": "object"})},
        "/both": {"post": {**body(ref("BoatPatch")), **answers(_200=ref("Boat"))}},
    },
    "components": {
        "schemas": {
            "Snowflake": {"type": "string", "format": "snowflake"},
            "Boat": form("id", id=ref("Snowflake"), crew={"type": "array", "items": ref("Crew")}),
            "BoatPatch": form(
                name={"type": ["string", "null"], "maxLength": 8},
                captain={"oneOf": [{"type": "null"}, ref("Crew")]},
                built={"type": "string", "format": "date-time"},
                colour={"type": "integer", "format": "int32"},
                wind=ref("Wind"),
                tag={"oneOf": [{"type": "integer"}, {"type": "string", "maxLength": 3}, {"type": "null"}]},
                marks={"type": "array", "items": {"type": "integer"}, "maxItems": 2, "uniqueItems": True},
                notes={"type": "object", "additionalProperties": NAME, "maxProperties": 1},
            ),
            "Crew": form("name", name=NAME),
            "Wind": {"type": "integer", "oneOf": [{"title": "CALM", "const": 0}, {"title": "GALE", "const": 3}]},
            "PartTypes": {"type": "integer", "oneOf": [{"const": 1}, {"const": 2}, {"const": 3}]},
            "Part": {"oneOf": [ref("Mast"), ref("Hull"), ref("Rope")]},
            "Mast": form("type", type={"type": "integer", "enum": [1], "allOf": [ref("PartTypes")]}, height={"type": "integer"}),
            "Hull": form("type parts", type={"type": "integer", "enum": [2]}, parts={"type": "array", "items": ref("Part")}),
            "Rope": form("type", type={"const": 3}, length={"type": "number", "minimum": 0}),
            "Error": form("code message", code={"type": "integer"}, message={"type": "string"}),
        },
        "responses": {"Slow": {"content": {"application/json": {"schema": form("retry_after", retry_after={"type": "number"})}}}},
    },
}
BOAT = "/boats/{boat_id}"


@pytest.fixture(scope="module")
def verifier() -> OpenApiVerifier:
    return OpenApiVerifier(DOCUMENT)


@pytest.mark.parametrize(
    ("route", "payload"),
    [
        (BOAT, {}),
        (BOAT, {"name": None, "captain": None, "tag": None}),
        (BOAT, {"name": "Ida", "captain": {"name": "Bo"}, "built": "2026-01-02T03:04:05+00:00", "colour": -5, "wind": 3}),
        (BOAT, {"tag": "abc", "marks": [1, 2], "notes": {"any": "text"}}),
        (BOAT, {"tag": 1234}),
        ("/parts", [{"type": 1, "height": 2}, {"type": 2, "parts": [{"type": 3, "length": 0.5}]}]),
        ("/pairs", {"left": "a", "right": "b"}),
        ("/either", {"name": "Ida", "wind": 0}),
        ("/mixed", {"shape": "round", "a": "x"}),
        ("/empty", {}),
        ("/hoist", {"sail": "jib", "mast": 2}),
        ("/hoist", {"sail": "storm", "reef": 2}),
    ],
)
def test_what_the_document_allows_passes(verifier: OpenApiVerifier, route: str, payload: object) -> None:
    assert verifier.request("PATCH" if route == BOAT else "POST", route, {}, payload) == []


@pytest.mark.parametrize(
    ("payload", "problem"),
    [
        ({"nam": "Ida"}, 'body (whole): unknown key "nam" [BoatPatch]'),
        ({"captain": {"name": "Bo", "age": 9}}, 'body /captain: unknown key "age" [Crew]'),
        ({"captain": {}}, "body /captain: expected the key 'name', got {} [Crew]"),
        ({"captain": {"name": ""}}, 'body /captain/name: expected at least 1 characters, got 0: "" [Crew]'),
        ({"captain": 4}, "body /captain: expected object, got 4 [Crew]"),
        ({"name": "Leviathan"}, 'body /name: expected at most 8 characters, got 9: "Leviathan" [BoatPatch]'),
        ({"built": "yesterday"}, 'body /built: expected a date-time, got "yesterday" [BoatPatch]'),
        ({"colour": 2**31}, "body /colour: expected at most 2147483647, got 2147483648 [BoatPatch]"),
        ({"wind": 1}, "body /wind: expected one of 0, 3, got 1 [BoatPatch]"),
        (
            {"tag": "four"},
            'body /tag: expected at most 3 characters, got 4: "four" [BoatPatch, string is the nearest of integer, string]',
        ),
        ({"marks": [1, 2, 3]}, "body /marks: expected at most 2 items, got 3 [BoatPatch]"),
        ({"marks": [1, 1]}, "body /marks: expected no item twice, got [1, 1] [BoatPatch]"),
        ({"notes": {"a/b": 1}}, "body /notes/a~1b: expected string, got 1 [BoatPatch]"),
        ({"notes": {"a": "x", "b": "y"}}, "body /notes: expected at most 1 keys, got 2 [BoatPatch]"),
    ],
)
def test_a_problem_says_where_what_and_by_which_schema(verifier: OpenApiVerifier, payload: object, problem: str) -> None:
    assert verifier.request("PATCH", BOAT, {}, payload) == [problem]


def test_long_values_are_shortened(verifier: OpenApiVerifier) -> None:
    (problem,) = verifier.request("PATCH", BOAT, {}, {"name": "x" * 500})
    assert "got 500" in problem
    assert len(problem) < 160


@pytest.mark.parametrize(
    ("parts", "problems"),
    [
        ([{"type": 1, "height": "tall"}], ['body /0/height: expected integer, got "tall" [Mast]']),
        ([{"type": 1, "length": 1}], ['body /0: unknown key "length" [Mast]']),
        ([{"type": 3, "length": -1}], ["body /0/length: expected at least 0, got -1 [Rope]"]),
        ([{"type": 2, "parts": [{"type": 3, "hull": 1}]}], ['body /0/parts/0: unknown key "hull" [Rope]']),
        ([{"type": 2}], ["body /0: expected the key 'parts', got {\"type\": 2} [Hull]"]),
        ([{"type": 4}], ["body /0/type: expected one of 1, 2, 3, got 4 [Part]"]),
        ([{}], ["body /0: expected the key 'type', got {} [Part]"]),
        ([7], ["body /0: expected object, got 7 [Part]"]),
    ],
)
def test_a_union_keyed_by_type_tells_of_the_chosen_branch_alone(
    verifier: OpenApiVerifier, parts: object, problems: list[str]
) -> None:
    assert verifier.request("POST", "/parts", {}, parts) == problems


def test_a_union_without_a_key_tells_of_the_nearest_branch(verifier: OpenApiVerifier) -> None:
    assert verifier.request("POST", "/either", {}, {"name": "Ida", "wind": 9}) == [
        "body /wind: expected one of 0, 3, got 9 [BoatPatch is the nearest of BoatPatch, Crew]"
    ]


@pytest.mark.parametrize(
    ("route", "payload", "problem"),
    [
        ("/pairs", {"left": "a", "right": "b", "middle": "c"}, 'body (whole): unknown key "middle"'),
        ("/pairs", {"left": "a"}, 'body (whole): expected the key \'right\', got {"left": "a"}'),
        ("/pairs", {"left": 1, "right": "b"}, "body /left: expected string, got 1"),
        ("/mixed", {"shape": "round", "a": "x", "c": "y"}, 'body (whole): unknown key "c"'),
        ("/hoist", {"sail": "jib", "mast": 9}, "body /mast: expected one of 1, 2, got 9"),
        ("/hoist", {"sail": "storm", "mast": 1}, 'body (whole): expected the key \'reef\', got {"sail": "storm", "mast": 1}'),
        ("/empty", {"a": 1}, "body (whole): expected at most 0 keys, got 1"),
    ],
)
def test_composed_objects_are_closed_as_a_whole(verifier: OpenApiVerifier, route: str, payload: object, problem: str) -> None:
    assert verifier.request("POST", route, {}, payload) == [problem]


def test_a_multipart_body_is_its_payload_without_the_files(verifier: OpenApiVerifier) -> None:
    assert verifier.request("PUT", BOAT, {}, {"name": "Ida"}) == []
    assert verifier.request("PUT", BOAT, {}, {"name": "Ida", "sail": "raw"}) == ['body (whole): unknown key "sail"']


@pytest.mark.parametrize(
    "query",
    [
        {"limit": "9", "fleet": "123", "deep": "true", "draught": "1.5", "marks": "1,2"},
        {"limit": "1", "deep": "0", "draught": "-3"},
    ],
)
def test_query_text_is_read_as_the_parameter_wants(verifier: OpenApiVerifier, query: dict[str, str]) -> None:
    assert verifier.request("GET", BOAT, query, None) == []


@pytest.mark.parametrize(
    ("query", "problem"),
    [
        ({}, "query (whole): expected the key 'limit', got {}"),
        ({"limit": "10"}, "query /limit: expected at most 9, got 10"),
        ({"limit": "ten"}, 'query /limit: expected integer, got "ten"'),
        ({"limit": "1", "fleet": "x1"}, 'query /fleet: expected a string matching ^[0-9]+$, got "x1"'),
        ({"limit": "1", "fleet": "9" * 21}, f'query /fleet: expected at most 20 characters, got 21: "{"9" * 21}"'),
        ({"limit": "1", "deep": "yes"}, 'query /deep: expected boolean or null, got "yes"'),
        ({"limit": "1", "marks": "1,b"}, 'query /marks/1: expected integer, got "b"'),
        ({"limit": "1", "page": "2"}, 'query (whole): unknown key "page"'),
    ],
)
def test_query_problems(verifier: OpenApiVerifier, query: dict[str, str], problem: str) -> None:
    assert verifier.request("GET", BOAT, query, None) == [problem]


def test_bodies_where_none_belongs_and_none_where_one_belongs(verifier: OpenApiVerifier) -> None:
    assert verifier.request("DELETE", BOAT, {}, None) == []
    assert verifier.request("DELETE", BOAT, {}, {}) == [f"DELETE {BOAT} takes no body, got one"]
    assert verifier.request("PATCH", BOAT, {}, None) == [f"PATCH {BOAT} needs a body, got none"]


def test_an_unknown_call_is_a_problem(verifier: OpenApiVerifier) -> None:
    assert verifier.request("POST", "/nowhere", {}, None) == ["the document has no POST /nowhere"]
    assert verifier.request("TRACE", BOAT, {}, None) == [f"the document has no TRACE {BOAT}"]
    assert verifier.response("GET", "/nowhere", 200, None) == ["the document has no GET /nowhere"]


@pytest.mark.parametrize(
    ("status", "payload", "problems"),
    [
        (200, {"id": "1", "crew": [{"name": "Bo", "age": 9}], "more": True}, []),
        (200, {"crew": []}, ["response 200 (whole): expected the key 'id', got {\"crew\": []} [Boat]"]),
        (200, {"id": 1}, ["response 200 /id: expected string, got 1 [Boat]"]),
        (200, None, ["response 200 (whole): expected object, got null [Boat]"]),
        (204, None, []),
        (204, {}, ["status 204 has no body here, got one"]),
        (404, {"code": 1, "message": "gone"}, []),
        (403, {"code": 1}, ["response 403 (whole): expected the key 'message', got {\"code\": 1} [Error]"]),
        (429, {"retry_after": 0.5}, []),
        (429, {"code": 1, "message": "slow"}, ["response 429 (whole): expected the key 'retry_after', got "]),
        (302, None, ["status 302 is not among 200, 204, 429, 4XX"]),
        (503, None, []),
        (503, {"anything": 1}, []),
    ],
)
def test_responses(verifier: OpenApiVerifier, status: int, payload: object, problems: list[str]) -> None:
    told = verifier.response("GET", BOAT, status, payload)
    assert len(told) == len(problems)
    assert all(line.startswith(problem) for line, problem in zip(told, problems, strict=True))


def test_one_schema_is_closed_in_a_request_and_open_in_a_response(verifier: OpenApiVerifier) -> None:
    assert verifier.request("POST", "/both", {}, {"captain": {"name": "Bo", "age": 9}}) != []
    assert verifier.response("POST", "/both", 200, {"id": "1", "crew": [{"name": "Bo", "age": 9}]}) == []


def test_an_accepted_difference_is_added_and_nothing_more() -> None:
    rows = (
        Accepted("Crew", "rank", {"type": "integer"}, "made up"),
        Accepted("Crew", "name", {"type": "integer", "minimum": 0}, "made up"),
    )
    lenient = OpenApiVerifier(DOCUMENT, accepted=rows)
    assert lenient.request("PATCH", BOAT, {}, {"captain": {"name": 5, "rank": 1}}) == []
    assert lenient.request("PATCH", BOAT, {}, {"captain": {"name": "Bo"}}) == []
    assert lenient.request("PATCH", BOAT, {}, {"captain": {"name": -5}}) != []
    assert lenient.request("PATCH", BOAT, {}, {"captain": {"name": "Bo", "rank": "high"}}) != []
    assert lenient.request("PATCH", BOAT, {}, {"captain": {"name": "Bo", "age": 1}}) == [
        'body /captain: unknown key "age" [Crew]'
    ]
    assert lenient.response("GET", BOAT, 200, {"id": "1", "crew": [{"name": 5}]}) != []


def test_a_missing_component_is_named() -> None:
    with pytest.raises(UnknownComponent, match="Kraken"):
        Rewriter({}, closed=True).rewrite(ref("Kraken"))


def test_an_undescribed_event_is_a_problem_and_an_unchecked_one_passes(verifier: OpenApiVerifier) -> None:
    assert verifier.dispatch("BOAT_SUNK", {}) == ["dispatch BOAT_SUNK: no description of this event"]
    assert verifier.dispatch("RESUMED", None) == []


def test_no_variable_no_verifier(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISCORD_OPENAPI", raising=False)
    assert OpenApiVerifier.from_environment() is None


@pytest.mark.parametrize("packed", [False, True])
def test_the_variable_names_a_document(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, packed: bool) -> None:
    raw = json.dumps(DOCUMENT).encode()
    file = tmp_path / ("document.json.gz" if packed else "document.json")
    file.write_bytes(gzip.compress(raw) if packed else raw)
    monkeypatch.setenv("DISCORD_OPENAPI", str(file))
    verifier = OpenApiVerifier.from_environment()
    assert verifier is not None
    assert verifier.request("DELETE", BOAT, {}, None) == []


@pytest.mark.parametrize("content", [None, b"no json", b"[]", b'{"openapi": "3.1.0"}', b"\x1f\x8b broken"])
@pytest.mark.parametrize("name", ["document.json", "document.json.gz"])
def test_an_unusable_document_is_named_with_its_variable(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str, content: bytes | None
) -> None:
    file = tmp_path / name
    if content is not None:
        file.write_bytes(content)
    monkeypatch.setenv("DISCORD_OPENAPI", str(file))
    with pytest.raises(DocumentUnreadable, match=r"DISCORD_OPENAPI: .*document\.json"):
        OpenApiVerifier.from_environment()
