"""The picture of Splash & Bash: the poolside, what stands on the lanes, the last movements, board and cards.

Owns the order in which things are laid on one another. Refuses to know how they look (`scenery`, `pieces`, `track`, `panel`).
"""

from collections.abc import Sequence

from PIL import Image

from bot.engine.core import Event
from bot.engine.games.splash.course import LANES
from bot.engine.games.splash.position import LETTERS
from bot.engine.games.splash.view import PieceView, View
from bot.render.base import PaletteName, Say
from bot.render.splash.layout import LANE, START_LENGTH, Ring, ring
from bot.render.splash.panel import panel
from bot.render.splash.pieces import BOX, PILL, anchor, fish_bone, lap_badge, pill, shining, token
from bot.render.splash.scenery import scenery
from bot.render.splash.track import draw_trail
from bot.render.splash.trail import legs
from bot.render.sprites import Point

_ABREAST = 2  # pieces that stand singly on a square of the start line


def draw(view: View, last: Sequence[Event], *, say: Say, palette: PaletteName) -> Image.Image:
    """Draw the whole board as an RGB picture."""
    course = view.options.course
    laid = ring(course)
    image = scenery(course).copy()
    for square in view.obstacles:
        x, y = laid.squares[square[0]][int(square[1:])].piece
        _lay(image, fish_bone(), (x, y), 38, 26)
    draw_trail(image, legs(last), course=course, palette=palette)
    _pieces(image, view, laid, palette)
    panel(image, view, say=say, palette=palette)
    return image


def _lay(image: Image.Image, piece: Image.Image, middle: Point, width: int, height: int) -> None:
    image.paste(piece, (round(middle[0] - width / 2), round(middle[1] - height / 2)), piece)


def _pieces(image: Image.Image, view: View, laid: Ring, palette: PaletteName) -> None:
    """Lay all pieces on the course, the one on turn last."""
    on = [piece for piece in view.pieces if piece.status == "on"]
    for piece in sorted((piece for piece in on if piece.square), key=lambda piece: piece.code == view.piece):
        _piece(image, piece, laid.squares[piece.lane][piece.square].piece, view, palette)
    for lane in LANES:
        _start(image, [piece for piece in on if piece.lane == lane and not piece.square], laid, view, palette)


def _piece(image: Image.Image, piece: PieceView, middle: Point, view: View, palette: PaletteName) -> None:
    drawn = shining if piece.code == view.piece else token
    _lay(image, drawn(palette, piece.seat, piece.mark), middle, BOX, BOX)
    x, y = middle
    if piece.lap > 1:
        _lay(image, lap_badge(piece.lap), (x + 14, y - 13), 18, 18)
    if piece.anchored:
        _lay(image, anchor(), (x - 14, y + 12), 18, 18)


def _start(image: Image.Image, crowd: list[PieceView], laid: Ring, view: View, palette: PaletteName) -> None:
    """Lay those on a square of the start line: two or fewer singly, more as the numbers of their teams."""
    if not crowd:
        return
    square = laid.squares[crowd[0].lane][0]
    (left, middle), (_, upper) = (square.middle[0] - START_LENGTH / 2 + 14, square.middle[1]), square.piece
    room = START_LENGTH - 14
    if len(crowd) <= _ABREAST:
        for index, piece in enumerate(crowd):
            _piece(image, piece, (left + room * (index + 0.5) / len(crowd), upper), view, palette)
        return
    groups = _groups(crowd)
    rows = -(-len(groups) // 2)
    height = min(22, (LANE - 4) // rows)
    for index, (seat, lap, marks) in enumerate(groups):
        row, column = divmod(index, 2)
        alone = index == len(groups) - 1 and column == 0
        x = left + room / 2 if alone else left + room * (0.25 + column * 0.5)
        y = middle + (row - (rows - 1) / 2) * (height + 1)
        turn = view.piece is not None and (seat, view.piece[1] in marks) == (LETTERS.index(view.piece[0]), True)
        _lay(image, pill(palette, seat, LETTERS[seat] + marks, height, turn=turn), (x, y), PILL, height + 6)
        if lap > 1:
            _lay(image, lap_badge(lap), (x - 22, y - height / 2 + 4), 18, 18)


def _groups(crowd: Sequence[PieceView]) -> list[tuple[int, int, str]]:
    """Gather a crowd by team and lap; each with its numbers."""
    found: dict[tuple[int, int], str] = {}
    for piece in crowd:
        found[piece.seat, piece.lap] = found.get((piece.seat, piece.lap), "") + piece.mark
    return [(seat, lap, marks) for (seat, lap), marks in sorted(found.items())]
