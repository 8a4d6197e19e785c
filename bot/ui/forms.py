"""The private pages on which a seat prepares its answer, and the page of what it alone sees.

Owns keeping the draft (through the table, under the match's lock), playing it, the standing text, and showing a hand. Refuses to
know what a draft means: the game's own face (`bot.ui.games`) writes and reads it, from the view of the seat alone.
"""

from collections.abc import Sequence
from dataclasses import replace

from bot.engine.core import Code, Seat, Text
from bot.errors import NotSeated, Refusal
from bot.match.folded import Match
from bot.match.model import Status
from bot.match.table import demand_seat
from bot.ui.access import load
from bot.ui.ask import Ask, Done, Page, Reply, labels_of, page
from bot.ui.games.base import Prepared, ui_of
from bot.ui.ids import Press
from bot.words.base import words_of

CLEAR = "-"  # a standing text that takes the present one away


async def form(ask: Ask, press: Press) -> Reply:
    """Show a page of the form; arg names it, without one the first."""
    match = await load(ask, press.code)
    demand_seat(match, ask.actor, version=ask.version)
    return await _form_page(ask, match, press.arg)


async def draft(ask: Ask, press: Press) -> Reply:
    """Change the draft; arg is `page:field` with a select's picks as values, or `page:field:value`."""
    before = await load(ask, press.code)
    prepared = await _prepared(ask, before, demand_seat(before, ask.actor, version=ask.version))
    shown, _, rest = press.arg.partition(":")
    field, colon, value = rest.partition(":")
    values = (value,) if colon else press.values

    def edit(match: Match, seat: Seat, old: str | None) -> str:
        return ui_of(match.header.game).edited(match.game.view(match.state, seat), replace(prepared, draft=old), field, values)

    await ask.services.table.draft(press.code, ask.actor, edit, version=ask.version)
    return await _form_page(ask, await ask.services.table.load(press.code), shown)


async def seal(ask: Ask, press: Press) -> Reply:
    """Play what the form shows; arg is the page to show afterwards."""
    match = await load(ask, press.code)
    seat = demand_seat(match, ask.actor, version=ask.version)
    text = ui_of(match.header.game).answer(match.game.view(match.state, seat), await _prepared(ask, match, seat))
    receipt = await ask.services.table.act(press.code, ask.actor, text, request=ask.request, version=ask.version)
    after = await ask.services.table.load(press.code)
    lines = [ask.say(receipt.said, after)]
    # The answer may have closed the window: then there is no form any more, and the change is told all the same.
    answered = after.header.status is Status.PLAYING and seat not in after.to_act and after.to_act
    again = await _open_form(ask, after, seat, press.arg, before=lines) if answered else None
    shown = again or page("\n".join(lines))
    others_asked = bool(after.awaited) and after.header.told != receipt.version
    return Done(press.code, shown, keeps=others_asked)


async def standing(ask: Ask, press: Press) -> Reply:
    """Keep a text that answers when the seat is late, take it away, or say what it is; arg is the text, `-`, or nothing.

    On the form, arg is `form:page` (keep what it shows) or `drop:page` (take it away); the form is shown again.
    """
    match = await load(ask, press.code)
    seat = demand_seat(match, ask.actor, version=ask.version)
    how, colon, shown = press.arg.partition(":")
    on_form = bool(colon) and how in ("form", "drop")
    prepared = await _prepared(ask, match, seat)
    kept = prepared.standing
    if press.arg:
        ui, view = ui_of(match.header.game), match.game.view(match.state, seat)
        text = ui.answer(view, prepared) if on_form else press.arg
        wanted = None if how in (CLEAR, "drop") else ui.standing(view, text)
        kept = await ask.services.table.draft(
            press.code, ask.actor, lambda match, seat, old: wanted, kind="standing", version=ask.version
        )
    said = Text("ui.standing.none") if kept is None else Text("ui.standing.kept", {"text": Code(kept)})
    if on_form:
        return await _form_page(ask, await ask.services.table.load(press.code), shown)
    return page(ask.say(said))


async def hand(ask: Ask, press: Press) -> Reply:
    """Show what the own seat alone sees, with the way to the form of the open decision."""
    match = await load(ask, press.code)
    if not match.started:
        raise Refusal("ui.log.not_started")
    seat = match.seat_of(ask.actor.user_id)
    if seat is None:
        raise NotSeated("match.not_seated")
    texts = words_of(match.header.game).hand(match.game.view(match.state, seat))
    if not texts:
        return page(ask.say(Text("ui.hand.none", {"game": match.game.info.title})))
    open_now = match.header.status is Status.PLAYING and seat not in match.resigned and match.to_act
    rows = ui_of(match.header.game).controls(match.game, match.state, sorted(match.to_act)) if open_now else ()
    return page(
        "\n".join(ask.say(text, match) for text in texts),
        rows=rows,
        code=match.code,
        version=match.version,
        say=labels_of(match, ask.lang),
    )


async def _form_page(ask: Ask, match: Match, shown: str) -> Page:
    found = await _open_form(ask, match, demand_seat(match, ask.actor, version=ask.version), shown)
    if found is None:
        raise Refusal("ui.nothing_to_prepare", command=Code("/match board"))
    return found


async def _open_form(ask: Ask, match: Match, seat: Seat, shown: str, *, before: Sequence[str] = ()) -> Page | None:
    """Show the form of the open window with lines before it; None when the window asks this seat nothing."""
    found = ui_of(match.header.game).form(match.game.view(match.state, seat), await _prepared(ask, match, seat), shown)
    if found is None:
        return None
    return page(
        "\n".join([*before, *(ask.say(line, match) for line in found.lines)]),
        rows=found.rows,
        code=match.code,
        version=match.version,
        say=labels_of(match, ask.lang),
    )


async def _prepared(ask: Ask, match: Match, seat: Seat) -> Prepared:
    drafts = ask.services.store.drafts
    return Prepared(await drafts.find(match.code, seat, "draft"), await drafts.find(match.code, seat, "standing"))
