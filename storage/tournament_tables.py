"""The tables of tournaments: what is played, who has entered, and who meets whom.

Entrants have numbers in the order of their entries, and from the start on seeds, by which pairings name them. Points
are counted in halves. All times are unix milliseconds.
"""

from sqlalchemy import (
    CheckConstraint,
    Column,
    ForeignKeyConstraint,
    Index,
    Integer,
    PrimaryKeyConstraint,
    Text,
    UniqueConstraint,
    false,
)

from storage.schema import BIG, FLAG, table

tournament = table(
    "tournament",
    Column("id", Text, nullable=False),
    Column("guild_id", BIG, nullable=False),
    Column("channel_id", BIG, nullable=False),
    Column("organizer", BIG, nullable=False),
    Column("title", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("formation", Text, nullable=False),
    Column("options", Text, nullable=False),
    Column("pace", Text, nullable=False),
    Column("rated", FLAG, nullable=False),
    Column("language", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("most", Integer, nullable=False),
    Column("rounds", Integer),
    Column("status", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("message_id", BIG),
    Column("shown", Text),
    Column("told_at", BIG),
    Column("created_at", BIG, nullable=False),
    Column("ended_at", BIG),
    PrimaryKeyConstraint("id", name="pk_tournament"),
    CheckConstraint("kind IN ('swiss', 'robin', 'single', 'double')", name="ck_tournament_kind"),
    CheckConstraint("status IN ('open', 'running', 'over', 'cancelled')", name="ck_tournament_status"),
    Index("ix_tournament_guild_id", "guild_id", "status"),
    Index("ix_tournament_status", "status"),
)

entrant = table(
    "entrant",
    Column("tournament_id", Text, nullable=False),
    Column("number", Integer, nullable=False),
    Column("seed", Integer),
    Column("left_at", BIG),
    PrimaryKeyConstraint("tournament_id", "number", name="pk_entrant"),
    ForeignKeyConstraint(["tournament_id"], ["tournament.id"], name="fk_entrant_tournament"),
    UniqueConstraint("tournament_id", "seed", name="uq_entrant_seed"),
)

entrant_member = table(
    "entrant_member",
    Column("tournament_id", Text, nullable=False),
    Column("user_id", BIG, nullable=False, autoincrement=False),
    Column("number", Integer, nullable=False),
    Column("place", Integer, nullable=False),
    Column("accepted", FLAG, nullable=False, server_default=false()),
    PrimaryKeyConstraint("tournament_id", "user_id", name="pk_entrant_member"),
    ForeignKeyConstraint(
        ["tournament_id", "number"], ["entrant.tournament_id", "entrant.number"], name="fk_entrant_member_entrant"
    ),
    UniqueConstraint("tournament_id", "number", "place", name="uq_entrant_member_place"),
    Index("ix_entrant_member_user_id", "user_id"),
)

pairing = table(
    "pairing",
    Column("tournament_id", Text, nullable=False),
    Column("round", Integer, nullable=False),
    Column("board", Integer, nullable=False),
    Column("first", Integer, nullable=False),
    Column("second", Integer),
    Column("match_id", Text, nullable=False),
    Column("game", Integer, nullable=False),
    Column("points_first", Integer),
    Column("points_second", Integer),
    Column("how", Text),
    Column("paired_at", BIG, nullable=False),
    Column("due_at", BIG),
    PrimaryKeyConstraint("tournament_id", "round", "board", name="pk_pairing"),
    ForeignKeyConstraint(["tournament_id"], ["tournament.id"], name="fk_pairing_tournament"),
    # Whatever computes a round twice: nobody stands in it twice, and no match belongs to two pairings.
    UniqueConstraint("tournament_id", "round", "first", name="uq_pairing_first"),
    UniqueConstraint("tournament_id", "round", "second", name="uq_pairing_second"),
    UniqueConstraint("match_id", name="uq_pairing_match_id"),
    CheckConstraint("(points_first IS NULL) = (points_second IS NULL)", name="ck_pairing_points"),
)
