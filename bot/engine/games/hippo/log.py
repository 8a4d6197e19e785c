"""The race log of Hippo (section 12): one line for each attack with all that came of it, and for what happens between them.

Owns its notation. Refuses to know sentences; it writes only what everybody may learn.
"""

from collections.abc import Iterable

from bot.engine.core import Event, Seat
from bot.engine.games.hippo import events as told
from bot.engine.games.hippo.actions import LETTERS
from bot.engine.games.hippo.cards import BONUS, STATS

ATTACK_STATS = {"S": "v b", "C": "a t"}


def log(events: Iterable[Event]) -> list[str]:
    """Write events, oldest first; what only some may learn is left out."""
    scribe = _Scribe()
    for event in events:
        if event.audience is None:
            scribe.take(event)
    return scribe.done()


def roll(made: told.Roll) -> str:
    """Write an own roll: die, stat, card, fatigue, total."""
    card = 0 if made.card is None else BONUS
    return f"{made.die}{made.modifier:+}{card:+}{made.fatigue:+}={made.total}"


class _Scribe:
    """Gathers an attack and what follows from it into one line."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._open: list[str] = []
        self._where = "G"
        self._order: tuple[Seat, ...] = ()

    def take(self, event: Event) -> None:
        """Write one event."""
        match event:
            case told.Attempted() | told.Unlocked() | told.Saved() | told.Wrecked():
                self._race(event)
            case told.Fates():
                pass  # narration, from dice of its own
            case _:
                self._close()
                self._between(event)

    def done(self) -> list[str]:
        """Finish the line begun and give them all."""
        self._close()
        return self._lines

    def _close(self) -> None:
        if self._open:
            after = "" if self._where == "G" else f" ord={_letters(self._order) or '-'}"
            self._lines.append(f"{self._where} {' ; '.join(self._open)}{after}")
            self._open = []

    def _race(self, event: told.Attempted | told.Unlocked | told.Saved | told.Wrecked) -> None:
        match event:
            case told.Attempted(phase=phase, attack=attack, defence=defence, result=result, order=order):
                self._close()
                one, other = ATTACK_STATS[phase[0]].split()
                pair = f"{LETTERS[attack.seat]}>{LETTERS[defence.seat]}"
                self._open = [f"{pair} {one} {roll(attack)} {other} {roll(defence)} {result.upper()}"]
                self._order = order
            case told.Unlocked(attack=attack, defence=defence):
                unlocks = f"{LETTERS[attack.seat]} {roll(attack)} {LETTERS[defence.seat]} {roll(defence)}"
                self._open[-1] += f" u {unlocks}"
            case told.Saved(stat=stat, roll=made, difficulty=difficulty, passed=passed):
                end = "OK" if passed else "FAIL" if stat == "t" else "WRECK"
                self._open.append(f"{LETTERS[made.seat]} save {stat} {roll(made)}/{difficulty} {end}")
            case _:
                self._order = event.order

    def _between(self, event: Event) -> None:
        match event:
            case told.Revealed(teams=teams, sums=sums):
                for seat, (team, six) in enumerate(zip(teams, sums, strict=True)):
                    totals = " ".join([f"{stat}{value:+}" for stat, value in zip(STATS, six, strict=True)])
                    self._lines.append(f"T {LETTERS[seat]} keep {','.join(team) or '-'} {totals}")
            case told.Spread(seat=seat, rumour=rumour, target=target):
                self._lines.append(f"U {LETTERS[seat]} {rumour}>{LETTERS[target]}")
            case told.Boxed(boxes=boxes):
                self._lines.append("B " + " ".join([f"{LETTERS[seat]}{box}" for seat, box in enumerate(boxes)]))
            case told.Gated(sprints=sprints):
                self._where = "G"
                chosen = [f"{LETTERS[seat]} {'sprint' if sprint else 'safe'}" for seat, sprint in enumerate(sprints)]
                self._lines.append("G " + " ".join(chosen))
            case told.Sprinted(box=box, roll=made):
                self._lines.append(f"G {LETTERS[made.seat]} box {box} {roll(made)}")
            case told.Collided(seats=seats, total=total):
                self._lines.append(f"G {_letters(seats)} collide {total}")
            case told.Restarted(holder=holder):
                self._lines.append(f"G restart u4:{LETTERS[holder]}")
            case told.Followed(seat=seat, box=box, die=die):
                self._lines.append(f"G {LETTERS[seat]} box {box} safe {'-' if die is None else die}")
            case _:
                self._between_laps(event)

    def _between_laps(self, event: Event) -> None:
        match event:
            case told.Lined(order=order):
                self._order = order
                self._lines.append(f"G ord={_letters(order) or '-'}")
            case told.LapBegan(lap=lap, order=order, fatigue=fatigue):
                tired = " ".join([f"{LETTERS[seat]}{by:+}" for seat, by in zip(order, fatigue, strict=True)])
                self._where = f"L{lap}.E"
                self._order = order
                self._lines.append(f"L{lap}.E fatigue {tired}")
            case told.HandsGrew(sizes=sizes, deck=deck, discard=discard):
                held = "".join([f"{LETTERS[seat]}{sizes[seat]}" for seat in self._order])
                self._lines.append(f"{self._where} hn={held} ev={deck}/{discard}")
            case told.Dropped(lap=lap, seat=seat, cards=cards, auto=auto):
                self._lines.append(f"L{lap}.E {LETTERS[seat]} drop {','.join(cards)}{' auto' if auto else ''}")
            case told.PhaseBegan(lap=lap, phase=phase):
                self._where = f"L{lap}.{phase}"
            case told.Finished(winner=winner, purse=purse):
                self._lines.append(f"F win={'-' if winner is None else LETTERS[winner] + str(purse)}")


def _letters(seats: Iterable[Seat]) -> str:
    return "".join([LETTERS[seat] for seat in seats])
