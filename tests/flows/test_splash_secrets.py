"""Non-interference of Splash & Bash through table, words, controls and renderers.

A match is played twice at a table, with the same actions and dice; in one of them two cards of the High Tide deck are exchanged.
Until one of the two is shown to somebody, or a team is asked for a decision in one of them alone because of the card it holds
there, every byte that the public or any other team could get has to be the same.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import pytest

from bot.engine.core import AnyGame, Chance, Seat, Step, Text
from bot.engine.games.splash import events as ev
from bot.engine.games.splash.game import Splash
from bot.engine.games.splash.position import LETTERS, SplashOptions, State
from bot.errors import Refusal
from bot.i18n import LANGS, Style, words
from bot.match.folded import Match
from bot.match.lobby import Lobby
from bot.match.meta import Meta
from bot.match.model import Places
from bot.match.table import Table
from bot.render.splash import RENDERER
from bot.ui import components
from bot.ui.board import Boards, Payload
from bot.ui.completions import parts
from bot.ui.controls import Row, Select
from bot.ui.games.base import Prepared
from bot.ui.games.splash import UI, orders
from bot.ui.story import numbered
from bot.words.splash import WORDS, SplashWords
from tests.engine.pool_policies import uniformly
from tests.engine.test_splash_secrets import JUNK, swapped, twin
from tests.flows.interference import compare
from tests.match.conftest import CHANNEL, PEOPLE, Entropy, World
from tests.match.memory import FixedClock, MemoryStore
from tests.match.pebbles import find_players

pytestmark = pytest.mark.asyncio

PAGES = ("orders", "lineup", "lineup E", "obs E", "obs A", "disc", "play", "play TB", "play GA", "play SA", "play RI")
PREFIXES = ("", "play ", "play TB ", "go", "obs E", "disc", "lineup A")
MATCHES = 300
SHOWING = (ev.Played, ev.Discarded, ev.Reacted, ev.Applied)
OPTIONS = SplashOptions(course="corta")


class Twin(Splash):
    """The same game, but two cards of the deck have changed places."""

    def __init__(self, number: int) -> None:
        self.number = number

    def setup(self, options: SplashOptions, seats: int, chance: Chance) -> Step[State, Any]:
        step = super().setup(options, seats, chance)
        return Step(swapped(step.state, Random(self.number)), step.events, reveals=step.reveals)


class Poolside(World):
    """One process that knows this game alone, or its twin."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        clock = FixedClock()
        super().__init__(MemoryStore(clock), clock, Entropy())

    def restart(self) -> None:
        super().restart()
        self.table = Table(
            self.store, self.clock, self.thinker, self.entropy, find_game=lambda key: self.game, find_players=find_players
        )
        self.lobby, self.meta = Lobby(self.table), Meta(self.table)

    async def started(self, teams: int) -> str:
        """Start a match of people alone, seated in order."""
        code = await self.open(game="splash", options=OPTIONS, capacity=teams, wanted=Seat(0), lang="en")
        for number, actor in enumerate(PEOPLE[1:teams], 1):
            await self.lobby.join(code, actor, Seat(number), request=self.request())
        await self.settle(code)
        return code


def control_texts(rows: Sequence[Row], say: components.Say) -> Iterator[str]:
    for row in rows:
        if isinstance(row, Select):
            yield from (say(row.placeholder), row.verb, row.arg, *(f"{say(one.label)} {one.value}" for one in row.picks))
        else:
            yield from (f"{say(button.label)} {button.verb} {button.arg} {button.look} {button.emoji}" for button in row)


def bytes_of(payload: Payload, say: components.Say) -> tuple[Any, ...]:
    """Give everything of a message that leaves the house."""
    controls = tuple(control_texts(payload.rows, say))
    return payload.content, payload.png, payload.alt, payload.filename, payload.version, payload.mentions, controls


async def public(world: Poolside, boards: Boards, match: Match, *, pictures: bool) -> list[Any]:
    """Give what everybody can see: the messages of the present version, the log, text boards, pictures of every language."""
    say = components.labels("en", game_key="splash", seats=match.header.capacity, holders=match.holders)
    announced = [row for row in await world.rows(match.code, match.version) if row.kind in ("board", "edit", "notice", "result")]
    places = Places(match.code, CHANNEL, home_id=CHANNEL)
    found: list[Any] = [bytes_of(await boards.outgoing(match, row, places), say) for row in announced]
    for number, lang in enumerate(LANGS):
        text = bool(number) or not pictures
        found.append(bytes_of(await boards.present(match, lang, text=text, controls=True), say))
    return [*found, *((seq, say(text)) for seq, text in numbered(match, 0, match.version))]


def private(match: Match, seat: Seat) -> list[str]:
    """Give what a seat can get in private: its hand, its pages, completions, answers to wrong notations, its own board."""
    game, state = match.game, match.state
    style = Style(name=lambda one: LETTERS[one])
    found: list[str] = []

    def say(text: Text) -> str:
        return words(LANGS[seat % len(LANGS)]).say(text, style)

    view = game.view(state, seat)
    found += map(say, WORDS.hand(view))
    for page in PAGES:
        form = UI.form(view, Prepared(), page)
        found += [page, *map(say, form.lines), *control_texts(form.rows, say)] if form else [page]
    found += [f"{text} {say(label)}" for text, label in orders(view)]
    for typed in ("", "g", "play ", "play TB", "obs ", "disc"):
        found += [f"{choice.text} {say(choice.label)}" for choice in parts(game, state, seat, typed)]
    for text in JUNK:
        found += refused(game, state, seat, text, say)
    last = [event for event in match.frames[-1].events if event.audience is None or seat in event.audience]
    return [*found, RENDERER.text(view, last, say=say), RENDERER.alt(view, last, say=say), *map(say, WORDS.tell(last))]


def refused(game: AnyGame, state: Any, seat: Seat, text: str, say: components.Say) -> list[str]:
    """Give the sentence that answers a notation, nothing for one that is let through."""
    try:
        action = game.parse(state, seat, text)
        if action in list(game.legal(state, seat)) or game.is_standing(action):
            return []
        game.apply(state, seat, action, _NoDice())
    except Refusal as refusal:
        near: tuple[str, ...] = getattr(refusal, "near", ())
        return [say(Text(refusal.code, dict(refusal.params))), *near]
    return []


class _NoDice:
    def draw(self, label: str, bound: int) -> int:
        raise AssertionError(f"a refusal drew {label}")


def shown(first: Match, second: Match) -> bool:
    """Tell whether a card that differs was shown, or is in the hands of somebody who is asked because of it."""
    one, two = (tuple(e for e in match.frames[-1].events if e.audience is None) for match in (first, second))
    if one != two:
        differing = [pair for pair in zip(one, two, strict=False) if pair[0] != pair[1]]
        asked = first.state.decision != second.state.decision or len(first.frames) != len(second.frames)
        assert asked or isinstance(differing[0][0], SHOWING) or isinstance(differing[0][1], SHOWING), differing[:1]
        return True
    return (first.state.decision, first.state.piece) != (second.state.decision, second.state.piece)


async def run_twice(number: int) -> Counter[str]:
    """Play one match at two tables and compare what leaves them; gives what was compared."""
    teams, counted = 2 + number % 3, Counter[str]()
    policy = uniformly(Random(number))
    tables = Poolside(Splash()), Poolside(Twin(number))
    boards = Boards(), Boards()
    try:
        codes = [await table.started(teams) for table in tables]
        assert codes[0] == codes[1]
        while True:
            one, two = [await table.load(codes[0]) for table in tables]
            if len(one.records) != len(two.records) or shown(one, two):
                counted["shown"] += 1
                return counted
            watchers = {seat for seat in map(Seat, range(teams)) if one.state.hands[seat] == two.state.hands[seat]}
            if one.state.drawn != two.state.drawn:
                watchers.discard(one.state.mover)
            pictures = counted["steps"] % 8 == 0
            both = [
                await public(table, kept, match, pictures=pictures)
                for table, kept, match in zip(tables, boards, (one, two), strict=True)
            ]
            assert both[0] == both[1]
            if watchers:
                seat = sorted(watchers)[counted["steps"] % len(watchers)]
                assert private(one, seat) == private(two, seat)
            counted["steps"] += 1
            counted["while hands differ"] += len(watchers) < teams
            if not one.to_act:
                return counted
            seat = min(one.to_act)
            there = set(two.game.legal(two.state, seat))
            legal = [action for action in one.game.legal(one.state, seat) if action in there]
            if not legal:
                return counted
            text = one.game.write(one.state, policy(one.state, seat, legal))
            for table in tables:
                await table.act(codes[0], PEOPLE[seat], text)
                await table.settle(codes[0])
    finally:
        for kept in boards:
            kept.close()


async def two_tables(matches: int) -> None:
    counted = Counter[str]()
    for number in range(matches):
        counted += await run_twice(number)
    assert counted["steps"] > 10 * matches
    assert counted["while hands differ"] > matches / 2
    assert counted["shown"] > matches / 3


async def test_what_leaves_the_table_is_the_same_until_a_card_is_shown() -> None:
    await two_tables(3)


@pytest.mark.slow
async def test_three_hundred_matches_at_two_tables() -> None:
    await two_tables(MATCHES)


# The same position at one table


def dealt_anew(state: State, viewer: Seat | None, random: Random) -> State:
    """Give the twin of a position for the shared comparison."""
    return twin(state, viewer)


@pytest.mark.parametrize("seed", [0])
async def test_a_few_matches_look_the_same_with_other_secrets(seed: int) -> None:
    await look_the_same(seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(MATCHES))
async def test_hundreds_of_matches_look_the_same_with_other_secrets(seed: int) -> None:
    await look_the_same(seed)


async def look_the_same(seed: int) -> None:
    # With autoroll the rules themselves tell something: a roll that waits speaks of a card that works before it alone.
    options = {"course": "corta", "autoroll": False}
    count = await compare("splash", seed, twin=dealt_anew, options=options, seats=2 + seed % 3, prefixes=PREFIXES)
    assert count.windows > 40
    assert count.things > 1_000


async def test_a_leak_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    def leaky(self: Any, game: Any, state: Any) -> Text:
        return Text("splash.text.modifier", {"change": repr(state.hands)})

    monkeypatch.setattr(SplashWords, "progress", leaky)
    with pytest.raises(AssertionError):
        await look_the_same(1)
