"""What pressing a lobby's controls does: joining, leaving, house bots, seats, start and cancel.

Owns the mapping from verbs to the lobby's calls. Refuses to know who may do what (`bot.match.lobby` says). Lobby presses are
never stale: the version in their ids is not looked at.
"""

from collections.abc import Awaitable

from bot.engine.core import Seat
from bot.errors import Refusal
from bot.match.folded import Match
from bot.match.model import Receipt, Status
from bot.ui.access import load
from bot.ui.ask import Ask, Done, Reply
from bot.ui.ids import Press
from bot.ui.presses import told
from bot.ui.rows import ANY_SEAT


async def join(ask: Ask, press: Press) -> Reply:
    """Take a place; an arg names the seat asked for."""
    wanted = _seat(await load(ask, press.code), press.arg)
    return await _done(ask, ask.services.lobby.join(press.code, ask.actor, wanted=wanted, request=ask.request))


async def decline(ask: Ask, press: Press) -> Reply:
    """Turn an invitation down."""
    await load(ask, press.code)
    return await _done(ask, ask.services.lobby.decline(press.code, ask.actor, request=ask.request))


async def seat(ask: Ask, press: Press) -> Reply:
    """Ask for a seat, or for any; who has no place yet joins by it."""
    match = await load(ask, press.code)
    wanted = _seat(match, press.values[0] if press.values else press.arg)
    lobby = ask.services.lobby
    if match.place_of(ask.actor.user_id) is None:
        return await _done(ask, lobby.join(press.code, ask.actor, wanted=wanted, request=ask.request))
    return await _done(ask, lobby.choose(press.code, ask.actor, wanted, request=ask.request))


async def add_bot(ask: Ask, press: Press) -> Reply:
    """Put a house bot on a free place; an arg names its level."""
    await load(ask, press.code)
    return await _done(ask, ask.services.lobby.add_bot(press.code, ask.actor, level=press.arg or None, request=ask.request))


async def drop_bot(ask: Ask, press: Press) -> Reply:
    """Take a house bot away."""
    await load(ask, press.code)
    return await _done(ask, ask.services.lobby.remove_bot(press.code, ask.actor, request=ask.request))


async def start(ask: Ask, press: Press) -> Reply:
    """Start the match."""
    await load(ask, press.code)
    return await _done(ask, ask.services.lobby.start(press.code, ask.actor, request=ask.request))


async def cancel(ask: Ask, press: Press) -> Reply:
    """Close the lobby."""
    await load(ask, press.code)
    return await _done(ask, ask.services.lobby.cancel(press.code, ask.actor, request=ask.request))


async def _done(ask: Ask, call: Awaitable[Receipt]) -> Done:
    """Tell the receipt; the lobby's message is redrawn, and keeps its controls until then unless the lobby is over."""
    receipt = await call
    after = await ask.services.table.load(receipt.code)
    return Done(receipt.code, told(ask, receipt, after), keeps=after.header.status is Status.LOBBY)


def _seat(match: Match, text: str) -> Seat | None:
    """Read a seat's letter; None for any seat. Raises Refusal naming the letters there are."""
    wanted = text.strip().upper()
    if wanted in ("", ANY_SEAT.upper()):
        return None
    letters = match.game.info.letters[match.header.capacity]
    if len(wanted) != 1 or wanted not in letters:
        raise Refusal("ui.seat.unknown", seat=text, letters=tuple(letters))
    return Seat(letters.index(wanted))
