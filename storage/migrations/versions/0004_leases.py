"""Leases: who works on a row of the outbox or a timer, and until when."""

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nothing yet."""
