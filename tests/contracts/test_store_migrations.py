"""A ledger of an older version keeps all that it has, and can do what a new one can."""

from dataclasses import fields
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
import sqlalchemy as sa
from alembic import command

from strandline.adapters.store import archive_schema, open_store, schema_state, words_table
from strandline.adapters.store import schema as tables
from strandline.adapters.store.base import values
from strandline.adapters.store.engine import connect
from strandline.adapters.store.migrate import NEWEST, REVISIONS, alembic_config
from strandline.core.archive.search import index_form
from strandline.core.urls.history import history_hash
from strandline.model.archive import SearchQuery
from strandline.model.digests import DigestItem, Section
from strandline.settings import DatabaseSettings
from strandline.testing.archive_builders import a_job
from strandline.testing.builders import NOW, a_mention, a_reader, an_article
from strandline.testing.story_builders import a_match, a_verdict, components, some_articles

#: Columns of the first schema.
SETTINGS = [
    *("article_history_days", "archive_days", "categories", "max_items_per_category"),
    *("max_age_hours", "window_hours", "source_diversity_window", "max_per_source", "language"),
]
#: Columns that came later are left to their defaults.
MENTION = [column.name for column in tables.article_sources.columns][2:14]
DATABASES = ["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)]


@pytest.fixture(params=DATABASES)
def empty(request: pytest.FixtureRequest, tmp_path: Any) -> DatabaseSettings:
    """A database without any table."""
    if request.param == "postgres":
        settings: DatabaseSettings = request.getfixturevalue("empty_postgres")
        return settings
    return DatabaseSettings(path=tmp_path / "older.sqlite3")


def make(settings: DatabaseSettings, revision: str) -> None:
    """A database of an older revision with articles, mentions and a reader."""
    database = connect(settings)
    with database.write() as connection:
        command.upgrade(alembic_config(connection), revision)
        fill(connection)
    database.close()


def fill(connection: sa.Connection) -> None:
    reader = a_reader()
    row = values(reader, "reader_id", "name", "scope", "email")
    connection.execute(tables.readers.insert().values(row))
    chosen = values(reader.settings, *SETTINGS) | {"reader_id": "ada", "weights": {}}
    connection.execute(tables.reader_settings.insert().values(chosen))
    for article in (*some_articles(40), an_article("https://u.example/", article_title=None)):
        row = values(article, *(field.name for field in fields(article)))
        connection.execute(tables.articles.insert().values(row))
        seen = {"article_id": article.article_uuid} | values(a_mention(article), *MENTION)
        connection.execute(tables.article_sources.insert().values(seen))


def fill_archive(connection: sa.Connection, article_uuid: str) -> None:
    """A job that kept a record and a package, and how its attempt ended."""
    job = {
        "article_uuid": article_uuid,
        "url": "https://a.example/",
        "domain": "a.example",
        "enqueued_at": NOW,
        "status": "succeeded",
        "priority": 0,
        "last_error": "",
        "reason": "",
        "attempts": 1,
    }
    made = connection.execute(archive_schema.archive_jobs.insert().values(job))
    job_id = made.inserted_primary_key[0]  # type: ignore[index]
    report = {"outcome": "good", "message": "", "seconds": 1.0, "retry_after": None}
    attempt = {
        "job_id": job_id,
        "number": 1,
        "started_at": NOW,
        "ended_at": NOW,
        "error": "",
        "reports": [{"capture": name, **report} for name in ("warc", "wacz")],
    }
    connection.execute(archive_schema.archive_attempts.insert().values(attempt))
    for kind in ("warc", "wacz"):
        artifact = {
            "article_uuid": article_uuid,
            "job_id": job_id,
            "kind": kind,
            "key": f"k/{kind}",
            "content_type": "application/warc",
            "size_bytes": 1,
            "sha256": "0" * 64,
            "created_at": NOW,
            "original_name": "",
            "capture_outcome": "good",
            "is_current": True,
        }
        connection.execute(archive_schema.archive_artifacts.insert().values(artifact))


@pytest.mark.parametrize("revision", REVISIONS[:-1])
def test_an_older_ledger_is_brought_up_to_date(empty: DatabaseSettings, revision: str) -> None:
    """Nothing is lost, nothing is queued or matched yet, every article is its own story."""
    make(empty, revision)
    assert schema_state(empty).found == revision
    store = open_store(empty)
    assert schema_state(empty).found == NEWEST
    articles = some_articles(40)
    found = store.articles([article.article_uuid for article in articles])
    assert [found[article.article_uuid] for article in articles] == articles
    assert store.reader("ada") == a_reader()
    assert store.counts().jobs_by_status == {}
    store.enqueue([a_job(articles[0])])
    assert store.counts().jobs_by_status == {"queued": 1}
    waiting = store.unmatched(since=None, cascade_version="v1", limit=100)
    assert [one.article_uuid for one in waiting] == [one.article_uuid for one in articles]
    counts = store.story_counts()
    assert (counts.articles, counts.stories, counts.unmatched) == (41, 41, 40)
    store.save_match(a_match(articles, [a_verdict(articles[0], articles[1])]), components)
    assert store.story_counts().duplicates == 1
    assert store.unmatched(since=NOW, cascade_version="v1", limit=100) == []
    store.close()


def test_packages_that_were_stored_are_let_go(empty: DatabaseSettings) -> None:
    """They are made when asked for now: artifacts and attempts of an older archive can be read."""
    make(empty, "0002")
    (article,) = some_articles(1)
    database = connect(empty)
    with database.write() as connection:
        fill_archive(connection, article.article_uuid)
    database.close()
    store = open_store(empty)
    assert [a.kind.value for a in store.artifacts(article.article_uuid)] == ["warc"]
    (job,) = store.jobs(article_uuid=article.article_uuid)
    (attempt,) = store.attempts(job.job_id)
    assert [report.capture.value for report in attempt.reports] == ["warc"]
    store.close()


def test_intervals_that_nobody_chose_follow_the_settings(empty: DatabaseSettings) -> None:
    """An older ledger keeps the intervals of its own; those that were defaults are none."""
    make(empty, "0006")
    kept = {"W_RSS_1": ("feed", 1800.0), "W_RSS_2": ("feed", 60.0), "W_RSS_3": ("discourse", 60.0)}
    database = connect(empty)
    with database.write() as connection:
        for uuid, (kind, seconds) in kept.items():
            connection.execute(
                sa.text(
                    "INSERT INTO sources (source_uuid, kind, url, name, active, reputation,"
                    " content_type, categories, poll_interval_s, timezone, follow_replies, items)"
                    " VALUES (:uuid, :kind, :uuid, 'n', true, 0.5, 'article', '[]', :seconds,"
                    " 'UTC', false, '[]')"
                ),
                {"uuid": uuid, "kind": kind, "seconds": seconds},
            )
    database.close()
    store = open_store(empty)
    assert {one.source_uuid: one.poll_interval for one in store.sources()} == {
        "W_RSS_1": None,
        "W_RSS_2": timedelta(seconds=60),
        "W_RSS_3": None,
    }
    store.close()


def test_public_copies_that_are_due_have_one_index(empty: DatabaseSettings) -> None:
    """Also where the first ledgers with public copies had it with another condition."""
    make(empty, "0034")
    database = connect(empty)
    name, table = "ix_public_copies_open", "public_copies"
    with database.write() as connection:
        connection.execute(sa.text(f"DROP INDEX {name}"))
        condition = "state IN ('planned', 'asked')"
        connection.execute(sa.text(f"CREATE INDEX {name} ON {table} (next_at) WHERE {condition}"))
    open_store(empty).close()
    with database.read() as connection:
        (told,) = (one for one in sa.inspect(connection).get_indexes(table) if one["name"] == name)
        assert told["column_names"] == ["next_at", "article_uuid"]
        condition = str(told["dialect_options"][f"{connection.dialect.name}_where"])
    assert condition.strip("()") == "next_at IS NOT NULL"
    database.close()


@pytest.mark.parametrize("revision", ["0001", "0003"])
def test_rows_of_an_older_history_go_on_blocking(empty: DatabaseSettings, revision: str) -> None:
    """What an edition showed is known by its article, what was imported by its key."""
    shown, imported = "https://a.example/view?ref=1", "https://b.example/1"
    database = connect(empty)
    with database.write() as connection:
        command.upgrade(alembic_config(connection), revision)
        fill(connection)
        old_edition(connection, shown, "A_shown")
        for number, (url, digest_id) in enumerate([(shown, "d1"), (imported, None)]):
            row = {"id": str(UUID(int=number)), "user_id": "ada", "url": url, "created_at": NOW}
            row |= {"url_hash": history_hash(url), "digest_id": digest_id}
            connection.execute(tables.article_history.insert().values(row))
    database.close()
    store = open_store(empty)
    hashes = [history_hash(url) for url in (shown, imported)]
    found = store.shown_before("ada", article_uuids=["A_shown"], url_hashes=hashes)
    assert {row.url: row.article_uuid for row in found} == {shown: "A_shown", imported: None}
    store.close()


def old_edition(connection: sa.Connection, url: str, article_uuid: str) -> None:
    """An edition of ada's with one item, with the columns that every revision has."""
    edition = {"digest_id": "d1", "reader_id": "ada", "created_at": NOW, "title": "T"}
    connection.execute(tables.digests.insert().values(edition | {"language": "en", "funnel": []}))
    item = values(
        DigestItem(1, Section.ARTICLES, "news", article_uuid, url, "T", "Paper", NOW),
        *("position", "section", "category", "article_uuid", "url", "title", "source_name"),
        *("published_at", "summary", "content_type", "language", "score", "score_parts"),
        "is_recorded",
    )
    item |= {"digest_id": "d1", "domain": "a.example", "other_sources": []}
    connection.execute(tables.digest_items.insert().values(item))


def test_an_older_archive_is_searched_at_once_and_all_articles_soon(
    empty: DatabaseSettings,
) -> None:
    """What was kept is found by its words as before; the rest of the ledger once it is indexed."""
    make(empty, "0011")
    (kept,) = some_articles(1)
    form = index_form("The kept bridge", [kept.article_url_final], "a.example", "old mill")
    row = (kept.article_uuid, NOW, "a.example", "succeeded", True, True, False, form.checksum)
    names = ("article_uuid", "listed_at", "domain", "status", "is_member", "is_archived")
    document = dict(zip((*names, "has_video", "checksum"), row, strict=True))
    database = connect(empty)
    with database.write() as connection:
        fill_archive(connection, kept.article_uuid)
        table = archive_schema.archive_documents
        connection.execute(table.insert().values(position=7, **document))
        words_table.put(connection, [(7, kept.article_uuid, form)])
    database.close()
    store = open_store(empty)
    for query in (SearchQuery("mill"), SearchQuery("bridge", has_video=False)):
        assert [link.article_uuid for link in store.search(query)] == [kept.article_uuid]
    assert store.search(SearchQuery("mill", has_video=True)) == []
    while store.index_waiting():
        pass
    found = {link.article_uuid for link in store.search(SearchQuery(everywhere=True, limit=99))}
    assert found == {article.article_uuid for article in store.recent(limit=99)}
    assert len(found) == 41
    store.close()
