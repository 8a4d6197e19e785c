"""How the command line says what went wrong, in English."""

from bot.engine.core import Text
from bot.errors import Refusal, TavoliereError
from bot.i18n import Style, words


def english(error: TavoliereError) -> str:
    """Make one line of an error: a refusal by its sentence, a fault by its message."""
    if not isinstance(error, Refusal):
        return " ".join(str(error).split())
    style = Style(name=lambda seat: f"seat {seat + 1}")
    return " ".join(words("en").say(Text(error.code, dict(error.params)), style).split())
