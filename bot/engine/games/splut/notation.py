"""The notations of Splut!: turns and one-line positions (sections 11 and 12).

Owns reading and writing them, strictly for positions and leniently in case and blanks for turns. Refuses to judge legality.

Beyond the six fields of the rules a position has a seventh and an eighth where the six alone would be read as another match: the
fallen teams in the order of their falling, and the positions that have occurred twice, whose next occurrence is a draw.
"""

import re
from typing import Final, cast

from bot.engine.core import Seat
from bot.engine.games.splut.arena import (
    BEYOND,
    CODES,
    EDGE,
    LOCKED,
    MOVED,
    NAMES,
    NUMBER,
    RANKS,
    ROCK,
    SIDES,
    SQUARES,
    UNMARKED,
    living,
)
from bot.engine.games.splut.moves import FINISHED, MOVES, UNUSED, Move, Position, Turn
from bot.engine.games.splut.play import allowance
from bot.engine.games.splut.position import LETTERS, TIMES, SplutOptions, State, key_of
from bot.errors import ParseError

LONGEST: Final = 40
ROCKS: Final = 4

_SQUARE = "[a-i][1-9]"
_FOLDED = {text.upper(): move for text, move in MOVES.items()}
_TOKEN = re.compile(r"[1-9]|[ox]|[RYGB][std]", re.ASCII)
_LINE = re.compile(
    rf"(?P<board>\S+) (?P<side>[RYGB]) (?P<turn>[1-9]\d{{0,5}}) (?P<left>[1-3]) (?P<lev>-|\.|~{_SQUARE}) "
    rf"(?P<moved>-|(?:{_SQUARE})+)(?: (?P<fallen>-|[RYGB]+))?(?: (?P<twice>\S+))?",
    re.ASCII,
)
_OVER = re.compile(r"(?P<board>\S+) # (?P<winner>[RYGB=])(?: (?P<fallen>[RYGB]+))?", re.ASCII)


def write_turn(turn: Turn) -> str:
    """Write a turn."""
    return ",".join([move.text for move in turn.moves])


def read_turn(text: str) -> tuple[Turn, str] | None:
    """Read a turn, blanks and case apart, and the note behind it, "" without one; None when it is no notation."""
    if len(text) > LONGEST:
        return None
    folded, note = "".join(text.split()).upper(), ""
    if folded[-2:-1] in ("#", "!") and folded[-1] in SIDES:
        folded, note = folded[:-2], folded[-2:]
    moves = tuple([_FOLDED.get(step) for step in folded.split(",")])
    return None if None in moves else (Turn(cast(tuple[Move, ...], moves)), note)


def split_turn(text: str) -> list[str]:
    """Split what is typed at its commas and spell the parts as steps are spelt."""
    return [step[:1].upper() + step[1:].lower() for step in "".join(text.split()).split(",")]


def write_board(board: bytes) -> str:
    """Write a placement: ranks 9 to 1, each from west to east."""
    ranks = []
    for rank in RANKS:
        written, gap = "", 0
        for square in rank:
            code = board[square]
            if not code:
                gap += 1
                continue
            written += (str(gap) if gap else "") + (NAMES[code] if not code & 1 else "x" if code & LOCKED else "o")
            gap = 0
        ranks.append(written + (str(gap) if gap else ""))
    return "/".join(ranks)


def write_position(state: State) -> str:
    """Write a match's position."""
    position, board = state.position, state.position.board
    default = (state.letters, state.fallen) == _presumed(board)
    fallen = "" if state.bare or default else "".join(state.letters[seat] for seat in state.fallen)
    if state.over is not None:
        end = SIDES[living(board)[0]] if state.over == "won" else "="
        return " ".join([write_board(board.translate(UNMARKED)), "#", end, *([fallen] if fallen else [])])
    moved = "".join(SQUARES[square] for square in range(BEYOND) if board[square] & 1 and board[square] & MOVED)
    lev = {UNUSED: "-", FINISHED: "."}.get(position.lev) or f"~{SQUARES[position.lev]}"
    fields = [write_board(board), SIDES[position.side], str(position.turn), str(position.left), lev, moved or "-"]
    twice = ";".join(write_board(key) + SIDES[key[BEYOND]] for key in state.twice)
    if fallen or twice:
        fields.append(fallen or "-")
    return " ".join([*fields, *([twice] if twice else [])])


def _presumed(board: bytes) -> tuple[str, tuple[Seat, ...]]:
    """Presume the fewest teams that those on a board can have been among; who is missing fell in the order of the seats."""
    present = {SIDES[side] for side in living(board)}
    letters = next(letters for letters in LETTERS.values() if present <= set(letters))
    return letters, tuple(Seat(seat) for seat, letter in enumerate(letters) if letter not in present)


def read_position(text: str, options: SplutOptions) -> State:
    """Read a position strictly; raises ParseError."""
    over = _OVER.fullmatch(text)
    if over is not None:
        return _read_over(over, options)
    found = _LINE.fullmatch(text)
    if found is None:
        raise ParseError("splut.load.fields")
    board = _read_board(found["board"])
    teams = living(board)
    side, turn, left = SIDES.index(found["side"]), int(found["turn"]), int(found["left"])
    if len(teams) < 2:
        raise ParseError("splut.load.teams")
    if side not in teams:
        raise ParseError("splut.load.mover", side=found["side"])
    if left > allowance(turn):
        raise ParseError("splut.load.left", turn=turn, n=allowance(turn))
    position = Position(_mark(board, found["moved"]), side, turn, left, _read_lev(found["lev"]))
    _check_marks(position)
    letters, fallen = _read_fallen(board, found["fallen"])
    twice = _read_twice(found["twice"], options)
    begins = options.repetition and turn >= TIMES and left == allowance(turn)
    once = (key_of(position),) if begins and key_of(position) not in twice else ()
    return State(options, letters, position, fallen, once, twice, bare=found["fallen"] in (None, "-"))


def _read_over(found: re.Match[str], options: SplutOptions) -> State:
    board = _read_board(found["board"])
    teams = living(board)
    winner = found["winner"]
    fits = len(teams) > 1 if winner == "=" else [SIDES[side] for side in teams] == [winner]
    if not fits or any(code & LOCKED for code in board if code & 1):
        raise ParseError("splut.load.over")
    letters, fallen = _read_fallen(board, found["fallen"])
    position = Position(board, teams[0], 0, 0)
    return State(options, letters, position, fallen, over="turn_cap" if winner == "=" else "won", bare=found["fallen"] is None)


def _read_board(text: str) -> bytes:
    board = bytearray(BEYOND + 1)
    board[BEYOND] = EDGE
    ranks = text.split("/")
    if len(ranks) != len(RANKS):
        raise ParseError("splut.load.placement", text=text[:LONGEST])
    for rank, written in zip(RANKS, ranks, strict=True):
        codes: list[int] = []
        for token in _TOKEN.findall(written):
            codes += [0] * int(token) if token.isdecimal() else [{"o": ROCK, "x": ROCK | LOCKED}.get(token) or CODES[token]]
        if len(codes) != len(rank) or "".join(_TOKEN.findall(written)) != written or re.search(r"\d\d", written):
            raise ParseError("splut.load.placement", text=written[:LONGEST])
        for square, code in zip(rank, codes, strict=True):
            board[square] = code
    pieces = [code for code in board[:BEYOND] if code and not code & 1]
    if len(set(pieces)) != len(pieces) or sum(code & 1 for code in board) != ROCKS:
        raise ParseError("splut.load.pieces", rocks=ROCKS)
    if {(code - 2) // 6 for code in pieces} != set(living(bytes(board))):
        raise ParseError("splut.load.sorcerer")
    return bytes(board)


def _mark(board: bytes, moved: str) -> bytes:
    """Mark the rocks on the squares named, which stand sorted and once."""
    squares = [] if moved == "-" else [moved[at : at + 2] for at in range(0, len(moved), 2)]
    marked = bytearray(board)
    for square in squares:
        if square not in NUMBER or not board[NUMBER[square]] & 1:
            raise ParseError("splut.load.marks")
        marked[NUMBER[square]] |= MOVED
    if squares != sorted(set(squares)):
        raise ParseError("splut.load.marks")
    return bytes(marked)


def _read_lev(text: str) -> int:
    if text in "-.":
        return UNUSED if text == "-" else FINISHED
    if text[1:] not in NUMBER:
        raise ParseError("splut.load.marks")
    return NUMBER[text[1:]]


def _check_marks(position: Position) -> None:
    """A turn that has not begun moved nothing; the levitated rock is unlocked and was moved."""
    board, lev = position.board, position.lev
    begins = position.left == allowance(position.turn)
    if begins and (lev != UNUSED or any(code & 1 and code & MOVED for code in board)):
        raise ParseError("splut.load.marks")
    if lev >= 0 and board[lev] != ROCK | MOVED:
        raise ParseError("splut.load.marks")


def _read_fallen(board: bytes, text: str | None) -> tuple[str, tuple[Seat, ...]]:
    """Read the fallen teams, presumed where the field is missing; the field is written only where it says more than that."""
    presumed = _presumed(board)
    if text in (None, "-"):
        return presumed
    present = {SIDES[side] for side in living(board)}
    letters = next((letters for letters in LETTERS.values() if set(letters) == present | set(text)), None)
    if letters is None or len(text) != len(set(text)) or present & set(text):
        raise ParseError("splut.load.fallen", text=text)
    found = letters, tuple(Seat(letters.index(letter)) for letter in text)
    if found == presumed:
        raise ParseError("splut.load.fallen", text=text)
    return found


def _read_twice(text: str | None, options: SplutOptions) -> tuple[bytes, ...]:
    if text is None:
        return ()
    parts = text.split(";")
    if not options.repetition or len(set(parts)) != len(parts) or any(part[-1:] not in SIDES for part in parts):
        raise ParseError("splut.load.twice")
    return tuple(_read_board(part[:-1])[:BEYOND] + bytes((SIDES.index(part[-1]),)) for part in parts if part)
