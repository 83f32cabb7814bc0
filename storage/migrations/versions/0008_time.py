"""Time: the pace of a match, the clocks of its seats, calendars and absences of people, outages of the bot."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Add the tables, and the column without which a match has no clocks: so are all that were begun before."""
    op.add_column("match", sa.Column("pace", sa.Text))
    op.create_table(
        "clock",
        sa.Column("match_id", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("left_ms", BIG),
        sa.Column("since", BIG),
        sa.Column("own_ms", BIG),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("began", sa.Integer, nullable=False),
        sa.Column("told", sa.Integer, nullable=False),
        sa.Column("runs_out", BIG),
        sa.Column("out_at", BIG),
        sa.Column("nudged_at", BIG),
        sa.PrimaryKeyConstraint("match_id", "seat", name="pk_clock"),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name="fk_clock_match"),
        sqlite_strict=True,
    )
    op.create_table(
        "calendar",
        sa.Column("user_id", BIG, nullable=False, autoincrement=False),
        sa.Column("zone", sa.Text, nullable=False),
        sa.Column("quiet_from", sa.Integer),
        sa.Column("quiet_to", sa.Integer),
        sa.Column("days_off", sa.Integer, nullable=False),
        sa.Column("reminders", sa.Text, nullable=False),
        sa.Column("updated_at", BIG, nullable=False),
        sa.PrimaryKeyConstraint("user_id", name="pk_calendar"),
        sa.CheckConstraint("(quiet_from IS NULL) = (quiet_to IS NULL)", name="ck_calendar_quiet"),
        sa.CheckConstraint("reminders IN ('dm', 'thread', 'none')", name="ck_calendar_reminders"),
        sqlite_strict=True,
    )
    op.create_table(
        "absence",
        sa.Column("user_id", BIG, nullable=False, autoincrement=False),
        sa.Column("since", BIG, nullable=False),
        sa.Column("until", BIG, nullable=False),
        sa.PrimaryKeyConstraint("user_id", "since", name="pk_absence"),
        sa.CheckConstraint("until >= since", name="ck_absence_until"),
        sqlite_strict=True,
    )
    op.create_table(
        "outage",
        sa.Column("since", BIG, nullable=False, autoincrement=False),
        sa.Column("until", BIG, nullable=False),
        sa.PrimaryKeyConstraint("since", name="pk_outage"),
        sa.CheckConstraint("until >= since", name="ck_outage_until"),
        sqlite_strict=True,
    )
    op.create_table(
        "voice",
        sa.Column("match_id", sa.Text, nullable=False),
        sa.Column("about", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("answer", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("match_id", "about", "seat", name="pk_voice"),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name="fk_voice_match"),
        sqlite_strict=True,
    )
