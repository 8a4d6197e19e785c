"""The README's pictures show what the bot draws today."""

from io import BytesIO

import pytest
from PIL import Image, ImageChops, ImageStat

from bot.render.base import PICTURE_BYTES, PICTURE_WIDTH
from tests.render.gallery import FOLDER, pictures


@pytest.mark.parametrize("name", sorted(pictures()))
def test_a_picture_is_up_to_date(name: str) -> None:
    kept = (FOLDER / name).read_bytes()
    assert len(kept) <= PICTURE_BYTES
    shown = Image.open(BytesIO(kept)).convert("RGB")
    drawn = Image.open(BytesIO(pictures()[name])).convert("RGB")
    assert shown.size == drawn.size
    assert shown.width == PICTURE_WIDTH
    # Another Pillow may choose other shades; another board differs by far more.
    assert max(ImageStat.Stat(ImageChops.difference(shown, drawn)).mean) < 2


def test_no_picture_is_left_over() -> None:
    assert {file.name for file in FOLDER.iterdir()} == set(pictures())
