"""Several processes on one database: who they are, which shards they serve, and what they share."""

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None

SURVIVED = True
"""Programs of the schema before go on working beside those of this one."""

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
FLAG = sa.Boolean().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "process",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("pid", BIG, nullable=False),
        sa.Column("host", sa.Text, nullable=False),
        sa.Column("version", sa.Text, nullable=False),
        sa.Column("shard_count", sa.Integer, nullable=False),
        sa.Column("since", BIG, nullable=False),
        sa.Column("beat", BIG, nullable=False),
        sa.Column("sharing", FLAG, nullable=False, server_default=sa.false()),
        sa.PrimaryKeyConstraint("id", name="pk_process"),
        sqlite_strict=True,
    )
    op.create_table(
        "shard",
        sa.Column("number", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("process", sa.Text, nullable=False),
        sa.Column("heir", sa.Text),
        sa.PrimaryKeyConstraint("number", name="pk_shard"),
        sa.ForeignKeyConstraint(["process"], ["process.id"], name="fk_shard_process", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["heir"], ["process.id"], name="fk_shard_heir", ondelete="SET NULL"),
        sqlite_strict=True,
    )
    op.create_table(
        "claim",
        sa.Column("interaction", BIG, nullable=False, autoincrement=False),
        sa.Column("at", BIG, nullable=False),
        sa.PrimaryKeyConstraint("interaction", name="pk_claim"),
        sqlite_strict=True,
    )
    op.create_index("ix_claim_at", "claim", ["at"])
    op.create_table(
        "allowance",
        sa.Column("what", sa.Text, nullable=False),
        sa.Column("user_id", BIG, nullable=False, autoincrement=False),
        sa.Column("full_at", BIG, nullable=False),
        sa.PrimaryKeyConstraint("what", "user_id", name="pk_allowance"),
        sqlite_strict=True,
    )
    op.create_table(
        "call",
        sa.Column("id", BIG, nullable=False),
        sa.Column("user_id", BIG, nullable=False),
        sa.Column("called_id", BIG, nullable=False),
        sa.Column("at", BIG, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_call"),
        sqlite_strict=True,
        sqlite_autoincrement=True,
    )
    op.create_index("ix_call_user_id", "call", ["user_id", "called_id"])
    op.create_index("ix_call_called_id", "call", ["called_id"])
