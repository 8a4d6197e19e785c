"""Who sits where: how many places a lobby has, which seats are free, who gets which at the start.

Owns these as pure functions of a lobby's holders. Refuses to know rights, storage and time.
"""

from collections.abc import Sequence
from dataclasses import replace

from bot.engine.chance import shuffle
from bot.engine.core import Chance, Code, GameInfo, Seat, letter
from bot.errors import LobbyRefusal
from bot.match.model import HouseBot, SeatHolder

SEATS_LABEL = "table.seats"


def capacity_of(info: GameInfo, *, chosen: int | None, named: int) -> int:
    """Choose a lobby's number of places: as chosen; else the smallest the game allows for those named; else the game's most.

    named: opponents and bots, without the one who opens. Raises LobbyRefusal.
    """
    allowed = tuple(seats for seats in info.seats if seats > named)
    if not allowed:
        raise LobbyRefusal("match.too_many_named", n=info.seats[-1], named=named + 1)
    if chosen is not None:
        if chosen not in info.seats:
            raise LobbyRefusal("match.capacity_wrong", chosen=chosen, allowed=info.seats)
        if chosen not in allowed:
            raise LobbyRefusal("match.too_many_named", n=chosen, named=named + 1)
        return chosen
    return allowed[0] if named else allowed[-1]


def free_seats(capacity: int, holders: Sequence[SeatHolder]) -> tuple[Seat, ...]:
    """List the seats of a lobby nobody has asked for."""
    taken = {holder.wanted for holder in holders}
    return tuple(seat for seat in map(Seat, range(capacity)) if seat not in taken)


def demand_free(info: GameInfo, capacity: int, holders: Sequence[SeatHolder], wanted: Seat | None) -> None:
    """Raise LobbyRefusal unless the wanted seat, if any, exists and is free; the refusal names those to choose from."""
    free = free_seats(capacity, holders)
    if wanted is None or wanted in free:
        return
    if not 0 <= wanted < capacity:
        raise LobbyRefusal("match.seat_unknown", seats=tuple(map(Code, info.letters[capacity])))
    names = tuple(Code(letter(info, capacity, seat)) for seat in free)
    raise LobbyRefusal("match.seat_taken", seat=Code(letter(info, capacity, wanted)), free=names)


def seats_at_start(info: GameInfo, *, players: int, capacity: int) -> int:
    """Tell with how many seats a lobby starts now; games that fill with bots use every place. Raises LobbyRefusal."""
    if info.fills_with_bots:
        return capacity
    if players in info.seats:
        return players
    missing = min(seats for seats in info.seats if seats > players) - players
    raise LobbyRefusal("match.too_few", n=missing, allowed=info.seats)


def seat_all(
    info: GameInfo, holders: Sequence[SeatHolder], *, capacity: int, seats: int, bots: str, chance: Chance
) -> tuple[SeatHolder, ...]:
    """Give everybody a seat: the one asked for, or one of the others by a shuffle; bots of level `bots` take what is left.

    A seat asked for in a larger lobby is the one of the same letter, where the smaller match has that letter.
    """
    by_letter = {letter(info, seats, seat): seat for seat in map(Seat, range(seats))}
    seated: dict[Seat, SeatHolder] = {}
    undecided: list[SeatHolder] = []
    for holder in holders:
        seat = None if holder.wanted is None else by_letter.get(letter(info, capacity, holder.wanted))
        if seat is None:
            undecided.append(holder)
        else:
            seated[seat] = holder
    undecided += [SeatHolder(place=capacity, holder=HouseBot(bots))] * (seats - len(holders))
    left = [seat for seat in map(Seat, range(seats)) if seat not in seated]
    seated.update(zip(left, shuffle(chance, SEATS_LABEL, undecided), strict=True))
    return tuple(replace(holder, place=seat) for seat, holder in sorted(seated.items()))
