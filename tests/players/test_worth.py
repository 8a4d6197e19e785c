"""What fleets are worth: the exact solo values of the rules (section 7.2), the shipped table, and its file."""

import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.errors import Fault
from bot.players.controcorrente import table, worth
from bot.players.controcorrente.fleets import FLEETS, Fleet, contrary, drifted, fair, sailed, wave_of
from bot.players.controcorrente.table import DISTANCES, HOSTILITY, phases
from bot.players.controcorrente.worth import Worths, worths


@pytest.fixture(scope="module")
def solo() -> Worths:
    """The values of a fleet alone on the river of the standard setup."""
    return worths(3, 0.0)


@pytest.fixture
def fresh() -> Iterator[None]:
    """Read the file anew, in the test and after it."""
    for remembered in (table._numbers, phases):
        remembered.cache_clear()
    yield
    for remembered in (table._numbers, phases):
        remembered.cache_clear()


@pytest.mark.parametrize(
    ("fleet", "bollard", "expected"),
    [
        ((3,), 12, 11.9305531578),
        ((3, 3), 12, 22.4327077),
        ((3, 3, 3), 12, 24.6466741),
        ((3, 3, 3), 9, 18.1235493),
        ((3, 3, 3), 6, 11.6007599),
        ((3, 3, 3), 3, 5.0809307),
    ],
)
def test_solo_values(solo: Worths, fleet: Fleet, bollard: int, expected: float) -> None:
    assert solo[1][fleet][bollard] == pytest.approx(expected, abs=6e-8)


def test_a_lone_boat_docks_with_the_chance_of_the_rules(solo: Worths) -> None:
    assert solo[1][(3,)][1] == pytest.approx(0.9942127631, abs=1e-9)


@pytest.mark.parametrize(("distance", "bend"), [(3, 0.06), (8, 0.12)])
def test_the_shipped_table_is_what_the_generator_makes(distance: int, bend: float) -> None:
    made = worths(distance, HOSTILITY)
    for sand, phase in phases(distance).items():
        for fleet in FLEETS[1:]:
            full, loss = phase[fleet]
            for bollard in range(len(fleet), 13):
                exact = bollard in (12, len(fleet))
                assert full - loss * (12 - bollard) == pytest.approx(made[sand][fleet][bollard], abs=0.0006 if exact else bend)


def test_hostility_costs_only_fleets_that_can_be_hit() -> None:
    calm, hostile = worths(3, 0.0, tolerance=1e-4), worths(3, 0.5, tolerance=1e-4)
    assert hostile[1][(3,)] == pytest.approx(calm[1][(3,)])
    assert hostile[1][(3, 3, 3)][12] < calm[1][(3, 3, 3)][12] - 5


def test_every_distance_is_there_and_the_empty_fleet_is_worth_nothing() -> None:
    for distance in DISTANCES:
        phase = phases(distance)
        assert list(phase) == list(range(1, 11))
        assert all(set(found) == set(FLEETS) and found[()] == (0.0, 0.0) for found in phase.values())


@pytest.mark.usefixtures("fresh")
def test_a_cut_file_is_a_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    short = tmp_path / "worth.bin"
    short.write_bytes(zlib.compress(b"\0\0"))
    monkeypatch.setattr(table, "PATH", short)
    with pytest.raises(Fault, match=r"worth.bin holds 1 numbers"):
        phases(3)


def test_the_generator_writes_what_the_table_reads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def read_back(distance: int, hostility: float) -> Worths:
        assert hostility == HOSTILITY
        return {
            sand: {fleet: [full - loss * (12 - bollard) for bollard in range(13)] for fleet, (full, loss) in phase.items()}
            for sand, phase in phases(distance).items()
        }

    monkeypatch.setattr(worth, "PATH", tmp_path / "written.bin")
    monkeypatch.setattr(worth, "worths", read_back)
    worth.main()
    written = (tmp_path / "written.bin").read_bytes()
    assert zlib.decompress(written) == zlib.decompress(table.PATH.read_bytes())
    assert capsys.readouterr().out == f"written.bin: {len(written)} bytes\n"


def test_moves_of_a_fleet() -> None:
    """Examples 8, 16 and 21 of the rules' section 7, from a fleet's point of view."""
    assert [tuple(end) for end in sailed((2, 6, 8), 3, 6, 9)] == [(2, (5, 6, 8), False), (6, (2, 8), True), (8, (2, 6), True)]
    assert [tuple(end) for end in fair((3, 6), 5, 8)] == [(3, (5, 6))]
    assert [tuple(end) for end in contrary((2, 7, 9))] == [(7, (2, 2, 9)), (9, (2, 7, 7))]
    assert contrary((4, 4, 4)) == fair((4, 4, 4), 5, 8) == ()
    assert drifted((1, 1, 6)) == (5,)
    assert [wave_of(sand, 3) for sand in (1, 7, 8)] == [4, 10, 1]
