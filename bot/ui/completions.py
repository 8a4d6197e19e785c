"""What autocomplete offers: notations step by step, a game's rules by topic, house bots by level.

Owns the walk along a notation's parts. A reader is offered only what the own seat may do: nothing is read off other seats.
"""

from collections.abc import Iterator

from bot.engine.core import AnyGame, Choice, Code, Seat, Text
from bot.errors import Refusal
from bot.match.folded import Match
from bot.ui import access, components, limits, rulebook
from bot.ui.ask import Ask, labels_of

Completion = tuple[str | int, Text]


async def actions(ask: Ask, typed: str, *, match: str | None, game: str, starts: str = "", lead: str = "") -> list[Completion]:
    """Offer the notations that go on from what is typed, in the match that is meant.

    starts: keeps those that begin with one of these. lead: the word that notations begin with, whether it is typed or not.
    """
    typed = led(typed, lead)
    found = await _own(ask, match, game)
    if found is None:
        return []
    played, seat = found
    say = labels_of(played, ask.lang)
    return [
        (choice.text, _called(choice, say))
        for choice in parts(played.game, played.state, seat, typed)
        if choice.text.startswith(tuple(starts.split()) or lead)
    ]


def led(typed: str, lead: str) -> str:
    """Put the word that a notation begins with before it, unless it is there."""
    return typed if typed.strip().casefold().startswith(lead) else f"{lead} {typed}"


async def tiles(ask: Ask, typed: int | str, *, match: str | None, game: str, letter: str) -> list[Completion]:
    """Offer the numbers that may follow a letter in the actions now open."""
    found = await _own(ask, match, game)
    if found is None:
        return []
    played, seat = found
    say = labels_of(played, ask.lang)
    open_now = (c for c in played.game.choices(played.state, seat, "") if c.complete and c.text.startswith(letter))
    return [
        (int(choice.text[1:]), _called(choice, say))
        for choice in open_now
        if choice.text[1:].isdecimal() and choice.text[1:].startswith(str(typed or ""))
    ]


async def topics(ask: Ask, typed: str, *, game: str) -> list[Completion]:
    """Offer the sections of a game's rules."""
    wanted = typed.casefold()
    return [
        (found.anchor, Text("ui.literal", {"text": found.title}))
        for found in rulebook.sections(game, ask.lang)
        if wanted in found.title.casefold() or wanted in found.anchor
    ]


async def levels(ask: Ask, typed: str, *, match: str | None) -> list[Completion]:
    """Offer the levels of house bots that the meant lobby's game has."""
    code = await access.which(ask, match)
    if not isinstance(code, str):
        return []
    game = (await access.load(ask, code)).header.game
    known = ask.services.table.find_players(game)
    return [(level, Text(f"board.level.{level}")) for level in known if level.startswith(typed.strip().lower())]


def parts(game: AnyGame, state: object, seat: Seat, typed: str) -> Iterator[Choice]:
    """Walk a notation as far as it is typed and yield the parts that go on from there, at most as many as Discord shows."""
    wanted = _folded(typed)
    found: dict[str, Choice] = {}
    pending = [""]
    while pending and len(found) < limits.COMMAND_CHOICES:
        for choice in game.choices(state, seat, pending.pop(0)):
            here = _folded(choice.text)
            if not choice.complete and here and wanted.startswith(here):
                pending.append(choice.text)
            elif here.startswith(wanted):
                found.setdefault(choice.text, choice)
    yield from list(found.values())[: limits.COMMAND_CHOICES]


def _folded(text: str) -> str:
    return "".join(text.split()).casefold()


def _called(choice: Choice, say: components.Say) -> Text:
    """Call a part by its notation and what it means; one that must go on ends in an ellipsis."""
    text_id = "ui.completion.complete" if choice.complete else "ui.completion.goes_on"
    return Text(text_id, {"action": Code(choice.text), "meaning": say(choice.label)})


async def _own(ask: Ask, typed: str | None, game: str) -> tuple[Match, Seat] | None:
    """Find the meant match and the asker's own seat in it, if it is to act."""
    try:
        code = await access.which(ask, typed, game)
        if not isinstance(code, str):
            return None
        match = await access.load(ask, code)
    except Refusal:
        return None  # nothing to offer: the command itself will say why
    seat = match.seat_of(ask.actor.user_id)
    return (match, seat) if seat is not None and seat in match.to_act else None
