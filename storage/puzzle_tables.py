"""The tables of puzzles: what people have tried and solved, and the one a day that a server has in a channel.

`begun_at` and all other times are unix milliseconds; `day` is the number of a day since 1970.
"""

from sqlalchemy import Column, ForeignKeyConstraint, Index, Integer, PrimaryKeyConstraint, Text

from storage.schema import BIG, table

puzzle = table(
    "puzzle",
    Column("user_id", BIG, nullable=False, autoincrement=False),
    Column("game", Text, nullable=False),
    Column("puzzle", Text, nullable=False),
    Column("grade", Integer, nullable=False),
    Column("actions", Text, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("begun_at", BIG, nullable=False),
    Column("solved_at", BIG),
    Column("shown_at", BIG),
    PrimaryKeyConstraint("user_id", "game", "puzzle", name="pk_puzzle"),
)

daily = table(
    "daily",
    Column("guild_id", BIG, nullable=False, autoincrement=False),
    Column("day", Integer, nullable=False),
    Column("channel_id", BIG, nullable=False),
    Column("game", Text, nullable=False),
    Column("puzzle", Text, nullable=False),
    Column("posted_at", BIG),
    Column("told_at", BIG),
    PrimaryKeyConstraint("guild_id", "day", name="pk_daily"),
)

daily_solver = table(
    "daily_solver",
    Column("guild_id", BIG, nullable=False, autoincrement=False),
    Column("day", Integer, nullable=False),
    Column("user_id", BIG, nullable=False, autoincrement=False),
    Column("named", Integer, nullable=False),
    PrimaryKeyConstraint("guild_id", "day", "user_id", name="pk_daily_solver"),
    ForeignKeyConstraint(["guild_id", "day"], ["daily.guild_id", "daily.day"], name="fk_daily_solver_daily"),
    Index("ix_daily_solver_user_id", "user_id"),
)
