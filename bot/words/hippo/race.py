"""The race told in full: one sentence for each attack, save and start, with every die and every card.

Owns the order and the joining of sentences: a wheel lock with its unlock rolls, a phase with its first attack. Refuses to know
what a reader may learn: the caller has left out what is not for everybody.
"""

from collections.abc import Iterator, Sequence

from bot.engine.core import Code, Event, Param, Seat, Text, Who
from bot.engine.games.hippo import events as told
from bot.engine.games.hippo.cards import Sums
from bot.engine.games.hippo.notation import write_action
from bot.engine.games.hippo.position import SEATS
from bot.words.hippo.parts import card, cards, people, phrase, roll, signed, sums

OUTCOMES = {True: "ok", False: "no"}


def tell(events: Sequence[Event]) -> list[Text]:
    """Tell events in order."""
    sentences: list[Text] = []
    phase: Text | None = None  # begun, and nothing told of it yet
    at = 0
    while at < len(events):
        event = events[at]
        at += 1
        if isinstance(event, told.PhaseBegan):
            sentences += _quiet(phase)
            phase = phrase(f"phase.{event.phase}")
            continue
        if isinstance(event, told.Attempted):
            follows = events[at] if at < len(events) else None
            lock = follows if event.result == "lock" and isinstance(follows, told.Unlocked) else None
            at += lock is not None
            what = attempt(event, lock)
            sentences.append(what if phase is None else phrase("event.phase", phase=phase, what=what))
            phase = None
            continue
        if not isinstance(event, told.Answered):
            sentences += _quiet(phase)
            phase = None
        sentences += sentence(event)
    return sentences + _quiet(phase)


def _quiet(phase: Text | None) -> list[Text]:
    return [] if phase is None else [phrase("event.quiet", phase=phase)]


def attempt(event: told.Attempted, lock: told.Unlocked | None) -> Text:
    """Tell an attack, with the unlock rolls if it ended in a wheel lock."""
    params: dict[str, Param] = {
        "who": Who(event.attack.seat),
        "other": Who(event.defence.seat),
        "attack": roll(event.attack),
        "defence": roll(event.defence),
    }
    if lock is None:
        return phrase(f"event.{event.result}", **params)
    return phrase("event.locked", first=roll(lock.attack), second=roll(lock.defence), **params)


def sentence(event: Event) -> Iterator[Text]:
    """Tell one event that stands alone; nothing of those that the board or the progress says."""
    match event:
        case told.Answered():
            pass
        case told.Dealt(seat=seat, cards=dealt):
            yield phrase("event.dealt", who=Who(seat), cards=cards(dealt))
        case told.Sealed(seat=seat, answer=answer):
            name = "event.sealed_again" if answer.again else "event.sealed"
            yield phrase(name, who=Who(seat), action=Code(write_action(answer)))
        case told.Revealed(teams=teams, sums=totals):
            yield phrase("event.revealed")
            for seat in SEATS:
                yield team(seat, teams[seat], totals[seat])
        case told.Spread(seat=seat, rumour=rumour, target=target):
            effect = phrase(f"rumour.{rumour}")
            yield phrase("event.spread", who=Who(seat), rumour=card(rumour), target=Who(target), effect=effect)
        case told.Boxed(boxes=boxes):
            yield phrase("event.boxed", who=people(sorted(SEATS, key=boxes.__getitem__)))
        case told.Left(seat=seat):
            yield phrase("event.left", who=Who(seat))
        case told.Finished(winner=None):
            yield phrase("event.nobody")
        case told.Finished(winner=winner, purse=purse):
            assert winner is not None  # noqa: S101 - the case before
            yield phrase("event.won", who=Who(winner), purse=purse)
        case _:
            yield from _gate(event)


def team(seat: Seat, kept: tuple[str, ...], totals: Sums) -> Text:
    """Tell which cards a seat keeps, and its sums."""
    if not kept:
        return phrase("event.team_none", who=Who(seat))
    return phrase("event.team", who=Who(seat), cards=cards(kept), sums=sums(totals))


def _gate(event: Event) -> Iterator[Text]:
    match event:
        case told.Gated(sprints=sprints):
            yield gated(sprints)
        case told.Sprinted(box=box, roll=made):
            yield phrase("event.sprinted", who=Who(made.seat), box=box, roll=roll(made))
        case told.Collided(seats=seats, total=total):
            yield phrase("event.collided", who=people(seats), total=total)
        case told.Restarted(holder=holder):
            yield phrase("event.restarted", who=Who(holder), card=card("u4"))
        case told.Followed(seat=seat, box=box, die=None):
            yield phrase("event.followed_alone", who=Who(seat), box=box)
        case told.Followed(seat=seat, box=box, die=die):
            yield phrase("event.followed", who=Who(seat), box=box, die=Code(str(die)))
        case told.Lined(order=()):
            pass
        case told.Lined(order=order):
            yield phrase("event.lined", who=people(order))
        case _:
            yield from _lap(event)


def gated(sprints: tuple[bool, ...]) -> Text:
    """Tell who sprints and who starts safely."""
    fast = people([seat for seat in SEATS if sprints[seat]])
    safe = people([seat for seat in SEATS if not sprints[seat]])
    if not fast or not safe:
        return phrase("event.all_sprint" if fast else "event.all_safe")
    return phrase("event.gated", n=len(fast), sprinters=fast, others=safe)


def _lap(event: Event) -> Iterator[Text]:
    match event:
        case told.LapBegan(lap=lap, order=order, fatigue=fatigue):
            yield phrase("event.lap", lap=lap, who=people(order))
            tired = [
                phrase("event.tired_one", who=Who(seat), by=signed(by)) for seat, by in zip(order, fatigue, strict=True) if by
            ]
            if tired:
                yield phrase("event.tired", who=tuple(tired))
        case told.Drew(seat=seat, cards=drawn):
            yield phrase("event.drew", who=Who(seat), cards=cards(drawn))
        case told.HandsGrew(reshuffles=reshuffles):
            if reshuffles:
                yield phrase("event.reshuffled")
        case told.Dropped(seat=seat, cards=dropped, auto=auto):
            yield phrase("event.dropped_auto" if auto else "event.dropped", who=Who(seat), cards=cards(dropped))
        case told.Unlocked(attack=attack, defence=defence):
            whose = {"who": Who(attack.seat), "other": Who(defence.seat)}
            yield phrase("event.unlocked", **whose, first=roll(attack), second=roll(defence))
        case told.Saved(stat=stat, roll=made, difficulty=difficulty, passed=passed):
            outcome = OUTCOMES[passed]
            yield phrase(f"event.save.{stat}.{outcome}", who=Who(made.seat), roll=roll(made), die=Code(str(difficulty)))
        case told.Wrecked(seats=seats, hands=hands):
            for seat, hand in zip(seats, hands, strict=True):
                if hand:
                    yield phrase("event.lost_hand", who=Who(seat), cards=cards(hand))
        case told.Fates(seat=seat, trampled=trampled, figures=figures):
            yield phrase("event.trampled" if trampled else "event.fates", who=Who(seat), fates=tuple(map(fate, figures)))
        case other:
            raise AssertionError(f"no words for {other!r}")


def fate(one: told.Fate) -> Text:
    """Tell whether one of a wreck's five lives."""
    figure = card(one.figure) if one.figure else phrase("figure.horse" if one.horse else "figure.driver")
    dice = Code(f"{one.total}/{one.difficulty}")
    return phrase("fate.lives" if one.lives else "fate.dies", figure=figure, dice=dice)
