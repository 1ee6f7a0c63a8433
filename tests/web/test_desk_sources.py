"""The registry in the browser: found by its trouble, mended by a button, added by an address."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import httpx2
import pytest
import sqlalchemy as sa

from strandline.core.sources.opml import write_opml
from strandline.model.accounts import Role
from strandline.model.delivery import Letter
from strandline.model.fetching import FetchOutcome, FetchResult
from strandline.model.sources import SourceKind, SourceState
from strandline.testing.builders import NOW, a_source

PAGE = "/desk/sources"
FEED = (
    "<rss version='2.0'><channel><title>Valley &lt;Courier&gt;</title><language>en</language>"
    + "".join(
        f"<item><title>Item {n}</title><link>https://valley.example/{n}</link>"
        f"<pubDate>{'Wed, 04 Mar' if n else 'Sun, 01 Feb'} 2026 06:00:00 GMT</pubDate></item>"
        for n in range(3)
    )
    + "</channel></rss>"
).encode()
HOME = (
    b'<html><head><link rel="alternate" type="application/rss+xml" href="/news.xml">'
    b'<link rel="alternate" type="application/rss+xml" href="/broken.xml" title="Broken"></head>'
    b"<body>Hello</body></html>"
)
FORUM = b'<html><head><meta name="generator" content="Discourse 3.2"></head><body>Hi</body></html>'
SITEMAP = (
    b'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
    b"<url><loc>https://bare.example/news/one</loc></url></urlset>"
)
WEB = {
    "https://valley.example/": HOME,
    "https://valley.example/news.xml": FEED,
    "https://valley.example/broken.xml": b"nothing of the kind",
    "https://talk.example/": FORUM,
    "https://talk.example/posts.rss": FEED,
    "https://bare.example/": b"<html><body>Hello</body></html>",
    "https://bare.example/sitemap.xml": SITEMAP,
}


@pytest.fixture(scope="module")
def anne(desk: Any) -> httpx2.Client:
    """An editor's browser; the sites that she looks at are scripted."""
    for url, body in WEB.items():
        desk.page.ports.fetcher.answers[url] = FetchResult(
            url, FetchOutcome.OK, url, body=body, status=200, headers={"content-type": ""}
        )
    client: httpx2.Client = desk.client(Role.EDITOR)
    return client


def texts(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def send(client: httpx2.Client, path: str, **fields: Any) -> httpx2.Response:
    """A form, and the page that it leads to."""
    return client.post(path, data=fields, follow_redirects=True)


def test_those_in_trouble_come_first_with_a_button_each(anne: httpx2.Client) -> None:
    """With the reason, since when, and what mends it; private parts of addresses are not shown."""
    page = anne.get(PAGE).text
    rows = re.findall(r"<li( class=\"troubled\")?>\s*<p class=\"check\">", page)
    assert rows
    assert rows == sorted(rows, reverse=True)
    assert "s3cr3t-canary" not in page
    only = anne.get(f"{PAGE}?need=trouble").text
    assert only.count('class="troubled"') == page.count('class="troubled"') > 0
    assert 'value="poll:' in only
    assert 'value="retire:' in only


def test_an_address_becomes_a_source(desk: Any, anne: httpx2.Client) -> None:
    """Paste, look, choose: what would enter is shown, the best is ticked, and it is added."""
    shown = send(anne, f"{PAGE}/look", addresses="https://valley.example/\nhttps://talk.example/")
    assert shown.status_code == 200
    words = texts(shown.text)
    assert "Valley &lt;Courier&gt;" in words
    assert "3 items · 2 would enter now · last news" in words
    assert "It could not be read" in words
    assert "of the forum" in words
    ticked = re.findall(r'name="take" value="(\d+)" checked', shown.text)
    assert len(ticked) == 2
    fields = dict(re.findall(r'name="([a-z]+-\d+)" value="([^"]*)"', shown.text))
    assert fields[f"url-{ticked[0]}"] == "https://valley.example/news.xml"
    assert fields[f"kind-{ticked[1]}"] == "discourse"
    fields = {k: v.replace("&lt;", "<").replace("&gt;", ">") for k, v in fields.items()}
    after = send(anne, f"{PAGE}/add", take=ticked, categories="Valley, News", tags="new", **fields)
    assert "2 sources added" in texts(after.text)
    added = {one.url: one for one in desk.page.store.sources()}
    courier = added["https://valley.example/news.xml"]
    assert (courier.name, courier.language) == ("Valley <Courier>", "en")
    assert (courier.categories, courier.tags) == (("Valley", "News"), ("new",))
    assert added["https://talk.example/posts.rss"].kind is SourceKind.DISCOURSE
    again = send(anne, f"{PAGE}/look", addresses="valley.example/")
    assert "You have it already: Valley &lt;Courier&gt;" in texts(again.text)


def test_a_site_without_a_feed(anne: httpx2.Client) -> None:
    """Its map is offered, then the page itself."""
    shown = send(anne, f"{PAGE}/look", addresses="https://bare.example/")
    assert re.findall(r'name="kind-\d+" value="(\w+)"', shown.text) == ["sitemap", "direct"]


def test_addresses_that_are_none(anne: httpx2.Client) -> None:
    """A huge one, a script, one that nobody answers, and none at all: a sentence for each."""
    pasted = f"https://a.example/{'x' * 100_000} javascript:alert(1) https://silent.example/"
    shown = send(anne, f"{PAGE}/look", addresses=pasted)
    assert shown.status_code == 200
    assert len(shown.content) < 80_000
    assert texts(shown.text).count("That is no web address.") == 2
    assert "Nothing is scripted" in texts(shown.text)
    empty = send(anne, f"{PAGE}/look", addresses=" \n ")
    assert (empty.status_code, "Paste at least one" in empty.text) == (422, True)
    assert send(anne, f"{PAGE}/look", addresses="x " * 100_000).status_code == 413
    left = send(
        anne, f"{PAGE}/look", addresses="\n".join(f"https://n{n}.example/" for n in range(12))
    )
    assert "https://n11.example/" in left.text


def test_one_source_is_changed(desk: Any, anne: httpx2.Client) -> None:
    """All that differs from the usual is marked; what cannot be comes back as it was typed."""
    desk.page.store.save_source(a_source(60, name="Plain"))
    page = anne.get(f"{PAGE}/W_RSS_60").text
    assert "differs from the usual" not in page
    seen = re.search(r'name="seen" value="(\w+)"', page)
    assert seen is not None
    fields = {
        "seen": seen[1],
        "url": "https://paper60.example/feed.xml",
        "name": "Other",
        "kind": "feed",
        "categories": "Local, Sea",
        "tags": "morning",
        "reputation": "0,9",
        "interval": "7200",
        "timezone": "Europe/Paris",
        "language": "fr",
        "content_type": "article",
    }
    wrong = send(anne, f"{PAGE}/W_RSS_60", **{**fields, "timezone": "Mars", "name": "Typed"})
    assert wrong.status_code == 422
    assert "Mars" in wrong.text
    assert 'value="Typed"' in wrong.text
    for name, value in (("reputation", "much"), ("interval", "soon"), ("interval", "1e400")):
        assert send(anne, f"{PAGE}/W_RSS_60", **{**fields, name: value}).status_code == 422
    right = send(anne, f"{PAGE}/W_RSS_60", **fields)
    assert "Saved: Other." in texts(right.text)
    assert right.text.count("differs from the usual") == 3
    source = desk.page.store.some_sources(["W_RSS_60"])["W_RSS_60"]
    assert (source.categories, source.tags, source.reputation) == (
        ("Local", "Sea"),
        ("morning",),
        0.9,
    )
    assert source.poll_interval == timedelta(hours=2)
    late = send(anne, f"{PAGE}/W_RSS_60", **{**fields, "name": "Late"})
    assert "Somebody has changed this source meanwhile" in texts(late.text)
    assert anne.get(f"{PAGE}/W_NOBODY_1").status_code == 404


def test_poll_now_waits_for_its_outcome(desk: Any, anne: httpx2.Client) -> None:
    """The page of the source says that it waits, looks again by itself, and then how it went."""
    store = desk.page.store
    store.save_source(a_source(61, name="Soon"))
    page = send(anne, f"{PAGE}/many", one="poll:W_RSS_61", here=PAGE)
    assert "?asked=" in str(page.url)
    assert 'hx-trigger="every 2s"' in page.text
    long_ago = re.sub(r"asked=\w+", "asked=20260304T050000", str(page.url))
    stalled = anne.get(long_ago).text
    assert "every 2s" not in stalled
    assert "nobody has polled it yet" in stalled
    ((_, health),) = store.claim_due(NOW, "w", timedelta(minutes=1), limit=1, only=["W_RSS_61"])
    told = replace(health, state=SourceState.FAILING, message="It broke.", last_polled_at=NOW)
    assert store.save_health(told, owner="w")
    page = anne.get(str(page.url))
    assert "every 2s" not in page.text
    assert "It was polled: Failing." in texts(page.text)


def test_many_at_once(desk: Any, anne: httpx2.Client) -> None:
    """By boxes; removing asks once more, and what somebody else removed meanwhile is told."""
    store = desk.page.store
    uuids = [f"W_RSS_{number}" for number in range(70, 74)]
    for number in range(70, 74):
        store.save_source(a_source(number, name=f"Many {number}"))
    here = f"{PAGE}?q=many"
    page = send(anne, f"{PAGE}/many", deed="tag", word="lot", source=uuids, here=here)
    assert "4 sources have the tag “lot” now." in texts(page.text)
    assert str(page.url).endswith("?q=many")
    assert anne.get(f"{PAGE}?tag=LOT&ticked=1").text.count("checked") == 4
    store.remove_source("W_RSS_70")
    asked = send(anne, f"{PAGE}/many", deed="remove", source=uuids, here=here)
    assert "Remove 3 sources" in texts(asked.text)
    assert len(store.some_sources(uuids)) == 3
    page = send(anne, f"{PAGE}/remove", source=uuids, here=here)
    assert "Done for 3. 1 had been removed meanwhile by somebody else." in texts(page.text)
    assert send(anne, f"{PAGE}/many", deed="explode", source=uuids).status_code == 400
    page = send(anne, f"{PAGE}/many", deed="pause", here="//evil.example/")
    assert page.url.host == anne.base_url.host
    assert "No source was chosen." in texts(page.text)


def test_a_list_of_subscriptions(desk: Any, anne: httpx2.Client) -> None:
    """Shown before anything is added; what is unticked stays out; ours comes back complete."""
    store = desk.page.store
    body = write_opml(
        [a_source(number, name=f"List {number}", tags=("x",)) for number in range(80, 83)],
        title="Mine",
    )
    files = {"file": ("in.opml", body, "text/xml")}
    shown = anne.post(f"{PAGE}/lists/preview", files=files)
    assert "3 sources would be added" in texts(shown.text)
    upload = re.search(r'name="upload" value="(\w+)"', shown.text)
    assert upload is not None
    urls = re.findall(r'name="shown" value="([^"]+)"', shown.text)
    page = send(anne, f"{PAGE}/lists", upload=upload[1], shown=urls, take=urls[1:])
    assert "2 sources added; 0 were there already." in texts(page.text)
    assert [one.tags for one in store.sources() if one.name.startswith("List")] == [("x",)] * 2
    late = send(anne, f"{PAGE}/lists", upload=upload[1], shown=urls, take=urls)
    assert "not here any more" in texts(late.text)
    assert b"List 81" in anne.get("/desk/sources.opml").content
    broken = anne.post(f"{PAGE}/lists/preview", files={"file": ("x.opml", b"PK\x03", "")})
    assert broken.status_code == 422
    assert anne.post(f"{PAGE}/lists/preview", data={"text": "a" * 5_100_000}).status_code == 413


def test_an_export_of_another_program_is_looked_at_first(anne: httpx2.Client, desk: Any) -> None:
    """What is in it is shown, then it is brought along; a file that is none is said to be that."""
    link = {"href": "https://brought.example/ferry"}
    item = {"title": "Ferry <b>", "alternate": [link], "categories": ["user/-/label/boats"]}
    files = {"file": ("starred.json", json.dumps({"items": [item]}), "application/json")}
    shown = anne.post(f"{PAGE}/bring/look", files=files)
    assert "FreshRSS: 1 links" in texts(shown.text)
    assert "Ferry &lt;b&gt;" in shown.text
    upload = re.search(r'name="upload" value="(\w+)"', shown.text)
    assert upload is not None
    page = send(anne, f"{PAGE}/bring", upload=upload[1], keep="yes", reader="public")
    assert "New: links 1, sources 0" in texts(page.text)
    assert desk.page.store.find(["brought.example/ferry"])
    late = send(anne, f"{PAGE}/bring", upload=upload[1])
    assert "not here any more" in texts(late.text)
    broken = anne.post(f"{PAGE}/bring/look", files={"file": ("x.json", b"{", "")})
    assert broken.status_code == 422
    assert "begins as JSON and is broken" in texts(broken.text)


def test_a_search_has_no_address(anne: httpx2.Client) -> None:
    """Lists and searches are added by their words; a list without addresses is refused."""
    page = send(anne, f"{PAGE}/unaddressed", kind="search", url="tide tables")
    assert "Added: tide tables." in texts(page.text)
    page = send(anne, f"{PAGE}/unaddressed", kind="list", url="skills", items="")
    assert page.status_code == 422
    assert "A list needs addresses" in texts(page.text)


def test_a_newsletter_has_an_address_of_its_own(anne: httpx2.Client, desk: Any) -> None:
    """Its page shows it, and what its mails ask a person to open; nobody else is told."""
    store = desk.page.store
    page = send(anne, f"{PAGE}/unaddressed", kind="newsletter", url="The Quay")
    assert "It has no address yet" in texts(page.text)
    (letter,) = (one for one in store.sources() if one.kind is SourceKind.NEWSLETTER)
    asking = Letter(letter.source_uuid, "k", NOW, "Zoe <z@quay.example>", "Confirm <b>")
    store.keep_letter(asking)
    store.letter_read(asking, NOW, asks="https://m.example/c?t=1&u=2")
    page = anne.get(f"{PAGE}/{letter.source_uuid}")
    assert 'href="https://m.example/c?t=1&amp;u=2" rel="noreferrer noopener nofollow"' in page.text
    assert "Confirm &lt;b&gt;" in page.text


def test_places_that_are_none_of_ours(anne: httpx2.Client) -> None:
    """What stands in an address is bounded; a page that is made up is a 422."""
    for query in ("after=!", "after=AAAA", "after=W10", "need=all%00", "kind=x", f"q={'x' * 999}"):
        assert anne.get(f"{PAGE}?{query}").status_code == 422, query


@pytest.fixture
def two_thousand(desk: Any) -> Callable[[], int]:
    """Two thousand sources, and a count of the statements that a page takes."""
    database = desk.page.store._database
    with desk.page.store.together():
        for number in range(1_000, 3_000):
            desk.page.store.save_source(
                a_source(number, name=f"Source {number} of many", categories=(f"c{number % 40}",))
            )
    statements: list[str] = []
    sa.event.listen(
        database.engine, "before_cursor_execute", lambda *given: statements.append(given[2])
    )

    def count() -> int:
        counted = len([one for one in statements if one != "BEGIN"])
        statements.clear()
        return counted

    return count


def test_a_page_of_two_thousand_sources_costs_a_page(
    anne: httpx2.Client, two_thousand: Callable[[], int]
) -> None:
    """At most 30 statements and 80 kB, on the first page, on the next, and under every filter."""
    two_thousand()
    page = anne.get(PAGE)
    older = re.search(r'rel="next" href="([^"]+)"', page.text)
    assert older is not None
    further = re.search(r'rel="next" href="([^"]+)"', anne.get("/sources").text)
    assert further is not None
    public = ("/", "/sources", further[1], "/?source=W_RSS_2000")
    own = (PAGE, older[1].replace("&amp;", "&"), f"{PAGE}?category=c3", f"{PAGE}?q=many")
    for path in (*own, *public):
        two_thousand()
        page = anne.get(path)
        assert page.status_code == 200
        assert two_thousand() <= 30
        assert len(page.content) <= 80_000, path


def test_the_first_day_says_what_comes_next(desk: Any, serve: Any, ledger: Any) -> None:
    """On an empty ledger each page leads to the next thing to do; a reader is not sent there."""
    signed_in = type(desk)(serve(ledger))
    editor, reader = signed_in.client(Role.EDITOR), signed_in.client(Role.READER)
    page = editor.get("/desk").text
    assert re.findall(r'class="button small" href="([^"]+)"', page) == ["/desk/sources/add"]
    for path in ("/", "/sources", PAGE):
        assert 'class="button" href="/desk/sources/add"' in editor.get(path).text, path
        assert 'href="/desk/sources/add"' not in reader.get(path).text
    assert "strandline sources add" in reader.get("/").text
    ledger.save_source(a_source(1))
    page = editor.get("/desk").text
    assert re.findall(r'class="button small" href="([^"]+)"', page) == ["/"]
    assert "To begin with" not in reader.get("/desk").text
    signed_in.close()
