"""What people and servers have chosen."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

WHOLE = sa.Integer().with_variant(sa.BigInteger(), "postgresql")


def upgrade() -> None:
    """Create both tables; there is no way back but the backup."""
    op.create_table(
        "users",
        sa.Column("user_id", WHOLE, autoincrement=False, nullable=False),
        sa.Column("lang", sa.Text()),
        sa.Column("display", sa.Text(), nullable=False),
        sa.Column("palette", sa.Text(), nullable=False),
        sa.Column("notify", sa.Text(), nullable=False),
        sa.Column("quiet_start", WHOLE),
        sa.Column("quiet_end", WHOLE),
        sa.Column("quiet_zone", sa.Text()),
        sa.Column("away_from", WHOLE),
        sa.Column("away_until", WHOLE),
        sa.Column("year", WHOLE, nullable=False),
        sa.Column("used", WHOLE, nullable=False),
        sa.Column("dm_failed", WHOLE, nullable=False),
        sa.CheckConstraint("display IN ('image', 'text')", name=op.f("ck_users_display")),
        sa.CheckConstraint(
            "palette IN ('plain', 'deuteranopia', 'protanopia', 'tritanopia')", name=op.f("ck_users_palette")
        ),
        sa.CheckConstraint("notify IN ('thread', 'dm', 'none')", name=op.f("ck_users_notify")),
        sa.CheckConstraint("(quiet_zone IS NULL) = (quiet_start IS NULL)", name=op.f("ck_users_quiet_start")),
        sa.CheckConstraint("(quiet_zone IS NULL) = (quiet_end IS NULL)", name=op.f("ck_users_quiet_end")),
        sa.CheckConstraint("(away_from IS NULL) = (away_until IS NULL)", name=op.f("ck_users_away")),
        sa.CheckConstraint("used >= 0", name=op.f("ck_users_used")),
        sa.CheckConstraint("dm_failed IN (0, 1)", name=op.f("ck_users_dm_failed")),
        sa.PrimaryKeyConstraint("user_id", name=op.f("pk_users")),
        sqlite_strict=True,
    )
    op.create_table(
        "guilds",
        sa.Column("guild_id", WHOLE, autoincrement=False, nullable=False),
        sa.Column("lang", sa.Text()),
        sa.Column("channels", sa.Text(), nullable=False),
        sa.Column("threads", sa.Text(), nullable=False),
        sa.Column("pace", sa.Text()),
        sa.CheckConstraint("threads IN ('thread', 'channel')", name=op.f("ck_guilds_threads")),
        sa.CheckConstraint("pace IN ('live', 'day', '3days', 'week', 'none')", name=op.f("ck_guilds_pace")),
        sa.PrimaryKeyConstraint("guild_id", name=op.f("pk_guilds")),
        sqlite_strict=True,
    )
