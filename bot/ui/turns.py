"""`/turns`: what waits for somebody, on every server, by the time that is left.

Owns the order and what a line says. Refuses to change anything.
"""

from datetime import UTC, datetime

from bot.engine.core import Code, Param, Text, When
from bot.match.folded import Match
from bot.match.model import Places, Status
from bot.ui import access, components
from bot.ui.ask import Ask, Reply, page
from bot.ui.ids import Press
from bot.ui.pages import turning
from bot.ui.record_pages import paged
from bot.ui.time_lines import deadline_of

NEVER = datetime.max.replace(tzinfo=UTC)


async def turns(ask: Ask, press: Press) -> Reply:
    """List the matches that wait for the asker, the most urgent first; arg is a page's number from 0."""
    headers = await access.matches_of(ask, frozenset({Status.PLAYING}))
    found = [await ask.services.table.load(header.code) for header in headers if header.due]
    mine = sorted((match for match in found if match.seat_of(ask.actor.user_id) in match.awaited), key=lambda m: _until(ask, m))
    if not mine:
        return page(ask.say(Text("clock.turns.none", {"command": Code("/match list")})))
    pages = paged([await _line(ask, match) for match in mine])
    at = min(int(press.arg), len(pages) - 1) if press.arg.isdecimal() else 0
    head = ask.say(Text("clock.turns.title", {"n": len(mine)}))
    return page(
        "\n".join([head, *pages[at]]),
        rows=turning("", at, len(pages), verb="turns"),
        code=press.code,
        say=components.labels(ask.lang),
    )


async def _line(ask: Ask, match: Match) -> str:
    until = _until(ask, match)
    title: dict[str, Param] = {"game": match.game.info.title, "code": Code(match.code)}
    said = Text("clock.turns.open", title)
    if match.clocks.paused:
        said = Text("clock.turns.paused", title)
    elif until != NEVER:
        said = Text("clock.turns.until", {**title, "when": When(int(until.timestamp()))})
    return f"{ask.say(said)} · {_link(match, await ask.services.store.places(match.code))}"


def _until(ask: Ask, match: Match) -> datetime:
    seat = match.seat_of(ask.actor.user_id)
    return NEVER if seat is None else deadline_of(match, match.clocks.of(seat)) or NEVER


def _link(match: Match, places: Places | None) -> str:
    """Point to the board: a link works from every server, a channel's name only on its own."""
    home = match.header.channel_id if places is None or places.home_id is None else places.home_id
    parts = [match.header.guild_id or "@me", home]
    if places is not None and places.board_message_id is not None:
        parts.append(places.board_message_id)
    return f"https://discord.com/channels/{'/'.join(map(str, parts))}"
