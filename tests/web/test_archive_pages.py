"""What the archive's pages show: the list, a link, a search, the numbers, the feeds."""

import json
import re
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from strandline.adapters.blobs.local import LocalBlobs
from strandline.adapters.store import open_store
from strandline.model.archive import (
    ArtifactKind,
    CaptureName,
    CaptureOutcome,
    CaptureReport,
    JobStatus,
    LinkMetadata,
)
from strandline.model.articles import Article, IngestBatch, UrlStatus
from strandline.settings import DatabaseSettings
from strandline.testing.builders import NOW, a_mention
from strandline.testing.documents import pdf, png

WORDS = b"The beams were rotten.\n\nNo lorry may cross."
TEXT = (ArtifactKind.TEXT, "text/extracted.txt", WORDS, "text/plain")
PICTURE = (ArtifactKind.SCREENSHOT, "render/screenshot.png", png(), "image/png")
PRINT = (ArtifactKind.PDF, "render/page.pdf", pdf(), "application/pdf")
RAW = (ArtifactKind.RAW, "fetch/raw.html", b"<p>The beams", "text/html")


def _titled(article: Article, title: str, **more: Any) -> LinkMetadata:
    return LinkMetadata(article.article_uuid, title=title, http_status=200, **more)


def keep_bridge(vault: Any) -> Article:
    """A link of which everything is kept, an hour ago."""
    article: Article = vault.link("https://courier.example/bridge")
    vault.keep(
        article,
        RAW,
        TEXT,
        PICTURE,
        PRINT,
        at=NOW - timedelta(hours=1),
        text="The beams were rotten. No lorry may cross.",
        metadata=_titled(article, "Bridge closed", author="M. Ardley", description="Rotten."),
    )
    return article


def keep_storm(vault: Any) -> None:
    """A link with a video, kept two days ago."""
    article = vault.link("https://video.example/storm")
    vault.keep(
        article,
        (ArtifactKind.VIDEO, "media/video.mp4", b"\0\0\0\x18ftypmp42" + bytes(99), "video/mp4"),
        at=NOW - timedelta(days=2),
        text="风暴",
        metadata=_titled(article, "Storm over the harbour"),
    )


def keep_blocked(vault: Any) -> Article:
    """A link whose server refused, three days ago."""
    article: Article = vault.link("https://walled.example/x", article_title="Behind a wall")
    when = NOW - timedelta(days=3)
    reports = (
        CaptureReport(CaptureName.FETCH, CaptureOutcome.BLOCKED, "a challenge page", 0.8),
        CaptureReport(CaptureName.SCREENSHOT, CaptureOutcome.TIMEOUT, "never stopped"),
    )
    vault.keep(
        article,
        RAW,
        at=when,
        outcome=CaptureOutcome.BLOCKED,
        reports=reports,
        status=JobStatus.FAILED,
        is_archived=False,
        last_error="fetch: no",
        metadata=None,
        text="",
    )
    return article


@dataclass(frozen=True)
class Archive:
    """The page on four links: two kept, one that failed, one that waits; tests only read it."""

    page: Any
    bridge: Article
    blocked: Article

    def get(self, path: str) -> Any:
        return self.page.get(path)


@pytest.fixture(scope="module")
def archive(
    kit: Any, tmp_path_factory: pytest.TempPathFactory, empty_file: Path
) -> Iterator[Archive]:
    folder = tmp_path_factory.mktemp("archive")
    shutil.copy(empty_file, folder / "web.sqlite3")
    store = open_store(DatabaseSettings(path=folder / "web.sqlite3"))
    vault = kit.Vault(store, LocalBlobs(folder / "objects"), folder)
    bridge = keep_bridge(vault)
    keep_storm(vault)
    blocked = keep_blocked(vault)
    vault.queue(vault.link("https://slow.example/x", article_title="潮汐表", language="zh"))
    page = kit.start(store, vault.blobs)
    yield Archive(page, bridge, blocked)
    kit.end(page)
    store.close()


def titles(text: str) -> list[str]:
    """Titles of a list, in order."""
    return re.findall(r"<h2><a href=\"/articles/[^>]*><bdi>([^<]*)</bdi>", text)


def test_the_archive_lists_links_with_time_domain_state_and_badges(archive: Archive) -> None:
    """Newest first; what waits and what failed is told beside what is kept."""
    text = archive.get("/archive").text
    assert titles(text) == ["潮汐表", "Bridge closed", "Storm over the harbour", "Behind a wall"]
    rows = re.findall(r'<li class="entry">(.*?)</li>', text, re.DOTALL)
    assert "Waiting" in rows[0]
    assert "courier.example" in rows[1]
    assert re.findall(r'class="tag">([^<]+)', rows[1]) == ["Picture", "Text", "PDF"]
    assert re.findall(r'class="tag">([^<]+)', rows[2]) == ["Video"]
    assert 'datetime="2026-03-04T06:02:00Z"' in rows[1]
    assert "Failed" in rows[3]


@pytest.mark.parametrize(
    ("query", "shown"),
    [
        ("domain=video.example", ["Storm over the harbour"]),
        ("domain=WWW.Video.example", ["Storm over the harbour"]),
        ("status=failed", ["Behind a wall"]),
        ("video=yes", ["Storm over the harbour"]),
        ("video=no", ["潮汐表", "Bridge closed", "Behind a wall"]),
        ("since=2026-03-04", ["潮汐表", "Bridge closed"]),
        ("until=2026-03-02", ["Storm over the harbour", "Behind a wall"]),
        ("since=2026-03-02&until=2026-03-02", ["Storm over the harbour"]),
        ("domain=&status=&video=&since=&until=", ["潮汐表", "Bridge closed"]),
        ("domain=nobody.example", []),
    ],
)
def test_the_archive_can_be_narrowed_by(archive: Archive, query: str, shown: list[str]) -> None:
    """Domain, state, video and days; days are whole, empty boxes mean all."""
    text = archive.get(f"/archive?{query}").text
    assert titles(text)[: len(shown) or None] == shown
    if not shown:
        assert "Nothing fits this choice" in text


def test_pages_of_the_archive_show_every_link_once(serve: Callable[..., Any], vault: Any) -> None:
    """Following `Older` walks all of it, and keeps the choice, also where times are the same."""
    for number in range(65):
        vault.queue(vault.link(f"https://many.example/{number:02}", article_title=f"S{number:02}"))
    page, path, seen = serve(vault.store, vault.blobs), "/archive?status=queued", []
    while path:
        text = page.get(path).text
        seen += titles(text)
        found = re.search(r'rel="next" href="([^"]+)"', text)
        path = found[1].replace("&amp;", "&") if found else ""
        assert not path or "status=queued" in path
    assert sorted(seen) == [f"S{number:02}" for number in range(65)]


@pytest.mark.parametrize(
    ("query", "shown"),
    [
        ("q=rotten", ["Bridge closed"]),
        ("q=lorry+bridge", ["Bridge closed"]),
        ("q=video.example", ["Storm over the harbour"]),
        ("q=%E9%A3%8E%E6%9A%B4", ["Storm over the harbour"]),
        ("q=rotten&video=yes", []),
        ("q=x%22%27*%3A%28-don%27t", []),
    ],
)
def test_search_finds(archive: Archive, query: str, shown: list[str]) -> None:
    """Titles, addresses and texts, in every script; any text is a query, never an error."""
    answer = archive.get(f"/search?{query}")
    assert answer.status_code == 200
    assert titles(answer.text) == shown


@pytest.mark.parametrize("query", ["q=%00", "q=%22", "q=...", "q=%F0%9F%8C%8A"])
def test_a_query_without_a_word_in_it_hides_nothing(archive: Archive, query: str) -> None:
    """Where there is no word to look for, everything is listed: no false zero."""
    assert len(titles(archive.get(f"/search?{query}").text)) == 4


def test_search_marks_words_in_an_escaped_snippet(serve: Callable[..., Any], vault: Any) -> None:
    """What surrounds a word is text, whatever it looks like."""
    article = vault.link("https://evil.example/x")
    vault.keep(article, RAW, text="before <script>alert(1)</script> the needle & after")
    text = serve(vault.store, vault.blobs).get("/search?q=needle").text
    assert "&lt;script&gt;alert(1)&lt;/script&gt; the <mark>needle</mark> &amp; after" in text


def test_search_before_a_word_says_what_it_searches(archive: Archive) -> None:
    """The empty box is no list of everything."""
    text = archive.get("/search").text
    assert "titles, sources, addresses, and texts" in text
    assert titles(text) == []


def test_a_link_shows_picture_and_text_first_then_every_file(archive: Archive) -> None:
    """Screenshot, the start of the text, files with type, size and time, and what it says."""
    text = archive.get(f"/articles/{archive.bridge.article_uuid}").text
    kept = text[text.index('id="kept"') : text.index('id="mentions"')]
    assert re.search(r'<img src="/artifacts/\d+" alt="Picture of the page, kept Mar 4', kept)
    assert "<p><bdi>The beams were rotten.</bdi></p><p><bdi>No lorry may cross.</bdi></p>" in kept
    assert "M. Ardley" in kept
    files = text[text.index('id="files"') : text.index('id="attempts"')]
    for told in ("First screen", "Printed page", "As the server sent it", "image/png", "12\xa0B"):
        assert told in files
    opened = re.findall(r'href="/artifacts/(\d+)">Open', files)
    downloads = re.findall(r'href="/artifacts/(\d+)\?download=1">Download', files)
    assert len(opened) == 3
    assert len(downloads) == 4
    assert set(opened) < set(downloads)  # the page as sent can only be downloaded


def test_a_link_tells_who_linked_it_and_where(vault: Any, serve: Callable[..., Any]) -> None:
    """Each mention has its post, its words, and the mark of a quotation."""
    article = vault.link("https://courier.example/bridge")
    quoted = a_mention(
        article, source_url="https://forum.example/t/9/5", in_quote=True, context_snippet="as said"
    )
    vault.store.ingest(IngestBatch(now=NOW, mentions=(quoted,)))
    text = serve(vault.store, vault.blobs).get(f"/articles/{article.article_uuid}").text
    trail = re.findall(r"<li>(.*?)</li>", text[text.index('id="mentions"') :], re.DOTALL)
    assert "Look at this before it goes." in trail[0]
    assert "inside a quotation" not in trail[0]
    assert "https://forum.example/t/9/5" in trail[1]
    assert "inside a quotation" in trail[1]


def test_a_link_tells_every_attempt_in_words(archive: Archive) -> None:
    """What was tried, how it ended, how long it took; and that nothing good is kept."""
    text = archive.get(f"/articles/{archive.blocked.article_uuid}").text
    attempts = text[text.index('id="attempts"') :]
    for told in (
        "Failed",
        "fetch: no",
        "Answer of the server: blocked",
        "a challenge page",
        "0.80 s",
        "Picture: took too long",
    ):
        assert told in attempts
    assert "The page itself could not be kept" in text
    assert "Replay the page" not in text


def test_earlier_files_stay_reachable(vault: Any, serve: Callable[..., Any]) -> None:
    """A worse second capture does not take the place of the first; its files are told apart."""
    article = vault.link("https://courier.example/bridge")
    first = vault.keep(article, RAW, at=NOW - timedelta(days=1))
    vault.keep(
        article,
        (ArtifactKind.RAW, "fetch/raw.html", b"<p>blocked", "text/html"),
        outcome=CaptureOutcome.BLOCKED,
        status=JobStatus.FAILED,
        is_archived=False,
    )
    text = serve(vault.store, vault.blobs).get(f"/articles/{article.article_uuid}").text
    current, earlier = text[text.index('id="files"') :].split("Earlier files (1)")
    assert f"/artifacts/{first[ArtifactKind.RAW].artifact_id}?download=1" in current
    assert "blocked</span>" in earlier


def test_a_link_that_the_rules_leave_out_says_so(vault: Any, serve: Callable[..., Any]) -> None:
    """At first sight, with the rule; a demand that keeps it all the same ends that."""
    article = vault.link("https://courier.example/bridge")
    rule = "courier.example is not in DELETABLE_ALLOWLIST (ARCHIVE_MODE=all keeps every link)"
    seen_in = "in https://forum.example/"
    vault.queue(article, status=JobStatus.SKIPPED_POLICY, reason=f"{rule}, {seen_in}")
    page = serve(vault.store, vault.blobs)
    path = f"/articles/{article.article_uuid}"
    first_sight = page.get(path).text.partition('id="attempts"')[0]
    assert "The rules of this archive leave it out:" in first_sight
    assert rule in first_sight
    vault.keep(article, RAW)
    assert "leave it out" not in page.get(path).text.partition('id="attempts"')[0]


def test_a_link_that_leads_nobody_knows_where_yet_says_so(
    vault: Any, serve: Callable[..., Any]
) -> None:
    """It has no job before it is known which site it leads to; that is no rule and no fault."""
    article = vault.link("https://t.example/k3x", url_status=UrlStatus.PENDING)
    page = serve(vault.store, vault.blobs)
    text = page.get(f"/articles/{article.article_uuid}").text
    assert "It is not known yet where this link leads." in text


def test_files_out_of_reach_do_not_take_the_page_with_them(
    vault: Any, serve: Callable[..., Any]
) -> None:
    """What the database knows is shown while the object store fails."""
    bridge = keep_bridge(vault)
    page = serve(vault.store, vault.blobs)
    vault.lose()
    answer = page.get(f"/articles/{bridge.article_uuid}")
    assert answer.status_code == 200
    assert "The files cannot be reached just now" in answer.text


def test_the_numbers_tell_domains_failures_and_backlog(archive: Archive) -> None:
    """By state and by domain, with the latest failure and its reason."""
    text = archive.get("/stats").text
    figures = dict(re.findall(r"<dt>([^<]+)</dt><dd>(?:<a[^>]*>)?(\d+)", text))
    kept = {"Backlog": "1", "Waiting": "1", "Kept": "2", "Failed": "1"}
    assert figures == kept | {"there": "2"}  # links that were kept are looked after
    row = re.search(r"courier\.example</a></th>(.*?)</tr>", text, re.DOTALL)
    assert row is not None
    assert re.findall(r">(\d+)</td>", row[1]) == ["1", "0", "0"]
    failures = text[text.index('id="failures"') :]
    assert "https://walled.example/x" in failures
    assert "fetch: no" in failures


@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("/archive", "Nothing is kept yet"),
        ("/search?q=x", "Nothing was found"),
        ("/stats", "No page has been asked for yet"),
        ("/archive.json", '"links": []'),
    ],
)
def test_an_empty_archive_says_so(empty_page: Any, path: str, says: str) -> None:
    """On the first day each page says what will be there."""
    answer = empty_page.get(path)
    assert answer.status_code == 200
    assert says in answer.text


@pytest.mark.parametrize("path", ["/archive.xml", "/archive.atom"])
def test_the_feed_tells_what_was_kept(archive: Archive, path: str) -> None:
    """Kept links, newest first; what waits or failed is none."""
    answer = archive.get(path)
    assert answer.status_code == 200
    root = ET.fromstring(answer.content)  # noqa: S314 - our own answer
    found = [node.text for node in root.iter() if node.tag.rpartition("}")[2] == "title"]
    assert found == ["Strandline: new archives", "Bridge closed", "Storm over the harbour"]


def test_the_feed_leads_to_our_copy_where_our_address_is_known(
    serve: Callable[..., Any], vault: Any
) -> None:
    """With a base URL entries link to the page of the link."""
    bridge = keep_bridge(vault)
    page = serve(vault.store, vault.blobs, base_url="https://news.example")
    assert f"https://news.example/articles/{bridge.article_uuid}" in page.get("/archive.xml").text


def test_all_links_can_be_read_as_json_page_by_page(archive: Archive) -> None:
    """Following `next` gives every link once, with what is known of it."""
    path, links = "/archive.json?limit=3", []
    while path:
        told = json.loads(archive.get(path).content)
        links += told["links"]
        path = told["next"]
    assert [link["title"] for link in links] == [
        "潮汐表",
        "Bridge closed",
        "Storm over the harbour",
        "Behind a wall",
    ]
    one = next(link for link in links if link["article_uuid"] == archive.bridge.article_uuid)
    assert one["metadata"]["author"] == "M. Ardley"
    assert one["artifacts"] == {"pdf": 1, "raw": 1, "screenshot": 1, "text": 1}
    assert one["status"] == "succeeded"


@pytest.mark.parametrize(
    "query",
    [
        "?before=nonsense",
        "?since=2026-02-31",
        "?since=yesterday",
        "?status=any",
        "?video=maybe",
        "?domain=a%20b",
        "?before=2026-03-04T07:00:00Z",
    ],
)
@pytest.mark.parametrize("path", ["/archive", "/search", "/archive.json"])
def test_a_choice_that_cannot_be_is_refused(empty_page: Any, path: str, query: str) -> None:
    """422, with the parameter named."""
    answer = empty_page.get(path + query)
    assert answer.status_code == 422
    assert f"<code>{query[1:].partition('=')[0]}</code>" in answer.text


@pytest.mark.parametrize("language", ["fr", "zh"])
@pytest.mark.parametrize("path", ["/archive", "/search?q=rotten", "/stats", "/articles/{bridge}"])
def test_in_each_language(archive: Archive, path: str, language: str) -> None:
    """No English word of ours is left on the page."""
    joint = "&" if "?" in path else "?"
    url = path.format(bridge=archive.bridge.article_uuid) + f"{joint}lang={language}"
    text = archive.get(url).text
    assert f'<html lang="{language}">' in text
    for word in (">Archive<", ">Search<", ">Download<", ">Kept<", "Choose what", "Readable text"):
        assert word not in text


@pytest.mark.parametrize(
    ("language", "rule", "error"),
    [
        ("fr", "lien de l’auteur, dans https://forum.example/t/9/4", "a répondu 404"),
        ("zh", "作者自己的链接，见于 https://forum.example/t/9/4", "返回 404"),
    ],
)
def test_why_and_how_in_the_language_of_the_page(
    vault: Any, serve: Callable[..., Any], language: str, rule: str, error: str
) -> None:
    """Reasons and errors are told in it; what is no sentence of ours is marked as English."""
    article = vault.link("https://courier.example/bridge")
    vault.keep(
        article,
        reports=(CaptureReport(CaptureName.PDF, CaptureOutcome.FAILED, "an odd fault", 0.1),),
        status=JobStatus.FAILED,
        is_archived=False,
        last_error="Attempt 2: fetch: courier.example answered 404",
    )
    vault.queue(article, reason="own link, in https://forum.example/t/9/4", enqueued_at=NOW)
    page = serve(vault.store, vault.blobs)
    text = page.get(f"/articles/{article.article_uuid}?lang={language}").text
    assert rule in text
    assert error in text
    assert '<span lang="en">an odd fault</span>' in text
    assert error in page.get(f"/stats?lang={language}").text


def test_a_link_has_no_empty_rooms(vault: Any, serve: Callable[..., Any]) -> None:
    """What only articles of a source have is left out; the rules are told so that one sees what
    they are."""
    article = vault.link("https://courier.example/bridge")
    text = serve(vault.store, vault.blobs).get(f"/articles/{article.article_uuid}").text
    assert "It was not read yet." not in text
    assert "No item of a source is kept." not in text
    assert "version test of the URL rules" in text
