"""The tables of what people and servers have chosen.

Owns their columns and checks. Refuses to know queries (`people`) and matches (`schema`).
"""

from sqlalchemy import CheckConstraint, Column, Table, Text

from bot.store.schema import Moment, Numbers, Whole, metadata, one_of

users = Table(
    "users",
    metadata,
    Column("user_id", Whole, primary_key=True, autoincrement=False),
    Column("lang", Text),
    Column("display", Text, nullable=False),
    Column("palette", Text, nullable=False),
    Column("notify", Text, nullable=False),
    Column("quiet_start", Whole),
    Column("quiet_end", Whole),
    Column("quiet_zone", Text),
    Column("away_from", Moment),
    Column("away_until", Moment),
    Column("year", Whole, nullable=False),
    Column("used", Whole, nullable=False),
    Column("dm_failed", Whole, nullable=False),
    one_of("display", "image", "text"),
    one_of("palette", "plain", "deuteranopia", "protanopia", "tritanopia"),
    one_of("notify", "thread", "dm", "none"),
    CheckConstraint("(quiet_zone IS NULL) = (quiet_start IS NULL)", name="quiet_start"),
    CheckConstraint("(quiet_zone IS NULL) = (quiet_end IS NULL)", name="quiet_end"),
    CheckConstraint("(away_from IS NULL) = (away_until IS NULL)", name="away"),
    CheckConstraint("used >= 0", name="used"),
    CheckConstraint("dm_failed IN (0, 1)", name="dm_failed"),
    sqlite_strict=True,
)

guilds = Table(
    "guilds",
    metadata,
    Column("guild_id", Whole, primary_key=True, autoincrement=False),
    Column("lang", Text),
    Column("channels", Numbers, nullable=False),
    Column("threads", Text, nullable=False),
    Column("pace", Text),
    one_of("threads", "thread", "channel"),
    one_of("pace", "live", "day", "3days", "week", "none"),
    sqlite_strict=True,
)
