"""Hippo's board in words: the text board and the description of the picture, and the words both share with it.

Owns what they say and in which order. Refuses to know pictures and names: seats are letters here.
"""

from collections.abc import Iterator, Sequence

from bot.engine.core import Event, Param, Seat, Text
from bot.engine.games.hippo.cards import STATS
from bot.engine.games.hippo.position import GATE, LETTERS, Out
from bot.engine.games.hippo.view import SeatView, View
from bot.render.base import ALT_LENGTH, TEXT_COLUMNS, Say
from bot.render.hippo.trail import Trail, trail_of
from bot.render.text import board, clip, said, shorten, table

_HEADINGS = (3, 3, 3, 3, 4, 3, 3, 3)  # columns of the table's headings at most, so that all fit
_STAGES = {"T": "team", "U": "rumours", "G": "gate"}


def phrase(name: str, /, **params: Param) -> Text:
    """Name a text of this game."""
    return Text(f"hippo.{name}", params)


def signed(number: int) -> str:
    """Write a modifier with its sign; nought has none."""
    return f"+{number}" if number > 0 else f"−{-number}" if number else "0"


def letters(seats: Sequence[Seat]) -> str:
    """Name seats by their letters, in order."""
    return " ".join([LETTERS[seat] for seat in seats])


def stage(view: View) -> Text:
    """Name the stage of the race, at its end who won."""
    if view.window is None:
        if view.winner is None:
            return phrase("picture.nobody")
        return phrase("picture.won", letter=LETTERS[view.winner], purse=view.purse)
    if not view.lap:
        return phrase(f"picture.{_STAGES[view.stage]}")
    if view.options.tempo == "phase":
        return phrase("picture.lap_phase", lap=view.lap, phase=phrase(f"phase.{view.phases[0]}"))
    return phrase("picture.lap", lap=view.lap)


def rumour_lines(view: View, seat: Seat) -> list[Text]:
    """Say which rumours concern a seat: its own, at whom it is aimed, and those aimed at it."""
    lines = []
    for rumour in view.rumours:
        name = phrase(f"card.{rumour.card}")
        if rumour.holder == seat and rumour.target is not None:
            lines.append(phrase("picture.aiming", card=name, letter=LETTERS[rumour.target]))
        elif rumour.holder == seat:
            lines.append(phrase("picture.used", card=name) if rumour.used else name)
        elif rumour.target == seat:
            lines.append(phrase("picture.aimed", card=name, letter=LETTERS[rumour.holder]))
    return lines


# The text board ---------------------------------------------------------------------------------------------------------------


def text_board(view: View, last: Sequence[Event], *, say: Say) -> str:
    """Write the board as lines of at most TEXT_COLUMNS columns."""
    texts = [stage(view), phrase("picture.deck", deck=view.deck, discard=len(view.discard)), *_places(view, trail_of(last))]
    lines = [clip(said(say, text), TEXT_COLUMNS) for text in texts]
    if view.seats[0].sums is not None:
        lines += ["", *_table(view, say)]
    lines += ["", *(clip(said(say, text), TEXT_COLUMNS) for text in _standing(view))]
    return board(lines)


def _places(view: View, trail: Trail) -> Iterator[Text]:
    if view.order:
        yield phrase("text.order", order=letters(view.order))
    elif view.seats[0].box is not None and not view.out:
        yield phrase("text.box", letters=letters(_by_box(view)))
    if view.seats[0].sums is None:
        yield phrase("text.hidden")
    moves = [f"{LETTERS[seat]} {signed(gained)}" for seat in view.order if (gained := trail.gained(seat, view.order))]
    if moves:
        yield phrase("text.moved", moves=", ".join(moves))


def _by_box(view: View) -> list[Seat]:
    return [seat.seat for seat in sorted(view.seats, key=lambda seat: seat.box or 0)]


def _table(view: View, say: Say) -> list[str]:
    names = (*(f"short.{stat}" for stat in STATS), "text.fatigue", "text.cards")
    headings = tuple([clip(said(say, phrase(name)), room) for name, room in zip(names, _HEADINGS, strict=True)])
    rows = []
    for seat in view.seats:
        values = [signed(value) for value in seat.sums or ()]
        running = seat.place is not None
        rows.append((seat.letter, *values, signed(seat.fatigue) if running else "", str(seat.hand) if running else ""))
    return table([("", *headings), *rows], gap=1)


def _standing(view: View) -> Iterator[Text]:
    for rumour in view.rumours:
        name = phrase(f"card.{rumour.card}")
        if rumour.target is not None:
            yield phrase("text.rumour_at", letter=LETTERS[rumour.holder], card=name, target=LETTERS[rumour.target])
        else:
            yield phrase("text.rumour_used" if rumour.used else "text.rumour", letter=LETTERS[rumour.holder], card=name)
    for out in view.out:
        yield phrase("text.out", letter=LETTERS[out.seat], where=where(out))
    left = [seat.seat for seat in view.seats if seat.left]
    if left:
        yield phrase("text.left", letters=letters(left))
    answered = [seat.seat for seat in view.seats if seat.answered]
    if answered:
        yield phrase("text.answered", letters=letters(answered))
    if view.to_act:
        yield phrase("text.due", letters=letters(view.to_act))


def where(out: Out) -> Text:
    """Say where a chariot was wrecked."""
    if out.where == GATE:
        return phrase("text.where_gate")
    return phrase("text.where", lap=int(out.where[1]), phase=phrase(f"phase.{out.where[3:]}"))


# The description --------------------------------------------------------------------------------------------------------------


def description(view: View, last: Sequence[Event], *, say: Say) -> str:
    """Describe the board in full sentences, at most ALT_LENGTH characters."""
    texts = [phrase("alt.title", what=stage(view)), *_running(view, trail_of(last))]
    if view.seats[0].sums is None:
        texts.append(phrase("alt.hidden"))
    else:
        texts += [text for seat in view.seats for text in _seat(seat)]
    if any(seat.answered for seat in view.seats):
        texts.append(phrase("alt.answered", letters=tuple([seat.letter for seat in view.seats if seat.answered])))
    return shorten(" ".join([said(say, text) for text in texts]), ALT_LENGTH)


def _running(view: View, trail: Trail) -> Iterator[Text]:
    if view.order:
        yield phrase("alt.order", letters=tuple([LETTERS[seat] for seat in view.order]))
    elif view.seats[0].box is not None and not view.out:
        yield phrase("alt.boxes", letters=tuple([LETTERS[seat] for seat in _by_box(view)]))
    if view.out:
        yield phrase("alt.out", letters=tuple([LETTERS[out.seat] for out in view.out]))
    risen = [LETTERS[seat] for seat in view.order if trail.gained(seat, view.order) > 0]
    if risen:
        yield phrase("alt.risen", n=len(risen), letters=tuple(risen))


def _seat(seat: SeatView) -> Iterator[Text]:
    named = {stat: signed(value) for stat, value in zip(STATS, seat.sums or (), strict=True)}
    yield phrase("alt.seat", letter=seat.letter, sums=phrase("sums", **named))
    if seat.place is not None:
        yield phrase("alt.state", letter=seat.letter, n=seat.hand, by=signed(seat.fatigue))
