"""What a step is called where it can be chosen (section 12, in words).

Owns the labels of choices, with everything a step does: whither, what it drags, leads along or pushes, where a rock lands, whom
it hits. Refuses to know sentences: they are in the catalogs.
"""

from collections.abc import Iterable
from functools import lru_cache

from bot.engine.core import Code, Item, Seat, Text, Who
from bot.engine.games.splut.arena import AROUND, BACK, KINDS, PIECES, SIDES, SQUARES, WAYS
from bot.engine.games.splut.moves import DWARF, PASS, Move, Position
from bot.engine.games.splut.play import Flight, flight_of, run_before
from bot.engine.games.splut.position import KIND_NAMES, State


def labels(state: State, position: Position, moves: Iterable[Move]) -> list[Text]:
    """Call legal steps of a position by what they do."""
    board, code = position.board, 2 + 6 * position.side
    squares = (board.find(code), board.find(code + 2), board.find(code + 4))
    found: list[Text] = []
    for move in moves:
        here = squares[move.kind]
        if move.aim >= 0:
            flight = flight_of(board, here, move)
            found.append(_throw(state.letters, move, here, flight))
        elif move.kind == DWARF and board[AROUND[here][move.way]]:
            run = run_before(board, here, move.way)
            found.append(_push(state.letters, move, here, bytes([board[square] for square in run])))
        else:
            found.append(_plain(move, here))
    return found


def piece(letters: str, code: int) -> Text:
    """Name a rock, or a piece by its owner."""
    if code & 1:
        return Text("splut.piece.rock")
    side, kind = PIECES[code]
    return Text(f"splut.piece.{KIND_NAMES[kind]}", {"who": Who(Seat(letters.index(SIDES[side])))})


def way(number: int) -> Text:
    """Name a way."""
    return Text(f"splut.way.{WAYS[number]}")


def _whither(move: Move, here: int) -> dict[str, Item]:
    return {"way": way(move.way), "to": Code(SQUARES[AROUND[here][move.way]])}


@lru_cache(maxsize=1 << 13)
def _plain(move: Move, here: int) -> Text:
    """Call a step that hits and pushes nobody: the same on every board."""
    if move is PASS:
        return Text("splut.choice.pass")
    whither = _whither(move, here)
    if move.rock >= 0:
        rock, lands = Code(SQUARES[move.rock]), Code(SQUARES[AROUND[move.rock][move.way]])
        return Text("splut.choice.levitate", {**whither, "rock": rock, "lands": lands})
    if move.pull:
        return Text("splut.choice.pull", {**whither, "rock": Code(SQUARES[AROUND[here][BACK[move.way]]])})
    return Text(f"splut.choice.{KIND_NAMES[KINDS[move.kind]]}", {**whither})


@lru_cache(maxsize=1 << 12)
def _push(letters: str, move: Move, here: int, codes: bytes) -> Text:
    return Text("splut.choice.push", {**_whither(move, here), "pushed": tuple(piece(letters, code) for code in codes)})


@lru_cache(maxsize=1 << 12)
def _throw(letters: str, move: Move, here: int, flight: Flight) -> Text:
    said = {**_whither(move, here), "aim": way(move.aim), "lands": Code(SQUARES[flight.end])}
    kind = "pull_throw" if move.pull else "throw"
    if flight.slain >= 0:
        return Text(f"splut.choice.{kind}_slay", {**said, "who": Who(Seat(letters.index(SIDES[flight.slain])))})
    if flight.crushed >= 0:
        return Text(f"splut.choice.{kind}_crush", {**said, "who": Who(Seat(letters.index(SIDES[flight.crushed])))})
    return Text(f"splut.choice.{kind}", {**said})
