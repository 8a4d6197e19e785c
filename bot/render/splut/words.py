"""Splut!'s board in words: the text board and the description of the picture.

Owns what both say and in which order. Refuses to know pictures and names: teams are letters here.
"""

from collections.abc import Iterator, Sequence

from bot.engine.core import Event, Item, Param, Seat, Text
from bot.engine.games.splut.arena import RANKS, SQUARES
from bot.engine.games.splut.view import RockView, View
from bot.render.base import ALT_LENGTH, TEXT_COLUMNS, Say
from bot.render.splut.trail import Trail, carried, trail_of
from bot.render.text import board, clip, ends, said, shorten

_LABEL = 12  # columns of the word before the last turn's notation at most


def phrase(name: str, /, **params: Param) -> Text:
    """Name a text of this game."""
    return Text(f"splut.{name}", params)


def winners(view: View) -> tuple[str, ...]:
    """Give the letter of the team that won, () while the game goes on or when it is drawn."""
    return tuple(view.letters[place] for place, rank in enumerate(view.places or ()) if rank == 1 and view.over == "won")


def turn_of(view: View) -> int:
    """Number the turn that is being played, or the last one once the game is over."""
    return view.turn if view.over is None else max(1, view.turn - 1)


def is_locked(view: View, rock: RockView) -> bool:
    """Tell whether a rock is marked as locked: there is nobody left to levitate it once the game is over."""
    return rock.locked and view.over is None


def headline_of(view: View) -> Text:
    """Say whose turn it is, or how it ended, for the picture."""
    if view.to_move is not None:
        return phrase("picture.move", letter=view.letters[view.to_move])
    won = winners(view)
    return phrase("picture.won", letter=won[0]) if won else phrase("picture.drawn")


def text_board(view: View, last: Sequence[Event], *, say: Say) -> str:
    """Write the board as lines of at most TEXT_COLUMNS columns."""
    lines = [ends(_speak(say, "text.turn", turn=turn_of(view)), _status(view, say)), ""]
    lines += _arena(view)
    locked = any(is_locked(view, rock) for rock in view.rocks)
    lines += ["", _speak(say, "text.pieces"), _speak(say, "text.rocks" if locked else "text.rocks_free")]
    lines += [_speak(say, "text.levitated", square=rock.square) for rock in view.rocks if rock.levitated]
    if view.fallen:
        lines.append(_speak(say, "text.fallen", letters=tuple(view.letters[seat] for seat in view.fallen)))
    if view.times > 1:
        lines.append(_speak(say, "text.twice"))
    lines += _last(view, trail_of(last), say)
    return board(lines)


def _speak(say: Say, name: str, /, **params: Param) -> str:
    return clip(said(say, phrase(name, **params)), TEXT_COLUMNS)


def _status(view: View, say: Say) -> str:
    if view.to_move is not None:
        return _speak(say, "text.steps", letter=view.letters[view.to_move], n=view.left)
    won = winners(view)
    return _speak(say, "text.won", letter=won[0]) if won else _speak(say, "text.drawn")


def _arena(view: View) -> Iterator[str]:
    """Draw the ranks, two signs a square: `Rs` a piece, `oo` a rock, `xx` a locked one, a dot for an empty square."""
    signs = {rock.square: "xx" if is_locked(view, rock) else "oo" for rock in view.rocks}
    signs |= {one.square: f"{view.letters[one.owner]}{one.what[0]}" for one in view.pieces if one.owner is not None}
    for row, rank in enumerate(RANKS):
        indent = "   " * ((9 - len(rank)) // 2)
        yield f"{9 - row} {indent}" + " ".join(f"{signs.get(SQUARES[square], '.'):<2}" for square in rank)
    yield "  " + " ".join(f"{file:<2}" for file in "abcdefghi")


def _last(view: View, trail: Trail, say: Say) -> Iterator[str]:
    if trail.seat is not None:
        yield f"{clip(_speak(say, 'text.last'), _LABEL)}: {view.letters[trail.seat]} {trail.notation}"
    if trail.gone is not None:
        yield _speak(say, "text.left", letter=view.letters[trail.gone])
    if trail.flight is not None:
        yield _speak(say, "text.flight", **{"from": trail.flight.start, "to": trail.flight.end})
    if trail.crushed is not None:
        yield _speak(say, "text.crushed", letter=view.letters[trail.crushed.owner])
    if trail.slain is not None:
        yield _speak(say, "text.slain", letter=view.letters[trail.slain.owner])


def description(view: View, last: Sequence[Event], *, say: Say) -> str:
    """Describe the board in full sentences, at most ALT_LENGTH characters."""
    texts = [*_opening(view), *_standing(view), *_told(view, trail_of(last), "alt.last")]
    return shorten(" ".join(said(say, text) for text in texts), ALT_LENGTH)


def plan_description(before: View, after: View, planned: Sequence[Event], *, say: Say) -> str:
    """Describe a plan and the board as it leaves it, in at most ALT_LENGTH characters."""
    letter = view_letter(before, before.to_move)
    texts = [phrase("alt.plan", letter=letter), *_told(after, trail_of(planned), "alt.planned"), *_standing(after)]
    return shorten(" ".join(said(say, text) for text in texts), ALT_LENGTH)


def view_letter(view: View, seat: Seat | None) -> str:
    """Give a seat's letter, nothing for nobody."""
    return view.letters[seat] if seat is not None else ""


def _opening(view: View) -> Iterator[Text]:
    yield phrase("alt.turn", turn=turn_of(view))
    if view.to_move is not None:
        yield phrase("alt.move", letter=view.letters[view.to_move], n=view.left)
        return
    won = winners(view)
    alive = tuple(view.letters[seat] for seat in range(len(view.letters)) if seat not in view.fallen)
    yield phrase("alt.won", letter=won[0]) if won else phrase("alt.drawn", letters=alive)


def _standing(view: View) -> Iterator[Text]:
    for seat, letter in enumerate(view.letters):
        own = [one for one in view.pieces if one.owner == seat]
        if own:
            pieces = tuple(phrase("alt.at", what=phrase(f"alt.{one.what}"), square=one.square) for one in own)
            yield phrase("alt.team", letter=letter, pieces=pieces)
    if view.fallen:
        yield phrase("alt.fallen", letters=tuple(view.letters[seat] for seat in view.fallen), n=len(view.fallen))
    yield phrase("alt.rocks", squares=tuple(rock.square for rock in view.rocks))
    locked = tuple(rock.square for rock in view.rocks if is_locked(view, rock))
    if locked:
        yield phrase("alt.locked", squares=locked)


def _told(view: View, trail: Trail, name: str) -> Iterator[Text]:
    moves: list[Item] = []
    for step in trail.steps:
        moves.append(_way(phrase(f"alt.{step.piece}"), step.start, step.end))
        for one in carried(step):
            what = phrase(f"alt.{one.what}")
            of = what if one.owner is None else phrase("alt.of", what=what, letter=view.letters[one.owner])
            moves.append(_way(of, one.start, one.end))
    if moves:
        yield phrase(name, letter=view_letter(view, trail.seat), moves=tuple(moves))
    if trail.passed:
        yield phrase("alt.passed", letter=view_letter(view, trail.seat))
    if trail.flight is not None:
        yield phrase("alt.flight", **{"from": trail.flight.start, "to": trail.flight.end})
    if trail.crushed is not None:
        yield phrase("alt.crushed", letter=view.letters[trail.crushed.owner])
    if trail.slain is not None:
        yield phrase("alt.slain", letter=view.letters[trail.slain.owner])
    if trail.gone is not None:
        yield phrase("alt.left", letter=view.letters[trail.gone])


def _way(what: Text, start: str, end: str) -> Text:
    return phrase("alt.way", what=what, **{"from": start, "to": end})
