"""What one seat of Hippo alone sees, in words: its deal, its hand, what it has answered, orders read out.

Owns these sentences. Refuses to see more than the seat's own view.
"""

from collections.abc import Iterator

from bot.engine.core import Code, Param, Text, Who
from bot.engine.games.hippo.actions import ADDING, HOLD, ONLY_WITH, Answer, Keep, Lap, Part, Start
from bot.engine.games.hippo.cards import sums as added
from bot.engine.games.hippo.offers import gains
from bot.engine.games.hippo.view import Own, View
from bot.words.hippo.parts import card, cards, people, phrase, signed, sums

KINDS = {"S": ("v", "b"), "C": ("a", "t")}  # by straight or curve: the kind of card that attacks, and the one that defends


def hand(view: View) -> list[Text]:
    """Say everything that the view's own seat knows for itself."""
    own = view.own
    assert own is not None  # noqa: S101 - a seat's view shows its own
    seat = view.seats[own.seat]
    told = [phrase("hand.title", who=Who(own.seat))]
    if own.deal:
        told += [phrase("hand.deal"), *map(dealt, own.deal)]
    if seat.team:
        told.append(phrase("hand.team", cards=cards(seat.team)))
    if seat.sums is not None:
        told.append(phrase("hand.sums", sums=sums(seat.sums)))
    if own.hand:
        told.append(held(own))
    if seat.fatigue:
        told.append(phrase("hand.fatigue", by=signed(seat.fatigue)))
    return [*told, *_answered(view, own)]


def dealt(name: str) -> Text:
    """Name a team card with its id and what it adds."""
    if name[0] == "u":
        return phrase("hand.rumour", code=Code(name), card=card(name), effect=phrase(f"rumour.{name}"))
    return phrase("hand.card", code=Code(name), card=card(name), gains=gains(name))


def held(own: Own) -> Text:
    """List the event cards held, and how many are too many."""
    names = tuple([phrase("hand.event", code=Code(name), card=card(name), kind=phrase(f"stat.{name[0]}")) for name in own.hand])
    return phrase("hand.events_over", cards=names, n=own.over) if own.over else phrase("hand.events", cards=names)


def _answered(view: View, own: Own) -> Iterator[Text]:
    if own.seat not in view.asked or view.window in (None, "rumour"):
        return
    if own.answer is None:
        yield phrase("hand.open")
        return
    yield phrase("hand.sealed")
    yield from read_out(view, own.answer)


def read_out(view: View, answer: Answer) -> Iterator[Text]:
    """Read an answer out in plain words."""
    match answer:
        case Keep(cards=kept):
            yield phrase("plan.keep", cards=cards(kept)) if kept else phrase("plan.keep_none")
            yield phrase("plan.sums", sums=sums(added(kept)))
        case Start(sprint=sprint):
            yield phrase("plan.sprint" if sprint else "plan.safe")
        case Lap():
            yield from orders(view, answer)


def orders(view: View, lap: Lap) -> Iterator[Text]:
    """Read a lap's orders out, phase by phase, then saves, lock and drop."""
    own = view.own
    assert own is not None  # noqa: S101 - orders are read out to their own seat
    for phase, part in zip(view.phases, lap.parts, strict=False):
        yield phrase("plan.part", phase=phrase(f"phase.{phase}"), attack=_attack(phase, part), defence=_defence(phase, part))
    yield phrase("plan.cards", saves=phrase(f"choice.save.{_named(lap.save)}"), lock=phrase(f"choice.lock.{_named(lap.lock)}"))
    if own.over:
        yield phrase("plan.drop", cards=cards(lap.drop)) if lap.drop else phrase("plan.drop_auto", n=own.over)


def _named(kinds: str) -> str:
    return "none" if kinds == "-" else kinds


def _attack(phase: str, part: Part) -> Text:
    if part.attack == HOLD:
        return phrase("plan.hold")
    name = {ADDING: "adding", ONLY_WITH: "only_with"}.get(part.attack, "attack")
    kind = phrase(f"stat.{KINDS[phase[0]][0]}")
    attack: Text = phrase(f"plan.{name}", kind=kind)
    rivals: Param = people(sorted(part.only))
    return phrase("plan.against", attack=attack, who=rivals) if part.only else attack


def _defence(phase: str, part: Part) -> Text:
    return phrase("plan.defend_adding" if part.defend else "plan.defend", kind=phrase(f"stat.{KINDS[phase[0]][1]}"))
