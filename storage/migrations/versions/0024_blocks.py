"""Blocks: with whom somebody does not want to play."""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Add the table; nobody has blocked anybody yet."""
    op.create_table(
        "block",
        sa.Column("user_id", BIG, nullable=False, autoincrement=False),
        sa.Column("blocked_id", BIG, nullable=False, autoincrement=False),
        sa.Column("created_at", BIG, nullable=False),
        sa.PrimaryKeyConstraint("user_id", "blocked_id", name="pk_block"),
        sqlite_strict=True,
    )
    op.create_index("ix_block_blocked_id", "block", ["blocked_id"])
