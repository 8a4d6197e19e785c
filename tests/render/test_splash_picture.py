"""Splash & Bash's picture: its bounds, that every piece is there and seen, and what marks the last movements."""

import math
import subprocess
import sys
from hashlib import sha256
from io import BytesIO
from itertools import chain, combinations
from typing import Any, get_args

import pytest
from PIL import Image, ImageChops, ImageDraw

from bot.engine.core import Text, Who
from bot.engine.games.splash.course import courses
from bot.engine.games.splash.view import View
from bot.errors import RenderFault
from bot.i18n import LANGS, Lang
from bot.render import sprites
from bot.render.base import PICTURE_BYTES, PICTURE_WIDTH, PaletteName, Say
from bot.render.splash import RENDERER, layout, panel, picture, pieces, scenery, track
from bot.render.splash.layout import CARDS_TOP, HEIGHT, POOL, TOKEN, inner, ring
from bot.render.splash.pieces import team_paint, token
from bot.render.sprites import SCALE, SMALLEST
from bot.render.theme import GOLD, Shape
from tests.render.colour_vision import distance
from tests.render.pools import LONG, POOLS, SHORT, Pool, match, sayer
from tests.render.rivers import shouting, silent

PALETTES: tuple[PaletteName, ...] = get_args(PaletteName)
BY_NAME = {pool.name: pool for pool in POOLS}
BESIDE_CODE: dict[Shape, tuple[int, int]] = {"triangle": (0, -9), "square": (0, -10), "circle": (0, -10), "diamond": (0, -11)}
ENGLISH = sayer("en")
Pixel = tuple[int, int, int]


def drawn(pool: Pool, *, palette: PaletteName = "plain", say: Say = ENGLISH, bare: bool = False) -> Image.Image:
    data = RENDERER.picture(pool.view, () if bare else pool.last, say=say, palette=palette)
    return Image.open(BytesIO(data)).convert("RGB")


def pixel(image: Image.Image, x: float, y: float) -> Pixel:
    colour = image.getpixel((round(x), round(y)))
    assert isinstance(colour, tuple)
    red, green, blue = colour
    return int(red), int(green), int(blue)


def places_of(view: View) -> list[tuple[int, float, float]]:
    """List every piece on the course and off the start line as (seat, x, y)."""
    laid = ring(view.options.course)
    return [
        (piece.seat, *laid.squares[piece.lane][piece.square].piece)
        for piece in view.pieces
        if piece.status == "on" and piece.square
    ]


def seen(image: Image.Image, seat: int, x: float, y: float, palette: PaletteName) -> Pixel:
    dx, dy = BESIDE_CODE[team_paint(palette, seat).shape]
    return pixel(image, x + dx, y + dy)


# Bounds


def test_hundreds_of_positions_stay_within_the_bounds() -> None:
    options = (SHORT, LONG, None)
    pools = list(chain(POOLS, *(match(seed, 2 + seed % 3, options[seed % 3]) for seed in range(4))))
    assert len(pools) > 300
    for number, pool in enumerate(pools):
        say, palette = sayer(LANGS[number % 3]), PALETTES[number % 4]
        data = RENDERER.picture(pool.view, pool.last, say=say, palette=palette)
        assert len(data) <= PICTURE_BYTES, pool
        image = Image.open(BytesIO(data))
        assert (image.format, image.mode, image.size) == ("PNG", "P", (PICTURE_WIDTH, HEIGHT))


def test_the_same_view_gives_the_same_bytes_in_another_process() -> None:
    pool = BY_NAME["chain"]
    here = RENDERER.picture(pool.view, pool.last, say=sayer("it"), palette="tritanopia")
    script = (
        "import sys, hashlib; from tests.render.pools import POOLS, sayer; from bot.render.splash import RENDERER\n"
        "pool = next(one for one in POOLS if one.name == 'chain')\n"
        "data = RENDERER.picture(pool.view, pool.last, say=sayer('it'), palette='tritanopia')\n"
        "sys.stdout.write(hashlib.sha256(data).hexdigest())"
    )
    there = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True, text=True)
    assert there.stdout == sha256(here).hexdigest()


@pytest.mark.parametrize("say", [shouting, silent])
def test_no_saying_breaks_a_picture(say: Say) -> None:
    for pool in POOLS:
        difference = ImageChops.difference(drawn(pool, say=say), drawn(pool))
        left, top, right, bottom = POOL
        difference.paste((0, 0, 0), (left + 20, top + 5, right - 20, bottom - 5))
        difference.paste((0, 0, 0), (0, CARDS_TOP, PICTURE_WIDTH, HEIGHT))
        assert difference.getbbox() is None  # words stand on the board and the cards alone, and do not leave them


def test_no_name_is_ever_asked_for() -> None:
    def nameless(value: Any) -> None:
        assert not isinstance(value, Who)
        for part in value.params.values() if isinstance(value, Text) else value if isinstance(value, tuple) else ():
            nameless(part)

    def say(text: Text) -> str:
        nameless(text)
        return ENGLISH(text)

    for pool in POOLS:
        for write in (RENDERER.picture, RENDERER.text, RENDERER.alt):
            write(pool.view, pool.last, say=say)


def test_no_letter_is_too_small(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: set[float] = set()
    real = ImageDraw.ImageDraw.text

    def spy(self: ImageDraw.ImageDraw, *args: Any, **kwargs: Any) -> None:
        sizes.add(kwargs["font"].size / (1 if self.im.size[0] == PICTURE_WIDTH else SCALE))
        real(self, *args, **kwargs)

    monkeypatch.setattr(ImageDraw.ImageDraw, "text", spy)
    for module in (pieces, panel, picture, scenery, track):
        for part in vars(module).values():
            if hasattr(part, "cache_clear"):
                part.cache_clear()
    for pool in POOLS:
        picture.draw(pool.view, pool.last, say=shouting, palette="plain")
    assert min(sizes) >= SMALLEST


# Squares


@pytest.mark.parametrize("course", sorted(courses()))
def test_squares_of_every_course_hold_a_piece_side_by_side(course: str) -> None:
    laid = ring(course)
    for lane, length in zip("ECA", courses()[course].lengths, strict=True):
        squares = laid.squares[lane]
        assert len(squares) == length
        for first, second in zip(squares, (*squares[1:], squares[0]), strict=True):
            assert math.dist(first.piece, second.piece) >= TOKEN - 5  # white edges may touch
        assert laid.lines[lane] == courses()[course].lines["ECA".index(lane)]
    for lane in "ECA":
        assert all(0 < x < PICTURE_WIDTH and 0 < y < CARDS_TOP for square in laid.squares[lane] for x, y in square.outline)
    assert inner("E") > inner("C") > inner("A")


def test_level_squares_lie_beside_one_another_on_a_straight() -> None:
    laid = ring("classica")
    for square in range(3):
        xs = [laid.squares[lane][square].middle[0] for lane in "ECA"]
        assert max(xs) - min(xs) < 0.01


def test_a_course_of_another_shape_is_no_ring(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(layout, "_SIDES", 5)
    with pytest.raises(RenderFault, match="5 sides"):
        ring.__wrapped__("classica")


def test_the_lanes_have_tints_of_their_own() -> None:
    image = drawn(BY_NAME["two teams"], bare=True)
    laid = ring("classica")
    shown = []
    for lane in "ECA":
        x, y = laid.squares[lane][10].piece
        shown.append(pixel(image, x, y))
    assert min(distance(a, b, "plain") for a, b in combinations(shown, 2)) > 20
    assert sum(shown[2]) < sum(shown[0])


# What is to be seen


@pytest.mark.parametrize("palette", PALETTES)
def test_every_piece_is_seen_in_its_colour(palette: PaletteName) -> None:
    looked = 0
    for pool in POOLS:
        image = drawn(pool, palette=palette, bare=True)
        for seat, x, y in places_of(pool.view):
            shown, fill = seen(image, seat, x, y, palette), team_paint(palette, seat).fill
            assert distance(shown, fill, "plain") < 8, (pool.name, seat, x, y)
            looked += 1
    assert looked > 40


@pytest.mark.parametrize("palette", PALETTES)
def test_teams_are_told_apart_by_the_eyes_a_palette_is_made_for(palette: PaletteName) -> None:
    pool = BY_NAME["all sixteen"]
    image = drawn(pool, palette=palette)
    fills = {seat: seen(image, seat, x, y, palette) for seat, x, y in places_of(pool.view)}
    assert len(fills) == 4
    assert min(distance(a, b, palette) for a, b in combinations(fills.values(), 2)) >= 40


def test_teams_are_told_apart_without_any_colour() -> None:
    outlines = [token("plain", seat, "1").getchannel("A").point([0] * 200 + [255] * 56) for seat in range(4)]
    for first, second in combinations(outlines, 2):
        assert ImageChops.difference(first, second).histogram()[255] > 60  # px of about 900
    helmsman = token("plain", 0, "H").getchannel("A").point([0] * 200 + [255] * 56)
    assert ImageChops.difference(helmsman, outlines[0]).histogram()[255] > 60


def test_a_crowd_on_the_start_line_keeps_to_its_square() -> None:
    for marks in ("1C0 1C0 1C0", "2C0 1C0 2C0"):
        crowd = Pool("", "SB1 classica 4 r3 >R1 | " + " | ".join(f"{team} {marks} -" for team in "RBGY"))
        away = " | ".join(f"{team} 1E{13 + number} 1C0 1C0 -" for number, team in enumerate("RBGY"))
        image, other = drawn(crowd), drawn(Pool("", f"SB1 classica 4 r3 >R1 | {away}"))
        laid = ring("classica").squares["C"][0]
        left, right = laid.outline[0][0], laid.outline[2][0]
        changed = ImageChops.difference(image.crop((0, 0, PICTURE_WIDTH, POOL[1])), other.crop((0, 0, PICTURE_WIDTH, POOL[1])))
        box = changed.getbbox()
        assert box is not None
        assert left - 6 <= box[0] < box[2] <= right + 6
        assert laid.outline[1][1] - 4 <= box[1] < box[3] <= laid.outline[0][1] + 4


def test_obstacles_lie_where_they_should() -> None:
    bare = drawn(Pool("", "SB1 classica 2 r3 >R1 | R 1C3 1C0 1C0 - | B 1C6 1C0 1C0 -"))
    for square in ("E5", "E20", "C12", "A10"):
        image = drawn(Pool("", f"SB1 classica 2 r3 >R1 | R 1C3 1C0 1C0 - | B 1C6 1C0 1C0 - | x {square}"))
        box = ImageChops.difference(image, bare).getbbox()
        x, y = ring("classica").squares[square[0]][int(square[1:])].piece
        assert box is not None
        assert box[0] <= x <= box[2]
        assert box[1] <= y <= box[3]
        assert box[2] - box[0] < 44


def test_hands_show_their_size_and_nothing_else() -> None:
    def cards(hand: str) -> bytes:
        end = f" | h B:{hand}" if hand else ""
        image = drawn(Pool("", "SB1 classica 2 r3 >R1 | R 1C3 1C0 1C0 - | B 1C6 1C0 1C0 -" + end))
        return image.crop((PICTURE_WIDTH // 2, CARDS_TOP, PICTURE_WIDTH, HEIGHT)).tobytes()

    assert cards("TB") == cards("SA")
    assert cards("TB,SA") == cards("ME,GA")
    assert len({cards(""), cards("TB"), cards("TB,SA")}) == 3


def test_the_piece_on_turn_shines() -> None:
    pool = BY_NAME["two teams"]
    image = drawn(pool, bare=True)

    def shine(x: float, y: float) -> int:
        around = [(x + 21 * math.cos(step / 8), y + 21 * math.sin(step / 8)) for step in range(50)]
        return sum(distance(pixel(image, *at), GOLD, "plain") < 25 for at in around)

    laid = ring("classica").squares["C"]
    assert shine(*laid[3].piece) > 12
    assert shine(*laid[6].piece) == 0


def test_a_second_lap_and_an_anchor_are_marked() -> None:
    laid = ring("classica").squares["C"][6].piece
    plain, lap, held = (
        drawn(Pool("", f"SB1 classica 2 r3 >R1 | R 1C3 1C0 1C0 - | B {at} 1C0 1C0 -")) for at in ("1C6", "2C6", "1C6!")
    )
    box = tuple(round(part) for part in (laid[0] - 26, laid[1] - 26, laid[0] + 26, laid[1] + 26))
    for marked, side in ((lap, 1), (held, -1)):
        changed = ImageChops.difference(marked.crop(box), plain.crop(box)).getbbox()  # type: ignore[arg-type] # four numbers
        assert changed is not None
        assert (changed[0] + changed[2]) / 2 * side > 26 * side


@pytest.mark.parametrize("lang", LANGS)
def test_the_catalogs_words_fit_without_being_cut(lang: Lang, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []
    real = sprites.fitting

    def spy(text: str, room: int, size: int, *, bold: bool = True) -> tuple[str, int]:
        fitted, chosen = real(text, room, size, bold=bold)
        shown.append(fitted)
        return fitted, chosen

    monkeypatch.setattr(panel, "fitting", spy)
    for pool in chain(POOLS, match(2, 4)):
        picture.draw(pool.view, pool.last, say=sayer(lang), palette="plain")
    assert len(shown) > 3 * len(POOLS)
    assert [text for text in shown if "…" in text] == []


# The last movements


@pytest.mark.parametrize(
    ("name", "near", "far"),
    [
        ("chain", ("C3", "C6", "C8", "C10"), ("C16", "E20")),
        ("splash", ("C7", "A6", "C5"), ("C12", "E2")),
        ("swap", ("A7", "E8"), ("C16", "E2")),
        ("bounce", ("C16", "C15"), ("C8", "E6")),
    ],
)
def test_movements_are_marked_between_their_squares(name: str, near: tuple[str, ...], far: tuple[str, ...]) -> None:
    pool = BY_NAME[name]
    changed = ImageChops.difference(drawn(pool), drawn(pool, bare=True)).convert("L").point([0] * 20 + [255] * 236)
    laid = ring("classica")
    for square in near + far:
        x, y = laid.squares[square[0]][int(square[1:])].piece
        box = (round(x - 26), round(y - 26), round(x + 26), round(y + 26))
        touched = changed.crop(box).getbbox() is not None
        assert touched == (square in near), square


def test_nothing_is_marked_after_a_roll_alone() -> None:
    pool = BY_NAME["two teams"]
    assert drawn(pool).tobytes() == drawn(pool, bare=True).tobytes()


def test_the_ground_is_never_drawn_upon() -> None:
    before = scenery.scenery("classica").tobytes()
    for pool in POOLS[:4]:
        drawn(pool)
    assert scenery.scenery("classica").tobytes() == before
