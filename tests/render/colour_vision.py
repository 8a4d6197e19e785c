"""How colours look to colour-blind eyes, and how far apart two colours are.

Owns the simulation (Machado, Oliveira and Fernandes 2009, full severity, on linear RGB) and CIELAB distances. Refuses to know the
bot's palettes.
"""

import math
from typing import Final

Triple = tuple[float, float, float]

VISION: Final[dict[str, tuple[Triple, Triple, Triple]]] = {
    "plain": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
_TO_XYZ: Final[tuple[Triple, Triple, Triple]] = (
    (0.4124 / 0.9505, 0.3576 / 0.9505, 0.1805 / 0.9505),
    (0.2126, 0.7152, 0.0722),
    (0.0193 / 1.089, 0.1192 / 1.089, 0.9505 / 1.089),
)


def _times(matrix: tuple[Triple, Triple, Triple], colour: Triple) -> Triple:
    first, second, third = (sum(a * b for a, b in zip(row, colour, strict=True)) for row in matrix)
    return first, second, third


def _linear(part: int) -> float:
    share = part / 255
    return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4


def _lab(linear: Triple) -> Triple:
    x, y, z = (part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in _times(_TO_XYZ, linear))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def seen(colour: tuple[int, int, int], vision: str) -> Triple:
    """See a colour with a kind of eyes, as CIELAB."""
    red, green, blue = (
        min(1.0, max(0.0, part)) for part in _times(VISION[vision], (_linear(colour[0]), _linear(colour[1]), _linear(colour[2])))
    )
    return _lab((red, green, blue))


def distance(first: tuple[int, int, int], second: tuple[int, int, int], vision: str) -> float:
    """Measure how different two colours look: about 2 is just noticeable, 20 cannot be confused."""
    pairs = zip(seen(first, vision), seen(second, vision), strict=True)
    return math.sqrt(sum((a - b) ** 2 for a, b in pairs))
