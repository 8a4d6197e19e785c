"""Splash & Bash's board in words: the text board and the description of the picture.

Owns what both say and in which order, and who is next. Refuses to know pictures and names: teams are letters here.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from bot.engine.core import Event, Param, Text
from bot.engine.games.splash.cards import HIGH, LOW
from bot.engine.games.splash.course import LANES, courses
from bot.engine.games.splash.position import HELM, LETTERS, NUMBERS, ORDERS, PIECES
from bot.engine.games.splash.view import PieceView, TeamView, View
from bot.render.base import ALT_LENGTH, TEXT_COLUMNS, Say
from bot.render.splash.trail import journeys, legs
from bot.render.text import board, clip, ends, pad, said, shorten, wrap

DUE = {"D1": "obstacle", "D2": "discard", "D3": "before", "D4": "lane", "D6": "after", "start": "go_on"}
NEXT = 4  # pieces announced after the one on turn
_CELL = 6  # columns of a piece's place: 2E31! and a blank


def phrase(name: str, /, **params: Param) -> Text:
    """Name a text of this game."""
    return Text(f"splash.{name}", params)


def status(view: View, kind: str) -> Text:
    """Say what is due, as one of the kinds text, picture and alt says it."""
    won = winners(view)
    if won:
        return phrase(f"{kind}.won", letters=won, n=len(won))
    if view.decision == "D0":
        return phrase(f"{kind}.lineup")
    return phrase(f"{kind}.{DUE[view.decision]}", piece=view.piece or "", die=view.die, n=view.movement)


def winners(view: View) -> tuple[str, ...]:
    """Give the letters of those who won, () while the race goes on."""
    return tuple(LETTERS[seat] for seat, place in enumerate(view.places or ()) if place == 1)


def upcoming(view: View) -> tuple[str, ...]:
    """Foretell the pieces that play after the one on turn, as far as the present position tells."""
    if view.piece is None:
        return ()
    teams = len(view.teams)
    first, later = ORDERS[view.options.order, teams]
    now = first if view.round == 1 else later
    here = now.index(NUMBERS[view.piece])
    slots = [*now[here + 1 :], *later, *later]
    return tuple(PIECES[number] for number in slots if _plays(view, number))[:NEXT]


def _plays(view: View, number: int) -> bool:
    piece = view.pieces[number]
    crew = view.pieces[number - number % len("123H") :][:HELM]
    due = piece.status == "waiting" and view.decision != "D0" and all(pawn.status == "done" for pawn in crew)
    return piece.status == "on" or due


def text_board(view: View, last: Sequence[Event], *, say: Say) -> str:
    """Write the board as lines of at most TEXT_COLUMNS columns."""

    def speak(name: str, /, **params: Param) -> str:
        return said(say, phrase(f"text.{name}", **params))

    head = clip(speak("round", round=view.round), TEXT_COLUMNS)
    lines = [ends(head, clip(said(say, status(view, "text")), TEXT_COLUMNS))]
    lines += _turn(view, say)
    lines += ["", *_table(view, speak("cards"))]
    lines += ["", *wrap([f"{speak('obstacles')}:", *(view.obstacles or (speak("none"),))])]
    following = upcoming(view)
    if following:
        lines += wrap([f"{speak('next')}:", *following])
    lines += _course(view, speak("lines"), say)
    lines += wrap([speak("decks", low=view.low_left, high=view.high_left)])
    for name, spent, deck in (("low_spent", view.low_spent, LOW), ("high_spent", view.high_spent, HIGH)):
        if spent:
            lines += wrap([f"{speak(name)}:", *_counted(spent, tuple(deck))])
    given, gone = _letters(view, "given"), _letters(view, "left")
    if view.decision == "D0" and given:
        lines += wrap([speak("given", letters=given)])
    if gone:
        lines += wrap([speak("left", letters=gone)])
    moves = [f"{piece} {'→'.join(stops)}" for piece, stops in journeys(legs(last))]
    if moves:
        lines += wrap([f"{speak('last')}:", *(part for move in moves for part in _broken(move))])
    lines += wrap([speak("key", mark="!")])
    return board(lines)


def _letters(view: View, name: str) -> tuple[str, ...]:
    return tuple(team.letter for team in view.teams if getattr(team, name))


def _broken(move: str) -> Iterator[str]:
    """Break a journey too long for a line after its stops."""
    piece, _, way = move.partition(" ")
    if len(move) <= TEXT_COLUMNS:
        yield move
        return
    stops = way.split("→")
    yield f"{piece} {stops[0]}"
    yield from (f"→{stop}" for stop in stops[1:])


def _counted(cards: Sequence[str], order: tuple[str, ...]) -> list[str]:
    counts = Counter(cards)
    return [card if counts[card] == 1 else f"{card}×{counts[card]}" for card in order if counts[card]]


def _turn(view: View, say: Say) -> list[str]:
    """Tell the die and what changes this turn's movement."""
    parts = []
    if view.die:
        parts.append(phrase("text.die", die=view.die, n=view.movement))
    elif view.modifier:
        parts.append(phrase("text.modifier", change=f"{view.modifier:+d}"))
    if view.piece is not None and not view.wind:
        parts.append(phrase("text.no_wind"))
    if view.free:
        parts.append(phrase("text.free"))
    if view.again:
        parts.append(phrase("text.again"))
    return wrap([said(say, part) for part in parts], gap=" · ")


def _table(view: View, heading: str) -> list[str]:
    marks = "".join(pad(mark, _CELL) for mark in "123H")
    rows = [f"  {marks}{clip(heading, TEXT_COLUMNS - 2 - len(marks))}"]
    for team in view.teams:
        crew = [piece for piece in view.pieces if piece.seat == team.seat]
        places = "".join(pad(piece.at + "!" * piece.anchored, _CELL) for piece in crew)
        rows.append(f"{team.letter} {places}{team.cards}")
    return rows


def _course(view: View, heading: str, say: Say) -> list[str]:
    course = courses()[view.options.course]
    sizes = [f"{lane} {length}" for lane, length in zip(LANES, course.lengths, strict=True)]
    lines = wrap([said(say, phrase("text.laps", n=course.laps)), *sizes])
    lines += wrap([f"{heading}:", *(f"{lane} {_row(squares)}" for lane, squares in zip(LANES, course.lines, strict=True))])
    return lines


def _row(squares: Sequence[int]) -> str:
    return ",".join(map(str, squares))


def description(view: View, last: Sequence[Event], *, say: Say) -> str:
    """Describe the board in full sentences, at most ALT_LENGTH characters."""
    texts = [phrase("alt.round", course=view.options.course, round=view.round), status(view, "alt")]
    texts += [_team(view, team) for team in view.teams]
    if view.obstacles:
        texts.append(phrase("alt.obstacles", squares=view.obstacles))
    following = upcoming(view)
    if following:
        texts.append(phrase("alt.next", pieces=following))
    moves = tuple(f"{piece} {' → '.join(stops)}" for piece, stops in journeys(legs(last)))
    if moves:
        texts.append(phrase("alt.last", moves=moves))
    texts.append(phrase("alt.decks", low=view.low_left, high=view.high_left))
    return shorten(" ".join(said(say, text) for text in texts), ALT_LENGTH)


def _team(view: View, team: TeamView) -> Text:
    pieces = tuple(_piece(piece) for piece in view.pieces if piece.seat == team.seat)
    return phrase("alt.team", letter=team.letter, pieces=pieces, n=team.cards)


def _piece(piece: PieceView) -> Text:
    if piece.status != "on":
        return phrase(f"alt.{piece.status}", mark=piece.mark)
    return phrase("alt.anchored" if piece.anchored else "alt.on", mark=piece.mark, at=piece.at)
