"""The verbs of all controls and commands on a match, in one table."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import TypeAlias

from bot.engine.core import Code
from bot.errors import Refusal
from bot.ui import clock_presses, forms, lobby_presses, moderation, pages, planner, presses, privacy, record_pages, turns
from bot.ui.ask import Ask, Reply
from bot.ui.ids import Press

Verb: TypeAlias = Callable[[Ask, Press], Awaitable[Reply]]


async def pick(ask: Ask, press: Press) -> Reply:
    """Do what was asked for before it was known for which match; arg is `verb:arg`, the value is the match's code."""
    verb, _, arg = press.arg.partition(":")
    return await run(replace(ask, version=None), Press(press.values[0] if press.values else press.code, 0, verb, arg))


VERBS: Mapping[str, Verb] = MappingProxyType(
    {
        "play": presses.play,
        "form": forms.form,
        "draft": forms.draft,
        "seal": forms.seal,
        "standing": forms.standing,
        "hand": forms.hand,
        "plan": planner.plan,
        "commit": planner.commit,
        "resign": presses.resign,
        "resign_yes": presses.resign_yes,
        "undo": presses.undo,
        "abort": presses.abort,
        "accept": presses.accept,
        "refuse": presses.refuse,
        "leave": presses.leave,
        "draw": clock_presses.draw,
        "pause": clock_presses.pause,
        "resume": clock_presses.resume,
        "nudge": clock_presses.nudge,
        "claim": clock_presses.claim,
        "back": clock_presses.back,
        "turns": turns.turns,
        "take": moderation.take,
        "forget": privacy.forget,
        "rematch": presses.rematch,
        "join": lobby_presses.join,
        "decline": lobby_presses.decline,
        "seat": lobby_presses.seat,
        "addbot": lobby_presses.add_bot,
        "dropbot": lobby_presses.drop_bot,
        "start": lobby_presses.start,
        "cancel": lobby_presses.cancel,
        "board": pages.board_with_controls,
        "text": pages.text,
        "picture": pages.picture,
        "menu": pages.menu,
        "rules": pages.rules,
        "log": record_pages.log,
        "info": record_pages.info,
        "export": record_pages.export,
        "list": record_pages.matches,
        "pick": pick,
    }
)


async def run(ask: Ask, press: Press) -> Reply:
    """Do what a press or a command asks for; raises Refusal for a verb that nothing answers to."""
    verb = VERBS.get(press.verb)
    if verb is None:
        raise Refusal("ui.unknown_control", command=Code("/match board"))
    return await verb(ask, press)
