"""Why an action of Splash & Bash is not legal here.

Owns finding the rule an action breaks. Refuses to know what is legal (`choices`) and the sentences.
"""

from collections.abc import Iterable

from bot.engine.core import Code, Seat
from bot.engine.games.splash import cards
from bot.engine.games.splash.actions import Action, Disc, Go, Lineup, Obs, Pass, Play, Roll, write_action
from bot.engine.games.splash.choices import TIMINGS, card_name, lane_name
from bot.engine.games.splash.course import FREE, LANES
from bot.engine.games.splash.effects import CROWD, NOBODY, targets
from bot.engine.games.splash.movement import cost, movement
from bot.engine.games.splash.position import CREW, NUMBERS
from bot.engine.games.splash.race import Race
from bot.engine.guard import NEAR, near
from bot.errors import IllegalAction

Broken = tuple[str, str, dict[str, object]]

MISPLACED: dict[type[Action], tuple[str, str]] = {
    Lineup: ("lineup_over", "lineup"),
    Obs: ("no_obstacle_now", "obstacles"),
    Disc: ("no_discard_now", "hand"),
    Roll: ("no_roll_now", "turn"),
    Go: ("no_lane_now", "turn"),
    Pass: ("no_pass_now", "turn"),
    Play: ("no_card_now", "cards"),
}
"""What to say of an action that belongs to another decision, and where the rules tell more."""


def refusal(race: Race, seat: Seat, action: Action, legal: Iterable[str]) -> IllegalAction:
    """Say which rule an action breaks, the legal notations beside it."""
    code, rule, params = _broken(race, seat, action)
    return IllegalAction(f"splash.illegal.{code}", rule=rule, near=_near(write_action(action), list(legal)), **params)


def _near(text: str, legal: list[str]) -> tuple[str, ...]:
    """Give legal notations near a text: those of the same verb, if there are any."""
    verb = text.partition(" ")[0]
    alike = [other for other in legal if other.partition(" ")[0] == verb] or legal
    return near(text, alike) if len(alike) > NEAR else tuple(alike)


def not_this_hand() -> IllegalAction:
    """Say that a hand order is not the cards of the hand."""
    return IllegalAction("splash.illegal.not_your_hand", rule="hand")


def _broken(race: Race, seat: Seat, action: Action) -> Broken:
    if race.decision == "D0":
        return "lineup_first", "lineup", {}
    if race.decision == "start" or seat != race.piece // CREW:
        return "only_go_on", "turn", {}
    match race.decision, action:
        case "D1", Obs(square):
            return _square(race, square)
        case "D2", Disc(card):
            return "not_an_old_card", "hand", {"card": card_name(card)}
        case "D4", Go(lane):
            squares = {"lane": lane_name(lane), "cost": cost(race, LANES.index(lane)), "n": movement(race)}
            return "lane_cost", "movement", {**squares}
        case (("D3" | "D4" | "D6"), Play(card, target)):
            return _card(race, seat, card, target)
    code, rule = MISPLACED[type(action)]
    return code, rule, {}


def _square(race: Race, square: str) -> Broken:
    course = race.course
    lane = LANES.index(square[0])
    number = int(square[1:])
    code, params = "square_too_close", {"square": Code(square), "n": cards.RULES.obstacle_gap}
    if number >= course.lengths[lane]:
        code = "square_unknown"
    elif number in course.lines[lane]:
        code = "square_on_line"
    elif race.obstacles >> course.cell_names.index(square) & 1:
        code = "square_taken"
    elif (race.obstacles & course.ground[lane]).bit_count() >= CROWD[lane]:
        code = "lane_full"
    return code, "obstacles", {**params, "lane": lane_name(LANES[lane])}


def _card(race: Race, seat: Seat, card: str, target: str) -> Broken:
    name = card_name(card)
    timing = cards.HIGH[card].timing
    if timing in ("react", "now"):
        return "works_by_itself", "cards", {"card": name}
    if card not in race.hands[seat]:
        return "not_in_hand", "hand", {"card": name}
    if race.used >> seat & 1:
        return "card_used", "cards", {}
    if race.again:
        return "no_card_in_second", "cards", {}
    if card not in TIMINGS[race.decision]:
        return ("only_before_roll" if timing == "pre" else "only_after_move"), "cards", {"card": name}
    return _target(race, card, target)


def _target(race: Race, card: str, target: str) -> Broken:
    params: dict[str, object] = {"card": card_name(card), "target": Code(target)}
    number = NUMBERS.get(target, len(race.at))
    at = race.at[number] if number < len(race.at) else -1
    if at >= 0 and race.course.cell[at] == FREE:
        return "target_on_line", "cards", params
    if not target:
        aimed = next(targets(race, card), None) is not None
        return ("needs_target" if aimed else "no_target"), "cards", params
    if next(targets(race, card), None) == NOBODY:
        return "wants_no_target", "cards", params
    return "wrong_target", "cards", params
