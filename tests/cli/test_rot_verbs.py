"""Kept links that rot, as a person asks for them."""

import json
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from strandline.adapters.store import open_store
from strandline.model.articles import IngestBatch
from strandline.model.rot import LinkState, Sign, Visit
from strandline.model.wayback import CopyState
from strandline.settings import DatabaseSettings
from strandline.testing.archive_builders import a_job, a_result
from strandline.testing.builders import NOW, an_article
from strandline.testing.services.server import ServiceServer
from strandline.testing.services.wayback import ACCESS_KEY, SECRET_KEY, SavePageNow

URL, MOVED = "https://a.example/mill", "https://b.example/mill"
#: Loopback without a server: it does not answer.
DOWN = "http://127.0.0.1:9/mill"


@pytest.fixture
def ledger(shell: Any) -> Any:
    """Three kept links: one gone, one moved, one whose host is down."""
    store = open_store(DatabaseSettings(path=shell.folder / "s.sqlite3"))
    for url in (URL, MOVED, DOWN):
        article = an_article(url)
        store.ingest(IngestBatch(now=NOW, articles=(article,)))
        store.enqueue([a_job(article)])
        (job,) = store.claim_jobs(NOW, "me", timedelta(hours=1), limit=1, per_domain=9)
        assert store.finish_job(a_result(job), owner="me")
        uuid = article.article_uuid
        link = store.link_health([uuid])[uuid]
        if url == URL:
            link = replace(link, state=LinkState.GONE, since=NOW, evidence="HTTP 404")
            store.save_visit(link, Visit(uuid, NOW, Sign.GONE, LinkState.GONE, 404))
        elif url == MOVED:
            target = f"{MOVED}-house"
            store.save_visit(replace(link, state=LinkState.MOVED, since=NOW, target=target))
    store.close()
    return shell


def test_links_are_listed_accepted_and_dismissed(ledger: Any) -> None:
    """By state, with the evidence; in words or as JSON; a second time there is nothing to do."""
    told = ledger.ok("archive", "rot")
    assert all(word in told for word in ("gone       2026-03-04", URL, "HTTP 404"))
    assert "alive 1, moved 1, gone 1" in told
    row = json.loads(ledger.ok("archive", "rot", "--state", "gone", "--json"))
    assert (row["url"], row["link"]["state"]) == (URL, "gone")
    assert "leads to this article" in ledger.ok("archive", "accept", MOVED)
    assert ledger("archive", "accept", MOVED).returncode == 1
    assert "listed again" in ledger.ok("archive", "dismiss", URL)
    assert URL not in ledger.ok("archive", "rot", "--state", "gone")
    assert "soft_gone" in ledger("archive", "rot", "--state", "lost").stderr


def test_a_link_is_visited_now(ledger: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is there is told at once; of what was never kept there is nothing to tell."""
    monkeypatch.setenv("ALLOW_PRIVATE_NETWORKS", "127.0.0.0/8")
    told = ledger.ok("archive", "visit", DOWN)
    assert told.startswith("down")
    assert "taken for alive" in told
    assert ledger("archive", "visit", "https://new.example/").returncode != 0


def test_a_link_is_saved_in_public_and_what_became_of_it_is_listed(
    ledger: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Asked for at once, listed by state; without keys, and without such a state, it is said."""
    assert "No public copy was asked for yet" in ledger.ok("archive", "wayback")
    assert "WAYBACK_ACCESS_KEY" in ledger("archive", "wayback", URL).stderr
    assert "given_up" in ledger("archive", "wayback", "--state", "lost").stderr
    service = SavePageNow(datetime.now(UTC))
    with ServiceServer(service) as server:
        for name, value in (
            ("ALLOW_PRIVATE_NETWORKS", server.address),
            ("WAYBACK_URL", server.url),
            ("WAYBACK_ACCESS_KEY", ACCESS_KEY),
            ("WAYBACK_SECRET_KEY", SECRET_KEY),
        ):
            monkeypatch.setenv(name, value)
        asked = ledger("archive", "wayback", MOVED, "--wait", "0")
        assert (asked.returncode, asked.stdout.split()[0]) == (1, "asked")
        assert service.captures == {MOVED: 1}
        assert "asked 1" in ledger.ok("archive", "wayback")
        assert MOVED in ledger.ok("archive", "wayback", "--state", "asked")
        assert "public copy: asked" in ledger.ok("explain", MOVED)
        with closing(open_store(DatabaseSettings(path=ledger.folder / "s.sqlite3"))) as store:
            (row,) = store.list_copies(CopyState.ASKED, limit=2)
            assert store.save_copy(replace(row, next_at=NOW), row)  # it is looked at now
        both = ledger("archive", "wayback", DOWN, MOVED, "https://a.example/none", "--wait", "60")
        assert both.returncode == 1
        assert "is not on the public web" in both.stderr
        assert "https://a.example/none is not in the ledger" in both.stderr
        assert (both.stdout.split()[0], service.captures) == ("saved", {MOVED: 1})
        assert f"/{MOVED}" in ledger.ok("archive", "wayback", MOVED)
        monkeypatch.setenv("WAYBACK_SECRET_KEY", "wrong-one")
        shut = ledger("archive", "wayback", URL, "--wait", "800")  # no longer than it is shut
        assert shut.stdout.split()[0] == "planned"
        assert "does not let us ask: " in shut.stderr
        assert "Wayback Machine: " in ledger.ok("status")
        for name in ("WAYBACK_ACCESS_KEY", "WAYBACK_SECRET_KEY"):
            monkeypatch.delenv(name)
        assert "Wayback Machine: " not in ledger.ok("status")
