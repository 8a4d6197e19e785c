"""The words of Splash & Bash: events, turns and options as message ids.

Owns which sentence tells what, and that a turn makes one sentence: what its piece draws, plays, rolls and walks, then bump by
bump what follows. Refuses to hold sentences and to judge rules. Squares in sentences are those of the moment the event happened.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, TypeAlias

from bot.engine.core import AnyGame, Code, Event, Param, Seat, Text, Who
from bot.engine.games.splash import events as told_of
from bot.engine.games.splash.actions import STANDING
from bot.engine.games.splash.choices import card_name
from bot.engine.games.splash.position import LETTERS, PIECES
from bot.engine.games.splash.view import View, movement
from bot.words.base import GameWords

FINISH = "F"
_Sentence: TypeAlias = (
    told_of.Lined | told_of.Began | told_of.Reshuffled | told_of.RollOff | told_of.Left | told_of.Ordered
    | told_of.HandOrdered | told_of.Over
)  # fmt: skip
DUE = {"D0": "lineup", "D1": "obstacle", "D2": "discard", "D3": "before", "D4": "lane", "D6": "after"}


@dataclass(frozen=True, slots=True)
class _Part:
    """What somebody does, as a predicate: a piece by its code, or a team by its letter."""

    subject: str
    what: Text


class SplashWords(GameWords):
    """What happens around the pool, told."""

    def tell(self, events: Sequence[Event]) -> list[Text]:
        """Tell events in order, one sentence a turn; what concerns the whole race stands alone."""
        told: list[Text] = []
        parts: list[_Part] = []
        at = 0
        while at < len(events):
            event = events[at]
            if isinstance(event, told_of.Turn | _Sentence):
                told += _turn_told(parts)
                parts = []
                if not isinstance(event, told_of.Turn):
                    told += _sentence(event)
                at += 1
                continue
            part, used = _part(events[at:], parts[-1].subject if parts else "")
            parts += [part] if part is not None else []
            at += used
        return told + _turn_told(parts)

    def brief(self, events: Sequence[Event]) -> list[Text]:
        """Tell the same without what the cards drawn do."""
        return [_briefly(text) for text in self.tell([event for event in events if not isinstance(event, told_of.Reshuffled)])]

    def progress(self, game: AnyGame, state: Any) -> Text | None:
        """Say how many teams have chosen their lanes."""
        if state.decision != "D0":
            return None
        return _text("progress", n=sum(lineup is not None for lineup in state.lineups), all=len(state.lineups))

    def hand(self, view: Any) -> list[Text]:
        """Say a team's cards in its order, what each does, and its standing orders."""
        return [] if view.seat is None else list(_hand(view))

    def seat(self, letter: str) -> Text | None:
        """Name a seat by its team's colour."""
        return _text(f"seat.{letter}")

    def turn(self, game: AnyGame, state: Any, seat: Seat) -> Text:
        """Say what the seat to act has to decide; nothing in it depends on a hand."""
        who: dict[str, Param] = {"who": Who(seat)}
        if seat not in game.to_act(state):
            return _text("turn.none", **who)
        if state.decision == "D0":
            return _text("turn.lineup", **who)
        if state.decision == "start" or seat != state.mover:
            return _text("turn.go_on", **who)
        n = movement(state.die, state.modifier) if state.die else 0
        return _text(f"turn.{DUE[state.decision]}", piece=Code(PIECES[state.piece]), die=state.die, n=n, **who)

    def options(self, options: Any) -> list[Text]:
        """Name the options that differ from their defaults."""
        told: list[Text] = []
        for name, field in type(options).model_fields.items():
            value = getattr(options, name)
            if value == field.default:
                continue
            told.append(_text(f"chosen.{name}" if isinstance(value, bool) else f"chosen.{name}.{value}"))
        return told

    def option_label(self, name: str) -> Text:
        """Describe one option, or one of its values (`course.corta`)."""
        return _text(f"option.{name}")


def _text(name: str, /, **params: Param) -> Text:
    return Text(f"splash.{name}", params)


def effect(card: str) -> Text:
    """Say in a few words what a card does."""
    return _text(f"effect.{card}")


def held(card: str) -> Text:
    """Say a card of a hand: its name, its code and what it does."""
    return _text("hand.card", card=card_name(card), code=Code(card), effect=effect(card))


def _hand(view: View) -> Iterator[Text]:
    assert view.seat is not None  # noqa: S101 - asked for a seat alone
    team = view.teams[view.seat]
    hand = team.hand or ()
    yield _text("hand.title" if hand else "hand.empty", who=Who(team.seat))
    yield from map(held, hand)
    if view.drawn is not None:
        yield _text("hand.drawn", card=card_name(view.drawn), code=Code(view.drawn), effect=effect(view.drawn))
    if team.lineup is not None:
        yield _text("hand.lineup", lineup=Code(team.lineup))
    if team.spent:
        yield _text("hand.spent")
    if len(hand) > 1:
        yield _text("hand.outer", card=card_name(hand[-1]))
    for card, on in zip(STANDING, (team.salvagente, team.alt), strict=True):
        yield _text("hand.order_on" if on else "hand.order_off", card=card_name(card))


def _briefly(text: Text) -> Text:
    """Leave out of a sentence what a card does."""
    if text.id == "splash.event.draws":
        return _text("event.draws_brief", card=text.params["card"])
    return Text(text.id, {name: _shortened(value) for name, value in text.params.items()})


def _shortened(value: Param) -> Param:
    if isinstance(value, tuple):
        return tuple(_briefly(item) if isinstance(item, Text) else item for item in value)
    return _briefly(value) if isinstance(value, Text) else value


def _turn_told(parts: Sequence[_Part]) -> list[Text]:
    """Make one sentence: what one does in a row as a list, who comes next after a semicolon."""
    clauses = [
        _text("event.clause", who=_who(subject), what=tuple(part.what for part in run))
        for subject, run in groupby(parts, key=lambda part: part.subject)
    ]
    if not clauses:
        return []
    story = clauses.pop()
    while clauses:
        story = _text("event.then", first=clauses.pop(), then=story)
    return [_text("event.sentence", story=story)]


def _who(subject: str) -> Param:
    return Code(subject) if len(subject) > 1 else Who(Seat(LETTERS.index(subject)))


def _sentence(event: _Sentence) -> list[Text]:
    """Tell what is no piece's doing."""
    match event:
        case told_of.Lined(seat, lineup):
            return [_text("event.lined", who=Who(seat), lineup=Code(lineup))]
        case told_of.Began(lineups):
            teams = tuple(_text("event.lineup", who=Who(Seat(seat)), lineup=Code(lanes)) for seat, lanes in enumerate(lineups))
            return [_text("event.began", teams=teams)]
        case told_of.Reshuffled(deck, cards):
            return [_text(f"event.reshuffled_{deck}", n=cards)]
        case told_of.RollOff(rolls):
            dice = tuple(_text("event.rolloff_die", letter=letter, die=die) for letter, die in rolls)
            return [_text("event.rolloff", dice=dice)]
        case told_of.Left(seat):
            return [_text("event.left", who=Who(seat))]
        case told_of.Ordered(seat, card, on):
            return [_text("event.ordered_on" if on else "event.ordered_off", who=Who(seat), card=card_name(card))]
        case told_of.HandOrdered(seat, cards):
            return [_text("event.hand_ordered", who=Who(seat), cards=tuple(map(card_name, cards)))] if cards else []
        case told_of.Over(places):
            winners = tuple(Who(Seat(seat)) for seat, place in enumerate(places) if place == 1)
            return [_text("event.won", who=winners, n=len(winners))]


def _part(events: Sequence[Event], before: str) -> tuple[_Part | None, int]:
    """Tell the first event as somebody's doing, with how many events that tells; `before` did what was told last."""
    match events[0]:
        case told_of.Drew(piece):
            return _drew(piece, events)
        case told_of.Discarded(seat, card, _):
            own = before if before[:1] == LETTERS[seat] else LETTERS[seat]
            return _Part(own, _text("event.discards", card=card_name(card))), 1
        case told_of.Reacted() as reacted:
            return _reacted(reacted), 1
        case told_of.LaneChanged(piece):
            steps = list(_leading(events, told_of.LaneChanged, piece))
            return _Part(piece, _text("event.crosses", to=Code(steps[-1].end))), len(steps)
        case told_of.Moved() as moved:
            return _moved(moved, before), 1
        case told_of.Bumped() as bumped:
            return _bumped(bumped, events)
        case told_of.Slipped(piece, at, obstacle):
            return _slipped(piece, at, events, kind="slips_on" if obstacle else "slips")
        case told_of.Pushed(piece, start, end):
            return None if end == FINISH else _Part(piece, _text("event.goes", **{"from": Code(start), "to": Code(end)})), 1
        case told_of.ObstacleGone(square):
            return _Part(before, _text("event.clears", square=Code(square))) if before else None, 1
        case told_of.Anchored() | told_of.StolenCard():
            return None, 1
        case event:
            return _plain(event), 1


def _plain(event: Event) -> _Part:
    """Tell an event that stands for itself."""
    match event:
        case told_of.HelmEntered(piece, at):
            return _Part(piece, _text("event.enters", at=Code(at)))
        case told_of.Obstacle(piece, square):
            return _Part(piece, _text("event.obstacle", square=Code(square)))
        case told_of.Applied(piece, card):
            return _Part(piece, _text("event.draws", card=card_name(card), effect=effect(card)))
        case told_of.Took(seat, card):
            return _Part(LETTERS[seat], _text("event.takes", card=card_name(card)))
        case told_of.Played(_, piece, card, target):
            kind = "event.plays_on" if target else "event.plays"
            return _Part(piece, _text(kind, card=card_name(card), target=Code(target)))
        case told_of.Stolen(seat, victim):
            return _Part(LETTERS[seat], _text("event.steals", victim=Who(victim)))
        case told_of.Swapped(piece, at, other, there):
            params = {"piece": Code(piece), "other": Code(other), "at": Code(at), "there": Code(there)}
            return _Part(piece, _text("event.swaps", **params))
        case told_of.Rolled(piece, die, _, squares, anchored, again):
            kind = "rolls_again" if again else "rolls"
            changed = "_held" if anchored else "_for" if squares != die else ""
            return _Part(piece, _text(f"event.{kind}{changed}", die=die, n=squares))
        case told_of.Bounced(piece, end):
            return _Part(piece, _text("event.bounces", to=Code(end)))
        case told_of.Splash(piece, _, end):
            return _Part(piece, _text("event.splash", to=Code(end)))
        case told_of.Finished(piece, pawns):
            return _Part(piece, _text("event.home", pawns=pawns))
        case told_of.Closed(piece):
            return _Part(piece, _text("event.closes"))
        case other:
            raise AssertionError(f"no words for {other!r}")


def _leading(events: Sequence[Event], kind: type[told_of.LaneChanged], piece: str) -> Iterator[told_of.LaneChanged]:
    for event in events:
        if not isinstance(event, kind) or event.piece != piece:
            return
        yield event


def _drew(piece: str, events: Sequence[Event]) -> tuple[_Part, int]:
    """Join a draw with the card where the reader may know it."""
    drew, follows = events[0], events[1] if len(events) > 1 else None
    assert isinstance(drew, told_of.Drew)  # noqa: S101 - asked for such an event alone
    if isinstance(follows, told_of.Applied):
        return _plain(follows), 2
    if isinstance(follows, told_of.Took):
        return _Part(piece, _text("event.takes", card=card_name(follows.card))), 2
    return _Part(piece, _text("event.keeps", n=drew.cards)), 1


def _reacted(event: told_of.Reacted) -> _Part:
    kind = "event.stops" if event.by else "event.saves"
    return _Part(LETTERS[event.seat], _text(kind, card=card_name(event.card), piece=Code(event.piece), by=Code(event.by)))


def _moved(event: told_of.Moved, before: str) -> _Part | None:
    """Tell a walk; one to the finish is told by what happens there."""
    if event.end == FINISH:
        return None
    kind = "event.moves_wind" if event.wind else "event.moves"
    return _Part(event.piece, _text(kind, n=event.wind, **{"from": Code(event.start), "to": Code(event.end)}))


def _bumped(event: told_of.Bumped, events: Sequence[Event]) -> tuple[_Part, int]:
    """Tell a bump, with where the struck piece goes when that follows at once."""
    follows = events[1] if len(events) > 1 else None
    if isinstance(follows, told_of.Pushed) and follows.piece == event.whom and follows.end != FINISH:
        return _Part(event.by, _text(f"event.bump_{event.kind}_to", whom=Code(event.whom), to=Code(follows.end))), 2
    return _Part(event.by, _text(f"event.bump_{event.kind}", whom=Code(event.whom))), 1


def _slipped(piece: str, at: str, events: Sequence[Event], *, kind: str) -> tuple[_Part, int]:
    """Tell a slip, with where it leads when that follows at once; the obstacle that went with it is understood."""
    used = 2 if len(events) > 1 and isinstance(events[1], told_of.ObstacleGone) else 1
    follows = events[used] if len(events) > used else None
    if isinstance(follows, told_of.Pushed) and follows.piece == piece:
        return _Part(piece, _text(f"event.{kind}_to", at=Code(at), to=Code(follows.end))), used + 1
    return _Part(piece, _text(f"event.{kind}", at=Code(at))), used


WORDS = SplashWords()
