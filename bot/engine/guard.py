"""The checks every game makes before its own: is the match on, is it this seat's turn, which notations are near a mistyped one.

Owns these and their message ids. Refuses to know any game.
"""

from collections.abc import Iterable
from difflib import SequenceMatcher

from bot.engine.core import AnyGame, GameInfo, Seat, Who
from bot.errors import IllegalAction, MatchOver, NotYourTurn, Refusal

NEAR = 5


def demand_seats(info: GameInfo, seats: int, *, also: tuple[int, ...] = ()) -> None:
    """Raise Refusal unless the game can be set up for so many seats; `also` are numbers accepted for tests alone."""
    if seats not in info.seats and seats not in also:
        raise Refusal("engine.wrong_seats", game=info.title, seats=seats, allowed=info.seats)


def demand_seat(seat: int, seats: int) -> None:
    """Raise Refusal for a seat that does not exist among so many."""
    if not 0 <= seat < seats:
        raise Refusal("engine.no_such_seat", seat=seat, n=seats)


def demand_turn(game: AnyGame, state: object, seat: Seat) -> None:
    """Raise MatchOver or NotYourTurn unless a decision is due from the seat."""
    due = game.to_act(state)
    if not due:
        raise MatchOver("engine.match_over")
    if seat not in due:
        raise NotYourTurn("engine.not_your_turn", due=tuple(Who(other) for other in sorted(due)))


def demand_present(game: AnyGame, state: object, seat: Seat, *, gone: bool, rule: str) -> None:
    """Raise MatchOver, or IllegalAction for a seat that has already left, unless the seat may resign."""
    if not game.to_act(state):
        raise MatchOver("engine.match_over")
    if gone:
        raise IllegalAction("engine.already_resigned", rule=rule, who=Who(seat))


def near(text: str, notations: Iterable[str]) -> tuple[str, ...]:
    """Give up to five of the notations, the most similar to the text first; equal ones keep their order."""

    def likeness(notation: str) -> float:
        return SequenceMatcher(None, text.casefold(), notation.casefold()).ratio()

    return tuple(sorted(notations, key=likeness, reverse=True)[:NEAR])
