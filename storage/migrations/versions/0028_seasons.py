"""Seasons: points, titles, and what was posted of them."""

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None

SURVIVED = True
"""Programs of the schema before go on working beside those of this one."""

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Add the tables; no server has had a season yet."""
    op.create_table(
        "season",
        sa.Column("id", BIG, nullable=False),
        sa.Column("guild_id", BIG, nullable=False),
        sa.Column("channel_id", BIG, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("games", sa.Text, nullable=False),
        sa.Column("last_before", BIG, nullable=False),
        sa.Column("begun_at", BIG, nullable=False),
        sa.Column("ends_at", BIG, nullable=False),
        sa.Column("announced_at", BIG),
        sa.Column("closed_at", BIG),
        sa.Column("told_at", BIG),
        sa.Column("leased_until", BIG, nullable=False, server_default="0"),
        sa.PrimaryKeyConstraint("id", name="pk_season"),
        sa.CheckConstraint("ends_at >= begun_at", name="ck_season_ends_at"),
        sqlite_strict=True,
        sqlite_autoincrement=True,
    )
    op.create_index(
        "uq_season_open",
        "season",
        ["guild_id"],
        unique=True,
        sqlite_where=sa.text("closed_at IS NULL"),
        postgresql_where=sa.text("closed_at IS NULL"),
    )
    op.create_index("ix_season_guild_id", "season", ["guild_id", "id"])
    op.create_index("ix_season_told_at", "season", ["told_at", "ends_at"])
    _scores()
    _titles()


def _scores() -> None:
    op.create_table(
        "season_score",
        sa.Column("season_id", BIG, nullable=False, autoincrement=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("user_id", BIG, nullable=False, autoincrement=False),
        sa.Column("points", sa.Integer, nullable=False),
        sa.Column("matches", sa.Integer, nullable=False),
        sa.Column("won", sa.Integer, nullable=False),
        sa.Column("kept", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("season_id", "user_id", "game", name="pk_season_score"),
        sa.ForeignKeyConstraint(["season_id"], ["season.id"], name="fk_season_score_season"),
        sqlite_strict=True,
    )
    best = ["season_id", "game", "points", "won", "user_id", "matches", "kept"]
    op.create_index("ix_season_score_points", "season_score", best)
    op.create_index("ix_season_score_user_id", "season_score", ["user_id"])
    op.create_table(
        "season_meeting",
        sa.Column("season_id", BIG, nullable=False, autoincrement=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("user_id", BIG, nullable=False, autoincrement=False),
        sa.Column("other_id", BIG, nullable=False, autoincrement=False),
        sa.Column("matches", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("season_id", "game", "user_id", "other_id", name="pk_season_meeting"),
        sa.ForeignKeyConstraint(["season_id"], ["season.id"], name="fk_season_meeting_season"),
        sqlite_strict=True,
    )
    op.create_index("ix_season_meeting_user_id", "season_meeting", ["user_id"])
    op.create_index("ix_season_meeting_other_id", "season_meeting", ["other_id"])


def _titles() -> None:
    op.create_table(
        "season_title",
        sa.Column("season_id", BIG, nullable=False, autoincrement=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("user_id", BIG, nullable=False, autoincrement=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("season_id", "title", "game", "user_id", name="pk_season_title"),
        sa.ForeignKeyConstraint(["season_id"], ["season.id"], name="fk_season_title_season"),
        sqlite_strict=True,
    )
    op.create_index("ix_season_title_user_id", "season_title", ["user_id"])
