"""Long lists come from an index in their order: SQLite sorts nothing by itself."""

import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
import sqlalchemy as sa

from strandline.adapters.store import newest_sqlite
from strandline.model.archive import JobStatus, SearchQuery
from strandline.model.editions import OPEN, EditionState
from strandline.model.sources import SourceQuery
from strandline.model.wayback import CopyState
from strandline.ports import Store
from strandline.testing.archive_builders import a_job
from strandline.testing.builders import NOW, an_article

BEFORE = (NOW, "A_0")
QUEUED = a_job(an_article(), priority=3)


@pytest.fixture
def plans(sqlite_store: Any) -> Iterator[list[str]]:
    """The plan of every query that is run meanwhile."""
    found: list[str] = []
    engine = sqlite_store._database.engine

    def explain(connection: Any, cursor: Any, statement: str, values: Any, *_: Any) -> None:
        if statement.lstrip().startswith("SELECT"):
            rows = connection.connection.driver_connection.execute(
                f"EXPLAIN QUERY PLAN {statement}", values
            )
            found.append("; ".join(row[3] for row in rows))

    sa.event.listen(engine, "before_cursor_execute", explain)
    yield found
    sa.event.remove(engine, "before_cursor_execute", explain)


def claim(store: Store) -> object:
    return store.claim_jobs(NOW, "w1", timedelta(minutes=1), limit=5, per_domain=1)


@pytest.mark.parametrize(
    ("ask", "index"),
    [
        (lambda s: s.recent(limit=5, language="fr"), "ix_articles_language"),
        (lambda s: s.recent(limit=5, language="fr", before=BEFORE), "ix_articles_language"),
        (lambda s: s.recent(limit=5, before=BEFORE), "ix_articles_detected"),
        (claim, "ix_archive_jobs_queued"),
        (lambda s: s.jobs(status=JobStatus.FAILED, before_id=9), "ix_archive_jobs_status"),
        (lambda s: s.jobs(article_uuid="A_0"), "ix_archive_jobs_article"),
        (lambda s: s.job_queue(limit=9), "ix_archive_jobs_queued"),
        (lambda s: s.job_queue(limit=9, after=QUEUED), "ix_archive_jobs_queued"),
        (lambda s: s.failed_jobs("gone", limit=9, before_id=9), "ix_archive_jobs_failures"),
        (lambda s: s.count_day(NOW, NOW), "ix_articles_detected"),
        (lambda s: s.count_day(NOW, NOW), "ix_archive_attempts_ended"),
        (
            lambda s: s.count_day(NOW, NOW),
            "ix_link_health_rotten (state=? AND since>? AND since<?)",
        ),
        (lambda s: s.screenshots_without_thumb(limit=9), "ix_archive_artifacts_unthumbed"),
        (lambda s: s.search(SearchQuery()), "ix_archive_documents_members"),
        (lambda s: s.search(SearchQuery(domain="x.example")), "ix_archive_documents_domain"),
        (lambda s: s.search(SearchQuery(has_video=True)), "ix_archive_documents_videos"),
        (lambda s: s.search(SearchQuery(status=JobStatus.FAILED)), "ix_archive_documents_status"),
        (lambda s: s.search(SearchQuery("the mill", domain="x.example")), "VIRTUAL TABLE INDEX"),
        (lambda s: s.search(SearchQuery("the", before=BEFORE, has_video=True)), "VIRTUAL TABLE"),
        (lambda s: s.source_page(SourceQuery(by_name=True)), "SCAN sources USING INDEX ix_sources"),
        (
            lambda s: s.source_page(SourceQuery(after=(False, "a", "b"))),
            "SEARCH sources USING INDEX ix_sources_name (<expr>>?)",
        ),
        (lambda s: s.search(SearchQuery(everywhere=True)), "INTEGER PRIMARY KEY"),
        (lambda s: s.search(SearchQuery("the", everywhere=True, is_kept=True)), "VIRTUAL TABLE"),
        (lambda s: s.search(SearchQuery(everywhere=True, language="fr")), "VIRTUAL TABLE"),
        (
            lambda s: s.list_copies(CopyState.FAILED, limit=9, before=BEFORE),
            "ix_public_copies_state",
        ),
        (lambda s: s.claim_copy(NOW, timedelta(1), may_ask=True), "ix_public_copies_open"),
        (lambda s: s.uncopied(NOW, kept=True, shown=False, limit=9), "ix_link_health_kept"),
    ],
    ids=range(27),
)
def test_an_index_gives_the_order(
    sqlite_store: Store,
    plans: list[str],
    ask: Callable[[Store], object],
    index: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """However long the table is, a page costs a page."""
    monkeypatch.setattr(newest_sqlite, "FEW", -1)  # an empty archive is searched all the same
    ask(sqlite_store)
    (plan,) = [plan for plan in plans if index in plan]
    assert "TEMP B-TREE" not in plan


@pytest.mark.parametrize(
    ("ask", "index"),
    [
        (lambda s: s.digests(states=OPEN), "ix_digests_open"),
        (lambda s: s.digests(states={EditionState.SENDING}), "ix_digests_open"),
        (lambda s: s.digests(reader_id="a"), "ix_digests_reader_created"),
        (lambda s: s.left_out("d1", after=5), "sqlite_autoindex_digest_drops_1"),
        (lambda s: s.edition_acts("d1"), "sqlite_autoindex_edition_acts_1"),
        (lambda s: s.search_history("a", words="x"), "ix_article_history_created"),
    ],
    ids=range(6),
)
def test_an_edition_and_a_reader_are_found_by_an_index(
    sqlite_store: Store, plans: list[str], ask: Callable[[Store], object], index: str
) -> None:
    """However many editions were sent and however many readers there are; no table is read
    through."""
    ask(sqlite_store)
    assert [plan for plan in plans if index in plan]
    assert not [plan for plan in plans if re.search(r"SCAN (?!.* USING)", plan)]


def test_the_archive_is_counted_by_its_own_documents(sqlite_store: Store, plans: list[str]) -> None:
    """Every article has a document: whoever counts what is kept reads the archive's alone."""
    sqlite_store.archive_stats()
    sqlite_store.counts()
    of_documents = [plan for plan in plans if "archive_documents" in plan]
    assert len(of_documents) == 2
    assert all("ix_archive_documents_members" in plan for plan in of_documents)


@pytest.mark.parametrize(
    ("ask", "index"),
    [
        (lambda s: s.session("hash", NOW), "sqlite_autoindex_sessions"),
        (lambda s: s.token("hash", NOW), "sqlite_autoindex_tokens"),
        (lambda s: s.sessions("id", NOW), "ix_sessions_account"),
        (lambda s: s.account_of_login("ada"), "sqlite_autoindex_accounts"),
        (lambda s: s.failures("ada", "192.0.2.1", NOW), "ix_login_failures_address"),
        (lambda s: s.audit(before=9), "INTEGER PRIMARY KEY"),
        (lambda s: s.audit(who="ada", before=9), "ix_audit_actor"),
        (lambda s: s.audit(what="source"), "ix_audit_area"),
        (lambda s: s.audit(what="source.add"), "ix_audit_what"),
        (lambda s: s.audit(subject="W_1"), "ix_audit_subject"),
    ],
    ids=range(10),
)
def test_who_asks_and_what_they_did_is_found_by_an_index(
    sqlite_store: Store, plans: list[str], ask: Callable[[Store], object], index: str
) -> None:
    """Every request asks for the first; the audit grows for years."""
    ask(sqlite_store)
    assert index in plans[-1]
    assert "SCAN" not in plans[-1]
    assert "audit" not in plans[-1] or "TEMP B-TREE" not in plans[-1]
