"""Golden transcripts: one per game and number of seats, kept in `golden/` and read by people."""

import os
from pathlib import Path

import pytest

from bot.engine.core import AnyGame
from bot.engine.registry import games
from tests.engine.toy import TOY, ToyOptions
from tests.engine.transcript import Scribe

GOLDEN = Path(__file__).parent / "golden"
REGOLD = os.environ.get("TAVOLIERE_REGOLD") == "1"
CASES = [(key, game, seats) for key, game in games().items() for seats in game.info.seats]


@pytest.mark.parametrize(("key", "game", "seats"), CASES, ids=[f"{key}-{seats}" for key, _, seats in CASES])
def test_transcript(key: str, game: AnyGame, seats: int) -> None:
    path = GOLDEN / f"{key}-{seats}.txt"
    text = Scribe(game, game.options(), seats, bytes([seats])).write()
    if REGOLD:
        path.write_text(text, encoding="utf-8")
    assert path.is_file(), f"no transcript: run with TAVOLIERE_REGOLD=1 and read {path.name}"
    golden = path.read_text(encoding="utf-8").splitlines()
    for number, (written, kept) in enumerate(zip(text.splitlines(), golden, strict=False), 1):
        assert written == kept, f"{path.name}, line {number}"
    assert len(text.splitlines()) == len(golden)


def test_no_transcript_is_left_over() -> None:
    assert {path.name for path in GOLDEN.iterdir()} == {f"{key}-{seats}.txt" for key, _, seats in CASES}


def test_a_transcript_tells_who_sees_and_learns_what() -> None:
    text = Scribe(TOY, ToyOptions(), 2, b"\x01").write()
    assert "a spectator sees heap 6, secrets ( )" in text
    assert "(told to X)" in text
    assert "take …: toy.take" in text
    assert "this cannot be taken back" in text
