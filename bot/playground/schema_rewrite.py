"""From the document's schemas to strict JSON Schema.

Owns the rewriting: request objects closed at every level, unions keyed by a constant property turned into if/then chains (so that
a problem is told about the chosen branch alone), integer formats as bounds, and the few places where discord.py is known to
differ. Refuses to know routes, validators and the wording of problems.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

Schema: TypeAlias = dict[str, Any]

WITHOUT = "x-without"  # beside a $ref: keys that this use of the component does not require
_REF = "#/components/schemas/"
_NULL = {"type": "null"}
_ONE = ("additionalProperties", "items", "contains", "not", "if", "then", "else", "propertyNames")
_MANY = ("prefixItems",)
_NAMED = ("properties", "patternProperties")
_PLAIN = (
    *("type", "const", "enum", "required", "pattern", "multipleOf", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"),
    *("minLength", "maxLength", "minItems", "maxItems", "uniqueItems", "minProperties", "maxProperties"),
)
_BOUNDS = {"int32": (-(2**31), 2**31 - 1), "int64": (-(2**63), 2**63 - 1)}
_STRING_FORMATS = frozenset({"date-time", "date", "time", "email", "uri", "uuid", "ipv4", "ipv6", "hostname"})
_SNOWFLAKE_DIGITS = 20  # 64 bits


class UnknownComponent(LookupError):
    """The document has no component of that name."""


@dataclass(frozen=True, slots=True)
class Accepted:
    """One place where a request may differ from the document: `component`'s key may also hold what `schema` says."""

    component: str
    key: str
    schema: Schema
    reason: str


_INDEX = "discord.py numbers the files of a message 0, 1, … as integers; the document wants a string"
_NSFW = "discord.py sends the flag with every command; the document leaves it out"
_EMBED = "discord.py echoes what an embed it received carried; the document does not list it everywhere"
_TTS = "discord.py builds new messages and edits with one function, which always sets it; an edit cannot be spoken"
_NUMBERS = "discord.py sends ids in these places as numbers, which Discord takes as well as strings"
_ID: Schema = {"type": ["integer", "string"]}
_IDS: Schema = {"type": ["array", "null"], "items": _ID, "maxItems": 100}

ACCEPTED: tuple[Accepted, ...] = (
    Accepted("MessageAttachmentRequest", "id", {"type": "integer", "minimum": 0}, _INDEX),
    Accepted("ApplicationCommandCreateRequest", "nsfw", {"type": "boolean"}, _NSFW),
    Accepted("ApplicationCommandUpdateRequest", "nsfw", {"type": "boolean"}, _NSFW),
    Accepted("ApplicationCommandPatchRequestPartial", "nsfw", {"type": "boolean"}, _NSFW),
    Accepted("RichEmbed", "type", {"type": "string"}, _EMBED),
    Accepted("RichEmbed", "flags", {"type": "integer"}, _EMBED),
    Accepted("MessageEditRequestPartial", "tts", {"type": "boolean"}, _TTS),
    Accepted("IncomingWebhookUpdateRequestPartial", "tts", {"type": "boolean"}, _TTS),
    Accepted("IncomingWebhookUpdateForInteractionCallbackRequestPartial", "tts", {"type": "boolean"}, _TTS),
    Accepted("MessageAllowedMentionsRequest", "users", _IDS, _NUMBERS),
    Accepted("MessageAllowedMentionsRequest", "roles", _IDS, _NUMBERS),
    Accepted("CreatePrivateChannelRequest", "recipient_id", _ID, _NUMBERS),
    Accepted("MessageReferenceRequest", "message_id", _ID, _NUMBERS),
    Accepted("MessageReferenceRequest", "channel_id", _ID, _NUMBERS),
    Accepted("MessageReferenceRequest", "guild_id", _ID, _NUMBERS),
)


def component_of(schema: Schema) -> str | None:
    """Name the component a schema refers to, if it is a reference."""
    ref = schema.get("$ref")
    return ref.removeprefix(_REF) if isinstance(ref, str) else None


class Rewriter:
    """Rewrites one root schema at a time; `closed` refuses unknown keys, `accepted` is where it gives way."""

    def __init__(self, components: Mapping[str, Schema], *, closed: bool, accepted: Iterable[Accepted] = ()) -> None:
        self._components = components
        self._closed = closed
        self._accepted: dict[str, list[Accepted]] = {}
        for row in accepted:
            self._accepted.setdefault(row.component, []).append(row)
        self._waiting: list[tuple[str, Schema, bool]] = []
        self._names: set[str] = set()

    def rewrite(self, schema: Schema) -> Schema:
        """Give a self-contained JSON Schema (2020-12); raises UnknownComponent."""
        self._waiting, self._names = [], set()
        root = self._node(schema, sealed=self._closed)
        definitions: dict[str, Schema] = {}
        while self._waiting:
            name, body, sealed = self._waiting.pop()
            definitions[name] = self._node(body, sealed=sealed)
        return {"$schema": "https://json-schema.org/draft/2020-12/schema", **root, "$defs": definitions}

    def resolve(self, schema: Schema) -> Schema:
        """Follow a reference to the component's own schema, accepted differences included."""
        while (name := component_of(schema)) is not None:
            schema = self._component(name)
        return schema

    def _component(self, name: str) -> Schema:
        if name not in self._components:
            raise UnknownComponent(f"the document has no component {name}")
        body = self._components[name]
        for row in self._accepted.get(name, ()):
            known = body.get("properties", {}).get(row.key)
            value = row.schema if known is None else {"anyOf": [known, row.schema]}
            body = {**body, "properties": {**body.get("properties", {}), row.key: value}}
        return body

    def _reference(self, schema: Schema, *, sealed: bool) -> Schema:
        target = str(component_of(schema))
        without = tuple(schema.get(WITHOUT, ()))
        name = "-".join(
            (target, *(("without", *without) if without else ()), *(("part",) if self._closed and not sealed else ()))
        )
        if name not in self._names:
            self._names.add(name)
            body = self._component(target)
            if without:
                body = {**body, "required": [key for key in body.get("required", ()) if key not in without]}
            self._waiting.append((name, body, sealed))
        return {"$ref": f"#/$defs/{name}"}

    def _node(self, schema: Any, *, sealed: bool) -> Any:
        if not isinstance(schema, dict):
            return schema  # true and false are schemas too
        own = self._own(schema)
        pieces = [*schema.get("allOf", ())]
        if "$ref" in schema:
            pieces.append({key: schema[key] for key in ("$ref", WITHOUT) if key in schema})
        for union in ("oneOf", "anyOf"):
            if union in schema and self._constants(schema):
                own.setdefault("enum", [branch["const"] for branch in schema[union]])
            elif union in schema:
                pieces.append({"anyOf": schema[union]})
        if "enum" in own:  # an enum beside a reference to all the constants: the narrower one says it
            pieces = [piece for piece in pieces if not self._constants(piece)]
        if not pieces:
            return self._sealed(self._children(own), sealed=sealed)
        if not own and len(pieces) == 1:
            return self._piece(pieces[0], sealed=sealed)
        keep_open = not (sealed and any(self._is_object(piece) for piece in (own, *pieces)))
        parts = [self._piece(piece, sealed=sealed and keep_open) for piece in pieces]
        whole = {**self._children(own), "allOf": parts}
        return whole if keep_open else {**whole, "unevaluatedProperties": False}

    def _piece(self, piece: Any, *, sealed: bool) -> Any:
        if "$ref" in piece:
            return self._reference(piece, sealed=sealed)
        if piece.keys() == {"anyOf"}:
            return self._union(piece["anyOf"], sealed=sealed)
        return self._node(piece, sealed=sealed)

    def _own(self, schema: Schema) -> Schema:
        own = {key: schema[key] for key in (*_PLAIN, *_ONE, *_MANY, *_NAMED) if key in schema}
        form = schema.get("format")
        if form in _BOUNDS:
            low, high = _BOUNDS[form]
            own = {"minimum": low, "maximum": high, **own}
        elif form == "snowflake":
            own = {"pattern": "^[0-9]+$", "maxLength": _SNOWFLAKE_DIGITS, **own}
        elif form in _STRING_FORMATS:
            own["format"] = form
        return own

    def _children(self, own: Schema) -> Schema:
        done = dict(own)
        for key in _ONE:
            if key in own:  # a condition only asks, so it stays open
                done[key] = self._node(own[key], sealed=self._closed and key not in {"not", "if", "then", "else"})
        for key in _MANY:
            if key in own:
                done[key] = [self._node(item, sealed=self._closed) for item in own[key]]
        for key in _NAMED:
            if key in own:
                done[key] = {name: self._node(item, sealed=self._closed) for name, item in own[key].items()}
        return done

    def _sealed(self, node: Schema, *, sealed: bool) -> Schema:
        if not (sealed and self._is_object(node)) or "additionalProperties" in node:
            return node
        return {**node, "additionalProperties": False} if "properties" in node else {**node, "maxProperties": 0}

    def _is_object(self, schema: Schema) -> bool:
        schema = self.resolve(schema)
        kind = schema.get("type", ())
        if "properties" in schema or kind == "object" or "object" in kind:
            return True
        return any(self._is_object(item) for union in ("allOf", "anyOf", "oneOf") for item in schema.get(union, ()))

    def _union(self, branches: list[Schema], *, sealed: bool) -> Schema:
        rest = [branch for branch in branches if branch != _NULL]
        if len(rest) < len(branches):
            inner = self._union(rest, sealed=sealed) if len(rest) != 1 else self._node(rest[0], sealed=sealed)
            return {"if": {"not": _NULL}, "then": inner}
        keyed = self._key(rest)
        if keyed is None:
            return {"anyOf": [self._node(branch, sealed=sealed) for branch in rest]}
        key, values = keyed
        chain = [
            {
                "if": {"type": "object", "properties": {key: {"enum": chosen}}, "required": [key]},
                "then": self._node(branch, sealed=sealed),
            }
            for branch, chosen in zip(rest, values, strict=True)
        ]
        known = {
            "enum": sorted((value for chosen in values for value in chosen), key=lambda value: (isinstance(value, str), value))
        }
        return {"type": "object", "properties": {key: known}, "required": [key], "allOf": chain}

    def _key(self, branches: list[Schema]) -> tuple[str, list[list[Any]]] | None:
        """Find the property, `type` first, that every branch requires and holds to constants of its own."""
        bodies = [self.resolve(branch) for branch in branches]
        shared = set.intersection(*(set(body.get("required", ())) for body in bodies))
        for key in sorted(shared, key=lambda name: (name != "type", name)):
            values = [self._fixed(body.get("properties", {}).get(key, {})) for body in bodies]
            every = [value for chosen in values for value in chosen]
            if all(values) and len(every) == len(set(every)):
                return key, values
        return None

    def _fixed(self, schema: Schema) -> list[Any]:
        schema = self.resolve(schema)
        return [schema["const"]] if "const" in schema else list(schema.get("enum", ()))

    def _constants(self, schema: Schema) -> bool:
        schema = self.resolve(schema)
        branches = [*schema.get("oneOf", ()), *schema.get("anyOf", ())]
        return bool(branches) and all("const" in branch for branch in branches)
