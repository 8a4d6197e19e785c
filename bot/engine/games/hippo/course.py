"""The running race while one window is being resolved: a working copy that rolls, spends cards, wrecks and notes what happened.

Owns saves, wrecks, debris, life and death (sections 5, 7.4 and 9.1). Refuses to know whose turn it is (`gate`, `lap`). Lives
no longer than one action: `frozen` gives the next position.
"""

from dataclasses import replace

from bot.engine.core import Chance, Seat
from bot.engine.games.hippo.actions import NO_ORDERS, Lap
from bot.engine.games.hippo.cards import BONUS, COOL, CUT, TURN
from bot.engine.games.hippo.events import Fate, Fates, Finished, HippoEvent, Roll, Saved, Wrecked
from bot.engine.games.hippo.position import FINISHED, SEATS, Out, Rumour, State, oath, places, reason

DIE = 6
PURSE = 1000  # sesterces, times the die
SAVE_STATS = {"r": COOL, "t": TURN, "a": CUT}
HORSES = 4


class Course:
    """The working copy; `where` is the phase as wrecks note it, `over` is set when at most one chariot runs."""

    __slots__ = (
        "chance", "deck", "discard", "events", "fatigue", "hands", "incidents", "oath", "order", "orders", "out", "over",
        "rumours", "state", "where",
    )  # fmt: skip

    def __init__(self, state: State, chance: Chance) -> None:
        self.state = state
        self.chance = chance
        self.events: list[HippoEvent] = []
        self.order = list(state.order)
        self.out = list(state.out)
        self.hands = [list(hand) for hand in state.hands]
        self.deck = list(reversed(state.deck))
        self.discard = list(state.discard)
        self.rumours = state.rumours
        self.oath = oath(state.rumours)
        self.orders: list[Lap] = [NO_ORDERS] * len(SEATS)
        self.fatigue = [0] * len(SEATS)
        self.where = ""
        self.incidents = 0
        self.over = False

    # Dice and cards ---------------------------------------------------------------------------------------------------

    def die(self) -> int:
        """Roll a die of the race."""
        return self.chance.draw("die", DIE) + 1

    def roll(self, seat: Seat, modifier: int, card: str | None) -> Roll:
        """Make an own roll, spending the card; the fatigue is the team's of now."""
        die = self.chance.draw("die", DIE) + 1
        tired = self.fatigue[seat]
        if card is None:
            return Roll(seat, die, modifier, None, tired, die + modifier + tired)
        self.hands[seat].remove(card)
        self.discard.append(card)
        return Roll(seat, die, modifier, card, tired, die + modifier + tired + BONUS)

    def card(self, seat: Seat, kind: str) -> str | None:
        """Find the lowest card of a kind that a seat holds."""
        found = None
        for card in self.hands[seat]:
            if card[0] == kind and (found is None or card < found):
                found = card
        return found

    def save(self, seat: Seat, stat: str, why: str, thrower: Seat) -> bool:
        """Save on a stat against a bare die, with a card where the orders allow it; true when it is passed."""
        card = self.card(seat, stat) if stat in self.orders[seat].save else None
        roll = self.roll(seat, self.state.sums[seat][SAVE_STATS[stat]], card)
        difficulty = self.die()
        passed = roll.total >= difficulty
        self.events.append(Saved(stat, why, roll, difficulty, thrower, passed))
        return passed

    # Wrecks -----------------------------------------------------------------------------------------------------------

    def wreck(self, dead: tuple[Seat, ...], why: str) -> None:
        """Take chariots wrecked together out, named from the front, and go on with race end or debris (section 7.4)."""
        behind = self.order.index(dead[-1]) + 1
        follower = self.order[behind] if behind < len(self.order) else None
        self.remove(dead, why)
        alive = [self.fates(seat) for seat in dead]
        if len(self.order) <= 1:
            self.over = True
        elif follower is not None and not self.save(follower, "t", "debris", dead[-1]):
            for seat, figures in zip(dead, alive, strict=True):
                self.trample(seat, figures)
            if not self.save(follower, "a", "debris", dead[-1]):
                self.wreck((follower,), "debris")

    def remove(self, dead: tuple[Seat, ...], why: str) -> None:
        """Take chariots out of the order at once, their hands to the discards."""
        self.incidents += 1
        for seat in dead:
            self.order.remove(seat)
            self.out.append(Out(seat, self.where, self.incidents))
        hands = tuple([tuple(self.hands[seat]) for seat in dead])
        for seat in dead:
            self.discard += self.hands[seat]
            self.hands[seat] = []
        self.events.append(Wrecked(dead, why, tuple(self.order), hands))

    def fates(self, seat: Seat) -> list[Fate]:
        """Roll life and death for a wreck's driver and four horses, from dice of their own (D32)."""
        team = self.state.teams[seat] if self.state.teams else ()
        drivers = [card for card in team if card[0] == "d"]
        horses: list[str | None] = [card for card in team if card[0] == "h"]
        figures = [(drivers[0] if drivers else None, False)]
        figures += [(horse, True) for horse in (*horses, *[None] * (HORSES - len(horses)))]
        return self._lots(seat, figures, trampled=False)

    def trample(self, seat: Seat, figures: list[Fate]) -> None:
        """Roll again for those who survived a wreck that a follower hits."""
        survivors = [(fate.figure, fate.horse) for fate in figures if fate.lives]
        if survivors:
            self._lots(seat, survivors, trampled=True)

    def _lots(self, seat: Seat, figures: list[tuple[str | None, bool]], *, trampled: bool) -> list[Fate]:
        draw = self.chance.draw
        cool = self.state.sums[seat][COOL] + self.fatigue[seat]
        found = []
        for figure, horse in figures:
            total = draw("fate", DIE) + 1 + cool
            difficulty = draw("fate", DIE) + 1
            found.append(Fate(figure, horse, total, difficulty, total >= difficulty))
        self.events.append(Fates(seat, trampled, tuple(found)))
        return found

    # The next position ------------------------------------------------------------------------------------------------

    def frozen(self, stage: str, *, last: tuple[tuple[str, str] | None, ...] = (None,) * 4) -> State:
        """Give the position with a new window open, nobody having answered."""
        old = self.state
        return State(
            options=old.options,
            stage=stage,
            deals=(),
            answers=(None,) * len(SEATS),
            teams=old.teams,
            sums=old.sums,
            rumours=self.rumours,
            boxes=old.boxes,
            order=tuple(self.order),
            out=tuple(self.out),
            hands=tuple([tuple(hand) for hand in self.hands]),
            deck=tuple(reversed(self.deck)),
            discard=tuple(self.discard),
            last=last,
            left=old.left,
        )

    def finished(self) -> State:
        """Give the final position: the first in the order wins the purse, with nobody left nobody does (section 7.5)."""
        end = self.frozen(FINISHED)
        if self.order:
            end = replace(end, winner=self.order[0], purse=PURSE * (self.chance.draw("purse", DIE) + 1))
        self.events.append(Finished(end.winner, end.purse, end.order, places(end), reason(end)))
        return end

    def use(self, rumour: Rumour) -> None:
        """Mark Caesar's favourite as used up."""
        used = Rumour(rumour.card, rumour.holder, used=True)
        self.rumours = tuple([used if other is rumour else other for other in self.rumours])
