"""`tavoliere perft`."""

import pytest

from tests.cli.command import run


@pytest.mark.parametrize(
    ("arguments", "lines"),
    [
        (["controcorrente", "0"], ["1"]),
        (["controcorrente", "6"], ["366"]),
        (["controcorrente", "6", "--seats", "3"], ["241"]),
        (["controcorrente", "6", "--option", "wind_optional=true"], ["456"]),
        (["controcorrente", "6", "--option", "start=9", "--option", "wave=10", "--seed", "ff"], ["216"]),
        (["controcorrente", "4", "--divide", "--state", "7;A;S5W8;A3,5,9;B2,2,6;*"], ["F3 72", "F5 72", "CB6 42", "186"]),
        (["controcorrente", "0", "--divide"], ["1"]),
        (["controcorrente", "2", "--divide", "--state", "4;-;S8W1;Ax,x,x;Bx,x,x;-"], ["0"]),
    ],
)
def test_counts(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], arguments: list[str], lines: list[str]
) -> None:
    assert run(monkeypatch, "perft", *arguments) == 0
    assert capsys.readouterr().out.splitlines() == lines


@pytest.mark.parametrize(
    "arguments",
    [
        ["chess", "1"],
        ["controcorrente", "1", "--seats", "9"],
        ["controcorrente", "1", "--state", "nowhere"],
        ["controcorrente", "1", "--option", "start"],
        ["controcorrente", "1", "--option", "=3"],
        ["controcorrente", "1", "--option", "start=4"],
        ["controcorrente", "1", "--option", "start=many"],
        ["controcorrente", "1", "--seed", "?"],
    ],
)
def test_what_cannot_be_counted_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    assert run(monkeypatch, "perft", *arguments) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert len(told.err.splitlines()) == 1


@pytest.mark.parametrize("arguments", [["controcorrente", "-1"], ["controcorrente", "deep"], ["controcorrente"]])
def test_what_is_not_understood(monkeypatch: pytest.MonkeyPatch, arguments: list[str]) -> None:
    assert run(monkeypatch, "perft", *arguments) == 2
