"""Drawing by supersampling: canvases, fonts, smooth curves, and small pieces every board can use.

Owns how crisp pieces are made. Refuses to know games. Everything is measured in final pixels; a Canvas draws SCALE times larger
and is reduced at the end. Nothing here is mutable but caches of finished images, which nobody may draw on.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from importlib import resources
from io import BytesIO
from typing import Final, TypeAlias

from PIL import Image, ImageDraw, ImageFilter, ImageFont

from bot.render.theme import INK, Rgb

SCALE: Final = 3
SMALLEST: Final = 13  # px, the smallest text in a picture
Point: TypeAlias = tuple[float, float]
Box: TypeAlias = tuple[float, float, float, float]
Colour: TypeAlias = Rgb | tuple[int, int, int, int]
Stroke: TypeAlias = Callable[[ImageDraw.ImageDraw], None]


@cache
def _font_file(name: str) -> bytes:
    return (resources.files("bot.render") / "fonts" / name).read_bytes()


@cache
def font(size: int, *, bold: bool = True) -> ImageFont.FreeTypeFont:
    """Give the house font in a size in px."""
    data = BytesIO(_font_file("DejaVuSans-Bold.ttf" if bold else "DejaVuSans.ttf"))
    return ImageFont.truetype(data, size, layout_engine=ImageFont.Layout.BASIC)


class Canvas:
    """A surface drawn SCALE times larger than it will be; transparent unless given a ground."""

    def __init__(self, width: int, height: int, ground: Rgb | None = None) -> None:
        size = (width * SCALE, height * SCALE)
        self._image = Image.new("RGBA", size, (0, 0, 0, 0)) if ground is None else Image.new("RGB", size, ground)
        self._flat = ground is not None

    def polygon(self, points: Sequence[Point], fill: Colour) -> None:
        """Fill a polygon."""
        self._draw(lambda pen: pen.polygon([(x * SCALE, y * SCALE) for x, y in points], fill=fill), fill)

    def line(self, points: Sequence[Point], fill: Colour, width: float) -> None:
        """Draw a line with round ends and joints."""
        scaled = [(x * SCALE, y * SCALE) for x, y in points]
        radius = width * SCALE / 2

        def stroke(pen: ImageDraw.ImageDraw) -> None:
            pen.line(scaled, fill=fill, width=max(1, round(width * SCALE)), joint="curve")
            for x, y in (scaled[0], scaled[-1]):
                pen.ellipse((x - radius, y - radius, x + radius, y + radius), fill=fill)

        self._draw(stroke, fill)

    def ellipse(self, box: Box, fill: Colour | None = None, *, outline: Colour | None = None, width: float = 1) -> None:
        """Draw an ellipse within a box."""
        scaled = tuple(part * SCALE for part in box)
        stroke = round(width * SCALE)
        self._draw(lambda pen: pen.ellipse(scaled, fill=fill, outline=outline, width=stroke), fill or outline)

    def rounded(
        self, box: Box, radius: float, fill: Colour | None = None, *, outline: Colour | None = None, width: float = 1
    ) -> None:
        """Draw a rectangle with round corners."""
        x0, y0, x1, y1 = (part * SCALE for part in box)
        scaled = (x0, y0, x1 - 1, y1 - 1)
        stroke = round(width * SCALE)
        self._draw(
            lambda pen: pen.rounded_rectangle(scaled, radius * SCALE, fill=fill, outline=outline, width=stroke), fill or outline
        )

    def arc(self, box: Box, start: float, end: float, fill: Colour, width: float) -> None:
        """Draw an arc from one angle to another, clockwise in degrees from three o'clock."""
        scaled = tuple(part * SCALE for part in box)
        self._draw(lambda pen: pen.arc(scaled, start, end, fill=fill, width=round(width * SCALE)), fill)

    def text(self, at: Point, text: str, size: int, fill: Colour, *, anchor: str = "mm", bold: bool = True) -> None:
        """Write text."""
        scaled = (at[0] * SCALE, at[1] * SCALE)
        self._draw(lambda pen: pen.text(scaled, text, fill=fill, font=font(size * SCALE, bold=bold), anchor=anchor), fill)

    def lay(self, image: Image.Image, at: tuple[float, float] = (0, 0)) -> None:
        """Lay a picture of drawing size (as `large` gives it) on top."""
        spot = (round(at[0] * SCALE), round(at[1] * SCALE))
        if self._flat:
            self._image.paste(image, spot, image)
        else:
            self._image.alpha_composite(image, spot)

    def large(self) -> Image.Image:
        """Give the picture as drawn, SCALE times larger."""
        return self._image

    def image(self) -> Image.Image:
        """Give the finished picture."""
        return self._image.reduce(SCALE)

    def _draw(self, stroke: Stroke, colour: Colour | None) -> None:
        """Draw, blending a translucent colour with what lies below."""
        translucent = colour is not None and len(colour) == 4 and colour[3] < 255
        if self._flat or not translucent:
            stroke(ImageDraw.Draw(self._image, "RGBA" if self._flat else None))
            return
        layer = Image.new("RGBA", self._image.size, (0, 0, 0, 0))
        stroke(ImageDraw.Draw(layer))
        self._image.alpha_composite(layer)


def curve(points: Sequence[Point], *, closed: bool = False, steps: int = 8) -> list[Point]:
    """Round a line of points off to a smooth curve through all of them."""
    count = len(points)
    rounded: list[Point] = []
    for index in range(count if closed else count - 1):
        corners = [
            points[(index + shift) % count if closed else min(max(index + shift, 0), count - 1)] for shift in (-1, 0, 1, 2)
        ]
        rounded += [_between(corners, step / steps) for step in range(steps)]
    return rounded if closed else [*rounded, points[-1]]


def _between(corners: Sequence[Point], t: float) -> Point:
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = corners
    weights = (-t + 2 * t**2 - t**3, 2 - 5 * t**2 + 3 * t**3, t + 4 * t**2 - 3 * t**3, -(t**2) + t**3)
    x, y = (
        sum(weight * part for weight, part in zip(weights, parts, strict=True)) / 2
        for parts in ((ax, bx, cx, dx), (ay, by, cy, dy))
    )
    return x, y


def streak(points: Sequence[Point], width: float) -> list[Point]:
    """Give the outline of a stroke that swells to a width in its middle and ends in points."""
    last = len(points) - 1
    left, right = [], []
    for index, (x, y) in enumerate(points):
        (ax, ay), (bx, by) = points[max(index - 1, 0)], points[min(index + 1, last)]
        length = math.hypot(bx - ax, by - ay) or 1
        half = width / 2 * math.sin(math.pi * index / last)
        nx, ny = (ay - by) / length * half, (bx - ax) / length * half
        left.append((x + nx, y + ny))
        right.append((x - nx, y - ny))
    return [*left, *reversed(right)]


def disc(middle: Point, radius: float, *, steps: int = 36) -> list[Point]:
    """Give the corners of a circle as a polygon."""
    turn = math.tau / steps
    return [(middle[0] + radius * math.cos(step * turn), middle[1] + radius * math.sin(step * turn)) for step in range(steps)]


def scatter(count: int, salt: int) -> Iterator[tuple[float, float, float]]:
    """Yield evenly strewn triples in 0..1, the same ones every time: how nature looks irregular here without chance."""
    root = 1.2207440846057596  # the three-dimensional golden ratio
    for index in range(1 + salt * 97, 1 + salt * 97 + count):
        first, second, third = (math.modf(index / root**power)[0] for power in (1, 2, 3))
        yield first, second, third


def halo(
    piece: Image.Image, colour: Rgb, *, grow: int, blur: float, strength: float = 1.0, shift: tuple[int, int] = (0, 0)
) -> Image.Image:
    """Put a glow or a shadow behind a large piece: its outline grown, blurred and shifted, all in drawing pixels."""
    shape = piece.getchannel("A")
    if grow:
        spread = shape.filter(ImageFilter.GaussianBlur(grow * 0.8))
        shape = spread.point([min(255, level * 9) for level in range(256)])
    if blur:
        shape = shape.filter(ImageFilter.GaussianBlur(blur))
    shape = shape.point([round(level * strength) for level in range(256)])
    behind = Image.new("RGBA", piece.size, (*colour, 0))
    behind.paste(Image.new("RGBA", piece.size, (*colour, 255)), shift, shape)
    behind.alpha_composite(piece)
    return behind


def faded(piece: Image.Image, share: float) -> Image.Image:
    """Make a piece more transparent; `share` 0..1 of its opacity is left."""
    paler = piece.copy()
    paler.putalpha(piece.getchannel("A").point([round(level * share) for level in range(256)]))
    return paler


@cache
def die_face(size: int, pips: int | None) -> Image.Image:
    """Draw a die of a size in px: 1..6 as pips, 0 as a blank face, None as not rolled yet."""
    canvas = Canvas(size + 8, size + 8)
    canvas.rounded((5, 6, size + 5, size + 7), size * 0.2, (20, 30, 40, 110))
    canvas.rounded((3, 3, size + 3, size + 3), size * 0.2, (222, 214, 196))
    canvas.rounded((3, 3, size + 3, size + 1), size * 0.2, (255, 252, 243))
    canvas.rounded((3, 3, size + 3, size + 3), size * 0.2, outline=(120, 108, 88), width=1.2)
    near, middle, far = (3 + size * share for share in (0.25, 0.5, 0.75))
    spots: dict[int, list[Point]] = {
        1: [(middle, middle)],
        2: [(near, near), (far, far)],
        3: [(near, near), (middle, middle), (far, far)],
        4: [(near, near), (far, near), (near, far), (far, far)],
        5: [(near, near), (far, near), (middle, middle), (near, far), (far, far)],
        6: [(x, y) for x in (near, far) for y in (near, middle, far)],
    }
    if pips is None:
        canvas.text((middle, middle), "?", round(size * 0.55), (196, 186, 164))
    radius = size * 0.095
    for x, y in spots.get(pips or 0, []):
        canvas.ellipse((x - radius, y - radius, x + radius, y + radius), INK)
    return canvas.image()


def fitting(text: str, room: int, size: int, *, bold: bool = True) -> tuple[str, int]:
    """Find the size, not under SMALLEST, in which a text fits into some px, and the text, cut where even that is too wide."""
    shorter = text[: room // 3]  # no letter is narrower than 3 px, and measuring a long text takes long
    if shorter == text:
        for smaller in range(size, SMALLEST - 1, -1):
            if font(smaller, bold=bold).getlength(text) <= room:
                return text, smaller
    while shorter and font(SMALLEST, bold=bold).getlength(shorter + "…") > room:
        shorter = shorter[:-1].rstrip()
    return shorter + "…", SMALLEST


def write(image: Image.Image, at: Point, text: str, size: int, fill: Rgb = INK, *, anchor: str = "mm", bold: bool = True) -> None:
    """Write text on a finished picture."""
    ImageDraw.Draw(image).text(at, text, fill=fill, font=font(size, bold=bold), anchor=anchor)
