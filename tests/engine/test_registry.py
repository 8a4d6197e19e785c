"""Registry and guard: a game is registered by existing; what every game refuses alike."""

from importlib import import_module, resources

import pytest

from bot.engine import registry
from bot.engine.core import Seat, Who, letter
from bot.engine.games.controcorrente import GAME
from bot.engine.guard import demand_present, demand_seat, demand_seats, demand_turn, near
from bot.engine.registry import game, games
from bot.errors import IllegalAction, MatchOver, NotYourTurn, Refusal
from tests.engine.river import STANDARD, start


def test_every_module_of_the_folder_is_a_game() -> None:
    folder = resources.files("bot.engine.games")
    entries = {entry.name.removesuffix(".py") for entry in folder.iterdir() if not entry.name.startswith(("_", "."))}
    ready = {entry for entry in entries if hasattr(import_module(f"bot.engine.games.{entry}"), "GAME")}
    assert len(games()) == len(ready)
    assert list(games()) == sorted(games())
    assert all(key == entry.info.key for key, entry in games().items())
    assert game("controcorrente") is GAME


def test_a_package_without_its_game_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "import_module", lambda name: object())
    assert dict(games.__wrapped__()) == {}


@pytest.mark.parametrize(("key", "near_keys"), [("Controcorrent", {"controcorrente"}), ("zzz", set(games()))])
def test_an_unknown_game_names_near_ones(key: str, near_keys: set[str]) -> None:
    with pytest.raises(Refusal) as refused:
        game(key)
    assert refused.value.code == "engine.unknown_game"
    assert refused.value.params["key"] == key
    assert set(refused.value.params["near"]) == near_keys


def test_seats_have_letters() -> None:
    assert [letter(GAME.info, 3, Seat(index)) for index in range(3)] == ["A", "B", "C"]


def test_the_registry_cannot_be_changed() -> None:
    with pytest.raises(TypeError):
        games()["fifth"] = GAME  # type: ignore[index]  # the point of the test


def test_numbers_of_seats() -> None:
    demand_seats(GAME.info, 3)
    demand_seats(GAME.info, 7, also=(7,))
    with pytest.raises(Refusal):
        demand_seats(GAME.info, 7)


@pytest.mark.parametrize("seat", [-1, 2])
def test_seats_that_do_not_exist(seat: int) -> None:
    demand_seat(1, 2)
    for refusing in (lambda: demand_seat(seat, 2), lambda: GAME.resign(start(2), Seat(seat))):
        with pytest.raises(Refusal) as refused:
            refusing()
        assert (refused.value.code, refused.value.params) == ("engine.no_such_seat", {"seat": seat, "n": 2})


def test_turns() -> None:
    over = GAME.load("4;-;S8W1;Ax,x,x;Bx,x,x;-", STANDARD)
    demand_turn(GAME, start(2), Seat(0))
    with pytest.raises(NotYourTurn) as refused:
        demand_turn(GAME, start(2), Seat(1))
    assert refused.value.params == {"due": (Who(Seat(0)),)}
    with pytest.raises(MatchOver):
        demand_turn(GAME, over, Seat(0))
    demand_present(GAME, start(2), Seat(1), gone=False, rule="end")
    with pytest.raises(MatchOver):
        demand_present(GAME, over, Seat(1), gone=False, rule="end")
    with pytest.raises(IllegalAction) as gone:
        demand_present(GAME, start(2), Seat(1), gone=True, rule="end")
    assert (gone.value.rule, gone.value.params) == ("end", {"who": Who(Seat(1))})


def test_near_notations() -> None:
    assert near("m33", ["P", "CB3", "M3", "M4", "F3", "M10"]) == ("M3", "M4", "F3", "CB3", "M10")
    assert near("x", []) == ()
