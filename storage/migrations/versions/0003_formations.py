"""Formations, languages and agreements: the formation and language of a match, settings of players and of servers."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
FLAG = sa.Boolean().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Add the columns and the table; entries about resigning and draws become agreements.

    Matches that were begun before have no formation and no language: the one follows from the number of their seats,
    the other was never chosen.
    """
    op.add_column("match", sa.Column("formation", sa.Text))
    op.add_column("match", sa.Column("language", sa.Text))
    op.add_column("player", sa.Column("language", sa.Text))
    op.create_table(
        "guild",
        sa.Column("guild_id", BIG, nullable=False, autoincrement=False),
        sa.Column("language", sa.Text),
        sa.Column("updated_at", BIG, nullable=False),
        sa.PrimaryKeyConstraint("guild_id", name="pk_guild"),
        sqlite_strict=True,
    )
    _rebuild_actions()


def _rebuild_actions() -> None:
    """Widen the check of `action.kind`, which SQLite can only do with a new table.

    The rows wait in a copy meanwhile. Renaming the new table into place would change the text of its definition, and
    that of a database made anew has to be the same.
    """
    op.execute("CREATE TEMPORARY TABLE old_action AS SELECT * FROM action")
    op.drop_table("action")
    _create_actions()
    op.execute(
        "INSERT INTO action SELECT match_id, seq,"
        " CASE WHEN kind = 'action' AND (text IN ('resign', 'draw') OR text LIKE 'draw %') THEN 'agreement'"
        " ELSE kind END,"
        " seat, text, boundary, secret, undoes, state_hash, choice_key, created_at FROM old_action"
    )
    op.execute("DROP TABLE old_action")


def _create_actions() -> None:
    op.create_table(
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
        sa.CheckConstraint("kind IN ('action', 'agreement', 'undo')", name="ck_action_kind"),
        sa.CheckConstraint("(kind = 'undo') = (undoes IS NOT NULL)", name="ck_action_undoes"),
        sa.CheckConstraint("seq >= 1 AND (undoes IS NULL OR undoes < seq)", name="ck_action_seq"),
        sqlite_strict=True,
    )
