"""Seeks in which people of several servers wait together: found by the servers of those who are there."""

from alembic import op

revision = "0035"
down_revision = "0034"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Change the indexes. Programs of the schema before would show such people to servers that are not theirs."""
    op.drop_index("ix_seek_guild_id", "seek")
    op.create_index("ix_seeker_guild_id", "seeker", ["guild_id", "seek_id"])
