"""Golden files of every output in every language; what comes from outside stays text."""

import email
import email.policy
import json
import re
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta, timezone
from html.parser import HTMLParser
from importlib import resources
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from strandline.model.digests import (
    Digest,
    DigestItem,
    EarlierEdition,
    ItemVersion,
    OtherSource,
    Section,
)
from strandline.model.funnel import Funnel, StepReport
from strandline.model.pictures import ShownPicture
from strandline.model.sources import ContentType
from strandline.render.digest_email import MAX_BYTES, as_message, render_email, render_text
from strandline.render.digest_json import digest_json
from strandline.render.feed_documents import (
    edition_body,
    feed_of_articles,
    feed_of_digest,
    feed_of_digests,
)
from strandline.render.feeds import FEED_FORMATS, FeedDocument
from strandline.render.i18n import LANGUAGES, translate
from strandline.render.pages import digest_page
from strandline.render.robust import robust
from strandline.render.times import long_date
from strandline.render.views import DigestView, Frame
from strandline.testing.builders import NOW, an_article

Golden = Callable[[str, str], None]
BASE = "https://news.example"
ATOM = "{http://www.w3.org/2005/Atom}"
SUFFIX = {"rss": "rss.xml", "atom": "atom.xml", "jsonfeed": "feed.json"}


def an_item(position: int, section: Section, **changes: Any) -> DigestItem:
    values: dict[str, Any] = {
        "position": position,
        "section": section,
        "category": "news",
        "article_uuid": f"A_{position:016x}",
        "url": f"https://courier.example/town/{position}?page=1&part={position}",
        "title": f"The old bridge closes, part {position}",
        "source_name": "The Courier & Post",
        "published_at": NOW - timedelta(hours=position * 9),
        "summary": "Traffic goes round by the mill until the middle of May.",
        "language": "en",
        "score": 1.75,
        "score_parts": {"reputation": 0.75, "recency": 0.9, "clicks": 0.0, "sources": 0.1},
    }
    return DigestItem(**(values | changes))


def an_edition(language: str) -> Digest:
    """One item of every section, in three languages, with all that an item may have."""
    others = (
        OtherSource("Valley Echo", "https://echo.example/feed.xml", NOW),
        OtherSource("Paid Letter", "https://letter.example/feed?token=a1b2c3secret"),
    )
    items = (
        an_item(1, Section.MUST_READS, other_sources=others),
        an_item(
            2,
            Section.QUICK_WINS,
            title="Le vieux pont ferme plus longtemps",
            language="fr",
            category="sport",
            is_update=True,
            earlier=EarlierEdition("e" * 32, NOW - timedelta(days=1), "Le <vieux> pont ferme"),
        ),
        an_item(
            3,
            Section.FEATURED_PODCAST,
            category="",
            content_type=ContentType.PODCAST,
            published_at=NOW - timedelta(days=9),
        ),
        an_item(4, Section.MORE_PODCASTS, category="", content_type=ContentType.PODCAST),
        an_item(5, Section.POSTS, category="", content_type=ContentType.POST, published_at=None),
        an_item(
            6,
            Section.SKILLS,
            category="",
            content_type=ContentType.SKILL,
            is_recorded=False,
            summary="",
        ),
        an_item(7, Section.ARTICLES, title="老桥因维修关闭", language="zh", source_name="河谷日报"),
        an_item(8, Section.ARTICLES, title="<b>Bold</b> & “quoted”", category="Beekeeping"),
    )
    funnel = Funnel(
        (
            StepReport("sources", 12, 12),
            StepReport(
                "history",
                12,
                8,
                {"seen_before": 4},
                ("blocked 4 previously shown articles (34 URLs in history)",),
            ),
        )
    )
    title = translate(language, "digest.title", date=long_date(NOW, language))
    return Digest("d" * 32, "public", NOW, title, language, items, funnel)


def a_feed(language: str) -> FeedDocument:
    return feed_of_digest(
        an_edition(language), base_url=BASE, self_url=f"{BASE}/digests/{'d' * 32}.rss"
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_golden_email(golden: Golden, language: str) -> None:
    """HTML and text, as they are sent."""
    rendered = render_email(an_edition(language), base_url=BASE, site_title="River News")
    golden(f"digest.{language}.email.html", rendered.html)
    golden(f"digest.{language}.email.txt", rendered.text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_golden_json(golden: Golden, language: str) -> None:
    """The edition for machines."""
    golden(f"digest.{language}.json", digest_json(an_edition(language)))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("form", FEED_FORMATS)
def test_golden_feeds(golden: Golden, language: str, form: str) -> None:
    """RSS, Atom and JSON Feed of one edition."""
    body = FEED_FORMATS[form][0](a_feed(language)).decode()
    golden(f"digest.{language}.{SUFFIX[form]}", body)


@pytest.mark.parametrize("form", FEED_FORMATS)
def test_golden_feed_of_editions_and_of_articles(golden: Golden, form: str) -> None:
    """The latest editions, and recent articles."""
    shared: dict[str, Any] = {"site_title": "River News", "now": NOW, "base_url": BASE}
    editions = feed_of_digests([an_edition("fr"), an_edition("zh")], language="fr", **shared)
    golden(f"digests.{SUFFIX[form]}", FEED_FORMATS[form][0](editions).decode())
    articles = feed_of_articles([an_article()], language="en", **shared)
    golden(f"articles.{SUFFIX[form]}", FEED_FORMATS[form][0](articles).decode())


@pytest.mark.parametrize("form", FEED_FORMATS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_our_own_reader_reads_our_feeds(language: str, form: str) -> None:
    """parse ∘ render: every item comes back with its title, address and time."""
    from strandline.core.sources.feeds.reader import read_feed

    writer, media_type = FEED_FORMATS[form]
    listing = read_feed(writer(a_feed(language)), content_type=media_type, base_url=BASE)
    items = an_edition(language).items
    assert [entry.url for entry in listing.entries] == [item.url for item in items]
    # Atom and JSON Feed carry when an item was put in; an undated one has that time only.
    undated = None if form == "rss" else NOW
    assert [entry.published for entry in listing.entries] == [
        item.published_at or undated for item in items
    ]
    assert listing.warnings == ()
    assert listing.entries[0].title == items[0].title


hostile = st.text(
    st.characters(codec=None, exclude_categories=()) | st.sampled_from("<>&\"'\n\r\0\u202e]]>{}%"),
    max_size=60,
)
addresses = hostile | st.sampled_from(
    ["javascript:alert(1)", 'https://a.example/"><script>', "data:text/html,x", "https://u:p@h/"]
)


def hostile_edition(draw: Any) -> Digest:
    """An edition in which whatever came from outside is as bad as it can be."""
    items = tuple(
        an_item(
            n + 1,
            draw(st.sampled_from(list(Section))),
            title=draw(hostile),
            url=draw(addresses),
            source_name=draw(hostile),
            summary=draw(hostile),
            category=draw(hostile),
            language=draw(hostile | st.none()),
            other_sources=(OtherSource(draw(hostile), draw(addresses), NOW),)
            * draw(st.integers(0, 7)),
            is_update=draw(st.booleans()),
            earlier=draw(
                st.none() | st.builds(EarlierEdition, st.just("e1"), st.just(NOW), hostile)
            ),
        )
        for n in range(draw(st.integers(0, 3)))
    )
    return Digest("x1", "public", NOW, draw(hostile), draw(st.sampled_from(LANGUAGES)), items)


class Tags(HTMLParser):
    """Collects tags and links of a document."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.links: set[str] = set()
        self.attributes: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}
        self.links |= {value or "" for name, value in attrs if name in ("href", "src")}


def test_links_say_where_a_copy_is_and_of_which_day() -> None:
    """Ours where our pages have an address, else a public one; the day of the edition for none."""
    kept = NOW - timedelta(days=2)
    copy, at = "https://wayback.example/web/2/https://a.example/\"'<", NOW - timedelta(days=5)
    items = tuple(an_item(number, Section.ARTICLES) for number in range(1, 4))
    versions = {
        items[0].article_uuid: ItemVersion(kept, copy, at),
        items[1].article_uuid: ItemVersion(None, copy, at),
    }
    edition = replace(an_edition("en"), items=items, versions=versions)
    ours = f"{BASE}/articles/{items[0].article_uuid}/replay"
    public = "https://wayback.example/web/2/https://a.example/%22%27%3C"
    found = [robust(edition, item, BASE) for item in items]
    assert [(one.version_url, one.version_date) for one in found if one] == [
        (ours, kept.date()),
        (copy, at.date()),
        ("", edition.issued_at.date()),
    ]
    for nowhere in (None, ""):
        without = robust(edition, items[0], nowhere)
        assert without is not None
        assert without.version_url == copy
    assert robust(edition, replace(items[0], url="javascript:alert(1)"), BASE) is None
    mail, feed = render_email(edition, base_url=BASE).html, str(edition_body(edition, "en", BASE))
    item_feed = feed_of_digest(edition, base_url=BASE).entries[1].content_html
    day = f'data-versiondate="{at:%Y-%m-%d}"'
    for body in (mail, feed):
        assert body.count("data-originalurl=") == 3
        assert body.count("data-versionurl=") == 2
        assert f'data-versionurl="{ours}" data-versiondate="{kept:%Y-%m-%d}"' in body
    for body in (mail, feed, item_feed):
        assert f'data-versionurl="{public}" {day}' in body
    told = json.loads(digest_json(edition, base_url=BASE))["items"]
    assert [(one["version_url"], one["version_date"]) for one in told[:1]] == [
        (ours, f"{kept:%Y-%m-%d}")
    ]


def test_no_item_gives_way_to_where_its_copy_is() -> None:
    """A mail that would be too long with the copies' addresses goes without them."""
    long = "https://courier.example/town?" + "&part=1" * 30
    items = tuple(an_item(n, Section.ARTICLES, url=f"{long}{n}") for n in range(1, 56))
    edition = replace(an_edition("en"), items=items)
    rendered = render_email(edition, base_url=BASE)
    assert "data-originalurl" not in rendered.html
    assert (rendered.shown, rendered.left_over) == (55, 0)
    few = render_email(replace(edition, items=items[:20]), base_url=BASE)
    assert few.html.count("data-originalurl") == 20


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_no_text_from_outside_becomes_markup_in_a_mail(data: st.DataObject) -> None:
    """No tag, attribute or link that is not ours, whatever titles and addresses say."""
    rendered = render_email(hostile_edition(data.draw), base_url=BASE)
    found = Tags()
    found.feed(rendered.html)
    assert found.tags <= {
        *("html", "head", "style", "meta", "title", "body", "div", "h1", "h2", "h3"),
        *("p", "a", "bdi", "time", "span"),
    }
    assert found.attributes <= {
        *("lang", "charset", "name", "content", "class", "style", "href", "datetime", "title"),
        *("data-originalurl", "data-versionurl", "data-versiondate"),
    }
    assert all(link.startswith(("https://", "http://")) for link in found.links)
    as_message(rendered, "x1").as_bytes()


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_no_text_from_outside_breaks_a_feed(data: st.DataObject) -> None:
    """XML that parses, JSON that parses, links that are web addresses."""
    document = feed_of_digest(hostile_edition(data.draw), base_url=BASE)
    for form in ("rss", "atom"):
        root = ET.fromstring(FEED_FORMATS[form][0](document))  # noqa: S314 - written by us just now
        links = [node.text or "" for node in root.iter("link")]
        links += [node.get("href", "") for node in root.iter(f"{ATOM}link")]
        assert all(link.startswith(("http://", "https://")) for link in links)
    value = json.loads(FEED_FORMATS["jsonfeed"][0](document))
    assert len(value["items"]) == len(document.entries)
    json.loads(digest_json(hostile_edition(data.draw)))


@pytest.mark.parametrize("title", ["a", "一座老桥" * 60, "é" * 290, "\U0001f300" * 290])
@pytest.mark.parametrize("count", [0, 1, 40, 1000])
def test_a_mail_is_never_clipped(title: str, count: int) -> None:
    """At most 90 kB as sent, encoding included; the rest is a link to the page."""
    items = tuple(
        an_item(n + 1, Section.ARTICLES, title=title, summary=title * 3) for n in range(count)
    )
    digest = replace(an_edition("zh"), items=items)
    rendered = render_email(digest, base_url=BASE)
    message = as_message(rendered, digest.digest_id)
    assert len(message.as_bytes()) <= MAX_BYTES
    assert rendered.shown + rendered.left_over == count
    if count == 1000:
        assert rendered.left_over > 0
        line = translate("zh", "digest.left_over", count=rendered.left_over)
        page = f"{BASE}/digests/{digest.digest_id}"
        assert line in rendered.html
        assert f"{line}: {page}" in rendered.text
        # One more item would not have fitted, so nothing is left out without need.
        assert len(message.as_bytes()) > MAX_BYTES * 0.9


def test_a_usual_edition_fits_whole() -> None:
    """Forty items with summaries and other sources."""
    items = tuple(
        an_item(
            n + 1,
            Section.ARTICLES,
            summary="Traffic goes round by the mill until May. " * 4,
            other_sources=(OtherSource("Valley Echo", "https://echo.example/feed.xml"),),
        )
        for n in range(40)
    )
    assert render_email(replace(an_edition("en"), items=items), base_url=BASE).left_over == 0


def test_an_address_of_100_kb_is_no_link_and_does_not_fill_the_mail() -> None:
    """Its title is shown all the same."""
    huge = an_item(1, Section.MUST_READS, url="https://a.example/" + "x" * 100_000)
    rendered = render_email(replace(an_edition("en"), items=(huge,)), base_url=BASE)
    assert rendered.left_over == 0
    assert "The old bridge closes, part 1" in rendered.html
    assert "a.example" not in rendered.html


def test_a_message_is_the_same_every_time_and_reads_back() -> None:
    """Same edition, same bytes; both parts are there, text first."""
    rendered = render_email(an_edition("fr"), base_url=BASE)
    first, second = (as_message(rendered, "d1").as_bytes() for _ in range(2))
    assert first == second
    message = email.message_from_bytes(first, policy=email.policy.default)
    assert message["Subject"] == "Synthèse du 4 mars 2026"
    assert [part.get_content_type() for part in message.iter_parts()] == ["text/plain", "text/html"]


def test_a_title_with_a_line_break_forges_no_header() -> None:
    """Header injection ends as a space."""
    digest = replace(an_edition("en"), title="Hello\r\nBcc: everybody@example.org")
    message = as_message(render_email(digest), "d1")
    assert message["Bcc"] is None
    assert message["Subject"] == "Hello Bcc: everybody@example.org"


def test_times_that_do_not_go_stale() -> None:
    """A mail is read at any hour: weekday, day and time in the reader's zone; K3, F7."""
    text = render_email(an_edition("en"), base_url=BASE).text
    assert "The Courier & Post · Tue 3 Mar, 22:00" in text
    moved = render_email(an_edition("fr"), base_url=BASE, zone=timezone(timedelta(hours=2))).text
    assert "The Courier & Post · mer. 4 mars, 00:00" in moved
    assert "ago" not in text


def test_what_is_a_year_old_says_so() -> None:
    """Its date carries the year; nothing is shown where there is no date."""
    old = an_item(1, Section.ARTICLES, published_at=NOW - timedelta(days=400))
    none = an_item(2, Section.ARTICLES, published_at=None)
    text = render_email(replace(an_edition("en"), items=(old, none))).text
    assert "The Courier & Post · Jan 28, 2025, 07:00 UTC\n" in text
    assert "The Courier & Post\n" in text


def test_more_sources_than_fit_are_counted() -> None:
    """Five are named, oldest first, each with its time; the page has the others."""
    others = tuple(OtherSource(f"Paper {n}", "", NOW - timedelta(hours=n)) for n in range(6))
    others = (OtherSource("Undated", ""), *others)
    item = an_item(1, Section.MUST_READS, other_sources=others)
    rendered = render_email(replace(an_edition("en"), items=(item,)))
    named = ", ".join(f"Paper {n} (Wed 4 Mar, {7 - n:02}:00)" for n in range(5, 0, -1))
    assert f"Also in: {named}, 2 more" in rendered.text
    assert "2 more" in rendered.html
    assert "Paper 0" not in rendered.html + rendered.text


@pytest.mark.parametrize(
    ("language", "mark", "line"),
    [
        ("en", "Update: ", "Shown earlier: Bridge closes (Tue 3 Mar, 07:00)"),
        ("fr", "Mise à jour\u00a0: ", "Déjà montré\u00a0: Bridge closes (mar. 3 mars, 07:00)"),
        ("zh", "【更新】", "此前显示：《Bridge closes》，3月3日周二 07:00"),
    ],
)
def test_an_update_is_marked_and_names_the_earlier_edition(
    language: str, mark: str, line: str
) -> None:
    """In every output; with a link to that edition where there is a page to link to."""
    earlier = EarlierEdition("e1", NOW - timedelta(days=1), "Bridge closes")
    item = an_item(1, Section.ARTICLES, title="Reopens", is_update=True, earlier=earlier)
    digest = replace(an_edition(language), items=(item,))
    rendered = render_email(digest, base_url=f"{BASE}/")
    assert f"* {mark}Reopens\n" in rendered.text
    assert line in rendered.text
    assert f'href="{BASE}/digests/e1"' in rendered.html
    assert "/digests/e1" not in render_email(digest).html
    document = feed_of_digest(digest, base_url=BASE)
    for writer, _ in FEED_FORMATS.values():
        written = writer(document).decode()
        # A title is one line of plain text: every space in it is a plain one.
        assert f"{mark}Reopens".replace("\u00a0", " ") in written
        assert f"{BASE}/digests/e1" in written
    (told,) = json.loads(digest_json(digest))["items"]
    assert told["earlier"] == {
        "digest_id": "e1",
        "created_at": "2026-03-03T07:00:00Z",
        "title": "Bridge closes",
    }


def test_an_update_of_what_the_reader_never_saw_names_no_edition() -> None:
    """It is marked all the same."""
    item = an_item(1, Section.ARTICLES, title="Reopens", is_update=True)
    rendered = render_email(replace(an_edition("en"), items=(item,)), base_url=BASE)
    assert "* Update: Reopens" in rendered.text
    assert "Shown earlier" not in rendered.html + rendered.text


def test_secrets_in_addresses_of_sources_are_no_links() -> None:
    """A paid feed's token is not mailed around."""
    rendered = render_email(an_edition("en"), base_url=BASE)
    feeds = b"".join(writer(a_feed("en")) for writer, _ in FEED_FORMATS.values())
    assert "a1b2c3secret" not in rendered.html + rendered.text + feeds.decode()
    assert "Paid Letter" in rendered.html


def test_without_a_base_url_there_are_no_dead_links() -> None:
    """No page to go to, no link to it."""
    rendered = render_email(an_edition("en"))
    assert "digests/" not in rendered.html + rendered.text


def test_text_for_a_terminal_holds_everything() -> None:
    """`digest show` has no limit of size."""
    items = tuple(an_item(n + 1, Section.ARTICLES) for n in range(500))
    text = render_text(replace(an_edition("en"), items=items))
    assert all(item.title in text for item in items)


def test_items_of_a_running_story_stand_under_its_word() -> None:
    """Said once before the block in the e-mail, and drawn as one on the page."""
    kept = {"thread_id": "A_0000000000000002"}
    alone = {"thread_id": "A_0000000000000009"}  # an editor took the other away
    rows = [{}, kept, kept, alone]
    items = tuple(an_item(n, Section.ARTICLES, **more) for n, more in enumerate(rows, 1))
    edition = replace(an_edition("en"), items=items)
    mail = render_email(edition, base_url=BASE).html
    assert mail.count("Running story") == 1
    assert mail.index("part 1<") < mail.index("Running story") < mail.index("part 2<")
    assets = dict.fromkeys(("strandline.css", "mark.svg", "htmx.js", "desk.css", "desk.js"), "/x")
    frame = Frame("en", NOW, "Strandline", "digests", (), assets)
    page = digest_page(frame, DigestView(edition, frozenset(), {})).decode()
    block = page.split('<div class="thread">')[1]
    assert [f"part {n}<" in block.split("</div>")[0] for n in range(1, 5)] == [
        *(False, True, True, False),
    ]


#: What the mail is written in, with what is left where a mail program does not know it; looked up
#: in the data of caniemail.com (`scripts/check-mail`).
KNOWN_STYLES = {
    "align-free": "background border border-bottom border-radius border-top color font-family "
    "font-size font-weight letter-spacing line-height margin padding padding-top text-transform",
    # Outlook for Windows: the text runs as wide as the window; `align` still puts pictures aside.
    "degrades": "max-width clear float",
    # Where `display: none` is dropped, the rest keeps the words before the mail out of sight.
    "preheader": "display max-height overflow opacity",
    # A date may break over two lines.
    "cosmetic": "white-space",
    # Within @media alone, which is for those that know it.
    "media": "width height",
}


def test_mails_are_written_in_what_mail_programs_know() -> None:
    """A style or an element that is new has to be looked up first."""
    pictures = {
        item.article_uuid: ShownPicture("https://news.example/p.jpg", 640, 360, "A boat")
        for item in an_edition("en").items
        if item.article_uuid
    }
    mail = render_email(an_edition("en"), base_url=BASE, pictures=pictures).html
    styles = re.findall(r'style="([^"]*)"', mail) + re.findall(r"\{([^{}]*)\}", mail)
    used = {one.partition(":")[0].strip() for style in styles for one in style.split(";")} - {""}
    assert used <= set(" ".join(KNOWN_STYLES.values()).split())
    elements = set(re.findall(r"<([a-z][a-z0-9]*)", mail))
    assert elements <= set(
        "a bdi body div em h1 h2 h3 head html img meta p span strong style title ul li".split()  # noqa: SIM905
    )
    (rule,) = re.findall(r"@media \(prefers-color-scheme: dark\) \{(.*)\}", mail, re.DOTALL)
    colours = set(re.findall(r"\.([a-z]+) \{[^}]*color:", _light_css()))
    assert colours <= set(re.findall(r"\.([a-z]+)", rule)), "each colour has one for dark screens"


def _light_css() -> str:
    text = (resources.files("strandline.render") / "mail" / "digest.css").read_text("utf-8")
    return text.partition("@media")[0]
