"""Whether the results of a puzzle of the day stand in its channel, too."""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Add the column; a puzzle after which another one was posted had its results told with that one."""
    op.add_column("daily", sa.Column("told_at", BIG))
    op.execute(
        "UPDATE daily SET told_at = (SELECT MIN(later.posted_at) FROM daily AS later"
        " WHERE later.guild_id = daily.guild_id AND later.day > daily.day)"
    )
