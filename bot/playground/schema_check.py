"""One compiled schema, and its problems in words.

Owns the compiling (jsonschema-rs) and the wording: where, what was expected, what came. Refuses to know where a schema comes
from.
"""

import json
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from bot.playground.schema_rewrite import Schema

if TYPE_CHECKING:
    from jsonschema_rs import ValidationError

_UNKNOWN = frozenset({"additionalProperties", "unevaluatedProperties"})
_SHOWN = 60  # characters of an offending value
_LISTED = 24  # allowed values named before the rest is counted


class Check:
    """A schema made ready once; `problems` may be asked any number of times."""

    def __init__(self, schema: Schema) -> None:
        # Imported here because only tests install it: the playground itself runs without the checks.
        import jsonschema_rs

        self._schema = schema
        self._validator = jsonschema_rs.validator_for(schema, validate_formats=True)

    def problems(self, payload: object, where: str) -> list[str]:
        """List what is wrong with a JSON value, [] when nothing is; `where` starts each line, before the JSON pointer."""
        if self._validator.is_valid(payload):
            return []
        return [f"{where} {line}" for line in self._lines(list(self._validator.iter_errors(payload)), "")]

    def _lines(self, errors: list["ValidationError"], among: str) -> list[str]:
        lines: list[str] = []
        for error in errors:
            if error.kind.name in {"anyOf", "oneOf"}:
                lines.extend(self._nearest(error))
            elif not _echo(error, errors):
                owner = self._owner(error.evaluation_path)
                name = among if among.startswith(f"{owner} ") else ", ".join(part for part in (owner, among) if part)
                lines.append(f"{_pointer(error.instance_path)}: {_told(error)}" + (f" [{name}]" if name else ""))
        return list(dict.fromkeys(lines))

    def _nearest(self, error: "ValidationError") -> list[str]:
        """Tell about the branch that fits best: of the right JSON type first, then with fewest unknown keys, then problems."""
        context: list[list[ValidationError]] = error.kind.value
        branches = self._at(error.evaluation_path)
        names = [_branch_name(branch) for branch in branches]

        def distance(index: int) -> tuple[bool, int, int]:
            wrong_type = any(e.kind.name == "type" and e.instance_path == error.instance_path for e in context[index])
            unknown = sum(len(e.kind.value) for e in context[index] if e.kind.name in _UNKNOWN)
            return wrong_type, unknown, len(context[index])

        best = min(range(len(context)), key=distance)
        return self._lines(context[best], f"{names[best]} is the nearest of {', '.join(names)}")

    def _at(self, path: Sequence[str | int]) -> Any:
        node: Any = self._schema
        for step in path:
            node = self._schema["$defs"][node["$ref"].removeprefix("#/$defs/")] if step == "$ref" else node[step]
        return node

    def _owner(self, path: Sequence[str | int]) -> str:
        """Name the innermost object definition on the way to a failing keyword."""
        node: Any = self._schema
        owner = ""
        for step in path:
            if step == "$ref":
                name = node["$ref"].removeprefix("#/$defs/")
                node = self._schema["$defs"][name]
                owner = name if "properties" in node or "allOf" in node else owner
            else:
                node = node[step]
        return owner


def _echo(error: "ValidationError", errors: Iterable["ValidationError"]) -> bool:
    # Where a part of a composed object fails, all its keys count as unknown too: the failure itself is told first.
    if error.kind.name != "unevaluatedProperties":
        return False
    depth = len(error.instance_path)
    return any(other is not error and other.instance_path[:depth] == error.instance_path for other in errors)


def _branch_name(branch: Schema) -> str:
    if "$ref" in branch:
        return str(branch["$ref"]).removeprefix("#/$defs/")
    kind = branch.get("type", "value")
    return kind if isinstance(kind, str) else " or ".join(kind)


def _pointer(path: Sequence[str | int]) -> str:
    if not path:
        return "(whole)"
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in path)


def _shown(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def _listed(values: Sequence[object]) -> str:
    text = ", ".join(_shown(value) for value in values[:_LISTED])
    return text if len(values) <= _LISTED else f"{text} and {len(values) - _LISTED} more"


def _told(error: "ValidationError") -> str:
    kind, value = error.kind, error.instance
    match kind.name:
        case "required":
            return f"expected the key {kind.value!r}, got {_shown(value)}"
        case "additionalProperties" | "unevaluatedProperties":
            return f"unknown key {_listed(kind.value)}"
        case "type":
            return f"expected {' or '.join(sorted(kind.value, key=lambda name: name == 'null'))}, got {_shown(value)}"
        case "enum":
            return f"expected one of {_listed(kind.value)}, got {_shown(value)}"
        case "const":
            return f"expected {_shown(kind.value)}, got {_shown(value)}"
        case "maxLength" | "minLength":
            return f"expected {_limit(kind.name)} {kind.value} characters, got {len(str(value))}: {_shown(value)}"
        case "maxItems" | "minItems":
            return f"expected {_limit(kind.name)} {kind.value} items, got {_count(value)}"
        case "maxProperties" | "minProperties":
            return f"expected {_limit(kind.name)} {kind.value} keys, got {_count(value)}"
        case "maximum" | "minimum":
            return f"expected {_limit(kind.name)} {kind.value}, got {_shown(value)}"
        case "pattern":
            return f"expected a string matching {kind.value}, got {_shown(value)}"
        case "format":
            return f"expected a {kind.value}, got {_shown(value)}"
        case "uniqueItems":
            return f"expected no item twice, got {_shown(value)}"
        case _:
            return f"{error.message[:200]}"


def _limit(keyword: str) -> str:
    return "at most" if keyword.startswith("max") else "at least"


def _count(value: object) -> int:
    return len(value) if isinstance(value, (list, dict)) else 0
