"""An index of the matches of a server by when they were opened: each has a number there."""

from alembic import op

revision = "0038"
down_revision = "0037"
branch_labels = None
depends_on = None

SURVIVED = True
"""Programs of the schema before go on working beside those of this one."""


def upgrade() -> None:
    """Add the index."""
    op.create_index("ix_match_guild_id", "match", ["guild_id", "created_at", "id"])
