"""The rules as players read them: one page a game and language, in sections that fit a Discord message.

Owns reading `<game>.<lang>.md`. Refuses to know the rules themselves. A page opens with `# Title` and an introduction; each
section is headed `## Title {#anchor}`, and the anchor is what a refusal cites, the same in every language.
"""

import re
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from importlib import resources
from typing import Final

from bot.engine.core import Code
from bot.errors import Refusal
from bot.i18n import Lang, MissingWords

SECTION_LENGTH: Final = 1_900  # characters, so that a section and a line about it fit one Discord message

_HEADING: Final = re.compile(r"^## (?P<title>.+?) \{#(?P<anchor>[a-z_]+)\}$", re.MULTILINE)
_BROKEN_LINE: Final = re.compile(r"(?<=\S)\n *(?=\S)(?!- |\d+\. |#)")  # within a paragraph: Discord would keep it


@dataclass(frozen=True, slots=True)
class Section:
    """One section: its anchor, its title, and its text under the title, each paragraph on one line."""

    anchor: str
    title: str
    text: str


@cache
def _sections(game_key: str, lang: Lang) -> tuple[str, tuple[Section, ...]]:
    """Read a page: what stands before the first section, and the sections in order."""
    file = resources.files("bot.rules") / f"{game_key}.{lang}.md"
    if not file.is_file():
        raise MissingWords(f"no rules of {game_key!r} in {lang}")
    source = file.read_text("utf-8")
    headings = list(_HEADING.finditer(source))
    ends = [*(heading.start() for heading in headings[1:]), len(source)]
    sections = tuple(
        Section(heading["anchor"], heading["title"], _unwrapped(source[heading.end() : end]))
        for heading, end in zip(headings, ends, strict=True)
    )
    return _unwrapped(source[: headings[0].start()]), sections


def _unwrapped(text: str) -> str:
    return _BROKEN_LINE.sub(" ", text.strip())


def topics(game_key: str, lang: Lang) -> list[tuple[str, str]]:
    """List the sections of a game's rules in order, as (anchor, title); raises MissingWords for a game without a page."""
    return [(section.anchor, section.title) for section in _sections(game_key, lang)[1]]


def page(game_key: str, lang: Lang, topic: str | None = None) -> str:
    """Give one section of a game's rules, or the introduction with the list of sections; at most SECTION_LENGTH characters.

    Raises Refusal `rules.unknown_topic` for an anchor that does not exist, MissingWords for a game without a page.
    """
    opening, sections = _sections(game_key, lang)
    if topic is None:
        return "\n".join([opening, "", *(f"- {section.title} (`{section.anchor}`)" for section in sections)])
    found = {section.anchor: section for section in sections}.get(topic)
    if found is None:
        anchors = [section.anchor for section in sections]
        near = get_close_matches(topic.lower(), anchors, n=3, cutoff=0.3) or anchors
        raise Refusal("rules.unknown_topic", topic=topic[:40], near=tuple(map(Code, near)))
    return f"## {found.title}\n\n{found.text}"
