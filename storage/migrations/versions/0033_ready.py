"""Whether a process serves its shards already, or is still beginning."""

import sqlalchemy as sa
from alembic import op

revision = "0033"
down_revision = "0032"
branch_labels = None
depends_on = None

SURVIVED = True
"""Programs of the schema before go on working beside those of this one."""

FLAG = sa.Boolean().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Add the column; a process of an earlier version, which says nothing of it, counts as ready."""
    op.add_column("process", sa.Column("ready", FLAG, nullable=False, server_default=sa.true()))
