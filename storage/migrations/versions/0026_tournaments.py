"""Tournaments: what is played, who has entered, and who meets whom."""

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
FLAG = sa.Boolean().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Add the tables; there was no tournament before."""
    _tournaments()
    _entrants()
    _pairings()


def _tournaments() -> None:
    op.create_table(
        "tournament",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("guild_id", BIG, nullable=False),
        sa.Column("channel_id", BIG, nullable=False),
        sa.Column("organizer", BIG, nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("formation", sa.Text, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("pace", sa.Text, nullable=False),
        sa.Column("rated", FLAG, nullable=False),
        sa.Column("language", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("most", sa.Integer, nullable=False),
        sa.Column("rounds", sa.Integer),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("message_id", BIG),
        sa.Column("shown", sa.Text),
        sa.Column("told_at", BIG),
        sa.Column("created_at", BIG, nullable=False),
        sa.Column("ended_at", BIG),
        sa.PrimaryKeyConstraint("id", name="pk_tournament"),
        sa.CheckConstraint("kind IN ('swiss', 'robin', 'single', 'double')", name="ck_tournament_kind"),
        sa.CheckConstraint("status IN ('open', 'running', 'over', 'cancelled')", name="ck_tournament_status"),
        sqlite_strict=True,
    )
    op.create_index("ix_tournament_guild_id", "tournament", ["guild_id", "status"])
    op.create_index("ix_tournament_status", "tournament", ["status"])


def _entrants() -> None:
    op.create_table(
        "entrant",
        sa.Column("tournament_id", sa.Text, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("seed", sa.Integer),
        sa.Column("left_at", BIG),
        sa.PrimaryKeyConstraint("tournament_id", "number", name="pk_entrant"),
        sa.ForeignKeyConstraint(["tournament_id"], ["tournament.id"], name="fk_entrant_tournament"),
        sa.UniqueConstraint("tournament_id", "seed", name="uq_entrant_seed"),
        sqlite_strict=True,
    )
    op.create_table(
        "entrant_member",
        sa.Column("tournament_id", sa.Text, nullable=False),
        sa.Column("user_id", BIG, nullable=False, autoincrement=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("accepted", FLAG, nullable=False, server_default=sa.false()),
        sa.PrimaryKeyConstraint("tournament_id", "user_id", name="pk_entrant_member"),
        sa.ForeignKeyConstraint(
            ["tournament_id", "number"],
            ["entrant.tournament_id", "entrant.number"],
            name="fk_entrant_member_entrant",
        ),
        sa.UniqueConstraint("tournament_id", "number", "place", name="uq_entrant_member_place"),
        sqlite_strict=True,
    )
    op.create_index("ix_entrant_member_user_id", "entrant_member", ["user_id"])


def _pairings() -> None:
    op.create_table(
        "pairing",
        sa.Column("tournament_id", sa.Text, nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("board", sa.Integer, nullable=False),
        sa.Column("first", sa.Integer, nullable=False),
        sa.Column("second", sa.Integer),
        sa.Column("match_id", sa.Text, nullable=False),
        sa.Column("game", sa.Integer, nullable=False),
        sa.Column("points_first", sa.Integer),
        sa.Column("points_second", sa.Integer),
        sa.Column("how", sa.Text),
        sa.Column("paired_at", BIG, nullable=False),
        sa.Column("due_at", BIG),
        sa.PrimaryKeyConstraint("tournament_id", "round", "board", name="pk_pairing"),
        sa.ForeignKeyConstraint(["tournament_id"], ["tournament.id"], name="fk_pairing_tournament"),
        sa.UniqueConstraint("tournament_id", "round", "first", name="uq_pairing_first"),
        sa.UniqueConstraint("tournament_id", "round", "second", name="uq_pairing_second"),
        sa.UniqueConstraint("match_id", name="uq_pairing_match_id"),
        sa.CheckConstraint("(points_first IS NULL) = (points_second IS NULL)", name="ck_pairing_points"),
        sqlite_strict=True,
    )
