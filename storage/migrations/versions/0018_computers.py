"""With which random numbers, and by which version, a computer player decides in a match."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table; nobody has played against a computer yet."""
    op.create_table(
        "computer",
        sa.Column("match_id", sa.Text, nullable=False),
        sa.Column("user_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("seed", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("match_id", "user_id", name="pk_computer"),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name="fk_computer_match"),
        sqlite_strict=True,
    )
