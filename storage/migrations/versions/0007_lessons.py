"""Lessons: how far each player has come in those of each game."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "lesson",
        sa.Column("user_id", BIG, nullable=False, autoincrement=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("lesson", sa.Text, nullable=False),
        sa.Column("actions", sa.Text, nullable=False),
        sa.Column("done_at", BIG),
        sa.Column("updated_at", BIG, nullable=False),
        sa.PrimaryKeyConstraint("user_id", "game", "lesson", name="pk_lesson"),
        sqlite_strict=True,
    )
