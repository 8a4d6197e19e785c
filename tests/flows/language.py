"""Whether a message is in one language throughout, judged by the catalogs.

Owns the comparison: the fixed pieces of a language's sentences are its fingerprints. A piece that the wanted language has too
proves nothing and is left out.
"""

import re
from functools import cache
from typing import Any

from babel.messages.catalog import Message as Entry
from babel.messages.pofile import read_po

from bot.i18n import LANGS
from bot.playground.world import Message
from tests.arch.tree import ROOT

LEAST = 6  # letters of a piece that may count as evidence


@cache
def pieces(lang: str) -> frozenset[str]:
    """Give the fixed pieces of a language's sentences that are long enough to be told apart."""
    found: set[str] = set()
    for file in sorted((ROOT / "bot" / "locales" / lang / "LC_MESSAGES").glob("*.po")):
        with file.open("rb") as opened:
            for entry in read_po(opened, locale=lang):
                found.update(_split(entry))
    return frozenset(found)


def _split(entry: Entry) -> set[str]:
    texts = [entry.string] if isinstance(entry.string, str) else list(entry.string or ())
    cut = {piece.strip(" .,;:") for text in texts for piece in re.split(r"\{\w+\}", text)} if entry.id else set()
    return {piece for piece in cut if sum(map(str.isalpha, piece)) >= LEAST}


def leftovers(message: Message, lang: str) -> list[str]:
    """List the pieces of other languages' sentences in a message: its words, its labels, its picture's description."""
    foreign = frozenset().union(*(pieces(other) for other in LANGS if other != lang)) - pieces(lang)
    text = "\n".join([message.content, *_labels(message), *(file.description or "" for file in message.attachments)])
    known = " ".join(pieces(lang))
    return sorted(piece for piece in foreign if piece in text and piece not in known)


def _labels(message: Message) -> list[str]:
    found: list[str] = []
    for control in message.controls:
        options: list[dict[str, Any]] = control.get("options", [])
        found += [control.get("label") or control.get("placeholder") or "", *(option["label"] for option in options)]
    return found
