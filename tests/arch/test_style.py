"""What a reader may count on in every file: its length, its name, and nothing of the machine it was written on."""

import re
import subprocess
from pathlib import Path

import pytest

from tests.arch.tree import ROOT

LONGEST = 450
LONGEST_COG = 150
NAMELESS = {"utils.py", "util.py", "helpers.py", "helper.py", "manager.py", "misc.py", "common.py"}
FOREIGN = {
    "a path of one machine": re.compile(r"(?<![\w.$}>)*-])/(?:home|root|tmp|work|Users)/[A-Za-z0-9_.]|[A-Z]:\\\\?Users"),
    "a package registry": re.compile(
        r"(?:registry|resolved|index-url|find-links)[\"'= :]+https?://|/simple/?[\"'\s]*$", re.MULTILINE
    ),
}


def python_files(*folders: str) -> list[Path]:
    return [file for folder in folders for file in (ROOT / folder).rglob("*.py")]


def too_long(files: list[Path], limit: int) -> dict[str, int]:
    lengths = {str(file.relative_to(ROOT)): len(file.read_text("utf-8").splitlines()) for file in files}
    return {name: lines for name, lines in lengths.items() if lines > limit}


def tracked() -> list[Path]:
    if not (ROOT / ".git").exists():
        pytest.skip("only a checkout knows which files are tracked")
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True)  # noqa: S607 - git wherever it is
    return [ROOT / name for name in listed.stdout.decode().split("\0") if name]


def test_files_stay_short() -> None:
    assert too_long(python_files("bot", "cogs"), LONGEST) == {}


def test_cogs_stay_thin() -> None:
    assert too_long(python_files("cogs"), LONGEST_COG) == {}


def test_every_file_is_named_after_what_it_holds() -> None:
    assert [str(file.relative_to(ROOT)) for file in python_files("bot", "cogs", "tests") if file.name in NAMELESS] == []


def test_nothing_of_one_machine_is_tracked() -> None:
    wrong: list[str] = []
    for file in tracked():
        content = file.read_bytes() if file.is_file() else b""  # a deletion not yet committed is still listed
        if b"\0" in content:
            continue  # pictures and fonts
        for number, line in enumerate(content.decode("utf-8").splitlines(), 1):
            wrong.extend(f"{file.relative_to(ROOT)}:{number} {what}" for what, found in FOREIGN.items() if found.search(line))
    assert wrong == []


@pytest.mark.parametrize(
    ("line", "foreign"),
    [
        ("cd " + "/ho" + "me/ada/tavoliere", True),
        ('open("' + "/tm" + 'p/board.png")', True),
        ("--index-url" + "=https://" + "example.org/", True),
        ("see https://example.org/home/page", False),
        ("bot/work/flow.py", False),
        ("/var/lib/tavoliere/matches.db", False),
    ],
)
def test_what_counts_as_foreign(line: str, foreign: bool) -> None:
    assert any(found.search(line) for found in FOREIGN.values()) == foreign
