"""Migrations, views, and databases that are older, newer or somebody else's."""

import ast
import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from strandline.adapters.store import open_store, schema_state
from strandline.adapters.store.engine import connect
from strandline.adapters.store.migrate import (
    MIGRATIONS,
    NEWEST,
    REVISIONS,
    alembic_config,
    has_module,
)
from strandline.adapters.store.schema import VIEWS, metadata
from strandline.model.articles import IngestBatch
from strandline.model.errors import SchemaError
from strandline.ports import Store
from strandline.settings import DatabaseSettings
from strandline.testing.builders import NOW, a_mention, a_source, an_article

#: Document 2, "Columns", in its order.
DOCUMENT_2 = [
    "article_uuid",
    "source_uuid",
    "url_scraping_method",
    "source_url",
    "article_title",
    "article_url_original",
    "article_url_final",
    "url_original_to_final_match",
    "url_notes",
    "published_utc_iso",
    "article_detected_utc_iso",
    "created_at",
    "updated_at",
]

#: Everything that makes a schema, as PostgreSQL itself writes it down.
POSTGRES_SCHEMA = """
SELECT 'column', table_name || '.' || column_name,
       concat_ws(' ', ordinal_position, data_type, is_nullable, column_default, collation_name,
                 is_identity)
FROM information_schema.columns WHERE table_schema = 'public'
UNION ALL
SELECT 'constraint', conrelid::regclass || '.' || conname, pg_get_constraintdef(oid)
FROM pg_constraint WHERE connamespace = 'public'::regnamespace
UNION ALL
SELECT 'index', indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'
UNION ALL
SELECT 'view', viewname, definition FROM pg_views WHERE schemaname = 'public'
"""


@contextmanager
def connection_to(settings: DatabaseSettings) -> Iterator[sa.Connection]:
    """A transaction of our own, beside the store."""
    database = connect(settings)
    try:
        with database.write() as connection:
            yield connection
    finally:
        database.close()


def described(connection: sa.Connection) -> dict[tuple[str, str], str]:
    """The schema as the database tells it, without Alembic's own table."""
    if connection.dialect.name == "sqlite":
        query = "SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL"
    else:
        query = POSTGRES_SCHEMA
    rows = connection.execute(sa.text(query)).all()
    ours = [row for row in rows if "strandline_schema" not in row[1]]
    return {(row[0], row[1]): " ".join(row[2].split()) for row in ours}


def drop_all(connection: sa.Connection) -> None:
    for name in VIEWS:
        connection.execute(sa.text(f"DROP VIEW {name}"))
    metadata.drop_all(connection)


def create_all(connection: sa.Connection) -> None:
    metadata.create_all(connection)
    for name, text in VIEWS.items():
        connection.execute(sa.text(f"CREATE VIEW {name} AS\n{text}"))


def test_migrations_replayed_are_the_schema(store: Store, database: DatabaseSettings) -> None:
    """Every column, constraint, index and view of the two is the same."""
    with connection_to(database) as connection:
        migrated = described(connection)
        drop_all(connection)
        assert described(connection) == {}
        create_all(connection)
        declared = described(connection)
    assert migrated == declared
    assert len(declared) > 30


def test_the_newest_revision_is_known_without_alembic() -> None:
    """`REVISIONS` names the chain of the folder, and `NEWEST` its end."""
    from alembic.script import ScriptDirectory

    scripts = ScriptDirectory.from_config(alembic_config())
    chain = [script.revision for script in scripts.walk_revisions()]
    assert tuple(chain[::-1]) == REVISIONS
    assert scripts.get_heads() == [NEWEST]


@pytest.mark.parametrize("path", sorted(MIGRATIONS.rglob("*.py")), ids=lambda path: path.name)
def test_migrations_never_import_the_application(path: Path) -> None:
    """Else an old migration would change with the program."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom):
            names = [node.module or ""]
        assert not any(name.startswith("strandline") for name in names)


def view(database: DatabaseSettings, name: str) -> dict[str, Any]:
    """The only row of a view, in the order of its columns."""
    with connection_to(database) as connection:
        result = connection.execute(sa.select(sa.text("*")).select_from(sa.table(name)))
        return dict(result.mappings().one())


def test_the_view_has_exactly_the_columns_of_document_2(
    store: Store, database: DatabaseSettings
) -> None:
    """In their order, with readable values."""
    article = an_article(published_utc_iso=None)
    store.ingest(IngestBatch(NOW, articles=(article,), mentions=(a_mention(article),)))
    values = view(database, "extracted_article_urls")
    assert list(values) == DOCUMENT_2
    assert values["article_uuid"] == article.article_uuid
    assert values["published_utc_iso"] is None
    assert bool(values["url_original_to_final_match"]) is True
    detected = values["article_detected_utc_iso"]
    if database.url.get_secret_value():
        assert detected == NOW
    else:
        assert detected == "2026-03-04T07:00:00+00:00"


def test_the_view_says_timestamptz_and_boolean(store: Store, database: DatabaseSettings) -> None:
    """The types of document 2 on PostgreSQL; SQLite keeps times as ISO text."""
    with connection_to(database) as connection:
        columns = sa.inspect(connection).get_columns("extracted_article_urls")
    kinds = {column["name"]: str(column["type"]) for column in columns}
    times = ("published_utc_iso", "article_detected_utc_iso", "created_at", "updated_at")
    is_postgres = bool(database.url.get_secret_value())
    assert kinds["url_original_to_final_match"] == "BOOLEAN"
    assert {kinds[name] for name in times} == {"TIMESTAMP" if is_postgres else "TEXT"}
    if is_postgres:
        assert all(c["type"].timezone for c in columns if c["name"] in times)  # type: ignore[attr-defined]


def test_sources_have_a_readable_view(store: Store, database: DatabaseSettings) -> None:
    """`sources_master_list` gives a source with the label of document 2 and its state."""
    store.save_source(a_source(1))
    values = view(database, "sources_master_list")
    assert values["source_uuid"] == "W_RSS_1"
    assert (values["url_scraping_method"], values["state"]) == ("RSS", "new")


def set_revision(database: DatabaseSettings, revision: str) -> None:
    with connection_to(database) as connection:
        connection.execute(
            sa.text("UPDATE strandline_schema SET version_num = :new"), {"new": revision}
        )


def test_a_database_from_a_newer_version_is_refused(
    store: Store, database: DatabaseSettings
) -> None:
    """With both revisions named and what to do; nothing is changed, migrating or not."""
    set_revision(database, "9999")
    for migrate in (True, False):
        with pytest.raises(SchemaError, match=r"9999.*newer.*Install the version"):
            open_store(database, migrate=migrate)
    with pytest.raises(SchemaError, match="9999"):
        schema_state(database)


def test_a_schema_that_is_missing_is_told_when_not_migrating(tmp_path: Path) -> None:
    """`migrate=False` changes nothing and names the verb."""
    settings = DatabaseSettings(path=tmp_path / "new.sqlite3")
    with pytest.raises(SchemaError, match=r"no schema yet.*strandline migrate"):
        open_store(settings, migrate=False)
    open_store(settings).close()
    open_store(settings, migrate=False).close()


def test_full_text_search_is_asked_for(tmp_path: Path) -> None:
    """A SQLite without FTS5 is noticed before anything is made."""
    database = connect(DatabaseSettings(path=tmp_path / "new.sqlite3"))
    with database.read() as connection:
        assert has_module(connection, "fts5")
        assert not has_module(connection, "fts99")
    database.close()


def test_looking_at_the_schema_makes_no_file(tmp_path: Path) -> None:
    """`schema_state` tells what is there and what is needed."""
    settings = DatabaseSettings(path=tmp_path / "new.sqlite3")
    assert (schema_state(settings).found, schema_state(settings).newest) == (None, NEWEST)
    assert not settings.path.exists()
    open_store(settings).close()
    assert schema_state(settings).is_current


@pytest.mark.parametrize("table", ["articles", "moz_places"])
def test_somebody_elses_tables_are_left_alone(tmp_path: Path, table: str) -> None:
    """A file with tables that we did not make is refused, whatever their names, and stays."""
    path = tmp_path / "other.sqlite3"
    with sqlite3.connect(path) as connection:
        connection.execute(f"CREATE TABLE {table} (title)")
    connection.close()
    with pytest.raises(SchemaError, match=f"{table}.*not Strandline's"):
        open_store(DatabaseSettings(path=path))
    with sqlite3.connect(path) as connection:
        names = [row[0] for row in connection.execute("SELECT name FROM sqlite_master")]
    connection.close()
    assert names == [table]


OPENED = """
from strandline.adapters.store import open_store
from strandline.settings import load_settings
store = open_store(load_settings().database)
print(store.schema_revision(), len(store.readers()))
store.close()
"""


def start_together(settings: DatabaseSettings, count: int = 4) -> list[tuple[int, str, str]]:
    environment = os.environ | {
        "DATABASE_PATH": str(settings.path),
        "DATABASE_URL": settings.url.get_secret_value(),
    }
    started = [
        subprocess.Popen(
            [sys.executable, "-c", OPENED],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(count)
    ]
    ends = []
    for process in started:
        out, err = process.communicate()
        ends.append((process.returncode, out.strip(), err))
    return ends


def test_processes_that_start_at_once_migrate_once_on_sqlite(tmp_path: Path) -> None:
    """Four processes find an empty file; all of them end with the schema and one reader."""
    ends = start_together(DatabaseSettings(path=tmp_path / "new.sqlite3"))
    assert [(code, out) for code, out, _ in ends] == [(0, f"{NEWEST} 1")] * 4, ends


@pytest.mark.postgres
def test_processes_that_start_at_once_migrate_once_on_postgres(
    empty_postgres: DatabaseSettings,
) -> None:
    """The same on PostgreSQL."""
    ends = start_together(empty_postgres)
    assert [(code, out) for code, out, _ in ends] == [(0, f"{NEWEST} 1")] * 4, ends
