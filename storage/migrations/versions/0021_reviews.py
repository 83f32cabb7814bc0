"""What is said of the turns of a match that is over."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table; nobody has asked for a review yet."""
    op.create_table(
        "review",
        sa.Column("match_id", sa.Text, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("match_id", name="pk_review"),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name="fk_review_match"),
        sqlite_strict=True,
    )
