"""Matches: the commit that changes one, and finding them again.

Owns the statements of a commit and the queries for matches. Refuses to know what a commit means: the table decided that.
"""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import (
    Connection,
    Row,
    Select,
    Text,
    bindparam,
    case,
    cast,
    delete,
    func,
    insert,
    literal,
    select,
    type_coerce,
    update,
)

from bot.errors import StoreFault
from bot.match.model import Commit, Header, Places, Receipt, Status, Stored
from bot.match.ports import Clock, VersionConflict
from bot.store import drafts, rows
from bot.store.database import Database
from bot.store.schema import boards, invited, matches, outbox, records, requests, seats, timers

UNENDED = (Status.LOBBY.value, Status.PLAYING.value)

_next_change = select(func.coalesce(func.max(matches.c.changed), 0) + 1).scalar_subquery()

FIND_RECEIPT = select(requests.c.receipt).where(requests.c.request == bindparam("request"))
FIND_VERSION = select(matches.c.version).where(matches.c.code == bindparam("code"))
FIND_MATCH = select(matches).where(matches.c.code == bindparam("code"))
FIND_INVITED = select(invited.c.user_id).where(invited.c.code == bindparam("code")).order_by(invited.c.place)
FIND_SEATS = select(seats).where(seats.c.code == bindparam("code")).order_by(seats.c.place)
FIND_RECORDS = (
    select(records).where(records.c.code == bindparam("code"), records.c.seq > bindparam("have")).order_by(records.c.seq)
)
FIND_PLACES = select(boards).where(boards.c.code == bindparam("code"))

# The other columns come with the values at execution.
ADD_MATCH = insert(matches).values(changed=_next_change)
CHANGE_MATCH = (
    update(matches)
    .where(matches.c.code == bindparam("its_code"), matches.c.version == bindparam("expected"))
    .values(changed=_next_change)
)
CLEAR_INVITED = delete(invited).where(invited.c.code == bindparam("code"))
CLEAR_SEATS = delete(seats).where(seats.c.code == bindparam("code"))
CLEAR_TIMERS = delete(timers).where(timers.c.code == bindparam("code"), timers.c.kind.in_(bindparam("kinds", expanding=True)))


class SqliteMatches:
    """`bot.match.ports.Matches` on a database."""

    def __init__(self, database: Database, *, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def commit(self, commit: Commit) -> Receipt:
        """Write a commit in one transaction; see the port. A commit that contradicts itself is a StoreFault."""
        header = commit.header
        if header.version != commit.expected + 1:
            raise StoreFault(f"match {header.code}: a commit on version {commit.expected} cannot lead to {header.version}")
        codes = {commit.receipt.code, *(timer.code for timer in commit.timers), *(one.code for one in commit.outbox)}
        if codes != {header.code}:
            raise StoreFault(f"match {header.code}: a commit speaks of another match")
        return await self._database.write(
            lambda connection: self._commit(connection, commit), doing=f"committing version {header.version} of {header.code}"
        )

    def _commit(self, connection: Connection, commit: Commit) -> Receipt:
        if commit.request is not None and (first := _receipt(connection, commit.request)) is not None:
            return first
        _put_header(connection, commit)
        code = commit.header.code
        if commit.holders is not None:
            connection.execute(CLEAR_SEATS, {"code": code})
            if commit.holders:
                connection.execute(insert(seats), rows.holder_values(code, commit.holders))
        if commit.records:
            connection.execute(insert(records), rows.record_values(code, commit.records))
        if kinds := commit.drop | {timer.kind for timer in commit.timers}:
            connection.execute(CLEAR_TIMERS, {"code": code, "kinds": sorted(kinds)})
        if commit.timers:
            connection.execute(insert(timers), rows.timer_values(commit.timers))
        drafts.clear(connection, code, commit.undrafted)
        now = self._clock.now()
        if commit.outbox:
            connection.execute(insert(outbox), rows.outbox_values(commit.outbox, now))
        if commit.request is not None:
            connection.execute(insert(requests), rows.request_values(commit.request, commit.receipt, now))
        return commit.receipt

    async def load(self, code: str, *, have: int = 0) -> Stored | None:
        """Load a match with the records after the first `have` ones; None for an unknown code."""

        def work(connection: Connection) -> Stored | None:
            row = connection.execute(FIND_MATCH, {"code": code}).one_or_none()
            if row is None:
                return None
            asked = tuple(connection.execute(FIND_INVITED, {"code": code}).scalars())
            holders = tuple(rows.seat_holder(seat) for seat in connection.execute(FIND_SEATS, {"code": code}))
            later = tuple(rows.stored_record(one) for one in connection.execute(FIND_RECORDS, {"code": code, "have": have}))
            return Stored(rows.header(row, asked), holders, later)

        return await self._database.read(work, doing=f"loading {code}")

    async def receipt(self, request: str) -> Receipt | None:
        """Find the receipt of a request committed before."""
        return await self._database.read(lambda connection: _receipt(connection, request), doing="finding a receipt")

    async def places(self, code: str) -> Places | None:
        """Find where the match's messages are."""

        def work(connection: Connection) -> Places | None:
            row = connection.execute(FIND_PLACES, {"code": code}).one_or_none()
            return None if row is None else Places(**row._mapping)

        return await self._database.read(work, doing=f"finding the messages of {code}")

    async def at_home(self, channel_id: int) -> Sequence[str]:
        """List the unended matches of a channel, oldest first; without any, the latest ended one at home there."""
        home = select(boards.c.code).where(boards.c.home_id == channel_id)
        lobby = select(matches.c.code).where(matches.c.channel_id == channel_id, matches.c.status == Status.LOBBY.value)
        unended = (
            select(matches.c.code)
            .where(matches.c.status.in_(UNENDED), matches.c.code.in_(home.union_all(lobby)))
            .order_by(matches.c.created_at, matches.c.code)
        )
        ended = (
            select(matches.c.code)
            .where(matches.c.status.not_in(UNENDED), matches.c.code.in_(home))
            .order_by(func.coalesce(matches.c.ended_at, matches.c.created_at).desc(), matches.c.changed.desc())
            .limit(1)
        )

        def work(connection: Connection) -> Sequence[str]:
            return connection.execute(unended).scalars().all() or connection.execute(ended).scalars().all()

        return await self._database.read(work, doing="finding the matches of a channel")

    async def playing(self) -> Sequence[str]:
        """List the codes of all matches that are being played, oldest first."""
        being = matches.c.status == Status.PLAYING.value
        query = select(matches.c.code).where(being).order_by(matches.c.created_at, matches.c.code)
        return await self._database.read(
            lambda connection: connection.execute(query).scalars().all(), doing="finding the matches being played"
        )

    async def of_user(self, user_id: int, *, statuses: frozenset[Status], limit: int = 200) -> Sequence[Header]:
        """List a user's matches, those in which a decision of theirs is awaited first, then by latest change."""
        query = _of_user(user_id, statuses, limit)

        def work(connection: Connection) -> Sequence[Header]:
            found = connection.execute(query).all()
            asked = _invited(connection, [row.code for row in found])
            return [rows.header(row, asked.get(row.code, ())) for row in found]

        return await self._database.read(work, doing="finding the matches of a user")


def _of_user(user_id: int, statuses: frozenset[Status], limit: int) -> Select[Any]:
    seated = select(seats.c.code).where(seats.c.user_id == user_id)
    asked = select(invited.c.code).where(invited.c.user_id == user_id)
    place = literal("%,").concat(cast(seats.c.place, Text)).concat(",%")
    due = type_coerce(matches.c.due, Text).like(place)
    awaited = select(seats.c.code).where(seats.c.code == matches.c.code, seats.c.user_id == user_id, due).exists()
    return (
        select(matches)
        .where(matches.c.code.in_(seated.union_all(asked)), matches.c.status.in_([status.value for status in statuses]))
        .order_by(case((awaited, 0), else_=1), matches.c.changed.desc())
        .limit(limit)
    )


def _invited(connection: Connection, codes: Sequence[str]) -> dict[str, tuple[int, ...]]:
    query = select(invited.c.code, invited.c.user_id).where(invited.c.code.in_(codes)).order_by(invited.c.code, invited.c.place)
    found: dict[str, tuple[int, ...]] = {}
    for code, user_id in connection.execute(query):
        found[code] = (*found.get(code, ()), user_id)
    return found


def _receipt(connection: Connection, request: str) -> Receipt | None:
    row: Row[tuple[str]] | None = connection.execute(FIND_RECEIPT, {"request": request}).one_or_none()
    return None if row is None else rows.receipt(row.receipt)


def _put_header(connection: Connection, commit: Commit) -> None:
    """Write the header where the match still stands at the expected version; raises VersionConflict."""
    header = commit.header
    values = rows.header_values(header)
    if commit.expected == 0:
        if connection.execute(FIND_VERSION, {"code": header.code}).one_or_none() is not None:
            raise VersionConflict(f"match {header.code} exists already")
        connection.execute(ADD_MATCH, values)
    else:
        del values["code"]
        values |= {"its_code": header.code, "expected": commit.expected}
        if connection.execute(CHANGE_MATCH, values).rowcount != 1:
            raise VersionConflict(f"match {header.code} is no longer at version {commit.expected}")
        connection.execute(CLEAR_INVITED, {"code": header.code})
    if header.invited:
        asked = [{"code": header.code, "place": place, "user_id": user} for place, user in enumerate(header.invited)]
        connection.execute(insert(invited), asked)
