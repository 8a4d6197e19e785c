"""Descriptions and choice names of commands in the user's language, from the catalogs.

A `locale_str` made by `words_for` carries its catalog id; command and option names carry none and stay English.
"""

from typing import Final

import discord
from discord import app_commands

from bot.engine.core import Text
from bot.i18n import Lang
from bot.ui import components, limits

TRANSLATED: Final[dict[discord.Locale, Lang]] = {discord.Locale.italian: "it", discord.Locale.brazil_portuguese: "pt_BR"}


def words_for(text: Text, limit: int = limits.COMMAND_DESCRIPTION) -> app_commands.locale_str:
    """Make a translatable string of a text, English by default, bounded to what Discord takes; raises MissingWords."""
    return app_commands.locale_str(_short(text, "en", limit), text=text, limit=limit)


def describe(text_id: str) -> app_commands.locale_str:
    """Make the description of a command or an option."""
    return words_for(Text(text_id))


def choice(text: Text, value: str) -> app_commands.Choice[str]:
    """Make a choice with a translated name."""
    return app_commands.Choice(name=words_for(text, limits.CHOICE_TEXT), value=value)


class CatalogTranslator(app_commands.Translator):
    """Answers for Italian and Portuguese; English is the default string, and every other locale falls back to it."""

    async def translate(
        self, string: app_commands.locale_str, locale: discord.Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        """Give the words in a locale, None where there are none of their own; raises MissingWords."""
        text = string.extras.get("text")
        lang = TRANSLATED.get(locale)
        if text is None or lang is None:
            return None
        return _short(text, lang, string.extras["limit"])


def _short(text: Text, lang: Lang, limit: int) -> str:
    return limits.clip(components.labels(lang)(text), limit)
