"""The private pages of what is on record: log, facts, the portable file, and a person's matches.

Owns what stands on them and what stays secret until the end. Refuses to change anything.
"""

import json

from bot.engine.core import Code, Seat, Text, Who
from bot.engine.registry import games
from bot.engine.replay import MatchFile, engine_records, result_of
from bot.errors import Refusal
from bot.match.folded import Match
from bot.match.model import Header, HouseBot, Human, OutboxRow, SeatHolder, Status
from bot.ui import access, components, story, time_lines
from bot.ui.access import load
from bot.ui.ask import Ask, Attachment, Reply, labels_of, page
from bot.ui.ids import Press
from bot.ui.pages import turning
from bot.words.base import words_of

LINES = 15  # of the log on one page
ROOM = 1_800  # characters of a page's lines


async def log(ask: Ask, press: Press) -> Reply:
    """Show what happened, numbered by record, the latest page first; arg is a page's number from 0."""
    match = await load(ask, press.code)
    if not match.started:
        raise Refusal("ui.log.not_started")
    lines = [f"{seq}. {ask.say(text, match)}" for seq, text in story.numbered(match, 0, match.version)]
    pages = paged(lines)
    at = min(int(press.arg), len(pages) - 1) if press.arg.isdecimal() else len(pages) - 1
    head = Text("ui.log.title", {"code": Code(match.code), "page": at + 1, "pages": len(pages)})
    return page(
        "\n".join([ask.say(head), *pages[at]]),
        rows=turning("", at, len(pages), verb="log"),
        code=match.code,
        version=match.version,
        say=labels_of(match, ask.lang),
    )


async def info(ask: Ask, press: Press) -> Reply:
    """Show the facts of a match, its offer, its seed once it is over and whatever could not be delivered."""
    match = await load(ask, press.code)
    parked = await ask.services.store.outbox.parked(match.code)
    texts = [*_facts(match), *_people(match), *time_lines.facts(match), *_promises(match), *_parked(list(parked))]
    return page("\n".join(ask.say(text, match) for text in texts))


async def export(ask: Ask, press: Press) -> Reply:
    """Hand out the match as a portable file; the seed, and everything of a game with secrets, only once it is over."""
    match = await load(ask, press.code)
    if not match.started:
        raise Refusal("ui.log.not_started")
    if match.game.info.hidden and not _ended(match):
        raise Refusal("ui.export.secret", game=match.game.info.title)
    content = match_file(match).model_dump_json(indent=2).encode()
    attachment = Attachment(f"{match.code.lower()}.json", content)
    return page(ask.say(Text("ui.export.done", {"code": Code(match.code)})), attachment=attachment)


def match_file(match: Match) -> MatchFile:
    """Make the portable record of a match; what is secret stays out of it until the match is over."""
    return MatchFile(
        game=match.header.game,
        rules_version=match.header.rules_version,
        options=json.loads(match.header.options),
        seats=tuple(_kind(holder) for holder in sorted(match.holders, key=lambda holder: holder.place)),
        seed=match.header.seed.hex() if _ended(match) else None,
        commitment=match.commitment,
        records=engine_records([stored.record for stored in match.records]),
        result=result_of(match.game.outcome(match.state)) if match.header.status is Status.OVER else None,
    )


async def matches(ask: Ask, press: Press) -> Reply:
    """List the asker's matches, on every server, those that wait for the asker first; arg is a page's number from 0."""
    headers = await access.matches_of(ask, access.ON)
    if not headers:
        return page(ask.say(Text("ui.list.none", {"command": Code(f"/{next(iter(games()))} new")})))
    pages = paged([await _line(ask, header) for header in headers])
    at = min(int(press.arg), len(pages) - 1) if press.arg.isdecimal() else 0
    head = ask.say(Text("ui.list.title", {"n": len(headers)}))
    return page(
        "\n".join([head, *pages[at]]),
        rows=turning("", at, len(pages), verb="list"),
        code=press.code,
        say=components.labels(ask.lang),
    )


async def _line(ask: Ask, header: Header) -> str:
    """Name one match with where it is and whether it waits for the asker."""
    places = await ask.services.store.places(header.code)
    home = header.channel_id if places is None or places.home_id is None else places.home_id
    match = await ask.services.table.load(header.code)
    invited = match.place_of(ask.actor.user_id) is None
    waits = match.seat_of(ask.actor.user_id) in match.to_act
    state = "invited" if invited else "waits" if waits else header.status.value
    return f"{ask.say(access.label_of(header))}: {ask.say(Text(f'ui.list.{state}'))} · <#{home}>"


def paged(lines: list[str]) -> list[list[str]]:
    """Lay lines out in pages, each of which fits a message."""
    pages: list[list[str]] = [[]]
    for line in lines:
        if len(pages[-1]) == LINES or sum(map(len, pages[-1])) + len(pages[-1]) + len(line) > ROOM:
            pages.append([])
        pages[-1].append(line)
    return pages


def _facts(match: Match) -> list[Text]:
    header = match.header
    title = Text("ui.info.title", {"game": match.game.info.title, "code": Code(match.code)})
    status = Text("ui.info.status", {"status": Text(f"ui.status.{header.status.value}"), "version": match.version})
    facts = Text(
        "board.lobby.facts", {"pace": Text(f"board.pace.{header.pace.value}"), "language": Text(f"board.language.{header.lang}")}
    )
    chosen = words_of(header.game).options(match.options)
    options = [Text("board.lobby.options", {"options": tuple(chosen)})] if chosen else []
    return [title, status, facts, *options]


def _people(match: Match) -> list[Text]:
    if not match.started:
        return [Text("ui.info.player", {"name": _name(taken)}) for taken in match.holders]
    resigned = match.resigned
    return [
        Text("ui.info.resigned" if Seat(taken.place) in resigned else "ui.info.player", {"name": Who(Seat(taken.place))})
        for taken in sorted(match.holders, key=lambda taken: taken.place)
    ]


def _name(taken: SeatHolder) -> Text | str:
    match taken.holder:
        case Human(name=name):
            return name
        case HouseBot(level=level):
            return Text("board.lobby.bot", {"level": Text(f"board.level.{level}")})
        case _:
            return Text("ui.gone")


def _promises(match: Match) -> list[Text]:
    texts = []
    if match.offer is not None:
        texts.append(Text(f"ui.info.offer.{match.offer.what}", {"who": Who(match.offer.seat)}))
    if match.started:
        texts.append(Text("ui.info.commitment", {"hash": Code(match.commitment)}))
    if _ended(match) and match.started:
        texts.append(Text("board.seed", {"seed": Code(match.header.seed.hex())}))
    return texts


def _parked(rows: list[OutboxRow]) -> list[Text]:
    if not rows:
        return []
    return [Text("ui.info.parked", {"n": len(rows)})] + [
        Text("ui.info.parked_row", {"kind": Code(row.outgoing.kind), "version": row.outgoing.version, "error": row.error or "?"})
        for row in rows[:5]
    ]


def _ended(match: Match) -> bool:
    return match.header.status in access.ENDED


def _kind(taken: SeatHolder) -> str:
    return f"bot:{taken.holder.level}" if isinstance(taken.holder, HouseBot) else "human"
