"""Hostile texts, hostile addresses, strict headers."""

import re
import string
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from html.parser import HTMLParser
from typing import Any
from urllib.parse import quote

import httpx2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from structlog.testing import capture_logs

from strandline.model.articles import IngestBatch
from strandline.model.digests import Digest, DigestItem, OtherSource, Section
from strandline.model.errors import StoreError
from strandline.ports import Store
from strandline.testing.builders import NOW, a_mention, an_article, clicks_between
from strandline.web.queries import article_cursor, write_cursor
from strandline.web.shield import CONTENT_SECURITY_POLICY, HEADERS

HOSTILE = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "'; DROP TABLE articles; --",
    "{{ 7 * 7 }}{% raw %}",
    "nul \x00 bell \x07 del \x7f c1 \x9b",
    "lone \ud800 surrogate",
    "right \u202eto\u202c left",
    "</title></textarea></style><svg onload=alert(1)>",
    "x" * 1_000_000,
)

EVERY_PATH = (
    "/",
    "/digests",
    "/digests/edition1",
    "/digests/edition1.json",
    "/digests/edition1.rss",
    "/feed.xml",
    "/recent.json",
    "/stories",
    "/stories/{first}",
    "/threads",
    "/threads/{running}",
    "/threads/{running}.xml",
    "/threads/A_0000000000000000",
    "/stories/A_0000000000000000",
    "/stories.xml",
    "/featured",
    "/featured.json",
    "/api/v1/stories",
    "/api/v1/stories/{first}",
    "/api/v1/threads",
    "/api/v1/threads/{running}?limit=0",
    "/api/v1/stories/A_0000000000000000",
    "/api/v1/featured?limit=0",
    "/api/v1/openapi.json",
    "/sources",
    "/about",
    "/healthz",
    "/metrics",
    "/robots.txt",
    "/static/strandline.css",
    "/static/nothing",
    "/nothing/here",
    "/?before=nonsense",
    "/articles/A_0000000000000000",
    "/articles/{first}",
    "/archive",
    "/archive.xml",
    "/archive.json",
    "/search?q=boats",
    "/stats",
    "/artifacts/999999",
)


def at(page: Any, path: str) -> str:
    """A path of the seeded ledger."""
    (thread,) = page.store.recent_threads(limit=1)
    return path.format(first=FIRST, running=thread.thread_id)


@pytest.mark.parametrize("path", EVERY_PATH)
def test_strict_headers_on(page: Any, path: str) -> None:
    """Every answer, refusals too, carries the policy and may not be sniffed or framed."""
    answer = page.get(at(page, path))
    for name, value in HEADERS:
        assert answer.headers[name] == value
    assert "server" not in answer.headers
    assert "script" not in CONTENT_SECURITY_POLICY


@pytest.mark.parametrize("path", EVERY_PATH)
def test_no_script_and_no_inline_style_in(page: Any, path: str) -> None:
    """Nothing that the policy would refuse is sent."""
    answer = page.get(at(page, path))
    if "html" in answer.headers["content-type"]:
        assert _alien_parts(answer.text) == []


@pytest.mark.parametrize("title", HOSTILE, ids=range(len(HOSTILE)))
def test_a_hostile_title_is_only_text(serve: Callable[..., Any], ledger: Store, title: str) -> None:
    """Whatever a feed calls an article, every page shows it as plain, bounded text."""
    # The database keeps no NUL and no lone surrogate; what it does keep must come out harmless.
    kept = title.replace("\x00", "").encode("utf-8", "replace").decode()
    article = an_article("https://evil.example/1", article_title=kept, language='zh" onload="x')
    mention = a_mention(article, title=kept, context_snippet=kept[:500], source_name=kept[:200])
    ledger.ingest(IngestBatch(now=NOW, articles=(article,), mentions=(mention,)))
    ledger.save_digest(_edition(article.article_uuid, "https://evil.example/1", kept), ())
    page = serve(ledger)
    for path in ("/", f"/articles/{article.article_uuid}", "/digests/evil"):
        answer = page.get(path)
        assert answer.status_code == 200
        assert _alien_parts(answer.text) == []
        assert not re.search("[\x00-\x08\x0e-\x1f\x7f-\x9f\u202a-\u202e]", answer.text)
        assert "49" not in re.findall(r"<bdi>([^<]*)</bdi>", answer.text)
        assert len(answer.content) < 60_000


@pytest.mark.parametrize(
    "url",
    [
        "javascript:alert(1)",
        "JaVaScRiPt:alert(1)",
        "data:text/html,<script>alert(1)</script>",
        "java\nscript:alert(1)",
        "file:///etc/passwd",
        "//elsewhere.example/",
        "https://user:secret@evil.example/",
        "http://",
    ],
)
def test_never_a_link_to(serve: Callable[..., Any], ledger: Store, url: str) -> None:
    """Only plain web addresses become links, whatever a digest or a mention holds."""
    article = an_article("https://evil.example/1")
    mention = a_mention(article, source_url=url, discussion_url=url)
    ledger.ingest(IngestBatch(now=NOW, articles=(article,), mentions=(mention,)))
    ledger.save_digest(_edition("A_00000000000000ff", url, "Title"), ())
    page = serve(ledger)
    for path in (f"/articles/{article.article_uuid}", "/digests/evil"):
        answer = page.get(path)
        assert answer.status_code == 200
        for href in re.findall(r'href="([^"]*)"', answer.text):
            assert re.match(r"https?://[a-z.]+\.example/|/(?!/)|#", href), href
        assert "secret" not in re.findall(r'class="url">([^<]*)<', answer.text)


def test_no_password_in_the_address_of_an_article(serve: Callable[..., Any], ledger: Store) -> None:
    """What a feed wrote is shown as it wrote it, but for a user name and a password in it."""
    written = "https://user:hunter2@evil.example/1?utm_source=rss"
    article = an_article("https://evil.example/1", article_url_original=written)
    mention = a_mention(article, url_original=written)
    ledger.ingest(IngestBatch(now=NOW, articles=(article,), mentions=(mention,)))
    text = serve(ledger).get(f"/articles/{article.article_uuid}").text
    assert text.count("https://evil.example/1?utm_source=rss") >= 2
    assert "hunter2" not in text


#: Charts are `svg`; nothing in them loads, moves or holds HTML.
ALIEN = frozenset(
    [
        "script",
        "style",
        "iframe",
        "object",
        "embed",
        "base",
        "textarea",
        "foreignobject",
        "use",
        "image",
        "animate",
        "set",
    ]
)


class _Parts(HTMLParser):
    """Collects what a page of ours never has: foreign elements, handlers, inline style."""

    def __init__(self) -> None:
        super().__init__()
        self.alien: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ALIEN:
            self.alien.append(tag)
        self.alien += [name for name, _ in attrs if name.startswith("on") or name == "style"]
        if tag == "img" and not re.match(r"/(static|artifacts)/", str(dict(attrs).get("src"))):
            self.alien.append("img")


def _alien_parts(text: str) -> list[str]:
    parts = _Parts()
    parts.feed(text)
    parts.close()
    return parts.alien


def _edition(article_uuid: str, url: str, title: str) -> Digest:
    item = DigestItem(
        position=1,
        section=Section.ARTICLES,
        category=title[:60],
        article_uuid=article_uuid,
        url=url,
        title=title,
        source_name=title[:100],
        published_at=None,
        summary=title,
        language='fr"><b>',
        score_parts={title[:40]: 1.0},
        other_sources=(OtherSource(title[:100], url),),
    )
    return Digest("evil", "public", NOW, title[:200], "en", (item,))


#: An article of which files are kept.
FIRST = an_article("https://harbourpost.example/story/0").article_uuid

QUERIES = (
    "?before=9999999999999999999999",
    "?before=-1",
    "?before=9999-12-31T23:59:59.999999Z~A_ffffffffffffffff",
    "?before=0001-01-01T00:00:00Z~A_0",
    "?before=2026-02-31T00:00:00Z~A_0",
    "?before=2026-03-04T07:00:00Z",
    "?before=%00",
    "?before=٢٠٢٦-03-04T07:00:00Z~A_0",
    "?source=%00",
    "?source=" + "A" * 5_000,
    "?source=';DROP TABLE articles;--",
    "?language=%ff%fe",
    "?language=" + "z" * 300,
    "?lang=xx&lang=%00",
    "?" + "&".join(f"a{n}=b" for n in range(2_000)),
    "?%ED%A0%80=%ED%A0%80",
    "?;;;&&&===",
)


@pytest.mark.parametrize(
    "path", ["/", "/digests", "/sources", "/feed.xml", "/archive", "/search", "/archive.json"]
)
def test_a_hostile_query_never_fails(page: Any, path: str) -> None:
    """Nonsense after the question mark is refused or ignored, never a fault."""
    for query in QUERIES:
        assert page.get(path + query).status_code in {200, 422}, query


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=60), st.text(max_size=60), st.sampled_from(["/", "/digests", "/search"]))
def test_any_query_at_all(page: Any, name: str, value: str, path: str) -> None:
    """Whatever is asked for, the answer is a page or a refusal in words."""
    raw = f"{quote(name, errors='replace')}={quote(value, errors='replace')}"
    for key in ("before", "source", "language", "lang", "q", "domain", "since"):
        query = f"{key}={quote(value, errors='replace')}&{raw}"
        assert page.get(f"{path}?{query}").status_code in {200, 422}


@given(
    st.datetimes(timezones=st.just(UTC)),
    st.text(string.hexdigits, min_size=1, max_size=16).map(lambda digits: f"A_{digits}"),
)
def test_a_cursor_reads_back_what_was_written(when: datetime, article_uuid: str) -> None:
    """Paging loses no microsecond."""
    assert article_cursor(write_cursor(when, article_uuid)) == (when, article_uuid)


def test_a_refused_query_names_the_parameter_and_offers_a_way_out(page: Any) -> None:
    """422 says which part was not understood."""
    answer = page.get("/?before=nonsense")
    assert answer.status_code == 422
    assert "<code>before</code>" in answer.text
    assert 'href="/"' in answer.text
    assert "nonsense" not in answer.text.partition("<main")[2].partition("</main")[0]


@pytest.mark.parametrize(
    "path",
    ["/nothing", "/digests/none", "/articles/A_0", "/articles/%00", "/go/A_0", "/digests/a.b"],
)
def test_an_unknown_address_is_a_404_with_a_way_out(page: Any, path: str) -> None:
    """Nothing there: said in words, with links that work."""
    answer = page.get(path)
    assert answer.status_code == 404
    assert "There is nothing at this address" in answer.text
    assert "Back to the recent articles" in answer.text


def test_a_path_to_another_host_makes_no_link_there(page: Any) -> None:
    """`//elsewhere` as a path never becomes a protocol-relative link."""
    with httpx2.Client(timeout=30, trust_env=False) as client:
        answer = client.get(page.server.url + "//elsewhere.example/%5Celsewhere.example")
    assert answer.status_code == 404
    assert not re.search(r'href="(//|/\\)', answer.text)


def test_the_host_header_is_believed_nowhere(page: Any) -> None:
    """Links never repeat what the Host header says."""
    for path in ("/", "/feed.xml", "/digests", "/digests/edition1.rss", "/nothing/", "/archive"):
        answer = page.get(path, host="attacker.example")
        assert "attacker.example" not in answer.text
        assert "attacker.example" not in str(answer.headers)


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"])
def test_nothing_can_be_written_with(page: Any, method: str) -> None:
    """Pages are read only; the refusal says what is allowed."""
    answer = page.client.request(method, "/")
    assert answer.status_code == 405
    assert "GET" in answer.headers["allow"]


@pytest.mark.parametrize(
    "path", ["/static/../app.py", "/static/%2e%2e%2fapp.py", "/static/..%2f..%2fsettings.py"]
)
def test_no_file_outside_the_table_is_served(page: Any, path: str) -> None:
    """Only the named files exist; there is no folder to climb out of."""
    answer = page.get(path)
    assert answer.status_code == 404
    assert "import" not in answer.text


class Broken:
    """A store whose every method fails as a broken disk or a bug would."""

    def __init__(self, error: Exception) -> None:
        self._error = error

    def __getattr__(self, name: str) -> Callable[..., None]:
        def fail(*_: object, **__: object) -> None:
            raise self._error

        return fail


def test_a_fault_becomes_a_page_without_its_secrets(serve: Callable[..., Any]) -> None:
    """A bug ends in a 500 with a number; what it said stays in the log."""
    page = serve(Broken(RuntimeError("password=hunter2 at /srv/secret")))
    with capture_logs() as logs:
        answer = page.get("/")
    assert answer.status_code == 500
    assert "hunter2" not in answer.text
    assert "Traceback" not in answer.text
    assert [log["event"] for log in logs] == ["page_failed"]
    assert f"<code>{logs[0]['incident']}</code>" in answer.text
    assert answer.headers["content-security-policy"] == CONTENT_SECURITY_POLICY


def test_a_broken_database_is_a_503_that_says_nothing_is_lost(serve: Callable[..., Any]) -> None:
    """The reader is told to come back; the connection's details are not told."""
    page = serve(Broken(StoreError("postgresql://user:hunter2@db refused")))
    answer = page.get("/")
    assert answer.status_code == 503
    assert answer.headers["retry-after"] == "30"
    assert "Nothing is lost" in answer.text
    assert "hunter2" not in answer.text


def test_an_article_that_todays_rules_refuse_still_has_its_page(
    serve: Callable[..., Any], ledger: Store
) -> None:
    """An old row with a URL that is no web address is shown, without a way out."""
    article = an_article("ftp://files.example/report")
    ledger.ingest(IngestBatch(now=NOW, articles=(article,)))
    answer = serve(ledger).get(f"/articles/{article.article_uuid}")
    assert answer.status_code == 200
    assert "ftp://files.example/report" in answer.text
    assert 'href="ftp:' not in answer.text
    assert "/go/" not in answer.text


def test_pages_answer_while_the_ledger_is_written(serve: Callable[..., Any], seeded: Store) -> None:
    """Readers, clicks and a poller at once: no page fails, no click is lost."""
    page = serve(seeded)
    first = seeded.recent(limit=1)[0].article_uuid
    paths = ["/", "/sources", "/digests/edition1", f"/go/{first}", "/healthz"] * 12

    def read(path: str) -> int:
        return int(httpx2.get(page.server.url + path, timeout=60, trust_env=False).status_code)

    with ThreadPoolExecutor(8) as pool:
        answers = pool.map(read, paths)
        for number in range(40):
            articles = tuple(an_article(f"https://busy.example/{number}/{n}") for n in range(20))
            mentions = tuple(a_mention(article) for article in articles)
            seeded.ingest(IngestBatch(now=NOW, articles=articles, mentions=mentions))
        assert set(answers) == {200, 302}
    assert clicks_between(seeded, NOW - timedelta(days=1), NOW) == {first: 12}
