"""The log: structlog for everything, discord.py's own lines included, as text for people or as JSON.

Owns set-up and what never gets in: Discord ids of people. Keys that would hold one are dropped, and whatever looks like a Discord
id inside a text is blanked, for discord.py's lines and errors may quote users.
"""

import logging
import re
import sys
from collections.abc import MutableMapping
from typing import Any, Final

import discord
import structlog

from bot.settings import Settings

_SNOWFLAKE: Final = re.compile(r"(?<!\d)\d{17,20}(?!\d)")
_PERSONAL: Final = frozenset({"actor", "author", "member", "name", "user", "user_id"})
_CHATTY: Final = ("discord.gateway", "discord.client", "discord.http", "discord.state", "discord.webhook")

Event = MutableMapping[str, Any]


def blanked(text: str) -> str:
    """Blank whatever looks like a Discord id in a text."""
    return _SNOWFLAKE.sub("(id)", text)


def without_people(logger: Any, method: str, event: Event) -> Event:
    """Drop personal keys and blank Discord ids inside texts."""
    for key in _PERSONAL & event.keys():
        del event[key]
    for key, value in event.items():
        if isinstance(value, str):
            event[key] = blanked(value)
    return event


class _Expected(logging.Filter):
    """Keeps discord.py from logging a completion that came too late as an error: people type faster than answers travel."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Let everything through but that."""
        error = record.exc_info[1] if record.exc_info else None
        return not isinstance(error, discord.NotFound | discord.InteractionResponded)


def set_up(settings: Settings) -> None:
    """Route structlog and the standard library's loggers to standard error; may be called again."""
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.StackInfoRenderer(),
    ]
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *shared,
            without_people,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=False,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[*shared, structlog.stdlib.PositionalArgumentsFormatter()],
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.format_exc_info,  # before the next: a traceback is a text like any other
                without_people,
                _renderer(settings),
            ],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(settings.log_level)
    tree = logging.getLogger("discord.app_commands.tree")
    tree.filters[:] = [_Expected()]
    for name in _CHATTY:
        logging.getLogger(name).setLevel(max(logging.INFO, root.level))


def _renderer(settings: Settings) -> Any:
    if settings.log_format == "json":
        return structlog.processors.JSONRenderer()
    return structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback)
