"""The race told briefly: one sentence a phase, seats by their letters, every die of the race.

Owns what may be left to the log: the names of cards played, lost hands, and life and death in a wreck.
"""

from collections.abc import Sequence

from bot.engine.core import Code, Event, Param, Text
from bot.engine.games.hippo import events as told
from bot.engine.games.hippo.log import roll as written
from bot.engine.games.hippo.position import LETTERS
from bot.words.hippo import race
from bot.words.hippo.parts import phrase


def tell(events: Sequence[Event]) -> list[Text]:
    """Tell events in order, what happens in a phase (or at the gate) as one list of deeds."""
    sentences: list[Text] = []
    deeds: list[Text] = []
    where: Text | None = None
    for event in events:
        if isinstance(event, told.Fates | told.HandsGrew | told.Answered):
            continue
        deed = _deed(event)
        if deed is not None:
            deeds.append(deed)
            continue
        if not isinstance(event, told.Wrecked):
            sentences += _joined(where, deeds)
            deeds, where = [], _begun(event)
        if where is None:
            sentences += race.sentence(event) if not isinstance(event, told.Wrecked) else ()
        elif isinstance(event, told.Gated):
            sentences += race.sentence(event)
        elif isinstance(event, told.Wrecked):
            deeds += [phrase("brief.wrecked", who=LETTERS[seat]) for seat in event.seats]
    return sentences + _joined(where, deeds)


def _begun(event: Event) -> Text | None:
    """Name what begins with an event, if its deeds are gathered."""
    match event:
        case told.PhaseBegan(phase=phase):
            return phrase(f"phase.{phase}")
        case told.Gated():
            return phrase("phase.G")
        case _:
            return None


def _joined(where: Text | None, deeds: list[Text]) -> list[Text]:
    if where is None:
        return [phrase("brief.alone", deeds=tuple(deeds))] if deeds else []
    if not deeds:
        return [] if where.id.endswith(".G") else [phrase("event.quiet", phase=where)]
    return [phrase("brief.phase", phase=where, deeds=tuple(deeds))]


def _deed(event: Event) -> Text | None:
    match event:
        case told.Attempted(attack=attack, defence=defence, result=result):
            return phrase(f"brief.{result}", **_pair(attack, defence))
        case told.Unlocked(attack=attack, defence=defence):
            return phrase("brief.unlocked", **_pair(attack, defence))
        case told.Saved(stat=stat, roll=made, difficulty=difficulty, passed=passed):
            name = phrase(f"stat.{stat}")
            dice = Code(f"{written(made)}/{difficulty}")
            return phrase("brief.saved" if passed else "brief.failed", stat=name, who=LETTERS[made.seat], dice=dice)
        case told.Sprinted(roll=made):
            return phrase("brief.sprinted", who=LETTERS[made.seat], dice=Code(written(made)))
        case told.Collided(seats=seats):
            return phrase("brief.collided", who=tuple([LETTERS[seat] for seat in seats]))
        case told.Followed(seat=seat, die=int(die)):
            return phrase("brief.followed", who=LETTERS[seat], dice=Code(str(die)))
        case _:
            return None


def _pair(attack: told.Roll, defence: told.Roll) -> dict[str, Param]:
    return {
        "who": LETTERS[attack.seat],
        "other": LETTERS[defence.seat],
        "attack": Code(written(attack)),
        "defence": Code(written(defence)),
    }
