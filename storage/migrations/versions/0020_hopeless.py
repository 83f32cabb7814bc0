"""For how many turns in a row a computer player has seen next to no chance, and which turn was counted last."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns; no turn has been counted yet."""
    op.add_column("computer", sa.Column("hopeless", sa.Integer, nullable=False, server_default="0"))
    op.add_column("computer", sa.Column("turn", sa.Integer, nullable=False, server_default="-1"))
