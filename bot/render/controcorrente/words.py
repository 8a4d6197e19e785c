"""Controcorrente's board in words: the text board and the description of the picture.

Owns what both say and in which order. Refuses to know pictures and names: seats are letters here. Tile numbers of the last move
are those of the moment it happened, as in the sentences beside the board; what drifted since is said.
"""

from collections.abc import Iterator, Sequence

from bot.engine.core import Event, Param, Text
from bot.engine.games.controcorrente.events import Fell
from bot.engine.games.controcorrente.position import ARROWS, BOLLARDS, HARBOUR, LETTERS, TILES, SeatView, View
from bot.render.base import ALT_LENGTH, TEXT_COLUMNS, Say
from bot.render.controcorrente.trail import Trail, passed, trail_of
from bot.render.text import board, clip, ends, said, shorten, table, wrap

_HEADING = 7  # columns of a heading of the table of seats at most, so that four fit


def phrase(name: str, /, **params: Param) -> Text:
    """Name a text of this game."""
    return Text(f"controcorrente.{name}", params)


def due(view: View) -> str:
    """Tell what the seat to move has to do: roll, sail, wind or pass."""
    assert view.to_move is not None  # noqa: S101 - asked only while the game goes on
    if view.die is None:
        return "roll"
    if view.die == ARROWS:
        return "wind"
    return "sail" if view.seats[view.to_move].afloat else "pass"


def winners(view: View) -> tuple[str, ...]:
    """Give the letters of those who won, () while the game goes on or when nobody did."""
    return tuple(LETTERS[seat] for seat, place in enumerate(view.places or ()) if place == 1)


def text_board(view: View, last: Sequence[Event], *, say: Say) -> str:
    """Write the board as lines of at most TEXT_COLUMNS columns."""

    def speak(name: str, /, **params: Param) -> str:
        return said(say, phrase(name, **params))

    lines = [ends(clip(speak("text.round", round=view.round), TEXT_COLUMNS), clip(_status(view, say), TEXT_COLUMNS))]
    if view.to_move is not None:
        lines.append(clip(speak("text.die", die=_die(view)), TEXT_COLUMNS))
    lines += ["", *_harbour(view, say)]
    lines += [_tile(view, tile, say) for tile in range(TILES, 0, -1)]
    lost = [seat.letter * seat.lost for seat in view.seats if seat.lost]
    lines += wrap([speak("text.waterfall"), *lost])
    lines += ["", *_table(view, say)]
    resigned = tuple(seat.letter for seat in view.seats if seat.resigned)
    if resigned:
        lines.append(clip(speak("text.resigned", letters=resigned), TEXT_COLUMNS))
    note = _last(last, say)
    if note:
        lines.append(clip(note, TEXT_COLUMNS))
    return board(lines)


def _status(view: View, say: Say) -> str:
    if view.to_move is not None:
        return said(say, phrase(f"text.{due(view)}", letter=LETTERS[view.to_move], die=view.die or 0))
    won = winners(view)
    return said(say, phrase("text.won", letters=won, n=len(won)) if won else phrase("text.nobody"))


def _die(view: View) -> Param:
    if view.die is None:
        return phrase("text.die_waiting")
    return phrase("text.arrows") if view.die == ARROWS else view.die


def _harbour(view: View, say: Say) -> list[str]:
    going_on = view.to_move is not None
    title = phrase("text.harbour", bollard=view.next_bollard) if going_on else phrase("text.harbour_over")
    docked = {bollard: seat.letter for seat in view.seats for bollard in seat.bollards}
    taken = [f"{bollard:>2} {docked[bollard]}" for bollard in range(BOLLARDS, 0, -1) if bollard in docked]
    return [clip(said(say, title), TEXT_COLUMNS), *wrap(taken, gap="  ", indent=" ")]


def _tile(view: View, tile: int, say: Say) -> str:
    kind = {view.sand: "text.sand", view.wave: "text.wave"}.get(tile)
    boats = [seat.letter * seat.afloat.count(tile) for seat in view.seats if tile in seat.afloat]
    parts = [*boats, *([clip(said(say, phrase(kind)), 14)] if kind else [])]
    return f"{tile:>2} {' '.join(parts)}"


def _table(view: View, say: Say) -> list[str]:
    heading = tuple(clip(said(say, phrase(f"text.{name}")), _HEADING) for name in ("points", "afloat", "docked", "lost"))
    rows = [(seat.letter, str(seat.score), str(len(seat.afloat)), str(len(seat.bollards)), str(seat.lost)) for seat in view.seats]
    return table([("", *heading), *rows], gap=1)


def _last(last: Sequence[Event], say: Say) -> str | None:
    passer = passed(last)
    if passer is not None:
        return said(say, phrase("text.last_passed", letter=LETTERS[passer]))
    trail = trail_of(last)
    if trail is None:
        return None
    stops = [str(stop) for stop in trail.stops]
    if trail.bollard is not None:
        stops[-1] = said(say, phrase("text.bollard", bollard=trail.bollard))
    move = f"{LETTERS[trail.seat]} {' → '.join(stops)}"
    if trail.lost:
        return said(say, phrase("text.last_lost", move=move))
    if trail.drift and trail.bollard is None:
        return said(say, phrase("text.last_now", move=move, now=trail.now))
    return said(say, phrase("text.last", move=move))


def description(view: View, last: Sequence[Event], *, say: Say) -> str:
    """Describe the board in full sentences, at most ALT_LENGTH characters."""
    texts = [*_opening(view), *map(_seat, view.seats), *_closing(view, last)]
    return shorten(" ".join(said(say, text) for text in texts), ALT_LENGTH)


def _opening(view: View) -> Iterator[Text]:
    yield phrase("alt.round", round=view.round)
    if view.to_move is not None:
        yield phrase(f"alt.{due(view)}", letter=LETTERS[view.to_move], die=view.die or 0)
        yield phrase("alt.special", sand=view.sand, wave=view.wave)
        yield phrase("alt.bollard", bollard=view.next_bollard)
        return
    won = winners(view)
    yield phrase("alt.won", letters=won, n=len(won)) if won else phrase("alt.nobody")


def _seat(seat: SeatView) -> Text:
    boats: list[Text] = []
    if seat.afloat:
        boats.append(phrase("alt.afloat", tiles=seat.afloat, n=len(seat.afloat)))
    if seat.bollards:
        boats.append(phrase("alt.docked", bollards=seat.bollards, n=len(seat.bollards)))
    if seat.lost:
        boats.append(phrase("alt.lost", n=seat.lost))
    return phrase("alt.seat_resigned" if seat.resigned else "alt.seat", letter=seat.letter, boats=tuple(boats), n=seat.score)


def _closing(view: View, last: Sequence[Event]) -> Iterator[Text]:
    passer = passed(last)
    trail = trail_of(last)
    if passer is not None:
        yield phrase("alt.last_passed", letter=LETTERS[passer])
    elif trail is not None:
        yield _move(trail)
    fallen = [count for event in last if isinstance(event, Fell) for _, count in event.boats]
    if fallen:
        yield phrase("alt.fell", n=sum(fallen))
    if trail is not None and trail.drift and passer is None and view.to_move is not None:
        yield phrase("alt.drifted", n=trail.drift)


def _move(trail: Trail) -> Text:
    params: dict[str, Param] = {"letter": LETTERS[trail.seat], "from": trail.tiles[0], "to": _goal(trail)}
    if trail.by is not None:
        return phrase("alt.last_contrary", by=LETTERS[trail.by], **params)
    if trail.wave is not None:
        return phrase("alt.last_wave", wave=trail.wave, **params)
    return phrase("alt.last_fair" if trail.wind else "alt.last", **params)


def _goal(trail: Trail) -> Text:
    end = trail.tiles[-1]
    if end == HARBOUR:
        return phrase("alt.to_bollard", bollard=trail.bollard or 0)
    return phrase("alt.to_sand" if trail.sand else "alt.to_tile", tile=end)
