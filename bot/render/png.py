"""Pictures as PNG files: a palette made once, the pixels mapped to it, the size kept in bounds.

Owns bytes and their limit. Refuses to know what is drawn. A palette is made from specimens (a full board, every piece) rather
than from each picture: it is quicker, and the same view gives the same bytes.
"""

from collections.abc import Sequence
from io import BytesIO

from PIL import Image

from bot.errors import RenderFault
from bot.render.base import PICTURE_BYTES, PICTURE_WIDTH
from bot.render.theme import Rgb

_COLOURS = 128  # fewer make smaller files; more show no difference on these flat grounds
_EFFORTS = (5, 9)  # of compression: a few milliseconds, and ten times as many for a twentieth less


def palette_of(specimens: Sequence[Image.Image], exact: Sequence[Rgb] = ()) -> Image.Image:
    """Choose the colours for pictures made of what the specimens show; `exact` ones are among them."""
    height = max(specimen.height for specimen in specimens)
    sheet = Image.new("RGB", (sum(specimen.width for specimen in specimens), height), specimens[0].getpixel((0, 0)))
    left = 0
    for specimen in specimens:
        sheet.paste(specimen, (left, 0))
        left += specimen.width
    half = (sheet.width // 2, sheet.height // 2)  # shows the same colours, in a quarter of the time
    chosen = sheet.resize(half, Image.Resampling.NEAREST).quantize(
        _COLOURS - len(exact), method=Image.Quantize.MEDIANCUT, kmeans=2
    )
    colours = (chosen.getpalette() or [])[: 3 * (_COLOURS - len(exact))]
    colours += [part for colour in exact for part in colour]
    palette = Image.new("P", (1, 1))
    palette.putpalette(colours)
    return palette


def encode(picture: Image.Image, palette: Image.Image) -> bytes:
    """Write a picture as PNG in a palette's colours; raises RenderFault when it has the wrong width or too many bytes."""
    if picture.width != PICTURE_WIDTH:
        raise RenderFault(f"a picture is {PICTURE_WIDTH} px wide, this one {picture.width}")
    mapped = picture.quantize(palette=palette, dither=Image.Dither.NONE)
    for effort in _EFFORTS:
        file = BytesIO()
        mapped.save(file, "PNG", compress_level=effort)
        if file.tell() <= PICTURE_BYTES:
            return file.getvalue()
    raise RenderFault(f"a picture has at most {PICTURE_BYTES} bytes, this one {file.tell()}")
