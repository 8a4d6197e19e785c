"""Deadlines: what a missed one leads to, the timers of clocks and reminders, and reminders as messages."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

TIMERS = "kind IN ('next', 'lobby', 'offer', 'half', 'near', 'deadline')"
MESSAGES = "kind IN ('lobby', 'open', 'board', 'edit', 'notice', 'remind', 'result')"


def upgrade() -> None:
    """Add the policy to all matches, and rebuild the two tables whose lists of kinds grow."""
    op.execute(
        "ALTER TABLE matches ADD COLUMN late TEXT DEFAULT 'bot' NOT NULL "
        "CONSTRAINT ck_matches_late CHECK (late IN ('bot', 'claim', 'none'))"
    )
    for table, kinds in (("timers", TIMERS), ("outbox", MESSAGES)):
        with op.batch_alter_table(table, recreate="always", table_kwargs={"sqlite_strict": True}) as batch:
            batch.drop_constraint(op.f(f"ck_{table}_kind"), type_="check")
            batch.create_check_constraint(op.f(f"ck_{table}_kind"), sa.text(kinds))
