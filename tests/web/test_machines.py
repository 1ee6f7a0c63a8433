"""Health, metrics, feeds, clicks, static files: what machines ask for."""

import json
import re
import socket
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from strandline.adapters.blobs.local import LocalBlobs
from strandline.model.articles import IngestBatch
from strandline.model.database import Upkeep
from strandline.model.errors import StoreError, StrandlineError
from strandline.ops.health import Health, StatusKeeper, as_mapping
from strandline.ops.metrics import Metrics
from strandline.ports import Store
from strandline.testing.builders import NOW, an_article, clicks_between
from strandline.testing.fakes import FrozenClock
from strandline.web.clicks import A_MINUTE
from strandline.web.server import run_in_thread

FIRST = an_article("https://harbourpost.example/story/0")


def test_healthz_tells_database_backlog_and_sources(page: Any) -> None:
    """A working page answers 200 with what waits."""
    answer = page.get("/healthz")
    told = answer.json()
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "no-store"
    assert told["status"] == "ok"
    assert told["database"]["status"] == "ok"
    assert told["storage"] == {"status": "ok"}
    assert set(told["backlog"]) == {
        "sources_due",
        "urls_pending",
        "articles_unscraped",
        "jobs_queued",
        "articles_unmatched",
        "pairs_pending",
    }
    assert told["sources"]["active_troubled"] == 2
    assert told["checked_at"] == "2026-03-04T07:00:00Z"


def test_healthz_is_503_when_the_database_is_gone(
    serve: Callable[..., Any], ledger: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A database that does not answer is told by status and kind, without its address."""
    page = serve(ledger)
    assert page.get("/healthz").status_code == 200
    monkeypatch.setattr(ledger, "ping", _refuse)  # a disk that fails from now on
    answer = page.get("/healthz")
    assert answer.status_code == 503
    assert answer.json()["database"] == {"status": "failing", "fault": "StoreError"}
    assert "hunter2" not in answer.text


def test_healthz_is_503_when_the_object_store_is_gone(
    serve: Callable[..., Any], ledger: Store, tmp_path: Path
) -> None:
    """An object store that cannot be written to is told by its kind; the database is still well."""
    place = tmp_path / "objects"
    page = serve(ledger, LocalBlobs(place))
    place.write_text("a file where the folder was")  # as after a wrong mount
    answer = page.get("/healthz")
    assert answer.status_code == 503
    assert answer.json()["storage"] == {"status": "failing", "fault": "BlobError"}
    assert answer.json()["database"]["status"] == "ok"
    assert str(tmp_path) not in answer.text


def test_healthz_without_an_object_store(serve: Callable[..., Any], ledger: Store) -> None:
    """A page that gives out no artifacts says so, and is well."""
    answer = serve(ledger).get("/healthz")
    assert (answer.status_code, answer.json()["storage"]) == (200, {"status": "not_in_use"})


def _refuse() -> None:
    raise StoreError("postgresql://user:hunter2@db does not answer")


def test_metrics_tell_counts_and_the_state_of_each_source(page: Any) -> None:
    """Prometheus reads the ledger's size and every source's health."""
    answer = page.get("/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    for line in (
        "strandline_articles 6.0",
        "strandline_database_up 1.0",
        'strandline_source_state{source="W_RSS_2",state="error:html_page"} 1.0',
        'strandline_source_failures{source="W_RSS_2"} 3.0',
        'strandline_backlog{kind="urls_pending"} 0.0',
    ):
        assert f"\n{line}\n" in answer.text
    assert "W_RSS_5" not in answer.text  # paused: no alarm may ring for it


def test_metrics_without_a_database_still_answer(
    ledger: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The scrape that matters most is the one while the database is down."""
    metrics = Metrics(ledger, StatusKeeper(ledger, FrozenClock(NOW)), "1")
    monkeypatch.setattr(ledger, "counts", _refuse)
    assert b"strandline_database_up 0.0" in metrics.exposition()


def test_counts_are_told_again_for_some_seconds_only(ledger: Store) -> None:
    """A probe a second does not count a large ledger every second."""
    clock = FrozenClock(NOW)
    keeper = StatusKeeper(ledger, clock)
    assert keeper.status().counts.articles == 0
    ledger.ingest(IngestBatch(now=NOW, articles=(an_article(),)))
    clock.advance(timedelta(seconds=9))
    assert keeper.status().counts.articles == 0
    clock.advance(timedelta(seconds=1))
    assert keeper.status().counts.articles == 1


def test_the_age_of_backups_is_told(ledger: Store) -> None:
    """When the newest is of, whether the last try failed, and when it is too old."""
    clock = FrozenClock(NOW)
    keeper = StatusKeeper(ledger, clock, timedelta(0))
    metrics = Metrics(ledger, keeper, "1")
    assert backup_of(keeper)["status"] == "none"
    assert b"\nstrandline_backup_last_success_timestamp_seconds " not in metrics.exposition()
    ledger.save_upkeep(Upkeep("backup", NOW, ok_at=NOW, detail="2026, 1 MB, s3://private"))
    clock.advance(timedelta(hours=2))
    told = backup_of(keeper)
    assert (told["status"], told["age_seconds"]) == ("ok", 7200.0)
    ledger.save_upkeep(Upkeep("rehearsal", NOW, message="s3://private is down"))
    assert backup_of(keeper)["status"] == "failing"
    page = metrics.exposition().decode()
    assert f"strandline_backup_last_success_timestamp_seconds {NOW.timestamp():.9e}"[:52] in page
    assert "strandline_backup_failed 0.0" in page
    assert "strandline_backup_rehearsal_failed 1.0" in page
    clock.advance(timedelta(days=3))
    told = backup_of(keeper)
    assert told["status"] == "late"
    assert "private" not in str(told) + page


def backup_of(keeper: StatusKeeper) -> dict[str, Any]:
    told: Any = as_mapping(Health(NOW, "1", status=keeper.status()))["backup"]
    return dict(told)


def test_two_pages_in_one_process_count_apart(ledger: Store) -> None:
    """Numbers belong to one page; there is no global registry."""
    one, other = (Metrics(ledger, StatusKeeper(ledger, FrozenClock(NOW)), "1") for _ in range(2))
    one.count_polls({"ok": 3, "not_modified": 2})
    one.count_answer("BREW", 405)
    assert b'strandline_poll_outcomes_total{outcome="ok"} 3.0' in one.exposition()
    assert b'strandline_http_answers_total{method="other",status="405"} 1.0' in one.exposition()
    assert b"poll_outcomes_total{" not in other.exposition()


@pytest.mark.parametrize("path", ["/feed.xml", "/recent.xml", "/digests/edition1.rss"])
def test_rss_can_be_read(page: Any, path: str) -> None:
    """The feeds are well-formed RSS with the articles in it."""
    answer = page.get(path)
    assert answer.headers["content-type"] == "application/rss+xml; charset=utf-8"
    root = ET.fromstring(answer.content)  # noqa: S314 - our own answer
    assert root.tag == "rss"
    assert "Ferry line to the outer islands returns" in answer.text


def test_feeds_link_to_the_configured_address(serve: Callable[..., Any], seeded: Store) -> None:
    """Links in feeds come from the setting, where there is one."""
    page = serve(seeded, base_url="https://news.example/")
    assert "https://news.example/digests/edition1<" in page.get("/feed.xml").text
    assert '"https://news.example/recent.json"' in page.get("/recent.json").text


def test_a_digest_as_json_holds_its_items(page: Any) -> None:
    """Machines get the same edition."""
    told = json.loads(page.get("/digests/edition1.json").content)
    assert [item["position"] for item in told["items"]] == [1, 2, 3, 4, 5]


def test_a_click_leads_to_the_article_and_counts_once(
    serve: Callable[..., Any], seeded: Store
) -> None:
    """302 to the canonical URL, one more for the hour, no cookie."""
    page = serve(seeded)
    answer = page.get(f"/go/{FIRST.article_uuid}")
    assert answer.status_code == 302
    assert answer.headers["location"] == FIRST.article_url_final
    assert answer.headers["cache-control"] == "no-store"
    assert "set-cookie" not in answer.headers
    assert clicks_between(seeded, NOW - timedelta(days=1), NOW) == {FIRST.article_uuid: 1}


def test_looking_ahead_is_no_click(serve: Callable[..., Any], seeded: Store) -> None:
    """Neither HEAD nor a browser's prefetch votes for an article."""
    page = serve(seeded)
    page.client.head(f"/go/{FIRST.article_uuid}")
    page.get(f"/go/{FIRST.article_uuid}", sec_purpose="prefetch;prerender")
    assert clicks_between(seeded, NOW - timedelta(days=1), NOW) == {}


@pytest.mark.parametrize(
    "headers",
    [
        {"sec_fetch_dest": "image", "sec_fetch_mode": "no-cors", "sec_fetch_site": "cross-site"},
        {"sec_fetch_dest": "iframe", "sec_fetch_mode": "navigate"},
        {"sec_fetch_dest": "document", "sec_fetch_site": "cross-site"},
        {"sec_fetch_mode": "cors"},
    ],
)
def test_what_other_pages_embed_is_no_click(
    serve: Callable[..., Any], seeded: Store, headers: dict[str, str]
) -> None:
    """Nobody votes by putting our addresses into a page of their own; the way still leads on."""
    answer = serve(seeded).get(f"/go/{FIRST.article_uuid}", **headers)
    assert answer.status_code == 302
    assert clicks_between(seeded, NOW - timedelta(days=1), NOW) == {}


def test_a_flood_of_clicks_counts_for_so_many_a_minute(
    serve: Callable[..., Any], seeded: Store
) -> None:
    """Whoever sends them: nothing of that is looked at. The next minute counts anew."""
    page = serve(seeded)
    for _ in range(A_MINUTE + 9):
        assert page.get(f"/go/{FIRST.article_uuid}").status_code == 302
    assert clicks_between(seeded, NOW - timedelta(days=1), NOW) == {FIRST.article_uuid: A_MINUTE}
    page.clock.advance(timedelta(minutes=1))
    page.get(f"/go/{FIRST.article_uuid}")
    assert clicks_between(seeded, NOW - timedelta(days=1), NOW) == {
        FIRST.article_uuid: A_MINUTE + 1
    }


def test_a_click_that_cannot_be_counted_still_leads_on(
    serve: Callable[..., Any], seeded: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full disk keeps no reader from the article."""
    monkeypatch.setattr(seeded, "add_click", lambda *_: _refuse())
    assert serve(seeded).get(f"/go/{FIRST.article_uuid}").status_code == 302


@pytest.mark.parametrize(
    "url", ["javascript:alert(1)", "ftp://files.example/x", "https://a:b@evil.example/"]
)
def test_no_click_leads_to(serve: Callable[..., Any], ledger: Store, url: str) -> None:
    """An article whose URL is no plain web address has no way out."""
    article = an_article(url)
    ledger.ingest(IngestBatch(now=NOW, articles=(article,)))
    assert serve(ledger).get(f"/go/{article.article_uuid}").status_code == 404


def test_static_files_are_kept_for_ever_under_their_version(page: Any) -> None:
    """The page names the version; a browser asks for it once."""
    hrefs = re.findall(r'(?:href|src)="(/static/[^"]+)"', page.get("/").text)
    assert {href.split("?")[0] for href in hrefs} == {"/static/strandline.css", "/static/mark.svg"}
    for href in hrefs:
        assert "immutable" in page.get(href).headers["cache-control"]
    assert page.get("/static/strandline.css").headers["cache-control"] == "public, no-cache"


@pytest.mark.parametrize("path", ["/", "/feed.xml", "/static/strandline.css"])
def test_what_did_not_change_is_not_sent_again(page: Any, path: str) -> None:
    """A browser that holds the same bytes is answered 304."""
    tag = page.get(path).headers["etag"]
    again = page.get(path, if_none_match=f'"other", W/{tag}')
    assert again.status_code == 304
    assert again.content == b""
    assert page.get(path, if_none_match='"other"').status_code == 200


@pytest.mark.parametrize("path", ["/", "/digests/edition1", "/healthz", "/static/mark.svg"])
def test_head_answers_like_get_without_a_body(page: Any, path: str) -> None:
    """Probes and link checkers may ask with HEAD."""
    answer = page.client.head(path)
    assert answer.status_code == 200
    assert answer.content == b""


def test_a_port_in_use_is_named_with_what_to_do(page: Any) -> None:
    """Starting twice ends in one clear line."""
    with pytest.raises(StrandlineError, match="already in use") as caught:
        run_in_thread(_nothing, "127.0.0.1", page.server.port)
    assert "--port" in str(caught.value)


@pytest.mark.parametrize("host", ["203.0.113.77", "a" * 70 + ".example"])
def test_an_address_that_is_not_ours_is_named(host: str) -> None:
    """A wrong HOST says so instead of a traceback."""
    with pytest.raises(StrandlineError, match=re.escape(host)):
        run_in_thread(_nothing, host, 0)


def test_a_stopped_server_frees_its_port(serve: Callable[..., Any], ledger: Store) -> None:
    """`up` can be ended and started again at once."""
    page = serve(ledger)
    page.server.stop()
    page.server.stop()
    again = run_in_thread(_nothing, "127.0.0.1", page.server.port)
    try:
        with socket.create_connection(("127.0.0.1", again.port), timeout=5):
            pass
    finally:
        again.stop()


async def _nothing(scope: Any, receive: Any, send: Any) -> None:
    """An application that is never asked."""
