"""What a step is called where it can be chosen (section 12, in words).

Owns the labels of choices, with everything a step does: whither, what it drags, leads along or pushes, where a rock lands, whom
it hits. Refuses to know sentences: they are in the catalogs.
"""

from functools import lru_cache

from bot.engine.core import Code, Item, Text, Who
from bot.engine.games.splut.arena import AROUND, BACK, PIECES, SQUARES, WAYS
from bot.engine.games.splut.moves import PASS, Move, Position
from bot.engine.games.splut.play import run_before, step
from bot.engine.games.splut.position import KIND_NAMES, State


def label(state: State, position: Position, move: Move) -> Text:
    """Call a legal step of a position by what it does."""
    if move is PASS:
        return Text("splut.choice.pass")
    board = position.board
    here = board.find(2 + 6 * position.side + 2 * "STD".index(move.piece))
    if move.aim >= 0:
        return _throw(state, position, move, here)
    if move.piece == "D" and board[AROUND[here][move.way]]:
        pushed = tuple(piece(state, board[square]) for square in run_before(board, here, move.way))
        return Text("splut.choice.push", {**_whither(move, here), "pushed": pushed})
    return _plain(move, here)


def way(number: int) -> Text:
    """Name a way."""
    return Text(f"splut.way.{WAYS[number]}")


def piece(state: State, code: int) -> Text:
    """Name a rock, or a piece by its owner."""
    if code & 1:
        return Text("splut.piece.rock")
    side, kind = PIECES[code]
    return Text(f"splut.piece.{KIND_NAMES[kind]}", {"who": Who(state.seat_of(side))})


def _whither(move: Move, here: int) -> dict[str, Item]:
    return {"way": way(move.way), "to": Code(SQUARES[AROUND[here][move.way]])}


@lru_cache(maxsize=1 << 13)
def _plain(move: Move, here: int) -> Text:
    """Call a step that hits and pushes nobody: the same on every board."""
    whither = _whither(move, here)
    if move.rock >= 0:
        rock, lands = Code(SQUARES[move.rock]), Code(SQUARES[AROUND[move.rock][move.way]])
        return Text("splut.choice.levitate", {**whither, "rock": rock, "lands": lands})
    if move.pull:
        return Text("splut.choice.pull", {**whither, "rock": Code(SQUARES[AROUND[here][BACK[move.way]]])})
    return Text(f"splut.choice.{KIND_NAMES[move.piece.lower()]}", {**whither})


def _throw(state: State, position: Position, move: Move, here: int) -> Text:
    _, flight = step(position, move)
    assert flight is not None  # noqa: S101 - a step with an aim throws
    said = {**_whither(move, here), "aim": way(move.aim), "lands": Code(SQUARES[flight.end])}
    kind = "pull_throw" if move.pull else "throw"
    if flight.slain >= 0:
        return Text(f"splut.choice.{kind}_slay", {**said, "who": Who(state.seat_of(flight.slain))})
    if flight.crushed >= 0:
        return Text(f"splut.choice.{kind}_crush", {**said, "who": Who(state.seat_of(flight.crushed))})
    return Text(f"splut.choice.{kind}", {**said})
