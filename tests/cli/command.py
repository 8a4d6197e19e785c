"""Running the command line inside a test."""

import sys

import pytest

from bot.cli import main


def run(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    """Run `tavoliere` with arguments; gives the exit code."""
    monkeypatch.setattr(sys, "argv", ["tavoliere", *arguments])
    with pytest.raises(SystemExit) as ended:
        main()
    code = ended.value.code
    return code if isinstance(code, int) else 0
