"""What those who manage a server may do about its matches, and taking over a seat by invitation.

Owns who may, how seats and times are read, and the private answers. Refuses to change a match by itself (`bot.match.moderate`).
"""

from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Final

from bot.engine.core import Code, Seat, Text, letter
from bot.errors import NotAllowed, Refusal
from bot.log import blanked
from bot.match.folded import Match
from bot.match.model import Receipt
from bot.match.moderate import Moderation, invited_to
from bot.ui import access, limits, settings
from bot.ui.ask import Ask, Done, Reply
from bot.ui.controls import Button, Row
from bot.ui.ids import Press
from bot.ui.presses import told

REASON: Final = 200  # characters that are kept
LONGEST_EXTENSION: Final = 720  # hours

Act = Callable[[Moderation, Match, str], Awaitable[Receipt]]


async def act(ask: Ask, code: str, reason: str | None, act: Act) -> Reply:
    """Do something about a match of the asker's server; raises NotAllowed for who may not."""
    guild_id = settings.demand_manager(ask)
    match = await access.load(ask, code)
    if match.header.guild_id != guild_id:
        raise NotAllowed("people.moderate.other_server")
    moderation = Moderation(ask.services.table, ask.services.lobby)
    # Ids of people stay out of what is stored for good.
    receipt = await act(moderation, match, limits.clip(blanked(reason or ""), REASON))
    return Done(receipt.code, told(ask, receipt, await ask.services.table.load(receipt.code)))


def seat_of(match: Match, typed: str) -> Seat:
    """Read a seat's letter; raises Refusal naming the letters there are."""
    seats = [Seat(number) for number in range(match.header.capacity)]
    letters = {letter(match.game.info, match.header.capacity, seat): seat for seat in seats}
    found = letters.get(typed.strip().upper())
    if found is None:
        raise Refusal("people.moderate.no_seat", text=limits.clip(typed, 20), seats=tuple(map(Code, letters)))
    return found


async def cancel(ask: Ask, code: str, reason: str | None) -> Reply:
    """End a match, or close a lobby."""
    return await act(ask, code, reason, lambda by, match, why: by.cancel(match.code, ask.actor, why, request=ask.request))


async def force(ask: Ask, code: str, seat: str, action: str, reason: str | None) -> Reply:
    """Play for a seat."""

    def work(by: Moderation, match: Match, why: str) -> Awaitable[Receipt]:
        return by.force(match.code, ask.actor, seat_of(match, seat), action, why, request=ask.request)

    return await act(ask, code, reason, work)


async def rewind(ask: Ask, code: str, to: int, reason: str | None) -> Reply:
    """Go back in the log."""
    return await act(ask, code, reason, lambda by, match, why: by.rewind(match.code, ask.actor, to, why, request=ask.request))


async def extend(ask: Ask, code: str, hours: int, reason: str | None) -> Reply:
    """Give time to everybody who is due."""
    time = timedelta(hours=hours)
    return await act(ask, code, reason, lambda by, match, why: by.extend(match.code, ask.actor, time, why, request=ask.request))


async def replace(ask: Ask, code: str, seat: str, user_id: int | None, reason: str | None) -> Reply:
    """Put a house bot on a seat, or invite somebody to it."""

    def work(by: Moderation, match: Match, why: str) -> Awaitable[Receipt]:
        place = seat_of(match, seat)
        if user_id is None:
            return by.seat_bot(match.code, ask.actor, place, why, request=ask.request)
        return by.invite(match.code, ask.actor, place, user_id, why, request=ask.request)

    return await act(ask, code, reason, work)


async def rehome(ask: Ask, code: str, reason: str | None) -> Reply:
    """Move a match to this channel or thread."""
    here = ask.channel_id
    return await act(ask, code, reason, lambda by, match, why: by.rehome(match.code, ask.actor, here, why, request=ask.request))


async def take(ask: Ask, press: Press) -> Reply:
    """Take over the seat one was invited to."""
    await access.load(ask, press.code)
    moderation = Moderation(ask.services.table, ask.services.lobby)
    receipt = await moderation.take(press.code, ask.actor, request=ask.request)
    return Done(receipt.code, told(ask, receipt, await ask.services.table.load(receipt.code)))


def invitation(match: Match, version: int) -> tuple[tuple[Row, ...], tuple[int, ...]]:
    """Give the button of an invitation to a seat, and whom it calls; nothing when there is none at this version."""
    if match.version != version or invited_to(match) is None:
        return (), ()
    return ((Button(Text("people.button.take"), "take", look="success"),),), match.header.invited
