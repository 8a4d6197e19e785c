"""The planner: a private page on which a long action is put together part by part, and committed.

    board ── Plan my turn ──► plan, empty ──► plan, a part more ──► … ──► complete ── Commit ──► played
                                   ▲                 │ the board moved on
                                   └─────────────────┘ says so, starts again

Owns that page and what its controls do. Nothing is kept between presses: the draft stands in the ids (`bot.ui.planning`), and
nothing is public before Commit. Refuses to know games: parts come from `choices`, what they come to from `preview`.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol, cast

import structlog

from bot.engine.chance import NoChance
from bot.engine.core import AnyGame, Choice, Code, Event, Seat, Step, Text, Who
from bot.errors import NotYourTurn, RenderFault, StalePress
from bot.i18n import words
from bot.match.folded import Match
from bot.match.table import demand_seat
from bot.render.base import PlanRenderer, renderer_of
from bot.ui import limits, pages, presses
from bot.ui.access import load
from bot.ui.ask import Ask, Attachment, Page, Reply, labels_of, page, style_of
from bot.ui.controls import Button, Row
from bot.ui.games.base import ui_of
from bot.ui.ids import Press
from bot.ui.planning import COMMIT, NO_FOCUS, PLAN, Draft, planning_of, walked
from bot.ui.story import public
from bot.words.base import words_of

log = structlog.get_logger(__name__)


class Previewing(Protocol):
    """What a game offers beyond the contract whose unfinished actions can be shown."""

    def preview(self, state: Any, prefix: str) -> Step[Any, Any]:
        """Show what a prefix, as `choices` gives it, comes to."""
        ...


@dataclass(frozen=True, slots=True)
class Plan:
    """A draft that leads somewhere: its parts, what it comes to, what may follow."""

    seat: Seat
    draft: Draft
    parts: tuple[Choice, ...]
    after: Any
    events: tuple[Event, ...]
    choices: tuple[Choice, ...]

    @property
    def complete(self) -> bool:
        """Whether it may be committed."""
        return bool(self.parts) and self.parts[-1].complete


async def plan(ask: Ask, press: Press) -> Reply:
    """Open the planner, or go on with a draft: the control's own, or the one picked in a select."""
    match = await load(ask, press.code)
    arg = press.values[0] if press.values else press.arg
    try:
        seat = demand_seat(match, ask.actor, version=ask.version)
    except StalePress:
        if not arg:
            raise  # an old board's button: the present board is shown
        return await _again(ask, match)
    if seat not in match.to_act:
        if arg:
            return await _again(ask, match)
        raise NotYourTurn("match.not_your_turn", due=tuple(map(Who, sorted(match.to_act))))
    made = _planned(match, seat, Draft.read(arg))
    return await _again(ask, match) if made is None else await _plan_page(ask, match, made)


async def commit(ask: Ask, press: Press) -> Reply:
    """Play the plan; arg is its draft."""
    try:
        return await presses.play(ask, Press(press.code, press.version, "play", Draft.read(press.arg).text))
    except (StalePress, NotYourTurn):
        return await _again(ask, await load(ask, press.code))


async def _again(ask: Ask, match: Match) -> Page:
    """Say that the board has moved on, and start the plan again, or show how things stand when it is not the asker's turn."""
    seat = demand_seat(match, ask.actor)
    made = _planned(match, seat, Draft()) if seat in match.to_act else None
    if made is not None:
        return await _plan_page(ask, match, made, head=ask.say(Text("planner.dead")))
    shown = await pages.board_page(ask, match)
    head = ask.say(Text("planner.dead_waiting"))
    return replace(shown, content=limits.clip(f"{head}\n{shown.content}", limits.CONTENT))


def _planned(match: Match, seat: Seat, draft: Draft) -> Plan | None:
    """Work out what a draft comes to; None when it leads nowhere."""
    game, state = match.game, match.state
    parts = walked(game, state, seat, draft.text)
    if parts is None:
        return None
    whole = bool(parts) and parts[-1].complete
    after, events = _previewed(game, state, seat, draft.text, whole=whole)
    return Plan(seat, draft, parts, after, events, () if whole else tuple(game.choices(state, seat, draft.text)))


def _previewed(game: AnyGame, state: Any, seat: Seat, text: str, *, whole: bool) -> tuple[Any, tuple[Event, ...]]:
    """Give the position and the events a draft leads to; the present position where the game cannot say."""
    if whole and not game.info.chance:
        step = game.apply(state, seat, game.parse(state, seat, text), NoChance())
        return step.state, step.events
    if text and not whole and hasattr(game, "preview"):
        step = cast(Previewing, game).preview(state, text)
        return step.state, step.events
    return state, ()


async def _plan_page(ask: Ask, match: Match, made: Plan, *, head: str = "") -> Page:
    events = public(made.events)
    lines = [head, ask.say(Text("planner.head"))]
    if made.draft.text:
        lines.append(ask.say(Text("planner.draft", {"draft": Code(made.draft.text)})))
        lines += [ask.say(text, match) for text in words_of(match.header.game).tell(events)]
    planning = planning_of(ui_of(match.header.game))
    prompt = planning.prompt(made.draft, made.choices, len(made.parts) + 1)
    lines.append(f"**{ask.say(Text('planner.ready') if made.complete else prompt)}**")
    content = "\n".join(filter(None, lines))
    ahead = planning.ahead(made.draft, made.choices)
    attachment, board = await _drawn(ask, match, made, events, ahead)
    return page(
        "\n".join(filter(None, [limits.clip(content, limits.CONTENT - len(board) - 1), board])),
        rows=_rows(match, made),
        code=match.code,
        version=match.version,
        say=labels_of(match, ask.lang),
        attachment=attachment,
    )


def _rows(match: Match, made: Plan) -> tuple[Row, ...]:
    own = () if made.complete else planning_of(ui_of(match.header.game)).rows(made.draft, made.choices)
    before = made.parts[-2].text if len(made.parts) > 1 else ""
    nothing = not made.parts
    last = (
        Button(Text("planner.commit"), COMMIT, made.draft.arg, look="success", disabled=not made.complete, emoji="✅"),
        Button(Text("planner.undo"), PLAN, Draft(before).arg, disabled=nothing, emoji="↩️"),
        Button(Text("planner.restart"), PLAN, Draft("", NO_FOCUS).arg, disabled=nothing),
    )
    return (*own, last)


async def _drawn(
    ask: Ask, match: Match, made: Plan, events: Sequence[Event], ahead: Sequence[str]
) -> tuple[Attachment | None, str]:
    """Draw the plan off the event loop; gives the picture, or the text board where there is none."""
    renderer = renderer_of(match.header.game)
    before, after = match.game.view(match.state, made.seat), match.game.view(made.after, made.seat)
    letters = match.game.info.letters[match.header.capacity]
    style = replace(style_of(match, ask.lang), name=lambda seat: letters[seat])

    def say(text: Text) -> str:
        return words(ask.lang).say(text, style)

    if isinstance(renderer, PlanRenderer):
        drawer = renderer
        try:
            png = await asyncio.to_thread(lambda: drawer.plan_picture(before, after, events, ahead, say=say))
        except RenderFault as fault:
            log.error("picture_failed", match=match.code, version=match.version, error=str(fault))
        else:
            alt = limits.clip(drawer.plan_alt(before, after, events, say=say), limits.ATTACHMENT_DESCRIPTION)
            return Attachment(f"{match.code.lower()}-{match.version}-plan.png", png, alt), ""
    return None, f"```\n{renderer.text(after, events, say=say)}\n```"
