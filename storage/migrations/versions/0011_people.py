"""Seats that are handed over, outcomes of plans, followers, digests."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Add the columns and tables; nobody has handed a seat over, or followed a match, before."""
    op.add_column("seat", sa.Column("offered", sa.Text))
    op.add_column("seat", sa.Column("offered_to", BIG))
    op.add_column("seat", sa.Column("since", sa.Integer))
    op.add_column("seat", sa.Column("plan", sa.Text))
    op.create_table(
        "former",
        sa.Column("match_id", sa.Text, nullable=False),
        sa.Column("until", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("user_id", BIG, nullable=False),
        sa.PrimaryKeyConstraint("match_id", "until", name="pk_former"),
        sa.ForeignKeyConstraint(["match_id", "until"], ["action.match_id", "action.seq"], name="fk_former_action"),
        sqlite_strict=True,
    )
    op.create_index("ix_former_user_id", "former", ["user_id", "match_id"])
    op.add_column("plan", sa.Column("outcome", sa.Text))
    op.create_table(
        "follower",
        sa.Column("match_id", sa.Text, nullable=False),
        sa.Column("user_id", BIG, nullable=False, autoincrement=False),
        sa.Column("wants", sa.Text, nullable=False),
        sa.Column("told", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("match_id", "user_id", name="pk_follower"),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name="fk_follower_match"),
        sa.CheckConstraint("wants IN ('highlights', 'end')", name="ck_follower_wants"),
        sqlite_strict=True,
    )
    op.create_index("ix_follower_user_id", "follower", ["user_id"])
    op.create_table(
        "digest",
        sa.Column("user_id", BIG, nullable=False, autoincrement=False),
        sa.Column("minute", sa.Integer, nullable=False),
        sa.Column("due_at", BIG, nullable=False),
        sa.PrimaryKeyConstraint("user_id", name="pk_digest"),
        sqlite_strict=True,
    )
    op.create_index("ix_digest_due_at", "digest", ["due_at"])
