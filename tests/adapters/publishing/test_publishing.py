"""What is published holds what everybody may have, all of it, and nothing else."""

import asyncio
import json
import sqlite3
import warnings
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from strandline.adapters.progress import SilentProgress
from strandline.adapters.publishing import About, Publication, publish
from strandline.adapters.publishing.derived import DERIVED
from strandline.adapters.publishing.tables import WITH_TEXTS
from strandline.adapters.store import open_store
from strandline.adapters.store.schema import metadata
from strandline.adapters.store.types import UtcTime
from strandline.model.articles import IngestBatch
from strandline.model.errors import StoreError
from strandline.ports import Store
from strandline.settings import DatabaseSettings
from strandline.testing.builders import NOW, a_mention, a_source, an_article

#: Tables of which nothing is published. A new table is to be put here, or into
#: `adapters/publishing/tables.py` with a description of each column that everybody may read.
PRIVATE_TABLES = """
    accounts archive_attempts archive_jobs article_history article_pictures
    article_vectors audit chosen_mains clicks day_figures deliveries digest_drops
    documents_waiting edition_acts judge_answers letters link_hosts
    link_visits login_failures mailbox_places model_failures one_times output_deliveries
    outputs passkeys payload_uses picture_files reader_settings reader_sources readers
    received_mails
    rulings saved_searches sendings sent_forms sent_writes sessions shared_payloads
    source_health source_icons source_numbers source_words store_counters subscribers
    suppressions takedowns tokens
    upkeep verdicts
""".split()  # noqa: SIM905 - as a list it would fill a page
#: Columns of the other tables that stay private, with the same choice for a new one.
PRIVATE_COLUMNS = {
    "articles": "url_scraping_method source_url url_original_to_final_match url_notes created_at"
    " updated_at url_key rules_version url_status content_updated_at versions matched_by matched_at"
    " body_fingerprint",
    "sources": "active reputation categories poll_interval_s timezone follow_replies items"
    " lease_owner lease_until tags retired_at",
    "aliases": "url_key url_hash evidence",
    "archive_documents": "position domain is_member checksum",
    "archive_texts": "article_uuid",
    "article_sources": "mention_id post_id context_snippet verdict_id date_trust is_change_time"
    " language content_type earlier home image_url image_alt",
    "article_texts": "article_uuid status fetched_at title description author site_name language"
    " published_at published_doubt image_url canonical_url content_checksum extractor attempts"
    " message image_alt",
    "digests": "reader_id funnel state version reason note section_names send_at corrected_at"
    " versions",
    "link_metadata": "article_uuid",
    "link_health": "article_uuid host kept_at next_at failures failing_since evidence target change"
    " is_dismissed",
    "public_copies": "article_uuid state planned_at changed_at next_at attempts asked_at job_id"
    " said is_by_hand",
    "posts": "post_id source_uuid item_key guid post_url url_key published_at date_trust updated_at"
    " content_html content_hash versions decision article_uuid first_seen_at last_seen_at",
    "story_threads": "run_id",
    "archive_artifacts": "artifact_id job_id original_name is_current thumb",
    "digest_items": "article_uuid domain content_type score score_parts other_sources is_recorded"
    " is_update earlier source_title source_summary is_pinned has_picture thread_id",
}
CANARY = "kept-private"
#: A page that was taken down.
STRUCK = "A_5555555555555555"
#: What rows need to be public, or to belong together.
MEANT: dict[tuple[str, str], Any] = {
    ("archive_documents", "is_member"): 1,
    ("archive_documents", "is_archived"): 1,
    ("archive_artifacts", "is_current"): 1,
    ("readers", "scope"): "shared",
    ("readers", "reader_id"): f"{CANARY}-reader",
    ("digests", "reader_id"): f"{CANARY}-reader",
    ("digests", "state"): "sent",
    ("digest_items", "digest_id"): "public-digests-digest_id",
    ("posts", "post_id"): 7_000_000_000_001,
    ("article_sources", "post_id"): 7_000_000_000_001,
    ("sources", "source_uuid"): "W_RSS_1",
    ("articles", "source_uuid"): "W_RSS_1",
    ("article_sources", "source_uuid"): "W_RSS_1",
    ("article_texts", "status"): "ok",
    ("takedowns", "article_uuid"): STRUCK,
}
#: Columns that hold the article's id.
OF_ARTICLE = ("article_uuid", "article_id", "canonical_article_id", "story_id")


def listed() -> dict[str, set[str]]:
    """Columns of the ledger that are published, by table."""
    found: dict[str, set[str]] = {}
    for table in WITH_TEXTS:
        for name, column in table.sources():
            found.setdefault(name, set()).add(column)
    return found


def test_every_column_is_published_or_named_as_private() -> None:
    """A new column is private; whoever adds it says so, or describes it for everybody."""
    published = listed()
    for table in metadata.sorted_tables:
        private = set(PRIVATE_COLUMNS.get(table.name, "").split())
        if table.name in PRIVATE_TABLES:
            assert table.name not in published
            continue
        for column in table.columns:
            assert (column.name in private) != (column.name in published.get(table.name, ())), (
                f"{table.name}.{column.name} is new. It stays private until it is listed: name it "
                "in PRIVATE_COLUMNS of this test, or describe it in adapters/publishing/tables.py."
            )


def value_of(column: sa.Column[Any], *, is_public: bool, number: int) -> Any:
    """What stands in a column: a mark that tells where it came from."""
    table = column.table.name
    if (table, column.name) in MEANT:
        return MEANT[table, column.name]
    if isinstance(column.type, sa.Integer | sa.Boolean | sa.Float):
        # Numbers of people stay private, too; nothing published is so large.
        return number % 2 if is_public else 7_000_000_000_100 + number
    if column.name in OF_ARTICLE and table != "article_history":
        return "A_0123456789abcdef"
    if not is_public:
        return f"{CANARY}-{table}-{column.name}"
    if isinstance(column.type, UtcTime):
        return NOW.isoformat()
    return f"public-{table}-{column.name}"


@pytest.fixture(scope="module")
def ledger(tmp_path_factory: pytest.TempPathFactory) -> DatabaseSettings:
    """One row in each table: marks where everybody may read, canaries everywhere else."""
    settings = DatabaseSettings(path=tmp_path_factory.mktemp("ledger") / "s.sqlite3")
    open_store(settings).close()
    published, number = listed(), 0
    with closing(sqlite3.connect(settings.path)) as database:
        database.execute("PRAGMA foreign_keys=OFF")
        database.execute("PRAGMA ignore_check_constraints=ON")
        for table in metadata.sorted_tables:
            row = {}
            for column in table.columns:
                number += 1
                is_public = column.name in published.get(table.name, ())
                row[column.name] = value_of(column, is_public=is_public, number=number)
            put(database, table.name, row)
        # A draft, an edition of one reader, a file that was replaced, a page that is no member.
        for name, changes in (
            ("readers", {"reader_id": f"{CANARY}-one", "scope": "personal"}),
            ("digests", {"digest_id": f"{CANARY}-draft", "state": "draft"}),
            ("digests", {"digest_id": f"{CANARY}-hers", "reader_id": f"{CANARY}-one"}),
            ("archive_artifacts", {"artifact_id": 2, "is_current": 0, "key": f"{CANARY}-old"}),
            ("archive_documents", {"position": 2, "is_member": 0, "article_uuid": f"{CANARY}-no"}),
        ):
            copy_row(database, name, changes)
        for name, changes in (
            ("articles", {"article_uuid": STRUCK, "url_key": "struck"}),
            ("aliases", {"article_uuid": STRUCK, "url_key": "struck"}),
            ("article_sources", {"article_id": STRUCK, "mention_id": 3}),
            ("archive_documents", {"article_uuid": STRUCK, "position": 3}),
            ("link_metadata", {"article_uuid": STRUCK}),
            ("archive_artifacts", {"article_uuid": STRUCK, "artifact_id": 3}),
            ("archive_texts", {"article_uuid": STRUCK}),
            ("story_threads", {"story_id": STRUCK}),
            ("digest_items", {"article_uuid": STRUCK, "position": 9}),
        ):
            copy_row(database, name, changes)
        for edition in ("draft", "hers"):
            copy_row(database, "digest_items", {"digest_id": f"{CANARY}-{edition}"})
        database.commit()
    return settings


def put(database: sqlite3.Connection, table: str, row: dict[str, Any]) -> None:
    names, places = ", ".join(row), ", ".join("?" * len(row))
    statement = f"INSERT INTO {table} ({names}) VALUES ({places})"  # noqa: S608 - our schema
    database.execute(statement, list(row.values()))


def copy_row(database: sqlite3.Connection, table: str, changes: dict[str, Any]) -> None:
    """The first row again, with all that everybody could read of it made a canary."""
    cursor = database.execute(f"SELECT * FROM {table}")  # noqa: S608 - names of our schema
    row = dict(zip([part[0] for part in cursor.description], cursor.fetchone(), strict=True))
    spoilt = {
        name: f"{CANARY}-row-of-{table}" if str(value).startswith("public-") else value
        for name, value in row.items()
    }
    put(database, table, spoilt | changes)


def published_as(
    settings: DatabaseSettings, folder: Path, *, with_texts: bool = True
) -> Publication:
    return publish(
        settings,
        folder / "public.db",
        About("A paper", "https://paper.example", "CC0-1.0", "https://licence.example"),
        SilentProgress(),
        with_texts=with_texts,
        provenance=folder / "kept",
        prefix="archives/",
    )


def test_no_private_value_of_any_table_reaches_a_file(
    ledger: DatabaseSettings, tmp_path: Path
) -> None:
    """Canaries in every private column and row are nowhere; marks of every public column are."""
    published_as(ledger, tmp_path)
    with closing(sqlite3.connect(tmp_path / "public.db")) as database:
        told = "\n".join(database.iterdump())
    assert CANARY not in told
    assert STRUCK not in told
    assert "70000000001" not in told
    for path in tmp_path.rglob("*"):
        assert not path.is_file() or CANARY.encode() not in path.read_bytes(), path
    for table in WITH_TEXTS:
        for name, column in table.sources():
            kind = metadata.tables[name].columns[column].type
            mark = value_of(metadata.tables[name].columns[column], is_public=True, number=0)
            is_second = (name, column) == ("article_texts", "text")  # the kept copy comes first
            if type(kind) is sa.Text and not is_second:
                assert str(mark) in told, f"{name}.{column}"


def test_texts_are_a_choice(ledger: DatabaseSettings, tmp_path: Path) -> None:
    """Without it no text of an article is in the file."""
    published_as(ledger, tmp_path, with_texts=False)
    with closing(sqlite3.connect(tmp_path / "public.db")) as database:
        told = "\n".join(database.iterdump())
    assert "public-archive_texts-extracted_text" not in told
    assert "public-articles-article_title" in told


def test_the_same_ledger_gives_the_same_bytes(ledger: DatabaseSettings, tmp_path: Path) -> None:
    """Published twice, both files are equal; nothing else is left in the folder."""
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        published_as(ledger, tmp_path / name)
    names = {path.name for path in (tmp_path / "one").iterdir()}
    assert names == {"public.db", "public.metadata.json", "kept"}
    for name in ("public.db", "public.metadata.json"):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()


def test_everything_is_described_and_leads_somewhere(
    ledger: DatabaseSettings, tmp_path: Path
) -> None:
    """The description has a sentence for each table and column that is there; ids have a row."""
    done = published_as(ledger, tmp_path)
    told = json.loads(done.description.read_text("utf-8"))
    assert (told["license"], told["source_url"]) == ("CC0-1.0", "https://paper.example")
    tables = told["databases"]["public"]["tables"]
    with closing(sqlite3.connect(done.path)) as database:
        names = [
            row[0]
            for row in database.execute(
                "SELECT name FROM sqlite_master WHERE type = 'table'"
                " AND name NOT LIKE 'sqlite%' AND name NOT LIKE '%\\_fts%' ESCAPE '\\'"
            )
        ]
        assert set(names) == {name for name in tables if not name.endswith("_fts")}
        for name in names:
            columns = [row[1] for row in database.execute(f"PRAGMA table_info({name})")]
            assert tables[name]["description"]
            assert list(tables[name]["columns"]) == columns
            assert all(tables[name]["columns"].values())
        assert database.execute("PRAGMA foreign_key_check").fetchall() == []
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_provenance_stands_beside_the_captures(ledger: DatabaseSettings, tmp_path: Path) -> None:
    """A kept link's posts are in a file under its key, once more without a change."""
    for _ in range(2):
        assert published_as(ledger, tmp_path).rows["provenance"] == 1
    path = tmp_path / "kept/archives/A_0123456789abcdef/provenance/posts.json"
    (post,) = json.loads(path.read_text())["posts"]
    assert post["post_title"] == "public-posts-title"
    assert post["source_name"] == "public-article_sources-source_name"


def test_provenance_of_what_was_struck_since_is_removed(
    ledger: DatabaseSettings, tmp_path: Path
) -> None:
    """That file alone: other files, and files that are named otherwise, stay."""
    for name in ("A_x/provenance/posts.json", "A_x/provenance/mine.txt", "x/provenance/posts.json"):
        path = tmp_path / "kept/archives" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("{}")
    assert published_as(ledger, tmp_path).rows["provenance"] == 1
    found = {path.parts[-3] + "/" + path.name for path in tmp_path.glob("kept/archives/*/*/*")}
    assert found == {"A_0123456789abcdef/posts.json", "A_x/mine.txt", "x/posts.json"}


def test_rows_come_in_the_order_of_an_index(ledger: DatabaseSettings) -> None:
    """Nothing is sorted in memory, however long the ledger is: a small table alone may be."""
    with closing(sqlite3.connect(ledger.path)) as database:
        for table in WITH_TEXTS:
            query = str(
                table.query.compile(
                    dialect=sa.dialects.sqlite.dialect(),
                    compile_kwargs={"literal_binds": True},
                )
            )
            plan = [row[3] for row in database.execute(f"EXPLAIN QUERY PLAN {query}")]
            assert not any("TEMP B-TREE" in step for step in plan) or table.name == "editions"


def a_ledger(store: Store) -> None:
    """Two articles of one source, one of them told in Chinese, with addresses that open doors."""
    key = "https://reader:pw-canary@paper.example/feed?token=key-canary"
    source = a_source(url=key, name="Paper")
    store.save_source(source)
    articles = (
        an_article("https://paper.example/one", article_title="Council closes the old bridge"),
        an_article("https://paper.example/two", article_title="市议会关闭旧大桥进行维修"),
    )
    mention = a_mention(articles[0], source, source_url=key)
    store.ingest(IngestBatch(NOW, articles=articles, mentions=(mention,)))


def test_both_databases_give_the_same_file(
    store: Store, database: DatabaseSettings, tmp_path: Path
) -> None:
    """Addresses lose what opens doors; titles are found by parts of words, in Chinese too."""
    a_ledger(store)
    done = published_as(database, tmp_path)
    assert b"canary" not in done.path.read_bytes()
    with closing(sqlite3.connect(done.path)) as public:
        asked = (
            "SELECT url FROM articles WHERE rowid IN"
            " (SELECT rowid FROM articles_fts WHERE articles_fts MATCH ?)"
        )
        assert public.execute(asked, ("bridge",)).fetchall() == [("https://paper.example/one",)]
        assert public.execute(asked, ("旧大桥",)).fetchall() == [("https://paper.example/two",)]
        stories = public.execute("SELECT count(*), sum(articles) FROM stories").fetchone()
        assert stories == (2, 2)
        urls = public.execute("SELECT url FROM sources").fetchall()
        assert urls == [("https://paper.example/feed?token=…",)]


def test_a_failure_leaves_the_old_file(ledger: DatabaseSettings, tmp_path: Path) -> None:
    """A ledger that breaks off in the middle leaves the file of before, and no other."""
    path = tmp_path / "public.db"
    path.write_bytes(b"the one of before")
    broken = tmp_path / "broken.sqlite3"
    broken.write_bytes(ledger.path.read_bytes())
    with closing(sqlite3.connect(broken)) as database:
        database.execute("UPDATE articles SET article_detected_utc_iso = 'no time'")
        database.commit()
    with pytest.raises(StoreError, match="where a time should be"):
        published_as(DatabaseSettings(path=broken), tmp_path)
    assert path.read_bytes() == b"the one of before"
    assert not list(tmp_path.glob(".strandline-*"))
    with pytest.raises(StoreError, match="cannot be written"):
        published_as(ledger, tmp_path / "nowhere")


def test_datasette_opens_it(ledger: DatabaseSettings, tmp_path: Path) -> None:
    """Datasette shows every table with its description, and searches articles."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        app = pytest.importorskip("datasette.app", reason="pip install datasette")
        done = published_as(ledger, tmp_path)
        site = app.Datasette(
            [], immutables=[str(done.path)], metadata=json.loads(done.description.read_text())
        )

        async def asked(path: str) -> Any:
            answer = await site.client.get(path)
            assert answer.status_code == 200, path
            return answer

        async def looked() -> None:
            page = (await asked("/public")).text
            for table in (*WITH_TEXTS, *DERIVED):
                assert f"/public/{table.name}" in page
            found = (await asked("/public/articles.json?_search=public-articles")).json()
            assert found["filtered_table_rows_count"] == 1
            page = (await asked("/public/mentions")).text
            assert "Provenance: every place" in page
            assert "CC0-1.0" in page

        asyncio.run(looked())
