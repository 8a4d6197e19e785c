"""What pressing a match's own controls does: playing, resigning, undo, offers and their answers, a rematch.

Owns the mapping from verbs to the table's and the meta's calls and what then becomes of the pressed message. Refuses to know
rules and Discord.
"""

from bot.engine.core import Text
from bot.match.folded import Match
from bot.match.model import Receipt, Status
from bot.ui import pages
from bot.ui.access import load
from bot.ui.ask import Ask, Done, Page, Reply, labels_of, page
from bot.ui.controls import Button
from bot.ui.ids import Press


async def play(ask: Ask, press: Press) -> Reply:
    """Play a notation: the control's own, or the one picked in a select."""
    await load(ask, press.code)
    text = press.values[0] if press.values else press.arg
    receipt = await ask.services.table.act(press.code, ask.actor, text, request=ask.request, version=ask.version)
    after = await ask.services.table.load(press.code)
    goes_on = after.seat_of(ask.actor.user_id) in after.awaited and after.header.told != receipt.version
    shown = (
        await pages.board_page(ask, after, controls=True) if goes_on and ask.version is not None else told(ask, receipt, after)
    )
    keeps = bool(after.awaited) and after.header.told != receipt.version  # others may still be asked in the same window
    return Done(press.code, shown, keeps=keeps)


async def resign(ask: Ask, press: Press) -> Reply:
    """Ask whether it is meant; typed with its own yes it is done at once."""
    match = await load(ask, press.code)
    if press.arg == "sure":
        return await resign_yes(ask, press)
    row = (Button(Text("ui.button.resign_yes"), "resign_yes", look="danger"),)
    return page(
        ask.say(Text("ui.resign.sure")), rows=(row,), code=match.code, version=match.version, say=labels_of(match, ask.lang)
    )


async def resign_yes(ask: Ask, press: Press) -> Reply:
    """Resign."""
    await load(ask, press.code)
    return await done(ask, await ask.services.meta.resign(press.code, ask.actor, request=ask.request))


async def undo(ask: Ask, press: Press) -> Reply:
    """Take back the own last action, or ask the others for it."""
    await load(ask, press.code)
    return await done(ask, await ask.services.meta.undo(press.code, ask.actor, request=ask.request, version=ask.version))


async def abort(ask: Ask, press: Press) -> Reply:
    """Propose to end the match without a result."""
    await load(ask, press.code)
    return await done(ask, await ask.services.meta.abort(press.code, ask.actor, request=ask.request))


async def accept(ask: Ask, press: Press) -> Reply:
    """Agree to the open offer."""
    return await _answer(ask, press, yes=True)


async def refuse(ask: Ask, press: Press) -> Reply:
    """Refuse the open offer, or withdraw an own one."""
    return await _answer(ask, press, yes=False)


async def leave(ask: Ask, press: Press) -> Reply:
    """Leave: a lobby's place, an invitation, or the seat of a match."""
    await load(ask, press.code)
    return await done(ask, await ask.services.meta.leave(press.code, ask.actor, request=ask.request))


async def rematch(ask: Ask, press: Press) -> Reply:
    """Open a lobby with the same game, options and people; it is announced where the old match was."""
    await load(ask, press.code)
    receipt = await ask.services.lobby.rematch(press.code, ask.actor, request=ask.request)
    after = await ask.services.table.load(receipt.code)
    return Done(receipt.code, told(ask, receipt, after), keeps=True)  # the others join by the same button


async def _answer(ask: Ask, press: Press, *, yes: bool) -> Reply:
    await load(ask, press.code)
    receipt = await ask.services.meta.answer(press.code, ask.actor, yes=yes, version=ask.version, request=ask.request)
    after = await ask.services.table.load(press.code)
    return Done(press.code, told(ask, receipt, after), keeps=after.offer is not None)


async def done(ask: Ask, receipt: Receipt) -> Done:
    """Tell the receipt; a lobby's message keeps its controls, for it is redrawn."""
    after = await ask.services.table.load(receipt.code)
    return Done(receipt.code, told(ask, receipt, after), keeps=after.header.status is Status.LOBBY)


def told(ask: Ask, receipt: Receipt, match: Match) -> Page:
    """Say a receipt to who asked."""
    return page(ask.say(receipt.said, match))
