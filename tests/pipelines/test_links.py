"""Links of forum posts on their way into the ledger, through real polls."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Any

import pytest

from strandline.core.urls import identify
from strandline.model.archive import ArchiveJob, JobStatus
from strandline.model.articles import Article, IngestBatch, IngestResult, Mention, UrlStatus
from strandline.model.sources import ContentType, SourceKind

NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
FEED = "https://forum.example/posts.rss"
REDDIT = "https://old.reddit.com/r/bread/comments/1abc/crust/"
PAPER = "https://paper.example/town/mill"
TUBE = "https://www.youtube.com/watch?v=mIlL-12345a"


def own(url: str, words: str = "look") -> str:
    return f'<p>{words} <a href="{url}">here</a></p>'


def quoted(url: str) -> str:
    return (
        '<aside class="quote" data-username="rosa" data-post="1" data-topic="12">'
        f'<div class="title">rosa:</div><blockquote>{own(url, "said")}</blockquote></aside>'
    )


def forum(*posts: tuple[int, str], hours_ago: float = 1.0) -> bytes:
    """A posts.rss; one post an hour ago unless told otherwise, newest first."""
    items = "".join(
        f"<item><title>Bread</title><dc:creator><![CDATA[@rosa Rosa L]]></dc:creator>"
        f"<description><![CDATA[ {html} ]]></description>"
        f"<link>https://forum.example/t/bread/12/{number}</link>"
        f"<pubDate>{format_datetime(NOON - timedelta(hours=hours_ago))}</pubDate>"
        f'<guid isPermaLink="false">forum.example-post-{900 + number}</guid></item>'
        for number, html in posts
    )
    return (
        '<?xml version="1.0"?><rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/">'
        f"<channel><title>Forum</title>{items}</channel></rss>"
    ).encode()


class Watched:
    """The real store; remembers the jobs of every batch that it was given."""

    def __init__(self, store: Any) -> None:
        self._store = store
        self.given: list[ArchiveJob] = []

    def ingest(self, batch: IngestBatch) -> IngestResult:
        self.given += batch.jobs
        result: IngestResult = self._store.ingest(batch)
        return result

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)


class Forum:
    """A forum source and what polling it brings."""

    def __init__(self, rig: Any, answer: Callable[..., Any]) -> None:
        self.rig = rig
        self.watched = Watched(rig.ports.store)
        rig.ports = replace(rig.ports, store=self.watched)
        self._answer = answer
        self.source = rig.add(FEED, kind=SourceKind.DISCOURSE)

    def says(self, *posts: tuple[int, str], minutes: int = 0, hours_ago: float = 1.0) -> Any:
        """Serve these posts and poll."""
        self.watched.given.clear()
        body = forum(*posts, hours_ago=hours_ago)
        self.rig.web.answers[FEED] = self._answer(
            body, 200, {"content-type": "application/rss+xml"}
        )
        return self.rig.poll(NOON + timedelta(minutes=minutes), force=True)

    def article(self, url: str) -> Article | None:
        """The article that a URL leads to."""
        key = identify(url).key
        uuid = self.rig.ports.store.find([key]).get(key)
        found: Article | None = self.rig.ports.store.articles([uuid])[uuid] if uuid else None
        return found

    def mentions(self, url: str) -> list[Mention]:
        """Where an article was seen, oldest first."""
        article = self.article(url)
        if article is None:
            return []
        uuid = article.article_uuid
        found: list[Mention] = self.rig.ports.store.mentions([uuid]).get(uuid, [])
        return found

    @property
    def jobs(self) -> list[tuple[str, JobStatus]]:
        """URL and state of the jobs of the last poll."""
        return [(job.url, job.status) for job in self.watched.given]


@pytest.fixture
def board(rig: Any, answer: Any) -> Forum:
    """A forum whose posts a test writes."""
    return Forum(rig, answer)


def test_own_link_of_a_new_post(board: Forum) -> None:
    """It becomes an article of its own kind, a mention where it was seen, and a queued job."""
    report = board.says((1, own(REDDIT, "the crust")))
    article = board.article(REDDIT)
    assert article is not None
    assert article.content_type is ContentType.LINK
    (mention,) = board.mentions(REDDIT)
    assert mention.source_url == "https://forum.example/t/bread/12/1"
    assert mention.url_original == REDDIT
    assert mention.context_snippet == "the crust here"
    assert not mention.in_quote
    assert mention.post_id is not None
    (job,) = board.watched.given
    assert (job.url, job.status, job.domain) == (REDDIT, JobStatus.QUEUED, "reddit.com")
    assert job.reason == "own link, in https://forum.example/t/bread/12/1"
    assert report.new == 1  # the topic; its links are no news


def test_nothing_is_asked_of_the_link(board: Forum) -> None:
    """Polling costs the feed's request, and none for a link."""
    board.says((1, own(PAPER) + own(REDDIT)))
    assert [url for url, _ in board.rig.web.requests] == [FEED]


def test_quoted_link(board: Forum) -> None:
    """It is recorded as quoted, and kept as it never was before."""
    board.says((2, quoted(REDDIT)))
    (mention,) = board.mentions(REDDIT)
    assert mention.in_quote
    assert board.jobs == [(REDDIT, JobStatus.QUEUED)]


def test_policy_is_recorded(board: Forum) -> None:
    """A link that the policy does not name is in the ledger, with a skipped job that says why."""
    board.says((1, own(PAPER)))
    assert len(board.mentions(PAPER)) == 1
    (job,) = board.watched.given
    assert job.status is JobStatus.SKIPPED_POLICY
    assert "paper.example is not in DELETABLE_ALLOWLIST" in job.reason
    assert job.finished_at == NOON


def test_same_post_again(board: Forum) -> None:
    """A post that is listed unchanged brings nothing."""
    board.says((1, own(REDDIT)))
    board.says((1, own(REDDIT)), minutes=1)
    assert board.jobs == []
    assert len(board.mentions(REDDIT)) == 1


def test_edit_that_adds_a_link(board: Forum) -> None:
    """The new link is mentioned and queued, the one that was there is not mentioned twice."""
    board.says((1, own(REDDIT)))
    board.says((1, own(REDDIT) + own(TUBE)), minutes=1)
    assert (TUBE, JobStatus.QUEUED) in board.jobs
    assert len(board.mentions(TUBE)) == 1
    assert len(board.mentions(REDDIT)) == 1


def test_own_in_one_post_quoted_in_the_next(board: Forum) -> None:
    """Both posts mention the article, each in its way, and one job stands for both."""
    board.says((2, quoted(REDDIT)), (1, own(REDDIT)))
    assert [m.in_quote for m in board.mentions(REDDIT)] == [True, False] or [
        m.in_quote for m in board.mentions(REDDIT)
    ] == [False, True]
    assert board.jobs == [(REDDIT, JobStatus.QUEUED)]


def test_spellings_of_one_page(board: Forum) -> None:
    """Two spellings of one page are one article: quoted and own two mentions, own decides."""
    board.says((1, quoted("https://www.reddit.com/r/bread/comments/1abc/crust/?utm_source=x")
                + own(REDDIT)))  # fmt: skip
    own_words, quotation = sorted(board.mentions(REDDIT), key=lambda mention: mention.in_quote)
    assert (own_words.in_quote, quotation.in_quote) == (False, True)
    assert own_words.url_original == REDDIT
    assert quotation.url_original.endswith("?utm_source=x")
    assert board.jobs == [(REDDIT, JobStatus.QUEUED)]


def test_two_slashes_are_two_links_until_they_are_captured(board: Forum) -> None:
    """A spelling with the other slash at its end has a job of its own: only a capture shows whether
    it is another page. Of a site that is not kept nobody will see, and it stays one link.
    """
    blog = "https://bsky.app/about/blog"
    board.says((1, own(blog) + own(f"{blog}/") + own(PAPER) + own(f"{PAPER}/")))
    expected = {
        (blog, JobStatus.QUEUED),
        (f"{blog}/", JobStatus.QUEUED),
        (PAPER, JobStatus.SKIPPED_POLICY),
    }
    assert set(board.jobs) == expected
    board.says((2, own(f"{blog}/") + own(blog)), minutes=9)
    assert set(board.jobs) <= expected


def test_old_post_of_a_first_reading(board: Forum) -> None:
    """What is too old for the news is not too old to be kept."""
    report = board.says((1, own(REDDIT)), hours_ago=240)
    assert report.new == 0
    assert board.jobs == [(REDDIT, JobStatus.QUEUED)]
    assert len(board.mentions(REDDIT)) == 1


def test_post_from_the_future_waits(board: Forum) -> None:
    """A post that is held back brings its links when it enters, and only then."""
    board.says((1, own(REDDIT)), hours_ago=-5)
    assert board.jobs == []
    board.says((1, own(REDDIT)), hours_ago=-5, minutes=320)
    assert board.jobs == [(REDDIT, JobStatus.QUEUED)]


def test_forums_own_pages(board: Forum) -> None:
    """Its topics, people and files are no links to keep."""
    board.says(
        (
            1,
            (
                '<p><a href="/t/rye/40">x</a> <a class="mention" href="/u/rosa">@rosa</a>'
                '<img src="/uploads/default/original/1X/a.png"></p>'
            ),
        )
    )
    assert board.jobs == []
    assert board.article("https://forum.example/t/rye/40") is None


def test_shortener_of_no_platform_waits(board: Forum) -> None:
    """A link that says nothing is pending; whether it is kept is decided where it leads."""
    board.says((1, own("https://bit.ly/3xYz")))
    article = board.article("https://bit.ly/3xYz")
    assert article is not None
    assert article.url_status is UrlStatus.PENDING
    assert board.jobs == []


def test_shortener_of_a_platform_is_kept(board: Forum) -> None:
    """A platform's own shortener is kept as the platform is."""
    board.says((1, own("https://redd.it/1abc")))
    assert [status for _, status in board.jobs] == [JobStatus.QUEUED]


def test_articles_of_other_sources_are_no_posts(board: Forum, answer: Any) -> None:
    """A newspaper's articles are not searched for links."""
    feed = "https://news.example/feed.xml"
    board.rig.add(feed, kind=SourceKind.FEED)
    body = forum((1, own(REDDIT))).replace(b"forum.example", b"news.example")
    board.rig.web.answers[feed] = answer(body, 200, {"content-type": "application/rss+xml"})
    board.says()
    assert board.article(REDDIT) is None


def test_link_that_a_source_lists_later(board: Forum, answer: Any) -> None:
    """What was only a link of a post becomes news once a source lists it as its own."""
    board.says((1, own(PAPER)))
    feed = "https://paper.example/feed.xml"
    board.rig.add(feed, kind=SourceKind.FEED)
    item = (
        f"<item><title>The mill turns</title><link>{PAPER}</link>"
        f"<pubDate>{format_datetime(NOON - timedelta(hours=2))}</pubDate></item>"
    )
    body = f'<rss version="2.0"><channel><title>Paper</title>{item}</channel></rss>'.encode()
    board.rig.web.answers[feed] = answer(body, 200, {"content-type": "application/rss+xml"})
    board.says((1, own(PAPER)), minutes=1)
    article = board.article(PAPER)
    assert article is not None
    assert article.content_type is ContentType.ARTICLE
    assert article.article_title == "The mill turns"
    assert article.published_utc_iso == NOON - timedelta(hours=2)
    assert len(board.mentions(PAPER)) == 2


def test_known_article_is_only_mentioned(board: Forum, answer: Any) -> None:
    """A link to an article of the ledger is a mention of it; the article stays what it is."""
    feed = "https://paper.example/feed.xml"
    board.rig.add(feed, kind=SourceKind.FEED)
    item = (
        f"<item><title>The mill turns</title><link>{PAPER}</link>"
        f"<pubDate>{format_datetime(NOON - timedelta(hours=2))}</pubDate></item>"
    )
    body = f'<rss version="2.0"><channel><title>Paper</title>{item}</channel></rss>'.encode()
    board.rig.web.answers[feed] = answer(body, 200, {"content-type": "application/rss+xml"})
    board.says()
    board.says((1, own(f"{PAPER}?utm_medium=forum")), minutes=1)
    article = board.article(PAPER)
    assert article is not None
    assert article.content_type is ContentType.ARTICLE
    assert [m.source_url for m in board.mentions(PAPER)][-1] == "https://forum.example/t/bread/12/1"


def test_hostile_post_harms_no_other(board: Forum) -> None:
    """A post that is nothing but broken markup and broken addresses costs only its own links."""
    nasty = '<a href="https://[::1/">x</a><a href="http://">y</a>' + "<blockquote>" * 400
    board.says((2, nasty), (1, own(REDDIT)))
    assert board.jobs == [(REDDIT, JobStatus.QUEUED)]


def stored_jobs(board: Forum) -> list[tuple[str, JobStatus]]:
    """URL and state of the jobs that the database holds, newest first."""
    return [(job.url, job.status) for job in board.rig.ports.store.jobs()]


def test_jobs_are_stored_with_their_post(board: Forum) -> None:
    """Queued and skipped jobs are stored with the post, one open one an article."""
    board.says((2, quoted(REDDIT)), (1, own(REDDIT) + own(PAPER)))
    assert sorted(stored_jobs(board)) == [
        (REDDIT, JobStatus.QUEUED),
        (PAPER, JobStatus.SKIPPED_POLICY),
    ]
    board.says((3, own(REDDIT)), (2, quoted(REDDIT)), (1, own(REDDIT) + own(PAPER)), minutes=1)
    assert stored_jobs(board).count((REDDIT, JobStatus.QUEUED)) == 1


@pytest.fixture
def resolving_board(resolving_rig: Any, answer: Any) -> Forum:
    """A forum whose pending links are followed."""
    return Forum(resolving_rig, answer)


@pytest.mark.parametrize(
    ("target", "status"),
    [(REDDIT, JobStatus.QUEUED), (PAPER, JobStatus.SKIPPED_POLICY)],
)
def test_shortener_is_decided_where_it_leads(
    resolving_board: Forum, answer: Any, target: str, status: JobStatus
) -> None:
    """Once it is known where a link leads, the policy decides as if the post had said so."""
    from strandline.pipelines.resolve import resolve_pending

    board = resolving_board
    short = "https://bit.ly/3xYz"
    board.rig.web.answers[short] = answer(b"", 301, {"location": target})
    board.rig.web.answers[target] = answer(b"<p>x</p>", 200, {"content-type": "text/html"})
    board.says((1, own(short)))
    assert stored_jobs(board) == []
    resolve_pending(board.rig.ports, board.rig.settings, now=NOON + timedelta(minutes=1))
    assert stored_jobs(board) == [(target, status)]
    (mention,) = board.mentions(target)
    assert mention.url_original == short


def test_links_are_no_news(board: Forum) -> None:
    """What only a post links to is not among the recent articles and waits for no scraping."""
    board.says((1, own(REDDIT)))
    store = board.rig.ports.store
    urls = [article.article_url_final for article in store.recent(limit=10)]
    assert urls == ["https://forum.example/t/bread/12"]
    assert store.counts().unscraped == 1


def test_a_page_that_a_post_linked_to_first_is_read_when_a_source_lists_it(
    resolving_board: Forum, answer: Any
) -> None:
    """Known by its address alone, it is read once, for whoever lists it first."""
    board, web, store = resolving_board, resolving_board.rig.web, resolving_board.rig.ports.store
    told = "The wheel of the mill turns again after forty years of rest. " * 20
    page = f"<html><body><article><h1>The mill turns</h1><p>{told}</p></article></body></html>"
    web.answers[PAPER] = answer(page.encode(), 200, {"content-type": "text/html"})
    board.says((1, own(PAPER)))
    assert web.asked(PAPER) == []
    item = (
        f"<item><title>The mill turns</title><link>{PAPER}</link>"
        f"<pubDate>{format_datetime(NOON - timedelta(days=9))}</pubDate></item>"
    )
    body = f'<rss version="2.0"><channel><title>Paper</title>{item}</channel></rss>'.encode()
    for minutes, host in enumerate(("paper", "review"), start=1):
        feed = f"https://{host}.example/feed.xml"
        board.rig.add(feed, kind=SourceKind.FEED)
        web.answers[feed] = answer(body, 200, {"content-type": "application/rss+xml"})
        board.says((1, own(PAPER)), minutes=minutes)
        article = board.article(PAPER)
        assert article is not None
        (text,) = store.texts([article.article_uuid]).values()
        assert text.text.count("forty years") == 20
        assert len(board.mentions(PAPER)) == 1 + minutes
    assert len(web.asked(PAPER)) == 1
