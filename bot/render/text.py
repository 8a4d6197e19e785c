"""The text board's craft: columns padded by display width, clipped and wrapped to a phone's code block.

Owns the width of characters and the limit of TEXT_COLUMNS. Refuses to know games; whatever is said into a board (the sentences
of a catalog) is made harmless here: one line, no control or bidirectional characters, nothing that ends a code block.
"""

import unicodedata
from collections.abc import Iterable

from bot.engine.core import Text
from bot.errors import RenderFault
from bot.render.base import TEXT_COLUMNS, Say

_ELLIPSIS = "…"
_INVISIBLE = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")  # control, format, surrogate, private, unassigned, separators


def plain(text: str) -> str:
    """Make one harmless line of a text: blanks folded, invisible characters dropped, back-ticks turned into apostrophes."""
    folded = " ".join(text.split())
    return "".join("'" if char == "`" else char for char in folded if unicodedata.category(char) not in _INVISIBLE)


def said(say: Say, text: Text) -> str:
    """Say a text as one harmless line."""
    return plain(say(text))


def width(text: str) -> int:
    """Measure a text in columns of a monospaced font: wide characters take two, combining ones none."""
    return sum(map(_columns, text))


def _columns(char: str) -> int:
    if unicodedata.combining(char):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def clip(text: str, columns: int) -> str:
    """Shorten a text to a number of columns, with an ellipsis where something is missing."""
    if width(text) <= columns:
        return text
    kept = ""
    for char in text:
        if width(kept + char) > columns - 1:
            break
        kept += char
    return kept.rstrip() + _ELLIPSIS


def pad(text: str, columns: int) -> str:
    """Clip or fill a text to exactly a number of columns, left-aligned."""
    clipped = clip(text, columns)
    return clipped + " " * (columns - width(clipped))


def ends(left: str, right: str) -> str:
    """Set two texts at the ends of a line, or on two lines where one is too short for both."""
    gap = TEXT_COLUMNS - width(left) - width(right)
    return f"{left}{' ' * gap}{right}" if gap >= 1 else f"{left}\n{right}"


def wrap(items: Iterable[str], *, gap: str = " ", indent: str = "") -> list[str]:
    """Set items one after another on as many lines as they need; an item is never broken, only clipped."""
    room = TEXT_COLUMNS - width(indent)
    lines: list[str] = []
    for item in items:
        fitting = clip(item, room)
        if lines and width(lines[-1]) + width(gap) + width(fitting) <= room:
            lines[-1] += gap + fitting
        else:
            lines.append(fitting)
    return [indent + line for line in lines]


def table(rows: list[tuple[str, ...]], *, gap: int = 2) -> list[str]:
    """Set rows of equally many cells as columns, the first left-aligned, the others right-aligned."""
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
    between = " " * gap
    return [
        between.join(
            [pad(row[0], widths[0]), *(" " * (wide - width(cell)) + cell for cell, wide in zip(row[1:], widths[1:], strict=True))]
        )
        for row in rows
    ]


def board(lines: Iterable[str]) -> str:
    """Join lines to a text board, without blanks at their ends; raises RenderFault on one wider than TEXT_COLUMNS."""
    finished = [line.rstrip() for part in lines for line in part.split("\n")]
    for line in finished:
        if width(line) > TEXT_COLUMNS:
            raise RenderFault(f"a line of the text board has {width(line)} columns, {TEXT_COLUMNS} are allowed: {line!r}")
    return "\n".join(finished)


def shorten(text: str, length: int) -> str:
    """Shorten running text to a number of characters, at a blank where there is one, with an ellipsis."""
    if len(text) <= length:
        return text
    kept = text[: length - 1]
    return (kept[: kept.rfind(" ")] if " " in kept else kept).rstrip(" ,;:") + _ELLIPSIS
