"""Notations of actions and positions, and what a walk over choices offers (rules, section 12)."""

from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.core import Code, Seat
from bot.engine.games.hippo.actions import LOCKS, PARTS, SAVES, Lap, Start
from bot.engine.games.hippo.game import HIPPO
from bot.engine.games.hippo.notation import allowed, meant, read_action, write_action
from bot.engine.games.hippo.position import HippoOptions, State
from bot.errors import IllegalAction, ParseError
from tests.engine.hippo.races import HOLD, LAP, PHASE, B, G, R, Y, gate, play, race, team

FULL = "R:v1,v2,t1,t2,l1,a1,b1;B:v3"


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("keep", "keep"),
        ("KEEP u1 h02 C1 h01", "keep c1 h01 h02 u1"),
        ("keep c1 c1", "keep c1"),
        ("rumour u2>Y", "rumour u2>Y"),
        ("rumour  U2 > y", "rumour u2>Y"),
        ("START Sprint", "start sprint"),
        ("start safe", "start safe"),
        ("go", "go"),
        ("lap H/+ A+@BY/- A!/+ A/- save:rt lock:lt drop:b2", "lap H/+ A+@BY/- A!/+ A/- save:rt lock:lt drop:b2"),
        ("LAP h/+ a+@yb/- a!/+ a/- LOCK:lt SAVE:tr", "lap H/+ A+@BY/- A!/+ A/- save:rt lock:lt"),
        ("lap H/+ H/- H/- H/-", "lap H/+ H/- H/- H/- save:- lock:-"),
        ("lap H/+ save: lock:tl", "lap H/+ save:- lock:tl"),
        ("lap A@RBY/-", "lap A@RBY/- save:- lock:-"),
        ("lap H/- save:art drop:v1,t2", "lap H/- save:rta lock:- drop:v1,t2"),
    ],
)
def test_actions_are_read_leniently_and_written_canonically(text: str, canonical: str) -> None:
    action = read_action(text)
    assert action is not None
    assert write_action(action) == canonical
    assert read_action(canonical) == action


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "keep x1", "keep h1", "keep v1", "rumour", "rumour u2", "rumour u7>R", "rumour u2>X", "start", "start fast",
        "start safe safe", "go now", "lap", "lap save:r", "lap H/+ save:x", "lap H/+ lock:lx", "lap H/+ drop:", "lap H/+ drop:c1",
        "lap H/+ save:r save:t", "lap H/+ save:r H/-", "lap H@B/+", "lap A@/+", "lap A@X/+", "lap A", "lap A/", "lap A+",
        "lap H/+ x:y",         "lap " + "H/+ " * 40, "hold",
    ],
)  # fmt: skip
def test_what_is_no_notation(text: str) -> None:
    assert read_action(text) is None
    with pytest.raises(ParseError) as refused:
        HIPPO.parse(gate(), R, text)
    assert refused.value.code == "hippo.parse.action"
    assert set(refused.value.near) == {"start sprint", "start safe"}


def test_near_notations_fit_the_window() -> None:
    for state, near in ((race("L1.E", "RB"), f"lap {'H/+ ' * 4}save:rta lock:lt"), (team(), "keep")):
        with pytest.raises(ParseError) as refused:
            HIPPO.parse(state, R, "nonsense")
        assert near in refused.value.near


@given(
    st.lists(st.sampled_from(sorted(PARTS)), min_size=1, max_size=4),
    st.sampled_from(SAVES),
    st.sampled_from(LOCKS),
    st.none() | st.lists(st.sampled_from(["v1", "t2", "l1"]), unique=True, min_size=1),
)
def test_every_order_is_read_back(parts: list[str], save: str, lock: str, drop: list[str] | None) -> None:
    order = Lap(tuple([PARTS[part] for part in parts]), save, lock, None if drop is None else tuple(drop))
    for text in (write_action(order), write_action(order).upper(), f"  {write_action(order)}"):
        assert read_action(text) == order


@pytest.mark.parametrize(
    ("order", "seat", "text", "canonical"),
    [
        ("RBYG", R, "A@BYG/-", "A/-"),  # everybody is nobody in particular
        ("RBYG", R, "A+@RB/+", "A+@B/+"),  # a chariot is never ahead of itself
        ("RBY", R, "A!@G/+", "H/+"),  # nobody of them runs: hold
        ("RBY", R, "A@BG/-", "A@B/-"),
        ("RB", R, "A@B/-", "A/-"),
        ("RB", R, "A/-", "A/-"),
        ("RBYG", R, "A@RBYG/-", "A/-"),
    ],
)
def test_colour_filters_mean_those_who_run(order: str, seat: Seat, text: str, canonical: str) -> None:
    state = race("L1.E", order)
    action = HIPPO.parse(state, seat, f"lap {' '.join([text] * 4)}")
    assert HIPPO.write(state, action) == f"lap {' '.join([canonical] * 4)} save:- lock:-"
    assert canonical in allowed(frozenset(state.order) - {R})
    assert meant(PARTS[canonical.casefold()], frozenset(state.order) - {R}) is PARTS[canonical.casefold()]


@pytest.mark.parametrize(
    ("text", "code", "params"),
    [
        (f"lap {HOLD} drop:v1", "drop_count", {"n": 2}),
        (f"lap {HOLD} drop:v1,v1", "drop_count", {"n": 2}),
        (f"lap {HOLD} drop:v1,t1,t2", "drop_count", {"n": 2}),
        (f"lap {HOLD} drop:v1,r1", "not_held", {"cards": (Code("r1"),)}),
        ("lap H/-", "parts", {"n": 4, "given": 1}),
        (f"lap {HOLD} H/-", "parts", {"n": 4, "given": 5}),
        ("keep", "other_window", None),
    ],
)
def test_orders_that_are_refused(text: str, code: str, params: dict[str, object] | None) -> None:
    with pytest.raises(IllegalAction) as refused:
        play(race("L2.E", "RB", hands=FULL), "R", text)
    assert refused.value.code == f"hippo.illegal.{code}"
    assert params is None or refused.value.params == params


def test_nothing_to_drop() -> None:
    with pytest.raises(IllegalAction) as refused:
        play(race("L2.E", "RB", hands=FULL), "B", f"lap {HOLD} drop:v3")
    assert (refused.value.code, refused.value.rule) == ("hippo.illegal.nothing_to_drop", "cards")


@pytest.mark.parametrize(
    "order",
    [
        Lap((PARTS["a@g/-"],) * 4, "-", "-"),
        Lap((PARTS["h/-"],) * 4, "tr", "-"),
        Lap((PARTS["h/-"],) * 4, "-", "ll"),
        Lap((PARTS["h/-"],) * 4, "-", "-", ("t1", "v1")),
    ],
)
def test_orders_put_together_in_another_form_are_refused(order: Lap) -> None:
    with pytest.raises(IllegalAction) as refused:
        HIPPO.apply(race("L2.E", "RBY", hands=FULL), R, order, None)  # type: ignore[arg-type]  # it draws nothing
    assert refused.value.code == "hippo.illegal.not_canonical"


# Choices


def walked(state: State, seat: Seat, prefix: str) -> list[str]:
    """List what may follow."""
    return [choice.text + ("" if choice.complete else "…") for choice in HIPPO.choices(state, seat, prefix)]


def test_a_lap_is_offered_field_by_field() -> None:
    state = race("L1.E", "RBY")
    assert walked(state, R, "") == walked(state, R, "lap ")
    assert walked(state, R, "") == ["lap H/…", "lap A/…", "lap A+/…", "lap A!/…", "lap A@…", "lap A+@…", "lap A!@…"]
    assert walked(state, R, "lap A+@") == ["lap A+@B/…", "lap A+@Y/…"]
    assert walked(state, R, "lap A+@B/") == ["lap A+@B/+ …", "lap A+@B/- …"]
    four = "lap A+@B/+ H/- H/- H/- "
    assert walked(state, R, four) == [f"{four}save:{kinds} …" for kinds in SAVES]
    assert walked(state, R, f"{four}save:rt ") == [f"{four}save:rt lock:{kinds}" for kinds in LOCKS]
    assert walked(state, R, f"{four}save:rt lock:l ") == []
    assert walked(race("L1.E", "RB"), R, "") == ["lap H/…", "lap A/…", "lap A+/…", "lap A!/…"]
    assert walked(race("L1.E", "RB", options=PHASE), R, "lap H/+ ") == [f"lap H/+ save:{kinds} …" for kinds in SAVES]


def test_dropping_is_offered_card_by_card() -> None:
    state = race("L2.E", "RB", hands=FULL)
    end = f"lap {HOLD} save:- lock:-"
    assert walked(state, R, end[:-6]) == [f"{end[:-1]}{kinds}{more}" for kinds in LOCKS for more in ("", " …")]
    cards = ["v1", "v2", "t1", "t2", "l1", "a1", "b1"]
    assert walked(state, R, f"{end} ") == [f"{end} drop:{card},…" for card in cards[:-1]]
    assert walked(state, R, f"{end} drop:t2,") == [f"{end} drop:t2,{card}" for card in ("l1", "a1", "b1")]
    for nowhere in ("drop:t2", "drop:r1,", "drop:,", "lock:l", "drop:v1,v2,", "save:r,"):
        assert walked(state, R, f"{end} {nowhere}") == []
    assert walked(race("L2.E", "RB", hands="R:v1,v2,t1,t2,l1,a1"), R, f"{end} ") == [f"{end} drop:{card}" for card in cards[:-1]]


@pytest.mark.parametrize(
    "prefix",
    ["l", "lap", "keep ", "lap X/", "lap H@", "lap A@B", "lap A@X/", "lap H/+", "lap H/+ x ", f"lap {HOLD} x",
     f"lap {HOLD} save:z ",     f"lap {HOLD} save:r x", f"lap {HOLD} save:r lock:q ",
     f"lap {HOLD} save:r lock:l x", f"lap {HOLD} save:r lock:l drop:x"],
)  # fmt: skip
def test_prefixes_that_lead_nowhere(prefix: str) -> None:
    assert walked(race("L1.E", "RBY"), R, prefix) == []
    assert HIPPO.choices(race("L2.E", "RBY", hands=FULL), G, "") == []


def test_keeping_is_offered_card_by_card() -> None:
    state = team()
    assert walked(state, R, "") == ["keep", "keep …"]
    assert walked(state, R, "keep ")[:4] == ["keep c1", "keep c1 …", "keep d1", "keep d1 …"]
    assert walked(state, R, "keep h03 ") == ["keep h03 u1"]
    assert walked(state, R, "keep u1 ") == []
    for nowhere in ("kee", "keep c1", "keep c2 ", "keep d1 c1 ", "keep c1 c1 ", "start "):
        assert walked(state, R, nowhere) == []
    assert len(list(HIPPO.legal(state, R))) == 2**7  # no type is dealt beyond its limit
    assert list(HIPPO.legal(gate(), R)) == [Start(sprint=True), Start(sprint=False)]


def test_legal_orders_are_too_many_and_come_one_by_one() -> None:
    state = race("L2.E", "RBYG", hands="R:v1,v2,t1,t2,l1,a1,b1")
    first = list(islice(HIPPO.legal(state, R), 500))
    assert len(set(first)) == 500
    assert {len(order.parts) for order in first if isinstance(order, Lap)} == {4}


# Positions


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (("HIPPO/1", "HIPPO/2"), "fields"),
        (("L2.E", "L2.X"), "fields"),
        ((" | ", " "), "fields"),
        (("hn=", "hx="), "fields"),
        (("ord=RBY", "ord=RBB"), "field"),
        (("ord=RBY", "ord=RBX"), "field"),
        (("ord=RBY", "ord=RB"), "runners"),
        (("out=G@G", "out=-"), "runners"),
        (("out=G@G", "out=G@L9.S1"), "field"),
        (("out=G@G", "out=G@L2.S1"), "runners"),
        (("out=G@G", "out=G@G#2"), "runners"),
        (("ord=RBY out=G@G", "ord=- out=R@G#1,B@G#1,Y@G#1,G@G#1"), "runners"),
        (("ord=RBY out=G@G", "ord=RB out=Y@G#2,G@G#1"), "runners"),
        (("ord=RBY out=G@G", "ord=RB out=Y@G#1,G@G#3"), "runners"),
        (("box=R1B2Y3G4", "box=R1B1Y3G4"), "boxes"),
        (("box=R1B2Y3G4", "box=R1B2Y3"), "field"),
        (("box=R1B2Y3G4", "box=-"), "boxes"),
        (("ru=-", "ru=u5:R>B"), "boxes"),
        (("ru=-", "ru=u9:R"), "field"),
        (("ru=-", "ru=u1:R"), "rumours"),
        (("ru=-", "ru=u1:R>R"), "rumours"),
        (("ru=-", "ru=u6:R>B"), "rumours"),
        (("ru=-", "ru=u6:R*"), "rumours"),
        (("ru=-", "ru=u6:R,u4:B"), "rumours"),
        (("ru=-", "ru=u4:R,u6:R"), "rumours"),
        (("ru=-", "ru=u1:R>B*"), "rumours"),
        (("R:0,0,0,0,0,0", "R:0,0,0,0,0"), "field"),
        (("st=R:0,0,0,0,0,0;", "st="), "field"),
        (("deck=t1", "deck=t9"), "field"),
        (("deck=t1,", "deck="), "event_cards"),
        (("hands=R:v1", "hands=R:v1,t1"), "event_cards"),
        (("hands=R:v1", "hands=R:v1,v1"), "field"),
        (("hands=R:v1;", "hands=v1;"), "field"),
        (("hands=R:v1;", "hands=R:v1;R:-;"), "field"),
        (("win=-", "win=R1000"), "end"),
        (("win=-", "win=R7000"), "field"),
        (("win=-", "win=- left=RBYG"), "end"),
        (("win=-", "win=- team=R:c1;B:-;Y:-;G:-"), "teams"),
        (("win=-", "win=- team=R:c1;B:c1;Y:-;G:-"), "teams"),
        (("win=-", "win=- team=R:c1,c2;B:-;Y:-;G:-"), "teams"),
        (("win=-", "win=- team=R:u6;B:-;Y:-;G:-"), "teams"),
        (("win=-", "win=- team=R:c1;B:-;Y:-"), "field"),
        (("orders=-", "orders=R:H/-"), "answers"),
        (("orders=-", "orders=R:x"), "field"),
        (("orders=-", f"orders=G:{HOLD} save:- lock:-"), "answers"),
        (("orders=-", ";".join([f"orders=R:{HOLD} save:- lock:-", *(f"{one}:{HOLD} save:- lock:-" for one in "BY")])), "answers"),
        (("orders=-", "orders=- last=R:r/l"), "tempo"),
        (("orders=-", "orders=- last=R:r/x"), "field"),
        (("L2.E", "L2.C1"), "tempo"),
        (("L2.E", "G"), "runners"),
        (("L2.E", "F"), "end"),
        (("ev=29/0", "ev=28/0"), "not_canonical"),
        (("hn=R1B0Y0", "hn=R0B0Y0"), "not_canonical"),
        (("disc=-", "disc=- odd=1"), "not_canonical"),
    ],
)  # fmt: skip
def test_positions_that_cannot_be(change: tuple[str, str], code: str) -> None:
    text = HIPPO.dump(race("L2.E", "RBY", hands="R:v1"))
    assert HIPPO.dump(HIPPO.load(text, LAP)) == text
    assert change[0] in text
    with pytest.raises(ParseError) as refused:
        HIPPO.load(text.replace(*change, 1), LAP)
    assert refused.value.code == f"hippo.load.{code}"


@pytest.mark.parametrize(
    ("make", "change", "code"),
    [
        (team, ("st=-", "st=" + ";".join(f"{one}:0,0,0,0,0,0" for one in "RBYG")), "teams"),
        (team, ("R:c1,d1,k1,h01,h02,h03,u1", "R:c1,d1,k1,h01,h02,h03"), "teams"),
        (team, ("B:c2", "B:c1"), "teams"),
        (team, ("keep=-", "keep=R:c2"), "answers"),
        (team, ("keep=-", "keep=R:v1"), "field"),
        (team, ("HIPPO/1 T", "HIPPO/1 U"), "teams"),
        (team, ("box=-", "box=R1B2Y3G4"), "boxes"),
        (gate, ("start=-", "start=R:slow"), "field"),
        (gate, ("HIPPO/1 G", "HIPPO/1 L1.E"), "runners"),
    ],
)
def test_positions_before_the_race_that_cannot_be(make: object, change: tuple[str, str], code: str) -> None:
    text = HIPPO.dump(make())  # type: ignore[operator]  # team or gate
    assert change[0] in text
    with pytest.raises(ParseError) as refused:
        HIPPO.load(text.replace(*change, 1), LAP)
    assert refused.value.code == f"hippo.load.{code}"


def test_a_hand_outside_the_event_phase_holds_five() -> None:
    text = HIPPO.dump(race("L2.E", "RBY", hands="R:v1,v2,v3,v4,v5,v6", options=PHASE))
    with pytest.raises(ParseError) as refused:
        HIPPO.load(text.replace("L2.E", "L2.C1"), PHASE)
    assert refused.value.code == "hippo.load.event_cards"


@pytest.mark.parametrize(("text", "options"), [("orders=- last=G:r/l", PHASE), ("orders=- last=R:r/l", LAP)])
def test_permissions_stand_for_running_chariots_in_tempo_phase(text: str, options: HippoOptions) -> None:
    whole = HIPPO.dump(race("L2.E", "RBY", options=PHASE)).replace("L2.E", "L2.C1")
    with pytest.raises(ParseError) as refused:
        HIPPO.load(whole.replace("orders=-", text), options)
    assert refused.value.code == "hippo.load.tempo"
    assert HIPPO.load(whole.replace("orders=-", "orders=- last=R:r/l"), PHASE).last[R] == ("r", "l")


def test_a_position_in_the_rules_form() -> None:
    """The state of section 12's example, at a window: the hands in the order drawn, wrecks, rumours with their targets."""
    public = (
        "HIPPO/1 L3.E ord=GRY out=B@L1.C1 box=R2B1Y4G3 st=R:2,0,1,1,0,0;B:0,1,0,2,1,0;Y:1,0,0,3,-1,1;G:0,0,1,2,2,0 "
        "ru=u2:R>Y,u5:B>Y,u6:G ev=9/8 hn=G4R5Y4 win=-"
    )
    hands = "hands=R:v1,v3,t2,r1,r6;Y:a1,b2,t5,l1;G:b1,t1,r2,a4"
    tail = "deck=t3,t4,t6,b3,b4,b5,a2,a3,a5 disc=a6,r3,r4,r5,v2,v4,v5,v6 orders=R:H/+ A+/- A!/+ A/+ save:rta lock:lt"
    state = HIPPO.load(f"{public} | {hands} {tail}", LAP)
    assert HIPPO.dump(state) == f"{public} | {hands} {tail}"
    assert HIPPO.to_act(state) == {Y, G}
    assert state.order == (G, R, Y)
    assert B not in state.order
