"""The catalogs: every sentence a person reads, in English, Italian and Brazilian Portuguese.

Owns reading `locales/<lang>/LC_MESSAGES/*.po` at start (one domain a file; a game brings its own) and turning a `Text` into a
sentence. Refuses to know where the sentence is shown: names, code and moments are put in by a `Style`.
"""

import gettext
import io
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Final, Literal, get_args

from babel.lists import format_list
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from bot.engine.core import Code, Param, Seat, Text, When, Who
from bot.errors import Fault

Lang = Literal["en", "it", "pt_BR"]
LANGS: tuple[Lang, ...] = get_args(Lang)

# The two forms that these languages write; babel's own rule for Italian and Portuguese has a third, for round millions.
PLURALS: Final[dict[Lang, str]] = {
    "en": "nplurals=2; plural=(n != 1);",
    "it": "nplurals=2; plural=(n != 1);",
    "pt_BR": "nplurals=2; plural=(n > 1);",
}


class MissingWords(Fault):
    """A catalog lacks an id, or a sentence wants a parameter it was not given."""


@dataclass(frozen=True, slots=True)
class Style:
    """How the parts of a sentence that are not words are shown in one place (Discord, a terminal, a picture)."""

    name: Callable[[Seat], str]
    plain: Callable[[str], str] = str
    code: Callable[[str], str] = str
    when: Callable[[int], str] = str


class Words:
    """One language's sentences."""

    def __init__(self, lang: Lang, catalog: Catalog) -> None:
        self.lang = lang
        self._plural = {m.id[0] for m in catalog if m.id and isinstance(m.id, tuple)}
        self.ids = frozenset({m.id for m in catalog if m.id and isinstance(m.id, str)} | self._plural)
        buffer = io.BytesIO()
        write_mo(buffer, catalog)
        buffer.seek(0)
        self._translations = gettext.GNUTranslations(buffer)

    def template(self, text_id: str, *, n: int | None = None) -> str:
        """Find the sentence of an id with its placeholders unfilled; raises MissingWords."""
        if text_id not in self.ids:
            raise MissingWords(f"no words for {text_id!r} in {self.lang}")
        if text_id in self._plural:
            if n is None:
                raise MissingWords(f"{text_id!r} has plural forms and needs the count n")
            return self._translations.ngettext(text_id, text_id, n)
        return self._translations.gettext(text_id)

    def say(self, text: Text, style: Style) -> str:
        """Make the sentence; raises MissingWords."""
        n = text.params.get("n")
        template = self.template(text.id, n=n if isinstance(n, int) else None)
        filled = {key: self._show(value, style) for key, value in text.params.items()}
        try:
            return template.format_map(filled)
        except (KeyError, IndexError, ValueError) as error:
            raise MissingWords(f"{text.id!r} in {self.lang} cannot be filled from {sorted(filled)}: {error}") from error

    def _show(self, value: Param, style: Style) -> str:
        match value:
            case int():
                return str(value)
            case str():
                return style.plain(value)
            case Text():
                return self.say(value, style)
            case Who():
                return style.name(value.seat)
            case Code():
                return style.code(value.code)
            case When():
                return style.when(value.unix)
            case tuple():
                return format_list([self._show(item, style) for item in value], locale=self.lang)


@cache
def words(lang: Lang) -> Words:
    """Give a language's sentences, read once a process from every .po of its folder; raises MissingWords on a double id."""
    merged = Catalog(locale=lang)
    merged.mime_headers = [("Plural-Forms", PLURALS[lang])]
    folder = resources.files("bot") / "locales" / lang / "LC_MESSAGES"
    for entry in sorted(folder.iterdir(), key=lambda file: file.name):
        if not entry.name.endswith(".po"):
            continue
        for message in read_po(io.BytesIO(entry.read_bytes()), locale=lang):
            if not message.id:
                continue
            if message.id in merged or (isinstance(message.id, tuple) and message.id[0] in merged):
                raise MissingWords(f"{message.id!r} stands twice in {lang}, the second time in {entry.name}")
            merged.add(message.id, message.string)
    return Words(lang, merged)
