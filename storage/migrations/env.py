"""Alembic's entry: works on the connection, and inside the transaction, that `storage.migrate` hands over."""

from alembic import context

from storage.schema import metadata

connection = context.config.attributes.get("connection")
if connection is None:
    raise RuntimeError("migrations run through storage.migrate, which brings its own connection")

context.configure(
    connection=connection,
    target_metadata=metadata,
    transactional_ddl=True,
    render_as_batch=connection.dialect.name == "sqlite",
)
with context.begin_transaction():
    context.run_migrations()
