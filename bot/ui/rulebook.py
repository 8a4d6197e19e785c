"""The rules as players read them: the sections of `bot/rules/<game>.<lang>.md`.

A section begins with a heading that carries an anchor, `## Title {#anchor}`; refusals cite the anchor. What stands under the
page's own title is the section `about`. Owns finding and cutting the pages. Refuses to know the rules themselves.
"""

import re
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Final

from bot.i18n import Lang

_HEADING: Final = re.compile(r"#{1,3}\s+(?P<title>.+?)(?:\s*\{#(?P<anchor>[\w-]+)\})?\s*")
_NEW_LINE: Final = re.compile(r"[-*#>|`]|\d+\.\s")  # what begins a line of its own: an item, a table's row, code
ABOUT: Final = "about"  # the anchor of what stands under the page's own title
ROOM: Final = 1_700  # characters of a section on one page, the title and the way on beside them


@dataclass(frozen=True, slots=True)
class Section:
    """One section; the body is Markdown as Discord shows it, a paragraph a line."""

    anchor: str
    title: str
    body: str

    def pages(self) -> tuple[str, ...]:
        """Cut the body between lines into pages that fit a message; always at least one."""
        pages = [""]
        for line in self.body.splitlines():
            if pages[-1] and len(pages[-1]) + len(line) + 1 > ROOM:
                pages.append("")
            pages[-1] += f"{line[:ROOM]}\n"
        return tuple(page.strip() for page in pages)


@cache
def sections(game_key: str, lang: Lang) -> tuple[Section, ...]:
    """Give a game's sections in their order; () while the page is not written."""
    file = resources.files("bot.rules") / f"{game_key}.{lang}.md"
    if not file.is_file():
        return ()
    heads: list[tuple[str, str]] = []
    bodies: list[list[str]] = []
    for line in file.read_text(encoding="utf-8").splitlines():
        heading = _HEADING.fullmatch(line)
        if heading is not None:
            heads.append((heading["anchor"] or ABOUT, heading["title"]))
            bodies.append([])
        elif bodies:
            _add(bodies[-1], line)
    return tuple(Section(*head, "\n".join(body).strip()) for head, body in zip(heads, bodies, strict=True))


def _add(body: list[str], line: str) -> None:
    """Add a line, joined to the one before when it only goes on: Discord would show every break of the source."""
    text = line.strip()
    if text and body and body[-1] and not _NEW_LINE.match(text) and not body[-1].startswith(("|", "`")):
        body[-1] += f" {text}"
    else:
        body.append(text)


def section(game_key: str, lang: Lang, anchor: str) -> Section | None:
    """Find one section."""
    return next((found for found in sections(game_key, lang) if found.anchor == anchor), None)
