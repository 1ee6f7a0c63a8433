"""An article's page to text and metadata."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from strandline.core.text.extract import extract_page
from strandline.model.articles import ArticleText, TextStatus
from strandline.model.fetching import FetchOutcome, FetchResult

NOW = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
Page = Callable[..., str]
Read = Callable[..., ArticleText]


@pytest.mark.parametrize("language", ["en", "fr", "zh"])
def test_article(
    language: str, page: Page, read: Read, sentences: dict[str, tuple[str, ...]]
) -> None:
    """Every sentence of the article is found, nothing of what stands around it."""
    found = read(page(language))
    assert found.status is TextStatus.OK
    assert [line for line in found.text.splitlines() if line.strip()] == list(sentences[language])
    assert found.language == language
    assert found.message == ""
    assert found.extractor.startswith("trafilatura ")


def test_metadata(page: Page, read: Read) -> None:
    """Title, author, site, description, picture and date come from what the page says of itself."""
    head = """
    <title>Wood on the strand - The Paper</title>
    <meta property="og:title" content="Wood on the  strand">
    <meta property="og:site_name" content="The Paper">
    <meta name="description" content="Forty beams &amp; a book">
    <meta property="og:image" content="/wood.jpg">
    <link rel="canonical" href="/strand/wood">
    <script type="application/ld+json">
    {"@context": "https://schema.org", "@graph": [
      {"@type": "WebSite", "name": "Other", "datePublished": "1999-01-01"},
      {"@type": ["Article", "NewsArticle"], "headline": "Wood",
       "author": [{"@type": "Person", "name": "Ines Keel"}, {"name": "Tom Reef"}],
       "publisher": {"name": "The Paper Ltd"}, "datePublished": "2026-03-02T08:30:00+01:00"}]}
    </script>"""
    found = read(page(head=head))
    assert found.title == "Wood on the strand"
    assert found.author == "Ines Keel, Tom Reef"
    assert found.site_name == "The Paper"
    assert found.description == "Forty beams & a book"
    assert found.image_url == "http://paper.example/wood.jpg"
    assert found.canonical_url == "http://paper.example/strand/wood"
    assert found.published_at == datetime(2026, 3, 2, 7, 30, tzinfo=UTC)
    assert found.published_doubt is False


@pytest.mark.parametrize(
    ("head", "body", "title"),
    [
        ("<title>Only a title</title>", "", "Only a title"),
        ("<title>Site</title>", "<h1>The <em>heading</em></h1>", "The heading"),
        ("<title>Site</title>", "<h1>One</h1><h1>Two</h1>", "Site"),
        ('<script type="application/ld+json">{"@type":"Article","headline":"H"}</script>', "", "H"),
        ("", "", ""),
    ],
)
def test_title(head: str, body: str, title: str, page: Page, read: Read) -> None:
    """The title is taken from where it is surest."""
    assert read(page(head=head, body=body)).title == title


DAY = datetime(2026, 2, 27, tzinfo=UTC)


def _meta(name: str, value: str) -> str:
    return f'<meta property="{name}" content="{value}">'


def _node(value: str) -> str:
    return (
        '<script type="application/ld+json">'
        f'{{"@type": "BlogPosting", "datePublished": {value}}}</script>'
    )


@pytest.mark.parametrize(
    ("head", "body", "expected"),
    [
        (_meta("article:published_time", "2026-02-27T10:00:00Z"), "", DAY.replace(hour=10)),
        (_meta("article:published_time", "2026-02-27T10:00:00"), "", DAY.replace(hour=10)),
        (_meta("article:published_time", "2026-02-27"), "", DAY),
        (_node('"2026-02-27T10:00:00-0500"'), "", DAY.replace(hour=15)),
        (_node('["2026-02-27"]'), "", DAY),
        (_node('{"@value": "2026-02-27"}'), "", DAY),
        (_node("7"), "", None),
        ("", '<time itemprop="datePublished" datetime="2026-02-27">x</time>', DAY),
        ("", '<time class="entry-date published" datetime="2026-02-27">x</time>', DAY),
        (
            _meta("article:published_time", "Fri, 02/27/2026 - 17:57"),
            "",
            DAY.replace(hour=17, minute=57),
        ),
        (_meta("dc.date", "02/03/2026") + _meta("date", "27/02/2026"), "", DAY + timedelta(days=3)),
        (_meta("dc.date", "02/03/2026"), "", None),
        (_meta("citation_publication_date", "2026"), "", None),
        ("", '<time datetime="2026-02-27T09:00+08:00">x</time>', DAY.replace(hour=1)),
        ("", '<time datetime="2026-02-27">a</time><time datetime="2026-02-26">b</time>', None),
        ("", "<p>Published on 27 February 2026 by the keeper of the light.</p>", None),
        ("", "", None),
        (_meta("article:published_time", "yesterday"), "", None),
        (_meta("article:published_time", "0000-00-00"), "", None),
        (_meta("article:published_time", "0001-01-01T00:00:00Z"), "", None),
        (_meta("article:published_time", "9999-12-31T23:59:59Z"), "", None),
        (_meta("article:published_time", "2027-01-01"), "", None),
        (_meta("article:published_time", "2027-01-01") + _meta("date", "2026-02-27"), "", DAY),
        (_meta("article:modified_time", "2026-02-27"), "", None),
        (_meta("article:published_time", "x" * 100_000), "", None),
    ],
)
def test_date(head: str, body: str, expected: datetime | None, page: Page, read: Read) -> None:
    """Only a marked date of publication counts, in UTC; nothing is dated for want of one."""
    found = read(page(head=head, body=body))
    assert found.published_at == expected


@pytest.mark.parametrize(
    ("path", "claimed", "doubt"),
    [
        ("/2019/05/06/wood", "2026-03-01", True),
        ("/2019/05/06/wood", "", True),
        ("/2026/03/01/wood", "2026-03-02", False),
        ("/wood", "2026-03-02", False),
        ("/wood", "", False),
        ("/2026/03/02/wood", "2020-01-01", False),
        ("/wood", "Mon, 03/02/2026 - 08:50", False),
    ],
)
def test_doubt(path: str, claimed: str, doubt: bool, page: Page, read: Read) -> None:
    """A page whose own markup or URL is clearly older than its date is doubted, never redated."""
    head = _meta("article:published_time", claimed) if claimed else ""
    found = read(page(head=head), url=f"http://paper.example{path}")
    assert found.published_doubt is doubt
    if not claimed:
        assert found.published_at is None


@pytest.mark.parametrize(
    ("head", "claim"),
    [
        ('<link rel="canonical" href="../wood">', "http://paper.example/wood"),
        ('<link rel="canonical" href="//other.example/x">', "http://other.example/x"),
        ('<base href="/deep/er/"><link rel="canonical" href="x">', "http://paper.example/deep/er/x"),
        ('<link rel="CANONICAL nofollow" href="/x">', "http://paper.example/x"),
        ('<link rel="canonical" href="/a"><link rel="canonical" href="/b">', None),
        ('<link rel="canonical" href="/a"><link rel="canonical" href="/a">', "http://paper.example/a"),
        ('<link rel="canonical" href="javascript:x">', None),
        ('<link rel="canonical">', None),
        ('<link rel="alternate" href="/x">', None),
    ],
)  # fmt: skip
def test_canonical_claim(head: str, claim: str | None, page: Page, read: Read) -> None:
    """The claim is absolute; two claims that differ are none."""
    assert read(page(head=head)).canonical_url == claim


@pytest.mark.parametrize(
    ("charset", "content_type", "declared"),
    [
        ("utf-8", "text/html", ""),
        ("utf-8-sig", "text/html; charset=iso-8859-1", ""),
        ("utf-16", "text/html", ""),
        ("gb18030", "text/html; charset=gb2312", ""),
        ("gb18030", "text/html", '<meta charset="gbk">'),
        ("gb18030", "text/html; charset=utf-8", '<meta charset="gb2312">'),
        ("big5", "text/html", '<meta http-equiv="Content-Type" content="text/html; charset=big5">'),
        ("gb18030", 'text/html; charset="GB18030"', ""),
    ],
)
def test_charset(charset: str, content_type: str, declared: str, read: Read) -> None:
    """Byte order mark, header and meta are believed in this order, as long as they hold."""
    text = "潮水把木材留在海岸上"
    html = f"<html><head>{declared}<title>{text}</title></head><body><p>{text}</p></body></html>"
    found = read(html.encode(charset), content_type=content_type)
    assert found.title == text


def test_western_bytes_without_a_name(read: Read) -> None:
    """Bytes that no claim explains are read as Windows-1252, as browsers do."""
    html = "<html><head><title>Café “du port”</title></head><body><p>x</p></body></html>"
    assert read(html.encode("cp1252")).title == "Café “du port”"


def test_some_bad_bytes(page: Page, read: Read) -> None:
    """UTF-8 with a few bad bytes stays UTF-8."""
    found = read(page("fr", head="<title>Été à la grève</title>").encode() + b"\xff\xfe")
    assert found.title == "Été à la grève"


def test_nul_bytes(page: Page, read: Read) -> None:
    """NUL bytes are gone before anything is stored."""
    found = read(page(head="<title>A\0 title</title>").replace("winter", "win\0ter"))
    assert found.status is TextStatus.OK
    assert "\0" not in found.text + found.title
    assert "winter tide" in found.text


def test_title_of_a_megabyte(page: Page, read: Read) -> None:
    """A title of 1 MB is cut, and the article is read all the same."""
    found = read(page(head=f"<title>{'tide ' * 200_000}</title>"))
    assert found.status is TextStatus.OK
    assert len(found.title) == 500


HOSTILE = {
    "nested": "<div>" * 100_000 + "deep",
    "nested-inline": "<b><i>" * 50_000,
    "attributes": "<p " + " ".join(f"x{n}=1" for n in range(100_000)) + ">t",
    "bare-attributes": "<p " + " ".join(f"x{n}" for n in range(100_000)) + ">t",
    "paragraphs": "<p a=b>" * 100_000,
    "tables": "<table><tr><td>" * 20_000,
    "comments": "<!--" * 100_000,
    "ampersands": "&" * 1_000_000,
    "unclosed-script": "<script>" + "x=1;" * 200_000,
    "deep-json": '<script type="application/ld+json">' + "[" * 100_000 + "</script>",
    "wide-json": '<script type="application/ld+json">[' + '{"@type":"Article"},' * 20_000 + "{}]",
    "control": "".join(map(chr, range(32))) * 1_000,
    "surrogates": "<p>&#xD800;&#xDFFF;&#x110000;&#0;" * 1_000,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_page(name: str, read: Read) -> None:
    """Pages made to be heavy end as empty pages."""
    found = read(HOSTILE[name])
    assert found.status is TextStatus.EMPTY
    assert found.text == ""


def test_article_behind_a_swarm_of_attributes(page: Page, read: Read) -> None:
    """A tag with a hundred thousand attributes loses them, and the page keeps its article."""
    swarm = " ".join(f"x{n}='>'" for n in range(100_000))
    found = read(page(body=f"<div {swarm}></div>"))
    assert found.status is TextStatus.OK
    assert "winter tide" in found.text


@settings(max_examples=60, deadline=None)
@given(
    st.binary(max_size=400), st.sampled_from(["text/html", "", "text/html; charset=utf-16", "x"])
)
def test_any_bytes(body: bytes, content_type: str) -> None:
    """No bytes raise, and whatever is no article has no text."""
    result = FetchResult(
        "http://a.example/", FetchOutcome.OK, "http://a.example/", 200,
        {"content-type": content_type}, b"<html>" + body,
    )  # fmt: skip
    found = extract_page("A_1", result, NOW)
    assert found.status in TextStatus
    assert found.status is TextStatus.OK or found.text == ""
    assert "could not be read" not in found.message


def test_same_words_same_checksum(page: Page, read: Read) -> None:
    """The checksum is of the words: other markup around them changes nothing."""
    one, other = read(page()), read(page().replace("<p>", "<p class='x'>\n  "))
    assert one.content_checksum == other.content_checksum
    assert one.content_checksum != read(page(paragraphs=7)).content_checksum


def test_same_bytes_same_text(page: Page, read: Read) -> None:
    """A second reading of the same bytes gives the same, whatever was read between."""
    first = read(page())
    read(page("fr"))
    assert read(page()) == first
