"""The private pages of a match: board, menu, rules, and the select that asks which match is meant.

Owns what stands on them. Refuses to change anything: reading is free and leaves no trace.
"""

from dataclasses import replace

from bot.engine.core import Code, Seat, Text
from bot.engine.registry import game as game_of
from bot.errors import Refusal
from bot.match.folded import Match
from bot.match.model import Late, Status
from bot.match.people import Profile
from bot.ui import access, board, components, limits, rulebook
from bot.ui.access import load
from bot.ui.ask import Ask, Page, Reply, labels_of, page, page_of
from bot.ui.controls import Button, Pick, Row, Select, rows_of
from bot.ui.ids import Press

PICK_ROOM = 70  # characters of verb and arg that fit a select's custom id


async def text(ask: Ask, press: Press) -> Reply:
    """Show the board as text."""
    return await board_page(ask, await load(ask, press.code), text=True)


async def picture(ask: Ask, press: Press) -> Reply:
    """Show the board as a picture."""
    return await board_page(ask, await load(ask, press.code), text=False)


async def board_with_controls(ask: Ask, press: Press) -> Reply:
    """Show the board as it stands, with the asker's controls; arg `text`, `image`, or nothing for what the asker has chosen."""
    match = await load(ask, press.code)
    return await board_page(ask, match, text=None if not press.arg else press.arg == "text", controls=True)


async def stale(ask: Ask, code: str) -> Page:
    """Say that a control belongs to an earlier decision, and show the present board with its controls."""
    match = await load(ask, code)
    shown = await board_page(ask, match, controls=True)
    head = ask.say(Text("ui.stale"))
    return replace(shown, content=limits.clip(f"{head}\n{shown.content}", limits.CONTENT))


async def board_page(ask: Ask, match: Match, *, text: bool | None = None, controls: bool = False) -> Page:
    """Show a match as it stands: its board, or its lobby; `controls` asks for those of the asker's own open decision.

    text: as text or as a picture; None leaves it to what the asker has chosen.
    """
    if not match.started:
        return page_of(replace(board.lobby(match), rows=(), mentions=()), match, ask.lang)
    due = match.seat_of(ask.actor.user_id) in match.to_act
    profile = ask.profile or Profile(ask.actor.user_id)
    wanted = profile.display == "text" if text is None else text
    payload = await ask.services.boards.present(match, ask.lang, text=wanted, controls=controls and due, palette=profile.palette)
    return page_of(payload, match, ask.lang)


async def menu(ask: Ask, press: Press) -> Reply:
    """Show everything one may do with a match, as private buttons."""
    match = await load(ask, press.code)
    title = Text("ui.menu.title", {"game": match.game.info.title, "code": Code(match.code)})
    return page(
        ask.say(title),
        rows=_menu_rows(match, match.seat_of(ask.actor.user_id)),
        code=match.code,
        version=match.version,
        say=labels_of(match, ask.lang),
    )


def _menu_rows(match: Match, seat: Seat | None) -> tuple[Row, ...]:
    looks = [
        Button(Text("ui.button.text"), "text"),
        Button(Text("ui.button.picture"), "picture"),
        Button(Text("ui.button.log"), "log"),
        Button(Text("ui.button.info"), "info"),
        Button(Text("ui.button.rules"), "rules", match.header.game),
    ]
    if seat is None or match.header.status is not Status.PLAYING or seat in match.resigned:
        return rows_of(looks)
    acts = [
        *([Button(Text("ui.button.hand"), "hand")] if match.game.info.hidden else []),
        Button(Text("ui.button.undo"), "undo"),
        Button(Text("clock.button.draw"), "draw"),
        Button(Text("clock.button.resume"), "resume") if match.clocks.paused else Button(Text("clock.button.pause"), "pause"),
        Button(Text("clock.button.nudge"), "nudge"),
        *([Button(Text("clock.button.claim"), "claim")] if match.header.late is Late.CLAIM else []),
        *([Button(Text("clock.button.back"), "back", look="primary")] if seat not in match.present else []),
        Button(Text("ui.button.abort"), "abort"),
        Button(Text("ui.button.resign"), "resign", look="danger"),
    ]
    return (*rows_of(looks), *rows_of(acts))


async def rules(ask: Ask, press: Press) -> Reply:
    """Show a section of a game's rules; arg `game`, `game:anchor` or `game:anchor:page`, a select's pick is the anchor."""
    key, _, rest = press.arg.partition(":")
    anchor, _, number = rest.partition(":")
    game = game_of(key)
    sections = rulebook.sections(key, ask.lang)
    if not sections:
        raise Refusal("ui.rules.none", game=game.info.title)
    anchor = press.values[0] if press.values else anchor
    section = rulebook.section(key, ask.lang, anchor) if anchor else sections[0]
    if section is None:
        raise Refusal("ui.rules.no_section", topic=anchor, near=tuple(Code(found.anchor) for found in sections[:20]))
    at = min(int(number), len(section.pages()) - 1) if number.isdecimal() else 0
    title_id = "ui.rules.title" if section.anchor == rulebook.ABOUT else "ui.rules.section"
    title = Text(title_id, {"game": game.info.title, "section": section.title})
    return page(
        f"{ask.say(title)}\n{section.pages()[at]}",
        rows=_rules_rows(key, sections, section, at),
        code=press.code,
        version=press.version,
        say=components.labels(ask.lang),
    )


def _rules_rows(key: str, sections: tuple[rulebook.Section, ...], section: rulebook.Section, at: int) -> tuple[Row, ...]:
    picks = tuple(
        Pick(Text("ui.literal", {"text": found.title}), found.anchor, chosen=found == section)
        for found in sections[: limits.SELECT_OPTIONS]
    )
    topics = Select(Text("ui.rules.choose"), "rules", picks, arg=key)
    return (topics, *turning(f"{key}:{section.anchor}:", at, len(section.pages()), verb="rules"))


def turning(arg: str, at: int, pages: int, *, verb: str) -> tuple[Row, ...]:
    """Give the buttons that turn pages, numbered from 0; nothing for a single page."""
    if pages < 2:
        return ()
    before = Button(Text("ui.button.earlier"), verb, f"{arg}{at - 1}", disabled=at == 0)
    after = Button(Text("ui.button.later"), verb, f"{arg}{at + 1}", disabled=at == pages - 1)
    return ((before, after),)


async def ask_which(ask: Ask, codes: tuple[str, ...], verb: str, arg: str) -> Page:
    """Ask which of several matches is meant; picking one does the same again. Raises Refusal for what no control can carry."""
    if len(verb) + len(arg) > PICK_ROOM:
        raise Refusal("ui.which.typed", codes=tuple(map(Code, codes)), option=Code("match:"))
    headers = [(await ask.services.table.load(code)).header for code in codes]
    picks = tuple(Pick(access.label_of(header), header.code) for header in headers)
    select = Select(Text("ui.which.choose"), "pick", picks, arg=f"{verb}:{arg}")
    return page(ask.say(Text("ui.which")), rows=(select,), say=components.labels(ask.lang))
