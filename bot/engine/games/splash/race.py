"""A race in motion: the working copy of a position while one action and all that follows from it are carried out.

Owns taking a state apart, putting it together again, who stands on which cell, the decks, and the events told so far. Refuses to
know the rules that move pieces (`kernel`, `movement`, `effects`) and the order of a turn (`turn`).
"""

from bot.engine.chance import NoChance, pick, shuffle
from bot.engine.core import Chance, Seat
from bot.engine.games.splash import events
from bot.engine.games.splash.course import Course
from bot.engine.games.splash.events import SplashEvent
from bot.engine.games.splash.position import CREW, DONE, HELM, PIECES, Decision, SplashOptions, State

EMPTY, OBSTACLE = -1, -2
NOTHING = NoChance()
_KEPT: "list[tuple[State, Race]]" = []  # at most one: what `put_back` keeps and `take` takes


class Race:
    """A position that changes. `on` holds by cell the piece there, EMPTY or OBSTACLE; the free zone's entry is always EMPTY.

    told: the events. shown: whether something was drawn or became public. closers: the teams that closed in this action. A race
    may be made from a position or be the copy of another race.
    """

    __slots__ = (
        "again", "anchors", "at", "chance", "closers", "course", "decision", "die", "drawn", "free", "gone", "hands", "high",
        "high_spent", "lineups", "low", "low_spent", "modifier", "obstacles", "on", "options", "piece", "places", "round",
        "shown", "slot", "standing", "teams", "told", "used", "wind",
    )  # fmt: skip

    chance: Chance
    options: SplashOptions
    course: Course
    decision: Decision
    round: int
    slot: int
    piece: int
    at: list[int]
    on: list[int]
    anchors: int
    obstacles: int
    low: tuple[str, ...]
    low_spent: tuple[str, ...]
    high: tuple[str, ...]
    high_spent: tuple[str, ...]
    hands: list[tuple[str, ...]]
    standing: tuple[tuple[bool, bool], ...]
    gone: int
    used: int
    modifier: int
    wind: bool
    free: int
    die: int
    drawn: str
    again: bool
    lineups: tuple[str | None, ...]
    places: tuple[int, ...] | None
    teams: int
    told: list[SplashEvent]
    shown: bool
    closers: list[int]

    def __init__(self, state: "State | Race", chance: Chance) -> None:
        self.chance = chance
        self.options = state.options
        self.course = state.course
        self.decision = state.decision
        self.round = state.round
        self.slot = state.slot
        self.piece = state.piece
        self.at = list(state.at)
        self.anchors = state.anchors
        self.obstacles = state.obstacles
        self.low = state.low
        self.low_spent = state.low_spent
        self.high = state.high
        self.high_spent = state.high_spent
        self.hands = list(state.hands)
        self.standing = state.standing
        self.gone = state.gone
        self.used = state.used
        self.modifier = state.modifier
        self.wind = state.wind
        self.free = state.free
        self.die = state.die
        self.drawn = state.drawn
        self.again = state.again
        self.lineups = state.lineups
        self.places = state.places
        self.teams = len(state.hands)
        self.told = []
        self.shown = False
        self.closers = []
        self.on = state.on[:] if isinstance(state, Race) else _occupied(state)

    def state(self) -> State:
        """Give the position reached."""
        return State(
            self.options,
            self.decision,
            self.round,
            self.slot,
            self.piece,
            tuple(self.at),
            self.anchors,
            self.obstacles,
            self.low,
            self.low_spent,
            self.high,
            self.high_spent,
            tuple(self.hands),
            self.standing,
            self.gone,
            self.used,
            self.modifier,
            self.wind,
            self.free,
            self.die,
            self.drawn,
            self.again,
            self.lineups,
            self.places,
        )

    def tell(self, event: SplashEvent) -> None:
        """Add an event."""
        self.told.append(event)

    # Pieces and cells -------------------------------------------------------------------------------------------------

    def lift(self, piece: int) -> None:
        """Take a piece that is on off its cell; where it stood remains its place."""
        cell = self.course.cell[self.at[piece]]
        if self.on[cell] == piece:
            self.on[cell] = EMPTY

    def put(self, piece: int, place: int) -> None:
        """Set a piece down where nothing stands in its way."""
        self.at[piece] = place
        cell = self.course.cell[place]
        if cell:
            self.on[cell] = piece

    def raise_obstacle(self, cell: int) -> None:
        """Put an obstacle on an empty cell."""
        self.on[cell] = OBSTACLE
        self.obstacles |= 1 << cell

    def clear_obstacle(self, cell: int) -> None:
        """Take an obstacle away."""
        self.on[cell] = EMPTY
        self.obstacles &= ~(1 << cell)

    def name(self, piece: int) -> str:
        """Write where a piece is."""
        at = self.at[piece]
        return self.course.names[at] if at >= 0 else "F" if at == DONE else "-"

    def helm_is_due(self, team: int) -> bool:
        """Whether a team's Helmsman takes turns: its Pawns are done and he has not closed (section 4.2)."""
        first = team * CREW
        at = self.at
        return at[first] == at[first + 1] == at[first + 2] == DONE != at[first + HELM]

    # Cards ------------------------------------------------------------------------------------------------------------

    def draw_low(self) -> str:
        """Take the top Low Tide card; it goes to the discards before its effect."""
        if not self.low:
            self.low, self.low_spent = shuffle(self.chance, "low", self.low_spent), ()
            self.tell(events.Reshuffled("low", len(self.low)))
        card, self.low = self.low[0], self.low[1:]
        self.shown = True
        self.low_spent += (card,)
        return card

    def draw_high(self) -> str | None:
        """Take the top High Tide card, or nothing where deck and discards are empty."""
        if not self.high:
            if not self.high_spent:
                return None
            self.high, self.high_spent = shuffle(self.chance, "high", self.high_spent), ()
            self.tell(events.Reshuffled("high", len(self.high)))
        card, self.high = self.high[0], self.high[1:]
        self.shown = True
        return card

    def spend(self, team: int, card: str) -> None:
        """Move a card, the last one of its kind, from a hand to the discards."""
        hand = list(self.hands[team])
        del hand[len(hand) - 1 - hand[::-1].index(card)]
        self.hands[team] = tuple(hand)
        self.high_spent += (card,)
        self.shown = True

    def discard(self, team: int, card: str, why: str) -> None:
        """Discard from a hand."""
        self.spend(team, card)
        self.tell(events.Discarded(Seat(team), card, why))

    def steal(self, thief: int, victim: int) -> None:
        """Take a random card from another team."""
        hand = self.hands[victim]
        card = pick(self.chance, "gull", hand)
        self.shown = True
        at = hand.index(card)
        self.hands[victim] = hand[:at] + hand[at + 1 :]
        self.hands[thief] += (card,)
        both = frozenset({Seat(thief), Seat(victim)})
        self.tell(events.Stolen(Seat(thief), Seat(victim)))
        self.tell(events.StolenCard(Seat(thief), Seat(victim), card, audience=both))

    def reacts(self, team: int, card: str, order: int) -> bool:
        """Whether a team's standing order (0 Salvagente, 1 Alt) would use a card now (section 8.3)."""
        return card in self.hands[team] and self.standing[team][order] and not self.used >> team & 1

    def react(self, team: int, card: str, piece: int, by: int | None) -> None:
        """Use a reaction for a piece."""
        self.spend(team, card)
        self.used |= 1 << team
        self.tell(events.Reacted(Seat(team), card, PIECES[piece], "" if by is None else PIECES[by]))


def _occupied(state: State) -> list[int]:
    """List what stands on each cell."""
    course = state.course
    on = [EMPTY] * len(course.cell_names)
    cell = course.cell
    for piece, place in enumerate(state.at):
        if place >= 0:
            on[cell[place]] = piece
    on[0] = EMPTY
    rest = state.obstacles
    while rest:
        on[rest.bit_length() - 1] = OBSTACLE
        rest &= ~(1 << rest.bit_length() - 1)
    return on


def rehearsal(race: Race, team: int) -> Race:
    """Give a copy to try things on as a team may know it: nothing can be drawn, other teams' hands are empty."""
    copy = Race(race, NOTHING)
    copy.hands = [hand if owner == team else () for owner, hand in enumerate(race.hands)]
    return copy


def take(state: State, chance: Chance = NOTHING) -> Race:
    """Give a race that stands at a position, the caller's alone: the one put back last, if it stands there, or a new one."""
    kept = _KEPT.pop() if _KEPT else None
    if kept is None or kept[0] is not state:
        return Race(state, chance)
    race = kept[1]
    race.chance = chance
    race.told, race.closers, race.shown = [], [], False
    return race


def put_back(state: State, race: Race) -> None:
    """Keep a race that stands at a position for the next question about it: whoever asks takes it, so nobody shares it."""
    _KEPT[:] = ((state, race),)
