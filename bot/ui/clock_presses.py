"""What pressing or typing does about time and consent: draw, pause, resume, nudge, claim, and coming back.

Owns the mapping from these verbs to the meta's and the deadlines' calls. Refuses to know rules and clocks.
"""

from bot.ui.access import load
from bot.ui.ask import Ask, Reply
from bot.ui.ids import Press
from bot.ui.presses import done


async def draw(ask: Ask, press: Press) -> Reply:
    """Offer a draw."""
    await load(ask, press.code)
    return await done(ask, await ask.services.meta.draw(press.code, ask.actor, request=ask.request))


async def pause(ask: Ask, press: Press) -> Reply:
    """Propose to let the clocks stand still."""
    await load(ask, press.code)
    return await done(ask, await ask.services.meta.pause(press.code, ask.actor, request=ask.request))


async def resume(ask: Ask, press: Press) -> Reply:
    """Let the clocks go on."""
    await load(ask, press.code)
    return await done(ask, await ask.services.meta.resume(press.code, ask.actor, request=ask.request))


async def nudge(ask: Ask, press: Press) -> Reply:
    """Call those who are due once more."""
    await load(ask, press.code)
    return await done(ask, await ask.services.deadlines.nudge(press.code, ask.actor, request=ask.request))


async def claim(ask: Ask, press: Press) -> Reply:
    """Take those who are late out of the game."""
    await load(ask, press.code)
    return await done(ask, await ask.services.deadlines.claim(press.code, ask.actor, request=ask.request))


async def back(ask: Ask, press: Press) -> Reply:
    """Take the own seat back from the house bot."""
    await load(ask, press.code)
    return await done(ask, await ask.services.deadlines.back(press.code, ask.actor, request=ask.request))
