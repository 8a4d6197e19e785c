"""Chance: known values, rejection, numbering, replay."""

import hashlib
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine import chance as chance_module
from bot.engine.chance import (
    NoChance,
    Replay,
    Scripted,
    Seeded,
    commitment,
    counts,
    derive,
    parse_seed,
    pick,
    roll,
    shuffle,
    verify,
)
from bot.engine.records import Draw
from bot.errors import Refusal, ReplayDiverged

SEED = bytes.fromhex("00112233445566778899aabbccddeeff")
# From OpenSSL: printf 'die|0|0' | openssl dgst -sha256 -mac HMAC -macopt hexkey:<SEED>, the first 16 digits modulo 6, and so on.
KNOWN_DICE = [1, 1, 1, 4, 1, 1, 2, 4]
KNOWN_RAW = 7411904457084924169


def plain_hmac(key: bytes, message: bytes) -> bytes:
    """HMAC-SHA256 from its definition: a key of at most 64 bytes, inner and outer pad."""
    padded = key.ljust(64, b"\0")
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in padded) + message).digest()
    return hashlib.sha256(bytes(byte ^ 0x5C for byte in padded) + inner).digest()


def test_known_values() -> None:
    assert [derive(SEED, "die", n, 6) for n in range(8)] == KNOWN_DICE
    assert [int.from_bytes(plain_hmac(SEED, f"die|{n}|0".encode())[:8], "big") % 6 for n in range(8)] == KNOWN_DICE
    assert derive(SEED, "die", 0, 2**64) == KNOWN_RAW


def test_values_beyond_the_last_whole_block_are_rejected() -> None:
    bound = 2**63 + 1  # the last whole block ends here, so nearly half of all values are rejected
    tried = []
    for n in range(40):
        attempt = 0
        while (value := int.from_bytes(plain_hmac(SEED, f"deep|{n}|{attempt}".encode())[:8], "big")) >= bound:
            attempt += 1
        tried.append(attempt)
        assert derive(SEED, "deep", n, bound) == value
    assert max(tried) > 1


@pytest.mark.parametrize("bound", [0, -1, 2**64 + 1])
def test_impossible_bounds(bound: int) -> None:
    with pytest.raises(ValueError, match="bound"):
        derive(SEED, "die", 0, bound)


def test_draws_are_numbered_by_label_and_recorded() -> None:
    source = Seeded(SEED)
    values = [source.draw("a", 10), source.draw("b", 10), source.draw("a", 10)]
    assert [(draw.label, draw.n, draw.bound) for draw in source.draws] == [("a", 0, 10), ("b", 0, 10), ("a", 1, 10)]
    assert [draw.value for draw in source.draws] == values
    assert source.counts == {"a": 2, "b": 1} == counts(source.draws)
    assert verify(SEED, source.draws) is None


def test_counts_survive_an_undo() -> None:
    first = Seeded(SEED)
    before = [first.draw("die", 6) for _ in range(5)]
    after_undo = Seeded(SEED, counts(first.draws))
    fresh = [after_undo.draw("die", 6) for _ in range(5)]
    assert [draw.n for draw in after_undo.draws] == [5, 6, 7, 8, 9]
    assert fresh == [derive(SEED, "die", n, 6) for n in range(5, 10)]
    assert before != fresh
    assert verify(SEED, [*first.draws, *after_undo.draws]) is None


def test_given_counts_are_not_changed() -> None:
    given_counts = {"die": 3}
    Seeded(SEED, given_counts).draw("die", 6)
    assert given_counts == {"die": 3}


def test_verify_finds_the_first_false_draw() -> None:
    source = Seeded(SEED)
    for _ in range(6):
        source.draw("die", 6)
    draws = source.draws
    forged = draws[3].model_copy(update={"value": (draws[3].value + 1) % 6})
    assert verify(SEED, [*draws[:3], forged, *draws[4:]]) == forged
    assert verify(SEED, [*draws[:2], *draws[3:]]) == draws[3], "a draw left out, as by rolling again, is found"
    assert verify(b"another", draws) is not None


def test_commitment_is_the_seeds_sha256() -> None:
    assert commitment(b"abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


@pytest.mark.parametrize(("text", "seed"), [("00", b"\0"), ("aBcD", b"\xab\xcd"), ("ff" * 32, b"\xff" * 32)])
def test_seeds_are_read(text: str, seed: bytes) -> None:
    assert parse_seed(text) == seed


@pytest.mark.parametrize("text", ["", "0", "xy", "ff" * 33, "00 11", " 00", "٠٠", "0x00", "-1"])
def test_other_seeds_are_refused(text: str) -> None:
    with pytest.raises(Refusal) as refused:
        parse_seed(text)
    assert refused.value.code == "engine.bad_seed"


def test_scripted_values() -> None:
    source = Scripted([5, 0], {"die": 7})
    with pytest.raises(Refusal) as left:
        source.done()
    assert (left.value.code, left.value.params) == ("engine.draws_left", {"n": 2})
    assert [source.draw("die", 6), source.draw("card", 1)] == [5, 0]
    assert [(draw.label, draw.n) for draw in source.draws] == [("die", 7), ("card", 0)]
    source.done()
    with pytest.raises(Refusal) as missing:
        source.draw("die", 6)
    assert missing.value.code == "engine.draws_missing"


@pytest.mark.parametrize("value", [6, -1])
def test_scripted_values_out_of_bounds(value: int) -> None:
    with pytest.raises(Refusal) as refused:
        Scripted([value]).draw("die", 6)
    assert refused.value.code == "engine.draw_out_of_bounds"


def test_no_chance_refuses() -> None:
    with pytest.raises(Refusal) as refused:
        NoChance().draw("die", 6)
    assert refused.value.code == "engine.needs_chance"


def test_replay_gives_the_record_back() -> None:
    source = Seeded(SEED)
    values = [source.draw("die", 6), source.draw("card", 30)]
    again = Replay(source.draws)
    assert [again.draw("die", 6), again.draw("card", 30)] == values
    again.done()
    with pytest.raises(ReplayDiverged, match="no draw is left"):
        again.draw("die", 6)


@pytest.mark.parametrize(("label", "bound"), [("card", 6), ("die", 7)])
def test_replay_refuses_another_question(label: str, bound: int) -> None:
    with pytest.raises(ReplayDiverged, match="the game asks"):
        Replay([Draw(label="die", n=0, bound=6, value=1)]).draw(label, bound)


def test_replay_refuses_impossible_values_and_leftovers() -> None:
    with pytest.raises(ReplayDiverged, match="not below"):
        Replay([Draw(label="die", n=0, bound=6, value=6)]).draw("die", 6)
    with pytest.raises(ReplayDiverged, match="not asked for"):
        Replay([Draw(label="die", n=0, bound=6, value=5)]).done()


def test_rolls_and_picks() -> None:
    assert roll(Scripted([5]), "die", 6) == 6
    assert pick(Scripted([1]), "card", "abc") == "b"
    with pytest.raises(ValueError, match="nothing"):
        pick(Scripted([]), "card", [])


def test_a_shuffle_exchanges_from_the_end() -> None:
    source = Scripted([0, 1, 0])
    assert shuffle(source, "deck", "abcd") == ("c", "d", "b", "a")
    assert [draw.bound for draw in source.draws] == [4, 3, 2]
    assert shuffle(NoChance(), "deck", ()) == ()
    assert shuffle(NoChance(), "deck", "a") == ("a",)


def test_every_order_comes_from_exactly_one_script() -> None:
    orders = Counter(shuffle(Scripted([a, b, c]), "deck", "abcd") for a in range(4) for b in range(3) for c in range(2))
    assert len(orders) == 24
    assert set(orders.values()) == {1}


@given(st.binary(min_size=1, max_size=32), st.text(max_size=8), st.integers(1, 2**64), st.integers(0, 1000))
def test_every_value_lies_below_its_bound(seed: bytes, label: str, bound: int, n: int) -> None:
    value = derive(seed, label, n, bound)
    assert 0 <= value < bound
    assert value == derive(seed, label, n, bound)


def test_dice_are_fair() -> None:
    rolls = Counter(derive(SEED, "fair", n, 6) for n in range(6000))
    assert all(880 < times < 1120 for times in rolls.values()), rolls  # four standard deviations are 115


def test_the_module_needs_no_generator_of_the_system() -> None:
    assert not {"random", "secrets", "os", "time"} & set(vars(chance_module))
