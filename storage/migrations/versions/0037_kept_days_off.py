"""The days off and the time zone that clocks keep until the next week begins, after others were chosen."""

import sqlalchemy as sa
from alembic import op

revision = "0037"
down_revision = "0036"
branch_labels = None
depends_on = None

SURVIVED = True
"""Programs of the schema before go on working beside those of this one."""

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Add the columns; what was chosen before has always counted."""
    op.add_column("calendar", sa.Column("kept_zone", sa.Text, nullable=False, server_default="UTC"))
    op.add_column("calendar", sa.Column("kept_days_off", sa.Integer, nullable=False, server_default="0"))
    op.add_column("calendar", sa.Column("kept_until", BIG))
