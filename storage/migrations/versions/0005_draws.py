"""Draws: what the players add to the seed of a match. Rematches and challenges: never more than there may be."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns and the indexes.

    Matches that were begun before have no parts: their seed is drawn from as it is. Where a match has several open
    rematches already, the oldest one stays its rematch and the others become matches like any other.
    """
    op.add_column("match", sa.Column("parts", sa.Text))
    op.add_column("match", sa.Column("slot", sa.Integer))
    op.execute(
        "UPDATE match SET rematch_of = NULL WHERE status IN ('lobby', 'running') AND EXISTS ("
        "SELECT 1 FROM match AS older"
        " WHERE older.rematch_of = match.rematch_of AND older.status IN ('lobby', 'running')"
        " AND (older.created_at < match.created_at OR (older.created_at = match.created_at AND older.id < match.id)))"
    )
    _unique_while("uq_match_rematch_of", "status IN ('lobby', 'running')", "rematch_of")
    _unique_while("uq_match_slot", "status = 'lobby'", "creator", "slot")


def _unique_while(name: str, condition: str, *columns: str) -> None:
    where = sa.text(condition)
    op.create_index(name, "match", list(columns), unique=True, sqlite_where=where, postgresql_where=where)
