"""What Discord accepts as the body of a message: sizes, embeds, mentions settings, attachments.

Owns the check of a body and its normal form, a Draft. It does not know where the message goes nor who sends it; components
are checked by component_rules.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.playground.api_errors import Form, fail
from bot.playground.component_rules import check_components

Json = dict[str, Any]

CONTENT, EMBEDS, EMBED_TOTAL, NONCE, DESCRIPTION, FILES = 2000, 10, 6000, 25, 1024, 10
UPLOAD_BYTES = 10 * 1024 * 1024
_COMPONENTS_V2 = 1 << 15
_MENTION_KINDS = ("users", "roles", "everyone")


@dataclass(frozen=True, slots=True)
class Upload:
    """A file of a multipart body; `index` is the n of `files[n]`."""

    index: int
    filename: str
    content: bytes


@dataclass(frozen=True, slots=True)
class Draft:
    """A checked body. `given` names the keys that were in it: an edit changes only those."""

    given: frozenset[str]
    content: str = ""
    embeds: list[Json] = field(default_factory=list)
    components: list[Json] = field(default_factory=list)
    kept: frozenset[int] | None = None
    new_files: tuple[tuple[Upload, str | None], ...] = ()
    flags: int = 0
    nonce: str | None = None
    enforce_nonce: bool = False
    allowed_mentions: Json | None = None
    refers_to: int | None = None

    @property
    def is_empty(self) -> bool:
        """Whether a new message of this would show nothing; components alone do not count."""
        return not (self.content or self.embeds or self.new_files)


def check_body(body: Json, files: Sequence[Upload] = (), *, editing: bool = False) -> Draft:
    """Check a message body; raises 50035 with every error found, 40005 for too many bytes, 50006 for a new empty one."""
    if sum(len(f.content) for f in files) > UPLOAD_BYTES:
        fail(40005)
    form = Form()
    form.length("content", body.get("content"), most=CONTENT)
    embeds = _items(form, "embeds", body.get("embeds"))
    components = _items(form, "components", body.get("components"))
    attachments = _items(form, "attachments", body.get("attachments"))
    _check_embeds(form, embeds)
    check_components(form, components)
    _check_flags(form, body.get("flags"))
    _check_allowed_mentions(form, body.get("allowed_mentions"))
    nonce = body.get("nonce")
    if nonce is not None:
        form.length("nonce", str(nonce), most=NONCE)
    new_files = _match_files(form, attachments, files)
    form.check()
    names = {upload.filename for upload, _ in new_files}
    given = {key for key, value in body.items() if value is not None or editing}
    draft = Draft(
        given=frozenset(given | ({"files"} if files else set())),
        content=(body.get("content") or "").strip(),
        embeds=_normal_embeds(form, embeds, names, open_names=editing),
        components=components,
        kept=frozenset(int(a["id"]) for a in attachments if int(a["id"]) >= 1 << 22) if "attachments" in body else None,
        new_files=tuple(new_files),
        flags=int(body.get("flags") or 0),
        nonce=None if nonce is None else str(nonce),
        enforce_nonce=bool(body.get("enforce_nonce")),
        allowed_mentions=body.get("allowed_mentions"),
        refers_to=_reference(body.get("message_reference")),
    )
    form.check()
    return draft


def _items(form: Form, path: str, value: Any) -> list[Json]:
    if value is None:
        return []
    if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
        form.add(path, "LIST_TYPE_CONVERT", "Only iterables of objects may be used here")
        form.check()
    return [dict(item) for item in value]


def _reference(value: Any) -> int | None:
    return int(value["message_id"]) if isinstance(value, dict) and value.get("message_id") else None


def _check_flags(form: Form, flags: Any) -> None:
    if isinstance(flags, int) and flags & _COMPONENTS_V2:
        form.add("flags", "LOCAL_DISCORD_UNSUPPORTED", "The local Discord has no components V2.")


def _embed_texts(embed: Json) -> Iterator[tuple[str, Any, int, int]]:
    """Yield path, text, largest and smallest length of every text in an embed."""
    yield "title", embed.get("title"), 256, 0
    yield "description", embed.get("description"), 4096, 0
    yield "footer.text", (embed.get("footer") or {}).get("text"), 2048, 0
    yield "author.name", (embed.get("author") or {}).get("name"), 256, 0
    for index, item in enumerate(embed.get("fields") or []):
        yield f"fields.{index}.name", item.get("name"), 256, 1
        yield f"fields.{index}.value", item.get("value"), 1024, 1


def _check_embeds(form: Form, embeds: list[Json]) -> None:
    form.count("embeds", embeds, most=EMBEDS)
    total = 0
    for number, embed in enumerate(embeds):
        form.count(f"embeds.{number}.fields", embed.get("fields") or [], most=25)
        for path, text, most, least in _embed_texts(embed):
            form.length(f"embeds.{number}.{path}", text, most=most, least=least)
            total += len(text) if isinstance(text, str) else 0
    if total > EMBED_TOTAL:
        form.add("embeds", "MAX_EMBED_SIZE_EXCEEDED", f"Embed size exceeds maximum size of {EMBED_TOTAL}")


def _normal_embeds(form: Form, embeds: list[Json], names: set[str], *, open_names: bool) -> list[Json]:
    """Give the embeds as they will be stored; an `attachment://` that names no uploaded file is an error.

    With `open_names` the name may also be a file the message already has; who edits checks that.
    """
    normal = []
    for number, embed in enumerate(embeds):
        clean = {key: value for key, value in embed.items() if value is not None and key not in ("flags", "provider", "video")}
        clean["type"] = "rich"
        clean["fields"] = [{"inline": False, **item} for item in clean.get("fields") or []]
        for place in ("image", "thumbnail"):
            url = (clean.get(place) or {}).get("url", "")
            if url.startswith("attachment://") and not open_names and url.removeprefix("attachment://") not in names:
                form.add(f"embeds.{number}.{place}.url", "ATTACHMENT_NOT_FOUND", f"No uploaded file is called {url[13:]!r}.")
        normal.append(clean)
    return normal


def _check_allowed_mentions(form: Form, value: Any) -> None:
    if value is None:
        return
    if not isinstance(value, dict):
        form.add("allowed_mentions", "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
        return
    parse = value.get("parse") or []
    for kind in parse:
        if kind not in _MENTION_KINDS:
            form.add("allowed_mentions.parse", "BASE_TYPE_CHOICES", f"Value must be one of {_MENTION_KINDS}.")
    for kind in ("users", "roles"):
        listed = value.get(kind) or []
        form.count(f"allowed_mentions.{kind}", listed, most=100)
        if listed and kind in parse:
            form.add(
                "allowed_mentions",
                "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
                f"parse:[{kind!r}] and {kind}: [ids] exclude each other.",
            )


def _match_files(form: Form, attachments: list[Json], files: Sequence[Upload]) -> list[tuple[Upload, str | None]]:
    """Pair each upload with its entry in `attachments`; an entry with a small id and no file is an error."""
    form.count("attachments", list(files), most=FILES)
    by_index = {upload.index: upload for upload in files}
    described: dict[int, Json] = {}
    for number, entry in enumerate(attachments):
        form.length(f"attachments.{number}.description", entry.get("description"), most=DESCRIPTION)
        identity = entry.get("id")
        if not str(identity).isdigit():
            form.add(f"attachments.{number}.id", "NUMBER_TYPE_COERCE", f'Value "{identity}" is not snowflake.')
        elif int(str(identity)) in by_index:
            described[int(str(identity))] = entry
        elif int(str(identity)) < 1 << 22:
            form.add(f"attachments.{number}", "ATTACHMENT_NOT_FOUND", f"Attachment with id {identity} was not uploaded.")
    pairs = []
    for upload in files:
        entry = described.get(upload.index, {})
        name = entry.get("filename") or upload.filename
        pairs.append((Upload(upload.index, name, upload.content), entry.get("description")))
    return pairs
