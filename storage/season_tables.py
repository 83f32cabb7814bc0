"""The tables of seasons: when each lasts and what was posted of it, who has how many points, who won which title.

A score is one row a person and game, and one of all games together under an empty name, so that every table is read
from its index. Times are unix milliseconds.
"""

from sqlalchemy import CheckConstraint, Column, ForeignKeyConstraint, Index, Integer, PrimaryKeyConstraint, Text, text

from storage.schema import BIG, table

season = table(
    "season",
    Column("id", BIG, nullable=False),
    Column("guild_id", BIG, nullable=False),
    Column("channel_id", BIG, nullable=False),
    Column("name", Text, nullable=False),
    Column("games", Text, nullable=False),
    Column("last_before", BIG, nullable=False),
    Column("begun_at", BIG, nullable=False),
    Column("ends_at", BIG, nullable=False),
    Column("announced_at", BIG),
    Column("closed_at", BIG),
    Column("told_at", BIG),
    Column("leased_until", BIG, nullable=False, server_default="0"),
    PrimaryKeyConstraint("id", name="pk_season"),
    CheckConstraint("ends_at >= begun_at", name="ck_season_ends_at"),
    # However many managers begin one at once: a server has one season at a time.
    Index(
        "uq_season_open",
        "guild_id",
        unique=True,
        sqlite_where=text("closed_at IS NULL"),
        postgresql_where=text("closed_at IS NULL"),
    ),
    Index("ix_season_guild_id", "guild_id", "id"),
    Index("ix_season_told_at", "told_at", "ends_at"),
    autoincrement=True,
)

season_score = table(
    "season_score",
    Column("season_id", BIG, nullable=False, autoincrement=False),
    Column("game", Text, nullable=False),
    Column("user_id", BIG, nullable=False, autoincrement=False),
    Column("points", Integer, nullable=False),
    Column("matches", Integer, nullable=False),
    Column("won", Integer, nullable=False),
    Column("kept", Integer, nullable=False),
    PrimaryKeyConstraint("season_id", "user_id", "game", name="pk_season_score"),
    ForeignKeyConstraint(["season_id"], ["season.id"], name="fk_season_score_season"),
    Index("ix_season_score_points", "season_id", "game", "points", "won", "user_id", "matches", "kept"),
    Index("ix_season_score_user_id", "user_id"),
)

season_meeting = table(
    "season_meeting",
    Column("season_id", BIG, nullable=False, autoincrement=False),
    Column("game", Text, nullable=False),
    Column("user_id", BIG, nullable=False, autoincrement=False),
    Column("other_id", BIG, nullable=False, autoincrement=False),
    Column("matches", Integer, nullable=False),
    PrimaryKeyConstraint("season_id", "game", "user_id", "other_id", name="pk_season_meeting"),
    ForeignKeyConstraint(["season_id"], ["season.id"], name="fk_season_meeting_season"),
    Index("ix_season_meeting_user_id", "user_id"),
    Index("ix_season_meeting_other_id", "other_id"),
)

season_title = table(
    "season_title",
    Column("season_id", BIG, nullable=False, autoincrement=False),
    Column("title", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("user_id", BIG, nullable=False, autoincrement=False),
    Column("number", Integer, nullable=False),
    PrimaryKeyConstraint("season_id", "title", "game", "user_id", name="pk_season_title"),
    ForeignKeyConstraint(["season_id"], ["season.id"], name="fk_season_title_season"),
    Index("ix_season_title_user_id", "user_id"),
)
