"""How much of a story one message holds: all of it, else told briefly, else its end with the way to the rest."""

from bot.ui import limits
from bot.ui.board import Telling, _fit

REST = "… before"


def telling(count: int, length: int, most: int = 10) -> Telling:
    return Telling([f"{number:03}".ljust(length, ".") for number in range(count)], most, REST)


def test_what_fits_is_told_in_full() -> None:
    assert _fit((telling(10, 100), telling(1, 5)), ["due"]).splitlines() == [*telling(10, 100).lines, "due"]
    assert _fit((), ["due"]) == "due"


def test_too_much_is_told_briefly_rather_than_cut() -> None:
    for full in (telling(11, 10), telling(10, 250)):
        assert _fit((full, telling(3, 9)), ["due"]).splitlines() == [*telling(3, 9).lines, "due"]
    assert _fit((telling(30, 40, most=40), telling(3, 9)), ["due"]).splitlines()[0] == telling(1, 40).lines[0]


def test_what_is_too_much_even_briefly_says_where_the_rest_stands() -> None:
    said = _fit((telling(40, 300, 50), telling(40, 100, 50)), ["due"])
    lines = said.splitlines()
    assert lines[0] == REST
    assert lines[-1] == "due"
    assert lines[1:-1] == telling(40, 100).lines[-len(lines) + 2 :]
    assert limits.CONTENT - 101 <= len(said) <= limits.CONTENT
    assert _fit((telling(40, 10), telling(40, 10)), ["due"]).splitlines() == [REST, *telling(40, 10).lines[-10:], "due"]


def test_what_is_due_is_never_lost() -> None:
    assert _fit((telling(1, 3000), telling(1, 3000)), ["due"]).splitlines() == [REST, "due"]
    assert len(_fit((telling(1, 3000),), ["x" * 3000])) == limits.CONTENT
