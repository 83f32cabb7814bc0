"""Whether the others were told since the beginning of a turn that its player is away."""

import sqlalchemy as sa
from alembic import op

revision = "0036"
down_revision = "0035"
branch_labels = None
depends_on = None

SURVIVED = True
"""Programs of the schema before go on working beside those of this one."""

FLAG = sa.Boolean().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Add the column; whoever is away may be told of once more."""
    op.add_column("clock", sa.Column("away_told", FLAG, nullable=False, server_default=sa.false()))
