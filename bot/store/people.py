"""What people and servers have chosen, and what is stored about a user: asked for, changed, taken away.

Owns the queries of the tables `users` and `guilds`, and those over all tables by a user's id. Refuses to know why.
"""

import asyncio
from collections.abc import Callable
from datetime import datetime
from typing import Any

from pydantic import TypeAdapter
from sqlalchemy import Connection, Row, Table, Update, delete, func, insert, or_, select, tuple_, update

from bot.i18n import Lang
from bot.match.model import Pace
from bot.match.people import Display, GuildRules, Notify, Palette, Profile, Quiet, Threads
from bot.store import dialect
from bot.store.database import Database
from bot.store.schema import drafts, incidents, invited, matches, outbox, records, seats, timers
from bot.store.schema_people import guilds, users

LANG: TypeAdapter[Lang | None] = TypeAdapter(Lang | None)
DISPLAY: TypeAdapter[Display] = TypeAdapter(Display)
PALETTE: TypeAdapter[Palette] = TypeAdapter(Palette)
NOTIFY: TypeAdapter[Notify] = TypeAdapter(Notify)
THREADS: TypeAdapter[Threads] = TypeAdapter(Threads)


class SqlitePeople:
    """`bot.match.people.People` on a database, and `bot.match.ports.People`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def profile(self, user_id: int) -> Profile:
        """Give a user's profile, the plain one for somebody who has chosen nothing."""
        return await self._database.read(lambda connection: _profile(connection, user_id), doing="finding a profile")

    async def change(self, user_id: int, edit: Callable[[Profile], Profile]) -> Profile:
        """Change a profile in one transaction and give it; raises what the edit raises."""

        def work(connection: Connection) -> Profile:
            changed = edit(_profile(connection, user_id))
            _put(connection, users, users.c.user_id, _profile_values(changed))
            return changed

        return await self._database.write(work, doing="changing a profile")

    async def dm_failed(self, user_id: int) -> None:
        """Remember that direct messages do not get through."""
        await self._run(update(users).where(users.c.user_id == user_id).values(dm_failed=1), "noting a closed door")

    async def away(self, user_id: int, now: datetime) -> tuple[datetime, datetime] | None:
        """Tell from when to when somebody is on vacation, if now is within it."""
        return (await self.profile(user_id)).away(now)

    async def quiet_until(self, user_id: int, now: datetime) -> datetime | None:
        """Tell when somebody's quiet hours end, if now is within them."""
        quiet = (await self.profile(user_id)).quiet
        return None if quiet is None else quiet.until(now)

    async def rules(self, guild_id: int) -> GuildRules:
        """Give a server's rules, the plain ones where nobody has chosen any."""
        return await self._database.read(lambda connection: _rules(connection, guild_id), doing="finding a server's rules")

    async def change_rules(self, guild_id: int, edit: Callable[[GuildRules], GuildRules]) -> GuildRules:
        """Change a server's rules in one transaction and give them; raises what the edit raises."""

        def work(connection: Connection) -> GuildRules:
            changed = edit(_rules(connection, guild_id))
            _put(connection, guilds, guilds.c.guild_id, _rules_values(changed))
            return changed

        return await self._database.write(work, doing="changing a server's rules")

    async def about(self, user_id: int) -> dict[str, object]:
        """Collect everything stored about a user, ready for JSON; moments are ISO 8601, in UTC."""
        return await self._database.read(lambda connection: _about(connection, user_id), doing="collecting a user's data")

    async def forget(self, user_id: int) -> None:
        """Take a user's id and name out of every table: seats become Gone and lose their drafts, what they did names nobody.

        Every match of theirs steps to a next version, so that a commit made from what was loaded before loses and cannot bring
        the id back. Records stay: every replay still works.
        """
        await self._database.write(lambda connection: _forget(connection, user_id), doing="forgetting a user")
        await asyncio.to_thread(dialect.shrink_log, self._database.path)

    async def _run(self, statement: Update, doing: str) -> None:
        def work(connection: Connection) -> None:
            connection.execute(statement)

        await self._database.write(work, doing=doing)


def _profile(connection: Connection, user_id: int) -> Profile:
    row = connection.execute(select(users).where(users.c.user_id == user_id)).one_or_none()
    if row is None:
        return Profile(user_id)
    return Profile(
        user_id=user_id,
        lang=LANG.validate_python(row.lang),
        display=DISPLAY.validate_python(row.display),
        palette=PALETTE.validate_python(row.palette),
        notify=NOTIFY.validate_python(row.notify),
        quiet=None if row.quiet_zone is None else Quiet(row.quiet_start, row.quiet_end, row.quiet_zone),
        away_from=row.away_from,
        away_until=row.away_until,
        year=row.year,
        used=row.used,
        dm_failed=bool(row.dm_failed),
    )


def _profile_values(profile: Profile) -> dict[str, Any]:
    quiet = profile.quiet
    return {
        "user_id": profile.user_id,
        "lang": profile.lang,
        "display": profile.display,
        "palette": profile.palette,
        "notify": profile.notify,
        "quiet_start": None if quiet is None else quiet.start,
        "quiet_end": None if quiet is None else quiet.end,
        "quiet_zone": None if quiet is None else quiet.zone,
        "away_from": profile.away_from,
        "away_until": profile.away_until,
        "year": profile.year,
        "used": profile.used,
        "dm_failed": int(profile.dm_failed),
    }


def _rules(connection: Connection, guild_id: int) -> GuildRules:
    row = connection.execute(select(guilds).where(guilds.c.guild_id == guild_id)).one_or_none()
    if row is None:
        return GuildRules(guild_id)
    return GuildRules(
        guild_id=guild_id,
        lang=LANG.validate_python(row.lang),
        channels=row.channels,
        threads=THREADS.validate_python(row.threads),
        pace=None if row.pace is None else Pace(row.pace),
    )


def _rules_values(rules: GuildRules) -> dict[str, Any]:
    pace = None if rules.pace is None else rules.pace.value
    return {
        "guild_id": rules.guild_id,
        "lang": rules.lang,
        "channels": rules.channels,
        "threads": rules.threads,
        "pace": pace,
    }


def _put(connection: Connection, table: Table, key: Any, values: dict[str, Any]) -> None:
    if connection.execute(update(table).where(key == values[key.name]).values(values)).rowcount == 0:
        connection.execute(insert(table).values(values))


def _about(connection: Connection, user_id: int) -> dict[str, object]:
    def rows(query: Any) -> list[dict[str, object]]:
        return [_plain(row) for row in connection.execute(query)]

    return {
        "user_id": user_id,
        "profile": rows(select(users).where(users.c.user_id == user_id)),
        "seats": rows(
            select(seats.c.code, matches.c.game, matches.c.status, seats.c.place, seats.c.name, seats.c.wanted)
            .join(matches, matches.c.code == seats.c.code)
            .where(seats.c.user_id == user_id)
            .order_by(seats.c.code)
        ),
        "hosted": [row["code"] for row in rows(select(matches.c.code).where(matches.c.host == user_id))],
        "invited": [row["code"] for row in rows(select(invited.c.code).where(invited.c.user_id == user_id))],
        "actions": rows(
            select(records.c.code, records.c.seq, records.c.at, records.c.body)
            .where(records.c.actor == user_id)
            .order_by(records.c.code, records.c.seq)
        ),
        "drafts": rows(
            select(drafts.c.code, drafts.c.kind, drafts.c.text)
            .join(seats, (seats.c.code == drafts.c.code) & (seats.c.place == drafts.c.place))
            .where(seats.c.user_id == user_id)
        ),
    }


def _plain(row: Row[Any]) -> dict[str, object]:
    return {name: value.isoformat() if isinstance(value, datetime) else value for name, value in row._mapping.items()}


def _forget(connection: Connection, user_id: int) -> None:
    touched = or_(
        matches.c.host == user_id,
        *(matches.c.code.in_(select(table.c.code).where(column == user_id)) for table, column in _named()),
    )
    newer = select(func.max(matches.c.changed) + 1).scalar_subquery()
    statements: tuple[Any, ...] = (
        update(matches).where(touched).values(version=matches.c.version + 1, changed=newer),
        update(matches).where(matches.c.host == user_id).values(host=None),
        delete(drafts).where(
            tuple_(drafts.c.code, drafts.c.place).in_(select(seats.c.code, seats.c.place).where(seats.c.user_id == user_id))
        ),
        update(seats).where(seats.c.user_id == user_id).values(kind="gone", user_id=None, name=None, level=None),
        update(records).where(records.c.actor == user_id).values(actor=None),
        delete(invited).where(invited.c.user_id == user_id),
        delete(users).where(users.c.user_id == user_id),
        *(
            update(column.table).where(column.contains(str(user_id))).values({column: func.replace(column, str(user_id), "-")})
            for column in (timers.c.error, outbox.c.error, incidents.c.error)
        ),
    )
    for statement in statements:
        connection.execute(statement)


def _named() -> tuple[tuple[Any, Any], ...]:
    return (seats, seats.c.user_id), (invited, invited.c.user_id), (records, records.c.actor)
