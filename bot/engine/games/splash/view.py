"""What a team, or a spectator, sees of a position of Splash & Bash.

Owns the line between public and private: hands, their order, standing orders, a third card just drawn and lineups not yet
revealed are their team's alone; the decks' order is nobody's.
"""

from dataclasses import dataclass

from bot.engine.core import Seat
from bot.engine.games.splash.position import CREW, DONE, LETTERS, MARKS, PIECES, Decision, SplashOptions, State


@dataclass(frozen=True, slots=True)
class PieceView:
    """A piece: `status` is waiting, on or done; lane (E, C or A), lap (from 1) and square mean something while it is on."""

    code: str
    seat: Seat
    mark: str
    status: str
    lane: str
    lap: int
    square: int
    anchored: bool

    @property
    def at(self) -> str:
        """Where it is in the rules' notation: `2C11`, F or -."""
        if self.status == "on":
            return f"{self.lap}{self.lane}{self.square}"
        return "F" if self.status == "done" else "-"


@dataclass(frozen=True, slots=True)
class TeamView:
    """A team: `cards` is the size of its hand. Its own alone, otherwise None: hand, salvagente and alt (its standing orders).

    lineup is None while it is not given or not revealed; given tells whether it is given.
    """

    seat: Seat
    letter: str
    cards: int
    hand: tuple[str, ...] | None
    salvagente: bool | None
    alt: bool | None
    given: bool
    lineup: str | None
    left: bool
    spent: bool


@dataclass(frozen=True, slots=True)
class View:
    """A position as one seat may know it.

    acting: who acts now (nobody at the end, several at D0). piece: the one on turn, None at D0 and at the end. die: 0 while it is
    not rolled; movement: 1 or more once it is. obstacles: squares like E5. low_left, high_left: the decks' sizes; the discards
    are public, oldest first. drawn: the third card of an own hand at D2. places: by seat once it is over.
    """

    options: SplashOptions
    seat: Seat | None
    acting: tuple[Seat, ...]
    decision: Decision
    round: int
    piece: str | None
    die: int
    modifier: int
    movement: int
    wind: bool
    free: int
    again: bool
    pieces: tuple[PieceView, ...]
    obstacles: tuple[str, ...]
    teams: tuple[TeamView, ...]
    drawn: str | None
    low_left: int
    low_spent: tuple[str, ...]
    high_left: int
    high_spent: tuple[str, ...]
    places: tuple[int, ...] | None


_ALONE = tuple((Seat(team),) for team in range(len(LETTERS)))


def acting(state: State) -> tuple[Seat, ...]:
    """Name the seats a decision is due from."""
    if not state.gone and state.decision not in ("D0", "over"):
        return _ALONE[state.piece // CREW]
    if state.decision == "over":
        return ()
    if state.decision == "D0":
        return tuple(Seat(team) for team, lineup in enumerate(state.lineups) if lineup is None)
    return (state.acting,)


def movement(die: int, modifier: int) -> int:
    """Give the movement of a roll: never less than one square (section 5)."""
    return max(1, die + modifier)


def view_of(state: State, seat: Seat | None) -> View:
    """Show a position to a seat, or to a spectator."""
    course, on_turn = state.course, state.decision not in ("D0", "over")
    return View(
        options=state.options,
        seat=seat,
        acting=acting(state),
        decision=state.decision,
        round=state.round,
        piece=PIECES[state.piece] if on_turn else None,
        die=state.die,
        modifier=state.modifier,
        movement=movement(state.die, state.modifier) if state.die else 0,
        wind=state.wind,
        free=state.free,
        again=state.again,
        pieces=tuple(_piece(state, number) for number in range(CREW * state.teams)),
        obstacles=tuple(name for cell, name in enumerate(course.cell_names) if state.obstacles >> cell & 1),
        teams=tuple(_team(state, Seat(team), seat) for team in range(state.teams)),
        drawn=state.drawn if state.drawn and seat == state.mover else None,
        low_left=len(state.low),
        low_spent=state.low_spent,
        high_left=len(state.high),
        high_spent=state.high_spent,
        places=state.places,
    )


def _piece(state: State, number: int) -> PieceView:
    team, mark = divmod(number, CREW)
    at = state.at[number]
    status = "on" if at >= 0 else "done" if at == DONE else "waiting"
    lap, lane, square = (0, "", 0)
    if at >= 0:
        spot = state.course.spots[at]
        lap, lane, square = spot.lap, spot.lane, spot.square
    return PieceView(
        PIECES[number], Seat(team), MARKS[mark], status, lane, lap, square, anchored=bool(state.anchors >> number & 1)
    )


def _team(state: State, team: Seat, watcher: Seat | None) -> TeamView:
    own = team == watcher
    salvagente, alt = state.standing[team] if own else (None, None)
    lineup = state.lineups[team] if state.lineups else None
    return TeamView(
        seat=team,
        letter=LETTERS[team],
        cards=len(state.hands[team]),
        hand=state.hands[team] if own else None,
        salvagente=salvagente,
        alt=alt,
        given=lineup is not None or not state.lineups,
        lineup=lineup if own else None,
        left=state.has_left(team),
        spent=bool(state.used >> team & 1),
    )
