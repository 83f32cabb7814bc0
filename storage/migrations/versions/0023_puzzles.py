"""Puzzles: what people have tried and solved, and the one a day that a server has in a channel."""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Add the tables and the channel; nobody has seen a puzzle yet."""
    op.create_table(
        "puzzle",
        sa.Column("user_id", BIG, nullable=False, autoincrement=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("puzzle", sa.Text, nullable=False),
        sa.Column("grade", sa.Integer, nullable=False),
        sa.Column("actions", sa.Text, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("begun_at", BIG, nullable=False),
        sa.Column("solved_at", BIG),
        sa.Column("shown_at", BIG),
        sa.PrimaryKeyConstraint("user_id", "game", "puzzle", name="pk_puzzle"),
        sqlite_strict=True,
    )
    op.create_table(
        "daily",
        sa.Column("guild_id", BIG, nullable=False, autoincrement=False),
        sa.Column("day", sa.Integer, nullable=False),
        sa.Column("channel_id", BIG, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("puzzle", sa.Text, nullable=False),
        sa.Column("posted_at", BIG),
        sa.PrimaryKeyConstraint("guild_id", "day", name="pk_daily"),
        sqlite_strict=True,
    )
    op.create_table(
        "daily_solver",
        sa.Column("guild_id", BIG, nullable=False, autoincrement=False),
        sa.Column("day", sa.Integer, nullable=False),
        sa.Column("user_id", BIG, nullable=False, autoincrement=False),
        sa.Column("named", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "day", "user_id", name="pk_daily_solver"),
        sa.ForeignKeyConstraint(["guild_id", "day"], ["daily.guild_id", "daily.day"], name="fk_daily_solver_daily"),
        sqlite_strict=True,
    )
    op.create_index("ix_daily_solver_user_id", "daily_solver", ["user_id"])
    op.add_column("server", sa.Column("puzzle_channel_id", BIG))
