"""The position of Splash & Bash: options, the state, and the names of its parts.

Owns the values. Refuses to know how they change (`turn`, `kernel`, `effects`), how they are written (`notation`) and who may see
them (`view`). Rule numbers are those of `rules/splash.md`.

Pieces are numbers: four to a team in seat order, its Pawns 1 to 3 and then its Helmsman.
"""

from dataclasses import dataclass
from typing import Literal

from pydantic import Field, field_validator
from pydantic_core import PydanticCustomError

from bot.engine.core import Options, Seat
from bot.engine.games.splash.course import LANES, Course, courses

LETTERS = "RBGY"
MARKS = "123H"
CREW = len(MARKS)
HELM = CREW - 1
WAITING, DONE = -1, -2
PIECES = tuple(letter + mark for letter in LETTERS for mark in MARKS)
NUMBERS = {code: number for number, code in enumerate(PIECES)}
USUAL = "ECA"

Decision = Literal["D0", "D1", "D2", "D3", "D4", "D6", "start", "over"]


class SplashOptions(Options):
    """Options of a match; `autoroll` is the table's: where only cards that also work later could be played, it rolls at once."""

    course: str = Field(default="classica", json_schema_extra={"enum": list(courses())})
    order: Literal["misto", "alternato"] = "misto"
    sudden: bool = False
    autoroll: bool = True

    @field_validator("course")
    @classmethod
    def _known(cls, value: str) -> str:
        if value not in courses():
            raise PydanticCustomError(
                "splash.options.course", "there is no course {course}", {"course": value[:24], "known": tuple(courses())}
            )
        return value


@dataclass(frozen=True, slots=True)
class State:
    """A position: what is due is `decision`, of the team whose piece is on turn, of every team without a lineup at D0.

    slot: where in the round's order the piece stands. at: by piece, its place, WAITING or DONE. As bits: anchors by piece, used
    (a card, this turn) and gone by team, obstacles by cell. Decks top card first, discards oldest first, hands in their owners'
    order. standing: by team, whether Salvagente and Alt are used by themselves. modifier, wind, free: of this turn. die: 0 while
    it is not rolled. drawn: a third card at D2. again: the second movement of a Doppia onda. lineups: at D0 alone. places: once
    it is over.
    """

    options: SplashOptions
    decision: Decision
    round: int
    slot: int
    piece: int
    at: tuple[int, ...]
    anchors: int
    obstacles: int
    low: tuple[str, ...]
    low_spent: tuple[str, ...]
    high: tuple[str, ...]
    high_spent: tuple[str, ...]
    hands: tuple[tuple[str, ...], ...]
    standing: tuple[tuple[bool, bool], ...]
    gone: int = 0
    used: int = 0
    modifier: int = 0
    wind: bool = True
    free: int = 0
    die: int = 0
    drawn: str = ""
    again: bool = False
    lineups: tuple[str | None, ...] = ()
    places: tuple[int, ...] | None = None

    @property
    def course(self) -> Course:
        """The course's tables."""
        return courses()[self.options.course]

    @property
    def teams(self) -> int:
        """The number of teams."""
        return len(self.hands)

    def has_left(self, team: int) -> bool:
        """Whether a team's user resigned: its pieces go on by the defaults."""
        return bool(self.gone >> team & 1)

    @property
    def mover(self) -> Seat:
        """The team whose piece is on turn."""
        return Seat(self.piece // CREW)

    @property
    def acting(self) -> Seat:
        """Who acts at D1 to D6 and at the start of a turn: the mover, or for one that left the next team that stayed."""
        team = self.piece // CREW
        while self.gone >> team & 1:
            team = (team + 1) % len(self.hands)
        return Seat(team)


def orders(order: str, teams: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Give the slot orders of round 1 and of the rounds after it (section 4.1)."""
    rows = tuple((team + row) % teams * CREW + row for row in range(CREW) for team in range(teams))
    return rows, rows if order == "alternato" else tuple(range(CREW * teams))


ORDERS = {(order, teams): orders(order, teams) for order in ("misto", "alternato") for teams in (2, 3, 4)}


def lane_number(lane: str) -> int:
    """Give a lane's number from its letter."""
    return LANES.index(lane)
