"""Whether members of a server may look for opponents elsewhere, and where the players of such matches come from."""

import sqlalchemy as sa
from alembic import op

revision = "0032"
down_revision = "0031"
branch_labels = None
depends_on = None

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
FLAG = sa.Boolean().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Add the table and the setting, which is off. Programs of the schema before cannot show such a match."""
    op.create_table(
        "home",
        sa.Column("match_id", sa.Text, nullable=False),
        sa.Column("user_id", BIG, nullable=False, autoincrement=False),
        sa.Column("guild_id", BIG, nullable=False),
        sa.Column("channel_id", BIG, nullable=False),
        sa.PrimaryKeyConstraint("match_id", "user_id", name="pk_home"),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name="fk_home_match"),
        sqlite_strict=True,
    )
    op.create_index("ix_home_user_id", "home", ["user_id"])
    op.add_column("server", sa.Column("across", FLAG, nullable=False, server_default=sa.false()))
