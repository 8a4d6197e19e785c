"""What people and servers have chosen: languages, displays, notices, quiet hours, vacations, where and how matches are opened.

Owns these values, their arithmetic, and the protocol of who keeps them. Refuses to know matches, SQL and Discord.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from typing import Final, Literal, Protocol
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from bot.engine.core import Code, When
from bot.errors import Refusal
from bot.i18n import Lang
from bot.match.model import Pace

Display = Literal["image", "text"]
Palette = Literal["plain", "deuteranopia", "protanopia", "tritanopia"]
Notify = Literal["thread", "dm", "none"]
Threads = Literal["thread", "channel"]

VACATION_DAYS: Final = 21  # in one calendar year, UTC
DAY: Final = timedelta(days=1)
DAY_MINUTES: Final = 1_440
FARTHEST: Final = 14 * 60  # minutes from UTC that any place keeps

_TIME = re.compile(r"([01]?\d|2[0-3])(?::([0-5]\d))?")
_OFFSET = re.compile(r"(?:UTC|GMT)?\s*([+-])(\d{1,2})(?::?([0-5]\d))?", re.IGNORECASE)
_PLACE = re.compile(r"[A-Za-z][A-Za-z_+-]*(?:/[A-Za-z0-9_+-]+){0,2}")


@dataclass(frozen=True, slots=True)
class Quiet:
    """Hours of every day in which nobody wants to be called: minutes of the day, `end` is the first one that is not quiet.

    zone: `UTC`, `UTC+02:00` or a place such as `Europe/Rome`, as `read_zone` gives it.
    """

    start: int
    end: int
    zone: str

    def until(self, now: datetime) -> datetime | None:
        """Tell when the quiet hours end that now is within, None when it is not."""
        here = now.astimezone(zone_of(self.zone))
        minute = here.hour * 60 + here.minute
        if not (self.start <= minute < self.end if self.start < self.end else minute >= self.start or minute < self.end):
            return None
        day = here.date() if minute < self.end else here.date() + DAY
        # On the wall clock, so that a night in which the clocks are put on or back is as long as it is.
        ends = datetime(day.year, day.month, day.day, self.end // 60, self.end % 60, tzinfo=here.tzinfo).astimezone(UTC)
        return max(ends, now + timedelta(minutes=1))


@dataclass(frozen=True, slots=True)
class Profile:
    """What one user has chosen.

    lang: None follows Discord's own setting. away_from, away_until: the latest vacation; used: its and the year's days so far.
    dm_failed: a direct message did not get through, so the thread is used until they choose again.
    """

    user_id: int
    lang: Lang | None = None
    display: Display = "image"
    palette: Palette = "plain"
    notify: Notify = "thread"
    quiet: Quiet | None = None
    away_from: datetime | None = None
    away_until: datetime | None = None
    year: int = 0
    used: int = 0
    dm_failed: bool = False

    def days_left(self, now: datetime) -> int:
        """Count the vacation days left in the year of a moment."""
        return VACATION_DAYS - (self.used if self.year == now.year else 0)

    def away(self, now: datetime) -> tuple[datetime, datetime] | None:
        """Tell from when to when the vacation goes that now is within."""
        if self.away_from is None or self.away_until is None or not self.away_from <= now < self.away_until:
            return None
        return self.away_from, self.away_until

    def leaving(self, days: int, now: datetime) -> "Profile":
        """Begin a vacation now; raises Refusal while one lasts and for more days than are left."""
        if (last := self.away(now)) is not None:
            raise Refusal("people.vacation.on_already", until=_unix(last[1]))
        left = self.days_left(now)
        if days > left:
            raise Refusal("people.vacation.too_long", n=left, asked=days)
        used = VACATION_DAYS - left + days
        return replace(self, away_from=now, away_until=now + days * DAY, year=now.year, used=used)

    def back(self, now: datetime) -> "Profile":
        """End the vacation now; whole days not taken come back. Raises Refusal when there is none."""
        last = self.away(now)
        if last is None:
            raise Refusal("people.vacation.none")
        unused = (last[1] - now) // DAY
        used = max(0, self.used - unused) if self.year == last[0].year else self.used
        return replace(self, away_until=now, used=used)


@dataclass(frozen=True, slots=True)
class GuildRules:
    """What those who manage a server have chosen; channels: where lobbies may be opened, everywhere when empty."""

    guild_id: int
    lang: Lang | None = None
    channels: tuple[int, ...] = ()
    threads: Threads = "thread"
    pace: Pace | None = None


class People(Protocol):
    """Who keeps profiles and servers' rules; every method raises StoreFault."""

    async def profile(self, user_id: int) -> Profile:
        """Give a user's profile, the plain one for somebody who has chosen nothing."""
        ...

    async def change(self, user_id: int, edit: Callable[[Profile], Profile]) -> Profile:
        """Change a profile in one transaction and give it; raises what the edit raises."""
        ...

    async def dm_failed(self, user_id: int) -> None:
        """Remember that direct messages do not get through; nothing for somebody without a profile."""
        ...

    async def rules(self, guild_id: int) -> GuildRules:
        """Give a server's rules, the plain ones where nobody has chosen any."""
        ...

    async def change_rules(self, guild_id: int, edit: Callable[[GuildRules], GuildRules]) -> GuildRules:
        """Change a server's rules in one transaction and give them; raises what the edit raises."""
        ...

    async def about(self, user_id: int) -> dict[str, object]:
        """Collect everything stored about a user, ready for JSON."""
        ...

    async def forget(self, user_id: int) -> None:
        """Take a user's id and name out of every table."""
        ...


def read_quiet(start: str, end: str, zone: str) -> Quiet:
    """Read quiet hours as typed, such as 22 or 22:30; raises Refusal."""
    quiet = Quiet(_minute(start), _minute(end), read_zone(zone))
    if quiet.start == quiet.end:
        raise Refusal("people.quiet.empty")
    return quiet


def _minute(typed: str) -> int:
    found = _TIME.fullmatch(typed.strip())
    if found is None:
        raise Refusal("people.quiet.time", text=typed[:20], example=Code("22:30"))
    return int(found[1]) * 60 + int(found[2] or 0)


def read_zone(typed: str) -> str:
    """Read a time zone: an offset such as +2 or UTC-03:30, or a place; raises Refusal."""
    text = typed.strip()
    if text.upper() in ("UTC", "GMT", "Z"):
        return "UTC"
    if (offset := _OFFSET.fullmatch(text)) is not None:
        minutes = int(offset[2]) * 60 + int(offset[3] or 0)
        if minutes <= FARTHEST:
            return f"UTC{offset[1]}{minutes // 60:02}:{minutes % 60:02}"
    elif _PLACE.fullmatch(text):
        try:
            return ZoneInfo(text).key
        except (ZoneInfoNotFoundError, ValueError, OSError):
            pass  # said below, as for everything else that is no zone
    raise Refusal("people.quiet.zone", text=text[:40], examples=(Code("UTC+2"), Code("Europe/Rome")))


def zone_of(zone: str) -> tzinfo:
    """Give the zone of a name that `read_zone` gave; UTC for a place this machine has no longer heard of."""
    offset = _OFFSET.fullmatch(zone)
    if offset is not None:
        minutes = int(offset[2]) * 60 + int(offset[3] or 0)
        return timezone(timedelta(minutes=-minutes if offset[1] == "-" else minutes))
    try:
        return ZoneInfo(zone)
    except (ZoneInfoNotFoundError, ValueError):
        return UTC


def _unix(moment: datetime) -> When:
    return When(int(moment.timestamp()))
