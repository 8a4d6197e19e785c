"""Starting and stopping `tavoliere` as a process: whatever stands in the way is one plain line, never a traceback."""

import asyncio
import os
import signal
import sqlite3
import sys
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.playground import LocalDiscord
from tests.arch.tree import ROOT
from tests.playground.fixtures import local_discord

pytestmark = pytest.mark.asyncio

ENDS_WITHIN = 20.0  # seconds; far more than it takes, for a busy machine
CLEAN = ("PATH", "HOME", "LANG", "SYSTEMROOT", "TEMP", "TMP")


@dataclass(frozen=True, slots=True)
class Ended:
    """How a process ended."""

    code: int
    out: str
    err: str

    @property
    def line(self) -> str:
        """The one line on standard error; AssertionError when there is more, or a traceback."""
        assert "Traceback" not in self.err, self.err
        (line,) = self.err.splitlines()
        return line


def environment(folder: Path, **settings: str) -> dict[str, str]:
    """Give an environment without the settings of whoever runs the tests."""
    kept = {name: os.environ[name] for name in CLEAN if name in os.environ}
    return {**kept, "PYTHONPATH": str(ROOT), "XDG_DATA_HOME": str(folder / "data"), "PYTHONUNBUFFERED": "1", **settings}


async def begun(folder: Path, *arguments: str, **settings: str) -> asyncio.subprocess.Process:
    """Start `tavoliere` in a folder."""
    return await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot", *arguments, cwd=folder, env=environment(folder, **settings), stdout=PIPE, stderr=PIPE
    )


async def ended(process: asyncio.subprocess.Process) -> Ended:
    """Wait for the end; a process that does not end is killed and fails the test."""
    try:
        async with asyncio.timeout(ENDS_WITHIN):
            out, err = await process.communicate()
    except TimeoutError:
        process.kill()
        out, err = await process.communicate()
        raise AssertionError(f"still running after {ENDS_WITHIN} s\n{out.decode()}\n{err.decode()}") from None
    assert process.returncode is not None
    return Ended(process.returncode, out.decode(), err.decode())


async def tried(folder: Path, *arguments: str, **settings: str) -> Ended:
    """Run `tavoliere` to its end."""
    return await ended(await begun(folder, *arguments, **settings))


@asynccontextmanager
async def running(local: LocalDiscord, folder: Path, **settings: str) -> AsyncIterator[asyncio.subprocess.Process]:
    """Run the bot in a local Discord; inside it is ready, after it at least dead."""
    mark = local.mark
    process = await begun(folder, DISCORD_TOKEN=local.token, TAVOLIERE_LOCAL_DISCORD=local.url, **settings)
    try:
        await local.wait_for(lambda event: event.kind == "ready", since=mark, timeout=ENDS_WITHIN)
        yield process
    finally:
        if process.returncode is None:
            process.kill()
            await process.communicate()


def made(path: Path, statement: str) -> Path:
    """Make an SQLite file by hand."""
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(statement)
    return path


async def test_without_a_token_it_says_what_to_set_and_what_happens_instead(tmp_path: Path) -> None:
    process = await begun(tmp_path, "--help")
    assert (await ended(process)).code == 0
    process = await begun(tmp_path)
    assert process.stdout is not None
    async with asyncio.timeout(ENDS_WITHIN):
        first, second = await process.stdout.readline(), await process.stdout.readline()
    process.send_signal(signal.SIGINT)
    end = await ended(process)
    assert "DISCORD_TOKEN is not set" in first.decode()
    assert "http://127.0.0.1:" in second.decode()
    assert (end.code, end.err) == (0, "")


DATABASES: dict[str, tuple[str, Callable[[Path], object]]] = {
    "corrupt": ("not a database of this program", lambda path: path.write_bytes(b"this is no database\n" * 50)),
    "torn": ("corrupt", lambda path: _tear(made(path, "CREATE TABLE a (b); INSERT INTO a VALUES (randomblob(20000));"))),
    "somebody else's": ("", lambda path: made(path, "CREATE TABLE recipes (name);")),
    "newer": ("newer", lambda path: _newer(path)),
    "a folder": ("", lambda path: path.mkdir()),
}


def _tear(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[4096:8192] = b"\xff" * 4096
    path.write_bytes(content)


def _newer(path: Path) -> None:
    made(path, "CREATE TABLE alembic_version (version_num); INSERT INTO alembic_version VALUES ('9999_from_the_future');")


@pytest.mark.parametrize("kind", DATABASES)
async def test_a_database_that_cannot_be_used_is_one_line_and_left_alone(tmp_path: Path, kind: str) -> None:
    words, make = DATABASES[kind]
    path = tmp_path / "matches.db"
    make(path)
    before = path.read_bytes() if path.is_file() else None
    end = await tried(tmp_path, DISCORD_TOKEN="x", TAVOLIERE_DATABASE=str(path), TAVOLIERE_LOCAL_DISCORD="http://127.0.0.1:9")
    assert end.code == 1
    assert str(path) in end.line
    assert words in end.line
    assert (path.read_bytes() if path.is_file() else None) == before
    assert set(os.listdir(tmp_path)) <= {"matches.db", "matches.db.lock"}


async def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    end = await tried(tmp_path, DISCORD_TOKEN="x", TAVOLIERE_DATABASE=str(tmp_path / "no" / "matches.db"))
    assert end.code == 1
    assert "folder does not exist" in end.line


async def test_every_bad_setting_is_named_with_what_would_be_right(tmp_path: Path) -> None:
    wrong = {
        "TAVOLIERE_LANGUAGE": ("de", "'it'"),
        "TAVOLIERE_BOT_SECONDS": ("soon", "number"),
        "TAVOLIERE_BOT_WORKERS": ("0", "greater than or equal to 1"),
        "TAVOLIERE_LOCAL_DISCORD": ("http://evil.example:80", "on this machine"),
        "TAVOLIERE_LOG_LEVEL": ("LOUD", "'INFO'"),
        "DISCORD_TOKEN": ("secret\nsecret", "copy it again"),
    }
    end = await tried(tmp_path, "check", **{name: value for name, (value, _) in wrong.items()})
    assert end.code == 1
    told = dict(part.split(": ", 1) for part in end.line.removeprefix("tavoliere: ").split("; "))
    assert {name: words in told[name] for name, (_, words) in wrong.items()} == dict.fromkeys(wrong, True)
    assert "secretsecret" not in end.line.replace("\n", "")
    assert "secret" not in end.line


async def test_an_unreadable_env_file_is_one_line(tmp_path: Path) -> None:
    (tmp_path / ".env").write_bytes(b"DISCORD_TOKEN=\xff\xfe\x00caf\xe9\n")
    end = await tried(tmp_path, "check")
    assert end.code == 1
    assert ".env" in end.line


async def test_check_tells_all_in_order(tmp_path: Path) -> None:
    end = await tried(tmp_path, "check")
    assert (end.code, end.err) == (0, "")
    heads = [line.split()[0] for line in end.out.splitlines()]
    assert heads[:3] == ["settings", "database", "languages"]
    assert "controcorrente: complete" in end.out
    assert "309237746688" in end.out


async def test_check_fails_when_something_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "tavoliere.db").write_bytes(b"rubbish")
    end = await tried(tmp_path, "check")
    assert (end.code, end.err) == (1, "")
    assert "not a database of this program" in end.out


async def test_a_second_process_on_the_same_file_is_told_who_has_it(tmp_path: Path) -> None:
    async with local_discord() as local, running(local, tmp_path) as process:
        for arguments in ((), ("migrate",)):
            end = await tried(tmp_path, *arguments, DISCORD_TOKEN="x", TAVOLIERE_LOCAL_DISCORD=local.url)
            assert end.code == 1
            assert f"already in use by process {process.pid}" in end.line
        assert process.returncode is None


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT], ids=str)
async def test_a_signal_ends_it_cleanly(tmp_path: Path, number: signal.Signals) -> None:
    async with local_discord() as local, running(local, tmp_path) as process:
        anna, carla = local.player("anna"), local.player("carla")
        await anna.slash(local.channel(), "controcorrente new", players=2)
        lobby = await local.channel().next_message()
        await carla.click(lobby, label="Join")
        process.send_signal(number)
        end = await ended(process)
        assert end.code == 0
        assert "Traceback" not in end.err
        assert "stopped" in end.err
        assert " error " not in end.err.replace("[", " ")
    with closing(sqlite3.connect(tmp_path / "tavoliere.db")) as connection:
        assert connection.execute("SELECT status FROM matches").fetchall() == [("playing",)]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT], ids=str)
async def test_a_signal_while_it_logs_in_ends_it_cleanly(tmp_path: Path, number: signal.Signals) -> None:
    async with local_discord() as local:
        fault = local.faults.hold("GET", "/users/@me")
        process = await begun(tmp_path, DISCORD_TOKEN=local.token, TAVOLIERE_LOCAL_DISCORD=local.url)
        await fault.reached(timeout=ENDS_WITHIN)
        process.send_signal(number)
        end = await ended(process)
        fault.release()
        assert end.code == 0
        assert "Traceback" not in end.err


async def test_a_wrong_token_is_one_line(tmp_path: Path) -> None:
    async with local_discord() as local:
        local.expect("401")
        end = await tried(tmp_path, DISCORD_TOKEN="wrong", TAVOLIERE_LOCAL_DISCORD=local.url, TAVOLIERE_LOG_LEVEL="ERROR")
        assert end.code == 1
        assert "refuses the token in DISCORD_TOKEN" in end.line


async def test_no_discord_is_one_line(tmp_path: Path) -> None:
    end = await tried(tmp_path, DISCORD_TOKEN="x", TAVOLIERE_LOCAL_DISCORD="http://127.0.0.1:9", TAVOLIERE_LOG_LEVEL="ERROR")
    assert end.code == 1
    assert "Discord cannot be reached" in end.line


@pytest.mark.parametrize(("code", "words"), [(4004, "refuses the token in DISCORD_TOKEN"), (4014, "privileged intents")])
async def test_a_gateway_that_says_no_for_good_is_one_line(tmp_path: Path, code: int, words: str) -> None:
    async with local_discord() as local, running(local, tmp_path, TAVOLIERE_LOG_LEVEL="ERROR") as process:
        await local.gateway.drop(code=code)
        end = await ended(process)
        assert end.code == 1
        assert words in end.line
