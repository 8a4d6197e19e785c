"""The one-line position of Splash & Bash (section 13): writing it, and its parts' meaning.

Owns the short form and the full save; reading is `reading`. Beyond the rules' text a full save ends with `| q B` for teams
that left and `| p 1 3 2` for the places once the race is over, when the piece is `>-` and the decision `@over`.
"""

from bot.engine.games.splash.actions import STANDING
from bot.engine.games.splash.position import CREW, DONE, LETTERS, PIECES, State
from bot.engine.games.splash.reading import read_position

HEAD = "SB1"

__all__ = ["HEAD", "read_position", "write_position"]


def write_position(state: State) -> str:
    """Write a full save."""
    on_turn = PIECES[state.piece] if state.decision not in ("D0", "over") else "-"
    parts = [f"{HEAD} {state.options.course} {state.teams} r{state.round} >{on_turn}"]
    parts += [_team(state, team) for team in range(state.teams)]
    obstacles = [name for cell, name in enumerate(state.course.cell_names) if state.obstacles >> cell & 1]
    if obstacles:
        parts.append(f"x {' '.join(obstacles)}")
    hands = [f"{LETTERS[team]}:{','.join(hand)}" for team, hand in enumerate(state.hands) if hand]
    if hands:
        parts.append(f"h {' '.join(hands)}")
    parts += [
        f"L {','.join(state.low)}/{','.join(state.low_spent)}",
        f"H {','.join(state.high)}/{','.join(state.high_spent)}",
        f"s {' '.join(_standing(state, team) for team in range(state.teams))}",
        f"o {_options(state)}",
        f"t {_turn(state)}",
    ]
    if state.decision == "D0":
        given = [f"{LETTERS[team]}:{lineup or '?'}" for team, lineup in enumerate(state.lineups)]
        parts.append(f"l {' '.join(given)}")
    if state.gone:
        parts.append(f"q {''.join(LETTERS[team] for team in range(state.teams) if state.has_left(team))}")
    if state.places is not None:
        parts.append(f"p {' '.join(map(str, state.places))}")
    return " | ".join(parts)


def _team(state: State, team: int) -> str:
    first = team * CREW
    return " ".join([LETTERS[team], *(_piece(state, piece) for piece in range(first, first + CREW))])


def _piece(state: State, piece: int) -> str:
    at = state.at[piece]
    if at < 0:
        return "F" if at == DONE else "-"
    return state.course.names[at] + "!" * (state.anchors >> piece & 1)


def _standing(state: State, team: int) -> str:
    cards = [card for card, on in zip(STANDING, state.standing[team], strict=True) if on]
    return f"{LETTERS[team]}:{','.join(cards) or '-'}"


def _options(state: State) -> str:
    options = state.options
    return options.order + ",sudden" * options.sudden + ",noautoroll" * (not options.autoroll)


def _turn(state: State) -> str:
    used = "".join(LETTERS[team] for team in range(state.teams) if state.used >> team & 1)
    parts = [f"m{state.modifier}", f"w{int(state.wind)}", f"f{state.free}", f"u{used or '-'}", f"@{state.decision}"]
    if state.die:
        parts.append(f"d{state.die}")
    if state.drawn:
        parts.append(f"c{state.drawn}")
    if state.again:
        parts.append("2")
    return " ".join(parts)
