"""What a seat prepares in private: an answer not yet given, and the standing text for when its owner is late."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

WHOLE = sa.Integer().with_variant(sa.BigInteger(), "postgresql")


def upgrade() -> None:
    """Create the table; there is no way back but the backup."""
    op.create_table(
        "drafts",
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column("place", WHOLE, autoincrement=False, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.CheckConstraint("kind IN ('draft', 'standing')", name=op.f("ck_drafts_kind")),
        sa.CheckConstraint("length(text) BETWEEN 1 AND 500", name=op.f("ck_drafts_text")),
        sa.CheckConstraint("place >= 0", name=op.f("ck_drafts_place")),
        sa.ForeignKeyConstraint(["code"], ["matches.code"], name=op.f("fk_drafts_code")),
        sa.PrimaryKeyConstraint("code", "place", "kind", name=op.f("pk_drafts")),
        sqlite_strict=True,
    )
