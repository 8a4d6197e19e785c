"""The picture of Splut!: the arena, the last turn or a plan, the pieces, the panel.

Owns the order in which things are laid on one another. Refuses to know how they look (`arena`, `pieces`, `marks`, `panel`).
"""

from collections import Counter
from collections.abc import Sequence

from PIL import Image

from bot.engine.core import Event
from bot.engine.games.splut.events import Standing
from bot.engine.games.splut.view import View
from bot.render.base import PaletteName, Say
from bot.render.splut import marks
from bot.render.splut.arena import scenery
from bot.render.splut.layout import CELL, WAYS, middle
from bot.render.splut.panel import Headline, panel
from bot.render.splut.pieces import KINDS, ghost, piece, rock, rock_ghost
from bot.render.splut.trail import Trail, carried, trail_of
from bot.render.splut.words import headline_of, is_locked, phrase, turn_of, winners


def draw(view: View, last: Sequence[Event], *, say: Say, palette: PaletteName) -> Image.Image:
    """Draw the whole board as an RGB picture."""
    if view.over is None:
        headline = Headline(view.turn, headline_of(view), _mover(view), view.left, view.allowance)
    else:
        headline = Headline(turn_of(view), headline_of(view), next(iter(winners(view)), None), 0, 0)
    return _drawn(view, trail_of(last), headline, (), say, palette)


def draw_plan(
    before: View, after: View, planned: Sequence[Event], ahead: Sequence[str], *, say: Say, palette: PaletteName
) -> Image.Image:
    """Draw a plan: the board as the planned steps leave it, and what may follow them."""
    left = after.left if after.turn == before.turn else 0
    title = phrase("picture.plan", letter=_mover(before))
    headline = Headline(before.turn, title, _mover(before), left, before.allowance, planned=True)
    return _drawn(after, trail_of(planned), headline, ahead, say, palette)


def _mover(view: View) -> str:
    return view.letters[view.to_move] if view.to_move is not None else ""


def _drawn(view: View, trail: Trail, headline: Headline, ahead: Sequence[str], say: Say, palette: PaletteName) -> Image.Image:
    image = scenery(view.letters, palette).copy()
    _ghosts(image, view, trail, palette)
    for step in trail.steps:
        marks.draw_line(image, step.start, step.end)
    if trail.flight is not None:
        marks.draw_flight(image, trail.flight.start, trail.flight.way, trail.flight.end)
    hit = trail.slain or trail.crushed
    if hit is not None:
        marks.lay(image, marks.burst() if trail.slain else marks.burst(88), middle(hit.square))
    for one in view.rocks:
        marks.lay(image, rock(locked=is_locked(view, one)), middle(one.square))
    for standing in view.pieces:
        marks.lay(image, _figure(view, standing, palette), middle(standing.square))
    _steps(image, trail)
    if trail.flight is not None:
        marks.draw_landing(image, trail.flight.way, trail.flight.end)
    if trail.slain is not None:
        x, y = middle(trail.slain.square)
        marks.lay(image, marks.banner(), (x, y - 38))
    if ahead:
        _ahead(image, view, ahead)
    panel(image, view, headline, say=say, palette=palette)
    return image


def _figure(view: View, standing: Standing, palette: PaletteName) -> Image.Image:
    owner = standing.owner
    assert owner is not None  # noqa: S101 - a view's pieces are all somebody's; its rocks stand apart
    return piece(palette, view.letters[owner], standing.what)


def _ghosts(image: Image.Image, view: View, trail: Trail, palette: PaletteName) -> None:
    """Show where what moved came from, and what has left the board."""
    taken = {standing.square for standing in view.pieces} | {one.square for one in view.rocks}
    shown: dict[str, Image.Image] = {}
    for step in trail.steps:
        if trail.seat is not None:
            shown.setdefault(step.start, ghost(palette, view.letters[trail.seat], step.piece))
        for one in carried(step):
            what = rock_ghost() if one.owner is None else ghost(palette, view.letters[one.owner], one.what)
            shown.setdefault(one.start, what)
    for standing in trail.left:
        if standing.owner is not None:
            shown[standing.square] = ghost(palette, view.letters[standing.owner], standing.what)
    for square, sprite in shown.items():
        if square not in taken:
            marks.lay(image, sprite, middle(square))


def _steps(image: Image.Image, trail: Trail) -> None:
    """Number the steps, and point along what they moved."""
    lanes: Counter[tuple[str, str]] = Counter()
    for number, step in enumerate(trail.steps, 1):
        for one in carried(step):
            marks.draw_carried(image, one.start, one.end)
        marks.draw_number(image, step.start, step.end, number, lanes[step.start, step.end])
        lanes[step.start, step.end] += 1


def _ahead(image: Image.Image, view: View, ahead: Sequence[str]) -> None:
    """Ring the piece that the next steps are about, and mark where they lead: its squares, else rocks and throws."""
    kind = next((kind for kind, letter in KINDS.items() if ahead[0].startswith(letter)), None)
    own = [one.square for one in view.pieces if one.owner == view.to_move and one.what == kind]
    if kind is None or not own or any(not text.startswith(KINDS[kind]) for text in ahead):
        return
    marks.lay(image, marks.chosen(), middle(own[0]))
    ways = sorted({text[1] for text in ahead if text[1:2] in WAYS})
    for way in ways:
        marks.lay(image, marks.reachable(), _beside(own[0], way))
    if len(ways) == 1:
        for text in ahead:
            if "~" in text:
                marks.lay(image, marks.chosen(), middle(text.partition("~")[2]))
            elif "*" in text:
                marks.draw_aim(image, _beside(own[0], ways[0]), text[-1])


def _beside(square: str, way: str) -> tuple[int, int]:
    (x, y), (across, down) = middle(square), WAYS[way]
    return x + across * CELL, y + down * CELL
