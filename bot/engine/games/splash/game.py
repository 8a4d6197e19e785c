"""Splash & Bash as a `Game`: setup, choices, legality, what an action sets going, resignation.

Owns the public face of the rules. Refuses to know how pieces move and turns follow (`turn`, `kernel`, `movement`, `effects`).
"""

from dataclasses import replace
from functools import partial

from bot.engine.chance import shuffle
from bot.engine.core import Chance, Choice, Game, GameInfo, Outcome, Seat, Step
from bot.engine.games.splash import events, notation, turn
from bot.engine.games.splash.actions import (
    LONGEST,
    STANDING,
    Action,
    Disc,
    Go,
    HandOrder,
    Lineup,
    Obs,
    Order,
    Pass,
    Play,
    Roll,
    read_action,
    write_action,
)
from bot.engine.games.splash.cards import HIGH_PACK, LOW_PACK, ONLY_BEFORE
from bot.engine.games.splash.choices import choices, playable_cards
from bot.engine.games.splash.course import FREE, LANES
from bot.engine.games.splash.effects import ground, target_name, targets
from bot.engine.games.splash.events import SplashEvent
from bot.engine.games.splash.movement import reachable
from bot.engine.games.splash.position import CREW, DONE, HELM, LETTERS, WAITING, SplashOptions, State
from bot.engine.games.splash.race import NOTHING, Race, put_back, take
from bot.engine.games.splash.refusals import not_this_hand, refusal
from bot.engine.games.splash.standings import reason
from bot.engine.games.splash.view import View, acting, view_of
from bot.engine.guard import demand_present, demand_seat, demand_seats, demand_turn, near
from bot.errors import ParseError


class Splash(Game[State, Action, SplashEvent, View, SplashOptions]):
    """The race around the pool (`rules/splash.md`)."""

    info = GameInfo(
        key="splash",
        title="Splash & Bash",
        letters={count: LETTERS[:count] for count in (2, 3, 4)},
        rules_version=1,
        hidden=True,
        chance=True,
    )
    options = SplashOptions

    def setup(self, options: SplashOptions, seats: int, chance: Chance) -> Step[State, SplashEvent]:
        """Shuffle both decks and ask for the lineups (section 3); raises Refusal unless there are 2 to 4 seats."""
        demand_seats(self.info, seats)
        state = State(
            options,
            decision="D0",
            round=1,
            slot=0,
            piece=0,
            at=(WAITING,) * (CREW * seats),
            anchors=0,
            obstacles=0,
            low=shuffle(chance, "low", LOW_PACK),
            low_spent=(),
            high=shuffle(chance, "high", HIGH_PACK),
            high_spent=(),
            hands=((),) * seats,
            standing=((True, True),) * seats,
            lineups=(None,) * seats,
        )
        return Step(state, (), reveals=True)

    def to_act(self, state: State) -> frozenset[Seat]:
        """Name the seats a decision is due from."""
        return frozenset(acting(state))

    def choices(self, state: State, seat: Seat, prefix: str) -> list[Choice]:
        """List the next parts of a notation."""
        return choices(state, seat, prefix) if seat in acting(state) else []

    def apply(self, state: State, seat: Seat, action: Action, chance: Chance) -> Step[State, SplashEvent]:
        """Play an action; raises MatchOver, NotYourTurn, or IllegalAction with the rule."""
        if self.is_standing(action):
            return self._stand(state, seat, action)
        if seat not in acting(state):
            demand_turn(self, state, seat)
        race = take(state, chance)
        step = self._step(race, seat, action)
        if step is None:
            raise refusal(race, seat, action, self._written(state, seat))
        turn.run(race, step)
        after = race.state()
        put_back(after, race)
        return Step(after, tuple(race.told), reveals=race.shown)

    def resign(self, state: State, seat: Seat) -> Step[State, SplashEvent]:
        """Let the seat's pieces go on by the defaults (11.3), ranked behind all who stay; the last team that stays wins."""
        self._demand_stays(state, seat)
        race = Race(state, NOTHING)
        turn.leave(race, seat)
        return Step(race.state(), tuple(race.told), reveals=race.shown)

    def forced(self, state: State) -> tuple[Seat, Action] | None:
        """Name the pass that lets a turn begin, or a piece go on whose team has left."""
        if state.decision == "start" or (state.decision not in ("D0", "over") and state.has_left(state.mover)):
            return state.acting, Pass()
        return None

    def automatic(self, state: State) -> tuple[Seat, Action] | None:
        """Name the roll under `autoroll`, unless a card is held that works before it alone."""
        due = state.decision == "D3" and state.options.autoroll and not state.has_left(state.mover)
        if due and not any(card in ONLY_BEFORE for card in state.hands[state.mover]):
            return state.mover, Roll()
        return None

    def is_standing(self, action: Action) -> bool:
        """Tell whether this is a standing order or an order of the hand (11.7)."""
        return isinstance(action, Order | HandOrder)

    def outcome(self, state: State) -> Outcome | None:
        """Give the places once the race is over."""
        if state.places is None:
            return None
        closed = sum(state.at[team * CREW + HELM] == DONE and not state.has_left(team) for team in range(state.teams))
        return Outcome(state.places, None, reason(state.gone, state.teams, closed))

    def view(self, state: State, seat: Seat | None) -> View:
        """Show the position without what is others' alone."""
        return view_of(state, seat)

    def parse(self, state: State, seat: Seat, text: str) -> Action:
        """Read an action; raises ParseError."""
        action = read_action(text)
        if action is None:
            raise ParseError("splash.parse.action", near=near(text, self._written(state, seat)), text=text[:LONGEST])
        return action

    def write(self, state: State, action: Action) -> str:
        """Write an action."""
        return write_action(action)

    def dump(self, state: State) -> str:
        """Write the position as a full save (section 13)."""
        return notation.write_position(state)

    def load(self, text: str, options: SplashOptions) -> State:
        """Read a position strictly, a full save or the short form, which stands at the start of a turn; raises ParseError."""
        return notation.read_position(text, options)

    def _written(self, state: State, seat: Seat) -> list[str]:
        return [write_action(action) for action in self.legal(state, seat)]

    def _demand_stays(self, state: State, seat: Seat) -> None:
        demand_seat(seat, state.teams)
        demand_present(self, state, seat, gone=state.has_left(seat), rule="end")

    def _step(self, race: Race, seat: Seat, action: Action) -> turn.Next:
        """Name the step that an action sets going; None for one that is not legal."""
        if race.decision == "D0":
            return partial(turn.line_up, seat=seat, lanes=action.lanes) if isinstance(action, Lineup) else None
        if race.decision == "start" or seat != race.piece // CREW:
            return turn.resume if isinstance(action, Pass) else None
        match race.decision, action:
            case "D1", Obs(square):
                cell = race.course.cell_names.index(square) if square in race.course.cell_names else FREE
                legal = not square or ground(race) >> cell & 1
                return partial(turn.put_obstacle, cell=cell) if legal else None
            case "D2", Disc(card):
                return partial(turn.drop, card=card) if card in race.hands[seat] else None
            case "D3", Roll():
                return turn.roll
            case "D4", Go(lane):
                number = LANES.index(lane)
                return partial(turn.go, lane=number) if number in reachable(race) else None
            case "D6", Pass():
                return turn.end
            case _, Play(card, target) if card in playable_cards(race):
                found = next((other for other in targets(race, card) if target_name(card, other) == target), None)
                return None if found is None else partial(turn.use, card=card, target=found)
        return None

    def _stand(self, state: State, seat: Seat, action: Action) -> Step[State, SplashEvent]:
        """Carry out a standing action: known to its team alone."""
        self._demand_stays(state, seat)
        alone = frozenset({seat})
        match action:
            case Order(card, on):
                orders = list(state.standing[seat])
                orders[STANDING.index(card)] = on
                standing = (*state.standing[:seat], (orders[0], orders[1]), *state.standing[seat + 1 :])
                return Step(replace(state, standing=standing), (events.Ordered(seat, card, on, audience=alone),))
            case HandOrder(cards) if sorted(cards) == sorted(state.hands[seat]):
                hands = (*state.hands[:seat], cards, *state.hands[seat + 1 :])
                return Step(replace(state, hands=hands), (events.HandOrdered(seat, cards, audience=alone),))
        raise not_this_hand()


SPLASH = Splash()
