"""Controcorrente's picture: its bounds, that every boat is there and seen, and what marks the last move."""

import subprocess
import sys
from hashlib import sha256
from io import BytesIO
from itertools import chain, combinations, pairwise
from typing import Any, get_args

import pytest
from PIL import Image, ImageChops, ImageDraw

from bot.engine.core import Text, Who
from bot.engine.games.controcorrente.position import TILES, View
from bot.i18n import LANGS, Lang
from bot.render import png, sprites
from bot.render.base import PICTURE_BYTES, PICTURE_WIDTH, PaletteName, Say
from bot.render.controcorrente import RENDERER, fleet, panel, picture
from bot.render.controcorrente.fleet import boat, seat_paint, wreck
from bot.render.controcorrente.layout import (
    BANK_LEFT,
    BOAT_WIDTH,
    HEIGHT,
    LOST_TOP,
    PANEL_LEFT,
    QUAY,
    RIVER_BOTTOM,
    RIVER_TOP,
    berth_middle,
    lane_left,
    slot,
    tile_middle,
    tile_top,
    track,
)
from bot.render.controcorrente.scenery import DEEP, SAND, scenery
from bot.render.controcorrente.track import SURGE
from bot.render.sprites import SCALE, SMALLEST
from bot.render.theme import GOLD, WHITE, Shape
from tests.render.colour_vision import distance
from tests.render.rivers import RIVERS, A, B, River, match, sayer, shouting, silent

PALETTES: tuple[PaletteName, ...] = get_args(PaletteName)
BY_NAME = {river.name: river for river in RIVERS}
ON_SAIL: dict[Shape, tuple[int, int]] = {
    "triangle": (0, 14),
    "square": (-9, 11),
    "circle": (-9, 22),
    "diamond": (0, 9),
}  # beside the letter
ENGLISH = sayer("en")
Pixel = tuple[int, int, int]


def drawn(river: River, *, palette: PaletteName = "plain", say: Say = ENGLISH, bare: bool = False) -> Image.Image:
    data = RENDERER.picture(river.view, () if bare else river.last, say=say, palette=palette)
    return Image.open(BytesIO(data)).convert("RGB")


def pixel(image: Image.Image, x: float, y: float) -> Pixel:
    colour = image.getpixel((round(x), round(y)))
    assert isinstance(colour, tuple)
    red, green, blue = colour
    return int(red), int(green), int(blue)


def boats_of(view: View) -> list[tuple[int, int, int]]:
    """List every boat afloat or docked as (seat, x, y of its upper edge)."""
    found: list[tuple[int, int, int]] = []
    for seat in view.seats:
        afloat = [(tile, index) for tile in set(seat.afloat) for index in range(seat.afloat.count(tile))]
        found += [(seat.seat, slot(seat.seat, len(view.seats), index), tile_middle(tile) - 26) for tile, index in afloat]
        found += [(seat.seat, berth_middle(bollard), QUAY + 8) for bollard in seat.bollards]
    return found


def sail(image: Image.Image, seat: int, x: int, y: int, palette: PaletteName) -> Pixel:
    dx, dy = ON_SAIL[seat_paint(palette, seat).shape]
    return pixel(image, x + dx, y + dy)


# Bounds


def test_hundreds_of_positions_stay_within_the_bounds() -> None:
    rivers = list(chain(RIVERS, *(match(seed, 2 + seed % 3) for seed in range(6))))
    assert len(rivers) > 300
    for number, river in enumerate(rivers):
        say, palette = sayer(LANGS[number % 3]), PALETTES[number % 4]
        data = RENDERER.picture(river.view, river.last, say=say, palette=palette)
        assert len(data) <= PICTURE_BYTES, river
        image = Image.open(BytesIO(data))
        assert (image.format, image.mode, image.size) == ("PNG", "P", (PICTURE_WIDTH, HEIGHT))


def test_a_picture_slightly_too_big_is_pressed_harder(monkeypatch: pytest.MonkeyPatch) -> None:
    river = BY_NAME["a number rolled"]
    usual = RENDERER.picture(river.view, river.last, say=ENGLISH)
    monkeypatch.setattr(png, "PICTURE_BYTES", len(usual) - 1)
    harder = RENDERER.picture(river.view, river.last, say=ENGLISH)
    assert len(harder) < len(usual)
    assert Image.open(BytesIO(harder)).tobytes() == Image.open(BytesIO(usual)).tobytes()


def test_the_same_view_gives_the_same_bytes_in_another_process() -> None:
    river = BY_NAME["surge into the harbour"]
    here = RENDERER.picture(river.view, river.last, say=sayer("it"), palette="tritanopia")
    assert here == RENDERER.picture(river.view, river.last, say=sayer("it"), palette="tritanopia")
    script = (
        "import sys, hashlib; from tests.render.rivers import RIVERS, sayer; from bot.render.controcorrente import RENDERER\n"
        "river = next(one for one in RIVERS if one.name == 'surge into the harbour')\n"
        "data = RENDERER.picture(river.view, river.last, say=sayer('it'), palette='tritanopia')\n"
        "sys.stdout.write(hashlib.sha256(data).hexdigest())"
    )
    there = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True, text=True)
    assert there.stdout == sha256(here).hexdigest()


@pytest.mark.parametrize("say", [shouting, silent])
def test_no_saying_breaks_a_picture(say: Say) -> None:
    for river in RIVERS:
        loud = drawn(river, say=say)
        difference = ImageChops.difference(loud, drawn(river)).getbbox()
        assert difference is None or difference[0] >= PANEL_LEFT  # words stand on the panel alone, and do not leave it


def test_no_name_is_ever_asked_for() -> None:
    def nameless(value: Any) -> None:
        assert not isinstance(value, Who)
        for inner in value.params.values() if isinstance(value, Text) else value if isinstance(value, tuple) else ():
            nameless(inner)

    def say(text: Text) -> str:
        nameless(text)
        return sayer("en")(text)

    for river in RIVERS:
        for write in (RENDERER.picture, RENDERER.text, RENDERER.alt):
            write(river.view, river.last, say=say)


def test_no_letter_is_too_small(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: set[float] = set()
    real = ImageDraw.ImageDraw.text

    def spy(self: ImageDraw.ImageDraw, *args: Any, **kwargs: Any) -> None:
        sizes.add(kwargs["font"].size / (1 if self.im.size[0] == PICTURE_WIDTH else SCALE))
        real(self, *args, **kwargs)

    monkeypatch.setattr(ImageDraw.ImageDraw, "text", spy)
    for module in (fleet, panel, picture):
        for piece in vars(module).values():
            if hasattr(piece, "cache_clear"):
                piece.cache_clear()
    for river in RIVERS:
        picture.draw(river.view, river.last, say=shouting, palette="plain")
    assert min(sizes) >= SMALLEST


# What is to be seen


@pytest.mark.parametrize("palette", PALETTES)
def test_every_boat_is_seen_in_its_colour(palette: PaletteName) -> None:
    for river in RIVERS:
        image = drawn(river, palette=palette)
        for seat, x, y in boats_of(river.view):
            shown, fill = sail(image, seat, x, y, palette), seat_paint(palette, seat).fill
            assert distance(shown, fill, "plain") < 5, (river.name, seat, x, y)


def test_an_empty_tile_shows_no_boat() -> None:
    image = drawn(BY_NAME["everything lost"])
    fills = {seat_paint("plain", seat).fill for seat in range(4)}
    river = image.crop((BANK_LEFT, RIVER_TOP, PANEL_LEFT - 12, RIVER_BOTTOM))
    shown = [colour for _, colour in river.getcolors(9999) or []]
    assert shown
    assert not fills & set(shown)


@pytest.mark.parametrize("palette", PALETTES)
def test_seats_are_told_apart_by_the_eyes_a_palette_is_made_for(palette: PaletteName) -> None:
    river = BY_NAME["twelve on the sand"]
    image = drawn(river, palette=palette)
    sails = {seat: sail(image, seat, x, y, palette) for seat, x, y in boats_of(river.view)}
    assert len(sails) == 4
    assert min(distance(a, b, palette) for a, b in combinations(sails.values(), 2)) >= 40


def test_seats_are_told_apart_without_any_colour() -> None:
    outlines = [boat("plain", seat).getchannel("A").point([0] * 200 + [255] * 56) for seat in range(4)]
    for first, second in combinations(outlines, 2):
        differing = ImageChops.difference(first, second).histogram()[255]
        assert differing > 60  # px of about 900


def test_twelve_boats_on_a_tile_do_not_cover_one_another() -> None:
    middles = [slot(seat, 4, index) for seat in range(4) for index in range(3)]
    assert min(b - a for a, b in pairwise(middles)) >= BOAT_WIDTH - 6  # white edges may touch, hulls not
    assert middles[0] - BOAT_WIDTH // 2 >= BANK_LEFT - 4
    assert middles[-1] + BOAT_WIDTH // 2 <= PANEL_LEFT


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_lanes_hold_their_boats_and_their_track(seats: int) -> None:
    for seat in range(seats):
        left, right = lane_left(seat, seats), lane_left(seat + 1, seats)
        assert left - 4 <= track(seat, seats) < slot(seat, seats, 0) < slot(seat, seats, 2) + BOAT_WIDTH // 2 <= right + 8


def test_sandbank_and_wave_lie_where_they_should() -> None:
    for sand in range(1, TILES + 1):
        wave = sand % TILES + 1
        image = drawn(River("", f"1;A;S{sand}W{wave};A{sand},{sand},{sand};Bx,x,x;-"))
        for tile in range(1, TILES + 1):
            row = [pixel(image, x, tile_top(tile) + 20) for x in range(BANK_LEFT + 100, PANEL_LEFT - 90)]
            sandy = sum(distance(colour, SAND, "plain") < 25 for colour in row)
            deep = sum(distance(colour, DEEP, "plain") < 12 for colour in row)
            assert (sandy > 100) == (tile == sand)
            assert (deep > 60) == (tile == wave)


def test_lost_boats_lie_below_the_waterfall() -> None:
    none, some = drawn(BY_NAME["start"], bare=True), drawn(BY_NAME["blown to the edge, then fallen"], bare=True)
    box = (0, RIVER_BOTTOM + 20, PANEL_LEFT - 8, HEIGHT)
    changed = ImageChops.difference(none.crop(box), some.crop(box)).getbbox()
    assert changed is not None
    assert changed[0] >= lane_left(0, 2)
    assert changed[2] <= lane_left(1, 2)
    assert len({wreck("plain", seat).tobytes() for seat in range(4)}) == 4
    assert LOST_TOP + wreck("plain", 0).height <= HEIGHT


def test_the_bollards_show_who_is_home_and_which_is_next() -> None:
    river = BY_NAME["a number rolled"]
    image = drawn(river)
    plates = {bollard: pixel(image, berth_middle(bollard) - 11, 6) for bollard in range(1, 13)}
    assert [bollard for bollard, colour in plates.items() if distance(colour, GOLD, "plain") < 5] == [river.view.next_bollard]


def test_the_die_and_the_mover_change_the_panel_alone() -> None:
    rolls = [drawn(River("", f"3;{seat};S9W2;A3,5,8;B4,4,6;{die}")) for seat in "AB" for die in "-12345*"]
    assert len({image.tobytes() for image in rolls}) == len(rolls)
    for image in rolls[1:]:
        changed = ImageChops.difference(rolls[0], image).getbbox()
        assert changed is not None
        assert changed[0] >= PANEL_LEFT - 10


def test_winners_wear_crowns() -> None:
    def crowns(river: River) -> int:
        image = drawn(river, bare=True)
        panel_box = image.crop((PANEL_LEFT, 95, PICTURE_WIDTH, 190))
        return sum(count for count, colour in panel_box.getcolors(9999) or [] if colour == GOLD)

    nobody, one, both = (crowns(BY_NAME[name]) for name in ("everybody resigned", "won", "shared"))
    assert nobody == 0
    assert one > 50
    assert both > 1.5 * one


def test_a_winners_card_is_golden_and_crowned() -> None:
    river = BY_NAME["won"]
    image = drawn(river)
    gold = []
    for index in range(4):
        top = panel.card_top(index)
        card = image.crop((PANEL_LEFT, top - 8, PICTURE_WIDTH, top + 50))  # above the bollards' golden chips
        crown = image.crop((PANEL_LEFT + 16, top - 6, PANEL_LEFT + 42, top + 10))
        gold.append([sum(count for count, colour in box.getcolors(9999) or [] if colour == GOLD) for box in (card, crown)])
    assert [seat for seat, (card, _) in enumerate(gold) if card > 150] == [1]
    crowned = [count for _, count in gold]
    assert crowned[1] > max(crowned[0], *crowned[2:]) + 150


@pytest.mark.parametrize("lang", LANGS)
def test_the_catalogs_words_fit_without_being_cut(lang: Lang, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []
    real = sprites.fitting

    def spy(text: str, room: int, size: int, *, bold: bool = True) -> tuple[str, int]:
        fitted, chosen = real(text, room, size, bold=bold)
        shown.append(fitted)
        return fitted, chosen

    monkeypatch.setattr(panel, "fitting", spy)
    for river in RIVERS:
        picture.draw(river.view, river.last, say=sayer(lang), palette="plain")
    assert len(shown) > 3 * len(RIVERS)
    assert [text for text in shown if "…" in text] == []


# The last move


def marks(name: str) -> tuple[Image.Image, tuple[int, int, int, int], River]:
    """Draw a river with its last move, and find where the picture differs from one without."""
    river = BY_NAME[name]
    image = drawn(river)
    box = ImageChops.difference(image, drawn(river, bare=True)).getbbox()
    assert box is not None
    return image, box, river


@pytest.mark.parametrize(
    ("name", "seat", "seats", "top", "bottom"),
    [
        ("plain sail", A, 2, 5, 3),
        ("surge", A, 2, 7, 3),
        ("aground", A, 2, 7, 5),
        ("favourable wind", A, 2, 5, 3),
        ("contrary wind", B, 2, 7, 2),
        ("moved, then drifted", B, 2, 6, 2),
    ],
)
def test_a_move_is_marked_in_its_lane_from_start_to_end(name: str, seat: int, seats: int, top: int, bottom: int) -> None:
    image, (left, upper, right, lower), _ = marks(name)
    assert lane_left(seat, seats) - 10 <= left < right <= lane_left(seat + 1, seats) + 10
    assert abs(upper - tile_middle(top)) <= 36
    assert abs(lower - tile_middle(bottom)) <= 36
    between = (tile_middle(top) + tile_middle(bottom)) / 2
    row = {pixel(image, track(seat, seats) + shift, between + along) for shift in range(-4, 5) for along in range(-20, 21)}
    assert any(distance(colour, tone, "plain") < 15 for colour in row for tone in (WHITE, SURGE))


def test_a_boat_come_home_is_marked_up_to_its_berth() -> None:
    _, (left, upper, right, lower), _ = marks("surge into the harbour")
    assert upper <= QUAY + 12
    assert left <= berth_middle(12) <= right
    assert abs(lower - tile_middle(7)) <= 36


def test_the_boat_that_moved_shines() -> None:
    for name, seat, x, y in (
        ("plain sail", A, slot(0, 2, 0), tile_middle(5) - 26),
        ("surge into the harbour", A, berth_middle(12), QUAY + 8),
    ):
        image, _, river = marks(name)
        bare = drawn(river, bare=True)
        beyond = [(x + dx, y + dy) for dx in range(15, 27) for dy in range(-6, 56)]  # the side without the track
        shining = sum(distance(pixel(image, *at), GOLD, "plain") < 12 for at in beyond)
        assert shining > sum(distance(pixel(bare, *at), GOLD, "plain") < 12 for at in beyond) + 30, (name, seat)


def test_a_boat_fallen_since_is_marked_down_to_the_waterfall() -> None:
    _, (_, upper, _, lower), _ = marks("blown to the edge, then fallen")
    assert abs(upper - tile_middle(5)) <= 36
    assert lower > RIVER_BOTTOM


def test_winds_and_sailing_are_drawn_differently() -> None:
    plain, wind, against = (drawn(BY_NAME[name]) for name in ("plain sail", "favourable wind", "contrary wind"))
    lines = [
        [pixel(image, track(seat, 2), tile_middle(tile) + along) for along in range(-18, 19)]
        for image, seat, tile in ((plain, A, 4), (wind, A, 4), (against, B, 4))
    ]
    solid, dashed, dark = (sum(distance(colour, WHITE, "plain") < 15 for colour in line) for line in lines)
    assert solid > 30
    assert 5 < dashed < 30
    assert 5 < dark < 30


def test_nothing_is_marked_after_a_roll_or_a_pass() -> None:
    for name in ("a number rolled", "pass"):
        river = BY_NAME[name]
        assert drawn(river).tobytes() == drawn(river, bare=True).tobytes()


def test_the_ground_is_never_drawn_upon() -> None:
    before = scenery().tobytes()
    for river in RIVERS[:4]:
        drawn(river)
    assert scenery().tobytes() == before
