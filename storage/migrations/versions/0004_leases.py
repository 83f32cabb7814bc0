"""Leases: who works on a row of the outbox or a timer, until when, and what a row waits for."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Add the columns, and the index that gives a lane to one sender at a time.

    Nobody sends while a database is migrated, so that rows found in the middle of being sent wait again.
    """
    op.add_column("outbox", sa.Column("owner", sa.Text))
    op.add_column("outbox", sa.Column("waits_for", sa.Text))
    op.add_column("timer", sa.Column("owner", sa.Text))
    op.add_column("timer", sa.Column("leased_until", BIG))
    op.add_column("timer", sa.Column("attempts", sa.Integer, server_default=sa.text("0"), nullable=False))
    op.execute("UPDATE outbox SET state = 'pending', leased_until = NULL WHERE state = 'sending'")
    sending = sa.text("state = 'sending'")
    op.create_index(
        "uq_outbox_sending", "outbox", ["thread_key"], unique=True, sqlite_where=sending, postgresql_where=sending
    )
