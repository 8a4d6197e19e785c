"""The text board's craft: widths, clipping, wrapping, and nothing that could break out of a code block."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.core import Text
from bot.errors import RenderFault
from bot.render.base import TEXT_COLUMNS
from bot.render.text import board, clip, ends, pad, plain, said, shorten, table, width, wrap


@pytest.mark.parametrize(("text", "columns"), [("", 0), ("abc", 3), ("漢字", 4), ("e\u0301", 1), ("→", 1), ("ＡＢ", 4)])
def test_width(text: str, columns: int) -> None:
    assert width(text) == columns


@pytest.mark.parametrize(
    ("text", "columns", "clipped"),
    [
        ("sandbank", 8, "sandbank"),
        ("sandbank", 5, "sand…"),
        ("漢字漢字", 5, "漢字…"),
        ("漢字漢字", 4, "漢…"),
        ("a b", 2, "a…"),
        ("ab cd", 4, "ab…"),
    ],
)
def test_clip(text: str, columns: int, clipped: str) -> None:
    assert clip(text, columns) == clipped
    assert width(clipped) <= columns


@given(st.text(), st.integers(1, 40))
def test_clip_and_pad_keep_their_word(text: str, columns: int) -> None:
    assert width(clip(text, columns)) <= columns
    assert width(pad(text, columns)) == columns


@given(st.text())
def test_plain_is_one_harmless_line(text: str) -> None:
    harmless = plain(text)
    assert "`" not in harmless
    assert harmless.isprintable()
    assert len(harmless.splitlines()) <= 1


def test_plain_drops_what_cannot_be_seen() -> None:
    assert plain(" a\u202e\u200b\n\tb\x00`c` ") == "a b'c'"
    assert said(lambda text: f"{text.id}\n!", Text("x.y")) == "x.y !"


def test_ends_fit_one_line_or_take_two() -> None:
    assert ends("Round 5", "A to roll") == "Round 5" + " " * 18 + "A to roll"
    assert ends("x" * 20, "y" * 14) == "x" * 20 + "\n" + "y" * 14
    assert len(ends("x" * 20, "y" * 13)) == TEXT_COLUMNS


def test_wrap_breaks_between_items_only() -> None:
    assert wrap(["12 A", "11 B"] * 4, gap="  ", indent=" ") == [" 12 A  11 B  12 A  11 B  12 A", " 11 B  12 A  11 B"]
    assert wrap(["x" * 40]) == ["x" * 33 + "…"]
    assert wrap([]) == []


def test_table_lines_up() -> None:
    assert table([("", "points", "lost"), ("A", "7", "0"), ("BB", "12", "3")], gap=1) == [
        "   points lost",
        "A       7    0",
        "BB     12    3",
    ]


def test_board_refuses_a_wide_line() -> None:
    assert board(["a  ", "b\nc "]) == "a\nb\nc"
    assert board(["x" * 34]) == "x" * 34
    with pytest.raises(RenderFault, match="35 columns"):
        board(["ok", "x" * 35])


@pytest.mark.parametrize(
    ("text", "length", "short"),
    [("one two", 7, "one two"), ("one two", 6, "one…"), ("one, two", 6, "one…"), ("abcdef", 4, "abc…")],
)
def test_shorten(text: str, length: int, short: str) -> None:
    assert shorten(text, length) == short
