"""The house bot `steady`: looks a turn or two ahead over the die and weighs the fleets.

Owns the look-ahead and the judgement of a position. Refuses to know how boats move (`fleets`) and how a fleet's worth was found
(`table`). A position is judged by each seat's share of the victory: exact once the river is empty, otherwise by its points and
what its boats afloat are worth, weighed against those of all seats. Every seat is taken to play for its own share.
"""

from math import exp
from random import Random
from typing import Any, NamedTuple, TypeAlias

from bot.engine.core import AnyGame, Seat
from bot.engine.games.controcorrente.position import ARROWS, BOLLARDS, LETTERS, TILES, View
from bot.players.base import Budget
from bot.players.controcorrente.fleets import Fleet, contrary, drifted, drifted_tile, fair, sailed, wave_of
from bot.players.controcorrente.table import phases

TURNS_AHEAD = {2: 2, 3: 1, 4: 1}
SHARPNESS = {2: 0.3, 3: 0.5, 4: 0.5}  # per point; measured, as the look-ahead is
EQUAL = 1e-9  # shares closer than this are equal: the action listed first is played

Shares: TypeAlias = list[float]


class Spot(NamedTuple):
    """A position after a turn of `seat`, before anything that follows from it."""

    fleets: tuple[Fleet, ...]
    bollards: tuple[tuple[int, ...], ...]
    next_bollard: int
    sand: int
    seat: int


class Steady:
    """Plays the same action in the same position, within a few milliseconds."""

    level = "steady"
    draws = False
    heavy = False

    def choose(self, game: AnyGame, state: Any, seat: Seat, *, random: Random, budget: Budget) -> str:
        """Roll if that is due; otherwise choose the action after which the seat's share is largest."""
        view: View = game.view(state, seat)
        if view.die is None:
            return "R"
        outlook = Outlook(view)
        ends = outlook.actions(outlook.now(seat), seat, view.die)
        if len(ends) == 1:
            return ends[0][0]
        best, best_share = "", -1.0
        for notation, spot in ends:
            share = outlook.shares(spot, outlook.turns_ahead)[seat]
            if share > best_share + EQUAL:
                best, best_share = notation, share
        return best


class Outlook:
    """Looks ahead in one match: its options, who has left it, and the table for its river."""

    def __init__(self, view: View) -> None:
        count = len(view.seats)
        self._view = view
        self._seats = range(count)
        self._staying = [not seat.resigned for seat in view.seats]
        self._distance = (view.wave - view.sand) % TILES
        self._phases = phases(self._distance)
        self._sharpness = SHARPNESS[max(2, count)]
        self.turns_ahead = TURNS_AHEAD[max(2, count)]

    def now(self, seat: int) -> Spot:
        """Give the position of the view, as it is before the seat's action."""
        view = self._view
        fleets = tuple(other.afloat for other in view.seats)
        return Spot(fleets, tuple(other.bollards for other in view.seats), view.next_bollard, view.sand, seat)

    def actions(self, spot: Spot, seat: int, die: int) -> list[tuple[str, Spot]]:
        """List a seat's actions with 1..5 or the arrows, and what each leads to, in canonical order (section 2.2)."""
        spot = spot._replace(seat=seat)
        own = spot.fleets[seat]
        wave = wave_of(spot.sand, self._distance)
        if die < ARROWS:
            ends = [
                (f"M{end.tile}", _after(spot, seat, end.fleet, docked=end.docked)) for end in sailed(own, die, spot.sand, wave)
            ]
            return ends or [("P", spot)]
        ends = [(f"F{end.tile}", _after(spot, seat, end.fleet)) for end in fair(own, spot.sand, wave)]
        for step in self._seats[1:]:
            owner = (seat + step) % len(self._seats)
            ends += [(f"C{LETTERS[owner]}{end.tile}", _after(spot, owner, end.fleet)) for end in contrary(spot.fleets[owner])]
        if not ends or self._view.options.wind_optional:
            ends.append(("P", spot))
        return ends

    def shares(self, spot: Spot, turns: int) -> Shares:
        """Judge a position, with so many more turns played out over all faces of the die."""
        if not any(spot.fleets):
            return self._result(spot)
        if not turns:
            return self._estimate(spot)
        spot = self.next_turn(spot)
        if not any(spot.fleets):
            return self._result(spot)
        seat = spot.seat
        total = [0.0] * len(self._seats)
        for die in range(1, ARROWS + 1):
            best: Shares | None = None
            for _, end in self.actions(spot, seat, die):
                shares = self.shares(end, turns - 1)
                if best is None or shares[seat] > best[seat] + EQUAL:
                    best = shares
            total = [sum_ + share for sum_, share in zip(total, best or (), strict=True)]
        return [sum_ / ARROWS for sum_ in total]

    def next_turn(self, spot: Spot) -> Spot:
        """Go on to the next seat that takes a turn, through the round's end; a river that empties there has none."""
        while True:
            seat = spot.seat + 1
            if seat == len(self._seats):
                spot = Spot(tuple(map(drifted, spot.fleets)), spot.bollards, spot.next_bollard, drifted_tile(spot.sand), 0)
                if not any(spot.fleets):
                    return spot
            else:
                spot = spot._replace(seat=seat)
            if spot.fleets[spot.seat] or (self._view.options.finished_players_roll and self._staying[spot.seat]):
                return spot

    def _estimate(self, spot: Spot) -> Shares:
        """Weigh what the seats have and what their boats are worth; who had its turn this round waits for the next phase.

        A seat that cannot come up with the leader even if all its boats dock next weighs nothing.
        """
        now, later = self._phases[spot.sand], self._phases[drifted_tile(spot.sand)]
        taken = BOLLARDS - spot.next_bollard
        scores = [sum(bollards) for bollards in spot.bollards]
        lead = max(score for score, stays in zip(scores, self._staying, strict=True) if stays)
        points: list[float] = []
        alive: list[bool] = []
        for seat, fleet in enumerate(spot.fleets):
            full, loss = later[drifted(fleet)] if seat <= spot.seat else now[fleet]
            points.append(scores[seat] + full - loss * taken)
            boats = len(fleet)
            most = boats * spot.next_bollard - boats * (boats - 1) // 2
            alive.append(self._staying[seat] and scores[seat] + most >= lead)
        top = max(points)
        sharpness = self._sharpness
        weights = zip(points, alive, strict=True)
        return _normal([exp(sharpness * (mine - top)) if counts else 0.0 for mine, counts in weights])

    def _result(self, spot: Spot) -> Shares:
        """Share the victory among the best of those who stayed (D27)."""
        ranks = [self._rank(bollards) if stays else () for bollards, stays in zip(spot.bollards, self._staying, strict=True)]
        top = max(ranks)
        return _normal([1.0 if rank == top else 0.0 for rank in ranks])

    def _rank(self, bollards: tuple[int, ...]) -> tuple[int, ...]:
        score = sum(bollards)
        return (score, len(bollards), max(bollards, default=0)) if self._view.options.tie_break else (score,)


def _after(spot: Spot, owner: int, fleet: Fleet, *, docked: bool = False) -> Spot:
    fleets = (*spot.fleets[:owner], fleet, *spot.fleets[owner + 1 :])
    if not docked:
        return spot._replace(fleets=fleets)
    bollards = (*spot.bollards[:owner], (*spot.bollards[owner], spot.next_bollard), *spot.bollards[owner + 1 :])
    return spot._replace(fleets=fleets, bollards=bollards, next_bollard=spot.next_bollard - 1)


def _normal(weights: Shares) -> Shares:
    whole = sum(weights)
    return [weight / whole for weight in weights]
