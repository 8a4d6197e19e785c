"""The drawing craft: canvases, curves, text that fits, dice, and PNG files within bounds."""

import math
from io import BytesIO

import pytest
from PIL import Image

from bot.errors import RenderFault
from bot.render.base import PICTURE_BYTES, PICTURE_WIDTH
from bot.render.png import encode, palette_of
from bot.render.sprites import (
    SCALE,
    SMALLEST,
    Canvas,
    curve,
    die_face,
    disc,
    faded,
    fitting,
    font,
    halo,
    scatter,
    streak,
    write,
)

RED, BLUE = (200, 30, 30), (30, 30, 200)


def test_a_canvas_is_reduced_with_smooth_edges() -> None:
    canvas = Canvas(20, 20)
    canvas.ellipse((2, 2, 18, 18), RED)
    image = canvas.image()
    assert image.size == (20, 20)
    assert canvas.large().size == (20 * SCALE, 20 * SCALE)
    assert image.getpixel((10, 10)) == (*RED, 255)
    assert image.getpixel((0, 0)) == (0, 0, 0, 0)
    partly = [colour for _, colour in image.getcolors(400) or [] if isinstance(colour, tuple) and 0 < colour[3] < 255]
    assert partly
    assert all(colour[0] > 150 for colour in partly)  # no dark fringe


@pytest.mark.parametrize("ground", [None, BLUE])
def test_translucent_strokes_blend(ground: tuple[int, int, int] | None) -> None:
    canvas = Canvas(10, 10, ground)
    if ground is None:
        canvas.rounded((0, 0, 10, 10), 0, BLUE)
    canvas.rounded((0, 0, 10, 10), 0, (*RED, 128))
    middle = canvas.image().convert("RGB").getpixel((5, 5))
    assert isinstance(middle, tuple)
    assert middle == pytest.approx((115, 30, 115), abs=2)


def test_pieces_are_laid_on_grounds_of_both_kinds() -> None:
    piece = Canvas(4, 4)
    piece.polygon([(0, 0), (4, 0), (4, 4), (0, 4)], RED)
    for canvas in (Canvas(10, 10), Canvas(10, 10, BLUE)):
        canvas.lay(piece.large(), (3, 3))
        assert canvas.image().convert("RGB").getpixel((5, 5)) == RED


def test_lines_arcs_outlines_and_letters_leave_marks() -> None:
    canvas = Canvas(40, 40)
    canvas.line([(5, 5), (35, 5)], RED, 3)
    canvas.arc((5, 10, 35, 35), 0, 180, BLUE, 2)
    canvas.ellipse((12, 12, 28, 28), outline=RED, width=2)
    canvas.text((20, 20), "A", 14, BLUE)
    image = canvas.image()
    assert image.getpixel((20, 5)) == (*RED, 255)
    assert image.getbbox() is not None
    colours = {colour[:3] for _, colour in image.getcolors(4000) or [] if isinstance(colour, tuple) and colour[3] == 255}
    assert {RED, BLUE} <= colours


def test_curves_pass_through_their_points() -> None:
    points = [(0.0, 0.0), (10.0, 5.0), (20.0, 0.0)]
    smooth = curve(points)
    assert smooth[0] == points[0]
    assert smooth[-1] == points[-1]
    assert points[1] in smooth
    assert len(curve(points, closed=True, steps=4)) == 12


def test_streaks_end_in_points() -> None:
    outline = streak([(0, 0), (5, 0), (10, 0)], 4)
    assert outline[0] == pytest.approx((0, 0))
    assert outline[2] == pytest.approx((10, 0))
    assert outline[1] == pytest.approx((5, 2))


def test_a_disc_is_round() -> None:
    assert {round(math.dist((5, 5), corner), 6) for corner in disc((5, 5), 3)} == {3.0}


def test_scatter_is_even_and_the_same_every_time() -> None:
    strewn = list(scatter(200, 3))
    assert strewn == list(scatter(200, 3))
    assert strewn != list(scatter(200, 4))
    for axis in range(3):
        assert 0.4 < sum(point[axis] for point in strewn) / 200 < 0.6
        assert all(0 <= point[axis] < 1 for point in strewn)


def test_halos_surround_and_ghosts_fade() -> None:
    canvas = Canvas(20, 20)
    canvas.ellipse((7, 7, 13, 13), RED)
    glowing = halo(canvas.large(), BLUE, grow=6, blur=1)
    assert glowing.reduce(SCALE).getpixel((10, 10)) == (*RED, 255)
    beside = glowing.reduce(SCALE).getpixel((10, 5))
    assert isinstance(beside, tuple)
    assert beside[2] > 150
    pale = faded(canvas.image(), 0.5).getpixel((10, 10))
    assert isinstance(pale, tuple)
    assert pale[3] == 128


def test_every_face_of_the_die_differs() -> None:
    assert len({die_face(54, pips).tobytes() for pips in (None, *range(7))}) == 8


@pytest.mark.parametrize(
    ("text", "room", "size"),
    [("Round 1", 200, 18), ("Round 123456", 122, 15), ("A very long sentence indeed", 100, SMALLEST), ("", 10, 18)],
)
def test_text_is_made_to_fit(text: str, room: int, size: int) -> None:
    fitted, chosen = fitting(text, room, 18)
    assert chosen == size
    assert font(chosen).getlength(fitted) <= room
    assert chosen >= SMALLEST
    assert fitted == text or fitted.endswith("…")


def test_lettering_is_seen() -> None:
    image = Image.new("RGB", (60, 40), BLUE)
    write(image, (30, 20), "12", 18, RED)
    assert RED in {colour for _, colour in image.getcolors(4000) or []}


def test_palettes_hold_the_exact_colours_asked_for() -> None:
    specimen = Image.linear_gradient("L").convert("RGB")
    palette = palette_of([specimen, specimen], exact=[RED, BLUE])
    picture = Image.new("RGB", (PICTURE_WIDTH, 10), RED)
    picture.paste(BLUE, (0, 0, 100, 10))
    read = Image.open(BytesIO(encode(picture, palette)))
    assert read.mode == "P"
    assert {colour for _, colour in read.convert("RGB").getcolors() or []} == {RED, BLUE}


def test_a_picture_out_of_bounds_is_a_fault() -> None:
    noise = Image.effect_noise((PICTURE_WIDTH, 400), 90).convert("RGB")
    palette = palette_of([noise])
    with pytest.raises(RenderFault, match=f"at most {PICTURE_BYTES} bytes"):
        encode(noise, palette)
    with pytest.raises(RenderFault, match="640 px wide, this one 600"):
        encode(noise.crop((0, 0, 600, 10)), palette)
