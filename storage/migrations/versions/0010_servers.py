"""What servers set for their matches; the timers that somebody works on are found without a look at the others."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Add the table and the index."""
    op.create_table(
        "server",
        sa.Column("guild_id", BIG, nullable=False, autoincrement=False),
        sa.Column("pace", sa.Text),
        sa.Column("abandon_days", sa.Integer),
        sa.Column("most_open", sa.Integer),
        sa.Column("channel_id", BIG),
        sa.Column("role_id", BIG),
        sa.Column("updated_at", BIG, nullable=False),
        sa.PrimaryKeyConstraint("guild_id", name="pk_server"),
        sqlite_strict=True,
    )
    leased = sa.text("leased_until IS NOT NULL")
    op.create_index("ix_timer_leased_until", "timer", ["leased_until"], sqlite_where=leased, postgresql_where=leased)
