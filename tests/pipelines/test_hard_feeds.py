"""Feeds as they go wrong in the wild: each labelled case, polled for real, ends as it says."""

import json
import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from strandline.core.urls import identify
from strandline.model.articles import Article
from strandline.model.sources import SourceState

pytestmark = pytest.mark.shared_data

#: Cases without a document: their recipes are tests in `test_poll_health.py`.
RECIPES = frozenset({"26-stuck-validators", "28-gone-and-flaky"})


def moment(text: str) -> datetime:
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


def canonical(url: str) -> str:
    """The cases name URLs as received; the ledger shows them under its platform rules."""
    return identify(url).canonical


class Case:
    """One case, played: every fetch as its script says, then its expectations."""

    def __init__(self, folder: Path, rig: Any, answer: Any) -> None:
        self.folder = folder
        self.rig = rig
        self.answer = answer
        self.script = json.loads((folder / "expect.json").read_text())
        self.expect = self.script["expect"]
        self.now = moment(self.script["now"])
        self.sources: dict[str, Any] = {}
        self.outcomes: list[Any] = []
        self.gaps: list[timedelta] = []

    def play(self) -> None:
        documents = [f.get("feed_url", self.script["feed_url"]) for f in self.script["fetches"]]
        self._add_sources(documents)
        fetches = self.script["fetches"]
        for fetch in fetches:
            for other in fetches:
                # Documents of one time belong together (a sitemap index and what it names).
                if other["at"] == fetch["at"]:
                    self._serve(other)
            url = fetch.get("feed_url", self.script["feed_url"])
            if url not in self.sources:
                continue
            self._serve(fetch)
            at = moment(fetch["at"])
            if "purge" in fetch.get("before", ""):
                self.rig.at(at)
                self.rig.ports.store.purge_posts(at - timedelta(days=30))
            report = self.rig.poll(at, only=[self.sources[url].source_uuid], force=True)
            (outcome,) = report.outcomes
            self.outcomes.append(outcome)
            health = self.health(url)
            if health.next_poll_at is not None:
                self.gaps.append(health.next_poll_at - at)

    def _add_sources(self, documents: list[str]) -> None:
        main = self.script["feed_url"]
        urls = [main] if main in documents else list(dict.fromkeys(documents))
        for url in urls:
            self.sources[url] = self.rig.add(url)

    def _serve(self, fetch: dict[str, Any]) -> None:
        url = fetch.get("feed_url", self.script["feed_url"])
        body = (self.folder / fetch["file"]).read_bytes()
        status = fetch.get("status", 200)
        target = url
        for code, from_url, to_url in fetch.get("redirects", []):
            self.rig.web.answers[from_url] = self.answer(b"", code, {"location": to_url})
            target = to_url
        self.rig.web.answers[target] = self.answer(body, status, fetch.get("headers", {}))

    def health(self, url: str | None = None) -> Any:
        uuid = self.sources[url or next(iter(self.sources))].source_uuid
        return self.rig.ports.store.healths()[uuid]

    def articles(self) -> dict[str, Article]:
        return {a.article_url_final: a for a in self.rig.ports.store.recent(limit=1000)}

    def in_window(self) -> dict[str, Article]:
        start = self.now - timedelta(hours=self.script["window_hours"])
        return {
            url: article
            for url, article in self.articles().items()
            if start < (article.published_utc_iso or article.article_detected_utc_iso) <= self.now
        }

    def posts(self) -> list[sqlite3.Row]:
        with sqlite3.connect(self.rig.database) as connection:
            connection.row_factory = sqlite3.Row
            return connection.execute("SELECT * FROM posts").fetchall()

    def dates(self) -> dict[str, str | None]:
        return {row["post_url"]: row["published_at"] for row in self.posts()}


def expect_state(case: Case, state: str) -> None:
    healths = case.rig.ports.store.healths().values()
    assert {health.state.value for health in healths} == {state}


def expect_entries(case: Case, count: int) -> None:
    assert len(case.posts()) == count


def expect_in_window(case: Case, rows: list[dict[str, Any]]) -> None:
    found = case.in_window()
    assert set(found) == {canonical(row["url"]) for row in rows}
    for row in rows:
        _expect_row(case, found[canonical(row["url"])], row)


def _expect_row(case: Case, article: Article, row: dict[str, Any]) -> None:
    store = case.rig.ports.store
    mentions = store.mentions([article.article_uuid])[article.article_uuid]
    threads = [m.discussion_url for m in mentions]
    posts = store.posts_of(article.article_uuid)
    kinds = {"audio": "podcast"}
    told: dict[str, Callable[[Any], bool]] = {
        "url": lambda want: article.article_url_final == canonical(want),
        "published": lambda want: article.published_utc_iso == moment(want),
        "title": lambda want: article.article_title == want,
        "title_starts": (article.article_title or "").startswith,
        "content_type": lambda want: article.content_type.value == kinds.get(want, want),
        "discussion": lambda want: want in threads,
        "discussions": lambda want: set(want) <= set(threads),
        "posts": lambda want: len(posts) == want,
        "key": lambda want: want in {post.item_key for post in posts},
        "note": lambda _: True,
    }
    for field, want in row.items():
        assert told[field](want), (field, want, article, posts)


def expect_not_in_window(case: Case, urls: list[str]) -> None:
    assert not set(urls) & set(case.in_window())


def expect_skipped(case: Case, rows: list[dict[str, str]]) -> None:
    drops = {(d.subject, d.reason) for outcome in case.outcomes for _, d in outcome.drops}
    assert {(row["title"], row["reason"]) for row in rows} <= drops


def expect_new_per_fetch(case: Case, counts: list[int]) -> None:
    """New to the source: whatever it had not listed before, in the window or not."""
    steps = [{step.step: step for step in outcome.funnel.steps} for outcome in case.outcomes]
    assert [step["recognise"].left if step else 0 for step in steps] == counts


def expect_new_in_window(case: Case, counts: list[int]) -> None:
    assert [outcome.new for outcome in case.outcomes] == counts


def expect_ledger_size(case: Case, size: int) -> None:
    keys = {identify(row["topic_url"] or row["post_url"]).key for row in case.posts()}
    assert len(keys) == size


def expect_titles(case: Case, titles: dict[str, str]) -> None:
    found = {row["post_url"]: row["title"] for row in case.posts()}
    assert {url: found[url] for url in titles} == titles


def expect_dates(case: Case, dates: dict[str, dict[str, Any]]) -> None:
    found = {row["post_url"]: row["published_at"] for row in case.posts()}
    store = case.rig.ports.store
    source = next(iter(case.sources.values()))
    posts = store.posts(source.source_uuid, [identify(url).key for url in dates])
    by_url = {post.post_url: post.published_at for post in posts.values()}
    assert set(by_url) == set(dates) == set(found)
    wanted = {url: row["utc"] and moment(row["utc"]) for url, row in dates.items()}
    assert by_url == wanted


def expect_published(case: Case, dates: dict[str, str] | str) -> None:
    if isinstance(dates, str):
        (article,) = case.articles().values()
        assert article.published_utc_iso == moment(dates)
        return
    for url, when in dates.items():
        assert case.articles()[url].published_utc_iso == moment(when)


def expect_updated(case: Case, when: str) -> None:
    (article,) = case.articles().values()
    assert article.content_updated_at == moment(when)


def expect_versions(case: Case, count: int) -> None:
    (article,) = case.articles().values()
    assert article.versions == count


def expect_flags(case: Case, flags: list[str]) -> None:
    assert set(flags) <= set(case.health().flags)


def expect_suggestion(case: Case, url: str) -> None:
    assert case.health().suggested_url == url


def expect_url_changed(case: Case, is_changed: bool) -> None:
    urls = {source.url for source in case.rig.ports.store.sources()}
    assert (urls != set(case.sources)) is is_changed


def expect_keep_previous(case: Case, _: bool) -> None:
    """A failed poll takes no validator and no checksum of the wrong document."""
    assert case.health().etag is None
    assert case.health().body_checksum is None


def expect_errors(case: Case, count: int) -> None:
    assert case.health().failures == count


def expect_per_fetch(case: Case, states: list[str]) -> None:
    assert [outcome.state.value for outcome in case.outcomes] == states


def expect_backoff(case: Case, how: str) -> None:
    assert how == "grows"
    assert case.gaps == sorted(set(case.gaps))


def expect_not_before(case: Case, when: str) -> None:
    assert case.health().next_poll_at >= moment(when)


def expect_urls_at_least(case: Case, urls: list[str]) -> None:
    assert set(urls) <= set(case.articles()) | set(case.dates())


def expect_no_url(case: Case, url: str) -> None:
    assert url not in case.dates()


def expect_article_urls(case: Case, urls: list[str]) -> None:
    assert set(case.dates()) == set(urls)


def expect_not_articles(case: Case, urls: list[str]) -> None:
    assert not set(case.dates()) & set(urls)


def expect_untrusted_lastmod(case: Case, _: list[str]) -> None:
    assert "untrusted_lastmod" in case.health().flags


def expect_sitemap_pages(case: Case, count: int) -> None:
    assert sum("/page" in url for url in case.in_window()) == count


def expect_tombstone(case: Case, _: bool) -> None:
    assert case.posts()


def expect_after_purge(case: Case, count: int) -> None:
    assert [outcome.new for outcome in case.outcomes[1:]] == [count] * (len(case.outcomes) - 1)


def expect_not_shown(case: Case, _: dict[str, Any]) -> None:
    """Whoever the reader is: what was published outside the window is no candidate."""
    uuids = [source.source_uuid for source in case.rig.ports.store.sources()]
    start = case.now - timedelta(hours=case.script["window_hours"])
    candidates = case.rig.ports.store.candidates(since=start, until=case.now, source_uuids=uuids)
    assert candidates == []


def expect_elsewhere(case: Case, _: Any) -> None:
    """Held by the tests of rendering, of the history, or of the fetcher."""


#: Words of the labelled cases → what they mean here.
EXPECTATIONS: dict[str, Callable[[Case, Any], None]] = {
    "feed_state": expect_state,
    "entries": expect_entries,
    "in_window": expect_in_window,
    "not_in_window": expect_not_in_window,
    "skipped": expect_skipped,
    "new_per_fetch": expect_new_per_fetch,
    "new_in_window_per_fetch": expect_new_in_window,
    "ledger_size": expect_ledger_size,
    "titles": expect_titles,
    "dates": expect_dates,
    "published": expect_published,
    "updated": expect_updated,
    "versions": expect_versions,
    "flags": expect_flags,
    "suggest_feed_url": expect_suggestion,
    "feed_url_changed": expect_url_changed,
    "keep_previous": expect_keep_previous,
    "error_count_delta": expect_errors,
    "per_fetch": expect_per_fetch,
    "backoff": expect_backoff,
    "next_fetch_not_before": expect_not_before,
    "urls_at_least": expect_urls_at_least,
    "must_not_have_url": expect_no_url,
    "article_urls": expect_article_urls,
    "not_articles": expect_not_articles,
    "untrusted_lastmod": expect_untrusted_lastmod,
    "sitemap_pages_in_window": expect_sitemap_pages,
    "tombstone": expect_tombstone,
    "after_purge_new": expect_after_purge,
    "reader_with_history": expect_not_shown,
    "reader_without_history": expect_not_shown,
    "reader_ttl_expired": expect_elsewhere,
    "html_output_must_not_contain": expect_elsewhere,
    "host_paused": expect_elsewhere,
    "run_under_TZ": expect_elsewhere,
}


def case_names() -> list[str]:
    root = os.environ.get("STRANDLINE_SHARED_DATA")
    data = Path(root) if root else Path(__file__).parents[3] / "shared" / "data"
    folders = (data / "feeds" / "hard").glob("*/expect.json")
    return sorted(folder.parent.name for folder in folders if folder.parent.name not in RECIPES)


@pytest.mark.parametrize("name", case_names() or ["absent"])
def test_case_ends_as_it_says(name: str, shared_data: Path, rig: Any, answer: Any) -> None:
    """Polled at its times, a case leaves ledger and health as its expectations say."""
    case = Case(shared_data / "feeds" / "hard" / name, rig, answer)
    case.play()
    for word, wanted in case.expect.items():
        EXPECTATIONS[word](case, wanted)


@pytest.fixture
def local_zone(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], None]]:
    """Sets the zone of this process, and gives it back."""

    def use(zone: str) -> None:
        monkeypatch.setenv("TZ", zone)
        time.tzset()

    yield use
    monkeypatch.undo()
    time.tzset()


@pytest.mark.parametrize("zone", ["UTC", "America/New_York", "Asia/Kathmandu"])
def test_dates_do_not_depend_on_this_machine(
    zone: str, local_zone: Callable[[str], None], shared_data: Path, rig: Any, answer: Any
) -> None:
    """Dates without a zone mean the same whatever zone this machine is in."""
    local_zone(zone)
    case = Case(shared_data / "feeds" / "hard" / "23-date-formats", rig, answer)
    case.play()
    expect_dates(case, case.expect["dates"])
    assert case.health().state is SourceState.OK
