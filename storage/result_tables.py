"""The tables of results: what each match came to, and what follows from all of them, for every question one row a key.

`finished` and `played` are the history. All others follow from it (`storage.results.recompute`) and are brought up to
date in the transaction that ends a match, so that nothing is ever counted when somebody asks. `guild_id` is 0 for
matches on no server.
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
)

from storage.schema import BIG, FLAG, table

finished = table(
    "finished",
    Column("number", BIG, nullable=False),
    Column("match_id", Text, nullable=False),
    Column("guild_id", BIG, nullable=False),
    Column("game", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("rates", Text, nullable=False),
    Column("computer", Text, nullable=False),
    Column("pace", Text, nullable=False),
    Column("turns", Integer, nullable=False),
    Column("lasted", BIG, nullable=False),
    Column("ended_at", BIG, nullable=False),
    PrimaryKeyConstraint("number", name="pk_finished"),
    ForeignKeyConstraint(["match_id"], ["match.id"], name="fk_finished_match"),
    UniqueConstraint("match_id", name="uq_finished_match_id"),
    CheckConstraint("rates IN ('all', 'leavers', 'none')", name="ck_finished_rates"),
    autoincrement=True,
)

played = table(
    "played",
    Column("match_id", Text, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("user_id", BIG, nullable=False),
    Column("team", Integer, nullable=False),
    Column("place", Integer, nullable=False),
    Column("came", Text, nullable=False),
    Column("person", FLAG, nullable=False),
    Column("late", FLAG, nullable=False),
    Column("words", Text, nullable=False),
    PrimaryKeyConstraint("match_id", "seat", name="pk_played"),
    ForeignKeyConstraint(["match_id"], ["finished.match_id"], name="fk_played_finished"),
    CheckConstraint("came IN ('won', 'drawn', 'lost', 'left', 'off')", name="ck_played_came"),
    Index("ix_played_user_id", "user_id"),
)

rating = table(
    "rating",
    Column("guild_id", BIG, nullable=False, autoincrement=False),
    Column("game", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("user_id", BIG, nullable=False),
    Column("mu", Integer, nullable=False),
    Column("sigma", Integer, nullable=False),
    Column("settled", FLAG, nullable=False),
    Column("low", Integer, nullable=False),
    Column("matches", Integer, nullable=False),
    PrimaryKeyConstraint("user_id", "guild_id", "game", "kind", name="pk_rating"),
    Index("ix_rating_low", "guild_id", "game", "kind", "settled", "low", "user_id", "mu", "sigma", "matches"),
    clustered=True,
)

rating_change = table(
    "rating_change",
    Column("guild_id", BIG, nullable=False, autoincrement=False),
    Column("game", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("user_id", BIG, nullable=False),
    Column("number", BIG, nullable=False),
    Column("mu_before", Integer, nullable=False),
    Column("sigma_before", Integer, nullable=False),
    Column("mu", Integer, nullable=False),
    Column("sigma", Integer, nullable=False),
    PrimaryKeyConstraint("user_id", "guild_id", "game", "kind", "number", name="pk_rating_change"),
    ForeignKeyConstraint(["number"], ["finished.number"], name="fk_rating_change_finished"),
    Index("ix_rating_change_number", "number"),
    clustered=True,
)

tally = table(
    "tally",
    Column("guild_id", BIG, nullable=False, autoincrement=False),
    Column("user_id", BIG, nullable=False),
    Column("game", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("topic", Text, nullable=False),
    Column("word", Text, nullable=False),
    Column("matches", Integer, nullable=False),
    Column("won", Integer, nullable=False),
    Column("drawn", Integer, nullable=False),
    Column("left", Integer, nullable=False),
    Column("late", Integer, nullable=False),
    Column("times", Integer, nullable=False),
    Column("turns", BIG, nullable=False),
    Column("lasted", BIG, nullable=False),
    Column("streak", Integer, nullable=False),
    Column("longest", Integer, nullable=False),
    PrimaryKeyConstraint("user_id", "guild_id", "game", "kind", "topic", "word", name="pk_tally"),
    clustered=True,
)

meeting = table(
    "meeting",
    Column("guild_id", BIG, nullable=False, autoincrement=False),
    Column("user_id", BIG, nullable=False),
    Column("other_id", BIG, nullable=False),
    Column("game", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("matches", Integer, nullable=False),
    Column("won", Integer, nullable=False),
    Column("drawn", Integer, nullable=False),
    PrimaryKeyConstraint("user_id", "guild_id", "other_id", "game", "kind", name="pk_meeting"),
    Index("ix_meeting_other_id", "other_id"),
    clustered=True,
)
