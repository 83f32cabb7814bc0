"""At which level the computer plays on for people of a server who do not."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; no server has set anything yet."""
    op.add_column("server", sa.Column("stand_in", sa.Text))
