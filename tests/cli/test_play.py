"""`tavoliere play` and `tavoliere replay`."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bot.engine.registry import games
from bot.engine.replay import MatchFile
from tests.cli.command import run

PLAY = ("play", "controcorrente", "--seed", "0a0b")


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Path:
    """Give the file of a match just played."""
    path = tmp_path / "match.json"
    assert run(monkeypatch, *PLAY, "--seats", "random,random", "--out", str(path), "--quiet") == 0
    capsys.readouterr()
    return path


def test_a_whole_match_is_told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(monkeypatch, *PLAY, "--seats", "random,random") == 0
    told = capsys.readouterr().out
    assert told.startswith("Controcorrente, 0a0b\n\nRound 1")
    assert "A rolls" in told
    assert "Harbour" in told
    assert told.rstrip().splitlines()[-1].startswith("1. ")
    assert run(monkeypatch, *PLAY, "--seats", "random,random") == 0
    assert capsys.readouterr().out == told, "the same seed is the same match"


@pytest.mark.parametrize("key", list(games()))
def test_every_game_is_played_by_its_default_bots(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path, key: str
) -> None:
    path = tmp_path / "match.json"
    assert run(monkeypatch, "play", key, "--seed", "01", "--quiet", "--out", str(path)) == 0
    assert len(capsys.readouterr().out.splitlines()) == 1
    assert run(monkeypatch, "replay", str(path), "--check") == 0


@pytest.mark.parametrize(
    ("seats", "holders"), [("3", ["steady"] * 3), ("bot,random", ["steady", "random"]), ("random, steady", ["random", "steady"])]
)
def test_who_sits_where(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path, seats: str, holders: list[str]
) -> None:
    path = tmp_path / "match.json"
    assert run(monkeypatch, *PLAY, "--seats", seats, "--quiet", "--out", str(path)) == 0
    assert json.loads(path.read_text(encoding="utf-8"))["seats"] == [f"bot:{level}" for level in holders]
    assert all(f"(bot:{level})" in capsys.readouterr().out for level in holders[:1])


@pytest.mark.parametrize(("lang", "word"), [("it", "vince"), ("pt_BR", "vence"), ("pt-BR", "vence"), ("en", "wins")])
def test_it_speaks_three_languages(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], lang: str, word: str
) -> None:
    assert run(monkeypatch, *PLAY, "--seats", "random,random", "--lang", lang) == 0
    assert f" {word} " in capsys.readouterr().out


def test_the_record_says_who_played_and_what_was_drawn(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    options = ["--option", "auto_roll=true", "--option", "start=5"]
    assert run(monkeypatch, *PLAY, "--seats", "random,steady", "--quiet", "--out", str(path), *options) == 0
    match = MatchFile.model_validate_json(path.read_bytes())
    assert (match.options["auto_roll"], match.options["start"], match.seed) == (True, 5, "0a0b")
    by = {record.by for record in match.records if record.kind == "played"}
    assert {"automatic", "bot", "forced"} == by
    for record in match.records:
        if record.kind == "played":
            labels = [draw.label for draw in record.draws]
            assert labels == {"automatic": ["die"], "forced": [], "bot": ["bot"] if record.seat == 0 else []}[record.by]


def test_without_a_seed_every_match_is_another(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    seeds = set()
    for name in "ab":
        assert (
            run(monkeypatch, "play", "controcorrente", "--seats", "random,random", "--quiet", "--out", str(tmp_path / name)) == 0
        )
        seeds.add(MatchFile.model_validate_json((tmp_path / name).read_bytes()).seed)
    assert len(seeds) == 2
    assert {len(seed) for seed in seeds if seed} == {64}


@pytest.mark.parametrize(
    "arguments",
    [
        ["play", "chess"],
        ["play", "controcorrente", "--seats", "1000"],
        ["play", "controcorrente", "--seats", "7"],
        ["play", "controcorrente", "--seats", "0"],
        ["play", "controcorrente", "--seats", "genius,bot"],
        ["play", "controcorrente", "--seats", "bot,"],
        ["play", "controcorrente", "--seed", "zz"],
        ["play", "controcorrente", "--lang", "fr"],
        ["play", "controcorrente", "--option", "start=1"],
        ["play", "controcorrente", "--seats", "random,random", "--quiet", "--out", "no/such/folder/match.json"],
    ],
    ids=" ".join,
)
def test_what_cannot_be_played_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    assert run(monkeypatch, *arguments) == 1
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_a_reader_who_goes_away_ends_the_command_quietly() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "bot", *PLAY, "--seats", "random,random,random,random"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as command:
        assert command.stdout is not None
        assert command.stderr is not None
        command.stdout.close()
        assert command.stderr.read() == b""
        assert command.wait(60) == 1


# Replay


def test_a_match_is_told_again(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], played: Path) -> None:
    assert run(monkeypatch, "replay", str(played)) == 0
    again = capsys.readouterr().out
    assert run(monkeypatch, *PLAY, "--seats", "random,random") == 0
    assert capsys.readouterr().out == "Controcorrente, 0a0b\n\n" + again
    assert run(monkeypatch, "replay", str(played), "--check") == 0
    assert capsys.readouterr().out.endswith("records, right\n")


def test_an_unfinished_match_is_told_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], played: Path
) -> None:
    tamper(played, lambda match: match.update(records=match["records"][:4], result=None))
    assert run(monkeypatch, "replay", str(played)) == 0
    assert capsys.readouterr().out.endswith("The match is not over.\n")


def tamper(path: Path, change: Callable[[dict[str, Any]], None]) -> None:
    """Change a match file."""
    match = json.loads(path.read_text(encoding="utf-8"))
    change(match)
    path.write_text(json.dumps(match), encoding="utf-8")


def set_die(match: dict[str, Any]) -> None:
    """Forge the second turn's die."""
    roll = [record for record in match["records"] if record["kind"] == "played" and record["action"] == "R"][1]
    roll["draws"][-1]["value"] = (roll["draws"][-1]["value"] + 1) % 6


@pytest.mark.parametrize(
    ("change", "difference"),
    [
        (set_die, "record 4: draw 1 of 'die' does not follow from the seed"),
        (lambda match: match["records"].pop(2), "record 3: draw 2 of 'bot' is out of turn"),
        (lambda match: match["records"][2].update(action="M9"), "record 3: controcorrente.illegal.no_boat_there"),
        (lambda match: match["result"].update(places=[1, 1]), "the records end with"),
        (lambda match: match.update(rules_version=99), "rules version 99"),
        (lambda match: match.update(commitment="00"), "not the one that was committed to"),
    ],
)
@pytest.mark.parametrize("check", [[], ["--check"]])
def test_a_difference_is_named(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    played: Path,
    change: Callable[[dict[str, Any]], None],
    difference: str,
    check: list[str],
) -> None:
    tamper(played, change)
    assert run(monkeypatch, "replay", str(played), *check) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert len(told.err.splitlines()) == 1
    assert difference in told.err


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"\xff", b"[]", b"{}", b'{"format": 2}', b"[" * 100_000],
)
def test_a_file_that_is_no_match(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path, content: bytes
) -> None:
    path = tmp_path / "match.json"
    path.write_bytes(content)
    assert run(monkeypatch, "replay", str(path), "--check") == 2
    told = capsys.readouterr().err
    assert len(told.splitlines()) == 1
    assert "is no match file" in told


@pytest.mark.parametrize(
    "change",
    [{"game": "chess"}, {"options": {"start": 1}}, {"seed": "zz"}, {"seats": []}],
)
def test_a_match_of_nothing_known(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], played: Path, change: dict[str, Any]
) -> None:
    tamper(played, lambda match: match.update(change))
    assert run(monkeypatch, "replay", str(played), "--check") == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


@pytest.mark.parametrize("name", ["missing.json", "."])
def test_a_file_that_cannot_be_read(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str
) -> None:
    assert run(monkeypatch, "replay", str(tmp_path / name), "--check") == 2
    assert "cannot read" in capsys.readouterr().err
