"""The history of the schema, read by Alembic; forwards only."""
