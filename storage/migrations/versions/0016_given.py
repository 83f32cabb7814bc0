"""How often the others have given a seat more time since the match has waited for it."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; nobody is known to have been given any time yet."""
    op.add_column("clock", sa.Column("given", sa.Integer, nullable=False, server_default="0"))
