"""The race log (rules, section 12)."""

from bot.engine.games.hippo import events
from bot.engine.games.hippo.events import Roll
from bot.engine.games.hippo.log import log, roll
from tests.engine.hippo.races import HOLD, B, Dice, G, R, Y, answer, gate, race, team


def test_the_rules_own_lines() -> None:
    attack, defence = Roll(Y, 4, 1, "v2", 0, 7), Roll(B, 5, 0, None, 0, 5)
    begun = events.PhaseBegan(3, "S1", (R, G, B, Y))
    assert log([begun, events.Attempted("S1", attack, defence, "pass", (G, Y, B, R))]) == [
        "L3.S1 Y>B v 4+1+2+0=7 b 5+0+0+0=5 PASS ord=GYBR"
    ]
    lock = [
        events.PhaseBegan(4, "C1", (R, B, Y, G)),
        events.Attempted("C1", Roll(R, 4, 0, None, -1, 3), Roll(B, 2, 2, None, -1, 3), "lock", (G, Y, B, R)),
        events.Unlocked(Roll(R, 5, 1, None, -1, 5), Roll(B, 1, 2, None, -1, 2), (B,)),
        events.Saved("r", "lock", Roll(B, 2, 1, None, -1, 2), 4, R, passed=False),
        events.Wrecked((B,), "lock", (G, Y, R), ((),)),
        events.Saved("t", "debris", Roll(R, 3, 1, "t1", -1, 5), 5, B, passed=True),
    ]
    assert log(lock) == [
        "L4.C1 R>B a 4+0+0-1=3 t 2+2+0-1=3 LOCK u R 5+1+0-1=5 B 1+2+0-1=2 "
        "; B save r 2+1+0-1=2/4 WRECK ; R save t 3+1+2-1=5/5 OK ord=GYR"
    ]
    assert roll(Roll(R, 1, -2, None, -3, -4)) == "1-2+0-3=-4"


def test_a_whole_start() -> None:
    state, happened = answer(team(), {"R": "keep u1", "B": "keep c2", "Y": "keep", "G": "keep"}, Dice())
    more, other = answer(state, {"R": "rumour u1>G"}, Dice())
    assert log([*happened, *other]) == [
        "T R keep u1 v+0 b+0 a+0 t+0 r+0 e+0",
        "T B keep c2 v+0 b+0 a+0 t+1 r+0 e+0",
        "T Y keep - v+0 b+0 a+0 t+0 r+0 e+0",
        "T G keep - v+0 b+0 a+0 t+0 r+0 e+0",
        "U R u1>G",
        "B " + " ".join(f"{letter}{box}" for letter, box in zip("RBYG", more.boxes, strict=True)),
    ]


def test_the_gate() -> None:
    _, happened = answer(
        gate(), {"R": "start sprint", "B": "start sprint", "Y": "start safe", "G": "start safe"}, Dice([1, 2, 6, 1, 1, 2, 3, 4])
    )
    assert log(happened)[:8] == [
        "G R sprint B sprint Y safe G safe",
        "G R box 1 1+3+0+0=4",
        "G B box 2 2+2+0+0=4",
        "G RB collide 4",
        "G R save r 6+0+0+0=6/1 OK ; B save r 1+0+0+0=1/2 WRECK",
        "G Y box 3 safe 3",
        "G G box 4 safe 4",
        "G ord=RGY",
    ]
    _, happened = answer(gate(rumours="u4:B"), dict.fromkeys("RBYG", "start sprint"), Dice([1, 2, 3, 4, *[1, 2] * 4]))
    assert log(happened)[-1] == "G restart u4:B"
    _, happened = answer(
        gate(), {"R": "start safe", "B": "start sprint", "Y": "start sprint", "G": "start sprint"}, Dice([1, 2, 3, *[1, 2] * 3])
    )
    assert log(happened)[-3:] == ["G R box 1 safe -", "G ord=R", "F win=R1000"]


def test_nobody() -> None:
    _, happened = answer(gate(), dict.fromkeys("RBYG", "start sprint"), Dice([1, 2, 3, 4, *[1, 2] * 4]))
    assert log(happened)[-2:] == ["G ord=-", "F win=-"]


def test_a_lap() -> None:
    state = race("L3.E", "RB", hands="R:v1,v2,v3,t1,t2,t3;B:a1,a2,a3,b1,b2,b3", sums="R:0,0,0,0,0,1")
    _, happened = answer(state, {"R": f"lap {HOLD} drop:t1", "B": f"lap {HOLD}"}, Dice())
    assert log(happened) == ["L3.E B drop b1 auto", "L3.E R drop t1", "L4.E fatigue R+0 B-1", "L4.E hn=R7B7 ev=14/2"]


def test_what_only_some_may_learn_is_left_out() -> None:
    assert log([events.Dealt(R, ("c1",), audience=frozenset({R})), events.Left(R)]) == []
