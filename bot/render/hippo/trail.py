"""What the last resolved window changed on the track, read off its events: places won and lost, and fresh wrecks."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.engine.core import Event, Seat
from bot.engine.games.hippo.events import Attempted, PhaseBegan, Wrecked


@dataclass(frozen=True, slots=True)
class Trail:
    """before: the running order in which the window began, () at the gate. passes: attacker and defender, in order.

    wrecks: each fresh wreck with the phase it happened in ("G" at the gate).
    """

    before: tuple[Seat, ...] = ()
    passes: tuple[tuple[Seat, Seat], ...] = ()
    wrecks: tuple[tuple[Seat, str], ...] = ()

    def gained(self, seat: Seat, order: tuple[Seat, ...]) -> int:
        """Count the places that a chariot still running has won since (lost: negative)."""
        if seat not in self.before or seat not in order:
            return 0
        return self.before.index(seat) - order.index(seat)


def trail_of(last: Sequence[Event]) -> Trail:
    """Read a trail off events."""
    before: tuple[Seat, ...] = ()
    passes: list[tuple[Seat, Seat]] = []
    wrecks: list[tuple[Seat, str]] = []
    where = "G"
    for event in last:
        match event:
            case PhaseBegan(phase=phase, sequence=sequence):
                where = phase
                if not before:
                    before = (*sequence[1:], sequence[0]) if phase[0] == "S" else tuple(reversed(sequence))
            case Attempted(attack=attack, defence=defence, result="pass"):
                passes.append((attack.seat, defence.seat))
            case Wrecked(seats=seats):
                wrecks += [(seat, where) for seat in seats]
            case _:
                pass
    return Trail(before, tuple(passes), tuple(wrecks))
