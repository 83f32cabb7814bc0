"""What matches came to: rated matches, ratings, statistics, and who shows them to others."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
FLAG = sa.Boolean().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Add columns and tables. Earlier matches are not rated; the bot counts those that are over when it starts."""
    op.add_column("match", sa.Column("rated", FLAG, nullable=False, server_default=sa.false()))
    op.add_column("player", sa.Column("stats", FLAG, nullable=False, server_default=sa.true()))
    _history()
    _ratings()
    _counts()


def _history() -> None:
    op.create_table(
        "finished",
        sa.Column("number", BIG, nullable=False),
        *_texts("match_id"),
        sa.Column("guild_id", BIG, nullable=False),
        *_texts("game", "kind", "rates", "computer", "pace"),
        *_numbers("turns"),
        sa.Column("lasted", BIG, nullable=False),
        sa.Column("ended_at", BIG, nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_finished"),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name="fk_finished_match"),
        sa.UniqueConstraint("match_id", name="uq_finished_match_id"),
        sa.CheckConstraint("rates IN ('all', 'leavers', 'none')", name="ck_finished_rates"),
        sqlite_strict=True,
        sqlite_autoincrement=True,
    )
    op.create_table(
        "played",
        *_texts("match_id"),
        *_numbers("seat"),
        sa.Column("user_id", BIG, nullable=False),
        *_numbers("team", "place"),
        *_texts("came"),
        sa.Column("person", FLAG, nullable=False),
        sa.Column("late", FLAG, nullable=False),
        *_texts("words"),
        sa.PrimaryKeyConstraint("match_id", "seat", name="pk_played"),
        sa.ForeignKeyConstraint(["match_id"], ["finished.match_id"], name="fk_played_finished"),
        sa.CheckConstraint("came IN ('won', 'drawn', 'lost', 'left', 'off')", name="ck_played_came"),
        sqlite_strict=True,
    )
    op.create_index("ix_played_user_id", "played", ["user_id"])


def _ratings() -> None:
    op.create_table(
        "rating",
        sa.Column("guild_id", BIG, nullable=False, autoincrement=False),
        *_texts("game", "kind"),
        sa.Column("user_id", BIG, nullable=False),
        *_numbers("mu", "sigma"),
        sa.Column("settled", FLAG, nullable=False),
        *_numbers("low", "matches"),
        sa.PrimaryKeyConstraint("user_id", "guild_id", "game", "kind", name="pk_rating"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    low = ["guild_id", "game", "kind", "settled", "low", "user_id", "mu", "sigma", "matches"]
    op.create_index("ix_rating_low", "rating", low)
    op.create_table(
        "rating_change",
        sa.Column("guild_id", BIG, nullable=False, autoincrement=False),
        *_texts("game", "kind"),
        sa.Column("user_id", BIG, nullable=False),
        sa.Column("number", BIG, nullable=False),
        *_numbers("mu_before", "sigma_before", "mu", "sigma"),
        sa.PrimaryKeyConstraint("user_id", "guild_id", "game", "kind", "number", name="pk_rating_change"),
        sa.ForeignKeyConstraint(["number"], ["finished.number"], name="fk_rating_change_finished"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index("ix_rating_change_number", "rating_change", ["number"])


def _counts() -> None:
    op.create_table(
        "tally",
        sa.Column("guild_id", BIG, nullable=False, autoincrement=False),
        sa.Column("user_id", BIG, nullable=False),
        *_texts("game", "kind", "topic", "word"),
        *_numbers("matches", "won", "drawn", "left", "late", "times"),
        sa.Column("turns", BIG, nullable=False),
        sa.Column("lasted", BIG, nullable=False),
        *_numbers("streak", "longest"),
        sa.PrimaryKeyConstraint("user_id", "guild_id", "game", "kind", "topic", "word", name="pk_tally"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_table(
        "meeting",
        sa.Column("guild_id", BIG, nullable=False, autoincrement=False),
        sa.Column("user_id", BIG, nullable=False),
        sa.Column("other_id", BIG, nullable=False),
        *_texts("game", "kind"),
        *_numbers("matches", "won", "drawn"),
        sa.PrimaryKeyConstraint("user_id", "guild_id", "other_id", "game", "kind", name="pk_meeting"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index("ix_meeting_other_id", "meeting", ["other_id"])


def _texts(*names: str) -> list[sa.Column[str]]:
    return [sa.Column(name, sa.Text, nullable=False) for name in names]


def _numbers(*names: str) -> list[sa.Column[int]]:
    return [sa.Column(name, sa.Integer, nullable=False) for name in names]
