"""The house bot `steady`: tries every lane, card and target of a turn on the exact rules and weighs where everybody then stands.

Owns the judgement and the choice at each decision. Refuses to know the rules (it asks the engine's own functions, on a position
made from its view) and how far a lone piece has to go (`distance`).
"""

from collections.abc import Iterator
from math import exp, log
from random import Random
from typing import Any

from bot.engine.chance import NoChance
from bot.engine.core import AnyGame, Seat
from bot.engine.games.splash.cards import AFTER, BETWEEN, DO, ONLY_BEFORE, RULES
from bot.engine.games.splash.choices import playable_cards
from bot.engine.games.splash.course import HIGH, LANES
from bot.engine.games.splash.effects import NOBODY, ground, play, target_name, targets
from bot.engine.games.splash.movement import move, reachable
from bot.engine.games.splash.position import CREW, DONE, HELM, LETTERS, WAITING, State
from bot.engine.games.splash.race import Race
from bot.engine.games.splash.view import View
from bot.players.base import Budget
from bot.players.splash.distance import entry, helm_turns, pawn_turns
from bot.players.splash.known import position_of

LINEUP = "CAA"
SHARPNESS = 0.9  # of the slowest Pawn among its team; measured
ANCHORED = 0.5  # turns
KEEP = {"DO": 0.3, "MO": 0.27, "GA": 0.12, "SA": 0.18, "AL": 0.15}  # turns a card may be worth later; measured
USUAL_KEEP = 0.21
EQUAL = 0.02  # turns: a smaller gain is none
FAR = 9  # squares ahead at which an obstacle still matters


class Steady:
    """Plays the same action in the same position, within a few milliseconds."""

    level = "steady"
    draws = False
    heavy = False

    def choose(self, game: AnyGame, state: Any, seat: Seat, *, random: Random, budget: Budget) -> str:
        """Choose by the turns everybody still has to go after the action."""
        view: View = game.view(state, seat)
        if view.decision == "D0":
            return f"lineup {LINEUP}"
        if view.decision == "start" or view.piece is None or LETTERS[seat] != view.piece[0]:
            return "pass"  # all that is left to do is to let the race go on
        judge = Judge(view, seat)
        match view.decision:
            case "D1":
                return f"obs {judge.obstacle() or '-'}"
            case "D2":
                return f"disc {min(view.teams[seat].hand or (), key=worth)}"
            case "D3":
                return judge.before()
            case "D4":
                return judge.between()
            case _:
                return judge.after()


def worth(card: str) -> float:
    """Give the turns a card may be worth later."""
    return KEEP.get(card, USUAL_KEEP)


class Judge:
    """Weighs what may be done from one position, as its team knows it."""

    def __init__(self, view: View, seat: Seat) -> None:
        self._view = view
        self._seat = seat
        self._known: State = position_of(view)
        course = self._known.course
        self._pawn = pawn_turns(course.id)
        self._helm = helm_turns(course.id)
        self._entry = self._helm[entry(course)]

    # Decisions

    def before(self) -> str:
        """Roll, or play a card that works before the roll alone; what also works later can wait for the die."""
        race = self._race()
        plain = self._mean_roll(race)
        best, best_value = "roll", plain
        for card in playable_cards(race):
            if card in ONLY_BEFORE:
                with_card = self._race()
                play(with_card, card, NOBODY)
                value = self._mean_roll(with_card)
                if value > best_value:
                    best, best_value = f"play {card}", value
        return best

    def between(self) -> str:
        """Choose a lane, or a card before it where that is better than moving first."""
        best, best_value = "", -1e9
        race = self._race()
        for lane in reachable(race):
            value = self._after_lane(race, lane)
            if value > best_value:
                best, best_value = f"go {LANES[lane]}", value
        for notation, card, played in self._plays(BETWEEN):
            if played.at[played.piece] < 0:
                value = self.value(played)
            else:
                value = max(self._moved(played, lane) for lane in reachable(played))
            if DO[card] == "steal":
                value += USUAL_KEEP
            if value > best_value + EQUAL:
                best, best_value = notation, value
        return best

    def after(self) -> str:
        """Play a card after the movement if it is worth more now than later."""
        return self._best_play(self._known, self.value(self._race()))[0]

    def obstacle(self) -> str:
        """Find the square where an obstacle costs the rivals most and the own team least; none where it is no gain."""
        race = self._race()
        course = race.course
        best, best_value = "", 0.0
        legal = ground(race)
        for cell in range(legal.bit_length()):
            if legal >> cell & 1:
                value = self._hurt(race, cell)
                if value > best_value:
                    best, best_value = course.cell_names[cell], value
        return best

    # Judgement

    def value(self, race: Race) -> float:
        """Give the turns the nearest rival has to go more than the own team, and what the own hand is worth."""
        times = [self._team(race, team) for team in range(race.teams)]
        own = times.pop(self._seat)
        rival = -log(sum(exp(-time) for time in times) / len(times)) if len(times) > 1 else times[0]
        return rival - own + sum(worth(card) for card in race.hands[self._seat])

    def _team(self, race: Race, team: int) -> float:
        """Give the turns until a team's Helmsman closes: the slowest Pawn counts most."""
        first = team * CREW
        helm = race.at[first + HELM]
        if helm != WAITING:
            return 0.0 if helm == DONE else self._helm[helm] + ANCHORED * (race.anchors >> first + HELM & 1)
        togo = [
            self._pawn[at] + ANCHORED * (race.anchors >> first + mark & 1)
            for mark, at in enumerate(race.at[first : first + HELM])
            if at != DONE
        ]
        if not togo:
            return self._entry
        return self._entry + log(sum(exp(SHARPNESS * turns) for turns in togo)) / SHARPNESS

    # Trying things on copies

    def _race(self, state: State | None = None) -> Race:
        return Race(state or self._known, NoChance())

    def _moved(self, race: Race, lane: int) -> float:
        copy = Race(race, NoChance())
        move(copy, lane)
        return self.value(copy)

    def _after_lane(self, race: Race, lane: int) -> float:
        """Value a lane with the best card after the movement."""
        copy = self._race()
        move(copy, lane)
        value = self.value(copy)
        if copy.at[copy.piece] < 0 or copy.again:
            return value
        copy.decision = "D6"
        return self._best_play(copy.state(), value)[1]

    def _best_play(self, state: State, value: float) -> tuple[str, float]:
        """Find the best card to play after the movement from a position already valued; pass where none gains."""
        best, best_value = "pass", value
        for notation, card, played in self._plays(AFTER, state):
            gained = self._mean_roll(played) if played.again else self.value(played)
            if DO[card] == "steal":
                gained += USUAL_KEEP
            if gained > best_value + EQUAL:
                best, best_value = notation, gained
        return best, best_value

    def _plays(self, timings: frozenset[str], state: State | None = None) -> Iterator[tuple[str, str, Race]]:
        """Give each card and target that may be played, with the race after it."""
        race = self._race(state)
        for card in playable_cards(race):
            if card not in timings:
                continue
            for target in list(targets(race, card)):
                copy = self._race(state)
                if DO[card] == "steal":
                    copy.spend(self._seat, card)
                else:
                    play(copy, card, target)
                yield f"play {card} {target_name(card, target)}".strip(), card, copy

    def _mean_roll(self, race: Race) -> float:
        """Value a roll to come: the mean over the faces of the best lane."""
        total = 0.0
        for die in range(1, RULES.die + 1):
            copy = Race(race, NoChance())
            copy.die = die
            if copy.again:
                copy.modifier = copy.free = 0
            total += max(self._moved(copy, lane) for lane in reachable(copy))
        return total / RULES.die

    def _hurt(self, race: Race, cell: int) -> float:
        course = race.course
        lane = course.cell_lanes[cell]
        square = course.lane_cells[lane].index(cell)
        total = 0.0
        for piece, at in enumerate(race.at):
            if at < 0 or course.lane[at] != lane:
                continue
            ahead = (square - course.spots[at].square) % course.lengths[lane]
            if ahead > FAR or at + ahead >= course.finish[at]:
                continue
            there = at + ahead
            to = course.restart[there] if lane == HIGH else course.inward[there]
            turns = self._helm if piece % CREW == HELM else self._pawn
            loss = max(0.0, turns[to] - turns[there]) + 0.3
            total += loss * (FAR + 1 - ahead) / FAR * (-1.0 if piece // CREW == self._seat else 1.0 / (race.teams - 1))
        return total
