"""Reports about people, until they are dealt with, and the channel that gets them."""

import sqlalchemy as sa
from alembic import op

revision = "0031"
down_revision = "0030"
branch_labels = None
depends_on = None

SURVIVED = True
"""Programs of the schema before go on working beside those of this one."""

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Add the table and the setting; nobody has reported anybody yet."""
    op.create_table(
        "report",
        sa.Column("id", BIG, nullable=False),
        sa.Column("guild_id", BIG, nullable=False),
        sa.Column("user_id", BIG, nullable=False),
        sa.Column("about_id", BIG, nullable=False),
        sa.Column("match_id", sa.Text),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("created_at", BIG, nullable=False),
        sa.Column("channel_id", BIG),
        sa.Column("message_id", BIG),
        sa.PrimaryKeyConstraint("id", name="pk_report"),
        sa.UniqueConstraint("guild_id", "user_id", "about_id", name="uq_report_about"),
        sqlite_strict=True,
        sqlite_autoincrement=True,
    )
    op.create_index("ix_report_user_id", "report", ["user_id"])
    op.create_index("ix_report_about_id", "report", ["about_id"])
    op.add_column("server", sa.Column("report_channel_id", BIG))
