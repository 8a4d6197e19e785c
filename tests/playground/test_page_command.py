"""`tavoliere playground`: where its files lie, what it refuses, how it starts and stops."""

import asyncio
import importlib
import os
import re
import signal
import sqlite3
import sys
import webbrowser
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from bot.cli import app
from bot.errors import Fault
from bot.playground.keep import world_file
from bot.settings import Settings
from tests.playground.page_client import playground

# The package exports the commands under the names of their modules: the modules are asked for by name.
command = importlib.import_module("bot.cli.playground")
plain = importlib.import_module("bot.cli.run")


@pytest.fixture(autouse=True)
def nobody_else(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No token, no data and no browser of whoever runs the tests."""
    for name in [name for name in os.environ if name.startswith(("TAVOLIERE_", "DISCORD_TOKEN", "DISPLAY", "WAYLAND"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)


@pytest.mark.skipif(sys.platform in ("darwin", "win32"), reason="the XDG folders are for other systems")
def test_data_lies_in_the_users_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert command.data_folder() == tmp_path / "data" / "tavoliere"
    monkeypatch.setenv("XDG_DATA_HOME", "relative")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert command.data_folder() == tmp_path / "home" / ".local" / "share" / "tavoliere"
    assert (tmp_path / "home" / ".local" / "share" / "tavoliere").is_dir()


@pytest.mark.parametrize(
    ("platform", "expected"), [("darwin", "home/Library/Application Support/tavoliere"), ("win32", "local/tavoliere")]
)
def test_data_lies_where_other_systems_keep_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, platform: str, expected: str
) -> None:
    monkeypatch.setattr(command, "PLATFORM", platform)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "local"))
    assert command.data_folder() == tmp_path / expected


def test_a_folder_that_cannot_be_made_is_one_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file")
    with pytest.raises(Fault, match="give a file with --db"):
        command.data_folder()


def test_a_real_bots_database_is_left_alone(tmp_path: Path) -> None:
    real = tmp_path / "tavoliere.db"
    sqlite3.connect(real).close()
    real.write_bytes(b"x")
    with pytest.raises(Fault, match="was not made by the playground"):
        command.playground(db=real)
    assert real.read_bytes() == b"x"
    assert not world_file(real).exists()


@pytest.mark.parametrize("players", ["", " , ", "a", "anna,<b>", "anna,due parole"])
def test_names_that_are_none_are_refused(tmp_path: Path, players: str) -> None:
    with pytest.raises(Fault, match="--players takes names"):
        command.playground(db=tmp_path / "p.db", players=players)


def test_a_browser_opens_only_in_a_window(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "PLATFORM", "linux")
    assert not command.has_browser()
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    assert command.has_browser()
    monkeypatch.delenv("WAYLAND_DISPLAY")
    monkeypatch.setattr(command, "PLATFORM", "darwin")
    assert command.has_browser()


def test_without_a_token_it_is_the_playground(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    opened: list[str] = []
    monkeypatch.setattr(plain, "playground", lambda: opened.append("playground"))
    monkeypatch.setenv("DISCORD_TOKEN", "   ")
    assert CliRunner().invoke(app, []).exit_code == 0
    assert opened == ["playground"]


def test_the_command_says_what_it_takes() -> None:
    shown = CliRunner().invoke(app, ["playground", "--help"]).output
    assert all(option in shown for option in ("--port", "--players", "--db", "--no-browser"))


async def _served(tmp_path: Path, **options: Any) -> list[str]:
    """Serve until the address is told, then stop as a terminal does; gives what was told."""
    settings = Settings(discord_token="never-to-be-used", log_level="WARNING")
    told: list[str] = []

    def tell(text: str) -> None:
        told.append(text)
        if "http://" in text:
            asyncio.get_running_loop().call_soon(os.kill, os.getpid(), signal.SIGTERM)

    given: dict[str, Any] = {"port": 0, "names": ["anna", "bruno"], "database": tmp_path / "play.db", "open_browser": True}
    await command.serve(settings, **given | options, tell=tell)
    return told


@pytest.mark.asyncio
async def test_it_serves_until_it_is_stopped_and_keeps_the_world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []
    monkeypatch.setattr(webbrowser, "open", seen.append)
    monkeypatch.setenv("DISPLAY", ":0")
    out = "\n".join(await _served(tmp_path))
    address = re.search(r"http://127\.0\.0\.1:\d+/", out)
    assert address is not None
    assert seen == [address[0]]
    assert out.endswith("The playground is closed.")
    assert world_file(tmp_path / "play.db").exists()


@pytest.mark.asyncio
async def test_the_usual_port_gives_way_but_an_asked_one_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with playground(tmp_path, bot=False) as page:
        taken = int(page.url.rsplit(":", 1)[1])
        with pytest.raises(Fault, match=f"port {taken}"):
            await _served(tmp_path, port=taken)
        monkeypatch.setattr(command, "PORT", taken)
        out = "\n".join(await _served(tmp_path, port=taken))
        assert "http://127.0.0.1:" in out
        assert f":{taken}/" not in out


@pytest.mark.asyncio
async def test_a_kept_world_that_is_none_is_one_line(tmp_path: Path) -> None:
    world_file(tmp_path / "play.db").write_bytes(b"this is no database, whatever its name says " * 30)
    with pytest.raises(Fault, match="cannot be used"):
        await _served(tmp_path)
