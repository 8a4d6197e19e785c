"""The house bot of Hippo: the plan of the rules (section 10), pinned, and blind to what its seat may not see."""

from random import Random

import pytest

from bot.engine.chance import NoChance
from bot.engine.core import Seat
from bot.engine.games.hippo import driver
from bot.engine.games.hippo.cards import CARDS
from bot.engine.games.hippo.game import HIPPO
from bot.engine.games.hippo.position import HippoOptions, State
from bot.players.base import Budget
from bot.players.hippo import PLAYERS
from tests.engine.hippo.policies import Dicer
from tests.engine.hippo.races import LAP, PHASE, B, Dice, G, R, Y, answer, gate, race, team
from tests.engine.hippo.secrets import twin

(STEADY,) = PLAYERS
SUFFIX = "save:rta lock:lt"


def choose(state: State, seat: Seat) -> str:
    """Let the bot choose."""
    return STEADY.choose(HIPPO, state, seat, random=Random(0), budget=Budget())


def test_worth() -> None:
    worth = {card: driver.worth(CARDS[card]) for card in CARDS}
    assert (worth["h01"], worth["h11"], worth["h12"], worth["h13"], worth["h14"]) == (35, -2, -1, 1, 3)
    assert worth["d1"] == 35


@pytest.mark.parametrize(
    ("deal", "seat", "kept"),
    [
        ("c1,c2,d5,d8,h11,h12,u4", R, "keep c2 d5"),  # the better of each type, nothing without worth, never the favourite
        ("h01,h02,h03,h04,h05,h13,u5", R, "keep h01 h02 h03 h04 u5"),  # four best of six
        ("k1,k3,h07,u1,u2,u3,u6", R, "keep k1 h07 u2"),
        ("k2,h07,u1,u3,u5,u6,d9", R, "keep d9 k2 h07 u6"),
        ("d1,d4,d2,u1,u3,u5,c3", R, "keep c3 d1 u3"),
        ("d6,d7,h08,h09,h10,u1,u5", R, "keep d6 h08 h09 h10 u1"),
        ("c3,c5,d9,u2,u4,u6,h14", G, "keep c3 d9 h14 u4"),  # Green wants Caesar's favourite; of equals the lowest id
        ("c3,c5,d9,u2,u3,u6,h14", G, "keep c3 d9 h14 u2"),
    ],
)
def test_what_it_keeps(deal: str, seat: Seat, kept: str) -> None:
    used = deal.split(",")
    rest = [card for card in CARDS if card not in used]
    hands = {letter: deal if index == seat else ",".join(rest.pop() for _ in range(7)) for index, letter in enumerate("RBYG")}
    assert choose(team(";".join(f"{letter}:{cards}" for letter, cards in hands.items())), seat) == kept


@pytest.mark.parametrize(
    ("sums", "target"),
    [
        ("-", "B"),  # equal: the first in R, B, Y, G
        ("Y:0,0,0,1,0,0;G:0,0,0,0,1,0", "Y"),  # 1.3 against 1.2
        ("B:1,0,0,0,0,0;G:0,0,0,0,0,1", "G"),  # 1.0 against 1.1
        ("B:0,0,-1,0,0,0;Y:0,0,0,0,0,0;G:-1,0,0,0,0,0", "Y"),
    ],
)
def test_whom_a_rumour_strikes(sums: str, target: str) -> None:
    six = dict(item.split(":") for item in sums.split(";")) if sums != "-" else {}
    line = ";".join(f"{letter}:{six.get(letter, '0,0,0,0,0,0')}" for letter in "RBYG")
    text = HIPPO.dump(gate()).replace("HIPPO/1 G", "HIPPO/1 U").replace("box=R1B2Y3G4", "box=-").replace("ru=-", "ru=u2:R")
    start = text.index("st=")
    text = f"{text[:start]}st={line}{text[text.index(' ru=') :]}".replace("start=- ", "")
    assert choose(HIPPO.load(text, LAP), R) == f"rumour u2>{target}"


@pytest.mark.parametrize(
    ("sums", "seat", "text"),
    [
        ("-", R, "start sprint"),  # 3 against 2, 1, 0
        ("-", Y, "start safe"),  # 1 against 3, 2, 0: the median is 2
        ("Y:1,0,0,0,0,0", Y, "start sprint"),  # 2 against the median 2
        ("R:-3,0,0,0,0,0", R, "start safe"),  # 0 against 2, 1, 0
        ("R:-2,0,0,0,0,0", R, "start sprint"),  # 1 against 2, 1, 0
        ("-", G, "start safe"),
    ],
)
def test_how_it_starts(sums: str, seat: Seat, text: str) -> None:
    assert choose(gate(sums=sums), seat) == text


@pytest.mark.parametrize(
    ("stage", "order", "sums", "hands", "seat", "parts"),
    [
        ("L1.E", "RB", "-", "-", B, "H/+ H/+ H/+ H/+"),  # 0 is below the threshold 1
        ("L1.E", "RB", "-", "B:v1,a1", B, "A+/+ A+/+ H/+ H/+"),  # a card for each of the first two, none left after that
        ("L3.E", "RB", "B:1,0,0,0,0,0", "-", B, "A+/+ H/+ A+/+ H/+"),
        ("L3.E", "RB", "B:1,0,2,0,0,0;R:0,1,0,1,0,0", "-", B, "H/+ A+/+ H/+ A+/+"),
        ("L4.E", "RB", "-", "-", B, "A+/+ A+/+ A+/+ A+/+"),  # threshold 0, both tired alike
        ("L4.E", "RB", "R:0,0,0,0,0,1", "-", B, "H/+ H/+ H/+ H/+"),  # only the attacker is tired
        ("L6.E", "RB", "R:0,1,0,1,0,0", "-", B, "A+/+ A+/+ A+/+ A+/+"),
        ("L7.E", "RB", "R:0,3,0,3,0,0", "-", B, "H/+ H/+ A+/+ A+/+"),  # the last straight and curve: whatever the odds
        ("L4.E", "RB", "R:5,0,5,0,0,0", "-", R, "H/+ H/+ H/+ H/+"),  # leading
        ("L5.E", "RB", "-", "-", R, "A+/+ A+/+ A+/+ A+/+"),
        ("L2.E", "RB", "-", "B:v1,v2,v3,t1,t2,t3,a1", B, "A+/+ A+/+ A+/+ H/+"),  # v1 and t1 will be dropped
        ("L2.E", "RBYG", "Y:0,0,0,0,0,0;B:0,-1,0,0,0,0", "-", Y, "A+/+ H/+ A+/+ H/+"),  # the chariot ahead, not the leader
    ],
)
def test_its_orders(stage: str, order: str, sums: str, hands: str, seat: Seat, parts: str) -> None:
    assert choose(race(stage, order, sums=sums, hands=hands), seat) == f"lap {parts} {SUFFIX}"


def test_its_orders_phase_by_phase() -> None:
    state = race("L1.E", "RB", hands="B:a1", options=PHASE)
    assert choose(state, B) == f"lap H/+ {SUFFIX}"
    state, _ = answer(state, {"R": "lap H/+", "B": "lap H/+"}, Dice())
    assert choose(state, B) == f"lap A+/+ {SUFFIX}"


def test_it_closes_a_window_that_waits_for_nobody() -> None:
    state = HIPPO.resign(HIPPO.resign(race("L1.E", "RB"), R).state, B).state
    assert choose(state, Y) == "go"


@pytest.mark.parametrize("options", [LAP, PHASE], ids=["lap", "phase"])
def test_what_is_hidden_never_sways_it(options: HippoOptions) -> None:
    random = Random(4)
    for _ in range(40):
        chance = Dicer(random)
        state = HIPPO.setup(options, 4, chance).state
        while due := HIPPO.to_act(state):
            seat = random.choice(sorted(due))
            notation = choose(state, seat)
            assert choose(twin(state, seat, random), seat) == notation
            state = HIPPO.apply(state, seat, HIPPO.parse(state, seat, notation), chance).state


def test_it_draws_nothing() -> None:
    assert (STEADY.level, STEADY.draws, STEADY.heavy) == ("steady", False, False)
    state = team()
    assert HIPPO.apply(state, R, HIPPO.parse(state, R, choose(state, R)), NoChance()).state.answers[R] is not None
