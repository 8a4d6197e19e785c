"""What a team may do at a decision of Splash & Bash: the parts of its notations, each with a label that says what it leads to.

Owns the decision points D0 to D6 (11.1). Refuses to know what follows from an action (`turn`) and why another is refused
(`refusals`). A label is made of what its team may know: other teams' hands play no part in it.
"""

from functools import cache

from bot.engine.core import Choice, Code, Item, Seat, Text, Who
from bot.engine.games.splash.cards import AFTER, BEFORE, BETWEEN, DO
from bot.engine.games.splash.course import LANES
from bot.engine.games.splash.effects import NOBODY, ground, target_name, targets
from bot.engine.games.splash.foresight import foresee, rehearsed
from bot.engine.games.splash.movement import reachable
from bot.engine.games.splash.position import CREW, HELM, LETTERS, PIECES, State
from bot.engine.games.splash.race import Race, put_back, take

TIMINGS = {"D3": BEFORE, "D4": BETWEEN, "D6": AFTER}


def choices(state: State, seat: Seat, prefix: str) -> list[Choice]:
    """List the next parts after a prefix, for a seat that is to act."""
    if state.decision == "D0":
        return _lineup(seat, prefix)
    if seat != state.mover:
        return [] if prefix else [_plain("pass", "go_on")]
    match state.decision:
        case "start":
            return [] if prefix else [_plain("pass", "go_on")]
        case "D2":
            return [] if prefix else [_discard(card) for card in state.hands[seat]]
    race = take(state)
    found = _parts(race, prefix)
    put_back(state, race)
    return found


def _parts(race: Race, prefix: str) -> list[Choice]:
    """List the parts after a prefix at D1, D3, D4 and D6."""
    if race.decision == "D1":
        return _obstacles(race, prefix)
    if not prefix:
        return _ways(race) + _cards(race)
    card = prefix[5:7]
    if prefix != f"play {card} " or card not in playable_cards(race):
        return []
    return [_target(card, target, race) for target in targets(race, card) if target != NOBODY]


def playable_cards(race: Race) -> dict[str, bool]:
    """List the distinct cards that may be played now, and whether each wants a target."""
    team = race.piece // CREW
    timings = TIMINGS.get(race.decision, frozenset())
    if race.again or race.used >> team & 1:
        return {}
    found: dict[str, bool] = {}
    for card in race.hands[team]:
        if card in timings and card not in found:
            first = next(targets(race, card), None)
            if first is not None:
                found[card] = first != NOBODY
    return found


def _ways(race: Race) -> list[Choice]:
    """List what may be done without a card."""
    if race.decision == "D3":
        return [_plain("roll", "roll")]
    if race.decision == "D6":
        return [_plain("pass", "pass")]
    return [outlook(race, lane) for lane in reachable(race)]


def _cards(race: Race) -> list[Choice]:
    return [_card(card, aimed=aimed) for card, aimed in playable_cards(race).items()]


def outlook(race: Race, lane: int) -> Choice:
    """Offer a lane, saying where the movement ends by all that is public and the team's own hand."""
    kind, to, whom = foresee(race, lane) or rehearsed(race, lane)
    return _go(lane, kind, to, whom)


@cache
def _go(lane: int, kind: str, to: str, whom: str) -> Choice:
    params: dict[str, Item] = {"lane": lane_name(LANES[lane]), "to": Code(to), "whom": Code(whom)}
    return Choice(f"go {LANES[lane]}", Text(f"splash.choice.{kind}", {**params}), complete=True)


@cache
def _plain(text: str, label: str) -> Choice:
    return Choice(text, Text(f"splash.choice.{label}"), complete=True)


@cache
def _discard(card: str) -> Choice:
    return Choice(f"disc {card}", Text("splash.choice.discard", {"card": card_name(card)}), complete=True)


@cache
def _card(card: str, *, aimed: bool) -> Choice:
    label = Text("splash.choice.play", {"card": card_name(card)})
    return Choice(f"play {card} " if aimed else f"play {card}", label, complete=not aimed)


def _target(card: str, target: int, race: Race) -> Choice:
    text = f"play {card} {target_name(card, target)}"
    if DO[card] == "steal":
        params: dict[str, Item] = {"who": Who(Seat(target)), "n": len(race.hands[target])}
        return Choice(text, Text("splash.choice.team", {**params}), complete=True)
    return Choice(text, _piece_label(target, race.name(target)), complete=True)


@cache
def _piece_label(piece: int, at: str) -> Text:
    return Text("splash.choice.target", {"piece": Code(PIECES[piece]), "who": Who(Seat(piece // CREW)), "at": Code(at)})


def _lineup(seat: Seat, prefix: str) -> list[Choice]:
    given = prefix.removeprefix("lineup ")
    if prefix and (given == prefix or len(given) >= HELM or not set(given) <= set(LANES)):
        return []
    pawn = Code(f"{LETTERS[seat]}{len(given) + 1}")
    return [
        Choice(
            f"lineup {given}{lane}",
            Text("splash.choice.lineup", {"pawn": pawn, "lane": lane_name(lane)}),
            complete=len(given) == HELM - 1,
        )
        for lane in LANES
    ]


def _obstacles(race: Race, prefix: str) -> list[Choice]:
    """Offer the lanes with legal squares, then their squares."""
    course = race.course
    legal = ground(race)
    squares = [course.cell_names[cell] for cell in range(legal.bit_length()) if legal >> cell & 1]
    if not prefix:
        lanes = [lane for lane in LANES if any(square[0] == lane for square in squares)]
        return [_plain("obs -", "no_obstacle"), *map(_obstacle_lane, lanes)]
    return [_obstacle(square) for square in squares if prefix == f"obs {square[0]}"]


@cache
def _obstacle_lane(lane: str) -> Choice:
    return Choice(f"obs {lane}", Text("splash.choice.obstacle_lane", {"lane": lane_name(lane)}), complete=False)


@cache
def _obstacle(square: str) -> Choice:
    return Choice(f"obs {square}", Text("splash.choice.obstacle", {"square": Code(square)}), complete=True)


@cache
def lane_name(lane: str) -> Text:
    """Name a lane in words."""
    return Text(f"splash.lane.{lane}")


@cache
def card_name(card: str) -> Text:
    """Name a card in words."""
    return Text(f"splash.card.{card}")
