"""The first schema."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.sql.schema import SchemaItem

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
FLAG = sa.Boolean().with_variant(sa.Integer(), "sqlite")


def _create(name: str, *items: SchemaItem, autoincrement: bool = False) -> None:
    op.create_table(name, *items, sqlite_strict=True, sqlite_autoincrement=autoincrement)


def upgrade() -> None:
    """Create every table of the first version."""
    _create(
        "match",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("seed", sa.LargeBinary, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("snapshot", sa.Text),
        sa.Column("state_hash", sa.Text),
        sa.Column("result", sa.Text),
        sa.Column("creator", BIG),
        sa.Column("private", FLAG, nullable=False),
        sa.Column("guild_id", BIG),
        sa.Column("channel_id", BIG),
        sa.Column("thread_id", BIG),
        sa.Column("start_message_id", BIG),
        sa.Column("rematch_of", sa.Text),
        sa.Column("created_at", BIG, nullable=False),
        sa.Column("updated_at", BIG, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_match"),
        sa.ForeignKeyConstraint(["rematch_of"], ["match.id"], name="fk_match_rematch_of"),
        sa.CheckConstraint("status IN ('lobby', 'running', 'over', 'cancelled')", name="ck_match_status"),
        sa.CheckConstraint("version >= 0", name="ck_match_version"),
    )
    op.create_index("ix_match_status", "match", ["status"])
    op.create_index("ix_match_thread_id", "match", ["thread_id"])
    op.create_index("ix_match_channel_id", "match", ["channel_id"])
    op.create_index("ix_match_start_message_id", "match", ["start_message_id"])
    op.create_index("ix_match_rematch_of", "match", ["rematch_of"])

    _create(
        "seat",
        sa.Column("match_id", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("user_id", BIG),
        sa.Column("status", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("match_id", "seat", name="pk_seat"),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name="fk_seat_match"),
        sa.UniqueConstraint("match_id", "user_id", name="uq_seat_match_user"),
        sa.CheckConstraint("status IN ('invited', 'accepted')", name="ck_seat_status"),
        sa.CheckConstraint("seat >= 0", name="ck_seat_seat"),
    )
    op.create_index("ix_seat_user_id", "seat", ["user_id"])

    _create(
        "action",
        sa.Column("match_id", sa.Text, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("boundary", FLAG, nullable=False),
        sa.Column("secret", FLAG, nullable=False),
        sa.Column("undoes", sa.Integer),
        sa.Column("state_hash", sa.Text, nullable=False),
        sa.Column("choice_key", sa.Text, nullable=False),
        sa.Column("created_at", BIG, nullable=False),
        sa.PrimaryKeyConstraint("match_id", "seq", name="pk_action"),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name="fk_action_match"),
        sa.ForeignKeyConstraint(["match_id", "undoes"], ["action.match_id", "action.seq"], name="fk_action_undoes"),
        sa.CheckConstraint("kind IN ('action', 'undo')", name="ck_action_kind"),
        sa.CheckConstraint("(kind = 'undo') = (undoes IS NOT NULL)", name="ck_action_undoes"),
        sa.CheckConstraint("seq >= 1 AND (undoes IS NULL OR undoes < seq)", name="ck_action_seq"),
    )

    _create(
        "interaction",
        sa.Column("id", BIG, nullable=False, autoincrement=False),
        sa.Column("match_id", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("answer", sa.Text),
        sa.Column("created_at", BIG, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_interaction"),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name="fk_interaction_match"),
    )
    op.create_index("ix_interaction_created_at", "interaction", ["created_at"])

    _create(
        "outbox",
        sa.Column("id", BIG, nullable=False),
        sa.Column("match_id", sa.Text, nullable=False),
        sa.Column("thread_key", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("recipient", BIG),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("supersedes", FLAG, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("due_at", BIG, nullable=False),
        sa.Column("leased_until", BIG),
        sa.Column("note", sa.Text, nullable=False),
        sa.Column("created_at", BIG, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_outbox"),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name="fk_outbox_match"),
        sa.CheckConstraint("state IN ('pending', 'sending', 'done', 'failed')", name="ck_outbox_state"),
        autoincrement=True,
    )
    op.create_index("ix_outbox_state_due_at", "outbox", ["state", "due_at"])
    op.create_index("ix_outbox_lane", "outbox", ["thread_key", "state", "id"])
    op.create_index("ix_outbox_match_id", "outbox", ["match_id"])

    _create(
        "message",
        sa.Column("id", BIG, nullable=False),
        sa.Column("match_id", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("recipient", BIG),
        sa.Column("channel_id", BIG, nullable=False),
        sa.Column("message_id", BIG, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("extra", sa.Text),
        sa.Column("created_at", BIG, nullable=False),
        sa.Column("updated_at", BIG, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_message"),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name="fk_message_match"),
        sa.UniqueConstraint("message_id", name="uq_message_message_id"),
        sa.CheckConstraint("state IN ('live', 'closed')", name="ck_message_state"),
        autoincrement=True,
    )
    op.create_index("ix_message_match_kind", "message", ["match_id", "kind", "id"])

    _create(
        "timer",
        sa.Column("id", BIG, nullable=False),
        sa.Column("match_id", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("due_at", BIG, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_timer"),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name="fk_timer_match"),
        sa.UniqueConstraint("match_id", "kind", name="uq_timer_match_kind"),
        autoincrement=True,
    )
    op.create_index("ix_timer_due_at", "timer", ["due_at"])

    _create(
        "player",
        sa.Column("user_id", BIG, nullable=False, autoincrement=False),
        sa.Column("dm", FLAG, nullable=False),
        sa.Column("dm_closed", FLAG, nullable=False),
        sa.Column("updated_at", BIG, nullable=False),
        sa.PrimaryKeyConstraint("user_id", name="pk_player"),
    )

    _create(
        "meta",
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("value", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_meta"),
    )
