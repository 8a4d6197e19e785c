"""The first tables: matches with their seats and records, timers, messages to send, boards, requests, incidents, facts."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

WHOLE = sa.Integer().with_variant(sa.BigInteger(), "postgresql")


def upgrade() -> None:
    """Create everything; there is no way back but the backup."""
    op.create_table(
        "incidents",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("area", sa.Text(), nullable=False),
        sa.Column("error", sa.Text(), nullable=False),
        sa.Column("code", sa.Text(), nullable=True),
        sa.Column("at", WHOLE, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_incidents")),
        sqlite_strict=True,
    )
    op.create_index(op.f("ix_incidents_at"), "incidents", ["at"])
    op.create_table(
        "matches",
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("rules_version", WHOLE, nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("capacity", WHOLE, nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("version", WHOLE, nullable=False),
        sa.Column("pace", sa.Text(), nullable=False),
        sa.Column("lang", sa.Text(), nullable=False),
        sa.Column("guild_id", WHOLE, nullable=True),
        sa.Column("channel_id", WHOLE, nullable=False),
        sa.Column("host", WHOLE, nullable=True),
        sa.Column("seed", sa.LargeBinary(), nullable=False),
        sa.Column("created_at", WHOLE, nullable=False),
        sa.Column("started_at", WHOLE, nullable=True),
        sa.Column("ended_at", WHOLE, nullable=True),
        sa.Column("due", sa.Text(), nullable=False),
        sa.Column("told", WHOLE, nullable=False),
        sa.Column("told_after", WHOLE, nullable=False),
        sa.Column("outcome", sa.Text(), nullable=True),
        sa.Column("rematch_of", sa.Text(), nullable=True),
        sa.Column("changed", WHOLE, nullable=False),
        sa.CheckConstraint("pace IN ('live', 'day', '3days', 'week', 'none')", name=op.f("ck_matches_pace")),
        sa.CheckConstraint("status IN ('lobby', 'playing', 'over', 'aborted', 'closed')", name=op.f("ck_matches_status")),
        sa.CheckConstraint("capacity >= 1", name=op.f("ck_matches_capacity")),
        sa.CheckConstraint("length(seed) BETWEEN 1 AND 32", name=op.f("ck_matches_seed")),
        sa.CheckConstraint("version >= 1", name=op.f("ck_matches_version")),
        sa.PrimaryKeyConstraint("code", name=op.f("pk_matches")),
        sqlite_strict=True,
    )
    op.create_index(op.f("ix_matches_changed"), "matches", ["changed"])
    op.create_index(op.f("ix_matches_channel_id"), "matches", ["channel_id"])
    op.create_index(op.f("ix_matches_host"), "matches", ["host"])
    op.create_table(
        "meta",
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_meta")),
        sqlite_strict=True,
    )
    op.create_table(
        "boards",
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column("channel_id", WHOLE, nullable=False),
        sa.Column("lobby_message_id", WHOLE, nullable=True),
        sa.Column("home_id", WHOLE, nullable=True),
        sa.Column("board_message_id", WHOLE, nullable=True),
        sa.Column("board_version", WHOLE, nullable=True),
        sa.ForeignKeyConstraint(["code"], ["matches.code"], name=op.f("fk_boards_code")),
        sa.PrimaryKeyConstraint("code", name=op.f("pk_boards")),
        sqlite_strict=True,
    )
    op.create_index(op.f("ix_boards_home_id"), "boards", ["home_id"])
    op.create_table(
        "invited",
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column("place", WHOLE, autoincrement=False, nullable=False),
        sa.Column("user_id", WHOLE, nullable=False),
        sa.ForeignKeyConstraint(["code"], ["matches.code"], name=op.f("fk_invited_code")),
        sa.PrimaryKeyConstraint("code", "place", name=op.f("pk_invited")),
        sqlite_strict=True,
    )
    op.create_index(op.f("ix_invited_user_id"), "invited", ["user_id"])
    op.create_table(
        "outbox",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column("version", WHOLE, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("after", WHOLE, nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("created_at", WHOLE, nullable=False),
        sa.Column("next_try", WHOLE, nullable=False),
        sa.Column("sent_at", WHOLE, nullable=True),
        sa.Column("attempts", WHOLE, nullable=False),
        sa.Column("error", sa.Text(), nullable=True),
        sa.CheckConstraint("(state = 'sent') = (sent_at IS NOT NULL)", name=op.f("ck_outbox_sent_at")),
        sa.CheckConstraint("kind IN ('lobby', 'open', 'board', 'edit', 'notice', 'result')", name=op.f("ck_outbox_kind")),
        sa.CheckConstraint("state IN ('pending', 'sent', 'parked')", name=op.f("ck_outbox_state")),
        sa.ForeignKeyConstraint(["code"], ["matches.code"], name=op.f("fk_outbox_code")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_outbox")),
        sa.UniqueConstraint("code", "version", "kind", name=op.f("uq_outbox_code_version_kind")),
        sqlite_strict=True,
    )
    op.create_index(op.f("ix_outbox_state_code_id"), "outbox", ["state", "code", "id"])
    op.create_table(
        "records",
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column("seq", WHOLE, autoincrement=False, nullable=False),
        sa.Column("version", WHOLE, nullable=False),
        sa.Column("at", WHOLE, nullable=False),
        sa.Column("actor", WHOLE, nullable=True),
        sa.Column("body", sa.Text(), nullable=False),
        sa.CheckConstraint("seq >= 1", name=op.f("ck_records_seq")),
        sa.CheckConstraint("version >= 1", name=op.f("ck_records_version")),
        sa.ForeignKeyConstraint(["code"], ["matches.code"], name=op.f("fk_records_code")),
        sa.PrimaryKeyConstraint("code", "seq", name=op.f("pk_records")),
        sqlite_strict=True,
    )
    op.create_index(op.f("ix_records_actor"), "records", ["actor"])
    op.create_table(
        "requests",
        sa.Column("request", sa.Text(), nullable=False),
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column("version", WHOLE, nullable=False),
        sa.Column("receipt", sa.Text(), nullable=False),
        sa.Column("at", WHOLE, nullable=False),
        sa.ForeignKeyConstraint(["code"], ["matches.code"], name=op.f("fk_requests_code")),
        sa.PrimaryKeyConstraint("request", name=op.f("pk_requests")),
        sa.UniqueConstraint("code", "version", name=op.f("uq_requests_code_version")),
        sqlite_strict=True,
    )
    op.create_index(op.f("ix_requests_at"), "requests", ["at"])
    op.create_table(
        "seats",
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column("place", WHOLE, autoincrement=False, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("user_id", WHOLE, nullable=True),
        sa.Column("name", sa.Text(), nullable=True),
        sa.Column("level", sa.Text(), nullable=True),
        sa.Column("wanted", WHOLE, nullable=True),
        sa.CheckConstraint("(kind = 'bot') = (level IS NOT NULL)", name=op.f("ck_seats_level")),
        sa.CheckConstraint("(kind = 'human') = (name IS NOT NULL)", name=op.f("ck_seats_name")),
        sa.CheckConstraint("(kind = 'human') = (user_id IS NOT NULL)", name=op.f("ck_seats_user_id")),
        sa.CheckConstraint("kind IN ('human', 'bot', 'gone')", name=op.f("ck_seats_kind")),
        sa.CheckConstraint("place >= 0", name=op.f("ck_seats_place")),
        sa.ForeignKeyConstraint(["code"], ["matches.code"], name=op.f("fk_seats_code")),
        sa.PrimaryKeyConstraint("code", "place", name=op.f("pk_seats")),
        sqlite_strict=True,
    )
    op.create_index(op.f("ix_seats_user_id"), "seats", ["user_id"])
    op.create_table(
        "timers",
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("due", WHOLE, nullable=False),
        sa.Column("version", WHOLE, nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("error", sa.Text(), nullable=True),
        sa.CheckConstraint("kind IN ('next', 'lobby', 'offer')", name=op.f("ck_timers_kind")),
        sa.CheckConstraint("state IN ('set', 'parked')", name=op.f("ck_timers_state")),
        sa.ForeignKeyConstraint(["code"], ["matches.code"], name=op.f("fk_timers_code")),
        sa.PrimaryKeyConstraint("code", "kind", name=op.f("pk_timers")),
        sqlite_strict=True,
    )
    op.create_index(op.f("ix_timers_state_due"), "timers", ["state", "due"])
