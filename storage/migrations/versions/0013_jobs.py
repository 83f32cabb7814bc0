"""One queue of jobs in place of the outbox and the timers; what waits in them is carried over."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
FLAG = sa.Boolean().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Copy the rows of both tables, with their ids where they have been sent under these, and drop the tables."""
    op.create_table(
        "job",
        sa.Column("id", BIG, nullable=False),
        sa.Column("match_id", sa.Text, nullable=False),
        sa.Column("lane", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("recipient", BIG),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("supersedes", FLAG, nullable=False),
        sa.Column("pool", sa.Text, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("due_at", BIG, nullable=False),
        sa.Column("leased_until", BIG),
        sa.Column("note", sa.Text, nullable=False),
        sa.Column("created_at", BIG, nullable=False),
        sa.Column("owner", sa.Text),
        sa.Column("waits_for", sa.Text),
        sa.PrimaryKeyConstraint("id", name="pk_job"),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name="fk_job_match"),
        sa.CheckConstraint("state IN ('pending', 'running', 'done', 'failed')", name="ck_job_state"),
        sqlite_strict=True,
        sqlite_autoincrement=True,
    )
    op.execute(
        "INSERT INTO job (id, match_id, lane, kind, recipient, version, supersedes, pool, state, attempts, due_at,"
        " leased_until, note, created_at, owner, waits_for)"
        " SELECT id, match_id, thread_key, kind, recipient, version, supersedes, 'post',"
        " CASE state WHEN 'sending' THEN 'running' ELSE state END, attempts, due_at,"
        " leased_until, note, created_at, owner, waits_for FROM outbox ORDER BY id"
    )
    _go_on_numbering()
    op.execute(
        "INSERT INTO job (match_id, lane, kind, version, supersedes, pool, state, attempts, due_at, note, created_at)"
        " SELECT match_id, kind || ':' || match_id, kind, 0, 1 = 0, 'timer', 'pending', attempts, due_at, '', due_at"
        " FROM timer ORDER BY id"
    )
    op.drop_table("timer")
    op.drop_table("outbox")
    running = sa.text("state = 'running'")
    op.create_index("uq_job_running", "job", ["lane"], unique=True, sqlite_where=running, postgresql_where=running)
    op.create_index("ix_job_pool_state_due_at", "job", ["pool", "state", "due_at"])
    op.create_index("ix_job_lane", "job", ["lane", "state", "id"])
    op.create_index("ix_job_match_id", "job", ["match_id", "state"])


def _go_on_numbering() -> None:
    """Let new jobs get numbers that no row of the outbox has ever had: they serve as nonces of sends."""
    if op.get_bind().dialect.name == "postgresql":
        op.execute(
            "SELECT setval(pg_get_serial_sequence('job', 'id'), GREATEST((SELECT last_value FROM outbox_id_seq), 1))"
        )
        return
    op.execute("DELETE FROM sqlite_sequence WHERE name = 'job'")
    op.execute("INSERT INTO sqlite_sequence (name, seq) SELECT 'job', seq FROM sqlite_sequence WHERE name = 'outbox'")
