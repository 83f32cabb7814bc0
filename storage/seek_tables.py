"""The tables of seeks: matches that look for their players, and who is there so far, each with what they ask for.

Of a match that was found across servers it is kept where each of its players has looked for it (`home`).

In a seek people of several servers wait together, where all of them and their servers want that; it belongs to a server
(`guild_id`) of which somebody waits there, and each of those servers lists it.

A seek has the id that its match will have, and its secret. Ranges of ratings are in the units of `storage.strength`;
empty words ask for nothing. All times are unix milliseconds.
"""

from sqlalchemy import Column, ForeignKeyConstraint, Index, Integer, LargeBinary, PrimaryKeyConstraint, Text
from sqlalchemy import UniqueConstraint as Unique

from storage.schema import BIG, FLAG, table

seek = table(
    "seek",
    Column("id", Text, nullable=False),
    Column("guild_id", BIG, nullable=False),
    Column("channel_id", BIG, nullable=False),
    Column("game", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("formation", Text, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("rated", FLAG, nullable=False),
    Column("seed", LargeBinary, nullable=False),
    Column("blind", Text, nullable=False),
    Column("opened_at", BIG, nullable=False),
    PrimaryKeyConstraint("id", name="pk_seek"),
    Index("ix_seek_terms", "game", "formation", "rated", "guild_id", "opened_at", "id"),
)

seeker = table(
    "seeker",
    Column("seek_id", Text, nullable=False),
    Column("user_id", BIG, nullable=False, autoincrement=False),
    Column("guild_id", BIG, nullable=False),
    Column("channel_id", BIG, nullable=False),
    Column("interaction_id", BIG, nullable=False),
    Column("pace", Text, nullable=False),
    Column("language", Text, nullable=False),
    Column("low", BIG),
    Column("high", BIG),
    Column("across", FLAG, nullable=False),
    Column("blind", Text, nullable=False),
    Column("since", BIG, nullable=False),
    Column("expires_at", BIG, nullable=False),
    PrimaryKeyConstraint("seek_id", "user_id", name="pk_seeker"),
    ForeignKeyConstraint(["seek_id"], ["seek.id"], name="fk_seeker_seek"),
    Unique("interaction_id", name="uq_seeker_interaction_id"),
    Index("ix_seeker_user_id", "user_id"),
    Index("ix_seeker_guild_id", "guild_id", "seek_id"),
    Index("ix_seeker_expires_at", "expires_at"),
)

home = table(
    "home",
    Column("match_id", Text, nullable=False),
    Column("user_id", BIG, nullable=False, autoincrement=False),
    Column("guild_id", BIG, nullable=False),
    Column("channel_id", BIG, nullable=False),
    PrimaryKeyConstraint("match_id", "user_id", name="pk_home"),
    ForeignKeyConstraint(["match_id"], ["match.id"], name="fk_home_match"),
    Index("ix_home_user_id", "user_id"),
)

seek_page = table(
    "seek_page",
    Column("guild_id", BIG, nullable=False, autoincrement=False),
    Column("channel_id", BIG, nullable=False),
    Column("message_id", BIG),
    Column("posted_at", BIG, nullable=False),
    Column("shown", Text, nullable=False),
    PrimaryKeyConstraint("guild_id", name="pk_seek_page"),
)
