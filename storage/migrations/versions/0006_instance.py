"""Instance: which process works on the database."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Create the table of leases on the database as a whole."""
    op.create_table(
        "instance",
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("owner", sa.Text, nullable=False),
        sa.Column("pid", BIG, nullable=False),
        sa.Column("host", sa.Text, nullable=False),
        sa.Column("since", BIG, nullable=False),
        sa.Column("until", BIG, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_instance"),
        sqlite_strict=True,
    )
