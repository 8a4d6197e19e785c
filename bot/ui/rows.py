"""The house's own rows of controls: lobby, offer, result, and the row under every board.

Owns which buttons stand where; pure. Refuses to know what pressing them does (`bot.ui.verbs`) and how they look in Discord.
"""

from bot.engine.core import Seat, Text
from bot.match.folded import Match
from bot.match.model import HouseBot, Status
from bot.ui.controls import Button, Pick, Row, Select
from bot.words.base import words_of

ANY_SEAT = "any"  # the seat select's value for no particular seat


def lobby_rows(match: Match) -> tuple[Row, ...]:
    """Give the lobby's buttons and the select of seats; nothing once the lobby has ended."""
    if match.header.status is not Status.LOBBY:
        return ()
    first = (
        Button(Text("ui.button.join"), "join", look="success"),
        Button(Text("ui.button.leave"), "leave"),
        Button(Text("ui.button.start"), "start", look="primary"),
    )
    second = [Button(Text("ui.button.addbot"), "addbot")]
    if any(isinstance(taken.holder, HouseBot) for taken in match.holders):
        second.append(Button(Text("ui.button.dropbot"), "dropbot"))
    if match.header.invited:
        second.append(Button(Text("ui.button.decline"), "decline"))
    second.append(Button(Text("ui.button.cancel"), "cancel", look="danger"))
    return first, tuple(second), _seat_select(match)


def _seat_select(match: Match) -> Select:
    """Offer "any" and the seats that nobody has chosen yet."""
    letters = match.game.info.letters[match.header.capacity]
    wanted = {taken.wanted for taken in match.holders}
    free = [seat for seat in range(match.header.capacity) if Seat(seat) not in wanted]
    named = words_of(match.header.game).seat
    picks = [Pick(named(letters[seat]) or Text("ui.seat.one", {"letter": letters[seat]}), letters[seat]) for seat in free]
    return Select(Text("ui.seat.choose"), "seat", (Pick(Text("ui.seat.any"), ANY_SEAT), *picks))


def offer_rows(match: Match) -> tuple[Row, ...]:
    """Give the answers to the open offer; nothing when none is open."""
    if match.offer is None:
        return ()
    return (
        (Button(Text("ui.button.accept"), "accept", look="success"), Button(Text("ui.button.refuse"), "refuse", look="danger")),
    )


def result_rows(match: Match) -> tuple[Row, ...]:
    """Give what one may still do with a match that is over."""
    return ((Button(Text("ui.button.rematch"), "rematch", look="primary"), *_looks()),)


def house_row(match: Match) -> Row:
    """Give the row under each board."""
    return _looks()


def _looks() -> tuple[Button, ...]:
    return Button(Text("ui.button.text"), "text"), Button(Text("ui.button.menu"), "menu")
