"""How the seats of a match are dealt: a row says whether they are drawn when everybody is there."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

FLAG = sa.Boolean().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Create the table; matches of the first version have no row in it, because nothing was drawn there."""
    op.create_table(
        "seating",
        sa.Column("match_id", sa.Text, nullable=False),
        sa.Column("drawn", FLAG, nullable=False),
        sa.PrimaryKeyConstraint("match_id", name="pk_seating"),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name="fk_seating_match"),
        sqlite_strict=True,
    )
