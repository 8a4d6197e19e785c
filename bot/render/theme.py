"""Colours and shapes that tell seats apart, and the house's inks.

Owns the four palettes and the shape of each colour's emblem. Refuses to know games and seats: a game says which of the four
colours a seat has. In every palette the four are told apart by hue and lightness, under the colour vision it is made for; the
shape and the seat's letter say the same again.
"""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from bot.render.base import PaletteName

Rgb: TypeAlias = tuple[int, int, int]
ColourName = Literal["red", "blue", "yellow", "green"]
Shape = Literal["triangle", "square", "circle", "diamond"]

COLOURS: Final[tuple[ColourName, ...]] = ("red", "blue", "yellow", "green")
SHAPES: Final[dict[ColourName, Shape]] = {"red": "triangle", "blue": "square", "yellow": "circle", "green": "diamond"}

INK: Final[Rgb] = (38, 43, 54)
SOFT_INK: Final[Rgb] = (98, 92, 82)
PAPER: Final[Rgb] = (250, 243, 224)
PAPER_SHADE: Final[Rgb] = (228, 214, 180)
GOLD: Final[Rgb] = (255, 205, 66)
GOLD_DARK: Final[Rgb] = (176, 118, 16)
WHITE: Final[Rgb] = (255, 255, 255)


@dataclass(frozen=True, slots=True)
class Paint:
    """One seat's look: the fill, a darker shade of it, the ink that reads well on the fill, the emblem's shape."""

    fill: Rgb
    dark: Rgb
    ink: Rgb
    shape: Shape


_FILLS: Final[dict[PaletteName, dict[ColourName, Rgb]]] = {
    "plain": {"red": (204, 47, 43), "blue": (36, 66, 154), "yellow": (248, 192, 42), "green": (56, 168, 95)},
    "deuteranopia": {"red": (200, 50, 31), "blue": (35, 71, 158), "yellow": (255, 203, 46), "green": (127, 209, 185)},
    "protanopia": {"red": (206, 64, 12), "blue": (35, 71, 158), "yellow": (255, 210, 58), "green": (116, 205, 176)},
    "tritanopia": {"red": (196, 32, 58), "blue": (36, 62, 143), "yellow": (255, 185, 166), "green": (79, 192, 141)},
}


def mix(first: Rgb, second: Rgb, share: float) -> Rgb:
    """Blend two colours; `share` 0..1 of the second."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(first, second, strict=True))
    return red, green, blue


def luminance(colour: Rgb) -> float:
    """Measure relative luminance, 0..1 (WCAG)."""
    linear = [part / 3294.6 if part <= 10 else ((part / 255 + 0.055) / 1.055) ** 2.4 for part in colour]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def paint(palette: PaletteName, colour: ColourName) -> Paint:
    """Give the look of a colour in a palette."""
    fill = _FILLS[palette][colour]
    return Paint(
        fill=fill,
        dark=mix(fill, (20, 18, 34), 0.55),
        ink=WHITE if luminance(fill) < 0.2 else INK,
        shape=SHAPES[colour],
    )
