"""The tables as the newest code wants them; the migrations lead there.

Owns columns, keys, checks and indexes, and how a moment and a row of numbers are stored. Refuses to know queries. User ids stand
only in seats.user_id, invited.user_id, records.actor and matches.host, so that forgetting somebody is a handful of updates.
"""

from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    Dialect,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    TypeDecorator,
    UniqueConstraint,
)

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)

# SQLite's INTEGER has 64 bits; a server's has 32, and Discord's ids need more.
Whole = Integer().with_variant(BigInteger(), "postgresql")


class Moment(TypeDecorator[datetime]):
    """A moment, as whole microseconds since 1970 UTC; aware on reading, and a naive one is refused on writing (ValueError)."""

    impl = Whole
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> int | None:
        """Turn a moment into its number."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"a moment without a time zone: {value.isoformat()}")
        return (value - EPOCH) // MICROSECOND

    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:
        """Turn the number back into a moment."""
        return None if value is None else EPOCH + value * MICROSECOND


class Numbers(TypeDecorator[tuple[int, ...]]):
    """A few numbers in order, as `,4,0,`: a comma on either side of each, so that LIKE finds one; empty as ``."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: tuple[int, ...] | None, dialect: Dialect) -> str:
        """Write the numbers."""
        return "".join(f",{number}" for number in value) + "," if value else ""

    def process_result_value(self, value: Any, dialect: Dialect) -> tuple[int, ...]:
        """Read the numbers."""
        return tuple(int(number) for number in value.split(",") if number)


metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)


def one_of(column: str, *words: str) -> CheckConstraint:
    """Check that a column holds one of a few words."""
    listed = ", ".join(f"'{word}'" for word in words)
    return CheckConstraint(f"{column} IN ({listed})", name=column)


def _code(*, key: bool = False) -> Column[str]:
    return Column("code", Text, ForeignKey("matches.code"), primary_key=key, nullable=False)


# `changed` counts the commits of the whole store: the match with the highest was changed last.
matches = Table(
    "matches",
    metadata,
    Column("code", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("rules_version", Whole, nullable=False),
    Column("options", Text, nullable=False),
    Column("capacity", Whole, nullable=False),
    Column("status", Text, nullable=False),
    Column("version", Whole, nullable=False),
    Column("pace", Text, nullable=False),
    Column("lang", Text, nullable=False),
    Column("guild_id", Whole),
    Column("channel_id", Whole, nullable=False),
    Column("host", Whole),
    Column("seed", LargeBinary, nullable=False),
    Column("created_at", Moment, nullable=False),
    Column("started_at", Moment),
    Column("ended_at", Moment),
    Column("due", Numbers, nullable=False),
    Column("told", Whole, nullable=False),
    Column("told_after", Whole, nullable=False),
    Column("outcome", Text),
    Column("rematch_of", Text),
    Column("changed", Whole, nullable=False),
    Column("late", Text, nullable=False, server_default="bot"),
    one_of("status", "lobby", "playing", "over", "aborted", "closed"),
    one_of("pace", "live", "day", "3days", "week", "none"),
    CheckConstraint("version >= 1", name="version"),
    CheckConstraint("capacity >= 1", name="capacity"),
    CheckConstraint("length(seed) BETWEEN 1 AND 32", name="seed"),
    one_of("late", "bot", "claim", "none"),
    Index(None, "channel_id"),
    Index(None, "host"),
    Index(None, "changed"),
    sqlite_strict=True,
)

seats = Table(
    "seats",
    metadata,
    _code(key=True),
    Column("place", Whole, primary_key=True, autoincrement=False),
    Column("kind", Text, nullable=False),
    Column("user_id", Whole),
    Column("name", Text),
    Column("level", Text),
    Column("wanted", Whole),
    one_of("kind", "human", "bot", "gone"),
    CheckConstraint("place >= 0", name="place"),
    CheckConstraint("(kind = 'human') = (user_id IS NOT NULL)", name="user_id"),
    CheckConstraint("(kind = 'human') = (name IS NOT NULL)", name="name"),
    CheckConstraint("(kind = 'bot') = (level IS NOT NULL)", name="level"),
    Index(None, "user_id"),
    sqlite_strict=True,
)

invited = Table(
    "invited",
    metadata,
    _code(key=True),
    Column("place", Whole, primary_key=True, autoincrement=False),
    Column("user_id", Whole, nullable=False),
    Index(None, "user_id"),
    sqlite_strict=True,
)

records = Table(
    "records",
    metadata,
    _code(key=True),
    Column("seq", Whole, primary_key=True, autoincrement=False),
    Column("version", Whole, nullable=False),
    Column("at", Moment, nullable=False),
    Column("actor", Whole),
    Column("body", Text, nullable=False),
    CheckConstraint("seq >= 1", name="seq"),
    CheckConstraint("version >= 1", name="version"),
    Index(None, "actor"),
    sqlite_strict=True,
)

# A timer put aside keeps its row: the next one of its kind replaces it.
timers = Table(
    "timers",
    metadata,
    _code(key=True),
    Column("kind", Text, primary_key=True),
    Column("due", Moment, nullable=False),
    Column("version", Whole, nullable=False),
    Column("state", Text, nullable=False),
    Column("error", Text),
    one_of("kind", "next", "lobby", "offer", "half", "near", "deadline"),
    one_of("state", "set", "parked"),
    Index(None, "state", "due"),
    sqlite_strict=True,
)

outbox = Table(
    "outbox",
    metadata,
    Column("id", Integer, primary_key=True),
    _code(),
    Column("version", Whole, nullable=False),
    Column("kind", Text, nullable=False),
    Column("after", Whole, nullable=False),
    Column("state", Text, nullable=False),
    Column("created_at", Moment, nullable=False),
    Column("next_try", Moment, nullable=False),
    Column("sent_at", Moment),
    Column("attempts", Whole, nullable=False),
    Column("error", Text),
    UniqueConstraint("code", "version", "kind"),
    one_of("kind", "lobby", "open", "board", "edit", "notice", "remind", "result"),
    one_of("state", "pending", "sent", "parked"),
    CheckConstraint("(state = 'sent') = (sent_at IS NOT NULL)", name="sent_at"),
    Index(None, "state", "code", "id"),
    sqlite_strict=True,
)

boards = Table(
    "boards",
    metadata,
    _code(key=True),
    Column("channel_id", Whole, nullable=False),
    Column("lobby_message_id", Whole),
    Column("home_id", Whole),
    Column("board_message_id", Whole),
    Column("board_version", Whole),
    Index(None, "home_id"),
    sqlite_strict=True,
)

requests = Table(
    "requests",
    metadata,
    Column("request", Text, primary_key=True),
    _code(),
    Column("version", Whole, nullable=False),
    Column("receipt", Text, nullable=False),
    Column("at", Moment, nullable=False),
    UniqueConstraint("code", "version"),
    Index(None, "at"),
    sqlite_strict=True,
)

# No part of a match's records; who holds the place owns the texts.
drafts = Table(
    "drafts",
    metadata,
    _code(key=True),
    Column("place", Whole, primary_key=True, autoincrement=False),
    Column("kind", Text, primary_key=True),
    Column("text", Text, nullable=False),
    one_of("kind", "draft", "standing"),
    CheckConstraint("length(text) BETWEEN 1 AND 500", name="text"),
    CheckConstraint("place >= 0", name="place"),
    sqlite_strict=True,
)

# No foreign key: noting a fault must not fail because of the match it speaks of.
incidents = Table(
    "incidents",
    metadata,
    Column("id", Text, primary_key=True),
    Column("area", Text, nullable=False),
    Column("error", Text, nullable=False),
    Column("code", Text),
    Column("at", Moment, nullable=False),
    Index(None, "at"),
    sqlite_strict=True,
)

meta = Table(
    "meta",
    metadata,
    Column("key", Text, primary_key=True),
    Column("value", Text, nullable=False),
    sqlite_strict=True,
)
