"""Predictions of spectators, how they came out, and whether a server wants any."""

import sqlalchemy as sa
from alembic import op

revision = "0034"
down_revision = "0033"
branch_labels = None
depends_on = None

SURVIVED = True
"""Programs of the schema before go on working beside those of this one."""

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
FLAG = sa.Boolean().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Add the tables and the setting; nobody has predicted anything yet, and every server lets them."""
    op.create_table(
        "occasion",
        sa.Column("match_id", sa.Text, nullable=False),
        sa.Column("number", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("begun_at", BIG, nullable=False),
        sa.Column("answer", sa.Text),
        sa.Column("told_at", BIG),
        sa.PrimaryKeyConstraint("match_id", "number", name="pk_occasion"),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name="fk_occasion_match"),
        sqlite_strict=True,
    )
    op.create_table(
        "prediction",
        sa.Column("match_id", sa.Text, nullable=False),
        sa.Column("number", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("user_id", BIG, nullable=False, autoincrement=False),
        sa.Column("subject", sa.Text, nullable=False),
        sa.Column("answer", sa.Text, nullable=False),
        sa.Column("answers", sa.Integer, nullable=False),
        sa.Column("made_at", BIG, nullable=False),
        sa.Column("foreseen", FLAG),
        sa.PrimaryKeyConstraint("match_id", "number", "user_id", name="pk_prediction"),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name="fk_prediction_match"),
        sa.CheckConstraint("answers BETWEEN 2 AND 5", name="ck_prediction_answers"),
        sqlite_strict=True,
    )
    op.create_index("ix_prediction_user_id", "prediction", ["user_id"])
    op.create_table(
        "forecaster",
        sa.Column("guild_id", BIG, nullable=False, autoincrement=False),
        sa.Column("user_id", BIG, nullable=False, autoincrement=False),
        sa.Column("made", sa.Integer, nullable=False),
        sa.Column("foreseen", sa.Integer, nullable=False),
        sa.Column("points", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "user_id", name="pk_forecaster"),
        sqlite_strict=True,
    )
    op.create_index("ix_forecaster_points", "forecaster", ["guild_id", "points", "foreseen", "user_id", "made"])
    op.create_index("ix_forecaster_user_id", "forecaster", ["user_id"])
    op.add_column("server", sa.Column("predictions", FLAG))
