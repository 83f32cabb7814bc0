"""What somebody has chosen for their next turn and not kept yet."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; nobody is in the middle of choosing."""
    op.add_column("plan", sa.Column("draft", sa.Text))
