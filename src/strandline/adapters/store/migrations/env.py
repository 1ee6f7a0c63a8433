"""Alembic's entry: runs the revisions on the connection that was handed over."""

from alembic import context

context.configure(
    connection=context.config.attributes["connection"],
    version_table="strandline_schema",
    transactional_ddl=True,
)
context.run_migrations()
