"""Composes the messages of a match: the lobby, the board, notices and the result, as data ready to send.

Owns what stands in a message and in which order, and drawing off the event loop. Refuses to send (`deliver` and `flow` do)
and to decide when.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any

import structlog

from bot.engine.core import Code, Event, Seat, Text
from bot.errors import Fault, RenderFault
from bot.i18n import Lang, Style, words
from bot.match.folded import Match
from bot.match.model import Human, Outgoing, Places, Status
from bot.render.base import PaletteName, renderer_of
from bot.ui import limits, lobby_text, moderation, rows, speech, time_lines
from bot.ui.controls import Row
from bot.ui.games.base import ui_of
from bot.ui.story import public, standing, story
from bot.words.base import words_of

log = structlog.get_logger(__name__)

DRAWERS = 2  # threads that draw pictures
KEPT = 64  # pictures kept for those who look again
DUE_MARK = "▸"  # before the sentence that says what is due


@dataclass(frozen=True, slots=True)
class Payload:
    """A message as data: content in at most 2,000 characters, a picture with its description, rows of controls, whom it may ping.

    version: what the controls' ids carry.
    """

    code: str
    version: int
    content: str
    png: bytes | None = None
    alt: str = ""
    rows: tuple[Row, ...] = ()
    mentions: tuple[int, ...] = ()

    @property
    def filename(self) -> str:
        """Name the picture: the match and the version, nothing about what is on it."""
        return f"{self.code.lower()}-{self.version}.png"


class Boards:
    """Makes payloads; owns the threads that draw."""

    def __init__(self) -> None:
        self._drawers = ThreadPoolExecutor(DRAWERS, thread_name_prefix="draw")
        self._pictures: OrderedDict[tuple[str, int, Lang, PaletteName], bytes] = OrderedDict()

    def close(self) -> None:
        """Let the drawing threads end."""
        self._drawers.shutdown(wait=True, cancel_futures=True)

    async def outgoing(self, match: Match, row: Outgoing, places: Places) -> Payload:
        """Compose what an outbox row announces, in the match's language, as the match stood at the row's version."""
        match row.kind:
            case "lobby" | "open":
                return lobby(match)
            case "notice":
                return self._notice(match, row)
            case "remind":
                return _reminder(match, row.version)
            case "board" | "edit" | "result":
                return await self._board(match, row, places)

    async def present(
        self, match: Match, lang: Lang, *, text: bool = False, controls: bool = False, palette: PaletteName = "plain"
    ) -> Payload:
        """Compose the board as it stands now for one reader; `controls` adds the decision's buttons for as long as it is open."""
        style = _style(match, lang)
        version = match.version
        lines = _progress(match, match.state, lang, style) if match.to_act else []
        lines += [words(lang).say(line, style) for line in _turn_lines(match, match.state, match.to_act)]
        if match.to_act:
            lines += [words(lang).say(line, style) for line in time_lines.time_line(match, match.clocks, match.awaited)]
        if match.outcome is not None:
            lines = [words(lang).say(line, style) for line in standing(match.outcome)]
        shown: tuple[Row, ...] = ()
        if controls and match.to_act and match.header.status is Status.PLAYING:
            shown = (*ui_of(match.header.game).controls(match.game, match.state, sorted(match.to_act)), rows.house_row(match))
        payload = Payload(match.code, version, _fit((), lines), rows=shown)
        last = _last_events(match, version)
        return await self._with_board(payload, match, match.state, last, lang, style, text=text, palette=palette)

    async def _board(self, match: Match, row: Outgoing, places: Places) -> Payload:
        lang, style = match.header.lang, _style(match, match.header.lang)
        state = _state_at(match, row.version)
        told = _tellings(match, row, lang, style)
        due = sorted(match.awaited_at(row.version)) if row.kind != "result" else []
        lines = _progress(match, state, lang, style)
        lines += [f"{DUE_MARK} {words(lang).say(line, style)}" for line in _turn_lines(match, state, due)]
        lines += [words(lang).say(line, style) for line in time_lines.time_line(match, match.clocks_at(row.version), due)]
        if places.home_id == places.channel_id and row.after < _start_version(match) <= row.version:
            lines.insert(0, words(lang).template("board.no_thread"))
        shown: tuple[Row, ...]
        if row.kind == "result":
            lines, shown = self._ending(match, lang, style), rows.result_rows(match)
        elif _open_still(match, row.version, due):
            shown = (*ui_of(match.header.game).controls(match.game, state, due), rows.house_row(match))
        else:
            shown = ()
        # An edit shows the same mention; only a new message pings (delivery allows none for edits).
        pinged = _people(match, due)
        if pinged:
            lines.append(" ".join(f"<@{user}>" for user in pinged))
        payload = Payload(match.code, row.version, _fit(told, lines), rows=shown, mentions=pinged)
        return await self._with_board(payload, match, state, _last_events(match, row.version), lang, style, text=False)

    async def as_text(self, match: Match, row: Outgoing, payload: Payload) -> Payload:
        """Give a board message with the text board in the picture's place."""
        lang, style = match.header.lang, _style(match, match.header.lang)
        state, last = _state_at(match, row.version), _last_events(match, row.version)
        return await self._with_board(replace(payload, png=None, alt=""), match, state, last, lang, style, text=True)

    def _notice(self, match: Match, row: Outgoing) -> Payload:
        lang, style = match.header.lang, _style(match, match.header.lang)
        told = _tellings(match, row, lang, style)
        offer = match.offer if match.offer is not None and match.version == row.version else None
        shown = rows.offer_rows(match) if offer is not None else time_lines.late_rows(match, row.version)
        asked, called = moderation.invitation(match, row.version)
        below = [" ".join(f"<@{user}>" for user in called)] if called else []
        return Payload(match.code, row.version, _fit(told, below), rows=shown or asked, mentions=called)

    def _ending(self, match: Match, lang: Lang, style: Style) -> list[str]:
        lines = []
        if match.outcome is not None:
            lines += [words(lang).say(Text(match.outcome.reason), style)]
            lines += [words(lang).say(line, style) for line in standing(match.outcome)]
        lines.append(words(lang).say(Text("board.seed", {"seed": Code(match.header.seed.hex())}), style))
        return lines

    async def _with_board(
        self,
        payload: Payload,
        match: Match,
        state: Any,
        last: Sequence[Event],
        lang: Lang,
        style: Style,
        *,
        text: bool,
        palette: PaletteName = "plain",
    ) -> Payload:
        """Add the picture, or the text board when asked for or when the picture cannot be drawn."""
        renderer = renderer_of(match.header.game)
        view = match.game.view(state, None)

        def say(line: Text) -> str:
            return words(lang).say(line, replace(style, name=_letters(match)))

        if not text:
            try:
                key = (payload.code, payload.version, lang, palette)
                png = await self._picture(key, lambda: renderer.picture(view, last, say=say, palette=palette))
            except Exception as error:  # noqa: BLE001 - no defect of a picture is worth a turn that nobody hears of
                expected = isinstance(error, RenderFault)
                shown = {"error": str(error)} if expected else {"exc_info": error}
                log.error("picture_failed", match=payload.code, version=payload.version, **shown)
            else:
                return replace(
                    payload, png=png, alt=limits.clip(renderer.alt(view, last, say=say), limits.ATTACHMENT_DESCRIPTION)
                )
        board = f"```\n{renderer.text(view, last, say=say)}\n```"
        room = limits.CONTENT - len(board) - 1
        rest = words(lang).say(Text("board.earlier", {"command": Code("/match log")}), style)
        return replace(payload, content="\n".join(filter(None, [_newest(payload.content, room, rest), board])))

    async def _picture(self, key: tuple[str, int, Lang, PaletteName], draw: Any) -> bytes:
        if key in self._pictures:
            self._pictures.move_to_end(key)
            return self._pictures[key]
        png: bytes = await asyncio.get_running_loop().run_in_executor(self._drawers, draw)
        self._pictures[key] = png
        if len(self._pictures) > KEPT:
            self._pictures.popitem(last=False)
        return png


def lobby(match: Match) -> Payload:
    """Compose the lobby message as the lobby stands now."""
    lang, style = match.header.lang, _style(match, match.header.lang)
    lines = [words(lang).say(line, style) for line in lobby_text.lines(match)]
    pinged = match.header.invited if match.header.status is Status.LOBBY else ()
    if pinged:
        lines.append(" ".join(f"<@{user}>" for user in pinged))
    shown = rows.lobby_rows(match) if match.header.status is Status.LOBBY else ()
    return Payload(match.code, match.version, _fit((), lines), rows=shown, mentions=pinged)


def _reminder(match: Match, version: int) -> Payload:
    """Compose a call to those who are still due; without mentions when there is nobody left to call."""
    lang, style = match.header.lang, _style(match, match.header.lang)
    texts, called = time_lines.reminder(match, version)
    pinged = _people(match, called)
    lines = [words(lang).say(text, style) for text in texts]
    lines.append(" ".join(f"<@{user}>" for user in pinged))
    return Payload(match.code, version, _fit((), lines), mentions=pinged)


def home_lost(match: Match) -> Payload:
    """Compose what the parent channel is told when a match's thread cannot be used any more."""
    said = words(match.header.lang).say(Text("board.home_lost", {"code": Code(match.code)}), _style(match, match.header.lang))
    return Payload(match.code, match.version, said)


def _style(match: Match, lang: Lang) -> Style:
    return speech.style(match.header.game, match.header.capacity, match.holders, lang)


def _letters(match: Match) -> Any:
    """Name seats by letter alone: pictures and text boards hold no user names."""
    letters = match.game.info.letters[match.header.capacity]
    return lambda seat: letters[seat]


def _turn_lines(match: Match, state: Any, due: Sequence[Seat] | frozenset[Seat]) -> list[Text]:
    words_here = words_of(match.header.game)
    return [words_here.turn(match.game, state, seat) for seat in sorted(due)]


def _progress(match: Match, state: Any, lang: Lang, style: Style) -> list[str]:
    """Say how many have answered, while a simultaneous window is open."""
    if match.game.outcome(state) is not None:
        return []
    said = words_of(match.header.game).progress(match.game, state)
    return [] if said is None else [words(lang).say(said, style)]


def _people(match: Match, due: Sequence[Seat]) -> tuple[int, ...]:
    """List the people on the seats to act: exactly those a new board message pings."""
    holders = (match.holder(seat).holder for seat in due)
    return tuple(dict.fromkeys(holder.user_id for holder in holders if isinstance(holder, Human)))


def _open_still(match: Match, version: int, due: Sequence[Seat]) -> bool:
    """Tell whether the decision that stood open at a version is still the present one."""
    if match.header.status is not Status.PLAYING or frozenset(due) != match.awaited:
        return False
    return all(match.since(seat) <= version for seat in due)


def _state_at(match: Match, version: int) -> Any:
    """Give the position as of a version; raises Fault for one before the start, which has no board."""
    frame = match.frame_at(version)
    if frame is None:
        raise Fault(f"match {match.code} had no board at version {version}")
    return frame.state


def _start_version(match: Match) -> int:
    return match.records[0].version


def _last_events(match: Match, version: int) -> list[Event]:
    """Give the public events that led to the decision open at a version, for the picture to mark.

    Others' answers in the same simultaneous window are passed over: what they all answer to stays marked.
    """
    opened = _opened(match, version)
    if opened is not None and match.frames[opened - 1].events:
        return public(match.frames[opened - 1].events)
    for stored, frame in zip(reversed(match.records), reversed(match.frames), strict=True):
        if stored.version <= version and frame.events:
            return public(frame.events)
    return []


def _opened(match: Match, version: int) -> int | None:
    """Find the record that opened the decision open at a version; None after the end."""
    frame = match.frame_at(version)
    if frame is None:
        return None
    openings = match.trace.openings[frame.seq - 1]
    return max((openings[seat].seq for seat in match.game.to_act(frame.state) if seat in openings), default=None)


def _tellings(match: Match, row: Outgoing, lang: Lang, style: Style) -> tuple["Telling", ...]:
    """Tell what a row announces, in full and briefly."""
    game_words = words_of(match.header.game)
    rest = words(lang).say(Text("board.earlier", {"command": Code("/match log")}), style)
    told = []
    for brief in (False, True):
        lines = [words(lang).say(line, style) for line in story(match, row.after, row.version, brief=brief)]
        told.append(Telling(lines, game_words.most, rest))
    return tuple(told)


@dataclass(frozen=True, slots=True)
class Telling:
    """What happened in sentences, the most of them that one message holds, and the line that says where the rest stands."""

    lines: list[str]
    most: int
    rest: str


def _newest(content: str, room: int, rest: str) -> str:
    """Shorten a message's words from above, saying where the rest stands: what is due and who is called stand at the end."""
    lines = content.split("\n")
    while len(lines) > 1 and len("\n".join(lines)) > room:
        lines = [rest, *lines[2 if lines[0] == rest else 1 :]]
    return limits.clip("\n".join(lines), room)


def _fit(told: Sequence[Telling], below: list[str]) -> str:
    """Join what happened and what is due: the first telling that fits, else of the last one the newest sentences."""
    foot = limits.clip("\n".join(below), limits.CONTENT)
    for telling in told:
        content = "\n".join(filter(None, [*telling.lines, foot]))
        if len(telling.lines) <= telling.most and len(content) <= limits.CONTENT:
            return content
    for telling in told[-1:]:
        for kept in range(min(len(telling.lines), telling.most), -1, -1):
            content = "\n".join(filter(None, [telling.rest, *telling.lines[len(telling.lines) - kept :], foot]))
            if len(content) <= limits.CONTENT:
                return content
    return foot
