"""The log holds no ids of people, whoever writes the line."""

import io
import json
import logging
import sys
from collections.abc import Iterator

import pytest
import structlog

from bot.log import set_up
from bot.settings import Settings

USER = 1_234_567_890_123_456_789


class Lines(io.StringIO):
    """Standard error, read back line by line."""

    def parsed(self) -> list[dict[str, object]]:
        return [json.loads(line) for line in self.getvalue().splitlines()]


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch) -> Iterator[Lines]:
    """Logging as the bot sets it up, as JSON; put back afterwards."""
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    written = Lines()
    monkeypatch.setattr(sys, "stderr", written)
    set_up(Settings(_env_file=None, log_format="json"))
    yield written
    root.handlers[:] = before
    root.setLevel(level)
    structlog.reset_defaults()
    logging.getLogger("discord.app_commands.tree").filters.clear()


def test_our_lines_drop_personal_keys(lines: Lines) -> None:
    structlog.get_logger("bot.x").warning("refused", match="K7QH3D", user_id=USER, error=f"user {USER} is unknown")
    (line,) = lines.parsed()
    assert (line["event"], line["match"], line["level"]) == ("refused", "K7QH3D", "warning")
    assert str(USER) not in json.dumps(line)


def test_discord_py_lines_and_tracebacks_are_blanked_too(lines: Lines) -> None:
    try:
        raise RuntimeError(f"no such member {USER}")
    except RuntimeError:
        logging.getLogger("discord.client").exception("Ignoring exception for %s", USER)
    (line,) = lines.parsed()
    assert "RuntimeError" in str(line["exception"])
    assert str(USER) not in json.dumps(line)


def test_a_fault_is_logged_with_its_traceback(lines: Lines) -> None:
    error = RuntimeError("broken")
    structlog.get_logger("bot.ui.flow").error("fault", incident="ABC", exc_info=error)
    (line,) = lines.parsed()
    assert (line["incident"], line["level"]) == ("ABC", "error")
    assert "broken" in str(line["exception"])
