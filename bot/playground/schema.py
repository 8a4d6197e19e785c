"""Discord's own OpenAPI document as a referee over requests, responses and gateway events.

Owns finding the document (the environment's `DISCORD_OPENAPI`, nothing else: no copy travels with the project) and which of its
schemas speaks for a call. Refuses to know the emulator: it judges JSON values. The strictness is in `schema_rewrite`, the wording
in `schema_check`, the gateway's envelopes in `schema_gateway`.
"""

import gzip
import json
import os
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Self

from bot.playground.schema_check import Check
from bot.playground.schema_gateway import EVENTS, UNCHECKED, gateway_components
from bot.playground.schema_rewrite import ACCEPTED, Accepted, Rewriter, Schema

VARIABLE = "DISCORD_OPENAPI"
UNSET = f"set {VARIABLE} to a local copy of Discord's public OpenAPI document (.json or .json.gz) to run this check"
"""What a test that needs the document says when it skips."""

_JSON = "application/json"
_MULTIPART = "multipart/form-data"
_BOOLEANS = {"true": True, "false": False, "1": True, "0": False}
_INTEGER = re.compile(r"-?[0-9]+")
_NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?")


class DocumentUnreadable(RuntimeError):
    """The document that was asked for cannot be used; the message names its path."""


class OpenApiVerifier:
    """Judges JSON values by the document; every method answers with the problems found, [] when there is none.

    A problem is one line: where, the JSON pointer, what was expected, what came (shortened) and, in brackets, the
    schema that says so: `body /embeds/0/title: expected at most 256 characters, got 257: "aaaa…" [RichEmbed]`. Schemas
    are compiled on first use.
    """

    def __init__(self, document: Mapping[str, Any], *, accepted: Iterable[Accepted] = ACCEPTED) -> None:
        self.document = document
        self._paths: Mapping[str, Any] = document["paths"]
        self._shared_responses: Mapping[str, Any] = document.get("components", {}).get("responses", {})
        components: dict[str, Any] = document.get("components", {}).get("schemas", {})
        self._requests = Rewriter(components, closed=True, accepted=accepted)
        self._responses = Rewriter(components, closed=False)
        self._gateway = Rewriter(gateway_components(components), closed=False)
        self._checks: dict[tuple[str, ...], Check] = {}

    @classmethod
    def from_environment(cls) -> Self | None:
        """Read the document that `DISCORD_OPENAPI` names; None where it is unset; raises DocumentUnreadable."""
        path = os.environ.get(VARIABLE)
        if not path:
            return None
        try:
            return cls.load(Path(path))
        except DocumentUnreadable as error:
            raise DocumentUnreadable(f"{VARIABLE}: {error}") from error

    @classmethod
    def load(cls, path: Path | str) -> Self:
        """Read a document (.json or .json.gz); raises DocumentUnreadable."""
        file = Path(path)
        try:
            raw = file.read_bytes()
            document = json.loads(gzip.decompress(raw) if file.suffix == ".gz" else raw)
            return cls(document)
        except (OSError, EOFError, ValueError, KeyError, TypeError, AttributeError) as error:
            raise DocumentUnreadable(f"{file} is no readable OpenAPI document ({type(error).__name__}: {error})") from error

    def request(self, method: str, route: str, query: Mapping[str, str], json_payload: object | None) -> list[str]:
        """Judge a request by the official path template, its query (as text) and its JSON body (None: no body).

        Unknown keys fail at every level, but for `ACCEPTED`. For a multipart request the body is its payload_json part. Path
        parameters are not judged.
        """
        operation = self._operation(method, route)
        if operation is None:
            return [_no_operation(method, route)]
        return self._query(method, route, operation, query) + self._body(method, route, operation, json_payload)

    def response(self, method: str, route: str, status: int, payload: object | None) -> list[str]:
        """Judge an answer (None: no body); objects stay open where the document leaves them open.

        Server errors (5xx) are not described by the document and pass.
        """
        operation = self._operation(method, route)
        if operation is None:
            return [_no_operation(method, route)]
        if status >= 500:
            return []
        described = operation["responses"]
        answer = described.get(str(status), described.get(f"{status // 100}XX", described.get("default")))
        if answer is None:
            return [f"status {status} is not among {', '.join(described)}"]
        if "$ref" in answer:
            answer = self._shared_responses[answer["$ref"].rsplit("/", 1)[-1]]
        schema = answer.get("content", {}).get(_JSON, {}).get("schema")
        if schema is None:
            return [] if payload is None else [f"status {status} has no body here, got one"]
        return self._check(self._responses, schema, "response", method, route, str(status)).problems(
            payload, f"response {status}"
        )

    def dispatch(self, event: str, data: object) -> list[str]:
        """Judge what a gateway event carries; what is looked at and what is not stands in `schema_gateway`."""
        if event in UNCHECKED:
            return []
        if event not in EVENTS:
            return [f"dispatch {event}: no description of this event"]
        return self._check(self._gateway, EVENTS[event], "dispatch", event).problems(data, f"dispatch {event}")

    def _operation(self, method: str, route: str) -> Mapping[str, Any] | None:
        found: Mapping[str, Any] | None = self._paths.get(route, {}).get(method.lower())
        return found

    def _check(self, rewriter: Rewriter, schema: Schema, *key: str) -> Check:
        if key not in self._checks:
            self._checks[key] = Check(rewriter.rewrite(schema))
        return self._checks[key]

    def _query(self, method: str, route: str, operation: Mapping[str, Any], query: Mapping[str, str]) -> list[str]:
        described = {
            parameter["name"]: parameter
            for parameter in (*self._paths[route].get("parameters", ()), *operation.get("parameters", ()))
            if parameter["in"] == "query"
        }
        schema = {
            "type": "object",
            "properties": {name: parameter["schema"] for name, parameter in described.items()},
            "required": [name for name, parameter in described.items() if parameter.get("required")],
        }
        typed = {
            name: self._typed(text, described[name]["schema"]) if name in described else text for name, text in query.items()
        }
        return self._check(self._requests, schema, "query", method, route).problems(typed, "query")

    def _body(self, method: str, route: str, operation: Mapping[str, Any], payload: object | None) -> list[str]:
        body = operation.get("requestBody")
        if body is None:
            return [] if payload is None else [f"{method.upper()} {route} takes no body, got one"]
        if payload is None:
            return [f"{method.upper()} {route} needs a body, got none"] if body.get("required") else []
        content = body["content"]
        schema = content[_JSON]["schema"] if _JSON in content else _without_files(content[_MULTIPART]["schema"])
        return self._check(self._requests, schema, "body", method, route).problems(payload, "body")

    def _typed(self, text: str, schema: Schema) -> object:
        """Read a query value as the type its parameter has; text that is no such value stays text, and fails as that."""
        kinds = self._kinds(schema)
        if "integer" in kinds and _INTEGER.fullmatch(text):
            return int(text)
        if "number" in kinds and _NUMBER.fullmatch(text):
            return float(text)
        if "boolean" in kinds and text in _BOOLEANS:
            return _BOOLEANS[text]
        if "array" in kinds and "string" not in kinds:
            items = self._requests.resolve(schema).get("items", {})
            return [self._typed(part, items) for part in text.split(",")]
        return text

    def _kinds(self, schema: Schema) -> set[str]:
        schema = self._requests.resolve(schema)
        kind = schema.get("type", ())
        kinds = {kind} if isinstance(kind, str) else set(kind)
        return kinds.union(*(self._kinds(branch) for union in ("oneOf", "anyOf", "allOf") for branch in schema.get(union, ())))


def _no_operation(method: str, route: str) -> str:
    return f"the document has no {method.upper()} {route}"


def _without_files(schema: Schema) -> Schema:
    """Drop a multipart form's files: they travel beside the payload, not in it."""
    if "allOf" in schema:
        return {**schema, "allOf": [_without_files(part) for part in schema["allOf"]]}
    properties: dict[str, Any] = schema.get("properties", {})
    kept = {name: value for name, value in properties.items() if value.get("contentEncoding") != "binary"}
    if len(kept) == len(properties):
        return schema
    return {**schema, "properties": kept, "required": [name for name in schema.get("required", ()) if name in kept]}
