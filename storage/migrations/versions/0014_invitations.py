"""Whether somebody wants to be challenged, and to be offered seats, by name."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

FLAG = sa.Boolean().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Add the column; everybody who is known has not said anything against it."""
    op.add_column("player", sa.Column("invitations", FLAG, nullable=False, server_default=sa.true()))
