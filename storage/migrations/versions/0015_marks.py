"""What a deletion must not begin anew: matches that one had a seat in, and days of absence, under keyed hashes."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Add the tables."""
    op.create_table(
        "barred",
        sa.Column("match_id", sa.Text, nullable=False),
        sa.Column("mark", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("match_id", "mark", name="pk_barred"),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name="fk_barred_match"),
        sqlite_strict=True,
    )
    op.create_table(
        "spent",
        sa.Column("mark", sa.Text, nullable=False),
        sa.Column("since", BIG, nullable=False),
        sa.Column("until", BIG, nullable=False),
        sa.PrimaryKeyConstraint("mark", name="pk_spent"),
        sa.CheckConstraint("until >= since", name="ck_spent_until"),
        sqlite_strict=True,
    )
