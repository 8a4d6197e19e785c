"""Discord's limits that bind this bot, each named once; a test walks every message and command against them."""

from typing import Final

ACK_SECONDS: Final = 3.0
DEFER_SECONDS: Final = 0.7  # our own: an answer that takes longer is announced first
TOKEN_SECONDS: Final = 15 * 60
CONTENT: Final = 2_000
CUSTOM_ID: Final = 100
BUTTON_LABEL: Final = 80
BUTTONS_IN_ROW: Final = 5
ROWS: Final = 5
SELECT_OPTIONS: Final = 25
SELECT_TEXT: Final = 100  # an option's label, value and description
SELECT_PLACEHOLDER: Final = 150
COMMAND_CHOICES: Final = 25
CHOICE_TEXT: Final = 100  # a choice's name and value
COMMAND_NAME: Final = 32
COMMAND_DESCRIPTION: Final = 100
COMMAND_OPTIONS: Final = 25
COMMAND_TOTAL: Final = 8_000
GLOBAL_COMMANDS: Final = 100
ATTACHMENT_DESCRIPTION: Final = 1_024
NONCE: Final = 25
THREAD_NAME: Final = 100


def clip(text: str, limit: int) -> str:
    """Shorten a text to a limit, ending in an ellipsis when something was cut."""
    return text if len(text) <= limit else text[: limit - 1] + "…"
