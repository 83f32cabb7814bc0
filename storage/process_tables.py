"""The tables of several processes on one database: who they are, which shards they serve, what they share.

Times are unix milliseconds. With SQLite, where one process has the database to itself, they stay empty.
"""

from sqlalchemy import Column, ForeignKeyConstraint, Index, Integer, PrimaryKeyConstraint, Text, false, true

from storage.schema import BIG, FLAG, table

process = table(
    "process",
    Column("id", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("pid", BIG, nullable=False),
    Column("host", Text, nullable=False),
    Column("version", Text, nullable=False),
    Column("shard_count", Integer, nullable=False),
    Column("since", BIG, nullable=False),
    Column("beat", BIG, nullable=False),
    Column("sharing", FLAG, nullable=False, server_default=false()),
    Column("ready", FLAG, nullable=False, server_default=true()),
    PrimaryKeyConstraint("id", name="pk_process"),
)

shard = table(
    "shard",
    Column("number", Integer, nullable=False, autoincrement=False),
    Column("process", Text, nullable=False),
    Column("heir", Text),
    PrimaryKeyConstraint("number", name="pk_shard"),
    ForeignKeyConstraint(["process"], ["process.id"], name="fk_shard_process", ondelete="CASCADE"),
    ForeignKeyConstraint(["heir"], ["process.id"], name="fk_shard_heir", ondelete="SET NULL"),
)

claim = table(
    "claim",
    Column("interaction", BIG, nullable=False, autoincrement=False),
    Column("at", BIG, nullable=False),
    PrimaryKeyConstraint("interaction", name="pk_claim"),
    Index("ix_claim_at", "at"),
)

allowance = table(
    "allowance",
    Column("what", Text, nullable=False),
    Column("user_id", BIG, nullable=False, autoincrement=False),
    Column("full_at", BIG, nullable=False),
    PrimaryKeyConstraint("what", "user_id", name="pk_allowance"),
)

call = table(
    "call",
    Column("id", BIG, nullable=False),
    Column("user_id", BIG, nullable=False),
    Column("called_id", BIG, nullable=False),
    Column("at", BIG, nullable=False),
    PrimaryKeyConstraint("id", name="pk_call"),
    Index("ix_call_user_id", "user_id", "called_id"),
    Index("ix_call_called_id", "called_id"),
    autoincrement=True,
)
