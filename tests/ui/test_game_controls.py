"""Every game's controls, all through games of random play, against what a message can carry."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from bot.engine.chance import Seeded
from bot.engine.core import AnyGame, Seat, Text
from bot.engine.registry import game as game_of
from bot.engine.registry import games
from bot.i18n import LANGS, Lang
from bot.match.model import Human, SeatHolder
from bot.ui import limits
from bot.ui.components import labels, view
from bot.ui.controls import Button
from bot.ui.games.base import ui_of

pytestmark = pytest.mark.asyncio

HOUSE = (Button(Text("ui.button.text"), "text"), Button(Text("ui.button.menu"), "menu"))


def positions(game: AnyGame, seats: int, seed: int) -> Iterator[Any]:
    """Play at random and give every position on the way."""
    chance, picker = Seeded(seed.to_bytes(4, "big")), random.Random(seed)
    state = game.setup(game.options(), seats, chance).state
    while due := sorted(game.to_act(state)):
        yield state
        seat, action = game.forced(state) or (due[0], game.parse(state, due[0], walked(game, state, due[0], picker)))
        state = game.apply(state, seat, action, chance).state


def walked(game: AnyGame, state: Any, seat: Seat, picker: random.Random) -> str:
    """Choose a notation part by part, for some games have more actions than anybody could list."""
    text, complete = "", False
    while not complete:
        choice = picker.choice(game.choices(state, seat, text))
        text, complete = choice.text, choice.complete
    return text


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("key", sorted(games()))
async def test_controls_fit_beside_the_house_row(key: str, lang: Lang) -> None:
    game, ui = game_of(key), ui_of(key)
    for seats in game.info.seats:
        holders = tuple(SeatHolder(seat, Human(seat, "W" * 32)) for seat in range(seats))
        say = labels(lang, game_key=key, seats=seats, holders=holders)
        for state in positions(game, seats, seed=seats):
            rows = ui.controls(game, state, sorted(game.to_act(state)))
            assert 1 <= len(rows) < limits.ROWS
            assert view((*rows, HOUSE), code="K7QH3D", version=999_999_999, say=say) is not None


async def test_controcorrente_offers_exactly_what_is_legal() -> None:
    game, ui = game_of("controcorrente"), ui_of("controcorrente")
    for state in positions(game, 4, seed=9):
        (seat,) = game.to_act(state)
        offered = [button.arg for row in ui.controls(game, state, [Seat(seat)]) if isinstance(row, tuple) for button in row]
        assert offered == [game.write(state, action) for action in game.legal(state, seat)]
