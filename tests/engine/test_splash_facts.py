"""What always holds around the pool: the invariants of section 15, after every action of random games."""

from collections import Counter
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.engine.chance import Seeded
from bot.engine.conform import Limits, conform
from bot.engine.core import Code, Seat, Text, Who
from bot.engine.games.splash import events, kernel, movement, turn
from bot.engine.games.splash.actions import Action
from bot.engine.games.splash.cards import AT_ONCE, HIGH_PACK, LOW_PACK
from bot.engine.games.splash.course import FREE, courses
from bot.engine.games.splash.effects import CROWD
from bot.engine.games.splash.events import SplashEvent
from bot.engine.games.splash.foresight import foresee, rehearsed
from bot.engine.games.splash.game import SPLASH
from bot.engine.games.splash.position import CREW, DONE, HELM, ORDERS, PIECES, WAITING, SplashOptions, State
from bot.engine.games.splash.race import Race
from bot.engine.records import Played, Started
from bot.engine.replay import fold
from bot.i18n import LANGS, words
from tests.engine.pool_policies import play_out, uniformly
from tests.engine.test_splash_secrets import twin

OPTIONS = st.builds(
    SplashOptions,
    course=st.sampled_from(sorted(courses())),
    order=st.sampled_from(["misto", "alternato"]),
    sudden=st.booleans(),
    autoroll=st.booleans(),
)
SEEDS = st.integers(0, 2**32)
FEW = settings(max_examples=25)


def check_position(state: State) -> None:
    """Hold a position against INV1 to INV4 and INV8."""
    course = state.course
    on = [(piece, place) for piece, place in enumerate(state.at) if place >= 0]
    cells = [course.cell[place] for _, place in on if course.cell[place] != FREE]
    assert len(set(cells)) == len(cells)  # INV1
    assert not any(state.obstacles >> cell & 1 for cell in cells)
    assert all(place < course.finish[place] for _, place in on)  # INV2
    assert all(len(hand) <= 2 for hand in state.hands)  # INV3
    assert all((state.obstacles & ground).bit_count() <= most for ground, most in zip(course.ground, CROWD, strict=True))
    assert not state.obstacles & ~sum(course.ground)
    held = [card for hand in state.hands for card in hand] + [state.drawn] * bool(state.drawn)
    assert Counter([*state.low, *state.low_spent]) == Counter(LOW_PACK)  # INV4
    assert Counter([*state.high, *state.high_spent, *held]) == Counter(HIGH_PACK)
    assert not AT_ONCE & set(held)
    for team in range(state.teams):  # INV8
        crew = state.at[team * CREW : team * CREW + CREW]
        assert crew[HELM] == WAITING or crew[:HELM] == (DONE,) * HELM
    assert not any(state.anchors >> piece & 1 for piece, place in enumerate(state.at) if place < 0)


def check_events(state: State, happened: tuple[SplashEvent, ...]) -> None:
    """Hold what was told against INV5 to INV7."""
    course = state.course
    place = {name: number for number, name in enumerate(course.names) if name != "F"}
    used: Counter[Seat] = Counter()
    for event, following in pairwise([*happened, None]):
        match event:
            case events.Turn():
                used.clear()
            case events.Splash(_, start, end):  # INV5, INV6
                assert start[1] == "A"
                assert end[1] == "C"
                assert int(end[2:]) in course.lines[1]
                assert course.level[place[end]] <= course.level[place[start]]
                assert end[0] == start[0]
            case events.Slipped(piece, at):
                if isinstance(following, events.ObstacleGone):
                    continue
                assert isinstance(following, events.Pushed | events.Splash | events.Reacted)
                assert isinstance(following, events.Reacted) or following.piece == piece
                if isinstance(following, events.Pushed):
                    assert course.level[place[following.end]] <= course.level[place[at]]
            case events.Played(seat) | events.Reacted(seat):  # INV7
                used[seat] += 1
                assert used[seat] == 1


@FEW
@given(SEEDS, st.integers(2, 4), OPTIONS)
def test_invariants_hold_after_every_action(seed: int, teams: int, options: SplashOptions) -> None:
    happened: list[SplashEvent] = []

    def look(before: State, action: Action, after: State, told: tuple[SplashEvent, ...]) -> None:
        check_position(after)
        happened.extend(told)

    random = Random(seed)
    told = play_out([uniformly(random)] * teams, random, options, look=look)
    check_events(told.state, tuple(happened))
    check_slots(told.state, happened)
    assert told.counts["turns"] < 600  # INV11


def check_slots(state: State, happened: list[SplashEvent]) -> None:
    """Check that in each round every slot is taken at most once, in order, and no live piece is passed over (INV9)."""
    out: set[str] = set()
    last = (1, -1)
    for event in happened:
        if isinstance(event, events.Finished | events.Closed):
            out.add(event.piece)
        if not isinstance(event, events.Turn):
            continue
        order = ORDERS[state.options.order, state.teams][event.round > 1]
        here = (event.round, order.index(PIECES.index(event.piece)))
        assert here > last
        assert here[0] <= last[0] + 1
        skipped = order[last[1] + 1 : here[1]] if here[0] == last[0] else order[: here[1]]
        assert all(_resting(PIECES[piece], out) for piece in skipped)
        last = here


def _resting(piece: str, out: set[str]) -> bool:
    """Whether a piece takes no turns: done, closed, or a Helmsman whose Pawns are not done."""
    pawns = {piece[0] + mark for mark in "123"}
    return piece in out or (piece[1] == "H" and not pawns <= out)


# Chains


@pytest.mark.parametrize("teams", [2, 3, 4])
def test_chains_always_end(teams: int, monkeypatch: pytest.MonkeyPatch) -> None:  # INV10
    longest = _longest_chain(teams, 12, monkeypatch)
    assert 2 < longest <= 8 * teams


@pytest.mark.slow
@pytest.mark.parametrize("teams", [2, 3, 4])
def test_chains_always_end_in_many_games(teams: int, monkeypatch: pytest.MonkeyPatch) -> None:  # INV10
    assert 5 < _longest_chain(teams, 500, monkeypatch) <= 8 * teams


def _longest_chain(teams: int, games: int, monkeypatch: pytest.MonkeyPatch) -> int:
    """Play games and give the most arrivals that followed from one."""
    chains: list[int] = []
    deep = 0
    arrive = kernel.arrive

    def counted(race: Race, piece: int, place: int, way: str) -> None:
        nonlocal deep
        if not deep:
            chains.append(0)
        chains[-1] += 1
        deep += 1
        arrive(race, piece, place, way)
        deep -= 1

    for module in (kernel, movement, turn):
        monkeypatch.setattr(module, "arrive", counted)
    random = Random(f"chains {teams}")
    for number in range(games):
        options = SplashOptions(course=sorted(courses())[number % 3], order=("misto", "alternato")[number % 2])
        play_out([uniformly(random)] * teams, random, options)
    return max(chains)


@FEW
@given(st.data())
def test_any_crowd_comes_to_rest(data: st.DataObject) -> None:
    """Pieces and obstacles anywhere, a piece set down anywhere, from any direction: the chain ends within 8 x teams arrivals."""
    state = crowd(data)
    race = Race(state, Seeded(b"\x01"))
    piece = data.draw(st.sampled_from([piece for piece, place in enumerate(state.at) if place >= 0]))
    way = data.draw(st.sampled_from("fbio"))
    race.lift(piece)
    kernel.displace(race, piece, way, piece) if way != "i" else kernel.inward(race, piece)
    assert sum(isinstance(event, events.Pushed | events.Splash) for event in race.told) <= 8 * state.teams
    check_position(race.state())


def crowd(data: st.DataObject) -> State:
    """Draw a position with many pieces close together."""
    options = data.draw(OPTIONS)
    teams = data.draw(st.integers(2, 4))
    course = courses()[options.course]
    start = SPLASH.setup(options, teams, Seeded(b"\x02")).state
    cells: set[int] = set()
    at: list[int] = []
    for piece in range(CREW * teams):
        lap, lane, square = data.draw(st.tuples(st.just(course.laps), st.integers(0, 2), st.integers(1, 9)))
        place = course.place(lap, lane, square)
        taken = course.cell[place] in cells or piece % CREW == HELM
        at.append((WAITING if piece % CREW == HELM else DONE) if taken else place)
        cells |= set() if taken else {course.cell[place]}
    open_ground = [
        [cell for cell in course.lane_cells[lane][1:] if course.ground[lane] >> cell & 1 and cell not in cells]
        for lane in range(3)
    ]
    stones = [cell for cells_of in open_ground for cell in cells_of[: data.draw(st.integers(0, 1))]]
    return _ready(start, tuple(at), sum(1 << cell for cell in stones))


def _ready(start: State, at: tuple[int, ...], obstacles: int) -> State:
    return replace(start, at=at, obstacles=obstacles, lineups=(), decision="start")


@given(st.data())
def test_foresight_is_what_a_rehearsal_shows(data: st.DataObject) -> None:
    """Where a lane's label is read off the board, making the movement on a copy would say the same."""
    state = crowd(data)
    on = [piece for piece, place in enumerate(state.at) if place >= 0]
    hand = data.draw(st.sampled_from([(), ("SA",), ("AL",)]))
    die, free, wind = data.draw(st.tuples(st.integers(1, 9), st.integers(0, 1), st.booleans()))
    state = replace(
        state, piece=data.draw(st.sampled_from(on)), decision="D4", die=die, free=free, wind=wind, hands=(hand,) * state.teams
    )
    race = Race(state, Seeded(b"\x01"))
    for lane in movement.reachable(race):
        told = foresee(race, lane)
        assert told in (None, rehearsed(race, lane))
    assert race.state() == state


# Replay and symmetry


def has_words(text: Text) -> None:
    """Find a label's words in every language, and fill them."""
    for lang in LANGS:
        template = words(lang).template(text.id, n=1)
        template.format_map({key: _shown(value) for key, value in text.params.items()})


def _shown(value: object) -> str:
    if isinstance(value, Text):
        has_words(value)
    assert isinstance(value, Text | Code | Who | int | str)
    return "x"


@pytest.mark.parametrize(
    ("teams", "options"),
    [
        (2, SplashOptions()),
        (3, SplashOptions(course="corta", order="alternato", autoroll=False)),
        (4, SplashOptions(course="corta", sudden=True)),
    ],
    ids=["2", "3", "4"],
)
def test_it_conforms(teams: int, options: SplashOptions) -> None:
    conform(SPLASH, options, teams, bytes([teams]), say=has_words, twin=twin, limits=Limits(remembered=40, every=20))


@pytest.mark.slow
@pytest.mark.parametrize("teams", [2, 3, 4])
@pytest.mark.parametrize("course", sorted(courses()))
def test_it_conforms_on_every_course(course: str, teams: int) -> None:
    for order in ("misto", "alternato"):
        options = SplashOptions.model_validate({"course": course, "order": order, "autoroll": order == "misto"})
        conform(SPLASH, options, teams, bytes([teams]), say=has_words, twin=twin)


def record(seed: bytes, teams: int, options: SplashOptions) -> list[Started | Played]:
    """Play a random game and give its records."""
    chance = Seeded(seed)
    state = SPLASH.setup(options, teams, chance).state
    records: list[Started | Played] = [Started(draws=tuple(chance.draws))]
    random = Random(seed)
    policy = uniformly(random)
    while due := SPLASH.to_act(state):
        seat = min(due)
        action = policy(state, seat, list(SPLASH.legal(state, seat)))
        before = len(chance.draws)
        state = SPLASH.apply(state, seat, action, chance).state
        records.append(Played(seat=seat, action=SPLASH.write(state, action), draws=tuple(chance.draws[before:])))
    return records


@pytest.mark.parametrize("teams", [2, 4])
def test_records_alone_lead_to_the_same_end(teams: int) -> None:  # INV12
    options = SplashOptions(autoroll=False)
    records = record(bytes([teams]), teams, options)
    frames = fold(SPLASH, options, teams, records)
    assert SPLASH.outcome(frames[-1].state) is not None
    again = SPLASH.load(SPLASH.dump(frames[40].state), options)
    assert again == frames[40].state


def test_draws_have_their_labels() -> None:
    records = [played for number in range(4) for played in record(bytes([number]), 4, SplashOptions())]
    assert {draw.label for played in records for draw in played.draws} == {"low", "high", "die", "gull"} | (
        {"rolloff"} & {draw.label for played in records for draw in played.draws}
    )


def test_colours_are_names_only(monkeypatch: pytest.MonkeyPatch) -> None:  # INV13
    """With other letters the same draws and choices lead to the same places on the course."""

    def race() -> State:
        random = Random("colours")
        return play_out([uniformly(random)] * 3, random).state

    plain = race()
    other = str.maketrans("RBGY", "YRBG")
    for module in (kernel, movement, turn):
        monkeypatch.setattr(module, "PIECES", tuple(code.translate(other) for code in PIECES))
    assert race() == plain
