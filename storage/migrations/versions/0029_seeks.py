"""Seeks: matches that look for their players, who is there so far, and the message of a server that lists them."""

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"
branch_labels = None
depends_on = None

SURVIVED = True
"""Programs of the schema before go on working beside those of this one."""

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
FLAG = sa.Boolean().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Add the tables; nobody is looking for a match yet."""
    op.create_table(
        "seek",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("guild_id", BIG, nullable=False),
        sa.Column("channel_id", BIG, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("formation", sa.Text, nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("rated", FLAG, nullable=False),
        sa.Column("seed", sa.LargeBinary, nullable=False),
        sa.Column("blind", sa.Text, nullable=False),
        sa.Column("opened_at", BIG, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_seek"),
        sqlite_strict=True,
    )
    op.create_index("ix_seek_terms", "seek", ["game", "formation", "rated", "guild_id", "opened_at", "id"])
    op.create_index("ix_seek_guild_id", "seek", ["guild_id", "opened_at", "id"])
    op.create_table(
        "seeker",
        sa.Column("seek_id", sa.Text, nullable=False),
        sa.Column("user_id", BIG, nullable=False, autoincrement=False),
        sa.Column("guild_id", BIG, nullable=False),
        sa.Column("channel_id", BIG, nullable=False),
        sa.Column("interaction_id", BIG, nullable=False),
        sa.Column("pace", sa.Text, nullable=False),
        sa.Column("language", sa.Text, nullable=False),
        sa.Column("low", BIG),
        sa.Column("high", BIG),
        sa.Column("across", FLAG, nullable=False),
        sa.Column("blind", sa.Text, nullable=False),
        sa.Column("since", BIG, nullable=False),
        sa.Column("expires_at", BIG, nullable=False),
        sa.PrimaryKeyConstraint("seek_id", "user_id", name="pk_seeker"),
        sa.ForeignKeyConstraint(["seek_id"], ["seek.id"], name="fk_seeker_seek"),
        sa.UniqueConstraint("interaction_id", name="uq_seeker_interaction_id"),
        sqlite_strict=True,
    )
    op.create_index("ix_seeker_user_id", "seeker", ["user_id"])
    op.create_index("ix_seeker_expires_at", "seeker", ["expires_at"])
    op.create_table(
        "seek_page",
        sa.Column("guild_id", BIG, nullable=False, autoincrement=False),
        sa.Column("channel_id", BIG, nullable=False),
        sa.Column("message_id", BIG),
        sa.Column("posted_at", BIG, nullable=False),
        sa.Column("shown", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("guild_id", name="pk_seek_page"),
        sqlite_strict=True,
    )
    op.add_column("server", sa.Column("seek_channel_id", BIG))
