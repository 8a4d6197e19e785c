"""Replay: folding records, taking back, the portable match file and what tampering is found."""

from collections.abc import Callable
from typing import Any

import pytest
from pydantic import ValidationError

from bot.engine.chance import Seeded, commitment
from bot.engine.core import Seat
from bot.engine.games.controcorrente import GAME, events
from bot.engine.records import Draw, Played, Resigned, Started, Strict, TookBack
from bot.engine.replay import (
    Frame,
    MatchFile,
    advance,
    begin,
    check,
    engine_records,
    fold,
    read_options,
    refold,
    result_of,
)
from bot.errors import Refusal, ReplayDiverged
from tests.engine.river import STANDARD
from tests.engine.toy import TOY

SEED = b"\x07" * 32


class Offered(Strict):
    """A record the engine does not know."""

    kind: str = "offered"


def played(frames: list[Frame], text: str, counts: dict[str, int]) -> Played:
    """Make the record of an action of the seat to move, drawing from the seed."""
    state = frames[-1].state
    chance = Seeded(SEED, counts)
    GAME.apply(state, state.to_move, GAME.parse(state, state.to_move, text), chance)
    counts.update(chance.counts)
    return Played(seat=state.to_move, action=text, draws=tuple(chance.draws))


def whole_match(seats: int = 2) -> list[Frame]:
    """Play a match, always the first action."""
    frames, counts = [begin(GAME, STANDARD, seats, Started())], dict[str, int]()
    while frames[-1].state.to_move is not None:
        state = frames[-1].state
        text = GAME.choices(state, state.to_move, "")[0].text
        frames.append(advance(GAME, frames, played(frames, text, counts)))
    return frames


def file_of(frames: list[Frame], **changes: Any) -> MatchFile:
    """Make a match file."""
    whole = {
        "game": "controcorrente",
        "rules_version": 1,
        "options": {},
        "seats": ("human", "bot:steady"),
        "seed": SEED.hex(),
        "commitment": commitment(SEED),
        "records": [frame.record.model_dump() for frame in frames],
        "result": result_of(GAME.outcome(frames[-1].state)),
    }
    return MatchFile.model_validate(whole | changes)


def test_a_match_folds_into_its_frames() -> None:
    frames = whole_match()
    again = fold(GAME, STANDARD, 2, [frame.record for frame in frames])
    assert again == frames
    assert [frame.seq for frame in frames] == list(range(1, len(frames) + 1))
    assert frames[0].events == ()
    assert not frames[0].reveals
    assert isinstance(frames[1].events[0], events.Rolled)
    assert frames[1].reveals
    assert not frames[2].reveals


def test_taking_back_keeps_the_record_and_restores_the_state() -> None:
    frames, counts = [begin(GAME, STANDARD, 2, Started())], dict[str, int]()
    frames.append(advance(GAME, frames, played(frames, "R", counts)))
    frames.append(advance(GAME, frames, played(frames, GAME.choices(frames[-1].state, Seat(0), "")[0].text, counts)))
    frames.append(advance(GAME, frames, TookBack(seat=0, to=1)))
    assert frames[3] == Frame(4, TookBack(seat=0, to=1), frames[0].state, (), reveals=False)
    frames.append(advance(GAME, frames, played(frames, "R", counts)))
    assert isinstance(frames[4].record, Played)
    assert [draw.n for draw in frames[4].record.draws] == [1], "an undone roll keeps its number: the next one is another"
    assert fold(GAME, STANDARD, 2, [frame.record for frame in frames]) == frames
    check(file_of(frames))


@pytest.mark.parametrize("to", [2, 3])
def test_taking_back_goes_back(to: int) -> None:
    with pytest.raises(ReplayDiverged) as found:
        fold(GAME, STANDARD, 2, [Started(), TookBack(seat=0, to=to)])
    assert found.value.version == 2


def test_other_records_leave_the_state_alone() -> None:
    frames = fold(GAME, STANDARD, 2, [Started(), Offered(), Resigned(seat=1), Offered(), TookBack(seat=0, to=2)])
    assert [GAME.dump(frame.state) for frame in frames] == ["1;A;S1W4;A3,3,3;B3,3,3;-"] * 2 + [
        "1;A;S1W4;A3,3,3;Bx,x,x!;-"
    ] * 2 + ["1;A;S1W4;A3,3,3;B3,3,3;-"]
    assert (frames[1].events, frames[1].reveals) == ((), False)
    kept = engine_records([frame.record for frame in frames])
    assert kept == (Started(), Resigned(seat=1), TookBack(seat=0, to=1))
    assert fold(GAME, STANDARD, 2, kept)[-1].state == frames[-1].state


def test_the_tables_and_the_bots_draws_are_not_the_games() -> None:
    seating = Draw(label="table.seats", n=0, bound=2, value=1)
    thought = Draw(label="bot", n=0, bound=2**32, value=77)
    rolled = Draw(label="die", n=0, bound=6, value=3)
    frames = fold(GAME, STANDARD, 2, [Started(draws=(seating,)), Played(seat=0, action="R", by="bot", draws=(thought, rolled))])
    assert frames[0].reveals
    assert frames[1].state.die == 4
    lone = fold(GAME, STANDARD, 2, [frames[0].record, frames[1].record, Played(seat=0, action="M3", by="bot", draws=(thought,))])
    assert lone[2].reveals, "a decision that drew is not taken back either"


DIE = Draw(label="die", n=0, bound=6, value=3)
ROLL = Played(seat=0, action="R", draws=(DIE,))


@pytest.mark.parametrize(
    ("records", "version", "message"),
    [
        ([], 1, "not the start"),
        ([ROLL], 1, "not the start"),
        ([Started(), Started()], 2, "again"),
        ([Started(draws=(DIE,))], 1, "not asked for"),
        ([Started(), Played(seat=0, action="R")], 2, "no draw is left"),
        ([Started(), Played(seat=0, action="R", draws=(DIE, DIE))], 2, "not asked for"),
        ([Started(), Played(seat=0, action="r", draws=(DIE,))], 2, "canonically"),
        ([Started(), Played(seat=0, action="?", draws=(DIE,))], 2, "controcorrente.parse.action"),
        ([Started(), Played(seat=1, action="R", draws=(DIE,))], 2, "engine.not_your_turn"),
        ([Started(), ROLL, Played(seat=0, action="M4")], 3, "controcorrente.illegal.no_boat_there"),
        ([Started(), Resigned(seat=1), Resigned(seat=1)], 3, "engine.already_resigned"),
    ],
)
def test_records_that_do_not_fit(records: list[Strict], version: int, message: str) -> None:
    with pytest.raises(ReplayDiverged, match=message) as found:
        fold(GAME, STANDARD, 2, records)
    assert found.value.version == version


def test_setup_that_cannot_be() -> None:
    with pytest.raises(ReplayDiverged, match=r"engine\.wrong_seats"):
        fold(GAME, STANDARD, 9, [Started()])
    with pytest.raises(ReplayDiverged, match="no draw is left"):
        fold(TOY, TOY.options(), 2, [Started()])


def test_match_files() -> None:
    frames = whole_match()
    whole = file_of(frames)
    assert MatchFile.model_validate_json(whole.model_dump_json()) == whole
    assert refold(whole) == frames
    check(whole)
    check(file_of(frames, seed=None))
    check(file_of(frames, commitment=None))
    check(file_of(frames[:7], result=None, seed=None))


def forged(frames: list[Frame], index: int, change: Callable[[dict[str, Any]], None]) -> list[dict[str, Any]]:
    """Change one record."""
    records = [frame.record.model_dump() for frame in frames]
    change(records[index])
    return records


@pytest.mark.parametrize(
    ("changes", "version", "message"),
    [
        ({"rules_version": 2}, None, "rules version 2"),
        ({"seed": "00"}, None, "committed"),
        ({"seed": "01", "commitment": None}, 2, "does not follow"),
        ({"result": None}, -1, "end with"),
        ({"result": {"places": [1, 1], "scores": [21, 21], "reason": "controcorrente.over.river_empty"}}, -1, "the file says"),
    ],
)
def test_tampering_is_found(changes: dict[str, Any], version: int | None, message: str) -> None:
    frames = whole_match()
    with pytest.raises(ReplayDiverged, match=message) as found:
        check(file_of(frames, **changes))
    assert found.value.version == (len(frames) if version == -1 else version)


@pytest.mark.parametrize(("seed", "message"), [(None, "out of turn"), (SEED.hex(), "out of turn")])
def test_draws_left_out_are_found(seed: str | None, message: str) -> None:
    frames = whole_match()

    def later(record: dict[str, Any]) -> None:
        record["draws"][0]["n"] += 1

    with pytest.raises(ReplayDiverged, match=message) as found:
        check(file_of(frames, records=forged(frames, 3, later), seed=seed))
    assert found.value.version == 4


def test_another_value_is_found_by_the_seed_alone() -> None:
    frames = whole_match()[:2]

    def other(record: dict[str, Any]) -> None:
        record["draws"][0]["value"] = (record["draws"][0]["value"] + 1) % 6

    records = forged(frames, 1, other)
    check(file_of(frames, records=records, seed=None))
    with pytest.raises(ReplayDiverged, match="does not follow") as found:
        check(file_of(frames, records=records))
    assert found.value.version == 2


def test_files_that_are_none() -> None:
    frames = whole_match()[:2]
    malformed: list[dict[str, Any]] = [
        {"seats": ["somebody"]},
        {"seats": []},
        {"format": 2},
        {"extra": 1},
        {"records": [{"kind": "offered"}]},
    ]
    for changes in malformed:
        with pytest.raises(ValidationError):
            file_of(frames, **changes)
    unusable: list[tuple[dict[str, Any], str]] = [
        ({"game": "chess"}, "engine.unknown_game"),
        ({"options": {"start": 1}}, "controcorrente.options.start"),
        ({"seed": "xx"}, "engine.bad_seed"),
    ]
    for changes, code in unusable:
        with pytest.raises(Refusal) as refused:
            check(file_of(frames, **changes))
        assert refused.value.code == code


def test_options_are_read_from_names() -> None:
    assert read_options(GAME, {"start": "4", "wave": 5}) == GAME.options(start=4, wave=5)
    with pytest.raises(Refusal) as own:
        read_options(GAME, {"start": 4})
    assert (own.value.code, own.value.params) == ("controcorrente.options.wave_on_start", {"tile": 4})
    with pytest.raises(Refusal) as strictly:
        read_options(GAME, {"start": "5"}, strict=True)
    assert strictly.value.params["option"] == "start"
    with pytest.raises(Refusal) as refused:
        read_options(GAME, {"sand": 2})
    assert refused.value.params == {"option": "sand", "reason": "Extra inputs are not permitted"}
