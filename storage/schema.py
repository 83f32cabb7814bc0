"""The tables. Every constraint has a name of its own, so that a migration can point at it.

Numbers that Discord hands out and unix milliseconds need 64 bits. SQLite's STRICT tables accept only its own
type names, therefore the variants: INTEGER there, BIGINT and BOOLEAN elsewhere. Those of results and ratings are in
`storage.result_tables`.
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    UniqueConstraint,
    false,
    text,
    true,
)
from sqlalchemy.sql.schema import SchemaItem

BIG = BigInteger().with_variant(Integer(), "sqlite")
FLAG = Boolean().with_variant(Integer(), "sqlite")

metadata = MetaData()


def table(name: str, *items: SchemaItem, autoincrement: bool = False, clustered: bool = False) -> Table:
    """Return a table of `metadata`; the rows of one that is `clustered` lie in the order of their primary keys."""
    made = Table(name, metadata, *items, sqlite_strict=True, sqlite_autoincrement=autoincrement)
    made.dialect_options["sqlite"]["with_rowid"] = not clustered
    return made


def _unique_while(name: str, condition: str, *columns: str) -> Index:
    """Return an index: no two rows agree in these columns while the condition holds; empty ones agree with nothing."""
    return Index(name, *columns, unique=True, sqlite_where=text(condition), postgresql_where=text(condition))


match = table(
    "match",
    Column("id", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("options", Text, nullable=False),
    Column("seed", LargeBinary, nullable=False),
    Column("status", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("snapshot", Text),
    Column("state_hash", Text),
    Column("result", Text),
    Column("creator", BIG),
    Column("private", FLAG, nullable=False),
    Column("guild_id", BIG),
    Column("channel_id", BIG),
    Column("thread_id", BIG),
    Column("start_message_id", BIG),
    Column("rematch_of", Text),
    Column("created_at", BIG, nullable=False),
    Column("updated_at", BIG, nullable=False),
    Column("formation", Text),
    Column("language", Text),
    Column("parts", Text),
    Column("slot", Integer),
    Column("pace", Text),
    Column("rated", FLAG, nullable=False, server_default=false()),
    PrimaryKeyConstraint("id", name="pk_match"),
    ForeignKeyConstraint(["rematch_of"], ["match.id"], name="fk_match_rematch_of"),
    CheckConstraint("status IN ('lobby', 'running', 'over', 'cancelled')", name="ck_match_status"),
    CheckConstraint("version >= 0", name="ck_match_version"),
    Index("ix_match_status", "status"),
    Index("ix_match_guild_id", "guild_id", "created_at", "id"),
    Index("ix_match_thread_id", "thread_id"),
    Index("ix_match_channel_id", "channel_id"),
    Index("ix_match_start_message_id", "start_message_id"),
    Index("ix_match_rematch_of", "rematch_of"),
    # However many ask at once, and from whichever process: a match has one open rematch, a person so many challenges.
    _unique_while("uq_match_rematch_of", "status IN ('lobby', 'running')", "rematch_of"),
    _unique_while("uq_match_slot", "status = 'lobby'", "creator", "slot"),
)

seat = table(
    "seat",
    Column("match_id", Text, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("user_id", BIG),
    Column("status", Text, nullable=False),
    Column("offered", Text),
    Column("offered_to", BIG),
    Column("since", Integer),
    Column("plan", Text),
    PrimaryKeyConstraint("match_id", "seat", name="pk_seat"),
    ForeignKeyConstraint(["match_id"], ["match.id"], name="fk_seat_match"),
    UniqueConstraint("match_id", "user_id", name="uq_seat_match_user"),
    CheckConstraint("status IN ('invited', 'accepted')", name="ck_seat_status"),
    CheckConstraint("seat >= 0", name="ck_seat_seat"),
    Index("ix_seat_user_id", "user_id"),
)

seating = table(
    "seating",
    Column("match_id", Text, nullable=False),
    Column("drawn", FLAG, nullable=False),
    PrimaryKeyConstraint("match_id", name="pk_seating"),
    ForeignKeyConstraint(["match_id"], ["match.id"], name="fk_seating_match"),
)

action = table(
    "action",
    Column("match_id", Text, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("kind", Text, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("text", Text, nullable=False),
    Column("boundary", FLAG, nullable=False),
    Column("secret", FLAG, nullable=False),
    Column("undoes", Integer),
    Column("state_hash", Text, nullable=False),
    Column("choice_key", Text, nullable=False),
    Column("created_at", BIG, nullable=False),
    PrimaryKeyConstraint("match_id", "seq", name="pk_action"),
    ForeignKeyConstraint(["match_id"], ["match.id"], name="fk_action_match"),
    ForeignKeyConstraint(["match_id", "undoes"], ["action.match_id", "action.seq"], name="fk_action_undoes"),
    CheckConstraint("kind IN ('action', 'agreement', 'undo')", name="ck_action_kind"),
    CheckConstraint("(kind = 'undo') = (undoes IS NOT NULL)", name="ck_action_undoes"),
    CheckConstraint("seq >= 1 AND (undoes IS NULL OR undoes < seq)", name="ck_action_seq"),
)

former = table(
    "former",
    Column("match_id", Text, nullable=False),
    Column("until", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("user_id", BIG, nullable=False),
    PrimaryKeyConstraint("match_id", "until", name="pk_former"),
    ForeignKeyConstraint(["match_id", "until"], ["action.match_id", "action.seq"], name="fk_former_action"),
    Index("ix_former_user_id", "user_id", "match_id"),
)

barred = table(
    "barred",
    Column("match_id", Text, nullable=False),
    Column("mark", Text, nullable=False),
    PrimaryKeyConstraint("match_id", "mark", name="pk_barred"),
    ForeignKeyConstraint(["match_id"], ["match.id"], name="fk_barred_match"),
)

interaction = table(
    "interaction",
    Column("id", BIG, nullable=False, autoincrement=False),
    Column("match_id", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("answer", Text),
    Column("created_at", BIG, nullable=False),
    PrimaryKeyConstraint("id", name="pk_interaction"),
    ForeignKeyConstraint(["match_id"], ["match.id"], name="fk_interaction_match"),
    Index("ix_interaction_created_at", "created_at"),
)

job = table(
    "job",
    Column("id", BIG, nullable=False),
    Column("match_id", Text, nullable=False),
    Column("lane", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("recipient", BIG),
    Column("version", Integer, nullable=False),
    Column("supersedes", FLAG, nullable=False),
    Column("pool", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("due_at", BIG, nullable=False),
    Column("leased_until", BIG),
    Column("note", Text, nullable=False),
    Column("created_at", BIG, nullable=False),
    Column("owner", Text),
    Column("waits_for", Text),
    PrimaryKeyConstraint("id", name="pk_job"),
    ForeignKeyConstraint(["match_id"], ["match.id"], name="fk_job_match"),
    CheckConstraint("state IN ('pending', 'running', 'done', 'failed')", name="ck_job_state"),
    # A lane belongs to whoever does its one job, also where several processes share the work.
    _unique_while("uq_job_running", "state = 'running'", "lane"),
    Index("ix_job_pool_state_due_at", "pool", "state", "due_at"),
    Index("ix_job_lane", "lane", "state", "id"),
    Index("ix_job_match_id", "match_id", "state"),
    autoincrement=True,  # an id is given twice only after a restore (`Store.restored`): both are in nonces
)

message = table(
    "message",
    Column("id", BIG, nullable=False),
    Column("match_id", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("recipient", BIG),
    Column("channel_id", BIG, nullable=False),
    Column("message_id", BIG, nullable=False),
    Column("version", Integer, nullable=False),
    Column("state", Text, nullable=False),
    Column("extra", Text),
    Column("created_at", BIG, nullable=False),
    Column("updated_at", BIG, nullable=False),
    PrimaryKeyConstraint("id", name="pk_message"),
    ForeignKeyConstraint(["match_id"], ["match.id"], name="fk_message_match"),
    UniqueConstraint("message_id", name="uq_message_message_id"),
    CheckConstraint("state IN ('live', 'closed')", name="ck_message_state"),
    Index("ix_message_match_kind", "match_id", "kind", "id"),
    autoincrement=True,
)

clock = table(
    "clock",
    Column("match_id", Text, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("left_ms", BIG),
    Column("since", BIG),
    Column("own_ms", BIG),
    Column("key", Text, nullable=False),
    Column("began", Integer, nullable=False),
    Column("told", Integer, nullable=False),
    Column("runs_out", BIG),
    Column("out_at", BIG),
    Column("nudged_at", BIG),
    Column("given", Integer, nullable=False, server_default="0"),
    Column("away_told", FLAG, nullable=False, server_default=false()),
    PrimaryKeyConstraint("match_id", "seat", name="pk_clock"),
    ForeignKeyConstraint(["match_id"], ["match.id"], name="fk_clock_match"),
)

computer = table(
    "computer",
    Column("match_id", Text, nullable=False),
    Column("user_id", BIG, nullable=False),
    Column("seed", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("hopeless", Integer, nullable=False, server_default="0"),
    Column("turn", Integer, nullable=False, server_default="-1"),
    PrimaryKeyConstraint("match_id", "user_id", name="pk_computer"),
    ForeignKeyConstraint(["match_id"], ["match.id"], name="fk_computer_match"),
)

review = table(
    "review",
    Column("match_id", Text, nullable=False),
    Column("data", Text, nullable=False),
    PrimaryKeyConstraint("match_id", name="pk_review"),
    ForeignKeyConstraint(["match_id"], ["match.id"], name="fk_review_match"),
)

calendar = table(
    "calendar",
    Column("user_id", BIG, nullable=False, autoincrement=False),
    Column("zone", Text, nullable=False),
    Column("quiet_from", Integer),
    Column("quiet_to", Integer),
    Column("days_off", Integer, nullable=False),
    Column("reminders", Text, nullable=False),
    Column("updated_at", BIG, nullable=False),
    Column("kept_zone", Text, nullable=False, server_default="UTC"),
    Column("kept_days_off", Integer, nullable=False, server_default="0"),
    Column("kept_until", BIG),
    PrimaryKeyConstraint("user_id", name="pk_calendar"),
    CheckConstraint("(quiet_from IS NULL) = (quiet_to IS NULL)", name="ck_calendar_quiet"),
    CheckConstraint("reminders IN ('dm', 'thread', 'none')", name="ck_calendar_reminders"),
)

absence = table(
    "absence",
    Column("user_id", BIG, nullable=False, autoincrement=False),
    Column("since", BIG, nullable=False),
    Column("until", BIG, nullable=False),
    PrimaryKeyConstraint("user_id", "since", name="pk_absence"),
    CheckConstraint("until >= since", name="ck_absence_until"),
)

spent = table(
    "spent",
    Column("mark", Text, nullable=False),
    Column("since", BIG, nullable=False),
    Column("until", BIG, nullable=False),
    PrimaryKeyConstraint("mark", name="pk_spent"),
    CheckConstraint("until >= since", name="ck_spent_until"),
)

outage = table(
    "outage",
    Column("since", BIG, nullable=False, autoincrement=False),
    Column("until", BIG, nullable=False),
    PrimaryKeyConstraint("since", name="pk_outage"),
    CheckConstraint("until >= since", name="ck_outage_until"),
)

pause = table(
    "pause",
    Column("match_id", Text, nullable=False),
    Column("since", BIG, nullable=False),
    Column("until", BIG),
    PrimaryKeyConstraint("match_id", "since", name="pk_pause"),
    ForeignKeyConstraint(["match_id"], ["match.id"], name="fk_pause_match"),
    CheckConstraint("until >= since", name="ck_pause_until"),
)

voice = table(
    "voice",
    Column("match_id", Text, nullable=False),
    Column("about", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("answer", Text, nullable=False),
    PrimaryKeyConstraint("match_id", "about", "seat", name="pk_voice"),
    ForeignKeyConstraint(["match_id"], ["match.id"], name="fk_voice_match"),
)

instruction = table(
    "instruction",
    Column("user_id", BIG, nullable=False, autoincrement=False),
    Column("game", Text, nullable=False),
    Column("match_id", Text, nullable=False),
    Column("topic", Text, nullable=False),
    Column("line", Text, nullable=False),
    Column("updated_at", BIG, nullable=False),
    PrimaryKeyConstraint("user_id", "game", "match_id", "topic", name="pk_instruction"),
)

plan = table(
    "plan",
    Column("match_id", Text, nullable=False),
    Column("user_id", BIG, nullable=False, autoincrement=False),
    Column("lines", Text, nullable=False),
    Column("updated_at", BIG, nullable=False),
    Column("outcome", Text),
    Column("draft", Text),
    PrimaryKeyConstraint("match_id", "user_id", name="pk_plan"),
    ForeignKeyConstraint(["match_id"], ["match.id"], name="fk_plan_match"),
)

followed = table(
    "followed",
    Column("match_id", Text, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("user_id", BIG, nullable=False),
    PrimaryKeyConstraint("match_id", "seq", name="pk_followed"),
    ForeignKeyConstraint(["match_id", "seq"], ["action.match_id", "action.seq"], name="fk_followed_action"),
    Index("ix_followed_user_id", "user_id", "match_id"),
)

follower = table(
    "follower",
    Column("match_id", Text, nullable=False),
    Column("user_id", BIG, nullable=False, autoincrement=False),
    Column("wants", Text, nullable=False),
    Column("told", Integer, nullable=False),
    PrimaryKeyConstraint("match_id", "user_id", name="pk_follower"),
    ForeignKeyConstraint(["match_id"], ["match.id"], name="fk_follower_match"),
    CheckConstraint("wants IN ('highlights', 'end')", name="ck_follower_wants"),
    Index("ix_follower_user_id", "user_id"),
)

digest = table(
    "digest",
    Column("user_id", BIG, nullable=False, autoincrement=False),
    Column("minute", Integer, nullable=False),
    Column("due_at", BIG, nullable=False),
    PrimaryKeyConstraint("user_id", name="pk_digest"),
    Index("ix_digest_due_at", "due_at"),
)

server = table(
    "server",
    Column("guild_id", BIG, nullable=False, autoincrement=False),
    Column("pace", Text),
    Column("abandon_days", Integer),
    Column("most_open", Integer),
    Column("channel_id", BIG),
    Column("role_id", BIG),
    Column("updated_at", BIG, nullable=False),
    Column("ping_role_id", BIG),
    Column("archive_days", Integer),
    Column("log_channel_id", BIG),
    Column("stand_in", Text),
    Column("puzzle_channel_id", BIG),
    Column("seek_channel_id", BIG),
    Column("puzzle_game", Text),
    Column("report_channel_id", BIG),
    Column("across", FLAG, nullable=False, server_default=false()),
    Column("predictions", FLAG),
    PrimaryKeyConstraint("guild_id", name="pk_server"),
)

player = table(
    "player",
    Column("user_id", BIG, nullable=False, autoincrement=False),
    Column("dm", FLAG, nullable=False),
    Column("dm_closed", FLAG, nullable=False),
    Column("updated_at", BIG, nullable=False),
    Column("language", Text),
    Column("invitations", FLAG, nullable=False, server_default=true()),
    Column("stats", FLAG, nullable=False, server_default=true()),
    PrimaryKeyConstraint("user_id", name="pk_player"),
)

guild = table(
    "guild",
    Column("guild_id", BIG, nullable=False, autoincrement=False),
    Column("language", Text),
    Column("updated_at", BIG, nullable=False),
    PrimaryKeyConstraint("guild_id", name="pk_guild"),
)

block = table(
    "block",
    Column("user_id", BIG, nullable=False, autoincrement=False),
    Column("blocked_id", BIG, nullable=False, autoincrement=False),
    Column("created_at", BIG, nullable=False),
    PrimaryKeyConstraint("user_id", "blocked_id", name="pk_block"),
    Index("ix_block_blocked_id", "blocked_id"),
)

lesson = table(
    "lesson",
    Column("user_id", BIG, nullable=False, autoincrement=False),
    Column("game", Text, nullable=False),
    Column("lesson", Text, nullable=False),
    Column("actions", Text, nullable=False),
    Column("done_at", BIG),
    Column("updated_at", BIG, nullable=False),
    PrimaryKeyConstraint("user_id", "game", "lesson", name="pk_lesson"),
)

meta = table(
    "meta",
    Column("key", Text, nullable=False),
    Column("value", Text, nullable=False),
    PrimaryKeyConstraint("key", name="pk_meta"),
)

instance = table(
    "instance",
    Column("name", Text, nullable=False),
    Column("owner", Text, nullable=False),
    Column("pid", BIG, nullable=False),
    Column("host", Text, nullable=False),
    Column("since", BIG, nullable=False),
    Column("until", BIG, nullable=False),
    PrimaryKeyConstraint("name", name="pk_instance"),
)
