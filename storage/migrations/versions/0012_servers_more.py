"""What servers set beyond the first settings; when single matches stood still because their place was out of reach."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Add the columns and the table."""
    for column in (
        sa.Column("ping_role_id", BIG),
        sa.Column("archive_days", sa.Integer),
        sa.Column("log_channel_id", BIG),
    ):
        op.add_column("server", column)
    op.create_table(
        "pause",
        sa.Column("match_id", sa.Text, nullable=False),
        sa.Column("since", BIG, nullable=False),
        sa.Column("until", BIG),
        sa.PrimaryKeyConstraint("match_id", "since", name="pk_pause"),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name="fk_pause_match"),
        sa.CheckConstraint("until >= since", name="ck_pause_until"),
        sqlite_strict=True,
    )
