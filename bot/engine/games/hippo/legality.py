"""What a seat of Hippo may answer, and why something is not allowed.

Owns the checks of every action against the rules. Refuses to know what an action leads to (`turn`) and how the legal ones are
listed (`offers`). A refusal speaks of the asking seat's own cards and of what everybody sees, never of anything hidden from it.
"""

from functools import lru_cache
from typing import Any, NoReturn

from bot.engine.core import Code, Seat, Text
from bot.engine.games.hippo.actions import LOCKS, SAVES, Action, Aim, Go, Keep, Lap, Start
from bot.engine.games.hippo.cards import LIMITS
from bot.engine.games.hippo.notation import allowed
from bot.engine.games.hippo.position import State, closing, next_rumour, over_hand, phases_due
from bot.engine.games.hippo.view import WINDOWS
from bot.errors import IllegalAction

_WINDOWS: dict[type[Action], str] = {Keep: "keep", Aim: "rumour", Start: "start", Lap: "lap", Go: "go"}
RULES = {"keep": "team", "rumour": "rumours", "start": "gate", "lap": "orders"}  # anchors of the rules page


def window_of(state: State) -> str:
    """Name the open window; "go" when it only waits to be closed."""
    return "go" if closing(state) else WINDOWS.get(state.stage) or "lap"


def demand_legal(state: State, seat: Seat, action: Action) -> None:
    """Raise IllegalAction with the rule unless the seat, which is asked or replaces its answer, may play this."""
    window = WINDOWS.get(state.stage) or "lap"
    wanted = _WINDOWS[type(action)]
    if wanted == "go":
        if not closing(state):
            _refuse("hippo.illegal.not_closing", "orders")
        return
    if wanted != window or (closing(state) and not replaces(action)):
        _refuse("hippo.illegal.other_window", RULES[window], window=Text(f"hippo.window.{window_of(state)}"))
    demand_fitting(state, seat, action)


def demand_fitting(state: State, seat: Seat, action: Action) -> None:
    """Raise IllegalAction with the rule unless an answer of the open window's kind keeps to the rules."""
    match action:
        case Lap():
            _demand_lap(state, seat, action)
        case Keep():
            _demand_keep(state, seat, action)
        case Aim():
            _demand_aim(state, seat, action)


def replaces(action: Action) -> bool:
    """Tell whether an action replaces an earlier answer of the open window."""
    return isinstance(action, Keep | Start | Lap) and action.again


def _demand_keep(state: State, seat: Seat, action: Keep) -> None:
    strange = [card for card in action.cards if card not in state.deals[seat]]
    if strange:
        _refuse("hippo.illegal.not_dealt", "team", cards=tuple(map(Code, strange)))
    for kind, limit in LIMITS.items():
        if sum(card[0] == kind for card in action.cards) > limit:
            _refuse(f"hippo.illegal.too_many.{kind}", "team", n=limit)


def _demand_aim(state: State, seat: Seat, action: Aim) -> None:
    rumour = next_rumour(state)
    if rumour is None or rumour.card != action.rumour:
        _refuse("hippo.illegal.not_your_rumour", "rumours", rumour=Code(action.rumour))
    if action.target == seat:
        _refuse("hippo.illegal.aimed_at_self", "rumours")


def _demand_lap(state: State, seat: Seat, action: Lap) -> None:
    phases = phases_due(state)
    if len(action.parts) != len(phases):
        _refuse("hippo.illegal.parts", "orders", n=len(phases), given=len(action.parts))
    written = [part.text for part in action.parts]
    if not allowed(rivals_of(state, seat)).issuperset(written) or action.save not in SAVES or action.lock not in LOCKS:
        _refuse("hippo.illegal.not_canonical", "orders")
    if action.drop is not None:
        _demand_drop(state, seat, action.drop)


def _demand_drop(state: State, seat: Seat, drop: tuple[str, ...]) -> None:
    over = over_hand(state, seat)
    if not over:
        _refuse("hippo.illegal.nothing_to_drop", "cards")
    if len(set(drop)) != over or len(drop) != over:
        _refuse("hippo.illegal.drop_count", "cards", n=over)
    missing = [card for card in drop if card not in state.hands[seat]]
    if missing:
        _refuse("hippo.illegal.not_held", "cards", cards=tuple(map(Code, missing)))
    if list(drop) != [card for card in state.hands[seat] if card in drop]:
        _refuse("hippo.illegal.not_canonical", "orders")


def rivals_of(state: State, seat: Seat) -> frozenset[Seat]:
    """Name the running opponents."""
    return _others(state.order, seat)


@lru_cache(maxsize=512)
def _others(order: tuple[Seat, ...], seat: Seat) -> frozenset[Seat]:
    return frozenset(order) - {seat}


def _refuse(code: str, rule: str, **params: Any) -> NoReturn:
    raise IllegalAction(code, rule=rule, **params)
