"""The game of which the puzzles of the day on a server are."""

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0029"
branch_labels = None
depends_on = None

SURVIVED = True
"""Programs of the schema before go on working beside those of this one."""


def upgrade() -> None:
    """Add the column; every server has another game every day, as before."""
    op.add_column("server", sa.Column("puzzle_game", sa.Text))
