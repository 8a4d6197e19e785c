"""Seats are told apart by colour, whatever the eyes, and by shape."""

from itertools import combinations
from typing import get_args

import pytest

from bot.render.base import PaletteName
from bot.render.controcorrente.scenery import DEEP, FLOWING, RUSHING, SAND, STILL
from bot.render.theme import COLOURS, SHAPES, Rgb, luminance, mix, paint
from tests.render.colour_vision import VISION, distance

PALETTES: tuple[PaletteName, ...] = get_args(PaletteName)


@pytest.mark.parametrize("palette", PALETTES)
def test_a_palette_suits_the_eyes_it_is_made_for(palette: PaletteName) -> None:
    fills = [paint(palette, colour).fill for colour in COLOURS]
    for eyes in {"plain", palette}:
        assert min(distance(a, b, eyes) for a, b in combinations(fills, 2)) >= 40


@pytest.mark.parametrize("eyes", VISION)
def test_even_the_plain_palette_can_be_told_apart_by_all(eyes: str) -> None:
    fills = [paint("plain", colour).fill for colour in COLOURS]
    assert min(distance(a, b, eyes) for a, b in combinations(fills, 2)) >= 20


def test_the_simulation_knows_confusable_colours() -> None:
    assert distance((204, 47, 43), (120, 110, 30), "plain") > 50
    assert distance((204, 47, 43), (120, 110, 30), "deuteranopia") < 20


@pytest.mark.parametrize("palette", PALETTES)
def test_a_letter_reads_well_on_its_sail(palette: PaletteName) -> None:
    for colour in COLOURS:
        look = paint(palette, colour)
        bright, dim = sorted((luminance(look.ink), luminance(look.fill)), reverse=True)
        assert (bright + 0.05) / (dim + 0.05) >= 4.5


def test_shapes_differ() -> None:
    assert len({SHAPES[colour] for colour in COLOURS}) == len(COLOURS) == 4


@pytest.mark.parametrize("eyes", VISION)
def test_sandbank_and_wave_stand_out_from_the_water(eyes: str) -> None:
    waters: list[Rgb] = [STILL, FLOWING, RUSHING]
    assert min(distance(SAND, water, eyes) for water in waters) >= 25
    assert min(distance(DEEP, water, eyes) for water in waters) >= 15
    assert distance(SAND, DEEP, eyes) >= 60


def test_mixing_and_luminance() -> None:
    assert mix((0, 0, 0), (255, 255, 255), 0.5) == (128, 128, 128)
    assert luminance((255, 255, 255)) == pytest.approx(1)
    assert luminance((0, 0, 0)) == 0
