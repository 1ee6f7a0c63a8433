"""Databases for benchmarks: an empty PostgreSQL that goes at the end."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def postgres() -> Iterator[str]:
    """Address of an empty database on a server of its own, or on TEST_DATABASE_URL."""
    import psycopg
    from sqlalchemy.engine import make_url

    if os.environ.get("TEST_DATABASE_URL"):
        server = None
        address = os.environ["TEST_DATABASE_URL"]
    else:
        import pgserver

        data = Path(tempfile.mkdtemp()) / "data"
        server = pgserver.get_server(data, cleanup_mode="delete")  # type: ignore[attr-defined] # it has no `__all__`
        address = server.get_uri()
    name = f"strandline_bench_{os.getpid()}"
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"'.encode())
    try:
        yield make_url(address).set(database=name).render_as_string(hide_password=False)
    finally:
        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)'.encode())
        if server is not None:
            server.cleanup()
