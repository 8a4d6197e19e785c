"""Golden files: texts kept beside their tests and read by people.

Owns comparing them line by line. To write them anew after a wanted change: TAVOLIERE_REGOLD=1 pytest <the tests>, then read the
difference.
"""

import os
from pathlib import Path

REGOLD = os.environ.get("TAVOLIERE_REGOLD") == "1"


def compare(path: Path, text: str) -> None:
    """Compare a text with its golden file, naming the first line that differs."""
    if REGOLD:
        path.write_text(text, encoding="utf-8")
    assert path.is_file(), f"no golden file: run with TAVOLIERE_REGOLD=1 and read {path.name}"
    golden = path.read_text(encoding="utf-8").splitlines()
    for number, (written, kept) in enumerate(zip(text.splitlines(), golden, strict=False), 1):
        assert written == kept, f"{path.name}, line {number}"
    assert len(text.splitlines()) == len(golden), path.name
