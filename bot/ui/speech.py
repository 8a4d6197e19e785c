"""How sentences look in Discord: seats as their letter and an escaped name, code as code, moments as Discord timestamps.

Owns escaping. Refuses to decide who is mentioned: names here never mention anybody.
"""

import discord

from bot.engine.core import Param, Seat, Text, letter
from bot.engine.registry import game as game_of
from bot.i18n import Lang, Style, words
from bot.match.model import Gone, HouseBot, Human, SeatHolder
from bot.ui import limits

NAME_LENGTH = 32  # what is shown of a name at most, before escaping


def safe(text: str) -> str:
    """Make a text that somebody typed harmless: no markdown, no mention, no line break, no direction mark, bounded in length."""
    single = "".join(char if char.isprintable() else " " for char in limits.clip(text, 200))
    # Links too: what looks like one could carry a back-tick out of its place. They are broken below anyway.
    marked = discord.utils.escape_markdown(" ".join(single.split()), ignore_links=False)
    escaped = discord.utils.escape_mentions(marked)
    return escaped.replace("<", "‹").replace(">", "›").replace("://", ":​//")


def code(text: str) -> str:
    """Show a notation as code, whatever it holds."""
    inside = "".join(char if char.isprintable() else " " for char in limits.clip(text, 100)).replace("`", "'").strip()
    return f"`{inside or ' '}`"


def moment(unix: int) -> str:
    """Show a moment in the reader's own time, as a distance from now."""
    return f"<t:{unix}:R>"


def seat_name(game_key: str, seats: int, seat: Seat, holders: tuple[SeatHolder, ...], lang: Lang) -> str:
    """Name a seat in a sentence: its letter, then its holder, escaped."""
    mark = letter(game_of(game_key).info, seats, seat)
    holder = next((taken.holder for taken in holders if taken.place == seat), None)
    match holder:
        case Human(name=name):
            shown = safe(limits.clip(name, NAME_LENGTH)) or "?"
        case HouseBot():
            shown = words(lang).template("ui.house_bot")
        case Gone() | None:
            shown = words(lang).template("ui.gone")
    return f"**{mark}** {shown}"


def style(game_key: str, seats: int, holders: tuple[SeatHolder, ...], lang: Lang) -> Style:
    """Give the way to show a match's sentences in one language."""
    return Style(name=lambda seat: seat_name(game_key, seats, seat, holders, lang), plain=safe, code=code, when=moment)


PLAIN = Style(name=lambda seat: f"#{seat + 1}", plain=safe, code=code, when=moment)


def say(text_id: str, lang: Lang, /, style: Style = PLAIN, **params: Param) -> str:
    """Make one sentence in a language."""
    return words(lang).say(Text(text_id, dict(params)), style)


def lang_of(locale: discord.Locale | str | None) -> Lang:
    """Choose the catalog for a Discord locale: Italian, Portuguese, English for all others."""
    match str(locale or "")[:2]:
        case "it":
            return "it"
        case "pt":
            return "pt_BR"
        case _:
            return "en"
