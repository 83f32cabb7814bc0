"""Answers given in advance: standing instructions, plans for the next turn, and which entries they have led to."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Add the tables."""
    op.create_table(
        "instruction",
        sa.Column("user_id", BIG, nullable=False, autoincrement=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("match_id", sa.Text, nullable=False),
        sa.Column("topic", sa.Text, nullable=False),
        sa.Column("line", sa.Text, nullable=False),
        sa.Column("updated_at", BIG, nullable=False),
        sa.PrimaryKeyConstraint("user_id", "game", "match_id", "topic", name="pk_instruction"),
        sqlite_strict=True,
    )
    op.create_table(
        "plan",
        sa.Column("match_id", sa.Text, nullable=False),
        sa.Column("user_id", BIG, nullable=False, autoincrement=False),
        sa.Column("lines", sa.Text, nullable=False),
        sa.Column("updated_at", BIG, nullable=False),
        sa.PrimaryKeyConstraint("match_id", "user_id", name="pk_plan"),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name="fk_plan_match"),
        sqlite_strict=True,
    )
    op.create_table(
        "followed",
        sa.Column("match_id", sa.Text, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("user_id", BIG, nullable=False),
        sa.PrimaryKeyConstraint("match_id", "seq", name="pk_followed"),
        sa.ForeignKeyConstraint(["match_id", "seq"], ["action.match_id", "action.seq"], name="fk_followed_action"),
        sqlite_strict=True,
    )
    op.create_index("ix_followed_user_id", "followed", ["user_id", "match_id"])
