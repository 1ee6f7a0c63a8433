"""Thirty spellings of one page: one article, one capture."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from strandline.core.text.extract import extract_page
from strandline.core.urls import identify
from strandline.model.archive import JobStatus
from strandline.model.articles import UrlStatus
from strandline.model.fetching import Hop, Resolution, ResolveOutcome
from strandline.model.sources import ContentType
from strandline.pipelines.archive.demand import article_at, demand
from strandline.testing.archive_fakes import good_page
from strandline.testing.builders import an_answer

END = "https://courier.example/town/bridge"


def leads_to(
    rig: Any, url: str, end: str = END, outcome: ResolveOutcome = ResolveOutcome.RESOLVED
) -> None:
    """The server answers with a redirect, and following it ends so."""
    rig.fetcher.answers[url] = an_answer(url, status=301, location=end)
    rig.fetcher.resolutions[url] = Resolution(url, outcome, end, (Hop(301, url, end),))


def a_link(rig: Any, url: str, **changes: Any) -> Any:
    return rig.add(url, content_type=ContentType.LINK, **changes)


def test_thirty_links_to_one_page_are_one_capture(archive_rig: Any) -> None:
    """Every link becomes an alias of the one article; the page is asked for once."""
    rig = archive_rig
    rig.capturer.pages[END] = good_page()
    links = [f"https://go.example/r{number}" for number in range(30)]
    for link in links:
        leads_to(rig, link)
        rig.queue(link, a_link(rig, link))
    ends = rig.run()
    assert [job.url for job in rig.capturer.jobs] == [END]
    statuses = [end.status for end in ends]
    assert statuses.count(JobStatus.SUCCEEDED) == 1
    assert statuses.count(JobStatus.SKIPPED_CACHED) == 29
    (article,) = rig.ledger()
    assert article.article_url_final == END
    aliases = {alias.url for alias in rig.store.aliases(article.article_uuid)}
    assert set(links) <= aliases


def test_a_link_to_an_article_that_is_there_is_captured_as_that_article(archive_rig: Any) -> None:
    """The job goes on for the main article, and its artifacts are the main article's."""
    rig = archive_rig
    main = rig.add(END)
    rig.capturer.pages[END] = good_page()
    link = "https://go.example/r"
    leads_to(rig, link)
    job = rig.queue(link, a_link(rig, link))
    (end,) = rig.run()
    assert end.job.article_uuid == main.article_uuid
    assert rig.store.job(job.job_id).article_uuid == main.article_uuid
    assert len(rig.store.artifacts(main.article_uuid)) == 2
    assert [a.article_uuid for a in rig.ledger()] == [main.article_uuid]


def test_a_link_to_a_page_that_is_fresh_is_skipped(archive_rig: Any) -> None:
    """Archived within the cache window under its own name: nothing is captured again."""
    rig = archive_rig
    rig.capturer.pages[END] = good_page()
    main = rig.queue(END)
    rig.run()
    rig.advance(minutes=59)
    link = "https://go.example/r"
    leads_to(rig, link)
    job = rig.queue(link, a_link(rig, link))
    (end,) = rig.run()
    assert end.status is JobStatus.SKIPPED_CACHED
    said = rig.store.job(job.job_id).last_error
    assert said == f"leads to {END}, which was archived a moment ago"
    assert rig.store.job(job.job_id).article_uuid == main.article_uuid
    assert len(rig.capturer.jobs) == 1


def test_a_link_to_a_domain_that_is_excluded_is_not_followed(archive_rig: Any) -> None:
    """A shortener is no way round the policy; the reason stands with the job."""
    rig = archive_rig
    link = "https://go.example/r"
    leads_to(rig, link, "https://web.archive.org/web/1/x")
    job = rig.queue(link, a_link(rig, link))
    (end,) = rig.run()
    assert (end.status, rig.capturer.jobs) == (JobStatus.SKIPPED_POLICY, [])
    assert "web.archive.org is excluded" in rig.store.job(job.job_id).last_error


def test_after_the_window_the_link_is_captured(archive_rig: Any) -> None:
    """An hour later the same link is a reason to look again."""
    rig = archive_rig
    rig.capturer.pages[END] = good_page()
    rig.queue(END)
    rig.run()
    rig.advance(minutes=61)
    link = "https://go.example/r"
    leads_to(rig, link)
    rig.queue(link, a_link(rig, link))
    (end,) = rig.run()
    assert end.status is JobStatus.SUCCEEDED
    assert len(rig.capturer.jobs) == 2


@pytest.mark.parametrize(
    "outcome",
    [
        ResolveOutcome.LOGIN_WALL,
        ResolveOutcome.HOME_PAGE,
        ResolveOutcome.LOOP,
        ResolveOutcome.DEAD_END,
        ResolveOutcome.UNREACHABLE,
        ResolveOutcome.REFUSED,
    ],
)
def test_a_way_that_ends_badly_teaches_nothing(archive_rig: Any, outcome: ResolveOutcome) -> None:
    """A wall is no alias; the page is captured under the URL that was posted."""
    rig = archive_rig
    link = "https://paper.example/story"
    leads_to(rig, link, "https://paper.example/login", outcome)
    rig.capturer.pages[link] = good_page()
    article = a_link(rig, link)
    rig.queue(link, article)
    (end,) = rig.run()
    assert (end.status, end.job.url) == (JobStatus.SUCCEEDED, link)
    assert rig.store.aliases(article.article_uuid) == []


def test_an_article_of_a_feed_keeps_its_name(archive_rig: Any) -> None:
    """Its URL was followed when it entered: a later redirect is only one more alias."""
    rig = archive_rig
    old = "https://courier.example/2026/bridge"
    article = rig.add(old)
    leads_to(rig, old)
    rig.capturer.pages[old] = good_page()
    rig.queue(old, article)
    (end,) = rig.run()
    assert end.job.article_uuid == article.article_uuid
    assert [alias.url for alias in rig.store.aliases(article.article_uuid)] == [END]


def test_a_pending_article_is_settled_by_its_capture(archive_rig: Any) -> None:
    """A shortener that answers where it is, is no longer pending."""
    rig = archive_rig
    url = "https://go.example/page"
    rig.fetcher.resolutions[url] = Resolution(url, ResolveOutcome.UNCHANGED, url)
    rig.capturer.pages[url] = good_page()
    article = a_link(rig, url, url_status=UrlStatus.PENDING)
    rig.queue(url, article)
    rig.run()
    settled = rig.store.articles([article.article_uuid])[article.article_uuid]
    assert settled.url_status is UrlStatus.SETTLED


def test_a_page_that_leads_nowhere_else_costs_one_head(archive_rig: Any) -> None:
    """Only what redirects is followed, and a page archived before is not even asked."""
    rig = archive_rig
    rig.capturer.pages[END] = good_page()
    job = rig.queue(END)
    rig.run()
    assert [(r.method, r.url) for r in rig.fetcher.requests] == [("HEAD", END)]
    assert rig.fetcher.resolved == []
    rig.clock.advance(timedelta(days=1))
    rig.queue(END, rig.store.articles([job.article_uuid])[job.article_uuid])
    rig.run()
    assert len(rig.fetcher.requests) == 1


def test_a_link_that_only_its_capture_could_follow(archive_rig: Any) -> None:
    """A server that refuses HEAD: the page becomes the article at the end, kept files and all."""
    rig = archive_rig
    link = "https://go.example/r"
    hops = (Hop(302, link, END),)
    rig.capturer.pages[link] = replace(good_page(), final_url=END, hops=hops)
    job = rig.queue(link, a_link(rig, link))
    (end,) = rig.run()
    (article,) = rig.ledger()
    assert (article.article_url_final, article.last_archived_at) == (END, rig.clock.now())
    assert end.job.article_uuid == article.article_uuid
    assert rig.store.job(job.job_id).article_uuid == article.article_uuid
    assert len(rig.store.artifacts(article.article_uuid)) == 2
    assert link in {alias.url for alias in rig.store.aliases(article.article_uuid)}
    assert rig.named() == rig.keys()


def test_hops_of_the_capture_itself_become_aliases(archive_rig: Any) -> None:
    """What the browser was led through is known from then on."""
    rig = archive_rig
    url = "https://courier.example/a"
    middle = "https://courier.example/b"
    hops = (Hop(302, url, middle), Hop(302, middle, END))
    rig.capturer.pages[url] = replace(good_page(title="The bridge"), final_url=END, hops=hops)
    article = rig.add(url, article_title=None, published_utc_iso=None)
    rig.queue(url, article)
    rig.run()
    aliases = {alias.url for alias in rig.store.aliases(article.article_uuid)}
    assert aliases == {middle, END}
    known = rig.store.articles([article.article_uuid])[article.article_uuid]
    assert known.article_title == "The bridge"


class ReadsAtOnce:
    """Reads pages in this process."""

    def page(self, article_uuid: str, result: Any, now: Any) -> Any:
        return extract_page(article_uuid, result, now)


SLASHED = END + "/"
WORDS = "".join(f"<p>On day {day} of the repairs {day + 3} people came.</p>" for day in range(30))
FERRY = "".join(f"<p>The ferry of hour {hour} took {hour} goats over.</p>" for hour in range(30))


def two_spellings(rig: Any, one: str, other: str) -> Any:
    """A server that answers both slashes with a page each, and a rig that can read them."""
    for url, body in ((END, one), (SLASHED, other)):
        page = f"<!doctype html><title>{body[:9]}</title><main>{body}</main>"
        rig.fetcher.answers[url] = an_answer(url, page)
        rig.capturer.pages[url] = good_page(title=url)
    return replace(rig, ports=replace(rig.ports, parser=ReadsAtOnce()))


def asked_for(rig: Any, *urls: str) -> list[str]:
    """Ids of the articles that demands of these URLs stand for, after the work on them."""
    for url in urls:
        demand(rig.ports, rig.settings, url, now=rig.clock.now(), force=True)
    rig.run()
    found: list[Any] = [article_at(rig.store, identify(url)) for url in urls]
    return [article.article_uuid for article, _ in found]


@pytest.mark.parametrize("order", [(END, SLASHED), (SLASHED, END)])
def test_two_pages_behind_two_slashes_stay_two(archive_rig: Any, order: tuple[str, str]) -> None:
    """A server that answers `/a` and `/a/` with different pages: each is kept as itself."""
    rig = two_spellings(archive_rig, WORDS, FERRY)
    one, other = asked_for(rig, *order)
    assert one != other
    assert sorted(job.url for job in rig.capturer.jobs) == [END, SLASHED]
    kept = rig.store.link_metadata([one, other])
    assert [kept[uuid].title for uuid in (one, other)] == list(order)
    rig.advance(hours=2)
    assert asked_for(rig, *order) == [one, other], "it is known the next time"
    assert len(rig.ledger()) == 2


@pytest.mark.parametrize("order", [(END, SLASHED), (SLASHED, END)])
def test_one_page_behind_two_slashes_is_one(archive_rig: Any, order: tuple[str, str]) -> None:
    """The same page under both: one capture, the other spelling an alias, and nothing is asked the
    next time.
    """
    rig = two_spellings(archive_rig, WORDS, WORDS)
    one, other = asked_for(rig, *order)
    assert one == other
    assert [job.url for job in rig.capturer.jobs] == [order[0]]
    (article,) = rig.ledger()
    assert order[1] in {alias.url for alias in rig.store.aliases(article.article_uuid)}
    asked = len(rig.fetcher.requests)
    assert asked_for(rig, order[1]) == [one]
    assert rig.fetcher.fetched[asked:] == []


def test_a_slash_that_leads_to_the_other_is_no_page(archive_rig: Any) -> None:
    """What nearly every server does costs one request more, and no second article."""
    rig = archive_rig
    rig.capturer.pages[END] = good_page()
    leads_to(rig, SLASHED, END)
    one, other = asked_for(rig, END, SLASHED)
    assert one == other
    assert [job.url for job in rig.capturer.jobs] == [END]
    assert len(rig.ledger()) == 1
