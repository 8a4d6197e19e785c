"""What a user chooses about what they see and how they are called: language, display, colours, notices, quiet hours, vacation.

Owns the private answers. Refuses to keep anything (`bot.match.people`).
"""

from collections.abc import Callable
from dataclasses import replace
from typing import cast, get_args

from bot.engine.core import Code, Text, When
from bot.errors import Refusal
from bot.i18n import LANGS, Lang
from bot.match.people import Display, Notify, Palette, Profile, read_quiet
from bot.ui.ask import Ask, Reply, page

DISCORD = "discord"  # the choice that follows Discord's own setting
DISPLAYS: tuple[Display, ...] = get_args(Display)
PALETTES: tuple[Palette, ...] = get_args(Palette)
NOTICES: tuple[Notify, ...] = get_args(Notify)


async def show(ask: Ask) -> Reply:
    """Show everything one has chosen."""
    profile = await ask.services.people.profile(ask.actor.user_id)
    parts = (language_line, display_line, palette_line, notify_line, quiet_line)
    lines = [Text("people.profile.title"), *(part(profile) for part in parts), *_vacation_lines(ask, profile)]
    return page("\n".join(ask.say(line) for line in lines))


async def language(ask: Ask, chosen: str) -> Reply:
    """Choose the language of what is private, or follow Discord's; the answer is in the new one."""
    lang = next((lang for lang in LANGS if lang == chosen), None)
    profile = await _changed(ask, lambda profile: replace(profile, lang=lang))
    return page(replace(ask, lang=lang or ask.discord_lang or ask.lang).say(language_line(profile)))


async def display(ask: Ask, chosen: str) -> Reply:
    """Choose pictures or text."""
    return await _told(ask, lambda profile: replace(profile, display=cast(Display, chosen)), display_line)


async def palette(ask: Ask, chosen: str) -> Reply:
    """Choose the colours of private pictures."""
    return await _told(ask, lambda profile: replace(profile, palette=cast(Palette, chosen)), palette_line)


async def notifications(ask: Ask, chosen: str) -> Reply:
    """Choose how one is called; direct messages get a new chance."""
    return await _told(ask, lambda profile: replace(profile, notify=cast(Notify, chosen), dm_failed=False), notify_line)


async def quiet(ask: Ask, start: str | None, end: str | None, zone: str | None) -> Reply:
    """Choose quiet hours, or none when neither begin nor end is given; raises Refusal for half of them."""
    if start is None and end is None:
        return await _told(ask, lambda profile: replace(profile, quiet=None), quiet_line)
    if start is None or end is None:
        raise Refusal("people.quiet.both")
    hours = read_quiet(start, end, zone or "UTC")
    return await _told(ask, lambda profile: replace(profile, quiet=hours), quiet_line)


async def vacation(ask: Ask, days: int | None) -> Reply:
    """Begin a vacation of some days, end it with 0, or tell about it."""
    now = ask.services.clock.now()
    if days is None:
        profile = await ask.services.people.profile(ask.actor.user_id)
    else:
        profile = await _changed(ask, lambda profile: profile.leaving(days, now) if days else profile.back(now))
    return page("\n".join(ask.say(line) for line in _vacation_lines(ask, profile)))


async def _changed(ask: Ask, edit: Callable[[Profile], Profile]) -> Profile:
    return await ask.services.people.change(ask.actor.user_id, edit)


async def _told(ask: Ask, edit: Callable[[Profile], Profile], line: Callable[[Profile], Text]) -> Reply:
    return page(ask.say(line(await _changed(ask, edit))))


def language_line(profile: Profile) -> Text:
    """Say which language is spoken in private."""
    if profile.lang is None:
        return Text("people.profile.language_discord")
    return Text("people.profile.language", {"language": name_of(profile.lang)})


def name_of(lang: Lang) -> Text:
    """Name a language."""
    return Text(f"board.language.{lang}")


def display_line(profile: Profile) -> Text:
    """Say how boards are shown."""
    return Text("people.profile.display", {"display": Text(f"people.display.{profile.display}")})


def palette_line(profile: Profile) -> Text:
    """Say in which colours."""
    return Text("people.profile.palette", {"palette": Text(f"people.palette.{profile.palette}")})


def notify_line(profile: Profile) -> Text:
    """Say how one is called."""
    if profile.notify == "dm" and profile.dm_failed:
        return Text("people.profile.dm_failed")
    return Text("people.profile.notify", {"notify": Text(f"people.notify.{profile.notify}")})


def quiet_line(profile: Profile) -> Text:
    """Say when one is not to be called."""
    quiet = profile.quiet
    if quiet is None:
        return Text("people.profile.quiet_none")
    hours = {"start": Code(_clock(quiet.start)), "end": Code(_clock(quiet.end)), "zone": Code(quiet.zone)}
    return Text("people.profile.quiet", dict(hours))


def _clock(minutes: int) -> str:
    return f"{minutes // 60:02}:{minutes % 60:02}"


def _vacation_lines(ask: Ask, profile: Profile) -> list[Text]:
    now = ask.services.clock.now()
    away = profile.away(now)
    lines = [] if away is None else [Text("people.profile.away", {"until": When(int(away[1].timestamp()))})]
    return [*lines, Text("people.profile.vacation", {"n": profile.days_left(now)})]
