"""What Alembic runs to migrate: the connection is handed over, already in its transaction (`bot.store.migrate`)."""

from alembic import context

from bot.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
)
context.run_migrations()
