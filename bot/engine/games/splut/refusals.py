"""Why a turn is not legal, in words a player can act on, and which legal turns are near.

Owns the reasons. Refuses to decide legality: it is asked only about turns that `moves` does not allow.
"""

from collections.abc import Iterator, Sequence

from bot.engine.core import Code, Item
from bot.engine.games.splut.arena import AROUND, BACK, BEYOND, LOCKED, OBSTACLE, SQUARES
from bot.engine.games.splut.labels import piece, way
from bot.engine.games.splut.moves import FINISHED, MOVES, PASS, SORCERER, TROLL, UNUSED, Move, Position, Rules, Turn, legal_moves
from bot.engine.games.splut.play import goes_on, step
from bot.engine.games.splut.position import State

Reason = tuple[str, str, dict[str, Item]]
"""The refusal's name, the anchor of the rule, and the parameters."""


def why_not(state: State, turn: Turn) -> Reason | None:
    """Find what is wrong with a turn of the seat to move, step by step; None when it is legal."""
    start, rules = state.position, state.options.rules
    position = start
    for number, move in enumerate(turn.moves, 1):
        if not goes_on(start, position):
            return _too_long(state, turn, number - 1)
        if move not in legal_moves(position, rules):
            name, rule, params = _broken_rule(state, position, rules, move)
            return name, rule, {"number": number, "step": Code(move.text), **params}
        position, _ = step(position, move)
    if goes_on(start, position):
        return "short", "turn", {"steps": len(turn.moves), "n": start.left}
    return None


def close_turns(state: State, typed: Sequence[str]) -> Iterator[str]:
    """Yield legal turns that keep to the steps typed as far as they can, with every legal step in the first wrong one's place."""
    start, rules = state.position, state.options.rules
    position = start
    kept: list[str] = []
    for text in typed:
        move = MOVES.get(text)
        if move is None or not goes_on(start, position) or move not in legal_moves(position, rules):
            break
        position, _ = step(position, move)
        kept.append(text)
    if not goes_on(start, position):
        yield ",".join(kept)
        return
    for move in legal_moves(position, rules):
        after, _ = step(position, move)
        yield ",".join([*kept, move.text, *_completed(start, after, rules, typed[len(kept) + 1 :])])


def _completed(start: Position, position: Position, rules: Rules, typed: Sequence[str]) -> list[str]:
    """Finish a turn with the steps typed where they are legal, else with the first that are."""
    found: list[str] = []
    wanted = iter(typed)
    while goes_on(start, position):
        legal = legal_moves(position, rules)
        move = MOVES.get(next(wanted, ""))
        if move is None or move not in legal:
            move = legal[0]
        position, _ = step(position, move)
        found.append(move.text)
    return found


def _too_long(state: State, turn: Turn, taken: int) -> Reason:
    last = turn.moves[taken - 1]
    if last.aim >= 0:
        return "after_throw", "turn", {"step": Code(last.text)}
    if last is PASS:
        return "after_pass", "turn", {}
    return "long", "turn", {"steps": len(turn.moves), "n": state.position.left}


def _broken_rule(state: State, position: Position, rules: Rules, move: Move) -> Reason:
    if legal_moves(position, rules) == (PASS,):
        return "must_pass", "turn", {}
    if move is PASS:
        return "pass", "turn", {}
    board = position.board
    here = board.find(2 + 6 * position.side + 2 * move.kind)
    if here < 0:
        return "no_troll" if move.kind == TROLL else "no_dwarf", "setup", {}
    there = AROUND[here][move.way]
    if there == BEYOND:
        return "edge", "turn", {"from": Code(SQUARES[here]), "way": way(move.way)}
    if move.kind == SORCERER:
        return _sorcerer(state, position, rules, move, there)
    if move.kind == TROLL:
        return _troll(state, position, rules, move, here)
    return "push_edge", "dwarf", {"way": way(move.way)}


def _occupied(state: State, board: bytes, square: int) -> dict[str, Item]:
    return {"square": Code(SQUARES[square]), "what": piece(state.letters, board[square])}


def _sorcerer(state: State, position: Position, rules: Rules, move: Move, there: int) -> Reason:
    board, rock = position.board, move.rock
    if board[there] and not (rules.lead and rock == there):
        return "sorcerer_blocked", "sorcerer", _occupied(state, board, there)
    square: dict[str, Item] = {"square": Code(SQUARES[rock])}
    if not board[rock] & 1:
        return "no_rock", "sorcerer", square
    if position.lev == FINISHED:
        return "levitation_over", "sorcerer", {}
    if position.lev != UNUSED and position.lev != rock:
        return "other_rock", "sorcerer", {"square": Code(SQUARES[position.lev])}
    if board[rock] & LOCKED:
        return "locked", "sorcerer", square
    target = AROUND[rock][move.way]
    if target == BEYOND:
        return "rock_edge", "sorcerer", {**square, "way": way(move.way)}
    return "rock_blocked", "sorcerer", _occupied(state, board, target)


def _troll(state: State, position: Position, rules: Rules, move: Move, here: int) -> Reason:
    board = position.board
    there, behind = AROUND[here][move.way], AROUND[here][BACK[move.way]]
    if board[there] and not board[there] & 1:
        return "troll_blocked", "troll", _occupied(state, board, there)
    if move.pull and not board[behind] & 1:
        return "no_pull", "troll", {"way": way(BACK[move.way])}
    if not board[there]:
        return "no_throw", "throw", {"square": Code(SQUARES[there])}
    if move.aim < 0:
        return "must_throw", "throw", {"square": Code(SQUARES[there])}
    first = AROUND[there][move.aim]
    if first == BEYOND:
        return "throw_edge", "throw", {"aim": way(move.aim)}
    if first == here or OBSTACLE[board[first]]:
        blocked: dict[str, Item] = {
            "square": Code(SQUARES[first]),
            "what": piece(state.letters, board[behind if first == here else first]),
        }
        if first != here or rules.pull_throw:
            return "throw_blocked", "throw", blocked
    return "no_pull_throw", "options", {}
