"""The house bot of Splash & Bash: legal everywhere, blind to what is hidden, sensible, stronger than chance."""

from dataclasses import replace
from random import Random

import pytest

from bot.engine.chance import Seeded
from bot.engine.core import Seat
from bot.engine.games.splash.course import courses
from bot.engine.games.splash.game import SPLASH
from bot.engine.games.splash.position import SplashOptions, State
from bot.players.base import Budget, player, players
from bot.players.splash.distance import entry, helm_turns, pawn_turns
from bot.players.splash.known import position_of
from bot.players.splash.steady import Steady
from bot.players.uniform import Uniform
from tests.engine.poolside import shorthand
from tests.engine.test_splash_secrets import twin
from tests.players import strength
from tests.players.strength import Pairing, play, rate

STEADY = Steady()
OPTIONS = [
    SplashOptions(),
    SplashOptions(course="corta", order="alternato", autoroll=False),
    SplashOptions(course="olimpionica", sudden=True),
]


def choose(state: State) -> str:
    """Let the bot choose for whoever acts first."""
    return STEADY.choose(SPLASH, state, min(SPLASH.to_act(state)), random=Random(0), budget=Budget())


def positions(options: SplashOptions, seats: int, seed: int) -> list[State]:
    """Play half by the bot, half at random, and give the positions; now and then a team leaves."""
    chance, random = Seeded(f"splash {seed}".encode()), Random(seed)
    state = SPLASH.setup(options, seats, chance).state
    found: list[State] = []
    while due := SPLASH.to_act(state):
        found.append(state)
        seat = min(due)
        if random.random() < 0.003:
            state = SPLASH.resign(state, seat).state
            continue
        bot = STEADY if random.random() < 0.5 else Uniform()
        notation = bot.choose(SPLASH, state, seat, random=random, budget=Budget())
        state = SPLASH.apply(state, seat, SPLASH.parse(state, seat, notation), chance).state
    return found


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: options.course)
def test_every_choice_is_legal_and_blind_to_what_is_hidden(options: SplashOptions, seats: int) -> None:
    for state in positions(options, seats, seed=seats):
        seat = min(SPLASH.to_act(state))
        notation = choose(state)
        assert SPLASH.parse(state, seat, notation) in set(SPLASH.legal(state, seat))
        assert STEADY.choose(SPLASH, twin(state, seat), seat, random=Random(1), budget=Budget()) == notation


def test_a_view_is_enough_to_know_a_position() -> None:
    for state in positions(OPTIONS[0], 3, seed=9):
        seat = min(SPLASH.to_act(state))
        known = position_of(SPLASH.view(state, seat))
        assert known.at == state.at
        assert (known.anchors, known.obstacles, known.used, known.gone) == (
            state.anchors, state.obstacles, state.used, state.gone,
        )  # fmt: skip
        assert known.hands[seat] == state.hands[seat]
        if seat == state.mover and state.decision not in ("D0", "D2"):
            assert set(SPLASH.legal(known, seat)) <= set(SPLASH.legal(state, seat))


@pytest.mark.parametrize(
    ("before", "decision", "die", "expected"),
    [
        ("R1=F R2=F R3=F RH=2C14", "D4", 4, "go C"),  # the exact number closes
        ("R1=F R2=F R3=F RH=2C14", "D4", 6, "go E"),  # 6 - 2 + 1 in the Outer lane
        ("R1=2C16 R2=F R3=F", "D4", 2, "go C"),  # home at once
        ("R1=1A5 R2=F R3=F x=A7", "D4", 2, "go C"),  # not into the water
        ("R1=1C5 B1=2A15 B2=F B3=F hR=TB", "D6", 2, "play TB B1"),
        ("R1=1C5 R2=F R3=F hR=DO", "D6", 2, "play DO"),
        ("R1=1C5 R2=F R3=F hR=MO", "D3", 0, "play MO"),
        ("R1=1C5 R2=1A4 B1=1A0 x=A5 hR=SC", "D6", 2, "pass"),
    ],
)
def test_pinned_decisions(before: str, decision: str, die: int, expected: str) -> None:
    mover = "RH" if "RH=" in before else "R1"
    state = replace(shorthand(before, mover), decision=decision, die=die)  # type: ignore[arg-type]  # a decision by its name
    assert choose(state) == expected


def test_an_obstacle_is_for_rivals() -> None:
    rival = replace(shorthand("R1=1C5 R2=2C10 R3=2C12 B1=1A4", "R1"), decision="D1")
    assert choose(rival).startswith("obs A")
    alone = replace(shorthand("R1=1A1 R2=1A5 R3=1A9 B1=F B2=F B3=2E20 x=E10,E16,C12", "R1"), decision="D1")
    assert choose(alone) == "obs -"


@pytest.mark.parametrize("course", sorted(courses()))
def test_turns_to_go(course: str) -> None:
    """Further on is nearer, by lane; who stands at the finish has nothing to go."""
    pawn, helm, tables = pawn_turns(course), helm_turns(course), courses()[course]
    for lane in range(3):
        first, last = tables.base[lane], tables.base[lane] + tables.lengths[lane] * tables.laps
        assert pawn[last] == helm[last] == 0
        assert pawn[first] == max(pawn) or pawn[first] > pawn[last - 1] > 0.5
        assert all(turns > 0 for turns in pawn[first:last])
        assert all(turns >= 1 for turns in helm[first:last])
    assert 2.5 < helm[entry(tables)] < 6


def test_it_is_the_default_and_draws_nothing() -> None:
    levels = players("splash")
    assert list(levels) == ["steady", "random"]
    assert player("splash", "steady") is levels["steady"]
    assert (STEADY.draws, STEADY.heavy) == (False, False)


@pytest.mark.parametrize(("seats", "games", "bound"), [(2, 40, 0.85), (3, 30, 0.7), (4, 20, 0.6)])
def test_it_beats_chance(seats: int, games: int, bound: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """The seed is fixed; the bounds lie several standard deviations under what a thousand games give."""
    monkeypatch.setattr(strength, "find_game", lambda _key: SPLASH)
    found = rate(play(Pairing("splash", seats, "steady", "random"), number) for number in range(games))
    assert found.share > bound


def test_the_seat_of_a_team_that_left_is_helped_on() -> None:
    state = SPLASH.resign(shorthand("R1=1C5", "R1", teams=3), Seat(0)).state
    assert choose(state) == "pass"
